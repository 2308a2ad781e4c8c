//! Reports of the management object model's extension about the latency of messages (`foms/extensions`).

use hyla_omt::encoding::encode;
use hyla_types::FederateHandle;

use crate::federate::Federate;
use crate::scenarios::mom::{joined_with_extensions, read};
use crate::scenarios::scenarios;

const REQUEST: &str = "HLAfederate.HLArequest.HylaRequestLatency";
const REPORT: &str = "HLAfederate.HLAreport.HylaReportLatency";
const REFUSAL: &str = "HLAfederate.HLAreport.HLAreportMOMexception";

/// A question about messages of 64 bytes to the RTI, which every federate has a channel to.
fn question(qos: i32, hardness: Option<f64>) -> Vec<(&'static str, Vec<u8>)> {
    let mut question = vec![
        ("HylaPeer", encode(&FederateHandle::RTI)),
        ("HylaMessageBytes", encode(&64_i64)),
        ("HylaQos", encode(&qos)),
    ];
    question.extend(hardness.map(|hardness| ("HylaHardness", encode(&hardness))));
    question
}

fn ask(watcher: &Federate, watched: &Federate, question: &[(&str, Vec<u8>)]) -> Vec<Vec<u8>> {
    watcher.steer(REQUEST, Some(watched), question);
    let report = watcher.report(REPORT);
    assert_eq!(read::<FederateHandle>(&report[0]), watched.handle.unwrap());
    report
}

scenarios! {
    /// A first question starts to measure, and later ones are answered from that.
    fn latency_is_asked_and_measured(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REPORT);
        let question = question(5, Some(50.0));
        let first = ask(&watcher, &watched, &question);
        assert!(first.contains(&encode("unknown")) && first.contains(&encode("stream")));

        // Each request is a round trip of its own, so that this waits for samples without a clock.
        let known = std::iter::repeat_with(|| ask(&watcher, &watched, &question))
            .take(200_000)
            .find(|report| report.contains(&encode("fresh")))
            .unwrap();

        // Estimate, ends of its interval, age and coverage.
        assert!(known.len() > first.len() + 3, "{known:?}");
        assert!(known.contains(&encode("one-way")));
        // The federate, what was asked (5), validity, reason, quantity, updating, samples, those from messages, both loads and
        // the bytes spent.
        assert_eq!(first.len(), 15, "{first:?}");
        assert!(known.contains(&encode(&50.0_f64)));
    }

    /// Without a profile the first two qualities of service are unknown, and say so.
    fn latency_without_a_profile_is_unknown(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REPORT);

        for question in [question(1, None), question(2, Some(99.0))] {
            let report = ask(&watcher, &watched, &question);

            assert!(report.contains(&encode("unknown")));
            assert!(report.contains(&encode("no profile is loaded (latency.profile)")));
        }
    }

    /// The sender gets the defect of a question.
    fn a_wrong_question_about_latency_is_refused(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watched, &watcher]);
        let with = |name: &'static str, value: Vec<u8>| {
            let mut changed = question(5, Some(99.0));
            changed.retain(|(other, _)| *other != name);
            changed.push((name, value));
            changed
        };

        for (question, why) in [
            (question(5, None), "HylaHardness"),
            (question(7, None), "HylaQos: 7 is not from 1 to 5"),
            (question(4, Some(100.0)), "99.99"),
            (with("HylaMessageBytes", encode(&-1_i64)), "HylaMessageBytes: -1"),
            (with("HylaProfile", encode("none such")), "none such"),
            (with("HylaQuantity", encode("sideways")), "one-way and round-trip"),
            (with("HylaPeer", encode(&FederateHandle::new(999))), "not another joined federate"),
        ] {
            watcher.steer(REQUEST, Some(&watched), &question);

            let report = watcher.report(REFUSAL);
            let told = read::<String>(&report[2]);
            assert!(told.contains(why), "{told}");
            assert!(read::<bool>(&report[3]));
        }
    }
}
