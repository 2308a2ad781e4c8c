//! Federates that leave soon after they have joined, while others are still calling them or being called.

use std::sync::mpsc::{Sender, channel};

use hyla_lrc::{Activity, Delivery, FederateAmbassador, NullFederateAmbassador, ParameterValues};
use hyla_types::{InteractionClassHandle, ResignAction};

use crate::world::{Model, WATCHDOG, World, returns};

/// Federates that come and go.
const VISITORS: u32 = 20;

/// Tells the tags of interactions.
struct Listener(Sender<u32>);

impl FederateAmbassador for Listener {
    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        _: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let number = u32::from_le_bytes(delivery.tag.try_into().unwrap());
        let _ = self.0.send(number);
    }
}

/// Visitors join, perhaps say something, and leave. A visitor that waits for streams which nobody accepts any more waits longer than the watchdog.
fn visit(settings: &'static str, speaks: bool) {
    let world = World::new("visits");
    let (heard, hears) = channel();
    let listener = world.enter(
        "listener",
        Model::Immediate,
        Box::new(Listener(heard)),
        settings,
    );
    let class = listener.interaction_class_handle("Message").unwrap();
    listener
        .subscribe_interaction_class(class, Activity::Active)
        .unwrap();
    let silent = |name: &str, settings: &str| {
        let federate = Box::new(NullFederateAmbassador);
        world.enter(name, Model::Immediate, federate, settings)
    };
    let _others = ["one", "another"].map(|name| silent(name, settings));

    for number in 0..VISITORS {
        let patient = format!("{settings}; timeout.resign_ms = 120000");
        let visitor = silent(&format!("visitor {number}"), &patient);
        if speaks {
            visitor.publish_interaction_class(class).unwrap();
            visitor
                .send_interaction(class, &[], &number.to_le_bytes(), None)
                .unwrap();
        }
        returns("resign", move || {
            visitor
                .resign_federation_execution(ResignAction::NoAction)
                .unwrap();
        });
        if speaks {
            assert_eq!(hears.recv_timeout(WATCHDOG), Ok(number));
        }
    }
}

#[test]
fn a_federate_that_has_just_joined_leaves_at_once() {
    for settings in ["", "peer.shared_memory = false"] {
        visit(settings, false);
    }
}

#[test]
fn what_a_federate_says_right_after_it_has_joined_arrives_though_it_leaves() {
    for settings in ["", "peer.shared_memory = false"] {
        visit(settings, true);
    }
}
