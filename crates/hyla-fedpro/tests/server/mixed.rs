//! Clients of the Federate Protocol in one federation with federates of other processes.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hyla_fedpro::TransportKind;
use hyla_lrc::{Activity, Delivery, FederateAmbassador, ParameterValues, RtiAmbassador};
use hyla_types::{CallbackModel, InteractionClassHandle, ResignAction};

use crate::raw::TIMEOUT;
use crate::world::{Talker, World};

/// Passes on the tags of received messages.
struct Ears(Sender<Vec<u8>>);

impl FederateAmbassador for Ears {
    fn receive_interaction(
        &mut self,
        _class: InteractionClassHandle,
        _values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        // The test may be over.
        let _ = self.0.send(delivery.tag.to_vec());
    }
}

fn hear(rti: &RtiAmbassador, heard: &Receiver<Vec<u8>>) -> Vec<u8> {
    let end = Instant::now() + TIMEOUT;
    loop {
        if let Ok(tag) = heard.try_recv() {
            return tag;
        }
        assert!(Instant::now() < end, "nothing was heard");
        rti.evoke_callback(Duration::from_millis(20)).unwrap();
    }
}

#[test]
fn a_client_and_a_federate_that_came_over_tcp_hear_each_other() {
    let world = World::new();
    let mut talker = Talker::join(&world.way(TransportKind::Tcp), "mixed", "client");
    talker.publish();
    talker.subscribe();
    let (ears, heard) = channel();
    let rti = RtiAmbassador::new();
    // As if it were in another process.
    let settings = format!("rti.address={}; peer.in_process=false", world.rti_address);
    rti.connect(Box::new(Ears(ears)), CallbackModel::Evoked, &settings)
        .unwrap();
    rti.join_federation_execution(Some("federate"), "talker", "mixed", &[])
        .unwrap();
    let message = rti.interaction_class_handle("Message").unwrap();
    rti.publish_interaction_class(message).unwrap();
    rti.subscribe_interaction_class(message, Activity::Active)
        .unwrap();
    rti.query_galt().unwrap();
    talker.sync();

    for n in 0..100_u32 {
        talker.say(&n.to_be_bytes());
    }
    for n in 0..100_u32 {
        assert_eq!(hear(&rti, &heard), n.to_be_bytes());
    }
    for n in 0..100_u32 {
        rti.send_interaction(message, &[], &n.to_be_bytes(), None)
            .unwrap();
    }
    for n in 0..100_u32 {
        assert_eq!(talker.hear(), n.to_be_bytes()[..]);
    }
    // Each waits for the other: nothing but the sockets wakes the session's task.
    for n in 0..20_u32 {
        rti.send_interaction(message, &[], &n.to_be_bytes(), None)
            .unwrap();
        assert_eq!(talker.hear(), n.to_be_bytes()[..]);
        talker.say(&n.to_be_bytes());
        assert_eq!(hear(&rti, &heard), n.to_be_bytes());
    }

    rti.resign_federation_execution(ResignAction::NoAction)
        .unwrap();
    rti.disconnect().unwrap();
    talker.leave();
}
