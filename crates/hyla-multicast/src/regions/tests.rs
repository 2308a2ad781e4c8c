use fastrand::Rng;

use super::*;

fn config(regions: usize) -> RegionMapConfig {
    RegionMapConfig {
        regions,
        ..RegionMapConfig::default()
    }
}

fn interests(range: std::ops::Range<u32>) -> impl Iterator<Item = InterestId> {
    range.map(InterestId)
}

/// Every subscriber of an interest is in a group of its route.
fn check(map: &RegionMap, groups: &FxHashMap<GroupId, Vec<MemberId>>) {
    for (member, subscriber) in &map.members {
        for interest in &subscriber.interests {
            let reached = match map.route(*interest) {
                Route::Nobody => Vec::new(),
                Route::Hot(group) => vec![group],
                Route::Regions(groups) => groups.collect(),
            };
            let reached = reached
                .iter()
                .filter(|group| groups[group].contains(member));
            assert_eq!(reached.count(), 1, "{member} and {interest:?}");
        }
    }
}

fn apply(changes: &[GroupChange], groups: &mut FxHashMap<GroupId, Vec<MemberId>>) {
    for change in changes {
        if let Some(old) = change.old {
            assert!(groups.remove(&old).is_some(), "{change:?}");
        }
        if let Some((new, members)) = &change.new {
            assert!(groups.insert(*new, members.clone()).is_none());
        }
    }
}

#[test]
fn members_of_like_interest_come_together() {
    let mut map = RegionMap::new(100, 1, config(2));
    for member in 0..10 {
        let from = if member % 2 == 0 { 0 } else { 50 };
        map.join(MemberId(member), interests(from..from + 40));
    }
    for _ in 0..10 {
        map.rebalance();
    }
    let even = map.region_of(MemberId(0));
    assert!(even.is_some());
    for member in 0..10 {
        assert_eq!(
            map.region_of(MemberId(member)) == even,
            member % 2 == 0,
            "{member}"
        );
    }
    assert_eq!(map.route(InterestId(99)), Route::Nobody);
    assert_eq!(map.route(InterestId(1000)), Route::Nobody);
}

#[test]
fn interests_are_added_while_the_map_is_used() {
    let mut map = RegionMap::new(0, 1, config(2));
    map.join(MemberId(1), interests(0..1));
    assert!(map.wants_nothing(MemberId(1)));
    let first = map.add_interest();
    let second = map.add_interest();
    assert_eq!((first, second), (InterestId(0), InterestId(1)));
    assert_eq!(map.route(second), Route::Nobody);

    map.subscribe(MemberId(1), first);
    map.join(MemberId(2), [second]);
    map.rebalance();

    assert!(!map.wants_nothing(MemberId(1)) && map.wants(MemberId(2), second));
    assert!(matches!(map.route(second), Route::Regions(_)));
    assert_ne!(
        map.region_number(MemberId(1)),
        map.region_number(MemberId(2))
    );
    assert_eq!(map.region_number(MemberId(3)), None);
    assert!(map.wants_nothing(MemberId(3)));
}

#[test]
fn a_change_of_interest_changes_a_route_and_no_group() {
    let mut map = RegionMap::new(100, 1, config(2));
    map.join(MemberId(1), interests(0..40));
    map.join(MemberId(2), interests(50..90));
    map.rebalance();
    let of = |map: &RegionMap, interest| match map.route(InterestId(interest)) {
        Route::Regions(groups) => groups.collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(&map, 0), [map.region_of(MemberId(1)).unwrap()]);

    map.subscribe(MemberId(2), InterestId(0));
    assert_eq!(of(&map, 0).len(), 2);
    assert!(map.wants(MemberId(2), InterestId(0)));
    map.unsubscribe(MemberId(2), InterestId(0));
    assert_eq!(of(&map, 0).len(), 1);
    assert!(map.rebalance().is_empty());
}

#[test]
fn an_interest_that_wastes_much_gets_a_group_of_its_own_and_loses_it_when_it_does_not() {
    let mut map = RegionMap::new(100, 1, config(1));
    (0..10).for_each(|member| map.join(MemberId(member), interests(0..40)));
    map.subscribe(MemberId(3), InterestId(50));
    map.subscribe(MemberId(4), InterestId(50));
    map.set_rate(InterestId(50), 1000.0);
    let changes = map.rebalance();
    let hot = changes
        .iter()
        .find(|c| c.purpose == GroupPurpose::Hot(InterestId(50)))
        .unwrap();
    let (group, members) = hot.new.clone().unwrap();
    assert_eq!(members, [MemberId(3), MemberId(4)]);
    assert_eq!(map.route(InterestId(50)), Route::Hot(group));

    // A new subscriber is reached by its region until the group is renewed.
    map.subscribe(MemberId(5), InterestId(50));
    assert!(matches!(map.route(InterestId(50)), Route::Regions(_)));
    map.rebalance();
    assert!(matches!(map.route(InterestId(50)), Route::Hot(_)));

    map.set_rate(InterestId(50), 1.0);
    map.rebalance();
    assert!(matches!(map.route(InterestId(50)), Route::Regions(_)));
}

#[test]
fn every_subscriber_is_reached_once_whatever_changes() {
    let mut random = Rng::with_seed(7);
    let mut map = RegionMap::new(500, 1, config(8));
    let mut groups = FxHashMap::default();
    for step in 0..40 {
        for _ in 0..50 {
            let member = MemberId(random.u32(0..60));
            let interest = InterestId(random.u32(0..500));
            match random.u32(0..10) {
                0 => {
                    let from = random.u32(0..450);
                    map.join(member, interests(from..from + 50));
                }
                1 => map.leave(member),
                2 => map.set_rate(interest, random.f32() * 100.0),
                3..7 => map.subscribe(member, interest),
                _ => map.unsubscribe(member, interest),
            }
        }
        apply(&map.rebalance(), &mut groups);
        check(&map, &groups);
        let mut known: Vec<_> = groups.clone().into_iter().collect();
        known.sort_unstable();
        assert_eq!(map.groups(), known);
        assert!(groups.len() <= 8 + 64, "{step}");
    }
}

#[test]
fn all_members_compute_the_same_map() {
    let run = || {
        let mut random = Rng::with_seed(3);
        let mut map = RegionMap::new(300, 1, config(6));
        let mut changes = Vec::new();
        for _ in 0..20 {
            for _ in 0..30 {
                let member = MemberId(random.u32(0..40));
                let from = random.u32(0..250);
                map.join(member, interests(from..from + 30));
                map.subscribe(member, InterestId(random.u32(0..300)));
            }
            changes.extend(map.rebalance());
        }
        changes
    };
    assert_eq!(run(), run());
}
