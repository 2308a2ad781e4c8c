//! Each rule of the protocol is needed: without it a test fails.

mod world;

use std::time::Duration;

use hyla_multicast::Rule;
use world::{Fault, Load, Outcome, Scenario, ms, run};

/// The scenario passes `holds` with all rules, and does not without this one.
fn is_needed(rule: &'static [Rule], mut scenario: Scenario, holds: impl Fn(&Outcome) -> bool) {
    match run(&scenario) {
        Ok(outcome) => assert!(holds(&outcome), "with all rules: {outcome:?}"),
        Err(error) => panic!("with all rules: {error}"),
    }
    scenario.config.sabotage = rule;
    if let Ok(outcome) = run(&scenario) {
        assert!(!holds(&outcome), "nobody notices that {rule:?} is missing");
    }
}

fn lossy() -> Scenario {
    let mut scenario = Scenario::new(12, 600);
    scenario.config.partition_members = 4;
    scenario.net.loss = 0.05;
    scenario.rest = ms(3000);
    // Lanes would make up for what is missing.
    scenario.config.silence = ms(60_000);
    scenario.config.deaf_after = ms(60_000);
    scenario
}

fn any(_: &Outcome) -> bool {
    true
}

#[test]
fn missing_packets_are_asked_for() {
    is_needed(&[Rule::AskForMissing], lossy(), any);
}

#[test]
fn keepers_answer() {
    is_needed(&[Rule::KeepersAnswer], lossy(), |outcome| {
        outcome.sum(|c| c.repaired_from_cache) > 0
    });
}

#[test]
fn the_sender_answers() {
    let mut scenario = lossy();
    // Packets lost by all receivers are in the sender only.
    scenario.net.shared_loss = 0.05;
    is_needed(&[Rule::SenderAnswers], scenario, any);
}

#[test]
fn keepers_cache_what_was_delivered() {
    is_needed(&[Rule::Cache], lossy(), |outcome| {
        outcome.counters[0].asked_as_sender * 3 < outcome.sum(|c| c.repaired_from_cache)
    });
}

#[test]
fn requests_are_gathered() {
    let mut scenario = Scenario::new(40, 1500);
    scenario.net.shared_loss = 0.05;
    is_needed(&[Rule::GatherRequests], scenario, |outcome| {
        let repairs = outcome.sum(|c| c.repaired_single + c.repaired_group);
        repairs < outcome.counters[0].packets_sent / 20 * 15
    });
}

/// The sender is no member of the group.
fn outside(members: u32, messages: u32) -> Scenario {
    let mut scenario = Scenario::new(members, messages);
    scenario.groups = vec![(1, (1..members).collect())];
    scenario
}

#[test]
fn heartbeats_reveal_the_last_packets() {
    let mut scenario = outside(4, 20);
    scenario.rest = ms(3000);
    scenario.config.silence = ms(60_000);
    // All that leaves between 1.9 and 2.1 ms is lost, the last packet among it.
    scenario
        .faults
        .push((Duration::from_micros(1850), Fault::ForgetGroups(ms(1))));
    is_needed(&[Rule::Heartbeats], scenario, |outcome| {
        outcome.quiet_after < ms(250)
    });
}

#[test]
fn order_goes_across_groups() {
    let mut scenario = lossy();
    scenario.groups = vec![(1, (0..12).collect()), (2, vec![1, 2, 3])];
    scenario.loads[0].groups = vec![1, 2];
    is_needed(&[Rule::OrderAcrossGroups], scenario, any);
}

#[test]
fn duplicates_are_dropped() {
    let mut scenario = lossy();
    scenario.net.duplicate = 0.3;
    is_needed(&[Rule::DropDuplicates], scenario, any);
}

#[test]
fn only_what_all_have_is_freed() {
    let mut scenario = lossy();
    scenario.net.shared_loss = 0.05;
    is_needed(&[Rule::FreeWhenAllHave], scenario, any);
}

fn sleeper() -> Scenario {
    let mut scenario = Scenario::new(12, 4000);
    scenario.config.partition_members = 4;
    scenario.faults.push((ms(50), Fault::Sleep(3, ms(1000))));
    scenario.rest = ms(5000);
    scenario
}

#[test]
fn lanes_begin_at_the_oldest_packet() {
    let mut scenario = sleeper();
    scenario.net.socket_packets = 4;
    is_needed(&[Rule::LanesBeginAtOldest], scenario, any);
}

#[test]
fn silent_members_get_lanes() {
    is_needed(&[Rule::LanesForSilent], sleeper(), any);
}

#[test]
fn lanes_end() {
    is_needed(&[Rule::LanesEnd], sleeper(), |outcome| {
        outcome.lanes_open == 0
    });
}

#[test]
fn members_that_hear_nothing_join_again() {
    let mut scenario = Scenario::new(12, 4000);
    scenario.loads[0].every = ms(1);
    scenario.faults.push((ms(500), Fault::Forgotten(3)));
    is_needed(&[Rule::JoinAgain], scenario, |outcome| {
        outcome.lanes_open == 0 && outcome.counters[3].lane_packets_received == 0
    });
}

#[test]
fn deaf_members_get_lanes() {
    let mut scenario = Scenario::new(12, 4000);
    // Members on lanes come back with later messages: the load goes on beyond the fault.
    scenario.loads[0].every = ms(1);
    scenario.faults.push((ms(50), Fault::Deaf(3, ms(2000))));
    is_needed(&[Rule::LanesForDeaf], scenario, |outcome| {
        outcome.lanes.get(&(0, 3)).is_some_and(|why| why == "Deaf")
    });
}

#[test]
fn slow_members_get_lanes() {
    let mut scenario = Scenario::new(12, 4000);
    scenario.loads[0].every = Duration::from_micros(250);
    scenario.config.window = 128;
    scenario.config.lane_window = 64;
    scenario.faults.push((ms(50), Fault::Slow(3, Some(1))));
    scenario.faults.push((ms(2500), Fault::Slow(3, None)));
    is_needed(&[Rule::LanesForSlow], scenario, |outcome| {
        let others = outcome.last_at.iter().filter(|(id, _)| **id != 3);
        others.map(|(_, at)| *at).max() < Some(ms(1400))
    });
}

#[test]
fn all_members_get_lanes_if_nothing_is_reported() {
    let mut scenario = outside(4, 2000);
    // Beyond the faults: see above.
    scenario.loads[0].every = ms(3);
    scenario
        .faults
        .push((ms(50), Fault::ForgetGroups(ms(5000))));
    scenario
        .faults
        .push((ms(50), Fault::CutOff(vec![0], ms(3000))));
    is_needed(&[Rule::LanesWithoutReports], scenario, |outcome| {
        outcome.lanes.values().any(|why| why == "Unreported")
    });
}

#[test]
fn tokens_are_sent_again() {
    is_needed(&[Rule::TokenRetries], sleeper(), |outcome| {
        outcome.lanes.len() == 1
    });
}

#[test]
fn a_token_is_started_in_place_of_a_lost_leader() {
    let mut scenario = Scenario::new(12, 2000);
    scenario.config.partition_members = 4;
    scenario.faults.push((ms(50), Fault::Crash(4, ms(1000))));
    is_needed(&[Rule::TokenTakeover], scenario, |outcome| {
        !outcome.lanes.contains_key(&(0, 5))
    });
}

#[test]
fn another_aggregator_takes_over() {
    let mut scenario = Scenario::new(12, 2000);
    scenario.config.partition_members = 4;
    // The sender is none of them, and the aggregator is the first member.
    scenario.loads[0].sender = 5;
    scenario.faults.push((ms(50), Fault::Crash(0, ms(1000))));
    is_needed(&[Rule::AggregatorTakeover], scenario, |outcome| {
        outcome.lanes.len() == 1
    });
}

#[test]
fn silent_members_are_probed() {
    let mut scenario = sleeper();
    scenario.loads[0].every = Duration::from_micros(500);
    // Most packets reach the member by multicast, since it came back.
    is_needed(&[Rule::Probes], scenario, |outcome| {
        outcome.counters[0].lane_packets < 3000
    });
}

#[test]
fn limits_of_receivers_bound_the_sender() {
    let mut scenario = Scenario::new(6, 6000);
    scenario.loads[0].every = Duration::from_micros(50);
    scenario.config.window = 128;
    scenario.config.lane_window = 64;
    scenario.config.straggler_after = ms(50_000);
    for member in 1..6 {
        scenario.faults.push((ms(1), Fault::Slow(member, Some(3))));
        scenario.faults.push((ms(3000), Fault::Slow(member, None)));
    }
    is_needed(&[Rule::FlowControl], scenario, |outcome| {
        outcome.sum(|c| c.beyond_window) == 0
    });
}

#[test]
fn the_pool_is_bounded() {
    let mut scenario = lossy();
    scenario.config.pool_packets = 32;
    scenario.config.window = 256;
    scenario.net.loss = 0.1;
    is_needed(&[Rule::BoundPool], scenario, any);
}

#[test]
fn seals_are_checked() {
    let mut scenario = lossy();
    scenario.faults.push((ms(30), Fault::Forge));
    is_needed(&[Rule::CheckSeals], scenario, |outcome| {
        outcome.sum(|c| c.malformed) == 0
    });
}

#[test]
fn replayed_requests_are_dropped() {
    let mut scenario = lossy();
    scenario.faults.push((ms(40), Fault::Replay));
    is_needed(&[Rule::CheckRequestNumbers], scenario, |outcome| {
        outcome.sum(|c| c.replayed) > 60
    });
}

#[test]
fn a_receiver_that_is_also_a_sender_is_not_held_up_by_its_own_stream() {
    let mut scenario = lossy();
    scenario.loads.push(Load {
        sender: 3,
        ..scenario.loads[0].clone()
    });
    assert!(run(&scenario).is_ok());
}
