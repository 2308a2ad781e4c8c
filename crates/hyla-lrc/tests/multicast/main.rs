//! Federates whose best effort goes by multicast groups, over the loopback interface.
#![allow(clippy::unwrap_used, reason = "test code")]

mod convoy;
mod ears;
mod lost_rti;
mod regions;
mod reliable;
mod saving;
mod sealed;

use std::time::Duration;

use convoy::{Convoy, TIMEOUT, Truck};
use hyla_lrc::GroupMetrics;

/// Without doubles and in order; `true` if nothing is missing, either.
fn in_order(numbers: &[u32]) -> bool {
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

fn difference(after: &GroupMetrics, before: &GroupMetrics) -> [u64; 4] {
    [
        after.messages - before.messages,
        after.reached - before.reached,
        after.datagrams - before.datagrams,
        after.fallbacks - before.fallbacks,
    ]
}

#[test]
fn one_datagram_reaches_all_who_are_interested() {
    let convoy = Convoy::of(4, "");
    let [first, others @ ..] = &convoy.trucks[..] else {
        panic!("four were asked for");
    };
    first.until_groups_reach(&others.iter().collect::<Vec<_>>());
    let before = first.groups();

    let numbers = first.drive(1_000, &others.iter().collect::<Vec<_>>());

    let after = first.groups();
    assert_eq!(
        difference(&after, &before),
        [1_000, 3_000, 1_000, 0],
        "{after:?}"
    );
    assert!(after.dropped.is_empty(), "{after:?}");
    for other in others {
        let came = other.positions_of(first);
        assert!(in_order(&came));
        assert!(came.ends_with(&numbers));
        // The list of channels contains the group, too.
        let channels = other.rti.own_metrics().channels;
        let row = channels
            .iter()
            .find(|c| c.transport == "multicast" && c.peer == first.handle);
        assert!(
            row.is_some_and(|row| row.messages_received >= 1_000),
            "{channels:?}"
        );
        assert_eq!(other.groups().joined, 1);
    }
    let bound = first
        .rti
        .bind_channel(others[0].handle, "HLAbestEffort")
        .unwrap();
    assert!(bound.transport.starts_with("udp:"), "{bound:?}");
    assert!(bound.transport.contains("groups of 239.255."), "{bound:?}");
}

#[test]
fn all_speak_to_all_and_each_hears_the_others() {
    let convoy = Convoy::of(4, "");
    for truck in &convoy.trucks {
        truck.until_groups_reach(&convoy.others(truck));
    }
    for truck in &convoy.trucks {
        truck.drive(200, &convoy.others(truck));
    }
    for truck in &convoy.trucks {
        for other in convoy.others(truck) {
            assert!(in_order(&truck.positions_of(other)));
        }
        assert_eq!(truck.groups().groups, 1);
        assert_eq!(truck.groups().joined, 3);
    }
}

#[test]
fn who_is_in_another_region_hears_nothing_and_is_in_no_group() {
    let convoy = Convoy::of(4, "");
    let [horn, near, also_near, far] = &convoy.trucks[..] else {
        panic!("four were asked for");
    };
    near.listen_on_road(0, 10);
    also_near.listen_on_road(5, 20);
    far.listen_on_road(50, 60);

    horn.until_groups_blow(8, &[near, also_near]);
    let before = horn.groups();
    for tone in 0..300 {
        horn.blow(8, tone);
        if tone % 50 == 49 {
            near.until_horn(tone);
            also_near.until_horn(tone);
        }
    }

    assert_eq!(difference(&horn.groups(), &before), [300, 600, 300, 0]);
    assert_eq!(far.horns(), [0_u32; 0]);
    assert_eq!(far.groups().joined, 0);
    // A federate in range receives, and is received.
    far.listen_on_road(0, 60);
    horn.until_groups_blow(8, &[near, also_near, far]);
    assert_eq!(far.groups().joined, 1);
}

#[test]
fn a_transportation_type_changes_while_groups_are_in_use_and_nothing_is_reordered() {
    let convoy = Convoy::of(4, "");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    truck.until_groups_reach(&others);
    let before = truck.groups();
    let mut reliable = Vec::new();
    for change in 0..30 {
        let by = ["HLAreliable", "HLAbestEffort"][change % 2];
        truck.change_transportation(by);
        let numbers = if change % 2 == 0 {
            truck.drive_on(40)
        } else {
            // Best-effort data is not too much for the smallest of buffers.
            truck.drive_on(20)
        };
        if change % 2 == 0 {
            reliable.extend(&numbers);
        }
    }
    truck.change_transportation("HLAreliable");
    let last = *truck.drive_on(1).last().unwrap();

    for other in others {
        other.until_position(truck, last);
        let came = other.positions_of(truck);
        in_order(&came);
        for number in &reliable {
            assert!(came.binary_search(number).is_ok(), "{number} is missing");
        }
    }
    let by_groups = difference(&truck.groups(), &before)[0];
    assert_eq!(by_groups, 300, "groups were in use");
}

#[test]
fn what_is_too_large_for_a_datagram_goes_by_the_lanes_and_keeps_its_place() {
    let convoy = Convoy::of(3, "");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    truck.until_groups_reach(&others);
    let start = truck.position(100);
    others
        .iter()
        .for_each(|other| other.until_position(truck, start));
    let come: Vec<u64> = others.iter().map(|o| o.came_or_dropped(truck)).collect();
    let before = truck.groups();

    for turn in 0..100 {
        let length = [5_000, 100, 20_000, 100][turn % 4];
        let number = truck.position(length);
        if turn % 10 == 9 {
            others
                .iter()
                .for_each(|other| other.until_position(truck, number));
        }
    }

    assert_eq!(difference(&truck.groups(), &before), [50, 100, 50, 50]);
    for (other, come) in others.iter().zip(come) {
        // When a thread pauses for long, later messages do not wait for a large one: the large one is counted as lost.
        other.until_come_or_dropped(truck, come + 100);
        let came = other.positions_of(truck);
        assert!(came.is_sorted_by(|a, b| a < b), "{came:?}");
    }
}

#[test]
fn attributes_of_one_update_go_to_those_who_want_them() {
    let convoy = Convoy::of(5, "");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    // Two of four want nothing but the position.
    for other in &others[..2] {
        other.subscribe(&["Position", "Load"]);
    }
    truck.until_known(
        || truck.update_both(),
        || others[..2].iter().all(|other| other.has_load()),
    );
    truck.until_groups(
        || truck.update_both(),
        |change| change[1] == 4 && change[3] == 0,
    );
    let before = truck.groups();

    let number = (0..20).map(|_| truck.update_both()).last().unwrap();

    others
        .iter()
        .for_each(|other| other.until_position(truck, number));
    // Two audiences: two datagrams.
    assert_eq!(difference(&truck.groups(), &before), [40, 80, 40, 0]);
    assert_eq!(others[3].loads(), 0);
}

#[test]
fn members_that_leave_and_members_that_come_change_the_groups_only() {
    let mut convoy = Convoy::of(4, "");
    {
        let truck = &convoy.trucks[0];
        truck.until_groups_reach(&convoy.others(truck));
    }
    convoy.trucks.remove(2).leave();
    {
        let truck = &convoy.trucks[0];
        truck.until_groups_reach(&convoy.others(truck));
        truck.drive(100, &convoy.others(truck));
    }
    convoy.join("late");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    truck.until_groups_reach(&others);
    let numbers = truck.drive(100, &others);

    for other in others {
        let came = other.positions_of(truck);
        assert!(in_order(&came) && came.ends_with(&numbers));
    }
    // The one for those who were there before is kept for some time.
    assert!(truck.groups().groups <= 2);
}

#[test]
fn a_member_that_joins_no_groups_is_served_by_its_lane() {
    let mut convoy = Convoy::of(3, "");
    convoy.join_with("alone", "qos.HLAbestEffort.joined = 0");
    let truck = &convoy.trucks[0];
    let [one, other, alone] = convoy.others(truck)[..] else {
        panic!("four were asked for");
    };

    truck.until_groups(|| truck.position(100), |change| change == [1, 2, 1, 1]);

    truck.drive(200, &[one, other, alone]);
    for truck_that_hears in [one, other, alone] {
        assert!(in_order(&truck_that_hears.positions_of(truck)));
    }
    assert_eq!(alone.groups(), GroupMetrics::default());
    assert!(truck.groups().unheard > 0);
}

#[test]
fn with_multicast_emulation_each_receiver_is_sent_a_copy_and_no_group_is_joined() {
    let convoy = Convoy::of(
        4,
        "qos.HLAbestEffort.modules = multicast-emulation, checksum",
    );
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    let known = || {
        others
            .iter()
            .all(|other| !other.positions_of(truck).is_empty())
    };
    truck.until_known(|| truck.position(100), known);
    let before = truck.groups();

    truck.drive(500, &others);

    let after = truck.groups();
    assert_eq!(
        (after.messages - before.messages, after.datagrams),
        (500, 0)
    );
    assert_eq!(after.reached - before.reached, 1_500);
    for other in &others {
        assert!(in_order(&other.positions_of(truck)));
        assert_eq!(other.groups().joined, 0);
    }
    let bound = truck
        .rti
        .bind_channel(others[0].handle, "HLAbestEffort")
        .unwrap();
    assert!(!bound.transport.contains("groups"), "{bound:?}");
}

#[test]
fn a_deadline_holds_for_what_comes_by_groups() {
    let convoy = Convoy::of(3, "qos.HLAbestEffort.deadline_us = 60000000");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    truck.until_groups_reach(&others);
    truck.drive(100, &others);
    for other in others {
        assert!(in_order(&other.positions_of(truck)));
    }
}

#[test]
fn groups_on_a_profile_that_is_reliable_are_refused() {
    let refused = Truck::connect_alone(
        "qos.HLAreliable.transport = multicast; qos.HLAreliable.groups = 239.255.0.0/24:17000",
    );
    let text = refused.unwrap_err().to_string();
    assert!(
        text.contains("transport = multicast is for best effort only"),
        "{text}"
    );
}

#[test]
fn a_federate_without_a_thread_joins_groups_while_it_evokes() {
    let mut convoy = Convoy::of(2, "");
    convoy.join_with("single", "process.model = single-threaded");
    let truck = &convoy.trucks[0];
    let others = convoy.others(truck);
    let single = others[1];

    truck.until_groups(
        || {
            single.evoke(Duration::from_millis(2));
            truck.position(100)
        },
        |change| change == [1, 2, 1, 0],
    );

    let number = truck.drive_on(20).pop().unwrap();
    let deadline = std::time::Instant::now() + TIMEOUT;
    while single.positions_of(truck).last() != Some(&number) {
        assert!(std::time::Instant::now() < deadline);
        single.evoke(Duration::from_millis(10));
    }
    assert!(in_order(&single.positions_of(truck)));
}
