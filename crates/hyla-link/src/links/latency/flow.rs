//! Probes of one length on one channel, one after the other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_estimator::estimator::MeasurementId;
use hyla_types::FederateHandle;

use super::trial::Trial;

/// A probe that has not returned by then is lost.
const PATIENCE: Duration = Duration::from_secs(2);
/// Pause after a probe could not be sent, since the channel is not established.
const RETRY: Duration = Duration::from_millis(50);
/// Shortest interval of live samples.
const LEAST_EVERY: Duration = Duration::from_millis(10);
/// Bytes that a frame has beside the values of a message.
const FRAME_HEADER: usize = 24;
/// Bytes of Ethernet, IP and TCP headers.
const WIRE_HEADER: usize = 66;

/// Target of probes: a receiver, a channel and a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) peer: FederateHandle,
    pub(super) profile: Arc<str>,
    pub(super) bytes: u32,
}

impl Subject {
    /// Length of a probe, as that of a message.
    pub(super) fn frame_bytes(&self) -> usize {
        self.bytes as usize + FRAME_HEADER
    }

    fn round_trip_bytes(&self) -> usize {
        2 * (self.frame_bytes() + WIRE_HEADER)
    }
}

/// Round trips that the estimator requested.
#[derive(Debug)]
pub(super) struct Measuring {
    pub(super) id: MeasurementId,
    pub(super) count: usize,
    pub(super) times_us: Vec<f64>,
}

/// Probes of one subject.
#[derive(Debug)]
pub(super) struct Flow {
    /// Names the flow in probes.
    pub(super) number: u64,
    pub(super) subject: Subject,
    pub(super) measuring: Option<Measuring>,
    pub(super) trial: Option<Trial>,
    /// Interval of live samples; `None` if there is no live question.
    live_every: Option<Duration>,
    next_live: Instant,
    not_before: Instant,
    /// Stamp of the probe under way, and when it was sent.
    under_way: Option<(u64, Instant)>,
    /// Bytes sent for live samples, in both directions.
    pub(super) spent_live: u64,
    /// Bytes that the channel had sent at the last look.
    sent_before: Option<u64>,
}

impl Flow {
    pub(super) fn new(number: u64, subject: Subject, now: Instant) -> Self {
        Self {
            number,
            subject,
            measuring: None,
            trial: None,
            live_every: None,
            next_live: now,
            not_before: now,
            under_way: None,
            spent_live: 0,
            sent_before: None,
        }
    }

    /// Takes live samples within a budget in bytes per second, or none.
    pub(super) fn set_live(&mut self, bytes_per_s: Option<f64>) {
        let cost = self.subject.round_trip_bytes() as f64;
        self.live_every = bytes_per_s
            .map(|rate| Duration::from_secs_f64((cost / rate).min(3600.0)).max(LEAST_EVERY));
    }

    /// Traffic of the channel since the last look, in bytes.
    pub(super) fn sent_since(&mut self, bytes_sent: u64) -> u64 {
        let before = self.sent_before.replace(bytes_sent).unwrap_or(bytes_sent);
        bytes_sent.saturating_sub(before)
    }

    fn is_hurried(&self) -> bool {
        self.measuring.is_some() || self.trial.as_ref().is_some_and(|trial| !trial.is_over())
    }

    /// Whether a probe is to be sent now.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        let live = self.live_every.is_some() && self.next_live <= now;
        self.under_way.is_none() && self.not_before <= now && (self.is_hurried() || live)
    }

    /// When [`Self::is_due`] or [`Self::lost`] changes.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        if let Some((_, since)) = self.under_way {
            return Some(since + PATIENCE);
        }
        if self.is_hurried() {
            return Some(self.not_before);
        }
        self.live_every.map(|_| self.next_live.max(self.not_before))
    }

    pub(super) fn sent(&mut self, stamp: u64, now: Instant) {
        self.under_way = Some((stamp, now));
        if let Some(every) = self.live_every
            && self.next_live <= now
        {
            self.next_live = now + every;
            if !self.is_hurried() {
                self.spent_live += self.subject.round_trip_bytes() as u64;
            }
        }
    }

    /// A probe could not be sent.
    pub(super) fn not_sent(&mut self, now: Instant) {
        self.not_before = now + RETRY;
    }

    /// Whether this stamp is that of the probe under way, which ends with it.
    pub(super) fn returned(&mut self, stamp: u64) -> bool {
        self.under_way.take_if(|(sent, _)| *sent == stamp).is_some()
    }

    /// Whether the probe under way is lost, which ends with it.
    pub(super) fn lost(&mut self, now: Instant) -> bool {
        self.under_way
            .take_if(|(_, since)| *since + PATIENCE <= now)
            .is_some()
    }
}
