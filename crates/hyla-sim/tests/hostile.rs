//! Members that lie: others believe nothing that the rules do not allow, and lose nothing.

use hyla_sim::{Config, Groups, Outcome, World};

/// Runs worlds with liars; the first violation ends the test.
fn run(seeds: u64, config: fn(u64) -> Config) -> Vec<Outcome> {
    let worlds = (0..seeds).map(|seed| {
        let config = Config {
            hostile: true,
            ..config(seed)
        };
        let outcome = World::new(seed, config).run();
        assert!(outcome.violation.is_none(), "{outcome}");
        outcome
    });
    worlds.collect()
}

fn sum(outcomes: &[Outcome], of: fn(&Outcome) -> u64) -> u64 {
    outcomes.iter().map(of).sum()
}

#[track_caller]
fn is_refused(outcomes: &[Outcome]) {
    let [lies, refused, impostors] = [
        sum(outcomes, |o| o.lies),
        sum(outcomes, |o| o.refused_lies),
        sum(outcomes, |o| o.impostors_refused),
    ];
    println!("lies {lies}, refused and counted {refused}, impostors refused {impostors}");
    assert!(lies > 100 && refused > 20 && impostors > 20);
}

#[test]
fn nobody_believes_a_member_that_speaks_of_instances_of_others_or_calls_in_their_name() {
    is_refused(&run(40, Config::plain));
}

#[test]
fn nobody_believes_liars_while_attributes_change_their_owners() {
    let outcomes = run(40, |seed| Config {
        groups: Groups::named("ownership").expect("a group"),
        ..Config::small(seed)
    });

    is_refused(&outcomes);
}

/// Of instances and in names alone: lies about time are those of the next test.
#[test]
fn liars_about_instances_have_no_effect_on_time() {
    let outcomes = run(30, |seed| Config {
        groups: Groups::named("time").expect("a group"),
        ..Config::small(seed)
    });

    is_refused(&outcomes);
}

/// Members that have lied about time crash at the end of each phase; until then others may wait for them.
#[test]
fn liars_about_time_hold_up_others_until_they_are_gone_and_nobody_loses_anything_of_others() {
    let mut all = Vec::new();
    for (seed, groups) in (0..).zip(["time", "time+points", "time+ownership"].repeat(40)) {
        let config = Config {
            untimely: true,
            steps: 250,
            groups: Groups::named(groups).expect("groups"),
            ..Config::small(seed)
        };
        let outcome = World::new(seed, config).run();
        assert!(outcome.violation.is_none(), "{groups}: {outcome}");
        all.push(outcome);
    }

    let (lies, refused) = (sum(&all, |o| o.lies), sum(&all, |o| o.refused_lies));
    println!("lies {lies}, refused and counted {refused}");
    assert!(lies > 200 && refused > 0);
}

#[test]
fn nobody_is_taken_for_a_liar_where_nobody_lies() {
    for seed in 0..12 {
        for config in [Config::plain(seed), Config::small(seed)] {
            let outcome = World::new(seed, config).run();

            assert!(outcome.violation.is_none(), "{outcome}");
            assert_eq!(outcome.refused_lies, 0, "seed {seed}: {outcome}");
        }
    }
}
