//! The fast paths of updates and reflections against the general ones.
//!
//! Two federations get the same calls. In the first one updates go the remembered way where there is one, and are reflected the
//! remembered way. In the second one all members are reached by groups, so that each update is planned anew, and frames are
//! handed to the general path. Every frame and every callback has to be the same. The comparison needs no debug assertion.
//!
//! The same for members whose frames wait in the queue until the federate evokes its callbacks.

mod harness;

use bytes::Bytes;
use fastrand::Rng;
use harness::{Channel, World};
use hyla_core::callback::{AttributeValues, Callback};
use hyla_core::declaration::Activity;
use hyla_core::member::{DeliveredFrame, Step};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle, RangeBounds,
    RegionHandle,
};

const VEHICLE: &str = "HLAobjectRoot.Vehicle";
const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const NODES: usize = 4;
const NAMES: [&str; 4] = ["Name", "Position", "Speed", "Doors"];
/// So long that its message is not put together before it is sent, and goes to no group.
const LONG: usize = 20_000;

/// Something that happens, the same in both federations.
#[derive(Clone, Debug)]
enum Action {
    Update(usize, usize, Vec<(usize, usize)>),
    Subscribe(usize, bool, Vec<usize>, bool),
    Unsubscribe(usize, bool, Vec<usize>),
    SubscribeRegion(usize, Vec<usize>),
    MoveRegion(usize, u32),
    Associate(usize, usize, Vec<usize>),
    Unassociate(usize, usize, Vec<usize>),
    Register(usize),
    Transportation(usize, usize, Vec<usize>, bool),
    Divest(usize, usize, Vec<usize>),
    Acquire(usize, usize, Vec<usize>),
    Forget(usize, usize),
    Delete(usize, usize),
}

fn some(rng: &mut Rng) -> Vec<usize> {
    let mut some: Vec<_> = (0..NAMES.len()).filter(|_| rng.bool()).collect();
    if some.is_empty() {
        some.push(rng.usize(0..NAMES.len()));
    }
    rng.shuffle(&mut some);
    some
}

fn action(rng: &mut Rng) -> Action {
    let (node, object) = (rng.usize(0..NODES), rng.usize(0..8));
    match rng.u8(0..40) {
        0..=21 => {
            let length = |rng: &mut Rng| match rng.u8(0..30) {
                0 => LONG,
                _ => rng.usize(0..9),
            };
            let values = some(rng).into_iter().map(|a| (a, length(rng)));
            Action::Update(node, object, values.collect())
        }
        22..=24 => Action::Subscribe(node, rng.bool(), some(rng), rng.bool()),
        25..=26 => Action::Unsubscribe(node, rng.bool(), some(rng)),
        27 => Action::SubscribeRegion(node, some(rng)),
        28 => Action::MoveRegion(node, rng.u32(0..8)),
        29 => Action::Associate(node, object, some(rng)),
        30 => Action::Unassociate(node, object, some(rng)),
        31..=33 => Action::Register(node),
        34 => Action::Transportation(node, object, some(rng), rng.bool()),
        35 => Action::Divest(node, object, some(rng)),
        36..=37 => Action::Acquire(node, object, some(rng)),
        38 => Action::Forget(node, object),
        _ => Action::Delete(node, object),
    }
}

/// Paths that a federation takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paths {
    Fast,
    General,
    /// The fast paths into the queue and out of it.
    QueuedFast,
    /// The same, of frames that are not copied.
    QueuedKept,
    QueuedGeneral,
}

impl Paths {
    fn queues(self) -> bool {
        matches!(
            self,
            Self::QueuedFast | Self::QueuedKept | Self::QueuedGeneral
        )
    }

    fn is_fast(self) -> bool {
        matches!(self, Self::Fast | Self::QueuedFast | Self::QueuedKept)
    }
}

/// A federation, and everything seen in it since the last comparison.
struct Federation {
    world: World,
    paths: Paths,
    regions: Vec<RegionHandle>,
    seen: Vec<String>,
    /// Updates that were reflected the remembered way.
    remembered: usize,
}

impl Federation {
    fn new(paths: Paths) -> Self {
        let mut world = World::traffic(NODES);
        world.groups = !paths.is_fast();
        let mut regions = Vec::new();
        for node in 0..NODES {
            world.publish(node, CAR, &NAMES);
            regions.push(world.call(node, |m, _| {
                let lane = m.dimension_handle("Lane")?;
                m.create_region(&[lane].into())
            }));
        }
        world.quiet();
        let others = |node| (0..NODES).filter(move |other| *other != node);
        for (from, to) in (0..NODES).flat_map(|from| others(from).map(move |to| (from, to))) {
            world.hold(Channel::Data(from, to));
        }
        Self {
            world,
            paths,
            regions,
            seen: Vec::new(),
            remembered: 0,
        }
    }

    fn set(&self, attributes: &[usize]) -> AttributeHandleSet {
        let names: Vec<_> = attributes.iter().map(|at| NAMES[*at]).collect();
        self.world.attributes(CAR, &names)
    }

    /// Attributes that exist at the class.
    fn at_class(&self, at_car: bool, attributes: &[usize]) -> (&'static str, AttributeHandleSet) {
        let defined = |at: &&usize| at_car || NAMES[**at] != "Doors";
        let attributes: Vec<_> = attributes.iter().filter(defined).copied().collect();
        let class = if at_car { CAR } else { VEHICLE };
        (class, self.set(&attributes))
    }

    /// Carries an action out; refusals are outcomes, too.
    fn carry_out(&mut self, action: &Action, objects: &mut Vec<ObjectInstanceHandle>) {
        let object = |at: &usize| objects.get(at % objects.len().max(1)).copied();
        let object =
            |at: &usize| object(at).unwrap_or(ObjectInstanceHandle::of(FederateHandle::new(1), 99));
        let class = self.world.class(CAR);
        let outcome = match action {
            Action::Update(node, at, values) => {
                let handles: Vec<AttributeHandle> = values
                    .iter()
                    .map(|(a, _)| self.world.attribute(CAR, NAMES[*a]))
                    .collect();
                let bytes: Vec<_> = values.iter().map(|(a, l)| vec![*a as u8; *l]).collect();
                let pairs = handles.iter().copied().zip(bytes.iter().map(Vec::as_slice));
                let pairs = pairs.collect::<Vec<_>>();
                let object = object(at);
                let sent = self.world.attempt(*node, |m, out| {
                    m.update_attribute_values(object, &pairs, b"tag", None, out)
                });
                format!("{sent:?}")
            }
            Action::Subscribe(node, at_car, attributes, slowly) => {
                let (class, set) = self.at_class(*at_car, attributes);
                let class = self.world.class(class);
                let rate = if *slowly { "Low" } else { "" };
                let done = self.world.attempt(*node, |m, out| {
                    let active = Activity::Active;
                    m.subscribe_object_class_attributes(class, &set, active, rate, out)
                });
                format!("{done:?}")
            }
            Action::Unsubscribe(node, at_car, attributes) => {
                let (class, set) = self.at_class(*at_car, attributes);
                let class = self.world.class(class);
                let done = self.world.attempt(*node, |m, out| {
                    m.unsubscribe_object_class_attributes(class, &set, out)
                });
                format!("{done:?}")
            }
            Action::SubscribeRegion(node, attributes) => {
                let pair = (self.set(attributes), [self.regions[*node]].into());
                let done = self.world.attempt(*node, |m, out| {
                    let active = Activity::Active;
                    m.subscribe_object_class_attributes_with_regions(
                        class,
                        &[pair],
                        active,
                        "",
                        out,
                    )
                });
                format!("{done:?}")
            }
            Action::MoveRegion(node, lower) => {
                let region = self.regions[*node];
                let done = self.world.attempt(*node, |m, out| {
                    let lane = m.dimension_handle("Lane")?;
                    let bounds = RangeBounds::new(*lower, lower + 3).expect("the lower is less");
                    m.set_range_bounds(region, lane, bounds)?;
                    m.commit_region_modifications(&[region].into(), out)
                });
                format!("{done:?}")
            }
            Action::Associate(node, at, attributes) => {
                let pair = (self.set(attributes), [self.regions[*node]].into());
                let object = object(at);
                let done = self.world.attempt(*node, |m, out| {
                    m.associate_regions_for_updates(object, &[pair], out)
                });
                format!("{done:?}")
            }
            Action::Unassociate(node, at, attributes) => {
                let pair = (self.set(attributes), [self.regions[*node]].into());
                let object = object(at);
                let done = self.world.attempt(*node, |m, out| {
                    m.unassociate_regions_for_updates(object, &[pair], out)
                });
                format!("{done:?}")
            }
            Action::Register(node) => {
                let object = self.world.register(*node, CAR);
                objects.push(object);
                format!("{object:?}")
            }
            Action::Transportation(node, at, attributes, reliable) => {
                let (set, object) = (self.set(attributes), object(at));
                let name = if *reliable {
                    "HLAreliable"
                } else {
                    "HLAbestEffort"
                };
                let done = self.world.attempt(*node, |m, _| {
                    let transportation = m.transportation_type_handle(name)?;
                    m.request_attribute_transportation_type_change(object, &set, transportation)
                });
                format!("{done:?}")
            }
            Action::Divest(node, at, attributes) => {
                let (set, object) = (self.set(attributes), object(at));
                let done = self.world.attempt(*node, |m, out| {
                    m.unconditional_attribute_ownership_divestiture(object, &set, b"", out)
                });
                format!("{done:?}")
            }
            Action::Acquire(node, at, attributes) => {
                let (set, object) = (self.set(attributes), object(at));
                let done = self.world.attempt(*node, |m, out| {
                    m.attribute_ownership_acquisition_if_available(object, &set, b"", out)
                });
                format!("{done:?}")
            }
            Action::Forget(node, at) => {
                let object = object(at);
                let done = self
                    .world
                    .attempt(*node, |m, _| m.local_delete_object_instance(object));
                format!("{done:?}")
            }
            Action::Delete(node, at) => {
                let object = object(at);
                let done = self.world.attempt(*node, |m, out| {
                    m.delete_object_instance(object, b"", None, out)
                });
                format!("{done:?}")
            }
        };
        self.seen.push(outcome);
        self.settle();
    }

    /// Everything arrives, frame after frame, and is delivered at once.
    fn settle(&mut self) {
        loop {
            self.world.settle();
            for node in 0..NODES {
                self.deliver_callbacks(node);
            }
            let mut moved = false;
            for (from, to) in (0..NODES).flat_map(|from| (0..NODES).map(move |to| (from, to))) {
                let (sender, receiver) = (self.world.handle(from), self.world.handle(to));
                let frames = self.world.copy_data(sender, receiver);
                self.world.drop_data(sender, receiver);
                for frame in frames {
                    moved = true;
                    self.seen.push(format!("{from} to {to}: {frame:?}"));
                    if self.paths.queues() {
                        self.queue(to, sender, &frame);
                    } else {
                        self.deliver(to, sender, &frame);
                        self.deliver_callbacks(to);
                    }
                }
            }
            if !moved {
                return;
            }
        }
    }

    fn deliver(&mut self, to: usize, from: FederateHandle, frame: &[u8]) {
        let now = self.world.now;
        let (paths, seen) = (self.paths, &mut self.seen);
        let remembered = &mut self.remembered;
        self.world.call(to, |m, out| {
            let mut values = AttributeValues::new();
            if paths == Paths::Fast
                && let Some((object, delivery)) = m.deliver_update(from, frame, &mut values)
            {
                *remembered += 1;
                let callback = Callback::ReflectAttributeValues {
                    object,
                    values,
                    delivery,
                };
                seen.push(format!("{to}: {callback:?}"));
                return Ok(());
            }
            let step = m.deliver_data(from, frame, &|| now, out);
            if let Step::Callback(callback) = step.expect("members keep the protocol") {
                seen.push(format!("{to}: {callback:?}"));
            }
            Ok(())
        });
    }

    fn queue(&mut self, to: usize, from: FederateHandle, frame: &[u8]) {
        let paths = self.paths;
        self.world.call(to, |m, out| {
            let is_queued = match paths {
                Paths::QueuedFast => m.queue_update(from, frame),
                Paths::QueuedKept => m.queue_update(from, &Bytes::copy_from_slice(frame)),
                _ => false,
            };
            if !is_queued {
                m.handle_data(from, frame, out)
                    .expect("members keep the protocol");
            }
            Ok(())
        });
    }

    /// Delivers updates at the front of the queue as far as they can be delivered the fast way.
    fn deliver_next_updates(&mut self, node: usize) {
        let (seen, remembered) = (&mut self.seen, &mut self.remembered);
        self.world.call(node, |m, _| {
            let mut scratch = DeliveredFrame::new();
            loop {
                let mut values = AttributeValues::new();
                let Some((object, delivery)) = m.next_update(&mut scratch, &mut values) else {
                    return Ok(());
                };
                *remembered += 1;
                let callback = Callback::ReflectAttributeValues {
                    object,
                    values,
                    delivery,
                };
                seen.push(format!("{node}: {callback:?}"));
            }
        });
    }

    fn deliver_callbacks(&mut self, node: usize) {
        if self.paths.is_fast() && self.paths.queues() {
            self.deliver_next_updates(node);
        }
        let seen = &mut self.seen;
        self.world
            .show(node, |callback| seen.push(format!("{node}: {callback:?}")));
    }
}

/// The number of updates that went the remembered way.
fn compare(paths: Paths, with: Paths) -> usize {
    let mut remembered = 0;
    for seed in 0..40 {
        let mut rng = Rng::with_seed(seed);
        let mut fast = Federation::new(paths);
        let mut general = Federation::new(with);
        let (mut objects, mut same_objects) = (Vec::new(), Vec::new());
        let mut last_update: Option<Action> = None;
        for step in 0..120 {
            // Most updates are like one before, perhaps after something has changed.
            let action = match &last_update {
                Some(update) if rng.bool() => update.clone(),
                _ => action(&mut rng),
            };
            if matches!(action, Action::Update(..)) {
                last_update = Some(action.clone());
            }
            fast.carry_out(&action, &mut objects);
            general.carry_out(&action, &mut same_objects);

            assert_eq!(
                fast.seen, general.seen,
                "seed {seed}, step {step}: {action:?}"
            );
            fast.seen.clear();
            general.seen.clear();
        }
        remembered += fast.remembered;
    }
    remembered
}

#[test]
fn remembered_ways_are_those_of_the_plan() {
    let remembered = compare(Paths::Fast, Paths::General);

    assert!(
        remembered > 400,
        "only {remembered} updates went the remembered way"
    );
}

#[test]
fn updates_pass_the_queue_on_the_fast_path_as_on_the_general_one() {
    let remembered = compare(Paths::QueuedFast, Paths::QueuedGeneral);

    assert!(
        remembered > 400,
        "only {remembered} updates left the queue on the fast path"
    );
}

#[test]
fn updates_that_are_kept_pass_the_queue_as_those_that_are_copied() {
    let remembered = compare(Paths::QueuedKept, Paths::QueuedGeneral);

    assert!(
        remembered > 400,
        "only {remembered} updates left the queue on the fast path"
    );
}
