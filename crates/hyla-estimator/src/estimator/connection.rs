//! Connections that answers are about.

use std::fmt;
use std::str::FromStr;

use crate::profile::Quantity;

/// A connection of an estimator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u32);

/// One end of a connection: a host, or a federate on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    /// Name of the host in reports.
    pub host: String,
    /// Name of the federate; `None` for the host itself.
    pub federate: Option<String>,
}

impl End {
    /// The host itself.
    #[must_use]
    pub fn host(name: impl Into<String>) -> Self {
        Self {
            host: name.into(),
            federate: None,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.federate {
            None => f.write_str(&self.host),
            Some(federate) => write!(f, "{}/{federate}", self.host),
        }
    }
}

/// `HOST` or `HOST/FEDERATE`.
impl FromStr for End {
    type Err = InvalidEnd;

    fn from_str(text: &str) -> Result<Self, InvalidEnd> {
        let (host, federate) = match text.split_once('/') {
            Some((host, federate)) => (host, Some(federate)),
            None => (text, None),
        };
        if host.is_empty() || federate == Some("") {
            return Err(InvalidEnd(text.to_owned()));
        }
        Ok(Self {
            host: host.to_owned(),
            federate: federate.map(str::to_owned),
        })
    }
}

/// A text that is not an end of a connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither HOST nor HOST/FEDERATE")]
pub struct InvalidEnd(pub String);

/// Share of the messages within a bound, from 50 to 99.99 %.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Hardness(f64);

/// An invalid hardness.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a hardness of {0} % is not between 50 and 99.99 %")]
pub struct InvalidHardness(pub f64);

impl Hardness {
    /// A hardness in per cent.
    ///
    /// # Errors
    /// [`InvalidHardness`] below 50 and above 99.99.
    pub fn per_cent(per_cent: f64) -> Result<Self, InvalidHardness> {
        if (50.0..=99.99).contains(&per_cent) {
            Ok(Self(per_cent / 100.0))
        } else {
            Err(InvalidHardness(per_cent))
        }
    }

    /// The share, from 0.5 to 0.9999.
    #[must_use]
    pub fn share(self) -> f64 {
        self.0
    }
}

/// Quality of service: kind of answer, and its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Qos {
    /// 1: mean, from profile and state.
    Mean,
    /// 2: bound, from profile and state.
    Bound(Hardness),
    /// 3: mean, measured.
    MeasuredMean,
    /// 4: bound, measured.
    MeasuredBound(Hardness),
    /// 5: bound, from the samples of running channels.
    LiveBound(Hardness),
}

impl Qos {
    /// Its number, from 1 to 5.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Mean => 1,
            Self::Bound(_) => 2,
            Self::MeasuredMean => 3,
            Self::MeasuredBound(_) => 4,
            Self::LiveBound(_) => 5,
        }
    }

    /// The requested percentile; `None` for a mean.
    #[must_use]
    pub fn percentile(self) -> Option<f64> {
        match self {
            Self::Mean | Self::MeasuredMean => None,
            Self::Bound(hardness) | Self::MeasuredBound(hardness) | Self::LiveBound(hardness) => {
                Some(hardness.share())
            }
        }
    }

    pub(super) fn is_measured(self) -> bool {
        matches!(self, Self::MeasuredMean | Self::MeasuredBound(_))
    }
}

/// Subject of an answer: two ends, a size and a quality of service.
#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    /// The sender.
    pub from: End,
    /// The receiver.
    pub to: End,
    /// Bytes of a message.
    pub bytes: u64,
    /// The kind of answer.
    pub qos: Qos,
    /// One way or round trip. By default, QoS 1 and 2 answer one way if the profile has it;
    /// measurements are always round trips.
    pub quantity: Option<Quantity>,
}

/// Why a connection is rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// Larger than the limit of messages.
    #[error("a message of {0} bytes is longer than {MOST_BYTES}")]
    TooLong(u64),
    /// QoS 3 and 4 measure round trips.
    #[error("QoS {0} measures round trips and knows no one-way latency")]
    NotOneWay(u8),
    /// The server has as many connections as it may have.
    #[error("there are already {0} connections")]
    TooMany(usize),
}

/// Longest message that can be asked about.
pub const MOST_BYTES: u64 = 1 << 26;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_written_as_they_are_read() {
        for text in ["alpha", "alpha/radar"] {
            assert_eq!(text.parse::<End>().unwrap().to_string(), text);
        }
        for wrong in ["", "/radar", "alpha/"] {
            assert_eq!(wrong.parse::<End>(), Err(InvalidEnd(wrong.to_owned())));
        }
    }

    #[test]
    fn a_hardness_lies_between_50_and_99_99_per_cent() {
        assert_eq!(Hardness::per_cent(75.0).map(Hardness::share), Ok(0.75));
        assert!(Hardness::per_cent(99.99).is_ok());
        for wrong in [49.9, 100.0, f64::NAN] {
            assert!(Hardness::per_cent(wrong).is_err(), "{wrong}");
        }
    }
}
