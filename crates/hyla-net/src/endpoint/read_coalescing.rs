//! Read coalescing: pauses between reads of dense streams.
//!
//! A reader that polls without pause takes frames one by one from a writer on another core: each poll costs more than a
//! frame, and takes cache lines from the writer. When frames arrive that fast, the reader pauses for some ten
//! microseconds and then reads a hundred at once.
//!
//! In a *crowd*, where other threads need the processors and this one sleeps between the frames of a stream, far fewer frames suffice, and
//! pauses are longer: a sender whose frame wakes 32 readers is preempted by the first of them, and so sends one frame in each round of all.
//!
//! Frames that are answered one by one are an exchange and no stream, however many there are: a round trip through shared
//! memory takes less than two microseconds, and a pause would delay it by thirty times as much.

use std::io;
use std::time::{Duration, Instant};

use super::Endpoint;
use super::rings::Rings;
use crate::Event;
use crate::mailbox::EndpointMailbox;
use crate::memory::{self, MemoryWire};

/// Period over which frames are counted.
const COUNTED: Duration = Duration::from_millis(1);

/// Frames per millisecond from which a stream is dense.
const DENSE: u64 = 400;

/// Frames per millisecond from which a channel does not end a pause.
const PART: u64 = 50;

/// Frames per pause, about.
const FRAMES: u64 = 128;

/// In a crowd a stream is dense that has so many times fewer frames: else each of them wakes this thread, which costs its sender
/// several times the frame, and the processor besides, which the kernel gives to who was woken.
const CROWD: u64 = 50;

/// How many times as long a pause may last in a crowd.
const LONGER_IN_CROWD: u32 = 8;

/// Periods over which frames are averaged in a crowd: there a sender often has the processor for one frame, and seldom for a hundred.
const AVERAGED: u64 = 8;

/// How long a crowd is expected to last. Afterwards a period without pauses shows whether it goes on.
const CROWD_LASTS: Duration = Duration::from_millis(50);

/// Frames per read from which a stream is dense although its frames are answered.
const BATCH: u64 = 16;

/// Most bytes of one channel per pause, an eighth of a ring, so that its writer does not find it full.
const MOST_BYTES: u64 = 128 << 10;

/// Shortest pause worth a sleep.
const SHORTEST: Duration = Duration::from_micros(10);

/// Rate of frames, and the pause that follows from it.
#[derive(Debug)]
pub(super) struct ReadCoalescing {
    longest: Duration,
    since: Instant,
    /// `None` while frames are sparse.
    rest: Option<Duration>,
    /// Whether the last read of the rings found frames.
    pub(super) heard: bool,
    /// Whether frames were found since the last pause that could have been.
    due: bool,
    /// Reads that found frames in the current period.
    reads: u64,
    /// Sleeps in the current period, other than pauses.
    pub(super) naps: u64,
    /// Average number of frames in a millisecond, times [`AVERAGED`].
    averaged: u64,
    /// Until then this is taken for a crowd.
    crowded_until: Option<Instant>,
}

/// Frames and bytes of one channel in a period.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Traffic {
    pub(super) received: u64,
    pub(super) received_bytes: u64,
    pub(super) sent: u64,
}

impl Traffic {
    /// Whether both sides take turns: about as many frames are sent as arrive, and few arrive at once.
    fn is_exchange(self, reads: u64) -> bool {
        self.sent.saturating_mul(2) >= self.received && self.received < reads.saturating_mul(BATCH)
    }
}

impl ReadCoalescing {
    /// `longest`: longest pause; zero disables pauses.
    pub(super) fn new(longest: Duration, now: Instant) -> Self {
        Self {
            longest,
            since: now,
            rest: None,
            heard: false,
            due: false,
            reads: 0,
            naps: 0,
            averaged: 0,
            crowded_until: None,
        }
    }

    /// Whether the period of counting is over.
    fn has_counted(&self, now: Instant) -> Option<Duration> {
        let elapsed = now.saturating_duration_since(self.since);
        (elapsed >= COUNTED).then_some(elapsed)
    }

    /// Whether others need the processors, and this thread has slept between frames of a stream.
    fn is_crowded(&self, now: Instant) -> bool {
        self.crowded_until.is_some_and(|until| now < until)
    }

    /// The pause, unless frames are sparse. Who waits for them is not held up longer than elsewhere.
    fn rest_for(&self, hurries: bool) -> Option<Duration> {
        let most = if hurries { self.longest } else { Duration::MAX };
        self.rest.map(|rest| rest.min(most))
    }

    /// Whether a pause is due, after a poll whose reads found frames or not. Callers often take all that is there without waiting, before they
    /// wait again: in a crowd the pause is due then.
    fn is_due(&mut self, heard: bool, now: Instant) -> bool {
        self.due = heard || self.due && self.is_crowded(now);
        self.due && self.rest.is_some() && !self.longest.is_zero()
    }

    fn average(&self) -> u64 {
        self.averaged / AVERAGED
    }

    /// Takes the frames of streams in a period, and the bytes of its busiest channel; `shared` if another thread needs this processor.
    fn count(
        &mut self,
        frames: u64,
        most_bytes: u64,
        elapsed: Duration,
        shared: bool,
        now: Instant,
    ) {
        self.since = now;
        let in_a_millisecond = per_millisecond(frames, elapsed);
        self.averaged = (self.averaged - self.average()).saturating_add(in_a_millisecond);
        let napped = std::mem::take(&mut self.naps) > 0;
        if shared && napped && self.average() >= DENSE / CROWD {
            self.crowded_until = Some(now + CROWD_LASTS);
        }
        let crowded = self.is_crowded(now);
        let too_much = time_for(MOST_BYTES, per_millisecond(most_bytes, elapsed));
        let is_dense = in_a_millisecond >= DENSE;
        let (frames, longest) = if crowded && !is_dense {
            (self.average(), self.longest * LONGER_IN_CROWD)
        } else {
            (in_a_millisecond, self.longest)
        };
        let enough = time_for(FRAMES, frames);
        let rests = (is_dense || crowded) && too_much >= SHORTEST;
        self.rest = rests.then(|| enough.max(SHORTEST).min(too_much).min(longest));
    }
}

/// Time until that many have arrived.
fn time_for(count: u64, in_a_millisecond: u64) -> Duration {
    Duration::from_nanos(1_000_000 * count / in_a_millisecond.max(1))
}

fn per_millisecond(frames: u64, elapsed: Duration) -> u64 {
    let microseconds = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    frames.saturating_mul(1000) / microseconds.max(1)
}

impl Endpoint {
    /// Whether to pause before the next read.
    #[inline]
    pub(super) fn rests(&mut self, deadline: Option<Instant>, now: Instant) -> bool {
        let heard = std::mem::take(&mut self.read_coalescing.heard);
        if heard {
            self.read_coalescing.reads += 1;
            if let Some(elapsed) = self.read_coalescing.has_counted(now) {
                self.count_frames(elapsed, now);
                let first = &self.first;
                self.rings.leave_quiet_ones(now, |id| first.contains(id));
            }
        }
        let is_due = self.read_coalescing.is_due(heard, now);
        if !is_due || deadline.is_some_and(|deadline| now + SHORTEST >= deadline) {
            return false;
        }
        self.read_coalescing.due = false;
        let mut memories = self.rings.awake().iter().filter_map(Rings::memory);
        !self.wait_strategy.spins()
            && !self.has_more_to_do()
            && !memories.any(MemoryWire::is_filling)
    }

    fn count_frames(&mut self, elapsed: Duration, now: Instant) {
        let reads = std::mem::take(&mut self.read_coalescing.reads);
        let (mut all, mut most_bytes) = (0, 0);
        for rings in self.rings.awake_mut() {
            let traffic = rings.count();
            rings.part = if traffic.is_exchange(reads) {
                0
            } else {
                all += traffic.received;
                most_bytes = traffic.received_bytes.max(most_bytes);
                per_millisecond(traffic.received, elapsed)
            };
        }
        let shared = self.wait_strategy.is_shared() || self.wait_strategy.is_crowded(now);
        let coalescing = &mut self.read_coalescing;
        coalescing.count(all, most_bytes, elapsed, shared, now);
        let part = if coalescing.is_crowded(now) {
            PART / CROWD
        } else {
            PART
        };
        for rings in self.rings.awake_mut() {
            rings.dense = rings.part >= part;
        }
    }

    /// Requests wake-ups from all peers except those of dense streams without priority. `false` if there is work
    /// already.
    fn others_are_quiet(&self) -> bool {
        let rests_for = |rings: &Rings| rings.dense && !self.first.contains(rings.id);
        let others = self.rings.awake().iter().filter(|rings| !rests_for(rings));
        memory::sleep_unless_input(others.filter_map(Rings::memory))
    }

    /// Sleeps for the pause, or until another event or the deadline. Gives whether the boards watched have reached what is awaited.
    pub(super) fn rest(
        &mut self,
        mailbox: &EndpointMailbox,
        deadline: Option<Instant>,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<bool> {
        let now = self.clock;
        self.flush_dirty(true, now);
        // Those who post what is awaited end the pause, unless it is for their own stream.
        self.say_asleep(true);
        let others_are_quiet = self.others_are_quiet();
        if self.boards_reach(mailbox) {
            return Ok(true);
        }
        if others_are_quiet && mailbox.block() {
            let rest = self.read_coalescing.rest_for(mailbox.say_paused(true));
            let until = rest.and_then(|rest| now.checked_add(rest));
            let until = until.into_iter().chain(deadline).min();
            let waited = self.wait_ready(self.longest_wait(until, now));
            mailbox.say_paused(false);
            mailbox.look();
            waited?;
            self.handle_ready(mailbox, on);
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
