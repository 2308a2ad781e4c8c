//! Read coalescing: pauses between reads of dense streams.
//!
//! A reader that polls without pause takes frames one by one from a writer on another core: each poll costs more than a
//! frame, and takes cache lines from the writer. When frames arrive that fast, the reader pauses for some ten
//! microseconds and then reads a hundred at once.
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
    /// Reads that found frames in the current period.
    reads: u64,
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
            reads: 0,
        }
    }

    /// Whether the period of counting is over.
    fn has_counted(&self, now: Instant) -> Option<Duration> {
        let elapsed = now.saturating_duration_since(self.since);
        (elapsed >= COUNTED).then_some(elapsed)
    }

    /// Takes the frames of a period, and the bytes of its busiest channel.
    fn count(&mut self, frames: u64, most_bytes: u64, elapsed: Duration, now: Instant) {
        self.since = now;
        let in_a_millisecond = per_millisecond(frames, elapsed);
        let enough = time_for(FRAMES, in_a_millisecond);
        let too_much = time_for(MOST_BYTES, per_millisecond(most_bytes, elapsed));
        let dense = in_a_millisecond >= DENSE && too_much >= SHORTEST;
        self.rest = dense.then(|| enough.max(SHORTEST).min(too_much).min(self.longest));
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
        if !std::mem::take(&mut self.read_coalescing.heard) {
            return false;
        }
        self.read_coalescing.reads += 1;
        if let Some(elapsed) = self.read_coalescing.has_counted(now) {
            self.count_frames(elapsed, now);
            let first = &self.first;
            self.rings.leave_quiet_ones(now, |id| first.contains(id));
        }
        let Some(rest) = self
            .read_coalescing
            .rest
            .filter(|_| !self.read_coalescing.longest.is_zero())
        else {
            return false;
        };
        let mut memories = self.rings.awake().iter().filter_map(Rings::memory);
        !self.wait_strategy.spins()
            && deadline.is_none_or(|deadline| now + rest < deadline)
            && !self.has_more_to_do()
            && !memories.any(MemoryWire::is_filling)
    }

    fn count_frames(&mut self, elapsed: Duration, now: Instant) {
        let reads = std::mem::take(&mut self.read_coalescing.reads);
        let (mut all, mut most_bytes) = (0, 0);
        for rings in self.rings.awake_mut() {
            let traffic = rings.count();
            let is_stream = !traffic.is_exchange(reads);
            rings.dense = is_stream && per_millisecond(traffic.received, elapsed) >= PART;
            if is_stream {
                all += traffic.received;
                most_bytes = traffic.received_bytes.max(most_bytes);
            }
        }
        self.read_coalescing.count(all, most_bytes, elapsed, now);
    }

    /// Requests wake-ups from all peers except those of dense streams without priority. `false` if there is work
    /// already.
    fn others_are_quiet(&self) -> bool {
        let rests_for = |rings: &Rings| rings.dense && !self.first.contains(rings.id);
        let others = self.rings.awake().iter().filter(|rings| !rests_for(rings));
        memory::sleep_unless_input(others.filter_map(Rings::memory))
    }

    /// Sleeps for the pause, or until another event.
    pub(super) fn rest(
        &mut self,
        mailbox: &EndpointMailbox,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<()> {
        let now = Instant::now();
        self.flush_dirty(true, now);
        if self.others_are_quiet() && mailbox.block() {
            let until = self
                .read_coalescing
                .rest
                .and_then(|rest| now.checked_add(rest));
            let waited = self.wait_ready(self.longest_wait(until, now));
            mailbox.look();
            waited?;
            self.handle_ready(mailbox, on);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader_and_writers::ReaderAndWriters;
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    fn rest_after(frames: u64, elapsed: Duration) -> Option<Duration> {
        rest_after_bytes(frames, 0, elapsed)
    }

    fn rest_after_bytes(frames: u64, bytes: u64, elapsed: Duration) -> Option<Duration> {
        let now = Instant::now();
        let mut read_coalescing = ReadCoalescing::new(Duration::from_micros(50), now);
        read_coalescing.count(frames, bytes, elapsed, now + elapsed);
        read_coalescing.rest
    }

    #[test]
    fn a_rest_is_too_short_for_a_ring_to_be_full_after_it() {
        let small = rest_after_bytes(1_000, 128_000, MILLISECOND);
        assert_eq!(small, Some(Duration::from_micros(50)));
        // 128 KiB arrive in 20 us, or in 8.
        let larger = rest_after_bytes(1_000, 50 * MOST_BYTES, MILLISECOND);
        assert_eq!(larger, Some(Duration::from_micros(20)));
        let too_large = rest_after_bytes(1_000, 125 * MOST_BYTES, MILLISECOND);
        assert_eq!(too_large, None);
    }

    #[test]
    fn only_dense_streams_are_rested_for_and_the_denser_the_shorter() {
        assert_eq!(rest_after(399, MILLISECOND), None);
        assert_eq!(
            rest_after(400, MILLISECOND),
            Some(Duration::from_micros(50))
        );
        assert_eq!(rest_after(400, 2 * MILLISECOND), None);
        assert_eq!(
            rest_after(8_000, 2 * MILLISECOND),
            Some(Duration::from_micros(32))
        );
        assert_eq!(rest_after(u64::MAX, MILLISECOND), Some(SHORTEST));
        assert_eq!(rest_after(u64::MAX, Duration::ZERO), Some(SHORTEST));
    }

    #[test]
    fn frames_are_counted_over_a_millisecond_at_least() {
        let now = Instant::now();
        let read_coalescing = ReadCoalescing::new(Duration::from_micros(50), now);

        assert_eq!(read_coalescing.has_counted(now + MILLISECOND / 2), None);
        assert_eq!(
            read_coalescing.has_counted(now + MILLISECOND),
            Some(MILLISECOND)
        );
    }

    #[test]
    fn who_rests_for_one_stream_is_woken_by_another() {
        let mut reader_and_writers = ReaderAndWriters::of(2);
        reader_and_writers.pass(1, 1);
        let elapsed = MILLISECOND;
        reader_and_writers
            .reader
            .count_frames(elapsed, Instant::now());
        reader_and_writers.pass(0, 1000);
        reader_and_writers
            .reader
            .count_frames(elapsed, Instant::now());
        assert!(reader_and_writers.reader.read_coalescing.rest.is_some());
        assert!(reader_and_writers.reader.others_are_quiet());

        assert!(!reader_and_writers.wakes(0), "it is rested for");
        assert!(reader_and_writers.wakes(1));
    }

    #[test]
    fn a_dense_stream_that_goes_first_wakes_who_rests() {
        let mut reader_and_writers = ReaderAndWriters::of(2);
        reader_and_writers.pass(0, 1000);
        reader_and_writers
            .reader
            .count_frames(MILLISECOND, Instant::now());
        let dense = reader_and_writers
            .reader
            .rings
            .awake()
            .iter()
            .find(|rings| rings.dense);
        let id = dense.unwrap().id;
        reader_and_writers.reader.first.set(id, 1);
        assert!(reader_and_writers.reader.others_are_quiet());

        assert!(reader_and_writers.wakes(0));
    }

    #[test]
    fn frames_that_are_answered_one_by_one_are_no_stream() {
        let mut reader_and_writers = ReaderAndWriters::of(1);
        for _ in 0..1000 {
            reader_and_writers.pass(0, 1);
            reader_and_writers.answer(0);
        }

        let reader = &mut reader_and_writers.reader;
        reader.read_coalescing.reads = 1000;
        reader.count_frames(MILLISECOND, Instant::now());

        assert_eq!(reader.read_coalescing.rest, None);
        assert!(reader.rings.awake().iter().all(|rings| !rings.dense));
    }

    #[test]
    fn a_stream_is_not_an_exchange_but_answers_to_single_frames_are() {
        let traffic = |received, sent| Traffic {
            received,
            received_bytes: 0,
            sent,
        };

        assert!(traffic(1000, 1000).is_exchange(1000));
        assert!(traffic(1000, 500).is_exchange(1000));
        assert!(!traffic(1000, 499).is_exchange(1000), "few answers");
        assert!(traffic(15_999, 16_000).is_exchange(1000));
        assert!(!traffic(16_000, 16_000).is_exchange(1000), "batches");
    }

    #[test]
    fn a_rest_ends_by_itself_and_nothing_is_left_behind() {
        let mut reader_and_writers = ReaderAndWriters::of(2);
        reader_and_writers.pass(0, 1000);
        reader_and_writers
            .reader
            .count_frames(MILLISECOND, Instant::now());
        reader_and_writers.reader.read_coalescing.heard = true;
        assert!(reader_and_writers.reader.rests(None, Instant::now()));
        assert!(!reader_and_writers.wakes(0));

        reader_and_writers.reader.read_coalescing.heard = true;
        let mut came = 0;
        while came == 0 {
            reader_and_writers
                .reader
                .poll(None, &mut |_| came += 1)
                .unwrap();
        }

        assert_eq!(came, 1);
    }

    #[test]
    fn nobody_rests_who_must_not() {
        let mut reader_and_writers = ReaderAndWriters::of(2);
        let now = Instant::now();
        reader_and_writers.pass(0, 1000);
        reader_and_writers.reader.count_frames(MILLISECOND, now);
        let rest = reader_and_writers.reader.read_coalescing.rest.unwrap();

        reader_and_writers.reader.read_coalescing.heard = false;
        assert!(
            !reader_and_writers.reader.rests(None, now),
            "nothing has come"
        );
        reader_and_writers.reader.read_coalescing.heard = true;
        assert!(
            !reader_and_writers.reader.rests(Some(now + rest), now),
            "it is too late"
        );
        reader_and_writers.reader.read_coalescing.heard = true;
        reader_and_writers.reader.read_coalescing.longest = Duration::ZERO;
        assert!(
            !reader_and_writers.reader.rests(None, now),
            "it is switched off"
        );
    }
}
