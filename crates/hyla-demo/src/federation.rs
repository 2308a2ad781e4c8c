//! Common behaviour of all federates of the demo: join, wait, leave.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hyla_lrc::{FederateAmbassador, RtiAmbassador};
use hyla_settings::{RtiAddress, Settings, Sources};
use hyla_types::{CallbackModel, Exception, ExceptionKind, ResignAction};

use super::report::{Report, Stage};
use super::vocabulary::{Vocabulary, modules};

/// Name of the federation execution.
pub(super) const FEDERATION: &str = "AirTraffic";
/// How long a federate waits for the others before something must be wrong.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Why the demo stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(super) enum DemoError {
    /// A service was refused.
    #[error("{doing}: {exception}")]
    Service {
        doing: &'static str,
        exception: Exception,
    },
    /// Nothing came for too long.
    #[error(
        "waited {} s for {awaited}; `hyla doctor` checks this machine, and HYLA_LOG_LEVEL=debug shows more",
        TIMEOUT.as_secs()
    )]
    Late { awaited: String },
    /// The connection broke.
    #[error("the connection to the RTI is lost: {0}")]
    ConnectionLost(String),
    /// Received data cannot be decoded.
    #[error("{what} cannot be decoded: {error}")]
    Undecodable { what: &'static str, error: String },
    /// Another federate failed, or the user stopped the demo.
    #[error("stopped before the end")]
    Stopped,
}

/// Says during what a service was refused.
pub(super) trait Doing<T> {
    fn doing(self, doing: &'static str) -> Result<T, DemoError>;
}

impl<T> Doing<T> for Result<T, Exception> {
    fn doing(self, doing: &'static str) -> Result<T, DemoError> {
        self.map_err(|exception| match exception.kind {
            // The connection existed when the federate joined; the callback about its loss may still wait.
            ExceptionKind::NotConnected => DemoError::ConnectionLost(format!("while {doing}")),
            _ => DemoError::Service { doing, exception },
        })
    }
}

/// Receiver of a federate's reports.
pub(super) type Reporter = Arc<dyn Fn(Report) + Send + Sync>;

/// Orders to a federate from the program that starts it.
#[derive(Clone)]
pub(super) struct Orders {
    /// The RTI to use.
    pub(super) rti: RtiAddress,
    /// Receiver of its reports.
    pub(super) reporter: Reporter,
    /// Set when the demo is to end early.
    pub(super) stopped: Arc<AtomicBool>,
}

impl Orders {
    pub(super) fn stage(&self, federate: &str, stage: Stage) {
        (self.reporter)(Report::Stage {
            federate: federate.to_owned(),
            stage,
        });
    }

    pub(super) fn check_stopped(&self) -> Result<(), DemoError> {
        if self.stopped.load(Ordering::SeqCst) {
            Err(DemoError::Stopped)
        } else {
            Ok(())
        }
    }

    fn settings(&self) -> Result<Settings, DemoError> {
        Sources::process()
            .connect(format!(
                "rti.address={}; rti.user=; rti.password_file=; authorization.file=",
                self.rti
            ))
            .load()
            .map_err(|error| Exception::new(ExceptionKind::ConnectionFailed, error.to_string()))
            .doing("reading settings")
    }

    /// Connects, creates the federation execution unless another was first, and joins it.
    pub(super) fn join(
        &self,
        ambassador: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        name: &str,
        kind: &str,
    ) -> Result<(RtiAmbassador, Vocabulary), DemoError> {
        let rti = RtiAmbassador::new();
        rti.connect_with_settings(ambassador, callbacks, self.settings()?)
            .doing("connecting")?;
        match rti.create_federation_execution_from(FEDERATION, modules(), "HLAinteger64Time") {
            Err(e) if e.kind == ExceptionKind::FederationExecutionAlreadyExists => {}
            outcome => outcome.doing("creating the federation execution")?,
        }
        rti.join_federation_execution(Some(name), kind, FEDERATION, &[])
            .doing("joining the federation execution")?;
        let vocabulary = Vocabulary::of(&rti).doing("looking up names of the object model")?;
        self.stage(name, Stage::Joined);
        Ok((rti, vocabulary))
    }

    /// Resigns, destroys the federation execution if nobody else is in it, disconnects.
    pub(super) fn leave(
        &self,
        rti: &RtiAmbassador,
        name: &str,
        action: ResignAction,
    ) -> Result<(), DemoError> {
        rti.resign_federation_execution(action).doing("resigning")?;
        let destroyed = match rti.destroy_federation_execution(FEDERATION) {
            Ok(()) => true,
            Err(e)
                if matches!(
                    e.kind,
                    ExceptionKind::FederatesCurrentlyJoined
                        | ExceptionKind::FederationExecutionDoesNotExist
                ) =>
            {
                false
            }
            Err(e) => return Err(e).doing("destroying the federation execution"),
        };
        rti.disconnect().doing("disconnecting")?;
        (self.reporter)(Report::Left {
            federate: name.to_owned(),
            destroyed,
        });
        Ok(())
    }

    /// Calls `look` until it has something, pausing by `pause` in between.
    pub(super) fn wait_for<T>(
        &self,
        awaited: &str,
        mut pause: impl FnMut() -> Result<(), DemoError>,
        mut look: impl FnMut() -> Result<Option<T>, DemoError>,
    ) -> Result<T, DemoError> {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(found) = look()? {
                return Ok(found);
            }
            self.check_stopped()?;
            if Instant::now() >= deadline {
                return Err(DemoError::Late {
                    awaited: awaited.to_owned(),
                });
            }
            pause()?;
        }
    }
}
