//! Members are killed at every step of a run, by what they do in the protocol at that moment. Those that are left get everything
//! of each other, and of those that were killed what was sent up to some message, in order.

mod world;

use std::collections::BTreeSet;
use std::time::Duration;

use world::{Fault, Kill, Load, Outcome, Role, Scenario, ms, run};

const MEMBERS: u32 = 6;

/// Two senders, three partitions, losses.
fn scenario() -> Scenario {
    let mut scenario = Scenario::new(MEMBERS, 24);
    scenario.config.partition_members = 2;
    // Tokens go round all the time.
    scenario.config.round_min = ms(2);
    scenario.config.round_max = ms(5);
    scenario.config.straggler_after = ms(40);
    scenario.config.deaf_after = ms(40);
    scenario.config.orphan = ms(100);
    scenario.net.loss = 0.04;
    scenario.loads[0].every = Duration::from_micros(1500);
    scenario.loads.push(Load {
        sender: 3,
        messages: 12,
        every: ms(3),
        ..scenario.loads[0].clone()
    });
    scenario
}

/// A member sleeps so long that it gets a lane.
fn scenario_with_a_lane() -> Scenario {
    let mut scenario = scenario();
    for load in &mut scenario.loads {
        load.every *= 3;
    }
    scenario.faults.push((ms(15), Fault::Sleep(5, ms(60))));
    scenario
}

fn passes(scenario: &Scenario) -> Outcome {
    match run(scenario) {
        Ok(outcome) => outcome,
        Err(error) => panic!("{:?}: {error}", scenario.kill),
    }
}

/// Kills the holder of the role at every step of the run without a kill at which there is one.
fn at_every_step(role: Role) {
    at_steps(&scenario(), role, 1, None);
}

/// As [`at_every_step`], at one step of so many; with `again_after`, that many steps later the next holder is killed, too.
fn at_steps(base: &Scenario, role: Role, stride: u64, again_after: Option<u64>) {
    let whole = passes(base);
    let (mut kills, mut victims) = (0, BTreeSet::new());
    let mut at_step = 1;
    while at_step <= whole.last_step {
        let mut scenario = base.clone();
        scenario.kill = Some(Kill {
            role,
            at_step,
            again_after,
            noticed_after: ms(30),
        });
        let outcome = passes(&scenario);
        let kill = scenario.kill;
        let Some((killed_at, _)) = outcome.killed.first() else {
            break;
        };
        assert_eq!(outcome.left_over, 0, "{kill:?}: packets are still held");
        assert_eq!(outcome.lanes_open, 0, "{kill:?}: lanes never end");
        at_step = killed_at + stride;
        kills += 1;
        victims.extend(outcome.killed.iter().map(|(_, member)| *member));
    }
    println!(
        "{role:?}, {again_after:?}: {kills} of {} steps, {victims:?}",
        whole.last_step
    );
    // A role that nobody has would test nothing.
    assert!(
        kills * stride * 5 > whole.last_step,
        "{role:?}: {kills} kills, {victims:?}"
    );
}

#[test]
fn the_sender_is_killed_at_every_step() {
    at_every_step(Role::Sender);
}

#[test]
fn the_holder_of_a_token_is_killed_at_every_step() {
    at_every_step(Role::TokenHolder);
}

#[test]
fn the_member_that_a_token_is_on_its_way_to_is_killed_at_every_step() {
    at_every_step(Role::TokenReceiver);
}

#[test]
fn the_leader_of_a_partition_is_killed_at_every_step() {
    at_every_step(Role::Leader);
}

#[test]
fn the_aggregator_is_killed_at_every_step() {
    at_every_step(Role::Aggregator);
}

#[test]
fn the_keeper_that_answers_is_killed_at_every_step() {
    at_every_step(Role::Keeper);
}

#[test]
fn the_member_that_asks_for_packets_is_killed_at_every_step() {
    at_every_step(Role::Asker);
}

#[test]
fn a_member_on_a_lane_and_the_sender_that_serves_it_are_killed_all_over_a_run() {
    at_steps(&scenario_with_a_lane(), Role::OnLane, 5, None);
    at_steps(&scenario_with_a_lane(), Role::Sender, 5, None);
}

#[test]
fn two_members_that_lead_or_hold_a_token_are_killed_one_soon_after_the_other() {
    at_steps(&scenario(), Role::Leader, 3, Some(20));
    at_steps(&scenario(), Role::TokenHolder, 3, Some(3));
    at_steps(&scenario(), Role::Aggregator, 3, Some(40));
}
