//! State that determines latency: processor load of both ends in bands, load of the network port.

mod band;
mod counter;
mod port;
mod recent;
mod ticks;

use std::fmt;

pub use band::{BANDS, Band, Hysteresis};
pub use counter::{Counter, Rate, Width};
pub use port::{PortLoad, Queue};
pub use recent::RecentLoad;
pub use ticks::Ticks;

/// Busy share of a resource, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Load(f64);

/// An impossible load.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a load of {0} is not a share from 0 to 1")]
pub struct InvalidLoad(pub f64);

impl Load {
    /// Tolerance above 1: counters are read a little later than the clock.
    const TOLERANCE: f64 = 0.05;

    /// A load; slightly more than 1 counts as 1.
    ///
    /// # Errors
    /// [`InvalidLoad`] if `share` is negative, above 1.05 or not a number.
    pub fn new(share: f64) -> Result<Self, InvalidLoad> {
        if (0.0..=1.0 + Self::TOLERANCE).contains(&share) {
            Ok(Self(share.min(1.0)))
        } else {
            Err(InvalidLoad(share))
        }
    }

    /// The share, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} %", self.0 * 100.0)
    }
}

/// State of a connection: both processors, and the busier of the ports between them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairState {
    /// Band of the sender's processor load; `None` if it is not known.
    pub sender: Option<Band>,
    /// Band of the receiver's processor load; `None` if it is not known.
    pub receiver: Option<Band>,
    /// The busier port; `None` if neither host's source reports a port, as on one host.
    pub port: Option<PortLoad>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_is_a_share() {
        assert_eq!(Load::new(0.25).map(Load::share), Ok(0.25));
        assert_eq!(Load::new(1.04).map(Load::share), Ok(1.0));
        for wrong in [-0.01, 1.06, 7.4, f64::INFINITY] {
            assert_eq!(Load::new(wrong), Err(InvalidLoad(wrong)));
        }
        assert!(Load::new(f64::NAN).is_err());
    }
}
