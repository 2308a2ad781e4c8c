//! Nothing is lost, doubled or reordered, whatever the network and the members do.

mod world;

use std::time::Duration;

use world::{Scenario, ms, run};

fn passes(scenario: &Scenario) -> world::Outcome {
    match run(scenario) {
        Ok(outcome) => outcome,
        Err(error) => panic!("seed {}: {error}", scenario.seed),
    }
}

#[test]
fn without_losses_each_packet_leaves_once_and_control_is_small() {
    let mut scenario = Scenario::new(32, 20_000);
    scenario.loads[0].every = Duration::from_micros(20);
    // Slower than the application: messages gather.
    scenario.config.rate_start = 2_000_000;
    scenario.config.rate_max = 2_000_000;
    let outcome = passes(&scenario);
    assert_eq!(outcome.delivered, 31 * 20_000);
    assert_eq!(outcome.sum(|c| c.repaired_single + c.repaired_group), 0);
    assert_eq!(outcome.sum(|c| c.lanes_begun + c.rejoined), 0);
    let sender = outcome.counters[0];
    // All that leaves the sender, for 128 bytes and their length in each message.
    let bytes = sender.data_bytes_sent + sender.control_bytes_sent;
    assert!(bytes as f64 <= 1.15 * 20_000.0 * 130.0, "{sender:?}");
    assert!(
        outcome.control_share() < 0.05,
        "{}",
        outcome.control_share()
    );
}

#[test]
fn one_percent_of_losses_is_repaired_mostly_by_partners() {
    for seed in 0..4 {
        let mut scenario = Scenario::new(20, 3000);
        scenario.seed = seed;
        scenario.net.loss = 0.01;
        let outcome = passes(&scenario);
        let troubles = outcome.sum(|c| c.lanes_begun + c.rejoined);
        assert_eq!(troubles, 0, "{:?}", outcome.lanes);
        let from_cache = outcome.sum(|c| c.repaired_from_cache);
        assert!(
            outcome.sum(|c| c.asked_as_sender) * 4 < from_cache * 2 + 400,
            "{:?}",
            outcome.counters[0]
        );
    }
}

/// TCP tries again ever more rarely while a cable is cut, and stands still for as long after that. Packets come sooner.
#[test]
fn a_member_that_was_cut_off_is_complete_before_its_streams_go_on() {
    for seed in 0..4 {
        let mut scenario = Scenario::new(8, 3000);
        scenario.seed = seed;
        scenario.loads[0].every = ms(1);
        scenario.net.streams_stall = Some(ms(800));
        scenario.config.rate_start = scenario.config.rate_min;
        scenario.faults = vec![(ms(500 + 50 * seed), world::Fault::CutOff(vec![7], ms(1000)))];
        let outcome = passes(&scenario);
        for (member, longest) in outcome.longest_us {
            // Repairs for one member don't hold up the others.
            let most = if member == 7 { 1_250_000 } else { 50_000 };
            assert!(longest < most, "seed {seed}, member {member}: {longest} us");
        }
    }
}

/// A switch forgets the groups of a port whose cable is pulled.
#[test]
fn a_member_that_the_switch_has_forgotten_joins_again() {
    for seed in 0..4 {
        let mut scenario = Scenario::new(8, 4000);
        scenario.seed = seed;
        scenario.loads[0].every = ms(1);
        scenario.net.streams_stall = Some(ms(800));
        let at = 500 + 50 * seed;
        scenario.faults = vec![
            (ms(at), world::Fault::CutOff(vec![7], ms(1000))),
            (ms(at + 1), world::Fault::Forgotten(7)),
            // Without a cut, later.
            (ms(at + 2000), world::Fault::Forgotten(3)),
        ];
        let outcome = passes(&scenario);
        for (member, longest) in outcome.longest_us {
            let most = match member {
                7 => 1_250_000,
                3 => 250_000,
                _ => 50_000,
            };
            assert!(longest < most, "seed {seed}, member {member}: {longest} us");
        }
        assert_eq!(outcome.lanes_open, 0, "seed {seed}");
    }
}

#[test]
fn repairs_for_a_member_that_received_nothing_do_not_hold_up_the_others() {
    for seed in 0..8 {
        let mut scenario = Scenario::new(9, 3000);
        scenario.seed = seed;
        scenario.loads[0].every = ms(1);
        scenario.net.streams_stall = Some(ms(500));
        let isolated = world::Fault::ReceivesNothing(8, ms(1000));
        scenario.faults = vec![(ms(500 + 50 * seed), isolated)];
        let outcome = passes(&scenario);
        for (member, longest) in outcome.longest_us {
            let most = if member == 8 { 1_250_000 } else { 50_000 };
            assert!(longest < most, "seed {seed}, member {member}: {longest} us");
        }
    }
}

/// Packets that one member misses cost it no more than the request and the answer, and half a round trip before.
#[test]
fn a_missing_packet_is_asked_for_within_half_a_round_trip() {
    let mut scenario = Scenario::new(8, 5000);
    scenario.net.loss = 0.01;
    let outcome = passes(&scenario);
    let repairs = outcome.sum(|c| c.repaired_by_sender + c.repaired_by_partner);
    let mean_us = outcome.sum(|c| c.repair_us) / repairs;
    // There and back takes 450 us; the first requests assume round trips of 2 ms.
    assert!(repairs > 200 && mean_us < 450 + 450, "{mean_us} us");
}

#[test]
fn ten_percent_of_losses_alone_and_in_bursts_and_for_all_together() {
    for seed in 0..4 {
        for kind in 0..3 {
            let mut scenario = Scenario::new(20, 2000);
            scenario.seed = seed;
            let share = match kind {
                0 => &mut scenario.net.loss,
                1 => &mut scenario.net.burst,
                _ => &mut scenario.net.shared_loss,
            };
            *share = 0.1;
            passes(&scenario);
        }
    }
}

/// A member under load does nothing for as long as others have the processor. It gets no lane for that.
#[test]
fn members_that_wait_for_a_processor_are_not_taken_for_silent() {
    let mut lanes = 0;
    for seed in 0..4 {
        let mut scenario = Scenario::new(32, 3000);
        scenario.seed = seed;
        scenario.loads[0].every = Duration::from_micros(500);
        scenario.net.socket_packets = 2000;
        scenario.busy(ms(5), ms(60), ms(2000));
        let outcome = passes(&scenario);
        assert_eq!(outcome.delivered, 31 * 3000);
        lanes += outcome.sum(|c| c.lanes_begun + c.rejoined);
    }
    assert_eq!(lanes, 0);
}

#[test]
fn datagrams_that_are_doubled_and_overtake_each_other() {
    let mut scenario = Scenario::new(10, 3000);
    scenario.net.duplicate = 0.2;
    scenario.net.jitter = ms(3);
    scenario.net.loss = 0.02;
    passes(&scenario);
}

/// Crashes, sleeps and partitions at moments all over a run.
fn at_every_step(
    fault: impl Fn(u64) -> Vec<world::Fault>,
    check: impl Fn(u64, &mut world::Outcome),
) {
    for step in 0..12 {
        let mut scenario = Scenario::new(12, 1500);
        scenario.seed = step;
        scenario.config.partition_members = 4;
        scenario.net.loss = 0.01;
        scenario.loads[0].every = Duration::from_micros(200);
        scenario.loads.push(world::Load {
            sender: 5,
            messages: 500,
            every: Duration::from_micros(500),
            ..scenario.loads[0].clone()
        });
        for (index, fault) in fault(step).into_iter().enumerate() {
            let at = Duration::from_micros(10_000 + 17_300 * step + 1000 * index as u64);
            scenario.faults.push((at, fault));
        }
        let mut outcome = passes(&scenario);
        check(step, &mut outcome);
    }
}

#[test]
fn a_leader_or_an_aggregator_or_any_other_member_crashes() {
    at_every_step(
        |step| vec![world::Fault::Crash((step % 11) as u32 + 1, ms(300))],
        |_, outcome| assert_eq!(outcome.abandoned, 0),
    );
}

#[test]
fn whoever_has_the_token_crashes() {
    at_every_step(|_| vec![world::Fault::CrashTokenHolder(ms(300))], |_, _| {});
}

#[test]
fn the_sender_crashes_and_what_arrived_is_delivered_in_order() {
    at_every_step(|_| vec![world::Fault::Crash(0, ms(300))], |_, _| {});
}

#[test]
fn a_member_that_sleeps_is_served_by_a_lane_and_comes_back() {
    at_every_step(
        |step| vec![world::Fault::Sleep((step % 11) as u32 + 1, ms(2000))],
        |step, outcome| {
            let sleeper = (step % 11) as u32 + 1;
            if sleeper != 5 {
                assert!(
                    outcome.lanes.contains_key(&(0, sleeper)),
                    "{step}: {:?}",
                    outcome.lanes
                );
            }
            assert_eq!(outcome.lanes_open, 0);
        },
    );
}

#[test]
fn a_network_that_is_cut_in_two_for_one_and_for_ten_and_for_sixty_seconds() {
    for seconds in [1, 10, 60] {
        for members in [vec![3], vec![0, 1, 2, 3, 4, 5], (4..12).collect()] {
            let mut scenario = Scenario::new(12, 1500);
            scenario.config.partition_members = 4;
            scenario.loads[0].every = Duration::from_micros(500);
            let cut = world::Fault::CutOff(members, Duration::from_secs(seconds));
            scenario.faults.push((ms(100), cut));
            scenario.rest = ms(90_000);
            let outcome = passes(&scenario);
            assert_eq!(outcome.lanes_open, 0);
        }
    }
}

#[test]
fn a_switch_that_forgets_all_groups_for_a_while() {
    let mut scenario = Scenario::new(12, 3000);
    // Messages are sent for longer than that: members come back from their lanes with them.
    scenario.loads[0].every = ms(2);
    scenario
        .faults
        .push((ms(100), world::Fault::ForgetGroups(ms(5000))));
    let outcome = passes(&scenario);
    assert_eq!(outcome.lanes_open, 0);
}

#[test]
fn members_that_multicast_never_reaches_stay_on_lanes() {
    let mut scenario = Scenario::new(12, 3000);
    scenario.unicast_only = vec![4, 7];
    scenario.rest = ms(3000);
    let outcome = passes(&scenario);
    assert_eq!(outcome.lanes_open, 2);
    let lanes: Vec<_> = outcome
        .lanes
        .iter()
        .map(|(pair, why)| (*pair, why.as_str()))
        .collect();
    assert_eq!(lanes, [((0, 4), "Deaf"), ((0, 7), "Deaf")]);
}

#[test]
fn a_member_that_takes_too_little_gets_a_lane_and_the_others_go_on() {
    let mut scenario = Scenario::new(12, 8000);
    scenario.loads[0].every = Duration::from_micros(250);
    scenario
        .faults
        .push((ms(50), world::Fault::Slow(3, Some(1))));
    scenario
        .faults
        .push((ms(2500), world::Fault::Slow(3, None)));
    let outcome = passes(&scenario);
    assert_eq!(outcome.lanes.get(&(0, 3)).map(String::as_str), Some("Slow"));
    assert_eq!(outcome.lanes_open, 0);
    let others = outcome.last_at.iter().filter(|(id, _)| **id != 3);
    let latest = others.map(|(_, at)| *at).max();
    // The load lasts for two seconds.
    assert!(latest < Some(ms(2400)), "{latest:?}");
}

#[test]
fn datagrams_of_548_bytes_for_a_path_with_an_mtu_of_576() {
    let mut scenario = Scenario::new(12, 2000);
    scenario.config.datagram_bytes = 548;
    scenario.loads[0].bytes = 3000;
    scenario.net.loss = 0.02;
    passes(&scenario);
}

#[test]
fn replayed_and_forged_datagrams_change_nothing() {
    for fault in [world::Fault::Replay, world::Fault::Forge] {
        let mut scenario = Scenario::new(12, 3000);
        scenario.net.loss = 0.02;
        let forges = matches!(fault, world::Fault::Forge);
        scenario.faults.push((ms(150), fault.clone()));
        scenario.faults.push((ms(320), fault));
        let outcome = passes(&scenario);
        assert_eq!(outcome.sum(|c| c.forged) > 0, forges);
        assert_eq!(outcome.sum(|c| c.malformed), 0);
    }
}

#[test]
fn every_member_sends_and_receives() {
    let mut scenario = Scenario::new(64, 200);
    scenario.net.loss = 0.01;
    let load = scenario.loads[0].clone();
    scenario.loads = (0..58)
        .map(|sender| world::Load {
            sender,
            messages: 60,
            every: ms(5),
            ..load.clone()
        })
        .collect();
    passes(&scenario);
}

#[test]
fn messages_to_several_groups_keep_their_order() {
    for seed in 0..4 {
        let mut scenario = Scenario::new(12, 3000);
        scenario.seed = seed;
        scenario.groups = vec![
            (1, (0..12).collect()),
            (2, vec![1, 2, 3]),
            (3, vec![2, 3, 4, 5]),
            (4, vec![9, 10]),
        ];
        scenario.loads[0].groups = vec![1, 2, 3, 2, 4, 3, 3];
        scenario.net.loss = 0.05;
        scenario.net.jitter = ms(1);
        scenario
            .faults
            .push((ms(60), world::Fault::Sleep(2, ms(500))));
        passes(&scenario);
    }
}

#[test]
fn parity_restores_what_is_lost() {
    let mut scenario = Scenario::new(12, 3000);
    scenario.net.loss = 0.05;
    scenario.loads[0].bytes = 200;
    let without = passes(&scenario);
    scenario.config.fec = Some(hyla_multicast::FecConfig::default());
    let with = passes(&scenario);
    assert!(
        with.sum(|c| c.restored) > 200,
        "{}",
        with.sum(|c| c.restored)
    );
    let repairs = |outcome: &world::Outcome| outcome.sum(|c| c.repaired_single + c.repaired_group);
    assert!(
        repairs(&with) * 2 < repairs(&without),
        "{} {}",
        repairs(&with),
        repairs(&without)
    );
}

#[test]
fn a_small_pool_bounds_memory_and_delivers_all() {
    let mut scenario = Scenario::new(12, 3000);
    scenario.config.pool_packets = 16;
    scenario.config.window = 64;
    scenario.config.initial_window = 16;
    scenario.config.lane_window = 16;
    scenario.net.loss = 0.05;
    scenario.loads.push(world::Load {
        sender: 4,
        ..scenario.loads[0].clone()
    });
    let outcome = passes(&scenario);
    assert!(outcome.most_receiver <= 16);
}

#[test]
fn a_group_that_is_installed_after_a_member_was_lost_does_not_wait_for_it() {
    use hyla_multicast::{Arrival, Config, Destination, GroupId, Key, Member, MemberId};

    let mut now = std::time::Instant::now();
    let members = [1, 2, 3].map(MemberId);
    let mut pair = [1, 2].map(|id| {
        let key = Key::new(&[1; 16]);
        let mut member = Member::new(Config::default(), MemberId(id), key, 1).unwrap();
        member.member_lost(now, MemberId(3));
        member.install(now, GroupId(1), &members).unwrap();
        member
    });
    pair[0].send(now, GroupId(1), b"message").unwrap();

    let (mut datagram, mut message) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        for from in 0..2 {
            pair[from].handle_timeout(now);
            while let Some(to) = pair[from].poll_transmit(now, &mut datagram) {
                if to != Destination::Member(MemberId(3)) {
                    pair[1 - from].handle_datagram(now, Arrival::Direct, &datagram);
                }
            }
            while pair[from].poll_delivery(now, &mut message).is_some() {}
        }
        now += ms(1);
    }

    assert!(pair.iter().all(Member::is_quiet));
    assert_eq!(pair[0].counters().lanes_begun, 0);
}
