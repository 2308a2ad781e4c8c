//! Why a federate fails.

use hyla_types::{Exception, ExceptionKind};

/// Why a job could not be done. Its words end up in [`crate::job::Report::Failed`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FederateError {
    /// The line on standard input is no job, or none that can be done.
    #[error("the job is refused: {0}")]
    Job(String),
    /// The machine does not give what the job asks for.
    #[error("{0}")]
    Machine(String),
    /// The RTI refused a call.
    #[error("{doing}: {exception}")]
    Refused {
        /// What was being done.
        doing: String,
        /// What the RTI said.
        exception: Exception,
    },
    /// What was waited for did not come.
    #[error(
        "{awaited} did not come within {patience_ms} ms; look at what the other federates report"
    )]
    Late {
        /// What was waited for.
        awaited: String,
        /// How long.
        patience_ms: u64,
    },
    /// Another federate is gone.
    #[error("{0} has left the federation before the work was done")]
    FederateGone(String),
    /// The federation or the RTI is gone.
    #[error("the RTI is lost: {0}")]
    RtiGone(String),
    /// What came is not what a federate of the benchmark sends.
    #[error("{0}")]
    Alien(String),
    /// Standard input ended.
    #[error("stopped before the work was done: standard input ended")]
    Stopped,
}

/// Says what was being done when a call was refused.
pub(super) trait Doing<T> {
    fn doing(self, what: &str) -> Result<T, FederateError>;
}

impl<T> Doing<T> for Result<T, Exception> {
    fn doing(self, what: &str) -> Result<T, FederateError> {
        self.map_err(|exception| match exception.kind {
            // The call has noticed before the callback came that says so.
            ExceptionKind::NotConnected | ExceptionKind::FederateNotExecutionMember => {
                FederateError::RtiGone(format!("{what}: {exception}"))
            }
            _ => FederateError::Refused {
                doing: what.to_owned(),
                exception,
            },
        })
    }
}
