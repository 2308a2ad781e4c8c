use super::*;
use crate::report::sample;

fn all() -> Vec<RunResult> {
    sample::EXPERIMENTS.map(sample::result).into()
}

#[test]
fn a_page_needs_nothing_from_elsewhere_and_runs_no_script() {
    let page = html(&all(), &Page::default());

    for forbidden in [
        "<script",
        "src=",
        "@import",
        "url(",
        "http-equiv",
        "javascript:",
    ] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    let addresses: Vec<&str> = page
        .match_indices("http")
        .map(|(at, _)| &page[at..(at + 26).min(page.len())])
        .filter(|text| *text != "http://www.w3.org/2000/svg")
        .collect();
    assert!(addresses.is_empty(), "{addresses:?}");
}

#[test]
fn what_results_say_is_escaped_wherever_it_stands() {
    let hostile = "</style><img src=x onerror=alert(1)>\"'&";
    let mut result = sample::result("latency");
    result.label = hostile.to_owned();
    result.rti = hostile.to_owned();
    result.machines[0].host = hostile.to_owned();
    result.command = vec![hostile.to_owned()];
    result.notes[0].text = hostile.to_owned();
    result.points[0].samples[0].failed = hostile.to_owned();
    for point in &mut result.points {
        point.parameters.insert(hostile.to_owned(), hostile.into());
    }
    result.points[1]
        .parameters
        .insert(hostile.to_owned(), 1.into());
    let mut other = result.clone();
    other.label += "2";

    for experiment in ["latency", hostile] {
        result.experiment = experiment.to_owned();
        other.experiment = experiment.to_owned();
        let page = Page {
            title: hostile.to_owned(),
            about: hostile.to_owned(),
            missing: vec![hostile.to_owned()],
        };
        let page = html(&[result.clone(), other.clone()], &page);
        assert!(!page.contains("<img"), "{experiment}");
        assert_eq!(page.matches("</style>").count(), 1);
        assert!(page.contains("&lt;img src=x"));
    }
}

#[test]
fn what_is_the_same_in_all_runs_stands_on_the_page_once() {
    let first = sample::result("send");
    let mut second = sample::slower("send", 2.0, 9);
    second
        .parameters
        .insert("transport".to_owned(), "tcp".into());

    let alone = html(std::slice::from_ref(&first), &Page::default());
    let both = html(&[first, second], &Page::default());

    assert_eq!(alone.matches("immediate").count(), 1);
    assert!(!alone.contains("class=\"parameters\""));
    assert_eq!(both.matches("immediate").count(), 1);
    assert_eq!(both.matches("class=\"parameters\"").count(), 2);
}

#[test]
fn what_carried_the_messages_stands_beside_the_command() {
    let mut result = sample::result("latency");
    result.points[0].samples[0].carriers =
        [("udp lane".to_owned(), 9), ("tcp stream".to_owned(), 1)].into();

    let page = html(&[result], &Page::default());

    assert!(page.contains("Messages came by udp lane, tcp stream."));
}

#[test]
fn runs_of_one_experiment_share_its_section() {
    let results = [
        sample::result("send"),
        sample::slower("send", 2.0, 9),
        sample::result("register"),
    ];

    let page = html(&results, &Page::default());

    assert_eq!(page.matches("<section").count(), 2);
    assert!(page.contains("<title>hyla bench: send, register</title>"));
    assert!(page.contains("&lt;other&gt; &amp; co"));
}

#[test]
fn what_failed_is_said_above_the_figures() {
    let mut result = sample::result("latency");
    for sample in &mut result.points[0].samples {
        *sample = crate::result::Sample {
            failed: "federate 1 was killed".to_owned(),
            ..Default::default()
        };
    }

    let page = html(&[result], &Page::default());

    assert!(page.contains("5 of 5 repetitions failed at bytes 64 B: federate 1 was killed"));
    assert!(page.contains("<span class=\"failed\">failed</span>"));
}

#[test]
fn an_experiment_that_is_not_known_still_has_its_figures() {
    let mut result = sample::result("send");
    result.experiment = "levitation".to_owned();

    let page = html(&[result], &Page::default());

    assert!(page.contains("Levitation") && page.contains("delivered to each"));
}

#[test]
fn a_result_without_points_is_a_page_all_the_same() {
    let mut result = sample::result("send");
    result.points.clear();

    assert!(html(&[result], &Page::default()).contains("How this was measured"));
    assert!(html(&[], &Page::default()).contains("How to read this"));
}
