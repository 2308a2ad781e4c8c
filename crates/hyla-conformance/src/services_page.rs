//! `docs/services.md`: every service of both editions, and whether it is done.
//!
//! A service counts as done when a scenario here has called it and it returned without an exception,
//! a callback when a scenario has received it. `UPDATE_DOCS=1` writes the table anew.

use std::fmt::Write;
use std::path::Path;

use hyla_types::{Direction, Service};

use crate::face::Face;
use crate::measured::{EDITIONS, Measured, Measurement, all};

/// The tests of this file, by their names.
pub(crate) fn tests() -> Vec<Measurement> {
    vec![
        (
            "every_service_and_callback_has_a_scenario_in_which_it_does_its_work",
            every_service_and_callback_has_a_scenario_in_which_it_does_its_work,
        ),
        (
            "the_services_page_in_docs_tells_the_truth",
            the_services_page_in_docs_tells_the_truth,
        ),
    ]
}

fn state(clause: Option<&str>, successes: u64) -> (String, &'static str) {
    match clause {
        None => ("-".into(), "-"),
        Some(clause) if successes > 0 => (clause.into(), "done"),
        Some(clause) => (clause.into(), "missing"),
    }
}

fn table(runs: &[Measured; 2]) -> String {
    let mut text = String::from(
        "# Services\n\nEvery service and callback of IEEE 1516.1-2010 and -2025. **done** means that \
         a conformance scenario\n(`crates/hyla-conformance`) has called it and it did its \
         work, or has received it; **missing** means\nthat it is not there yet. The table is written \
         by `UPDATE_DOCS=1 cargo test -p hyla-conformance page_in_docs`.\n",
    );
    let mut group = None;
    for service in Service::ALL {
        let info = service.info();
        if group != Some(info.group) {
            group = Some(info.group);
            let _ = write!(
                text,
                "\n## {:?}\n\n| service | | 2010 | | 2025 | |\n|---|---|---|---|---|---|\n",
                info.group
            );
        }
        let name = info.name_2025.or(info.name_2010).unwrap_or_default();
        let arrow = match info.direction {
            Direction::ToRti => "",
            Direction::ToFederate => "callback",
        };
        let exists = [info.name_2010, info.name_2025];
        let clauses = [info.clause_2010, info.clause_2025];
        let mut cells = String::new();
        for edition in 0..2 {
            let clause = exists[edition].map(|_| clauses[edition].unwrap_or(""));
            let (clause, state) = state(clause, runs[edition].successes[service.index()]);
            let _ = write!(cells, " {clause} | {state} |");
        }
        let _ = writeln!(text, "| {name} | {arrow} |{cells}");
    }
    text
}

fn every_service_and_callback_has_a_scenario_in_which_it_does_its_work(face: &'static dyn Face) {
    let mut missing = Vec::new();
    for (edition, run) in EDITIONS.into_iter().zip(all(face)) {
        for service in Service::ALL {
            let exists = service.name(edition).is_some();
            if exists && run.successes[service.index()] == 0 {
                missing.push(format!("{} {service}", edition.code()));
            }
        }
    }
    assert!(missing.is_empty(), "no success of:\n{}", missing.join("\n"));
}

fn the_services_page_in_docs_tells_the_truth(face: &'static dyn Face) {
    let written = table(all(face));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/services.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == written,
        "docs/services.md is out of date: run this test with UPDATE_DOCS=1"
    );
}
