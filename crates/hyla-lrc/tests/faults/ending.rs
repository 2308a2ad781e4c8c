//! Services that are called while a thread ends, when what Hyla keeps for the thread is gone already. So do C++ programs in
//! destructors of static objects and in `atexit`.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::time::Duration;

use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, ResignAction};

use crate::federate::Federate;
use crate::world::{Model, World, fom, join_at, returns};

/// Calls what it holds when the thread ends.
struct AtEnd(Option<Box<dyn FnOnce()>>);

impl Drop for AtEnd {
    fn drop(&mut self) {
        if let Some(act) = self.0.take() {
            act();
        }
    }
}

thread_local! {
    static AT_END: Cell<AtEnd> = const { Cell::new(AtEnd(None)) };
}

/// Runs `before`, and then `last`, with its result, when everything else that is kept for the thread is gone.
fn at_the_end_of_a_thread<T: 'static>(
    before: impl FnOnce() -> T + Send + 'static,
    last: impl FnOnce(T) + Send + 'static,
) {
    let (done, is_done) = channel();
    let thread = std::thread::spawn(move || {
        // Kept first, and so the last that is destroyed.
        AT_END.set(AtEnd(None));
        let result = before();
        AT_END.set(AtEnd(Some(Box::new(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| last(result)));
            let _ = done.send(outcome);
        }))));
    });
    returns("the end of a thread", move || {
        if let Err(panic) = is_done.recv().unwrap() {
            std::panic::resume_unwind(panic);
        }
        thread.join().unwrap();
    });
}

#[test]
fn a_federate_updates_evokes_and_leaves_while_its_thread_ends() {
    for model in Model::ALL {
        let world = World::new("ending");
        let viewer = world.join("viewer", Model::Immediate);
        viewer.subscribe();
        viewer.publish();
        let seen = viewer.register();
        let echo = viewer.sender(seen);
        let (address, federation) = (world.address.to_string(), world.federation.clone());

        let before = move || {
            let flyer = join_at(&address, &federation, "flyer", model, "", None);
            flyer.publish();
            flyer.subscribe();
            flyer.discovers(seen);
            let object = flyer.register();
            flyer.sender(object).send(0, 10).unwrap();
            (flyer, object)
        };
        let (tell, told) = channel();
        let last = move |(flyer, object): (Federate, _)| {
            flyer.sender(object).send(1, 10).unwrap();
            echo.send(0, 10).unwrap();
            let moment = Duration::from_millis(10);
            flyer.rti.evoke_multiple_callbacks(moment, moment).unwrap();
            flyer.reflects(seen, 1);
            flyer
                .rti
                .resign_federation_execution(ResignAction::DeleteObjects)
                .unwrap();
            flyer.rti.disconnect().unwrap();
            tell.send(object).unwrap();
        };
        at_the_end_of_a_thread(before, last);

        let object = told.recv().unwrap();
        viewer.reflects(object, 2);
        viewer.until("removal", |told| told.removed == [object]);
    }
}

#[test]
fn the_embedded_rti_ends_while_the_thread_of_its_last_federate_ends() {
    let before = || {
        let rti = RtiAmbassador::new();
        rti.connect(
            Box::new(NullFederateAmbassador),
            CallbackModel::Evoked,
            "rti.address = embedded",
        )
        .unwrap();
        rti.create_federation_execution("ending", &[&fom()], "")
            .unwrap();
        rti.join_federation_execution(None, "tester", "ending", &[])
            .unwrap();
        rti
    };
    at_the_end_of_a_thread(before, |rti: RtiAmbassador| {
        rti.resign_federation_execution(ResignAction::NoAction)
            .unwrap();
        rti.destroy_federation_execution("ending").unwrap();
        rti.disconnect().unwrap();
    });
}
