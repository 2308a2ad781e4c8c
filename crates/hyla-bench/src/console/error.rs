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
        /// Where it was to listen.
        at: Option<SocketAddr>,
        /// Why.
        cause: std::io::Error,
    },
    /// A local agent did not start or has ended.
    #[error("agent {name} of this host: {problem}")]
    LocalAgent {
        /// Its name.
        name: String,
        /// What happened.
        problem: String,
    },
    /// Not enough agents came.
    #[error("{there} of {wanted} agents came within {} s; start them with `hyla bench agent --rti {rti}`", waited.as_secs())]
    TooFewAgents {
        /// How many came.
        there: usize,
        /// How many were wanted.
        wanted: usize,
        /// How long they were waited for.
        waited: Duration,
        /// Where.
        rti: String,
    },
    /// The machines cannot do it, or the agents do not fit.
    #[error("this run cannot be done, and nothing was started:\n  {}", .0.join("\n  "))]
    Refused(Vec<String>),
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
}
