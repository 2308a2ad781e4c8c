//! Why a federate fails.

use hyla_types::{Exception, ExceptionKind};

/// Why a job failed; the text becomes [`crate::job::Report::Failed`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FederateError {
    /// The line on standard input is not a valid job.
    #[error("the job is refused: {0}")]
    Job(String),
    /// The machine lacks something that the job requires.
    #[error("{0}")]
    Machine(String),
    /// The RTI refused a call.
    #[error("{doing}: {exception}")]
    Refused {
        /// The attempted operation.
        doing: String,
        /// The exception of the RTI.
        exception: Exception,
    },
    /// A timeout.
    #[error(
        "{awaited} did not come within {timeout_ms} ms; see the reports of the other federates"
    )]
    Late {
        /// The awaited event.
        awaited: String,
        /// The timeout.
        timeout_ms: u64,
    },
    /// Another federate has left.
    #[error("{0} has left the federation before the work was done")]
    FederateGone(String),
    /// The federation or the RTI is lost.
    #[error("the RTI is lost: {0}")]
    RtiGone(String),
    /// A message is not of a benchmark federate.
    #[error("{0}")]
    Alien(String),
    /// Standard input ended.
    #[error("stopped before the work was done: standard input ended")]
    Stopped,
}

/// Adds the attempted operation to a refused call.
pub(super) trait Doing<T> {
    fn doing(self, what: &str) -> Result<T, FederateError>;
}

impl<T> Doing<T> for Result<T, Exception> {
    fn doing(self, what: &str) -> Result<T, FederateError> {
        self.map_err(|exception| match exception.kind {
            // The call may fail before the callback reports the loss.
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
