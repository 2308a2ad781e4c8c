//! An RTI of its own for each test, and watchdogs.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use hyla_lrc::settings::Sources;
use hyla_lrc::{FederateAmbassador, MemberStatus, RtiAmbassador};
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{CallbackModel, Exception, FederateHandle};

use crate::federate::{Federate, OnReflect, Plan};

/// When what should have happened long ago is given up. Never a requirement on speed.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(60);

/// The process models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    SingleThreaded,
    AsynchronousIo,
    Immediate,
}

impl Model {
    pub(crate) const ALL: [Self; 3] = [Self::SingleThreaded, Self::AsynchronousIo, Self::Immediate];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::SingleThreaded => "single-threaded",
            Self::AsynchronousIo => "asynchronous-io",
            Self::Immediate => "immediate",
        }
    }

    /// How callbacks come.
    pub(crate) fn callbacks(self) -> CallbackModel {
        match self {
            Self::Immediate => CallbackModel::Immediate,
            Self::SingleThreaded | Self::AsynchronousIo => CallbackModel::Evoked,
        }
    }

    /// Connects, creates the federation if need be and joins it by that name.
    pub(crate) fn join(
        self,
        rti: &RtiAmbassador,
        federate: Box<dyn FederateAmbassador>,
        settings: &str,
        (federation, name): (&str, &str),
    ) -> Result<FederateHandle, Exception> {
        let settings = format!("{settings}; process.model = {}", self.name());
        rti.connect(federate, self.callbacks(), &settings)?;
        // The federation may exist already.
        let _ = rti.create_federation_execution(federation, &[&fom()], "");
        rti.join_federation_execution(Some(name), "tester", federation, &[])
    }
}

/// The object model of the tests.
pub(crate) fn fom() -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../hyla-conformance/foms/traffic-2025.xml")
        .display()
        .to_string()
}

/// Runs `act` on a thread of its own; fails, instead of hanging, if it does not return.
#[track_caller]
pub(crate) fn returns<T: Send + 'static>(
    what: &str,
    act: impl FnOnce() -> T + Send + 'static,
) -> T {
    let (done, is_done) = channel();
    let thread = std::thread::spawn(move || {
        let _ = done.send(act());
    });
    match is_done.recv_timeout(WATCHDOG) {
        Ok(value) => value,
        Err(RecvTimeoutError::Timeout) => panic!("{what} hangs"),
        Err(RecvTimeoutError::Disconnected) => {
            let reason = thread.join().expect_err("it sends before it ends");
            std::panic::resume_unwind(reason)
        }
    }
}

/// An RTI server on loopback, in a thread of this process.
pub(crate) struct World {
    pub(crate) address: SocketAddr,
    pub(crate) federation: String,
    stop: RtiStop,
    thread: Option<JoinHandle<()>>,
}

impl World {
    pub(crate) fn new(federation: &str) -> Self {
        Self::with_settings(federation, "")
    }

    /// With settings of the server.
    pub(crate) fn with_settings(federation: &str, settings: &str) -> Self {
        let settings = Sources::none().connect(settings).load().unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        let address = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self {
            address,
            federation: federation.to_owned(),
            stop,
            thread: Some(thread),
        }
    }

    /// A federate in this process.
    pub(crate) fn join(&self, name: &str, model: Model) -> Federate {
        self.join_with(name, model, "", None)
    }

    /// A federate in this process with settings and an action of its own.
    pub(crate) fn join_with(
        &self,
        name: &str,
        model: Model,
        settings: &str,
        on_reflect: Option<OnReflect>,
    ) -> Federate {
        join_at(
            &self.address.to_string(),
            &self.federation,
            name,
            model,
            settings,
            on_reflect,
        )
    }

    /// An ambassador that has joined with a federate of the test's own, which nobody evokes.
    pub(crate) fn enter(
        &self,
        name: &str,
        model: Model,
        federate: Box<dyn FederateAmbassador>,
        settings: &str,
    ) -> RtiAmbassador {
        let rti = RtiAmbassador::new();
        let settings = format!("rti.address = {}; {settings}", self.address);
        let place = (&*self.federation, name);
        model.join(&rti, federate, &settings, place).unwrap();
        rti
    }

    /// Members of the federation, as the RTI reports them.
    pub(crate) fn members(&self, asker: &RtiAmbassador) -> Vec<MemberStatus> {
        members(asker, &self.federation)
    }
}

/// A federate of some RTI.
pub(crate) fn join_at(
    address: &str,
    federation: &str,
    name: &str,
    model: Model,
    settings: &str,
    on_reflect: Option<OnReflect>,
) -> Federate {
    try_join_at(address, federation, name, model, settings, on_reflect).unwrap()
}

/// The same, unless the RTI gives no answer in time.
pub(crate) fn try_join_at(
    address: &str,
    federation: &str,
    name: &str,
    model: Model,
    settings: &str,
    on_reflect: Option<OnReflect>,
) -> Result<Federate, Exception> {
    // A test of all models thus runs over TCP, too.
    let by_tcp = match model {
        Model::SingleThreaded => "peer.shared_memory = false;",
        Model::AsynchronousIo | Model::Immediate => "",
    };
    let settings = format!("rti.address = {address}; timeout.resign_ms = 500; {by_tcp} {settings}");
    Plan {
        settings: settings.trim_end_matches([' ', ';']),
        model,
        federation,
        name,
        on_reflect,
    }
    .try_join()
}

/// Members of a federation, as the RTI reports them.
pub(crate) fn members(asker: &RtiAmbassador, federation: &str) -> Vec<MemberStatus> {
    let all = asker.status().unwrap();
    all.into_iter()
        .find(|status| status.name == federation)
        .map(|status| status.members)
        .unwrap_or_default()
}

/// Waits until the member of that name is gone from the federation.
#[track_caller]
pub(crate) fn until_gone(asker: &RtiAmbassador, federation: &str, name: &str) {
    let deadline = std::time::Instant::now() + WATCHDOG;
    while members(asker, federation).iter().any(|m| m.name == name) {
        assert!(std::time::Instant::now() < deadline, "{name} stays");
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.stop();
        let thread = self.thread.take().expect("taken only here");
        if !std::thread::panicking() {
            returns("stopping the RTI", move || thread.join().unwrap());
        }
    }
}
