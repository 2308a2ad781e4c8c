//! Federates whose reliable data goes by multicast.

use std::time::{Duration, Instant};

use super::convoy::{Convoy, TIMEOUT, Truck};
use super::saving::{restore, save};

pub(crate) const RELIABLE: &str = "qos.HLAreliable.transport = reliable-multicast; qos.HLAreliable.ttl = 0; \
                        qos.HLAreliable.groups = GROUPS";

/// Drives until one datagram serves all of these.
pub(crate) fn until_groups_serve(truck: &Truck, others: &[&Truck]) {
    until_groups_of("HLAreliable", truck, others);
}

fn until_groups_of(profile: &str, truck: &Truck, others: &[&Truck]) {
    let of = |truck: &Truck| {
        let groups = truck.groups_of(profile);
        (groups.messages, groups.reached, groups.fallbacks)
    };
    truck.until_known(
        || truck.position(100),
        || {
            let before = of(truck);
            truck.position(100);
            let after = of(truck);
            let reached = after.1 - before.1;
            reached == others.len() as u64 && after.2 == before.2
        },
    );
}

/// All updates of the truck have come, in order.
pub(crate) fn all_came(truck: &Truck, others: &[&Truck]) {
    let last = truck.position(100);
    for other in others {
        other.until_position(truck, last);
        let came = other.positions_of(truck);
        let all: Vec<_> = (came[0]..=last).collect();
        assert_eq!(came, all);
    }
}

#[test]
fn reliable_updates_reach_all_by_one_datagram() {
    let convoy = Convoy::of(4, RELIABLE);
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    truck.change_transportation("HLAreliable");
    until_groups_serve(truck, &others);
    let before = truck.groups_of("HLAreliable");

    truck.drive_on(2_000);

    all_came(truck, &others);
    let after = truck.groups_of("HLAreliable");
    assert_eq!(after.messages - before.messages, 2_001, "{after:?}");
    let rows = truck.rti.own_metrics().channels;
    let row = |peer: &Truck| {
        let mut rows = rows.iter().filter(|row| row.transport == "multicast");
        let row = rows.find(|row| row.peer == peer.handle);
        row.map(|row| row.messages_sent)
    };
    assert!(
        others
            .iter()
            .all(|other| row(other) == Some(after.messages)),
        "{rows:?}"
    );
    assert_eq!(after.fallbacks, before.fallbacks, "{after:?}");
}

/// Each profile has groups of its own, also where their receivers are the same.
#[test]
fn two_transportation_types_with_the_same_receivers_have_a_group_each() {
    let second = RELIABLE.replace("HLAreliable", "HLAbestEffort");
    let settings = format!("{RELIABLE}; {second}; qos.HLAbestEffort.reliability = reliable");
    let convoy = Convoy::with_types(3, &settings);
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    for profile in ["HLAreliable", "HLAbestEffort"] {
        truck.change_transportation(profile);
        until_groups_of(profile, truck, &others);
        truck.drive_on(100);
        all_came(truck, &others);
    }
}

/// Datagrams are sealed by keys that change; what a change loses is repaired.
#[test]
fn members_with_keys_get_everything_while_keys_change() {
    let convoy = Convoy::sealed_with(3, 250, RELIABLE);
    for truck in &convoy.trucks {
        truck.change_transportation("HLAreliable");
    }
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    until_groups_serve(truck, &others);
    let before = truck.groups_of("HLAreliable");

    truck.drive_on(5_000);

    all_came(truck, &others);
    let after = truck.groups_of("HLAreliable");
    assert!(after.messages > before.messages, "{after:?}");
}

/// A convoy whose trucks send their positions reliably.
fn reliable_convoy(count: usize, settings: &str) -> Convoy {
    let convoy = Convoy::of(count, &format!("{RELIABLE}; {settings}"));
    for truck in &convoy.trucks {
        truck.change_transportation("HLAreliable");
    }
    convoy
}

#[test]
fn all_send_at_once_and_share_groups() {
    let convoy = reliable_convoy(4, "");
    for truck in &convoy.trucks {
        until_groups_serve(truck, &convoy.others(truck));
    }

    std::thread::scope(|scope| {
        for truck in &convoy.trucks {
            scope.spawn(|| truck.drive_on(500));
        }
    });

    for truck in &convoy.trucks {
        all_came(truck, &convoy.others(truck));
        // One group of all four serves all of them.
        assert_eq!(truck.groups_of("HLAreliable").joined, 1);
    }
}

#[test]
fn of_many_losses_nothing_is_lost_or_overtaken() {
    let mut convoy = Convoy::of(0, RELIABLE);
    for (seed, loss) in ["0", "0.02", "0.1", "0.3"].iter().enumerate() {
        let impaired = format!(
            "qos.HLAreliable.modules = impair; qos.HLAreliable.impair.loss = {loss}; \
             qos.HLAreliable.impair.seed = {seed}"
        );
        convoy.join_with(&format!("truck {seed}"), &impaired);
        convoy.trucks[seed].change_transportation("HLAreliable");
    }
    for truck in &convoy.trucks {
        until_groups_serve(truck, &convoy.others(truck));
    }

    for truck in &convoy.trucks {
        truck.drive_on(500);
    }

    for truck in &convoy.trucks {
        all_came(truck, &convoy.others(truck));
    }
    // The one without losses has asked for nothing; what the one with the most lost was repaired, and counted.
    let recovery = |truck: &Truck| truck.groups_of("HLAreliable").recovery.unwrap();
    let (least, most) = (recovery(&convoy.trucks[0]), recovery(&convoy.trucks[3]));
    let repaired = most.repairs_from_sender + most.repairs_from_partners;
    assert!(
        most.requests_sent > 0 && repaired > 0 && most.repair_us > 0,
        "{most:?}"
    );
    assert!(
        least.token_rounds + most.token_rounds > 0,
        "{least:?} {most:?}"
    );
    let sent = convoy.trucks.iter().map(recovery);
    let sent = sent.map(|r| r.repairs_sent_as_sender + r.repairs_sent_as_partner);
    assert!(sent.sum::<u64>() >= repaired);
    // All that was not lost is taken, but requests that others of their sender have overtaken: on a busy machine some go by
    // streams and later ones by the group, to all three others.
    let asked: u64 = convoy
        .trucks
        .iter()
        .map(|t| recovery(t).requests_sent)
        .sum();
    for truck in &convoy.trucks {
        let groups = truck.groups_of("HLAreliable");
        for (reason, count) in &groups.dropped {
            assert_eq!(reason, "replayed", "{groups:?}");
            assert!(*count <= asked, "{asked} requests: {groups:?}");
        }
    }
}

#[test]
fn a_member_that_multicast_does_not_reach_any_longer_is_served_by_its_stream() {
    let mut convoy = reliable_convoy(3, "");
    // Probes reach it, but no datagram of the protocol.
    let deaf = "qos.HLAreliable.modules = impair; qos.HLAreliable.impair.loss = 1";
    convoy.join_with("deaf", deaf);
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    until_groups_serve(truck, &others);

    for _ in 0..20 {
        truck.drive_on(100);
        all_came(truck, &others);
    }

    assert!(truck.groups_of("HLAreliable").unheard > 0);
}

#[test]
fn a_member_that_joins_no_groups_is_served_by_its_stream() {
    let mut convoy = reliable_convoy(3, "");
    convoy.join_with("alone", "qos.HLAreliable.joined = 0");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    let of = || truck.groups_of("HLAreliable");
    // The group of the others serves them, and the stream serves it.
    truck.until_known(
        || truck.position(100),
        || {
            let before = of();
            truck.position(100);
            let after = of();
            (after.reached, after.fallbacks) == (before.reached + 2, before.fallbacks + 1)
        },
    );

    truck.drive_on(500);

    all_came(truck, &others);
    assert!(of().unheard > 0);
    assert_eq!(others[2].groups_of("HLAreliable").joined, 0);
}

#[test]
fn members_come_and_go_while_others_send() {
    let mut convoy = reliable_convoy(4, "");
    until_groups_serve(&convoy.trucks[0], &convoy.others(&convoy.trucks[0]));
    for round in 0..3 {
        convoy.trucks[0].drive_on(200);
        let leaving = convoy.trucks.remove(2);
        // What it sent before it left comes, too.
        leaving.drive_on(200);
        let last = leaving.position(100);
        leaving.leave();
        for truck in &convoy.trucks {
            truck.until_position(&leaving, last);
            let came = truck.positions_of(&leaving);
            assert!(came.is_sorted_by(|a, b| a + 1 == *b), "{came:?}");
        }
        convoy.trucks[0].drive_on(200);
        convoy.join(&format!("late {round}"));
        convoy.trucks[3].change_transportation("HLAreliable");
        convoy.trucks[0].drive_on(200);
        all_came(&convoy.trucks[0], &convoy.others(&convoy.trucks[0]));
        let late = &convoy.trucks[3];
        until_groups_serve(late, &convoy.others(late));
    }
}

#[test]
fn members_that_are_lost_stop_nobody() {
    let mut convoy = reliable_convoy(5, "");
    for truck in &convoy.trucks {
        until_groups_serve(truck, &convoy.others(truck));
    }
    // The first one made the groups.
    for lost in [0, 2] {
        convoy.trucks[1].drive_on(100);
        // Dropped without a word.
        drop(convoy.trucks.remove(lost));
        let truck = &convoy.trucks[1];
        truck.drive_on(500);
        all_came(truck, &convoy.others(truck));
        until_groups_serve(truck, &convoy.others(truck));
    }
}

#[test]
fn sizes_and_ways_alternate_and_the_order_is_kept() {
    let convoy = reliable_convoy(3, "");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    until_groups_serve(truck, &others);

    for turn in 0..200 {
        // From 16 KiB on, messages take the streams.
        truck.position([100, 5_000, 20_000, 100, 15_000][turn % 5]);
    }

    all_came(truck, &others);
}

#[test]
fn the_transportation_type_changes_and_nothing_reliable_is_lost() {
    let convoy = reliable_convoy(4, "");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    until_groups_serve(truck, &others);
    let mut reliable = Vec::new();
    for change in 0..10 {
        reliable.extend(truck.drive_on(40));
        truck.change_transportation(["HLAbestEffort", "HLAreliable"][change % 2]);
        truck.drive_on(5);
        truck.change_transportation("HLAreliable");
    }
    let last = truck.position(100);

    for other in others {
        other.until_position(truck, last);
        let came = other.positions_of(truck);
        assert!(came.is_sorted_by(|a, b| a < b), "{came:?}");
        for number in &reliable {
            assert!(came.binary_search(number).is_ok(), "{number} is missing");
        }
    }
}

#[test]
fn groups_are_made_anew_after_a_restore_and_nothing_comes_twice() {
    let convoy = reliable_convoy(4, "");
    for truck in &convoy.trucks {
        until_groups_serve(truck, &convoy.others(truck));
        all_came(truck, &convoy.others(truck));
    }
    save(&convoy, "on the road");
    for truck in &convoy.trucks {
        truck.drive_on(100);
        all_came(truck, &convoy.others(truck));
    }

    restore(&convoy, "on the road");

    for truck in &convoy.trucks {
        until_groups_serve(truck, &convoy.others(truck));
        truck.drive_on(300);
        all_came(truck, &convoy.others(truck));
    }
}

#[test]
fn a_federate_that_evokes_rarely_gets_everything_and_stops_nobody() {
    let mut convoy = reliable_convoy(3, "");
    convoy.join_with("single", "process.model = single-threaded");
    let truck = &convoy.trucks[0];
    let [one, other, single] = convoy.others(truck)[..] else {
        panic!("four were asked for");
    };
    truck.until_known(
        || {
            single.evoke(Duration::from_millis(2));
            truck.position(100)
        },
        || single.groups_of("HLAreliable").joined > 0,
    );

    // It does not evoke: the others get everything all the same.
    truck.drive_on(3_000);
    all_came(truck, &[one, other]);

    let last = truck.position(100);
    let deadline = Instant::now() + TIMEOUT;
    while single.positions_of(truck).last() != Some(&last) {
        assert!(
            Instant::now() < deadline,
            "{:?}",
            single.groups_of("HLAreliable")
        );
        single.evoke(Duration::from_millis(10));
    }
    all_came(truck, &[one, other]);
    let came = single.positions_of(truck);
    assert!(came.is_sorted_by(|a, b| a + 1 == *b), "{came:?}");
}

#[test]
fn time_stamp_order_and_reliable_multicast_go_side_by_side() {
    let convoy = reliable_convoy(4, "");
    for truck in &convoy.trucks {
        truck.keep_time();
    }
    // Receive order comes while an advance is waited for.
    for step in 1..=30 {
        for truck in &convoy.trucks {
            truck.drive_on(10);
            truck.blow_at(step + 1);
        }
        convoy
            .trucks
            .iter()
            .for_each(|truck| truck.request_advance(step));
        convoy
            .trucks
            .iter()
            .for_each(|truck| truck.until_granted(step));
    }
    let last: Vec<_> = convoy
        .trucks
        .iter()
        .map(|truck| truck.position(100))
        .collect();
    convoy
        .trucks
        .iter()
        .for_each(|truck| truck.request_advance(31));
    convoy
        .trucks
        .iter()
        .for_each(|truck| truck.until_granted(31));
    for truck in &convoy.trucks {
        truck.request_advance(32);
    }

    for (truck, last) in convoy.trucks.iter().zip(last) {
        assert!(
            truck.groups_of("HLAreliable").messages > 200,
            "groups were in use"
        );
        for other in convoy.others(truck) {
            other.until_position(truck, last);
            assert_eq!(other.positions_of(truck), (0..=last).collect::<Vec<_>>());
            // Three horns for each step, in the order of time.
            let horns = other.horns();
            assert!(horns.is_sorted());
            assert_eq!(horns.len(), 90);
        }
    }
}

#[test]
fn what_was_sent_before_leaving_reaches_a_federate_that_evokes_afterwards() {
    let mut convoy = reliable_convoy(3, "timeout.resign_ms = 100");
    convoy.join_with("single", "process.model = single-threaded");
    let truck = &convoy.trucks[0];
    let single = &convoy.trucks[3];
    truck.until_known(
        || {
            single.evoke(Duration::from_millis(2));
            truck.position(100)
        },
        || truck.groups_of("HLAreliable").reached > 0,
    );

    let last = *truck.drive_on(500).last().unwrap();
    truck.leave();

    let deadline = Instant::now() + TIMEOUT;
    while single.positions_of(truck).last() != Some(&last) {
        assert!(
            Instant::now() < deadline,
            "{:?}",
            single.positions_of(truck)
        );
        single.evoke(Duration::from_millis(10));
    }
    let came = single.positions_of(truck);
    assert!(came.is_sorted_by(|a, b| a + 1 == *b), "{came:?}");
}

#[test]
fn the_highest_rate_changes_while_it_runs() {
    let convoy = Convoy::of(3, RELIABLE);
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    truck.change_transportation("HLAreliable");
    until_groups_serve(truck, &others);
    let rate = || {
        let recovery = truck.groups_of("HLAreliable").recovery;
        recovery.map_or(0, |recovery| recovery.rate)
    };
    assert!(rate() > 2_000_000, "{}", rate());

    convoy.adjust(truck, "HLAreliable", "bytes_per_second", "2000000");

    truck.until_known(|| truck.position(100), || rate() <= 2_000_000);
    assert!(rate() >= 1_000_000, "{}", rate());
    truck.drive_on(200);
    all_came(truck, &others);
}

#[test]
fn the_wish_changes_while_it_runs() {
    let convoy = reliable_convoy(3, "qos.HLAreliable.wish = throughput");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    until_groups_serve(truck, &others);
    let until_all_have = |last: u32| {
        for other in &others {
            other.until_position(truck, last);
        }
    };
    // Whether each of three updates left in a datagram of its own; unknown if they were too far from each other to share one.
    let alone = || {
        until_all_have(truck.position(100));
        let before = truck.groups_of("HLAreliable").datagrams;
        let began = Instant::now();
        truck.position(100);
        std::thread::sleep(Duration::from_micros(200));
        truck.position(100);
        std::thread::sleep(Duration::from_micros(200));
        let last = truck.position(100);
        let is_known = began.elapsed() < Duration::from_millis(1);
        until_all_have(last);
        let datagrams = truck.groups_of("HLAreliable").datagrams - before;
        is_known.then_some(datagrams == 3)
    };
    let until_alone = |wanted: bool| {
        truck.until_known(|| truck.position(100), || alone() == Some(wanted));
    };
    until_alone(false);

    convoy.adjust(truck, "HLAreliable", "wish", "latency");
    until_alone(true);

    convoy.adjust(truck, "HLAreliable", "wish", "throughput");
    until_alone(false);
    all_came(truck, &others);
}
