//! Receivers are those that a comparison of all regions finds, in any order of changes.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::collections::{BTreeMap, BTreeSet};

use harness::{Told, World};
use hyla_core::declaration::Activity;
use hyla_core::support::Switch;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, ObjectClassHandle, ObjectInstanceHandle, RangeBounds,
    RegionHandle, RegionHandleSet,
};
use proptest::prelude::*;

const NODES: usize = 3;
const CLASSES: [&str; 2] = ["HLAobjectRoot.Vehicle", "HLAobjectRoot.Vehicle.Car"];
const ATTRIBUTES: [&str; 2] = ["Name", "Speed"];
/// Regions of each node, and registrations at most.
const REGIONS: usize = 3;
const OBJECTS: usize = 4;

/// One call of a node. Numbers choose among what there is.
#[derive(Clone, Debug)]
enum Action {
    Move(usize, usize, u32, u32),
    Register(usize, usize, Vec<(usize, usize)>),
    Associate(usize, usize, usize),
    Unassociate(usize, usize, usize),
    Subscribe(usize, usize, usize, usize),
    Unsubscribe(usize, usize, usize, usize),
    SubscribePlainly(usize, usize, usize),
    UnsubscribePlainly(usize, usize, usize),
    Leave(usize),
}

fn action() -> impl Strategy<Value = Action> {
    use Action::*;
    let (node, class) = (0..NODES, 0..CLASSES.len());
    let (attribute, region, object) = (0..ATTRIBUTES.len(), 0..REGIONS, 0..OBJECTS);
    let pairs = prop::collection::vec((attribute.clone(), region.clone()), 0..3);
    prop_oneof![
        8 => (node.clone(), region.clone(), 0..90_u32, 1..30_u32)
            .prop_map(|(n, r, at, length)| Move(n, r, at, length)),
        3 => (node.clone(), class.clone(), pairs).prop_map(|(n, c, p)| Register(n, c, p)),
        2 => (object.clone(), attribute.clone(), region.clone())
            .prop_map(|(o, a, r)| Associate(o, a, r)),
        2 => (object, attribute.clone(), region.clone()).prop_map(|(o, a, r)| Unassociate(o, a, r)),
        5 => (node.clone(), class.clone(), attribute.clone(), region.clone())
            .prop_map(|(n, c, a, r)| Subscribe(n, c, a, r)),
        2 => (node.clone(), class.clone(), attribute.clone(), region)
            .prop_map(|(n, c, a, r)| Unsubscribe(n, c, a, r)),
        1 => (node.clone(), class.clone(), attribute.clone())
            .prop_map(|(n, c, a)| SubscribePlainly(n, c, a)),
        1 => (node.clone(), class, attribute).prop_map(|(n, c, a)| UnsubscribePlainly(n, c, a)),
        1 => (1..NODES).prop_map(Leave),
    ]
}

struct Object {
    handle: ObjectInstanceHandle,
    owner: usize,
    class: usize,
    regions: BTreeMap<usize, BTreeSet<usize>>,
}

/// Calls, and their consequences by comparison of all regions.
struct Model {
    /// Bounds of each node's regions.
    bounds: Vec<Vec<(u32, u32)>>,
    regional: BTreeSet<(usize, usize, usize, usize)>,
    plain: BTreeSet<(usize, usize, usize)>,
    objects: Vec<Object>,
    /// Class by which a node knows an instance, according to its callbacks.
    known: BTreeMap<(usize, ObjectInstanceHandle), usize>,
    /// Scope of a node, according to its callbacks.
    scopes: BTreeMap<(usize, ObjectInstanceHandle), BTreeSet<usize>>,
    gone: BTreeSet<usize>,
}

impl Model {
    fn subscribes_at(&self, node: usize, class: usize) -> bool {
        self.plain.iter().any(|(n, c, _)| (*n, *c) == (node, class))
            || self
                .regional
                .iter()
                .any(|(n, c, ..)| (*n, *c) == (node, class))
    }

    fn candidate(&self, node: usize, object: &Object) -> Option<usize> {
        (0..=object.class)
            .rev()
            .find(|class| self.subscribes_at(node, *class))
    }

    fn overlaps(&self, node: usize, class: usize, attribute: usize, object: &Object) -> bool {
        if self.plain.contains(&(node, class, attribute)) {
            return true;
        }
        let subscribed = self
            .regional
            .iter()
            .filter(|(n, c, a, _)| (*n, *c, *a) == (node, class, attribute));
        let mut subscribed = subscribed.map(|(.., region)| self.bounds[node][*region]);
        match object.regions.get(&attribute) {
            None => subscribed.next().is_some(),
            Some(regions) => subscribed.any(|(lower, upper)| {
                let mut sent = regions.iter().map(|r| self.bounds[object.owner][*r]);
                sent.any(|(l, u)| lower < u && l < upper)
            }),
        }
    }

    fn scope(&self, node: usize, class: usize, object: &Object) -> BTreeSet<usize> {
        (0..ATTRIBUTES.len())
            .filter(|a| node != object.owner && self.overlaps(node, class, *a, object))
            .collect()
    }
}

struct Play {
    world: World,
    model: Model,
    regions: Vec<Vec<RegionHandle>>,
    classes: Vec<ObjectClassHandle>,
    attributes: Vec<AttributeHandle>,
}

impl Play {
    fn new() -> Self {
        let mut world = World::traffic(NODES);
        let classes: Vec<_> = CLASSES.iter().map(|name| world.class(name)).collect();
        let attributes = ATTRIBUTES
            .map(|name| world.attribute(CLASSES[1], name))
            .to_vec();
        let mut regions = Vec::new();
        for node in 0..NODES {
            for class in CLASSES {
                world.publish(node, class, &ATTRIBUTES);
            }
            world.call(node, |m, _| {
                m.set_switch(Switch::AttributeScopeAdvisory, true)
            });
            let lane = world.call(node, |m, _| m.dimension_handle("Lane"));
            let create = |_| world.call(node, |m, _| m.create_region(&[lane].into()));
            regions.push((0..REGIONS).map(create).collect());
        }
        let model = Model {
            bounds: vec![vec![(0, 100); REGIONS]; NODES],
            regional: BTreeSet::new(),
            plain: BTreeSet::new(),
            objects: Vec::new(),
            known: BTreeMap::new(),
            scopes: BTreeMap::new(),
            gone: BTreeSet::new(),
        };
        Self {
            world,
            model,
            regions,
            classes,
            attributes,
        }
    }

    fn pair(
        &self,
        node: usize,
        attribute: usize,
        region: usize,
    ) -> (AttributeHandleSet, RegionHandleSet) {
        let region = self.regions[node][region];
        ([self.attributes[attribute]].into(), [region].into())
    }

    fn act(&mut self, action: &Action) {
        let by = match *action {
            Action::Associate(object, ..) | Action::Unassociate(object, ..) => {
                let Some(object) = self.model.objects.get(object) else {
                    return;
                };
                object.owner
            }
            Action::Move(node, ..)
            | Action::Register(node, ..)
            | Action::Subscribe(node, ..)
            | Action::Unsubscribe(node, ..)
            | Action::SubscribePlainly(node, ..)
            | Action::UnsubscribePlainly(node, ..)
            | Action::Leave(node) => node,
        };
        if self.model.gone.contains(&by) {
            return;
        }
        match action {
            Action::Move(node, region, lower, length) => {
                let upper = (lower + length).min(100);
                self.model.bounds[*node][*region] = (*lower, upper);
                let region = self.regions[*node][*region];
                let bounds = RangeBounds::new(*lower, upper).unwrap();
                self.world.call(*node, |m, out| {
                    let lane = m.dimension_handle("Lane")?;
                    m.set_range_bounds(region, lane, bounds)?;
                    m.commit_region_modifications(&[region].into(), out)
                });
            }
            Action::Register(node, class, pairs) => {
                if self.model.objects.len() == OBJECTS {
                    return;
                }
                let mut regions: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
                for (attribute, region) in pairs {
                    regions.entry(*attribute).or_default().insert(*region);
                }
                let named: Vec<_> = pairs
                    .iter()
                    .map(|(a, r)| self.pair(*node, *a, *r))
                    .collect();
                let registered = self.classes[*class];
                let handle = self.world.call(*node, |m, out| {
                    m.register_object_instance_with_regions(registered, &named, None, out)
                });
                self.model.objects.push(Object {
                    handle,
                    owner: *node,
                    class: *class,
                    regions,
                });
            }
            Action::Associate(object, attribute, region) => {
                let pair = self.pair(by, *attribute, *region);
                let object = &mut self.model.objects[*object];
                object
                    .regions
                    .entry(*attribute)
                    .or_default()
                    .insert(*region);
                let handle = object.handle;
                self.world.call(by, |m, out| {
                    m.associate_regions_for_updates(handle, &[pair], out)
                });
            }
            Action::Unassociate(object, attribute, region) => {
                let pair = self.pair(by, *attribute, *region);
                let object = &mut self.model.objects[*object];
                if let Some(regions) = object.regions.get_mut(attribute) {
                    regions.remove(region);
                    if regions.is_empty() {
                        object.regions.remove(attribute);
                    }
                }
                let handle = object.handle;
                self.world.call(by, |m, out| {
                    m.unassociate_regions_for_updates(handle, &[pair], out)
                });
            }
            Action::Subscribe(node, class, attribute, region) => {
                self.model
                    .regional
                    .insert((*node, *class, *attribute, *region));
                let pair = self.pair(*node, *attribute, *region);
                let class = self.classes[*class];
                self.world.call(*node, |m, out| {
                    let active = Activity::Active;
                    m.subscribe_object_class_attributes_with_regions(
                        class,
                        &[pair],
                        active,
                        "",
                        out,
                    )
                });
            }
            Action::Unsubscribe(node, class, attribute, region) => {
                self.model
                    .regional
                    .remove(&(*node, *class, *attribute, *region));
                let pair = self.pair(*node, *attribute, *region);
                let class = self.classes[*class];
                self.world.call(*node, |m, out| {
                    m.unsubscribe_object_class_attributes_with_regions(class, &[pair], out)
                });
                self.scopes_as_they_are(*node);
            }
            Action::SubscribePlainly(node, class, attribute) => {
                self.model.plain.insert((*node, *class, *attribute));
                let set = [self.attributes[*attribute]].into();
                let class = self.classes[*class];
                self.world.call(*node, |m, out| {
                    m.subscribe_object_class_attributes(class, &set, Activity::Active, "", out)
                });
            }
            Action::UnsubscribePlainly(node, class, attribute) => {
                self.model.plain.remove(&(*node, *class, *attribute));
                let set = [self.attributes[*attribute]].into();
                let class = self.classes[*class];
                self.world.call(*node, |m, out| {
                    m.unsubscribe_object_class_attributes(class, &set, out)
                });
                self.scopes_as_they_are(*node);
            }
            Action::Leave(node) => {
                self.world
                    .resign(*node, hyla_types::ResignAction::DeleteObjectsThenDivest);
                self.model.gone.insert(*node);
                self.model.objects.retain(|object| object.owner != *node);
                self.model.plain.retain(|(n, ..)| n != node);
                self.model.regional.retain(|(n, ..)| n != node);
                self.model.known.retain(|(n, _), _| n != node);
                self.model.scopes.retain(|(n, _), _| n != node);
            }
        }
    }

    /// Attributes that leave the scope by the node's own unsubscription cause no callback.
    fn scopes_as_they_are(&mut self, node: usize) {
        for object in &self.model.objects {
            let at = (node, object.handle);
            if let Some(class) = self.model.known.get(&at) {
                let now = self.model.scope(node, *class, object);
                let told = self.model.scopes.entry(at).or_default();
                told.retain(|attribute| now.contains(attribute));
            }
        }
    }

    fn numbers(&self, set: &AttributeHandleSet) -> BTreeSet<usize> {
        let number = |a| {
            self.attributes
                .iter()
                .position(|other| *other == a)
                .unwrap()
        };
        set.iter().map(number).collect()
    }

    /// Everything settles; checks the callbacks, and returns the reflections.
    fn listen(&mut self) -> BTreeMap<(usize, ObjectInstanceHandle), BTreeSet<usize>> {
        let mut reflected: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        self.world.settle();
        for node in 0..NODES {
            if self.model.gone.contains(&node) {
                continue;
            }
            for told in self.world.told(node) {
                match told {
                    Told::Discovered(object, class) => {
                        let class = self.classes.iter().position(|c| *c == class).unwrap();
                        assert_eq!(self.model.known.insert((node, object), class), None);
                    }
                    Told::InScope(object, set) => {
                        let set = self.numbers(&set);
                        let scope = self.model.scopes.entry((node, object)).or_default();
                        assert!(set.is_disjoint(scope), "told twice: {set:?}");
                        scope.extend(set);
                    }
                    Told::OutOfScope(object, set) => {
                        let set = self.numbers(&set);
                        let scope = self.model.scopes.entry((node, object)).or_default();
                        assert!(set.is_subset(scope), "never in scope: {set:?}");
                        scope.retain(|attribute| !set.contains(attribute));
                    }
                    Told::Reflected(object, values) => {
                        let set = values.iter().map(|(a, _)| *a).collect();
                        let set = self.numbers(&set);
                        let entry = reflected.entry((node, object)).or_default();
                        assert!(set.is_disjoint(entry), "reflected twice: {set:?}");
                        entry.extend(set);
                    }
                    Told::Removed(object) => {
                        self.model.known.remove(&(node, object));
                        self.model.scopes.remove(&(node, object));
                    }
                    _ => {}
                }
            }
        }
        reflected
    }

    fn check(&mut self) {
        self.listen();
        let mut expected: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        for object in &self.model.objects {
            for node in (0..NODES).filter(|node| *node != object.owner) {
                let at = (node, object.handle);
                let Some(class) = self.model.known.get(&at) else {
                    let candidate = self.model.candidate(node, object);
                    let scope = candidate.map(|c| self.model.scope(node, c, object));
                    let due = scope.is_some_and(|scope| !scope.is_empty());
                    assert!(!due, "{node} has not discovered {:?}", object.handle);
                    continue;
                };
                let scope = self.model.scope(node, *class, object);
                let told = self.model.scopes.get(&at).cloned().unwrap_or_default();
                assert_eq!(told, scope, "scope of {:?} at {node}", object.handle);
                if !scope.is_empty() {
                    expected.insert(at, scope);
                }
            }
        }
        for at in 0..self.model.objects.len() {
            let (handle, owner) = (self.model.objects[at].handle, self.model.objects[at].owner);
            let values: Vec<(AttributeHandle, &[u8])> = self
                .attributes
                .iter()
                .map(|a| (*a, &b"value"[..]))
                .collect();
            self.world.call(owner, |m, out| {
                m.update_attribute_values(handle, &values, &[], None, out)
            });
        }
        assert_eq!(self.listen(), expected, "reflections");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn values_reach_exactly_the_subscriptions_that_overlap(
        actions in prop::collection::vec(action(), 1..40)
    ) {
        let mut play = Play::new();
        for action in &actions {
            play.act(action);
            play.check();
        }
    }

    #[test]
    fn calls_that_cross_each_other_end_in_the_same_state(
        actions in prop::collection::vec(prop::collection::vec(action(), 1..5), 1..12)
    ) {
        let mut play = Play::new();
        for together in &actions {
            // Callbacks about own unsubscriptions depend on the order.
            let ordered = |a: &&Action| !matches!(
                a,
                Action::Unsubscribe(..) | Action::UnsubscribePlainly(..) | Action::Leave(..)
            );
            for action in together.iter().filter(ordered) {
                play.act(action);
            }
            play.check();
            for action in together.iter().filter(|a| !ordered(a)) {
                play.act(action);
                play.check();
            }
        }
    }
}

/// An instance out of reach of a subscription comes into its reach by a move, while a
/// subscription of a subclass keeps the two members in touch.
#[test]
fn a_move_leads_to_discovery_beside_a_subscription_of_a_subclass() {
    let mut play = Play::new();
    for action in [
        Action::Move(2, 0, 4, 28),
        Action::Move(1, 1, 0, 1),
        Action::Subscribe(1, 0, 0, 1),
        Action::Register(2, 1, vec![(1, 0)]),
        Action::Register(2, 0, vec![(0, 0)]),
        Action::Subscribe(1, 1, 1, 0),
        Action::Move(1, 1, 31, 26),
    ] {
        play.act(&action);
        play.check();
    }
}
