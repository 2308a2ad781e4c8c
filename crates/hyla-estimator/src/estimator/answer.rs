//! Answers.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::live::Coverage;
use crate::profile::{Missing, Quantity, SizeBasis};
use crate::state::PairState;
use crate::statistics::Estimate;

/// Answer about a connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Whether the estimate is reliable.
    pub validity: Validity,
    /// The estimate with its 95 % interval; `None` if unknown.
    pub estimate: Option<Estimate>,
    /// One way or round trip.
    pub quantity: Quantity,
    /// Whether a measurement for a better answer runs or waits for its budget.
    pub is_updating: bool,
    /// Age of the oldest report or sample used.
    pub age: Option<Duration>,
    /// Number of messages used.
    pub samples: u64,
    /// The state used, as far as it is known.
    pub state: PairState,
    /// Source of the estimate.
    pub basis: Basis,
    /// Bytes sent to measure this connection, in both directions.
    pub spent_bytes: u64,
    /// Differences between the machines of the profile and these.
    pub warnings: Arc<[String]>,
}

/// Source of an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// None.
    Nothing,
    /// From the profile.
    Profile(SizeBasis),
    /// Round trips of exactly this size.
    Measured,
    /// Samples of running channels, with their coverage.
    Live(Coverage),
}

/// Whether an answer is reliable.
#[derive(Clone, Debug, PartialEq)]
pub enum Validity {
    /// Based on the current state.
    Fresh,
    /// Based on an older state, or its interval covers every possible state.
    Stale(Reason),
    /// No estimate is possible.
    Unknown(Reason),
}

/// Why an answer is not fresh.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// No profile is loaded.
    NoProfile,
    /// The profile lacks this case.
    Profile(Missing),
    /// This host has never reported.
    NeverReported {
        /// The host.
        host: Arc<str>,
    },
    /// The last report of this host is too old.
    ReportOld {
        /// The host.
        host: Arc<str>,
        /// Age of the report.
        age: Duration,
    },
    /// The last report of this host is implausible.
    Doubtful {
        /// The host.
        host: Arc<str>,
        /// The reported load.
        load: f64,
    },
    /// The source of this host's state failed.
    SourceFailed {
        /// The host.
        host: Arc<str>,
        /// Its error.
        problem: Arc<str>,
    },
    /// The server's clock went back.
    ClockStep,
    /// A port on the path is busy for 99 % of the time or more.
    Saturated,
    /// The state has changed since the measurement.
    StateChanged,
    /// The measurement is too old.
    MeasurementOld,
    /// Nothing was measured yet.
    NotMeasured,
    /// The measurement goes on: these are its first round trips.
    NotFinished {
        /// Most round trips that it has.
        of: u32,
    },
    /// The last measurement failed.
    PeerFailed {
        /// The error.
        problem: Arc<str>,
    },
    /// The running channels gave too few samples yet.
    FewSamples {
        /// Number of missing samples.
        more: u64,
    },
    /// The running channels have given no sample for a long time.
    SamplesOld,
    /// The bound has recently held less often than required.
    NotHeld,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProfile => {
                f.write_str("no profile is loaded: `profile` of the server's file names one")
            }
            Self::Profile(missing) => missing.fmt(f),
            Self::NeverReported { host } => write!(f, "{host} has never reported its state"),
            Self::ReportOld { host, age } => {
                write!(
                    f,
                    "the last report of {host} is {:.1} s old",
                    age.as_secs_f64()
                )
            }
            Self::Doubtful { host, load } => {
                write!(
                    f,
                    "{host} reports a load of {:.0} %, which cannot be",
                    load * 100.0
                )
            }
            Self::SourceFailed { host, problem } => write!(f, "no state of {host}: {problem}"),
            Self::ClockStep => f.write_str("the clock of the server went back"),
            Self::Saturated => f.write_str("a port on the way is saturated"),
            Self::StateChanged => f.write_str("the state has changed since the measurement"),
            Self::MeasurementOld => f.write_str("the measurement is too old"),
            Self::NotMeasured => f.write_str("nothing was measured yet"),
            Self::NotFinished { of } => write!(f, "still measuring, up to {of} round trips"),
            Self::PeerFailed { problem } => write!(f, "nothing can be measured: {problem}"),
            Self::FewSamples { more } => write!(f, "{more} more samples are needed"),
            Self::SamplesOld => f.write_str("the channel has given no sample for long"),
            Self::NotHeld => f.write_str("the bound has lately not held as often as it should"),
        }
    }
}
