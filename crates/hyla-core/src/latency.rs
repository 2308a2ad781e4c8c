//! Questions about the latency of messages to another federate, and what they are answered from.
//!
//! The member itself estimates nothing: its driver measures channels and answers ([`crate::outbox::Channels::latency`]).
//! `docs/latency-server.md` explains quality of service and answers. Tools ask a member through the RTI (`executive`).

mod executive;
mod member;

use hyla_types::FederateHandle;
use serde::{Deserialize, Serialize};

pub(crate) use executive::LatencyInquiries;

/// A question about the latency of messages from this federate to another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyQuestion {
    /// The receiver; [`FederateHandle::RTI`] for the RTI.
    pub peer: FederateHandle,
    /// The channel: a transportation type with a profile, or [`crate::metrics::STREAM`].
    pub profile: String,
    /// Bytes of the values of a message.
    pub bytes: u32,
    /// Quality of service of the answer, from 1 to 5: mean and bound from a profile, mean and bound measured, live bound.
    pub qos: u8,
    /// Share of the messages, in per cent from 50 to 99.99, that a bound (QoS 2, 4 and 5) shall hold for.
    pub hardness: Option<f64>,
    /// One way or round trip.
    pub quantity: LatencyQuantity,
}

impl LatencyQuestion {
    /// A live bound for 99 % of the messages of 64 bytes by the stream, one way.
    #[must_use]
    pub fn to(peer: FederateHandle) -> Self {
        Self {
            peer,
            profile: crate::metrics::STREAM.to_owned(),
            bytes: 64,
            qos: 5,
            hardness: Some(99.0),
            quantity: LatencyQuantity::Any,
        }
    }
}

/// One way or round trip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LatencyQuantity {
    /// The first answer of the quality of service: one way, but round trip for QoS 3 and 4.
    #[default]
    Any,
    /// One way.
    OneWay,
    /// Round trip.
    RoundTrip,
}

/// Whether an answer is reliable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LatencyValidity {
    /// There is no estimate, for the reason given.
    #[default]
    Unknown,
    /// The estimate rests on an older state, for the reason given.
    Stale,
    /// The estimate rests on the present state.
    Fresh,
}

/// Answer to a [`LatencyQuestion`]. As JSON it has the names of `latency.proto`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LatencyAnswer {
    /// Whether it is reliable.
    pub validity: LatencyValidity,
    /// Why it is not fresh; empty if it is.
    pub reason: String,
    /// Mean or bound, in microseconds.
    pub estimate_us: Option<f64>,
    /// Lower end of the 95 % interval.
    pub low_us: Option<f64>,
    /// Upper end; `None` if there is none.
    pub high_us: Option<f64>,
    /// One way or round trip.
    pub quantity: LatencyQuantity,
    /// Whether a measurement for a better answer runs or waits for its budget.
    pub updating: bool,
    /// Age of the measurement or of the last sample, in seconds.
    pub age_s: Option<f64>,
    /// Messages that the estimate rests on.
    pub samples: u64,
    /// QoS 5: samples so far that accompanied messages of this federate; the others were probes.
    pub from_messages: u64,
    /// Processor load of this host, as a band in per cent; empty if unknown.
    pub sender_load: String,
    /// Processor load of the host of the receiver.
    pub receiver_load: String,
    /// Busy share of the busier port between the two hosts; `None` if unknown, or if they are one.
    pub port_load: Option<f64>,
    /// Bytes that measurements for such questions have sent, in both directions.
    pub spent_bytes: u64,
    /// QoS 5: share of all messages for which the bound held.
    pub covered: Option<f64>,
    /// QoS 5: the same of the last messages.
    pub covered_lately: Option<f64>,
    /// Half of the range of the offset between the clocks of both hosts, in microseconds; it is part of the interval.
    pub clock_error_us: Option<f64>,
    /// How the machine of the profile differs from this one.
    pub warnings: Vec<String>,
}

/// Readings of a host when a probe arrives: its clocks and its load.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HostReading {
    /// Identifies the monotonic clock: the same number for processes that share it; 0 if unknown.
    pub clock: u64,
    /// Monotonic clock in nanoseconds.
    pub monotonic_ns: u64,
    /// Wall clock less monotonic clock, in nanoseconds.
    pub over_monotonic_ns: i64,
    /// Greatest error of the wall clock, if it is synchronized.
    pub error_ns: Option<u64>,
    /// Busy share of all processors, from 0 to 1, if known.
    pub load: Option<f64>,
    /// Busy share of the port that messages to other hosts take, and its speed in bits per second, if known.
    pub port: Option<(f64, f64)>,
}

impl HostReading {
    pub(crate) const BYTES: usize = 40;
    const NO_ERROR: u64 = u64::MAX;
    const NO_LOAD: u16 = u16::MAX;

    pub(crate) fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.clock.to_le_bytes());
        out.extend_from_slice(&self.monotonic_ns.to_le_bytes());
        out.extend_from_slice(&self.over_monotonic_ns.to_le_bytes());
        out.extend_from_slice(&self.error_ns.unwrap_or(Self::NO_ERROR).to_le_bytes());
        out.extend_from_slice(&Self::permyriad(self.load).to_le_bytes());
        out.extend_from_slice(&Self::permyriad(self.port.map(|(share, _)| share)).to_le_bytes());
        #[allow(clippy::cast_possible_truncation, reason = "24 bits are exact enough")]
        let bits_per_s = self.port.map_or(0.0, |(_, bits_per_s)| bits_per_s) as f32;
        out.extend_from_slice(&bits_per_s.to_le_bytes());
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of ten thousand"
    )]
    fn permyriad(share: Option<f64>) -> u16 {
        share.map_or(Self::NO_LOAD, |share| {
            (share.clamp(0.0, 1.0) * 1e4).round() as u16
        })
    }

    fn share(permyriad: [u8; 2]) -> Option<f64> {
        let permyriad = u16::from_le_bytes(permyriad);
        (permyriad != Self::NO_LOAD).then(|| f64::from(permyriad) / 1e4)
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (clock, bytes) = bytes.split_first_chunk()?;
        let (monotonic, bytes) = bytes.split_first_chunk()?;
        let (over, bytes) = bytes.split_first_chunk()?;
        let (error, bytes) = bytes.split_first_chunk()?;
        let (load, bytes) = bytes.split_first_chunk()?;
        let (port, bytes) = bytes.split_first_chunk()?;
        let (bits_per_s, _) = bytes.split_first_chunk()?;
        let error = u64::from_le_bytes(*error);
        let bits_per_s = f64::from(f32::from_le_bytes(*bits_per_s));
        Some(Self {
            clock: u64::from_le_bytes(*clock),
            monotonic_ns: u64::from_le_bytes(*monotonic),
            over_monotonic_ns: i64::from_le_bytes(*over),
            error_ns: (error != Self::NO_ERROR).then_some(error),
            load: Self::share(*load),
            port: Self::share(*port).map(|share| (share, bits_per_s)),
        })
    }
}
