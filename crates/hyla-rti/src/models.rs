//! The thread on which an RTI reads object models, so that no federation waits for another one's
//! FOM.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use hyla_core::executive::{ModelTask, ReadModels};
use hyla_net::Remote;

type Read = dyn Fn(ModelTask) -> ReadModels + Send + Sync;

/// Reads models one after the other. Its thread starts with the first task and ends with this
/// value.
pub(super) struct ModelReader {
    /// Wakes the server when a task is done.
    remote: Remote,
    read: Arc<Read>,
    tasks: Option<Sender<ModelTask>>,
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
            tasks: None,
            report,
            done,
        }
    }

    /// Starts a task; [`Self::next_done`] gives the result.
    pub(super) fn begin(&mut self, task: ModelTask) {
        let refused = match &self.tasks {
            Some(tasks) => tasks.send(task).err().map(|refused| refused.0),
            None => Some(task),
        };
        let Some(task) = refused else {
            return;
        };
        match self.start() {
            Ok(tasks) => {
                // The thread lives as long as this end of the channel.
                let _ = tasks.send(task);
                self.tasks = Some(tasks);
            }
            Err(error) => {
                tracing::warn!(
                    federation = "-",
                    federate = "-",
                    "no thread to read object models, other federations wait meanwhile: {error}"
                );
                let _ = self.report.send((self.read)(task));
                self.remote.wake();
            }
        }
    }

    fn start(&self) -> std::io::Result<Sender<ModelTask>> {
        let (tasks, todo) = channel();
        let (read, report, remote) = (
            Arc::clone(&self.read),
            self.report.clone(),
            self.remote.clone(),
        );
        std::thread::Builder::new()
            .name("hyla-models".into())
            .spawn(move || {
                for task in todo {
                    if report.send(read(task)).is_err() {
                        return;
                    }
                    remote.wake();
                }
            })?;
        Ok(tasks)
    }

    pub(super) fn next_done(&self) -> Option<ReadModels> {
        self.done.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
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
}
