//! Action lists: a world and its list are the same run, and lists survive writing and reading.

use hyla_sim::{ActionList, Config, Groups, World};

const ALL: &str = "time+ownership+points+regions+saves+directed";

fn replays_as_it_ran(seed: u64, config: Config) {
    let plain = World::new(seed, config).run();

    let (recorded, list) = World::record_run(seed, config);
    let again: ActionList = list.to_string().parse().expect("a list");
    let replayed = again.replay(config.sabotage, false);

    assert_eq!(again, list, "seed {seed}");
    assert_eq!(
        recorded.trace_hash, plain.trace_hash,
        "recording changed seed {seed}"
    );
    assert_eq!(
        replayed.trace_hash, plain.trace_hash,
        "seed {seed} replays as another run"
    );
    assert_eq!(replayed.fulfilled, plain.fulfilled, "seed {seed}");
}

#[test]
fn a_list_replays_the_run_of_its_seed() {
    for seed in 0..32 {
        replays_as_it_ran(seed, Config::small(seed));
    }
}

#[test]
fn a_list_with_all_groups_replays_the_run_of_its_seed() {
    let groups = Groups::named(ALL).expect("groups");
    for seed in 0..12 {
        let config = Config {
            groups,
            ..Config::small(seed)
        };
        replays_as_it_ran(seed, config);
    }
}

#[test]
fn a_list_with_protocol_modules_replays_the_run_of_its_seed() {
    for seed in 0..12 {
        let config = Config {
            modules: true,
            ..Config::plain(seed)
        };
        replays_as_it_ran(seed, config);
    }
}

#[test]
fn lines_that_are_left_out_leave_a_list_that_replays() {
    let mut fulfilled = 0;
    for seed in 0..12 {
        let config = Config {
            faults: false,
            ..Config::plain(seed)
        };
        let (_, list) = World::record_run(seed, config);
        let text = list.to_string();
        let stays = |line: &str| {
            let made = [" register ", " publish ", " subscribe "];
            !made.iter().any(|verb| line.contains(verb))
        };
        // Every third instance and declaration is missing: operations on them cannot happen.
        let thinned: Vec<_> = text
            .lines()
            .enumerate()
            .filter(|(at, line)| stays(line) || at % 3 != 0)
            .map(|(_, line)| line)
            .collect();
        let thinned: ActionList = thinned.join("\n").parse().expect("a list");

        let outcome = thinned.replay(None, false);

        assert!(outcome.violation.is_none(), "seed {seed}: {outcome}");
        fulfilled += outcome.fulfilled;
    }
    assert!(fulfilled > 10, "{fulfilled} messages arrived");
}
