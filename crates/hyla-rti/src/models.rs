//! The threads on which an RTI reads object models, so that no federation waits for another one's FOM.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use hyla_core::executive::{ModelTask, ReadModels};
use hyla_net::Remote;

type Read = dyn Fn(ModelTask) -> ReadModels + Send + Sync;

/// Most tasks at work. Users take turns, and each has at most two of them.
const MOST_AT_WORK: usize = 8;

/// Priority of the threads: they take what the RTI's own thread and others leave.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Reads models, each task on a thread of its own.
pub(super) struct ModelReader {
    /// Wakes the server when a task is done.
    remote: Remote,
    read: Arc<Read>,
    at_work: usize,
    report: Sender<ReadModels>,
    done: Receiver<ReadModels>,
}

impl ModelReader {
    pub(super) fn new(remote: Remote) -> Self {
        Self::with(remote, Arc::new(ModelTask::carry_out))
    }

    /// A reader with another implementation of tasks.
    pub(super) fn with(remote: Remote, read: Arc<Read>) -> Self {
        let (report, done) = channel();
        Self {
            remote,
            read,
            at_work: 0,
            report,
            done,
        }
    }

    /// Whether a task can begin.
    pub(super) fn has_room(&self) -> bool {
        self.at_work < MOST_AT_WORK
    }

    /// Starts a task; [`Self::next_done`] gives the result.
    pub(super) fn begin(&mut self, task: ModelTask) {
        self.at_work += 1;
        let (read, report, remote) = (
            Arc::clone(&self.read),
            self.report.clone(),
            self.remote.clone(),
        );
        // A thread that cannot start would take the task with it.
        let shared = Arc::new(Mutex::new(Some(task)));
        let taken = Arc::clone(&shared);
        let take = |task: &Mutex<Option<ModelTask>>| {
            let mut task = task.lock().unwrap_or_else(PoisonError::into_inner);
            task.take()
        };
        let spawned = std::thread::Builder::new()
            .name("hyla-models".into())
            .spawn(move || {
                yield_to_others();
                if let Some(task) = take(&taken)
                    && report.send(read(task)).is_ok()
                {
                    remote.wake();
                }
            });
        if let Err(error) = spawned
            && let Some(task) = take(&shared)
        {
            tracing::warn!(
                federation = "-",
                federate = "-",
                "no thread to read object models, other federations wait meanwhile: {error}"
            );
            let _ = self.report.send((self.read)(task));
            self.remote.wake();
        }
    }

    pub(super) fn next_done(&mut self) -> Option<ReadModels> {
        let read = self.done.try_recv().ok()?;
        self.at_work -= 1;
        Some(read)
    }
}

/// Lowers the priority of this thread.
pub(super) fn yield_to_others() {
    // On Linux a thread has a priority of its own; elsewhere it would be that of the process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use hyla_core::message::ModuleSource;
    use hyla_types::CallbackModel;

    use super::*;
    use crate::RtiServer;
    use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
    use hyla_settings::Settings;

    const FOM: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2025.xml");

    fn federate(address: &str) -> RtiAmbassador {
        let rti = RtiAmbassador::new();
        let settings = format!("rti.address = {address}; timeout.call_ms = 600000");
        let federate = Box::new(NullFederateAmbassador);
        rti.connect(federate, CallbackModel::Evoked, &settings)
            .unwrap();
        rti
    }

    fn fom() -> Vec<ModuleSource> {
        vec![ModuleSource {
            designator: "traffic.xml".into(),
            content: FOM.to_vec(),
        }]
    }

    /// The RTI reads a FOM until the test releases it. Meanwhile a federate of another federation
    /// sends a hundred time requests, each of which the RTI's thread must answer.
    #[test]
    fn federations_go_on_while_the_modules_of_another_one_are_read() {
        let settings = Settings::default();
        let mut server = RtiServer::new(&settings).unwrap();
        let (entered, begun) = channel();
        let (release, released) = channel::<()>();
        let released = Mutex::new(released);
        let slow = Arc::new(AtomicBool::new(false));
        let is_slow = Arc::clone(&slow);
        server.read_models_with(Arc::new(move |task: ModelTask| {
            if is_slow.load(Ordering::SeqCst) {
                entered.send(()).unwrap();
                // An error is the end of the test.
                let _ = released.lock().unwrap().recv();
            }
            task.carry_out()
        }));
        let address = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = address.to_string();
        let stop = server.stopper();
        let running = std::thread::spawn(move || server.run().unwrap());
        let steady = federate(&address);
        steady
            .create_federation_execution("Steady", &[], "")
            .unwrap();
        steady
            .join_federation_execution(Some("steady"), "test", "Steady", &[])
            .unwrap();
        slow.store(true, Ordering::SeqCst);

        let large = federate(&address);
        let created = Arc::new(AtomicBool::new(false));
        let is_created = Arc::clone(&created);
        let creating = std::thread::spawn(move || {
            large
                .create_federation_execution_from("Large", fom(), "")
                .unwrap();
            is_created.store(true, Ordering::SeqCst);
            large
                .join_federation_execution(Some("large"), "test", "Large", &[])
                .unwrap();
            large.object_class_handle("Vehicle.Car").unwrap();
        });
        begun.recv().unwrap();
        for _ in 0..100 {
            steady.query_galt().unwrap();
            assert_eq!(steady.status().unwrap().len(), 1);
        }
        assert!(!created.load(Ordering::SeqCst));
        release.send(()).unwrap();

        creating.join().unwrap();
        stop.stop();
        running.join().unwrap();
    }

    /// Two federates create federations, of which the RTI reads the first one's modules until the test releases it.
    #[test]
    fn a_small_model_behind_a_large_one_is_answered_first() {
        let settings = Settings::default();
        let mut server = RtiServer::new(&settings).unwrap();
        let (entered, begun) = channel();
        let (release, released) = channel::<()>();
        let held = Mutex::new(Some((entered, released)));
        server.read_models_with(Arc::new(move |task: ModelTask| {
            // The first task is the large one.
            let first = held.lock().unwrap().take();
            if let Some((entered, released)) = first {
                entered.send(()).unwrap();
                let _ = released.recv();
            }
            task.carry_out()
        }));
        let address = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = address.to_string();
        let stop = server.stopper();
        let running = std::thread::spawn(move || server.run().unwrap());
        let (answered, answers) = channel();
        let create = |federation: &'static str| {
            let (rti, answered) = (federate(&address), answered.clone());
            std::thread::spawn(move || {
                rti.create_federation_execution_from(federation, fom(), "")
                    .unwrap();
                answered.send(federation).unwrap();
            })
        };
        let large = create("Large");
        begun.recv().unwrap();

        let small = create("Small");
        assert_eq!(answers.recv().unwrap(), "Small");
        release.send(()).unwrap();
        assert_eq!(answers.recv().unwrap(), "Large");

        large.join().unwrap();
        small.join().unwrap();
        stop.stop();
        running.join().unwrap();
    }
}
