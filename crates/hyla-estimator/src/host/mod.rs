//! State of a host: processors and a port, from the counters of its kernel or its agent.

mod kernel;
mod load;
mod meter;

pub use kernel::Kernel;
pub use load::HostLoad;
pub use meter::{IDLE_BY_AGENT, IDLE_BY_KERNEL, PortMeter, ProcessorMeter, Uptime};

/// Reading of a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Busy share of all processors together.
    pub processor: f64,
    /// Busy share of the busier direction of the port, and its speed in bits per second.
    pub port: Option<(f64, f64)>,
}

/// Why a reading failed or is unreliable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadingError {
    /// A file or the agent could not be read.
    #[error("{0}")]
    Unreadable(String),
    /// A counter decreased or increased implausibly.
    #[error("the {0} counters were reset or cannot be true")]
    Reset(&'static str),
    /// The counters of the processors have not changed for a long time.
    #[error("the processor counters have stood still for {0} s")]
    StandsStill(u64),
    /// The speed of the port, and thus its load, is unknown.
    #[error("the speed of port {0} is not known; say it")]
    NoSpeed(String),
}
