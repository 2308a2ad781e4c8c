use hyla_types::RangeBounds;
use proptest::prelude::*;

use super::*;

fn dimension(number: u32) -> DimensionHandle {
    DimensionHandle::new(number)
}

#[derive(Clone, Debug)]
enum Action {
    Update(Region),
    Subscribe(u32, Region),
    MoveUpdate(usize, Region),
    MoveSubscription(usize, Region),
    RemoveUpdate(usize),
    RemoveSubscription(usize),
}

/// Regions of up to three dimensions, small and large, near zero and near the end of all numbers.
fn region() -> impl Strategy<Value = Region> {
    let lower = prop_oneof![0..40_u32, u32::MAX - 40..u32::MAX - 1];
    let length = prop_oneof![4 => 1..8_u32, 1 => 1..200_u32, 1 => Just(u32::MAX)];
    let range = (1..4_u32, lower, length).prop_map(|(d, lower, length)| {
        let upper = lower.saturating_add(length);
        (dimension(d), RangeBounds::new(lower, upper).unwrap())
    });
    proptest::collection::vec(range, 0..5).prop_map(Region::from)
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => region().prop_map(Action::Update),
        3 => (0..4_u32, region()).prop_map(|(p, r)| Action::Subscribe(p, r)),
        3 => (0..20_usize, region()).prop_map(|(at, r)| Action::MoveUpdate(at, r)),
        3 => (0..20_usize, region()).prop_map(|(at, r)| Action::MoveSubscription(at, r)),
        1 => (0..20_usize).prop_map(Action::RemoveUpdate),
        1 => (0..20_usize).prop_map(Action::RemoveSubscription),
    ]
}

/// Expected content of the matcher: number, region.
#[derive(Default)]
struct Model {
    updates: Vec<(u32, Region)>,
    subscriptions: Vec<(u32, u32, Region)>,
}

impl Model {
    fn parties(&self, region: &Region) -> Vec<u32> {
        let overlapping = self.subscriptions.iter().filter(|s| s.2.overlaps(region));
        let mut parties: Vec<u32> = overlapping.map(|s| s.1).collect();
        parties.sort_unstable();
        parties.dedup();
        parties
    }

    fn all(&self) -> Vec<(u32, Vec<u32>)> {
        let mut all: Vec<_> = self
            .updates
            .iter()
            .map(|(id, region)| (*id, self.parties(region)))
            .collect();
        all.sort_unstable();
        all
    }
}

proptest! {
    #[test]
    fn the_matcher_knows_what_comparing_everything_finds(
        actions in proptest::collection::vec(action(), 1..80)
    ) {
        let mut matcher = Matcher::new(&[dimension(1), dimension(2), dimension(3)].into());
        let mut model = Model::default();
        for action in actions {
            let before = model.all();
            let mut changed = Vec::new();
            let mut by_subscription = true;
            match action {
                Action::Update(region) => {
                    by_subscription = false;
                    let id = matcher.insert_update(region.clone());
                    model.updates.push((id, region));
                }
                Action::Subscribe(party, region) => {
                    let id = matcher.insert_subscription(party, region.clone(), &mut changed);
                    model.subscriptions.push((id, party, region));
                }
                Action::MoveUpdate(at, region) => {
                    by_subscription = false;
                    if at < model.updates.len() {
                        let id = model.updates[at].0;
                        let earlier = model.parties(&model.updates[at].1);
                        let now = model.parties(&region);
                        model.updates[at].1 = region.clone();
                        prop_assert_eq!(matcher.move_update(id, region), earlier != now);
                    }
                }
                Action::MoveSubscription(at, region) => {
                    if let Some(entry) = model.subscriptions.get_mut(at) {
                        entry.2 = region.clone();
                        matcher.move_subscription(entry.0, region, &mut changed);
                    }
                }
                Action::RemoveUpdate(at) => {
                    by_subscription = false;
                    if at < model.updates.len() {
                        matcher.remove_update(model.updates.remove(at).0);
                    }
                }
                Action::RemoveSubscription(at) => {
                    if at < model.subscriptions.len() {
                        let (id, ..) = model.subscriptions.remove(at);
                        matcher.remove_subscription(id, &mut changed);
                    }
                }
            }
            let after = model.all();
            for (id, parties) in &after {
                prop_assert_eq!(&matcher.parties(*id).collect::<Vec<_>>(), parties);
            }
            if by_subscription {
                let mut expected: Vec<u32> = before
                    .iter()
                    .zip(&after)
                    .filter(|(b, a)| b != a)
                    .map(|(b, _)| b.0)
                    .collect();
                expected.sort_unstable();
                changed.sort_unstable();
                changed.dedup();
                for id in expected {
                    prop_assert!(changed.contains(&id));
                }
            }
            for (_, _, region) in &model.subscriptions {
                let mut found = Vec::new();
                matcher.search_updates(region, &mut |id| found.push(id));
                found.sort_unstable();
                let mut expected: Vec<u32> = model
                    .updates
                    .iter()
                    .filter(|u| u.1.overlaps(region))
                    .map(|u| u.0)
                    .collect();
                expected.sort_unstable();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
