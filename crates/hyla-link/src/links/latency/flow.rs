//! Probes of one length on one channel, one after the other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_core::metrics::STREAM;
use hyla_estimator::estimator::MeasurementId;
use hyla_types::FederateHandle;

use super::trial::Trial;

/// A probe that has not returned by then is lost.
const PATIENCE: Duration = Duration::from_secs(2);
/// Pause after a probe could not be sent, since the channel is not established.
const RETRY: Duration = Duration::from_millis(50);
/// Shortest interval of live samples.
const LEAST_EVERY: Duration = Duration::from_millis(10);
/// Messages a second from which a channel is busy: there each sample holds up the messages behind it by some ten microseconds.
const BUSY: f64 = 1000.0;
/// Shortest interval of live samples of a busy channel.
const BUSY_EVERY: Duration = Duration::from_millis(100);
/// Longest wait for a message that a live sample can accompany; then a probe is sent.
const GRACE: Duration = Duration::from_millis(100);
/// While no messages go, each sample of that number waits for one.
const LOOK_EVERY: u32 = 8;
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
    /// Short probes that renew the state of a peer's host.
    pub(super) fn state_of(peer: FederateHandle) -> Self {
        Self {
            peer,
            profile: Arc::from(STREAM),
            bytes: 0,
        }
    }

    /// Length of a probe, as that of a message.
    pub(super) fn frame_bytes(&self) -> usize {
        self.bytes as usize + FRAME_HEADER
    }

    pub(super) fn round_trip_bytes(&self) -> usize {
        2 * (self.frame_bytes() + WIRE_HEADER)
    }
}

/// Round trips that the estimator requested.
#[derive(Debug)]
pub(super) struct Measuring {
    pub(super) id: MeasurementId,
    count: usize,
    times_us: Vec<f64>,
    /// On a long way, the round trips until then are enough.
    enough_at: Instant,
}

/// Time after which fewer round trips than requested are enough: the estimator waits three times as long.
const ENOUGH_AFTER: Duration = Duration::from_secs(1);

impl Measuring {
    pub(super) fn new(id: MeasurementId, count: u32, now: Instant) -> Self {
        Self {
            id,
            count: count as usize,
            times_us: Vec::new(),
            enough_at: now + ENOUGH_AFTER,
        }
    }

    /// Takes a round trip.
    pub(super) fn push(&mut self, us: f64) {
        self.times_us.push(us);
    }

    /// Probes that were sent: one of them may be under way.
    pub(super) fn begun(&self) -> u32 {
        self.times_us.len() as u32 + 1
    }

    /// The round trips, once there are enough.
    pub(super) fn result(&self, now: Instant) -> Option<&[f64]> {
        let is_over = self.times_us.len() >= self.count || now >= self.enough_at;
        (is_over && !self.times_us.is_empty()).then_some(&*self.times_us)
    }
}

/// Probes of one subject.
#[derive(Debug)]
pub(super) struct Flow {
    /// Names the flow in probes.
    pub(super) number: u64,
    pub(super) subject: Subject,
    pub(super) measuring: Option<Measuring>,
    pub(super) trial: Option<Trial>,
    /// Budget of live samples in bytes per second; `None` if there is no live question.
    live_budget: Option<f64>,
    next_live: Instant,
    /// The next message of this length is accompanied; until then, no probe is sent.
    armed_until: Option<Instant>,
    /// The last live sample accompanied a message.
    follows: bool,
    /// Live samples that were due.
    live_turns: u32,
    /// Live samples that accompanied messages and returned.
    pub(super) from_messages: u64,
    not_before: Instant,
    /// Stamp of the probe under way, and when it was sent.
    under_way: Option<(u64, Instant)>,
    /// The one under way accompanies a message.
    accompanies: bool,
    /// Bytes sent for live samples, in both directions.
    pub(super) spent_live: u64,
    /// Bytes and messages that the channel had sent at the last look.
    sent_before: Option<(u64, u64)>,
    /// Messages a second of the channel.
    messages_per_s: f64,
}

impl Flow {
    pub(super) fn new(number: u64, subject: Subject, now: Instant) -> Self {
        Self {
            number,
            subject,
            measuring: None,
            trial: None,
            live_budget: None,
            next_live: now,
            armed_until: None,
            follows: false,
            live_turns: 0,
            from_messages: 0,
            not_before: now,
            under_way: None,
            accompanies: false,
            spent_live: 0,
            sent_before: None,
            messages_per_s: 0.0,
        }
    }

    /// Takes live samples within a budget in bytes per second, or none.
    pub(super) fn set_live(&mut self, bytes_per_s: Option<f64>) {
        self.live_budget = bytes_per_s;
        if bytes_per_s.is_none() {
            self.armed_until = None;
        }
    }

    /// Interval of live samples of that cost.
    fn every(&self, bytes: usize) -> Option<Duration> {
        let rate = self.live_budget?;
        let every = Duration::from_secs_f64((bytes as f64 / rate).min(3600.0));
        Some(every.max(LEAST_EVERY))
    }

    /// Takes what the channel has sent so far, and gives its traffic since the last look in bytes per second.
    pub(super) fn traffic(&mut self, (bytes, messages): (u64, u64), since: Duration) -> f64 {
        let (bytes_before, before) = self
            .sent_before
            .replace((bytes, messages))
            .unwrap_or((bytes, messages));
        let per_s = |count: u64| count as f64 / since.as_secs_f64();
        self.messages_per_s = per_s(messages.saturating_sub(before));
        per_s(bytes.saturating_sub(bytes_before))
    }

    /// Shortest interval of samples that accompany messages.
    fn least_every(&self) -> Duration {
        if self.messages_per_s < BUSY {
            LEAST_EVERY
        } else {
            BUSY_EVERY
        }
    }

    #[cfg(test)]
    pub(super) fn is_measuring(&self) -> bool {
        self.measuring.is_some()
    }

    fn is_hurried(&self) -> bool {
        self.measuring.is_some() || self.trial.as_ref().is_some_and(|trial| !trial.is_over())
    }

    /// Whether a probe is to be sent now. A live sample that is due waits for a message first, where messages go.
    pub(super) fn is_due(&mut self, now: Instant) -> bool {
        if self.under_way.is_some() || self.not_before > now {
            return false;
        }
        if self.is_hurried() {
            self.armed_until = None;
            return true;
        }
        let every = self.every(self.subject.round_trip_bytes());
        let Some(every) = every.filter(|_| self.next_live <= now) else {
            return false;
        };
        match self.armed_until {
            Some(until) if now < until => false,
            Some(_) => {
                self.armed_until = None;
                self.follows = false;
                true
            }
            None => {
                self.live_turns = self.live_turns.wrapping_add(1);
                let waits = self.follows || self.live_turns.is_multiple_of(LOOK_EVERY);
                let grace = if self.follows {
                    GRACE
                } else {
                    every.min(GRACE)
                };
                self.armed_until = waits.then_some(now + grace);
                !waits
            }
        }
    }

    /// Whether the next message of this length is to be accompanied.
    pub(super) fn is_armed(&self) -> bool {
        self.armed_until.is_some() && self.under_way.is_none()
    }

    /// Whether a message of that length is one of those in question.
    pub(super) fn fits(&self, frame_bytes: usize) -> bool {
        let asked = self.subject.frame_bytes();
        asked.abs_diff(frame_bytes) <= (asked / 4).max(64)
    }

    /// When [`Self::is_due`] or [`Self::lost`] changes.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        if let Some((_, since)) = self.under_way {
            return Some(since + PATIENCE);
        }
        if self.is_hurried() {
            return Some(self.not_before);
        }
        let live = self.armed_until.unwrap_or(self.next_live);
        self.live_budget.map(|_| live.max(self.not_before))
    }

    /// A probe was sent right behind a message.
    pub(super) fn accompanied(&mut self, stamp: u64, now: Instant, bytes: usize) {
        self.under_way = Some((stamp, now));
        self.accompanies = true;
        self.armed_until = None;
        self.follows = true;
        // The answer may have a packet of its own.
        let cost = 2 * bytes + WIRE_HEADER;
        let every = self.every(cost).unwrap_or(LEAST_EVERY);
        self.next_live = now + every.max(self.least_every());
        self.spent_live += cost as u64;
    }

    pub(super) fn sent(&mut self, stamp: u64, now: Instant) {
        self.under_way = Some((stamp, now));
        self.accompanies = false;
        if let Some(every) = self.every(self.subject.round_trip_bytes())
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
        let is_mine = self.under_way.take_if(|(sent, _)| *sent == stamp).is_some();
        self.from_messages += u64::from(is_mine && self.accompanies);
        is_mine
    }

    /// Whether the probe under way is lost, which ends with it.
    pub(super) fn lost(&mut self, now: Instant) -> bool {
        self.under_way
            .take_if(|(_, since)| *since + PATIENCE <= now)
            .is_some()
    }
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "a test is a caller that passes the time"
)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_channel_has_ten_samples_a_second() {
        let now = Instant::now();
        let mut flow = Flow::new(1, Subject::state_of(FederateHandle::new(2)), now);
        let second = Duration::from_secs(1);
        let mut sent = 0;
        flow.traffic((0, sent), second);

        let every = [100, 900, 2_000, 50_000, 1_000_000].map(|messages| {
            sent += messages;
            flow.traffic((0, sent), second);
            flow.least_every().as_millis()
        });

        assert_eq!(every, [10, 10, 100, 100, 100]);
    }
}
