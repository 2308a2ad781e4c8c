//! A federate that forks: its child has nothing of its connections.

use std::io::{Read, Write};

use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, ExceptionKind, ResignAction};

use crate::child::Process;
use crate::federate::Federate;
use crate::world::{Model, World, until_gone};

/// Forks. The child calls on its parent's ambassador and on one of its own, says what came of it, and stays until
/// nobody has orders for the parent any more.
#[expect(unsafe_code, reason = "only the system can fork")]
pub(crate) fn child_says(federate: &Federate) -> String {
    let (mut reader, mut writer) = std::io::pipe().unwrap();
    // SAFETY: the child uses locks of its own only, beside those of the allocator, which are made for this.
    if unsafe { libc::fork() } == 0 {
        let said = in_child(federate);
        writer.write_all(said.as_bytes()).unwrap();
        drop(writer);
        // The orders are the parent's: only their end is waited for.
        let stdin = std::io::stdin();
        let end = rustix::event::PollFlags::empty();
        let _ended = rustix::event::poll(&mut [rustix::event::PollFd::new(&stdin, end)], None);
        // SAFETY: ends the process at once; nothing of the parent's is to be tidied up here.
        unsafe { libc::_exit(0) };
    }
    drop(writer);
    let mut said = String::new();
    reader.read_to_string(&mut said).unwrap();
    said
}

fn in_child(federate: &Federate) -> String {
    let rti = federate.rti.clone();
    let settings = "rti.address = embedded";
    let refused = [
        rti.object_class_handle("Vehicle.Car").map(drop),
        rti.list_federation_executions(),
        rti.evoke_callback(std::time::Duration::ZERO).map(drop),
        rti.resign_federation_execution(ResignAction::NoAction),
        rti.disconnect(),
        rti.connect(
            Box::new(NullFederateAmbassador),
            CallbackModel::Evoked,
            settings,
        ),
    ];
    for (at, refused) in refused.into_iter().enumerate() {
        match refused {
            Err(refused)
                if refused.kind == ExceptionKind::RTIinternalError
                    && refused.message.contains("forked") => {}
            other => return format!("call {at}: {other:?}"),
        }
    }
    drop(rti);
    let own = RtiAmbassador::new();
    let callbacks = CallbackModel::Evoked;
    match own.connect(Box::new(NullFederateAmbassador), callbacks, settings) {
        Ok(()) => "as it should be".to_owned(),
        Err(refused) => format!("an ambassador of its own: {refused}"),
    }
}

#[test]
fn a_forked_child_is_refused_and_neither_disturbs_its_parent_nor_outlives_its_connections() {
    for model in Model::ALL {
        let world = World::new("forked");
        let viewer = world.join("viewer", model);
        viewer.subscribe();
        let address = world.address.to_string();
        let mut flyer = Process::federate(&address, "forked", "flyer", model);
        viewer.until("discovery", |told| told.discovered.len() == 1);
        let object = viewer.diary.look(|told| told.discovered[0]);

        assert_eq!(flyer.ask("fork"), "as it should be", "{model:?}");

        // The parent goes on.
        flyer.ask("send 100 100");
        viewer.reflects(object, 100);
        // The parent ends, its child does not, and the parent's connections end with it.
        flyer.kill();
        viewer.until("removal", |told| told.removed == [object]);
        until_gone(&viewer.rti, "forked", "flyer");
    }
}
