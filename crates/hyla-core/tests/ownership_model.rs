//! Federates that do anything about ownership at any time, while messages take their time.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use harness::{Channel, Outgoing, Told, World};
use hyla_core::Result;
use hyla_core::member::Member;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, ExceptionKind, ObjectInstanceHandle,
    ResignAction, Service,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const NAMES: [&str; 3] = ["Speed", "Position", "HLAprivilegeToDeleteObject"];

type At = (usize, ObjectInstanceHandle, AttributeHandle);

struct Run {
    seed: u64,
    dice: Rng,
    world: World,
    attributes: Vec<AttributeHandle>,
    cars: Vec<ObjectInstanceHandle>,
    /// Nodes that have not left.
    present: BTreeSet<usize>,
    /// Acquisitions whose end a federate was not notified of; whether it has cancelled.
    pending: BTreeMap<At, bool>,
}

impl Run {
    fn new(seed: u64) -> Self {
        let mut dice = Rng::with_seed(seed);
        let members = 3 + dice.usize(..3);
        let mut world = World::traffic(1);
        for _ in 1..members {
            let edition = [Edition::Hla2010, Edition::Hla2025][dice.usize(..2)];
            let node = world.connect(edition);
            world.join(node, vec![]);
        }
        for node in 0..members {
            world.publish(node, CAR, &NAMES);
            world.subscribe(node, CAR, &NAMES);
        }
        let attributes = NAMES.map(|name| world.attribute(CAR, name)).to_vec();
        let cars = vec![world.register(0, CAR), world.register(1, CAR)];
        world.quiet();
        let mut run = Self {
            seed,
            dice,
            world,
            attributes,
            cars,
            present: (0..members).collect(),
            pending: BTreeMap::new(),
        };
        for node in 0..members {
            let directives = [
                ResignAction::UnconditionallyDivestAttributes,
                ResignAction::CancelThenDeleteThenDivest,
            ];
            let directive = directives[run.dice.usize(..2)];
            run.world.call(node, |m, out| {
                m.set_automatic_resign_directive(directive, out)
            });
        }
        run
    }

    fn some_attributes(&mut self) -> AttributeHandleSet {
        let all = self.attributes.clone();
        let mut chosen: AttributeHandleSet =
            all.iter().copied().filter(|_| self.dice.bool()).collect();
        chosen.insert(all[self.dice.usize(..all.len())]);
        chosen
    }

    fn some_node(&mut self) -> usize {
        let at = self.dice.usize(..self.present.len());
        *self.present.iter().nth(at).unwrap()
    }

    /// A service; refusals are part of the game.
    fn attempt<T>(
        &mut self,
        node: usize,
        service: impl FnOnce(&mut Member, &mut Outgoing) -> Result<T>,
    ) -> Option<T> {
        match self.world.attempt(node, service) {
            Ok(outcome) => Some(outcome),
            Err(exception) => {
                assert_ne!(
                    exception.kind,
                    ExceptionKind::RTIinternalError,
                    "{exception}"
                );
                None
            }
        }
    }

    /// One federate does something.
    fn act(&mut self) {
        let node = self.some_node();
        let car = self.cars[self.dice.usize(..self.cars.len())];
        let set = self.some_attributes();
        match self.dice.usize(..40) {
            0..=2 => drop(self.attempt(node, |m, out| {
                m.unconditional_attribute_ownership_divestiture(car, &set, b"u", out)
            })),
            3..=6 => drop(self.attempt(node, |m, out| {
                m.negotiated_attribute_ownership_divestiture(car, &set, b"n", out)
            })),
            7..=9 => drop(self.attempt(node, |m, out| m.confirm_divestiture(car, &set, b"c", out))),
            10..=13 => drop(self.attempt(node, |m, out| {
                m.attribute_ownership_divestiture_if_wanted(car, &set, b"w", out)
            })),
            14..=15 => drop(self.attempt(node, |m, out| {
                m.attribute_ownership_release_denied(car, &set, b"d", out)
            })),
            16..=17 => drop(self.attempt(node, |m, out| {
                m.cancel_negotiated_attribute_ownership_divestiture(car, &set, out)
            })),
            18..=24 => {
                let asked = self.attempt(node, |m, out| {
                    m.attribute_ownership_acquisition(car, &set, b"a", out)
                });
                if asked.is_some() {
                    for attribute in &set {
                        self.pending.entry((node, car, attribute)).or_insert(false);
                    }
                }
            }
            25..=28 => drop(self.attempt(node, |m, out| {
                m.attribute_ownership_acquisition_if_available(car, &set, b"i", out)
            })),
            29..=31 => {
                let cancelled = self.attempt(node, |m, out| {
                    m.cancel_attribute_ownership_acquisition(car, &set, out)
                });
                if cancelled.is_some() {
                    for attribute in &set {
                        self.pending.insert((node, car, attribute), true);
                    }
                }
            }
            32 => drop(self.attempt(node, |m, _| m.local_delete_object_instance(car))),
            33 => {
                let class = self.world.class(CAR);
                self.attempt(node, |m, out| {
                    m.unpublish_object_class_attributes(class, &set, out)
                });
            }
            34..=35 => {
                let class = self.world.class(CAR);
                self.attempt(node, |m, out| {
                    m.publish_object_class_attributes(class, &set, out)
                });
            }
            36 => {
                let class = self.world.class(CAR);
                let registered =
                    self.attempt(node, |m, out| m.register_object_instance(class, None, out));
                self.cars.extend(registered);
            }
            37 if self.dice.usize(..4) == 0 => {
                let deleted =
                    self.attempt(node, |m, out| m.delete_object_instance(car, &[], None, out));
                if deleted.is_some() {
                    self.pending.retain(|(n, o, _), _| (*n, *o) != (node, car));
                }
            }
            38 if self.dice.usize(..6) == 0 && self.present.len() > 2 => self.leave(node),
            _ => {
                let speed = self.attributes[0];
                self.attempt(node, |m, out| {
                    m.update_attribute_values(car, &[(speed, b"1".as_slice())], &[], None, out)
                });
            }
        }
    }

    fn leave(&mut self, node: usize) {
        self.present.remove(&node);
        self.pending.retain(|(n, ..), _| *n != node);
        if self.dice.bool() {
            self.world.lose(node);
            return;
        }
        let action = [
            ResignAction::CancelThenDeleteThenDivest,
            ResignAction::UnconditionallyDivestAttributes,
        ][self.dice.usize(..2)];
        let resigned = self.attempt(node, |m, out| m.resign_federation_execution(action, out));
        if resigned.is_none() {
            self.world.lose(node);
        } else {
            self.world.call(node, |m, out| {
                m.resigned(out);
                Ok(())
            });
        }
    }

    /// One callback of a federate, if one is due.
    fn deliver(&mut self, node: usize) -> bool {
        let Some(told) = self.world.next(node) else {
            return false;
        };
        match told {
            Told::Owning(service, object, attributes, _) => {
                for attribute in &attributes {
                    let at = (node, object, attribute);
                    match service {
                        Service::AttributeOwnershipAcquisitionNotification => {
                            self.pending.remove(&at);
                            assert!(self.owns(node, object, attribute), "{self}");
                        }
                        Service::AttributeOwnershipUnavailable => {
                            assert_ne!(self.pending.remove(&at), Some(true), "{self}");
                        }
                        Service::ConfirmAttributeOwnershipAcquisitionCancellation => {
                            assert_eq!(self.pending.remove(&at), Some(true), "{self}");
                        }
                        Service::RequestAttributeOwnershipRelease
                        | Service::RequestDivestitureConfirmation => {
                            assert!(self.owns(node, object, attribute), "{self}");
                        }
                        _ => assert!(!self.owns(node, object, attribute), "{self}"),
                    }
                }
            }
            Told::Removed(object) => self
                .pending
                .retain(|(n, o, _), _| (*n, *o) != (node, object)),
            _ => {}
        }
        true
    }

    fn owns(&self, node: usize, object: ObjectInstanceHandle, attribute: AttributeHandle) -> bool {
        let member = &self.world.nodes[node].member;
        member
            .is_attribute_owned_by_federate(object, attribute)
            .unwrap_or(false)
    }

    fn owners(&self, object: ObjectInstanceHandle, attribute: AttributeHandle) -> Vec<usize> {
        let all = self.present.iter().copied();
        all.filter(|node| self.owns(*node, object, attribute))
            .collect()
    }

    fn nobody_owns_what_another_owns(&self) {
        for car in &self.cars {
            for attribute in &self.attributes {
                let owners = self.owners(*car, *attribute);
                assert!(
                    owners.len() < 2,
                    "{car:?} {attribute:?} of {owners:?}; {self}"
                );
            }
        }
    }

    /// Messages move on some ways and rest on others.
    fn carry(&mut self) {
        let count = self.world.nodes.len();
        for node in 0..count {
            let data = (0..count).map(|to| Channel::Data(node, to));
            for channel in data.chain([Channel::ToRti(node), Channel::FromRti(node)]) {
                if self.dice.bool() {
                    self.world.hold(channel);
                } else {
                    self.world.let_go(channel);
                }
            }
        }
        self.world.carry();
        for (at, node) in self.world.nodes.iter().enumerate() {
            assert_eq!(node.complaints, [], "of node {at}; {self}");
        }
    }

    /// Everything arrives and is delivered.
    fn quiet(&mut self) {
        let count = self.world.nodes.len();
        for node in 0..count {
            (0..count).for_each(|to| self.world.let_go(Channel::Data(node, to)));
            self.world.let_go(Channel::ToRti(node));
            self.world.let_go(Channel::FromRti(node));
        }
        loop {
            self.world.settle();
            let mut told = false;
            for node in self.present.clone() {
                while self.deliver(node) {
                    told = true;
                }
            }
            if !told {
                break;
            }
        }
        self.nobody_owns_what_another_owns();
    }

    /// Owners as one federate knows them.
    fn view(&mut self, node: usize) -> BTreeMap<(ObjectInstanceHandle, AttributeHandle), String> {
        let mut view = BTreeMap::new();
        for car in self.cars.clone() {
            for attribute in self.attributes.clone() {
                let asked = self.attempt(node, |m, _| {
                    m.query_attribute_ownership(car, &[attribute].into())
                });
                if asked.is_some() {
                    let answer = self.world.next(node).unwrap();
                    view.insert((car, attribute), format!("{answer:?}"));
                }
            }
        }
        view
    }

    /// When nothing moves, all agree, and the owners know exactly who waits.
    fn all_agree(&mut self) {
        let newcomer = self.world.connect(Edition::Hla2025);
        self.world.join(newcomer, vec![]);
        self.world.subscribe(newcomer, CAR, &NAMES);
        self.present.insert(newcomer);
        self.quiet();
        let mut together = BTreeMap::new();
        for node in self.present.clone() {
            for (at, says) in self.view(node) {
                let first = together.entry(at).or_insert_with(|| says.clone());
                assert_eq!(*first, says, "{at:?} by {node}; {self}");
                let mine = says.contains(&format!("owner: {:?} ", self.world.handle(node)));
                assert_eq!(
                    self.owns(node, at.0, at.1),
                    mine,
                    "{at:?} {says} by {node}; {self}"
                );
            }
        }
    }

    /// Owners give whenever somebody waits, until nobody does.
    fn everybody_is_served(&mut self) {
        for _ in 0..8 {
            self.quiet();
            assert!(!self.pending.values().any(|cancelled| *cancelled), "{self}");
            if self.pending.is_empty() {
                return;
            }
            for (_, car, attribute) in self.pending.clone().into_keys() {
                let owners = self.owners(car, attribute);
                let [owner] = owners[..] else { continue };
                let given = self.world.call(owner, |m, out| {
                    m.attribute_ownership_divestiture_if_wanted(car, &[attribute].into(), b"", out)
                });
                assert!(given.contains(attribute), "{car:?} {attribute:?}; {self}");
            }
        }
        panic!("somebody waits for ever; {self}");
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seed {}; waiting: {:?}", self.seed, self.pending)
    }
}

fn play(seed: u64) {
    let mut run = Run::new(seed);
    for _ in 0..160 {
        match run.dice.usize(..3) {
            0 => run.act(),
            1 => {
                let node = run.some_node();
                run.deliver(node);
            }
            _ => run.carry(),
        }
        run.nobody_owns_what_another_owns();
    }
    run.quiet();
    run.all_agree();
    run.everybody_is_served();
}

#[test]
fn transfers_keep_their_promises_in_any_order_of_arrival() {
    let seeds = std::env::var("OWNERSHIP_SEEDS")
        .ok()
        .and_then(|s| s.parse().ok());
    for seed in 0..seeds.unwrap_or(200) {
        play(seed);
    }
}
