//! Names of counterparts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Wait;

/// Medium of the messages, or meeting point of processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Medium {
    /// A ring in shared memory for each direction.
    Ring,
    /// A TCP connection without delay.
    Tcp,
    /// A Unix socket.
    Unix,
    /// A UDP socket.
    Udp,
    /// A UDP socket that sends to a multicast group, for a stream of one sender.
    Multicast,
    /// A barrier in shared memory, which carries nothing.
    Barrier,
}

impl Medium {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Ring,
        Self::Tcp,
        Self::Unix,
        Self::Udp,
        Self::Multicast,
        Self::Barrier,
    ];

    /// The first part of a counterpart's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Tcp => "tcp",
            Self::Unix => "unix",
            Self::Udp => "udp",
            Self::Multicast => "multicast",
            Self::Barrier => "barrier",
        }
    }
}

/// A medium and how both sides wait: named by both, such as `tcp-yielding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterpart {
    /// The medium.
    pub medium: Medium,
    /// How both sides wait.
    pub wait: Wait,
}

impl Counterpart {
    /// All combinations; a barrier has nothing to batch.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |medium| Wait::ALL.map(|wait| Self { medium, wait });
        let all = Medium::ALL.into_iter().flat_map(of);
        all.filter(|one| one.medium != Medium::Barrier || one.wait != Wait::Batch)
    }
}

impl fmt::Display for Counterpart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.medium.name(), self.wait.name())
    }
}

/// No counterpart has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no baseline {0:?}: take one of {names}", names = names())]
pub struct UnknownCounterpart(pub String);

fn names() -> String {
    let names: Vec<String> = Counterpart::all().map(|one| one.to_string()).collect();
    names.join(", ")
}

impl FromStr for Counterpart {
    type Err = UnknownCounterpart;

    fn from_str(name: &str) -> Result<Self, UnknownCounterpart> {
        let mut all = Self::all();
        let found = all.find(|one| one.to_string() == name);
        found.ok_or_else(|| UnknownCounterpart(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counterpart_is_found_by_its_name_and_no_other_name_is_known() {
        for one in Counterpart::all() {
            assert_eq!(one.to_string().parse(), Ok(one));
        }
        for name in ["tcp", "barrier-batching", "ring-futex", ""] {
            let unknown = name.parse::<Counterpart>().unwrap_err().to_string();
            assert!(unknown.contains("ring-yielding"), "{unknown}");
        }
        assert_eq!(Counterpart::all().count(), 17);
    }
}
