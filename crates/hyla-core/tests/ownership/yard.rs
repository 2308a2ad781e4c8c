//! Federates with a car whose attributes change hands.

use crate::harness::{Told, World};
use hyla_core::Result;
use hyla_types::{AttributeHandleSet, ObjectInstanceHandle, Service};

/// The class of all instances.
pub(crate) const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Federates that publish and subscribe cars, and a car of the first that all know.
pub(crate) struct Yard {
    pub(crate) world: World,
    pub(crate) car: ObjectInstanceHandle,
    /// Attributes to transfer: the speed unless stated otherwise.
    pub(crate) speed: AttributeHandleSet,
}

impl Yard {
    pub(crate) fn of(members: usize) -> Self {
        Self::in_world(World::traffic(members))
    }

    pub(crate) fn in_world(mut world: World) -> Self {
        for node in 0..world.nodes.len() {
            world.publish(node, CAR, &["Speed", "Position"]);
            world.subscribe(node, CAR, &["Speed", "Position"]);
        }
        let car = world.register(0, CAR);
        world.quiet();
        let speed = world.attributes(CAR, &["Speed"]);
        Self { world, car, speed }
    }

    /// The first federate has handed these attributes of its car over to the second.
    pub(crate) fn handed_over(members: usize, attributes: &[&str]) -> Self {
        let mut yard = Self::of(members);
        yard.speed = yard.world.attributes(CAR, attributes);
        yard.acquire(1, b"");
        yard.world.settle();
        assert!(yard.divest_if_wanted(0));
        yard.world.quiet();
        yard
    }

    pub(crate) fn acquire(&mut self, node: usize, tag: &[u8]) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.attribute_ownership_acquisition(car, &speed, tag, out)
        });
    }

    pub(crate) fn acquire_if_available(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.attribute_ownership_acquisition_if_available(car, &speed, b"if", out)
        });
    }

    pub(crate) fn cancel(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.cancel_attribute_ownership_acquisition(car, &speed, out)
        });
    }

    pub(crate) fn negotiate(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.negotiated_attribute_ownership_divestiture(car, &speed, b"offer", out)
        });
    }

    pub(crate) fn cancel_negotiation(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.cancel_negotiated_attribute_ownership_divestiture(car, &speed, out)
        });
    }

    pub(crate) fn divest(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.unconditional_attribute_ownership_divestiture(car, &speed, b"gone", out)
        });
    }

    pub(crate) fn divest_if_wanted(&mut self, node: usize) -> bool {
        let (car, speed) = (self.car, self.speed.clone());
        let divested = self.world.call(node, |m, out| {
            m.attribute_ownership_divestiture_if_wanted(car, &speed, b"here", out)
        });
        assert!(divested.is_empty() || divested == speed);
        !divested.is_empty()
    }

    pub(crate) fn try_confirm(&mut self, node: usize) -> Result<()> {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.attempt(node, |m, out| {
            m.confirm_divestiture(car, &speed, b"yes", out)
        })
    }

    pub(crate) fn deny(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.attribute_ownership_release_denied(car, &speed, b"no", out)
        });
    }

    /// The MOM makes this federate the owner.
    pub(crate) fn force(&mut self, node: usize) {
        self.modify((node, node), true);
    }

    /// One federate sends the interaction that makes another the owner.
    pub(crate) fn ask_to_force(&mut self, by: usize, node: usize) {
        self.modify((by, node), true);
    }

    /// The MOM takes it away from this federate.
    pub(crate) fn force_away(&mut self, node: usize) {
        self.modify((node, node), false);
    }

    fn modify(&mut self, nodes: (usize, usize), owned: bool) {
        let (object, attribute) = (self.car, self.speed.iter().next().unwrap());
        self.world
            .modify_attribute_state(nodes, object, attribute, owned);
    }

    pub(crate) fn owns(&self, node: usize) -> bool {
        let speed = self.speed.iter().next().unwrap();
        let member = &self.world.nodes[node].member;
        member
            .is_attribute_owned_by_federate(self.car, speed)
            .unwrap()
    }

    /// Callbacks of a federate about ownership, once all has settled.
    pub(crate) fn told(&mut self, node: usize) -> Vec<(Service, Vec<u8>)> {
        self.world.settle();
        self.told_now(node)
    }

    /// Callbacks of a federate about ownership, from the messages that have arrived.
    pub(crate) fn told_now(&mut self, node: usize) -> Vec<(Service, Vec<u8>)> {
        let told = std::iter::from_fn(|| self.world.next(node)).collect::<Vec<_>>();
        told.into_iter()
            .filter_map(|told| match told {
                Told::Owning(service, object, attributes, tag) => {
                    assert_eq!((object, &attributes), (self.car, &self.speed));
                    Some((service, tag))
                }
                _ => None,
            })
            .collect()
    }

    #[track_caller]
    pub(crate) fn expect(&mut self, node: usize, told: &[(Service, &[u8])]) {
        let told: Vec<_> = told.iter().map(|(s, tag)| (*s, tag.to_vec())).collect();
        assert_eq!(self.told(node), told, "at {node}");
    }

    /// Exactly this federate owns the attribute, and all say so.
    #[track_caller]
    pub(crate) fn owned_by(&mut self, owner: Option<usize>) {
        self.world.quiet();
        for node in 0..self.world.nodes.len() {
            if self.world.nodes[node].member.is_joined() {
                assert_eq!(self.owns(node), owner == Some(node), "at {node}");
                let (car, speed) = (self.car, self.speed.clone());
                self.world
                    .call(node, |m, _| m.query_attribute_ownership(car, &speed));
                let told = format!("{:?}", self.world.told(node));
                let expected = match owner {
                    None => "AttributeIsNotOwned".to_owned(),
                    Some(owner) => format!("owner: {:?}", self.world.handle(owner)),
                };
                assert!(told.contains(&expected), "at {node}: {told}");
            }
        }
    }
}
