//! Environment of a scenario: an edition, a process model, a transport.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hyla_settings::{Settings, Sources};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, Edition, Exception, ExceptionKind,
    InteractionClassHandle, ObjectClassHandle, ResignAction, Service,
};

use crate::face::{Face, Server, Wiring};
use crate::federate::{Company, Federate, Seen};
use crate::rti::Rti;

/// Environment of a scenario: an RTI of its own, and the federates' settings.
pub struct World {
    /// Face of the federates.
    pub(crate) face: &'static dyn Face,
    /// The edition of the federates.
    pub(crate) edition: Edition,
    /// How they are run.
    pub(crate) wiring: Wiring,
    /// The name of the one federation.
    pub(crate) federation: String,
    /// Settings of the federates.
    settings: String,
    /// Settings of the RTI.
    served: String,
    server: Box<dyn Server>,
    ambassadors: Company,
}

/// The path of a file beside the scenarios.
pub(crate) fn fom(name: &str, edition: Edition) -> String {
    let file = format!("foms/{name}-{}.xml", edition.code());
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(file)
        .display()
        .to_string()
}

/// Folder for this process's files; federations have different names.
pub(crate) fn directory() -> PathBuf {
    std::env::temp_dir().join(format!("hyla-conformance-{}", std::process::id()))
}

/// The setting that keeps the saves of this process in one directory.
fn save_directory() -> String {
    format!("save.directory = {}", directory().display())
}

impl World {
    /// Starts the RTI.
    #[must_use]
    pub fn new(face: &'static dyn Face, edition: Edition, wiring: Wiring) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let federation = format!("Conformance-{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let served = format!(
            "{}; report.directory = {}",
            save_directory(),
            directory().join(&federation).join("reports").display()
        );
        let (server, settings) = face.start(wiring, &served);
        Self {
            face,
            edition,
            wiring,
            federation,
            settings,
            served,
            server,
            ambassadors: Company::default(),
        }
    }

    pub(crate) fn callbacks(&self) -> CallbackModel {
        self.wiring.callbacks
    }

    /// The settings string that federates of this world connect with.
    pub(crate) fn settings(&self) -> &str {
        &self.settings
    }

    /// Settings of the RTI, with its address.
    pub(crate) fn parsed_settings(&self) -> Settings {
        let settings = format!("{}; {}", self.served, self.server.address());
        Sources::none().connect(settings).load().unwrap()
    }

    /// An ambassador that is not connected.
    pub(crate) fn ambassador(&self) -> Rti {
        let rti = self.face.ambassador(self.edition);
        self.ambassadors.lock().unwrap().push(rti.clone());
        rti
    }

    /// A tool's connection to the RTI, beside those of the federates.
    pub(crate) fn tool(&self) -> hyla_lrc::RtiAmbassador {
        let tool = hyla_lrc::RtiAmbassador::of_edition(self.edition);
        let nobody = Box::new(hyla_core::callback::NullFederateAmbassador);
        tool.connect(nobody, CallbackModel::Evoked, self.server.address())
            .unwrap();
        tool
    }

    /// Answer to a tool, while single-threaded federates are given the time to answer.
    pub(crate) fn asked<T: Send>(
        &self,
        ask: impl FnOnce(&hyla_lrc::RtiAmbassador) -> T + Send,
    ) -> T {
        let tool = self.tool();
        let federates = self.ambassadors.lock().unwrap().clone();
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| ask(&tool));
            while !asking.is_finished() {
                for federate in &federates {
                    let _ = federate.evoke_callback(Duration::from_millis(1));
                }
            }
            asking.join().unwrap()
        })
    }

    /// A federate that is connected.
    pub(crate) fn connected(&self) -> Federate {
        let evoked = self.callbacks() == CallbackModel::Evoked;
        let (federate, ambassador) =
            Federate::new(self.ambassador(), evoked, self.ambassadors.clone());
        federate
            .rti
            .connect(ambassador, self.callbacks(), &self.settings)
            .unwrap();
        federate
    }

    /// A federate that has joined this world's federation, which is created if need be.
    pub(crate) fn joined(&self, name: &str) -> Federate {
        let mut federate = self.connected();
        let created =
            federate
                .rti
                .create_federation_execution(&self.federation, &[&self.fom("traffic")], "");
        if let Err(exception) = created {
            assert_eq!(
                exception.kind,
                ExceptionKind::FederationExecutionAlreadyExists
            );
        }
        let joined =
            federate
                .rti
                .join_federation_execution(Some(name), "tester", &self.federation, &[]);
        federate.handle = Some(joined.unwrap());
        federate
    }

    pub(crate) fn fom(&self, name: &str) -> String {
        fom(name, self.edition)
    }

    /// Returns once everything that these federates asked for or sent until now has taken effect at
    /// all of them (callbacks may still wait to be evoked).
    pub(crate) fn settle(&self, federates: &[&Federate]) {
        // Twice: the first round brings requests to the RTI, the second brings the log to everyone.
        for _ in 0..2 {
            for federate in federates {
                federate.rti.status().unwrap();
            }
        }
        let Ok(class) = federates[0].rti.interaction_class_handle("Message") else {
            return;
        };
        for asker in federates {
            for other in federates {
                let Some(to) = other.handle else { continue };
                if asker
                    .rti
                    .query_interaction_transportation_type(to, class)
                    .is_ok()
                {
                    asker.pick("answer to a query", |seen| {
                        matches!(seen, Seen::InteractionTypeReported(from, _, _) if *from == to)
                            .then_some(())
                    });
                }
            }
        }
    }

    /// Returns once the RTI has dealt with everything that these federates asked for.
    pub(crate) fn settle_requests(&self, federates: &[&Federate]) {
        for federate in federates {
            federate.rti.status().unwrap();
        }
    }

    /// Stops the RTI; `false` if it is embedded and lives as long as its federates.
    pub(crate) fn stop_server(&self) -> bool {
        self.server.stop()
    }

    /// Lets go of an ambassador, so that it is dropped with its federate. What it did counts no more.
    pub(crate) fn forget(&self, rti: &Rti) {
        self.ambassadors
            .lock()
            .unwrap()
            .retain(|kept| !Arc::ptr_eq(kept, rti));
    }

    /// Adds up how often a service succeeded in this world.
    pub(crate) fn successes(&self, service: Service) -> u64 {
        self.ambassadors
            .lock()
            .unwrap()
            .iter()
            .map(|rti| rti.successes(service))
            .sum()
    }

    /// The exceptions that services raised in this world.
    pub(crate) fn raised(&self) -> BTreeSet<(Service, ExceptionKind)> {
        self.ambassadors
            .lock()
            .unwrap()
            .iter()
            .flat_map(|rti| rti.raised())
            .collect()
    }
}

impl Federate {
    /// The class of that name.
    pub(crate) fn class(&self, name: &str) -> ObjectClassHandle {
        self.rti.object_class_handle(name).unwrap()
    }

    /// The interaction class of that name.
    pub(crate) fn interaction(&self, name: &str) -> InteractionClassHandle {
        self.rti.interaction_class_handle(name).unwrap()
    }

    /// The attribute of that name at `Vehicle.Car`.
    pub(crate) fn attribute(&self, name: &str) -> AttributeHandle {
        self.rti
            .attribute_handle(self.class("Vehicle.Car"), name)
            .unwrap()
    }

    /// Attributes of those names at `Vehicle.Car`.
    pub(crate) fn attributes(&self, names: &[&str]) -> AttributeHandleSet {
        names.iter().map(|name| self.attribute(name)).collect()
    }

    pub(crate) fn publish(&self, class: &str, attributes: &[&str]) {
        let set = self.attributes(attributes);
        self.rti
            .publish_object_class_attributes(self.class(class), &set)
            .unwrap();
    }

    pub(crate) fn subscribe(&self, class: &str, attributes: &[&str]) {
        let set = self.attributes(attributes);
        let active = hyla_core::declaration::Activity::Active;
        self.rti
            .subscribe_object_class_attributes(self.class(class), &set, active, "")
            .unwrap();
    }
}

/// Fails unless the service raised this exception, by the name it has in the federate's edition.
#[track_caller]
pub(crate) fn raises<T: std::fmt::Debug>(
    world: &World,
    kind: ExceptionKind,
    outcome: Result<T, Exception>,
) {
    let exception = outcome.expect_err("no exception was raised");
    assert_eq!(
        exception.kind,
        kind.for_edition(world.edition),
        "{exception}"
    );
}

impl Drop for World {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let ambassadors = std::mem::take(&mut *self.ambassadors.lock().unwrap());
        for rti in &ambassadors {
            let _ = rti.resign_federation_execution(ResignAction::CancelThenDeleteThenDivest);
            rti.disconnect().unwrap();
        }
        drop(ambassadors);
        self.stop_server();
        let saves = self.parsed_settings().save.directory.join(&self.federation);
        let _ = std::fs::remove_dir_all(saves);
    }
}
