//! Many sets of receivers share few groups.

use super::convoy::Convoy;
use super::reliable::RELIABLE;

const LISTENERS: u32 = 8;
const PLACES: u32 = 48;

/// Whether a listener hears horns at a place: of the eight, some, other ones at almost each place.
fn hears(listener: u32, place: u32) -> bool {
    let mixed = (place + 1)
        .wrapping_mul(0x9e37_79b9)
        .rotate_left(place % 13);
    mixed >> listener & 1 == 1
}

#[test]
fn many_sets_of_receivers_share_few_groups_and_each_gets_what_is_for_it() {
    let convoy = Convoy::of(1 + LISTENERS as usize, RELIABLE);
    let (horn, listeners) = convoy.trucks.split_first().unwrap();
    horn.change_horn_transportation("HLAreliable");
    for (listener, truck) in (0..).zip(listeners) {
        for place in (0..PLACES).filter(|place| hears(listener, *place)) {
            truck.listen_on_road(place, place + 1);
        }
    }
    let sets: std::collections::BTreeSet<Vec<u32>> = (0..PLACES)
        .map(|place| (0..LISTENERS).filter(|l| hears(*l, place)).collect())
        .collect();
    assert!(sets.len() > 40, "{}", sets.len());
    let mut tone = 0;
    let mut blow_everywhere = || {
        for place in 0..PLACES {
            tone += 1;
            horn.blow(place, tone);
        }
        tone
    };

    // Until no message takes a stream any more.
    let of = || horn.groups_of("HLAreliable");
    horn.until_known(
        || 0,
        || {
            let before = of();
            blow_everywhere();
            let after = of();
            after.messages - before.messages >= 40 && after.fallbacks == before.fallbacks
        },
    );
    for _ in 0..20 {
        blow_everywhere();
    }
    let last = blow_everywhere();

    let mut unwanted = 0;
    for (listener, truck) in (0..).zip(listeners) {
        let place = |tone: &u32| (tone - 1) % PLACES;
        let all: Vec<u32> = (1..=last).filter(|t| hears(listener, place(t))).collect();
        truck.until_horn(*all.last().unwrap());
        assert_eq!(truck.horns(), all, "listener {listener}");
        let groups = truck.groups_of("HLAreliable");
        assert!(groups.joined <= 12, "{groups:?}");
        unwanted += groups.recovery.unwrap().unwanted;
    }
    assert!(unwanted > 0);
    let groups = of();
    assert!(groups.groups <= 12, "{groups:?}");
    // A receiver that did not get a message is not counted as reached.
    let rows = horn.rti.own_metrics().channels;
    let sent = rows.iter().filter(|row| row.transport == "multicast");
    assert_eq!(
        sent.map(|row| row.messages_sent).sum::<u64>(),
        groups.reached
    );
}

/// A change of interests changes no group.
#[test]
fn interests_change_and_groups_stay() {
    let convoy = Convoy::of(6, RELIABLE);
    let (horn, listeners) = convoy.trucks.split_first().unwrap();
    horn.change_horn_transportation("HLAreliable");
    for truck in listeners {
        truck.listen_on_road(0, 10);
    }
    let of = || horn.groups_of("HLAreliable");
    let mut tone = 0;
    let mut blow = |place| {
        tone += 1;
        horn.blow(place, tone);
        tone
    };
    horn.until_known(
        || 0,
        || {
            let before = of();
            blow(5);
            of().reached - before.reached == 5
        },
    );

    // At 20 all five listen in the end, then one less at each place; two of them make the smallest group.
    for (number, truck) in (0..).zip(listeners) {
        truck.listen_on_road(20, 21 + number);
        let before = of();
        let last = blow(20);
        if number > 0 {
            assert_eq!(of().reached - before.reached, u64::from(number) + 1);
        }
        truck.until_horn(last);
    }
    let before = of();
    for _ in 0..10 {
        for place in 20..24 {
            blow(place);
        }
    }
    let after = of();
    assert_eq!(after.reached - before.reached, 10 * (5 + 4 + 3 + 2));
    assert_eq!(
        (after.groups, after.fallbacks),
        (before.groups, before.fallbacks)
    );
    let last = blow(5);
    for truck in listeners {
        truck.until_horn(last);
        assert!(truck.horns().is_sorted());
        assert_eq!(truck.groups_of("HLAreliable").joined, 1);
    }
}
