//! Turns of the streams of an endpoint that have something to read: who sends much does not keep the short messages of others waiting.
//!
//! - In a turn each stream is read once, and no more than [`MOST_LONG`] of those over TCP that have more than one read takes.
//! - An endpoint that serves many (`EndpointConfig::fair_reads`) reads less at once of a channel whose frames take long to handle, and ends a turn that takes
//!   long. After long reads such channels pause, as long as others are heard: together they have a tenth of the thread's time. The pauses leave the
//!   processor to others, too; without them the scheduler of the system lets a thread that always works wait, and all channels with it.

use std::time::{Duration, Instant};

use super::{Endpoint, READ_BYTES, SHARED_READ_BYTES};
use crate::channel_entry::{ChannelEntry, ReadOutcome};
use crate::wire::PolledWire;
use crate::{ChannelId, Event};

/// Channels with more to read than one read takes that are read in a turn while others have something to read, too: short messages of
/// others wait for no more.
const MOST_LONG: usize = 2;

/// After them so much is read of each channel of which nothing is known: a short message.
const LITTLE: usize = 4 << 10;

/// Reads that leave something, or take longer with their frames, are followed by a pause.
const LONG_READ: Duration = Duration::from_micros(30);

/// Long reads of all channels have one part of the time, pauses so many.
const PAUSE: u32 = 9;

/// No channel pauses longer: with very many that do, their part of the time grows.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// Channels pause if others were heard within this time.
const OTHERS: Duration = Duration::from_millis(10);

/// A turn that has taken so long is over. Those that were not read have the next one.
const TURN: Duration = Duration::from_micros(300);

/// A read that has taken longer is the reason to read half as much next time, one that took less than half of it to read twice as much.
const SLICE: Duration = Duration::from_micros(80);

/// Bytes of the next read of a channel. Adapts to the time that its frames take.
#[derive(Debug)]
pub(crate) struct ReadSlice {
    pub(super) bytes: usize,
    /// Its last read left something.
    has_more: bool,
}

impl Default for ReadSlice {
    fn default() -> Self {
        Self {
            bytes: LITTLE,
            has_more: false,
        }
    }
}

impl ReadSlice {
    const LEAST: usize = 1 << 10;

    /// A read that was not full says nothing of a full one.
    fn adapt(&mut self, is_full: bool, took: Duration) {
        if took > SLICE {
            self.bytes = (self.bytes / 2).max(Self::LEAST);
        } else if is_full && took < SLICE / 2 {
            self.bytes = (self.bytes * 2).min(SHARED_READ_BYTES);
        }
    }
}

/// Channels that pause after long reads, and those that are the reason.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    /// Each with the end of its pause.
    channels: Vec<(ChannelId, Instant)>,
    /// The end of the last one.
    until: Option<Instant>,
    /// The last two channels over TCP whose frames took little time, and when they were heard.
    heard: [Option<(ChannelId, Instant)>; 2],
    /// A channel in shared memory was heard since the last turn.
    pub(super) heard_ring: bool,
    ring: Option<Instant>,
}

impl Pauses {
    /// When the next one ends.
    pub(super) fn end(&self) -> Option<Instant> {
        self.channels.iter().map(|(_, end)| *end).min()
    }

    /// Frames of a channel came, and took little time.
    fn hear(&mut self, id: ChannelId, now: Instant) {
        let [last, before] = &mut self.heard;
        if last.is_some_and(|(other, _)| other != id) {
            *before = *last;
        }
        *last = Some((id, now));
    }

    fn hears_others_than(&self, id: ChannelId, now: Instant) -> bool {
        let others = self
            .heard
            .iter()
            .flatten()
            .filter(|(other, _)| *other != id);
        let mut heard = others.map(|(_, at)| *at).chain(self.ring);
        heard.any(|at| now.saturating_duration_since(at) < OTHERS)
    }

    /// The channel pauses, since a read took so long. All long reads together have their part of the time.
    fn begin(&mut self, id: ChannelId, took: Duration, now: Instant) {
        let from = self.until.map_or(now, |until| until.max(now));
        let end = (from + PAUSE * took).min(now + LONGEST_PAUSE);
        self.until = Some(end);
        self.channels.push((id, end));
    }

    /// A channel whose pause is over.
    fn next_over(&mut self, now: Instant) -> Option<ChannelId> {
        let at = self.channels.iter().position(|(_, end)| now >= *end)?;
        Some(self.channels.swap_remove(at).0)
    }
}

/// A read with the handling of its frames.
struct TimedRead {
    frames: usize,
    has_more: bool,
    began: Instant,
    ended: Instant,
}

impl Endpoint {
    /// Reads once from each stream that has something to read, for fairness.
    pub(super) fn read_in_turn(&mut self, on: &mut impl FnMut(Event<'_>)) {
        if self.reading.is_empty() {
            return;
        }
        self.first.sort(&mut self.reading);
        let began = self.mailbox.config.fair_reads.then(Instant::now);
        let mut clock = began;
        let may_be_many = self.reading.len() > MOST_LONG;
        let (mut at, mut long, mut next) = (0, 0, None);
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
            let mut frames = 0;
            let outcome = self.read_at_most(id, most, &mut |event| {
                frames += 1;
                on(event);
            });
            if self.rings.has_quiet() {
                self.rings.rung(id);
            }
            let has_more = matches!(outcome, Some(ReadOutcome::More));
            let pauses = clock.as_mut().is_some_and(|clock| {
                let ended = Instant::now();
                let read = TimedRead {
                    frames,
                    has_more,
                    began: std::mem::replace(clock, ended),
                    ended,
                };
                self.pauses_after(id, &read)
            });
            if let Some(ChannelEntry {
                stream: Some(stream),
                ..
            }) = self.channels.get_mut(&id)
            {
                stream.slice.has_more = has_more;
                stream.reading = has_more || pauses;
            }
            long += usize::from(!is_little && self.has_more(id));
            if has_more && !pauses {
                at += 1;
            } else {
                self.reading.swap_remove(at);
            }
            if let (Some(began), Some(now)) = (began, clock)
                && now - began >= TURN
            {
                next.get_or_insert(at);
                break;
            }
        }
        if let Some(next) = next.filter(|next| *next < self.reading.len()) {
            // Their turn comes first.
            self.reading.rotate_left(next);
        }
    }

    /// Whether the channel pauses after that read. Adapts how much the next one takes.
    fn pauses_after(&mut self, id: ChannelId, read: &TimedRead) -> bool {
        let took = read.ended - read.began;
        let entry = self.channels.get_mut(&id);
        let Some(stream) = entry.and_then(|entry| entry.stream.as_mut()) else {
            return false;
        };
        if stream.wire.memory().is_some() {
            if read.frames > 0 {
                self.pauses.ring = Some(read.ended);
            }
            return false;
        }
        stream.slice.adapt(read.has_more, took);
        if !read.has_more && took < LONG_READ {
            if read.frames > 0 {
                self.pauses.hear(id, read.ended);
            }
            return false;
        }
        if !self.pauses.hears_others_than(id, read.began) {
            return false;
        }
        self.pauses.begin(id, took, read.ended);
        // It is not polled alone either.
        self.last_heard = self.last_heard.filter(|last| *last != id);
        true
    }

    /// Channels whose pause is over are read again.
    pub(super) fn end_pauses(&mut self, now: Instant) {
        while let Some(id) = self.pauses.next_over(now) {
            self.reading.push(id);
        }
    }

    /// Whether the last read of a channel over TCP left something.
    fn has_more(&self, id: ChannelId) -> bool {
        let entry = self.channels.get(&id);
        let stream = entry.and_then(|entry| entry.stream.as_ref());
        stream.is_some_and(|stream| stream.slice.has_more && stream.wire.memory().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn id(number: u64) -> ChannelId {
        ChannelId::of_token(mio::Token(number as usize))
    }

    #[test]
    fn slices_grow_by_full_reads_alone() {
        let mut slice = ReadSlice::default();
        (0..10).for_each(|_| slice.adapt(false, Duration::ZERO));
        assert_eq!(slice.bytes, LITTLE);

        (0..10).for_each(|_| slice.adapt(true, Duration::ZERO));
        assert_eq!(slice.bytes, SHARED_READ_BYTES);

        (0..10).for_each(|_| slice.adapt(false, MS));
        assert_eq!(slice.bytes, ReadSlice::LEAST);
    }

    #[test]
    fn each_channel_has_an_end_of_its_pause_and_all_have_a_part_of_the_time() {
        let mut pauses = Pauses::default();
        let start = Instant::now();

        pauses.begin(id(1), MS, start);
        pauses.begin(id(2), 2 * MS, start + MS);
        // A long time in which nobody read is no reason for a long pause.
        pauses.begin(id(3), 60_000 * MS, start + MS);

        assert_eq!(pauses.end(), Some(start + PAUSE * MS));
        assert_eq!(pauses.next_over(start + (PAUSE - 1) * MS), None);
        assert_eq!(pauses.next_over(start + PAUSE * MS), Some(id(1)));
        assert_eq!(pauses.next_over(start + (3 * PAUSE - 1) * MS), None);
        assert_eq!(pauses.next_over(start + 3 * PAUSE * MS), Some(id(2)));
        assert_eq!(pauses.end(), Some(start + MS + LONGEST_PAUSE));
    }

    #[test]
    fn a_channel_has_others_however_often_it_was_heard_itself() {
        let mut pauses = Pauses::default();
        let start = Instant::now();
        pauses.hear(id(1), start);
        assert!(!pauses.hears_others_than(id(1), start));

        pauses.hear(id(2), start);
        (0..3).for_each(|_| pauses.hear(id(1), start));

        assert!(pauses.hears_others_than(id(1), start));
        assert!(pauses.hears_others_than(id(2), start));
        assert!(!pauses.hears_others_than(id(1), start + OTHERS));
        pauses.ring = Some(start + OTHERS);
        assert!(pauses.hears_others_than(id(1), start + OTHERS));
    }
}
