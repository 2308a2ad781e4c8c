//! Turns of the streams of an endpoint that have something to read: who sends much does not keep the short messages of others waiting.
//!
//! - In a turn each stream is read once, and no more than [`MOST_LONG`] of those over TCP that have more than one read takes.
//! - An endpoint that serves many (`EndpointConfig::fair_reads`) reads less at once of a channel whose frames take long to handle. After long reads such
//!   channels pause, as long as others are heard: their frames take a quarter of the thread's time at most. The pauses leave the processor to
//!   others, too; without them the scheduler of the system lets a thread that always works wait, and all channels with it.

use std::time::{Duration, Instant};

use super::{Endpoint, READ_BYTES, SHARED_READ_BYTES};
use crate::channel_entry::{ChannelEntry, ReadOutcome, StreamEntry};
use crate::wire::PolledWire;
use crate::{ChannelId, Event};

/// Channels with more to read than one read takes that are read in a turn while others have something to read, too: short messages of
/// others wait for no more.
const MOST_LONG: usize = 2;

/// After them so much is read of each channel of which nothing is known: a short message.
const LITTLE: usize = 4 << 10;

/// Reads that leave something, or take longer with their frames, are followed by a pause.
const LONG_READ: Duration = Duration::from_micros(30);

/// A pause is so many times as long as the reads before it.
const PAUSE: u32 = 3;

/// Channels pause if others were heard within this time.
const OTHERS: Duration = Duration::from_millis(10);

/// A read that has taken longer is the reason to read half as much next time, one that took less than half of it to read twice as much.
const SLICE: Duration = Duration::from_micros(80);

/// What one read takes from a channel, adapted to the time that its frames take.
#[derive(Debug)]
pub(crate) struct ReadSlice {
    pub(super) bytes: usize,
    /// The last read of its turn took less than there was.
    has_more: bool,
}

impl Default for ReadSlice {
    fn default() -> Self {
        Self {
            bytes: SHARED_READ_BYTES,
            has_more: false,
        }
    }
}

impl ReadSlice {
    const LEAST: usize = 1 << 10;

    fn adapt(&mut self, took: Duration) {
        if took > SLICE {
            self.bytes = (self.bytes / 2).max(Self::LEAST);
        } else if took < SLICE / 2 {
            self.bytes = (self.bytes * 2).min(SHARED_READ_BYTES);
        }
    }
}

/// Channels that pause after long reads.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    channels: Vec<ChannelId>,
    until: Option<Instant>,
    /// Whose read was a short one, and when.
    short: Option<(ChannelId, Instant)>,
    /// A channel in shared memory was heard since the last turn.
    pub(super) heard_ring: bool,
    ring: Option<Instant>,
}

impl Pauses {
    /// When they end.
    pub(super) fn end(&self) -> Option<Instant> {
        self.until.filter(|_| !self.channels.is_empty())
    }

    fn hears_others_than(&self, id: ChannelId, now: Instant) -> bool {
        let short = self.short.filter(|(other, _)| *other != id);
        let heard = [short.map(|(_, at)| at), self.ring];
        let is_recent = |at: Instant| now.saturating_duration_since(at) < OTHERS;
        heard.into_iter().flatten().any(is_recent)
    }
}

impl Endpoint {
    /// Reads once from each stream that has something to read, for fairness.
    pub(super) fn read_in_turn(&mut self, on: &mut impl FnMut(Event<'_>)) {
        self.first.sort(&mut self.reading);
        let is_fair = self.mailbox.config.fair_reads && !self.reading.is_empty();
        let mut clock = is_fair.then(Instant::now);
        let may_be_many = self.reading.len() > MOST_LONG;
        let (mut at, mut long, mut next) = (0, 0, None);
        let mut taken = Duration::ZERO;
        if std::mem::take(&mut self.pauses.heard_ring) {
            self.pauses.ring = clock;
        }
        while at < self.reading.len() {
            let id = self.reading[at];
            let is_little = may_be_many && long >= MOST_LONG;
            if is_little {
                next.get_or_insert(at);
                if self.has_more(id) {
                    at += 1;
                    continue;
                }
            }
            let most = if is_little { LITTLE } else { READ_BYTES };
            let is_tcp = self.tcp_stream(id).is_some();
            let outcome = self.read_at_most(id, most, on);
            if self.rings.has_quiet() {
                self.rings.rung(id);
            }
            let has_more = matches!(outcome, Some(ReadOutcome::More));
            let mut pauses = false;
            if is_tcp && let Some(now) = &mut clock {
                let (began, took) = (*now, now.elapsed());
                *now += took;
                if !has_more && took < LONG_READ {
                    self.pauses.short = Some((id, *now));
                } else if self.pauses.hears_others_than(id, began) {
                    taken += took;
                    pauses = true;
                }
                if let Some(stream) = self.tcp_stream(id) {
                    stream.slice.adapt(took);
                }
            }
            let ended = !matches!(outcome, Some(ReadOutcome::More | ReadOutcome::Drained));
            if let Some(ChannelEntry {
                stream: Some(stream),
                ..
            }) = self.channels.get_mut(&id)
            {
                stream.slice.has_more = has_more;
                stream.reading = !ended && (has_more || pauses);
            }
            if pauses && !ended {
                self.reading.swap_remove(at);
                self.pauses.channels.push(id);
                // It is not polled alone either.
                self.last_heard = self.last_heard.filter(|last| *last != id);
            } else if has_more {
                long += usize::from(!is_little && self.has_more(id));
                at += 1;
            } else {
                self.reading.swap_remove(at);
            }
        }
        if let Some(next) = next.filter(|next| *next < self.reading.len()) {
            // Their turn comes first.
            self.reading.rotate_left(next);
        }
        if let Some(now) = clock.filter(|_| !taken.is_zero()) {
            self.pauses.until = Some(now + PAUSE * taken);
        }
    }

    /// Channels whose pause is over are read again.
    pub(super) fn end_pauses(&mut self, now: Instant) {
        if self.pauses.end().is_some_and(|end| now >= end) {
            self.reading.append(&mut self.pauses.channels);
        }
    }

    /// Whether the last read of a channel over TCP took less than there was.
    fn has_more(&mut self, id: ChannelId) -> bool {
        self.tcp_stream(id)
            .is_some_and(|stream| stream.slice.has_more)
    }

    fn tcp_stream(&mut self, id: ChannelId) -> Option<&mut StreamEntry> {
        let stream = self.channels.get_mut(&id)?.stream.as_mut()?;
        stream.wire.memory().is_none().then_some(stream)
    }
}
