//! Why a run ended without a result.

use std::net::SocketAddr;
use std::time::Duration;

use crate::coordination::CoordinationError;

/// Why a run ended without a result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConsoleError {
    /// The federation of console and agents.
    #[error(transparent)]
    Coordination(#[from] CoordinationError),
    /// Settings that cannot be read.
    #[error(transparent)]
    Settings(#[from] hyla_settings::SettingsError),
    /// The console's own RTI did not start.
    #[error("the console's own RTI did not start{}: {cause}", at.map(|at| format!(" at {at}")).unwrap_or_default())]
    Rti {
        /// Its listening address.
        at: Option<SocketAddr>,
        /// The error.
        cause: std::io::Error,
    },
    /// A local agent did not start or has ended.
    #[error("agent {name} of this host: {problem}")]
    LocalAgent {
        /// Its name.
        name: String,
        /// The error.
        problem: String,
    },
    /// Too few agents.
    #[error("{there} of {wanted} agents came within {} s; start them with `hyla bench agent --rti {rti}`", waited.as_secs())]
    TooFewAgents {
        /// Available agents.
        there: usize,
        /// Required agents.
        wanted: usize,
        /// Time waited.
        waited: Duration,
        /// The RTI.
        rti: String,
    },
    /// The machines cannot do it, or the agents do not fit.
    #[error("this run cannot be done, and nothing was started:\n  {}", .0.join("\n  "))]
    Refused(Vec<String>),
    /// The experiment was stopped.
    #[error("stopped")]
    Stopped,
}
