use super::*;

fn handles(numbers: impl IntoIterator<Item = u32>) -> Vec<FederateHandle> {
    numbers.into_iter().map(FederateHandle::new).collect()
}

/// Whether a group of exactly these is one that is wished for.
fn wishes_for(regions: &Regions, members: &[u32]) -> bool {
    regions.wishes_for(&(1, handles(members.iter().copied())))
}

/// Groups that are wished for, as numbers.
fn wished(regions: &mut Regions, now: Instant) -> Vec<Vec<u32>> {
    let sets = regions.turn(now).map(|turn| turn.wished);
    let sets = sets.unwrap_or_default();
    let numbers = |set: &Vec<FederateHandle>| set.iter().map(|member| member.raw()).collect();
    let mut sets: Vec<Vec<u32>> = sets.iter().map(numbers).collect();
    sets.sort();
    sets
}

#[test]
fn the_first_set_has_a_group_at_once() {
    let mut regions = Regions::new();
    let now = Instant::now();
    regions.add(&handles([2]));
    assert!(wished(&mut regions, now).is_empty());

    regions.add(&handles([2, 3, 4]));

    assert_eq!(wished(&mut regions, now), [[2, 3, 4]]);
    assert!(wished(&mut regions, now).is_empty());
    assert!(wishes_for(&regions, &[2, 3, 4]));
    assert_eq!(regions.deadline(), None);
}

#[test]
fn three_thousand_sets_have_few_regions() {
    let mut regions = Regions::new();
    let mut now = Instant::now();
    // Of eight members in each of eight communities, some.
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let mut made = std::collections::BTreeSet::new();
    for _ in 0..3_000 {
        let community = random() % 8;
        let members = random();
        let some = (0..8).filter(|member| members >> member & 1 == 1);
        regions.add(&handles(some.map(|member| 2 + 8 * community + member)));
        now += Duration::from_micros(100);
        made.extend(wished(&mut regions, now));
    }
    now += GAP.1;
    let last = wished(&mut regions, now);

    let communities: Vec<Vec<u32>> = (0..8)
        .map(|community| (2 + 8 * community..10 + 8 * community).collect())
        .collect();
    assert_eq!(last, communities);
    // Few are made on the way.
    assert!(made.len() < 40, "{}", made.len());
}

#[test]
fn a_set_that_is_used_very_often_has_a_group_of_its_own() {
    let mut regions = Regions::new();
    let mut now = Instant::now();
    for others in 0..40 {
        regions.add(&handles([
            2 + others % 4,
            6 + others % 5,
            11 + others % 3,
            14,
            15,
        ]));
    }
    let often = handles([2, 6, 11, 14, 15]);
    wished(&mut regions, now);
    assert!(!wishes_for(&regions, &[2, 6, 11, 14, 15]));

    regions.used(&often, 10_000);
    now += GAP.1;
    let sets = wished(&mut regions, now);
    assert!(sets.contains(&vec![2, 6, 11, 14, 15]), "{sets:?}");

    // Some seconds without a message, and it has none.
    for _ in 0..30 {
        regions.used(&often, 0);
        now += GAP.1;
        wished(&mut regions, now);
    }
    assert!(!wishes_for(&regions, &[2, 6, 11, 14, 15]));
}

#[test]
fn a_member_that_groups_do_not_reach_is_tried_again() {
    let mut regions = Regions::new();
    let mut now = Instant::now();
    regions.add(&handles([2, 3, 4]));
    wished(&mut regions, now);

    let mut pauses = Vec::new();
    for _ in 0..7 {
        regions.set_apart(FederateHandle::new(4), now);
        regions.next = None;
        assert_eq!(wished(&mut regions, now), [[2, 3]]);
        assert!(!regions.is_due(now));
        let back = regions.apart[&FederateHandle::new(4)].until.unwrap();
        assert!(regions.is_due(back));
        pauses.push((back - now).as_secs());
        now = back;
        assert_eq!(wished(&mut regions, now), [[2, 3, 4]]);
    }
    assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 32]);
}

#[test]
fn a_group_that_did_not_come_about_is_tried_again() {
    let mut regions = Regions::new();
    let now = Instant::now();
    let set = handles([2, 3, 4]);
    regions.add(&set);
    wished(&mut regions, now);

    regions.failed(&set, now);

    // Without messages, nothing has to be done.
    assert_eq!(regions.deadline(), None);
    assert!(!regions.is_due(now) && regions.is_due(now + Duration::from_secs(1)));
    assert!(wished(&mut regions, now).is_empty());
    assert_eq!(
        wished(&mut regions, now + Duration::from_secs(1)),
        [[2, 3, 4]]
    );
    assert!(wished(&mut regions, now + Duration::from_secs(2)).is_empty());
    // Messages took streams: it may be missing.
    regions.check_groups();
    assert_eq!(
        wished(&mut regions, now + Duration::from_secs(2)),
        [[2, 3, 4]]
    );
}

#[test]
fn sets_are_forgotten_with_their_members_and_when_they_are_not_used() {
    let mut regions = Regions::new();
    let mut now = Instant::now();
    let (one, other) = (handles([2, 3, 4]), handles([5, 6]));
    regions.add(&one);
    regions.add(&other);
    assert_eq!(wished(&mut regions, now), [vec![2, 3, 4], vec![5, 6]]);

    regions.member_gone(FederateHandle::new(6));
    now += GAP.1;
    assert_eq!(wished(&mut regions, now), [[2, 3, 4]]);
    assert!(!regions.has(&other));

    for _ in 0..FORGOTTEN {
        assert!(regions.has(&one));
        regions.used(&one, 0);
        regions.tick(now);
    }
    now += GAP.1;
    assert!(!regions.has(&one));
    assert!(wished(&mut regions, now).is_empty());
    assert!(!wishes_for(&regions, &[2, 3, 4]));
    // Numbers of interests are used again.
    for number in 10..5_000 {
        let set = handles([number, number + 1]);
        regions.add(&set);
        regions.forget(&set);
    }
    assert!(regions.free.len() <= 3, "{}", regions.free.len());
}

#[test]
fn what_is_remembered_has_a_bound() {
    let mut regions = Regions::new();
    for number in 0..2 * MOST as u32 {
        regions.add(&handles([number, number + 1]));
    }
    assert_eq!(regions.sets.len(), MOST);
}

#[test]
fn failures_count_no_longer_once_a_group_came_about() {
    let mut regions = Regions::new();
    let mut now = Instant::now();
    let all = handles([2, 3, 4]);
    regions.add(&all);
    wished(&mut regions, now);
    let pause = |regions: &mut Regions, now: &mut Instant| {
        regions.set_apart(FederateHandle::new(4), *now);
        let back = regions.apart[&FederateHandle::new(4)].until.unwrap();
        let pause = (back - *now).as_secs();
        *now = back;
        wished(regions, *now);
        pause
    };
    assert_eq!(pause(&mut regions, &mut now), 1);
    assert_eq!(pause(&mut regions, &mut now), 2);

    regions.succeeded(&all);

    assert_eq!(pause(&mut regions, &mut now), 1);
    // Of one that is apart at that time, it says nothing.
    regions.set_apart(FederateHandle::new(4), now);
    regions.succeeded(&handles([2, 3]));
    assert!(regions.is_apart(FederateHandle::new(4)));
}

#[test]
fn messages_go_other_ways_only_if_regions_change() {
    let mut regions = Regions::new();
    let mut now = Instant::now();
    regions.add(&handles([2, 3, 4]));
    assert!(regions.turn(now).unwrap().is_changed);

    // Messages took streams, for whatever reason.
    regions.check_groups();
    assert!(!regions.turn(now).unwrap().is_changed);
    assert!(regions.turn(now).is_none());
    // A rate changes, and no region with it.
    regions.used(&handles([2, 3, 4]), 100);
    now += GAP.1;
    assert!(!regions.turn(now).unwrap().is_changed);
    // Five members want much less of it.
    for first in 10..60 {
        regions.add(&handles([2, first]));
        regions.add(&handles([3, first]));
    }
    now += GAP.1;
    assert!(regions.turn(now).unwrap().is_changed);
}

#[test]
fn a_member_without_a_channel_is_back_as_soon_as_channels_change() {
    let mut regions = Regions::new();
    let mut now = Instant::now();
    regions.add(&handles([2, 3, 4]));
    assert_eq!(wished(&mut regions, now), [[2, 3, 4]]);
    regions.set_apart_without_channel(FederateHandle::new(4), now);
    now += Duration::from_millis(500);
    assert_eq!(wished(&mut regions, now), [[2, 3]]);

    regions.links_changed(now);

    now += Duration::from_millis(450);
    assert_eq!(wished(&mut regions, now), [[2, 3, 4]]);
    // A member that groups do not reach waits its time.
    regions.set_apart(FederateHandle::new(4), now);
    regions.links_changed(now);
    now += Duration::from_millis(900);
    assert!(!wished(&mut regions, now).contains(&vec![2, 3, 4]));
}
