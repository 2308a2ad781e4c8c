//! Shrinking: reduced lists fail with the faulty driver that was found, and hold without it.

use hyla_sim::{Config, Groups, Sabotage, World};

/// Shrinks the first of a few worlds that detects the sabotage; gives the operations before and
/// after.
fn shrinks(sabotage: Sabotage, groups: &str, most: usize) {
    let groups = Groups::named(groups).expect("groups");
    let found = (0..40).find_map(|seed| {
        let config = Config {
            sabotage: Some(sabotage),
            groups,
            steps: 300,
            ..Config::small(seed)
        };
        let (outcome, list) = World::record_run(seed, config);
        Some((seed, outcome.kind()?, list))
    });
    let (seed, kind, list) = found.expect("a world that notices");
    let fails = |list: &hyla_sim::ActionList| {
        list.replay(Some(sabotage), false).kind().as_ref() == Some(&kind)
    };

    let shrunk = list.shrink(1000, fails);

    let (from, to) = (list.count(), shrunk.actions.count());
    println!(
        "{sabotage:?}, seed {seed}: {from} actions made {to} in {} runs",
        shrunk.runs
    );
    let text = shrunk.actions.to_string();
    assert!(
        to <= most && to < from,
        "{from} actions made {to}, at most {most} are wanted:\n{text}"
    );
    let again = text.parse::<hyla_sim::ActionList>().expect("a list");
    let outcome = again.replay(Some(sabotage), false);
    assert_eq!(outcome.kind().as_ref(), Some(&kind), "{text}");
    let sound = again.replay(None, false);
    assert!(sound.violation.is_none(), "{sound}\n{text}");
}

#[test]
fn a_dropped_frame_needs_few_actions() {
    shrinks(Sabotage::DropFrame, "none", 20);
}

#[test]
fn a_point_that_does_not_end_needs_few_actions() {
    shrinks(Sabotage::LoseArrival, "points+saves", 10);
}

#[test]
fn two_owners_need_few_actions() {
    shrinks(Sabotage::TwoOwners, "ownership", 50);
}

#[test]
fn a_grant_too_early_needs_few_actions() {
    shrinks(Sabotage::PromiseTooMuch, "time", 30);
}

#[test]
fn a_declaration_that_nobody_waits_for_needs_few_actions() {
    shrinks(Sabotage::ConfirmTooMuch, "time+ownership", 20);
}

#[test]
fn shrinking_keeps_to_its_runs_and_to_what_fails() {
    let (_, list) = World::record_run(5, Config::small(5));
    let mut runs = 0;

    let nothing = list.shrink(50, |_| {
        runs += 1;
        false
    });

    assert_eq!((nothing.runs, runs), (50, 50));
    assert_eq!(nothing.actions, list);
}
