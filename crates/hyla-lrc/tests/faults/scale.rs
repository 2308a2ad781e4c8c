//! Many federates, many objects.

use hyla_types::ResignAction;

use crate::child::Process;
use crate::federate::Federate;
use crate::world::{Model, World, join_at, returns};

const FEDERATES: usize = 64;

/// Each federate publishes one object, discovers the others and gets one update of each.
fn everybody_meets(federates: Vec<Federate>) {
    for federate in &federates {
        federate.publish();
        federate.subscribe();
    }
    let senders: Vec<_> = federates
        .iter()
        .map(|federate| federate.sender(federate.register()))
        .collect();
    for federate in &federates {
        federate.until("the others", |told| told.discovered.len() == FEDERATES - 1);
    }

    for sender in senders {
        sender.send(0, 100).unwrap();
    }

    for federate in &federates {
        federate.until("one update of each", |told| told.got.len() == FEDERATES - 1);
        let objects: std::collections::HashSet<_> = federate
            .diary
            .look(|told| told.got.iter().map(|got| got.object).collect());
        assert_eq!(objects.len(), FEDERATES - 1);
    }
    for federate in federates {
        returns("resign", move || {
            let rti = &federate.rti;
            rti.resign_federation_execution(ResignAction::DeleteObjects)
                .unwrap();
            rti.disconnect().unwrap();
        });
    }
}

#[test]
fn sixty_four_federates_of_a_server_meet() {
    let world = World::new("many");
    let federates = (0..FEDERATES)
        .map(|number| world.join(&format!("federate {number}"), Model::Immediate))
        .collect();

    everybody_meets(federates);
}

#[test]
fn sixty_four_embedded_federates_meet() {
    let federates = (0..FEDERATES)
        .map(|number| {
            let name = format!("federate {number}");
            join_at(
                "embedded",
                "many-embedded",
                &name,
                Model::Immediate,
                "",
                None,
            )
        })
        .collect();

    everybody_meets(federates);
}

#[test]
fn very_many_objects_are_discovered_by_another_process() {
    let count = if cfg!(debug_assertions) {
        20_000
    } else {
        100_000
    };
    let world = World::new("objects");
    let viewer = world.join("viewer", Model::AsynchronousIo);
    viewer.subscribe();
    let address = world.address.to_string();
    let mut flyer = Process::federate(&address, "objects", "flyer", Model::Immediate);

    flyer.order(&format!("register {}", count - 1));

    viewer.until("every object", |told| told.discovered.len() == count);
    assert_eq!(flyer.answer(), "registered");
    flyer.kill();
    viewer.until("every removal", |told| told.removed.len() == count);
}
