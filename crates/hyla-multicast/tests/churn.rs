//! Interests change while members send, and regions follow them. `examples/thousand.rs` runs the same with a thousand
//! members and a hundred thousand interests.

mod world;

use std::time::Duration;

use world::{Churn, Fault, Kill, Outcome, Role, Scenario, Size, World, ms};

const SIZE: Size = Size {
    members: 80,
    side: 60,
    places: 6,
    regions: 6,
    senders: 10,
    messages: 200,
    movers: 4,
    change_every: Duration::from_millis(2),
};

/// Nothing is lost, doubled or overtaken: the judge of the world looks at each message. Memory within its bounds: the world
/// looks at each turn.
fn passes(seed: u64, change: impl FnOnce(&mut Scenario)) -> (Outcome, Duration, Duration) {
    let (mut scenario, churn) = Churn::scenario(SIZE, seed);
    let round_trip = (scenario.net.delay + scenario.net.jitter) * 2;
    let discovery = churn.discovery;
    change(&mut scenario);
    let mut world = World::new(scenario).with_churn(churn);
    if let Err(error) = world.run() {
        panic!("seed {seed}: {error}");
    }
    (world.outcome, discovery, round_trip)
}

#[test]
fn the_first_message_after_a_subscription_comes_within_two_round_trips_after_all_know_of_it() {
    for seed in 0..3 {
        let (mut outcome, discovery, round_trip) = passes(seed, |_| {});
        assert!(outcome.group_changes > 0 && outcome.groups_removed > 0);
        assert!(outcome.first_us.len() > 50, "{}", outcome.first_us.len());
        let most = (discovery + 2 * round_trip).as_micros() as u32;
        assert!(outcome.first_percentile(100) < most, "{outcome:?}");
    }
}

/// A smaller `examples/thousand.rs`, for every run of the tests: eighty members, 3 600 interests, a thousand changes of interest a
/// second, losses, doubles, crashes of a member, of a token's holder and of two aggregators, a member that sleeps, one that is deaf,
/// and six that are cut off.
#[test]
fn regions_follow_interests_through_losses_crashes_and_partitions() {
    for seed in 10..14 {
        let (outcome, ..) = passes(seed, |scenario| {
            scenario.net.loss = 0.02;
            scenario.net.duplicate = 0.02;
            scenario.net.jitter = ms(1);
            let faults = [
                (150, Fault::Crash(20, ms(200))),
                (250, Fault::CrashTokenHolder(ms(200))),
                (350, Fault::Sleep(33, ms(400))),
                (450, Fault::Deaf(44, ms(500))),
                (550, Fault::CutOff((60..66).collect(), ms(300))),
            ];
            scenario.faults = faults.map(|(at, fault)| (ms(at), fault)).into();
            scenario.kill = Some(Kill {
                role: Role::Aggregator,
                at_step: 30_000,
                again_after: Some(30_000),
                noticed_after: ms(200),
            });
        });
        assert!(outcome.group_changes > 0 && outcome.groups_removed > 0);
        assert!(
            outcome.interest_changes > 500,
            "{}",
            outcome.interest_changes
        );
        assert_eq!(outcome.killed.len(), 2, "{} steps", outcome.last_step);
        assert_eq!(outcome.left_over, 0, "packets are still held");
        assert_eq!(outcome.lanes_open, 0);
    }
}

/// With these seeds the last report comes when the sender no longer asks members on lanes: they have everything, and are to come back.
#[test]
fn members_on_lanes_come_back_also_if_the_last_report_comes_late() {
    for seed in [27, 55, 119] {
        let (scenario, churn) = Churn::hundred(seed);
        let mut world = World::new(scenario).with_churn(churn);
        if let Err(error) = world.run() {
            panic!("seed {seed}: {error}");
        }
    }
}
