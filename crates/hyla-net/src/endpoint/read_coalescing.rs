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
mod tests {
    use std::sync::Arc;

    use super::super::reader_and_writers::ReaderAndWriters;
    use super::*;
    use crate::{EndpointConfig, SharedTable, Wait, Watch, WatchedPlaces, settle_postings};

    const MILLISECOND: Duration = Duration::from_millis(1);

    fn rest_after(frames: u64, elapsed: Duration) -> Option<Duration> {
        rest_after_bytes(frames, 0, elapsed)
    }

    fn rest_after_bytes(frames: u64, bytes: u64, elapsed: Duration) -> Option<Duration> {
        let now = Instant::now();
        let mut read_coalescing = ReadCoalescing::new(Duration::from_micros(50), now);
        read_coalescing.count(frames, bytes, elapsed, false, now + elapsed);
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
        assert!(reader_and_writers.reader.read_coalescing.rest.is_some());

        reader_and_writers.reader.read_coalescing.heard = false;
        assert!(
            !reader_and_writers.reader.rests(None, now),
            "nothing has come"
        );
        reader_and_writers.reader.read_coalescing.heard = true;
        assert!(
            !reader_and_writers.reader.rests(Some(now + SHORTEST), now),
            "it is too late"
        );
        reader_and_writers.reader.read_coalescing.heard = true;
        reader_and_writers.reader.read_coalescing.longest = Duration::ZERO;
        assert!(
            !reader_and_writers.reader.rests(None, now),
            "it is switched off"
        );
    }

    #[test]
    fn who_rests_is_roused_by_a_posting_that_it_awaits() {
        let mut reader_and_writers = ReaderAndWriters::of(1);
        let poster = reader_and_writers.channels[0].boards().unwrap();
        let table = SharedTable::new(2).unwrap();
        let (own, rows) = (Some((table.clone(), 0)), vec![1]);
        let places = WatchedPlaces::Rows(table.clone(), rows);
        let reader = &mut reader_and_writers.reader;
        reader.remote().watch(7, Watch { own, places });
        reader.read_coalescing.rest = Some(WATCHDOG);

        reader.poll(Some(Duration::ZERO), &mut |_| ()).unwrap();
        reader.remote().await_boards(3);
        let rows = table.clone();
        let posting = std::thread::spawn(move || {
            while !rows.is_asleep(0) {
                std::thread::yield_now();
            }
            rows.post(1, &[7, 3, 0, 0, 0]);
            settle_postings();
            poster.rouse();
        });

        let mailbox = Arc::clone(&reader.mailbox);
        let has_posted = || table.posted(1).is_some_and(|posted| posted[1] == 3);
        let began = Instant::now();
        while !has_posted() && began.elapsed() < WATCHDOG {
            reader.next_tick = reader.read_clock() + WATCHDOG;
            mailbox.look();
            reader.rest(&mailbox, None, &mut |_| ()).unwrap();
        }
        assert!(has_posted(), "nobody sees that it sleeps");
        assert!(began.elapsed() < WATCHDOG, "nothing ends its pause");
        posting.join().unwrap();
        assert!(reader.rest(&mailbox, None, &mut |_| ()).unwrap());
    }

    #[test]
    fn a_pause_ends_when_somebody_begins_to_wait_for_frames() {
        let mut reader_and_writers = ReaderAndWriters::of(1);
        let reader = &mut reader_and_writers.reader;
        reader.read_coalescing.rest = Some(WATCHDOG);
        let remote = reader.remote();
        let mailbox = Arc::clone(&reader.mailbox);
        let paused = Arc::clone(&mailbox);
        let hurrying = std::thread::spawn(move || {
            while !paused.is_paused() {
                std::thread::yield_now();
            }
            remote.hurry(true);
        });

        let began = Instant::now();
        while !hurrying.is_finished() && began.elapsed() < WATCHDOG {
            reader.next_tick = reader.read_clock() + WATCHDOG;
            mailbox.look();
            reader.rest(&mailbox, None, &mut |_| ()).unwrap();
        }
        assert!(began.elapsed() < WATCHDOG, "nothing ends its pause");
        hurrying.join().unwrap();
        // It ends no pause of those who know it.
        assert!(mailbox.say_paused(false));
    }

    const WATCHDOG: Duration = Duration::from_secs(20);

    const LONGEST: Duration = Duration::from_micros(50);
    /// Frames in a millisecond by which a reader in a crowd pauses, and no other.
    const FEW: u64 = 20;

    /// Counts periods of a millisecond with so many frames each; gives the pause after the last one.
    fn count_in(
        coalescing: &mut ReadCoalescing,
        (naps, shared): (u64, bool),
        frames: &[u64],
    ) -> Option<Duration> {
        for frames in frames {
            let now = coalescing.since + MILLISECOND;
            coalescing.naps = naps;
            coalescing.count(*frames, 0, MILLISECOND, shared, now);
        }
        coalescing.rest
    }

    #[test]
    fn in_a_crowd_fewer_frames_are_a_dense_stream_and_pauses_are_longer() {
        let coalescing = || ReadCoalescing::new(LONGEST, Instant::now());
        let uneven = [4, 4, 4, 4, 140].repeat(4);
        let longer = Some(LONGEST * LONGER_IN_CROWD);

        assert_eq!(count_in(&mut coalescing(), (1, true), &uneven), longer);
        assert_eq!(count_in(&mut coalescing(), (1, true), &[FEW; 8]), longer);
        assert_eq!(count_in(&mut coalescing(), (0, true), &[FEW; 8]), None);
        assert_eq!(count_in(&mut coalescing(), (1, false), &[FEW; 8]), None);
        let least = [DENSE / CROWD; 64];
        assert_eq!(count_in(&mut coalescing(), (1, true), &least), longer);
        let less = [DENSE / CROWD - 1; 64];
        assert_eq!(count_in(&mut coalescing(), (1, true), &less), None);
        let dense = count_in(&mut coalescing(), (1, true), &[DENSE; 8]);
        assert_eq!(dense, Some(LONGEST), "as elsewhere");
    }

    #[test]
    fn who_waits_for_frames_pauses_no_longer_in_a_crowd() {
        let mut coalescing = ReadCoalescing::new(LONGEST, Instant::now());
        count_in(&mut coalescing, (1, true), &[FEW; 8]);

        assert_eq!(coalescing.rest_for(true), Some(LONGEST));
        let longer = Some(LONGEST * LONGER_IN_CROWD);
        assert_eq!(coalescing.rest_for(false), longer);
    }

    #[test]
    fn a_crowd_lasts_for_some_time_after_the_last_nap_and_then_has_to_show_again() {
        let mut coalescing = ReadCoalescing::new(LONGEST, Instant::now());
        assert!(count_in(&mut coalescing, (1, true), &[FEW; 8]).is_some());
        let lasts = CROWD_LASTS.as_millis() as usize;

        let still = count_in(&mut coalescing, (0, true), &vec![FEW; lasts - 1]);
        assert!(still.is_some());
        assert_eq!(count_in(&mut coalescing, (0, true), &[FEW]), None);
        assert!(count_in(&mut coalescing, (1, true), &[FEW]).is_some());
    }

    #[test]
    fn in_a_crowd_a_poll_without_waiting_does_not_take_the_place_of_a_pause() {
        let now = Instant::now();
        let mut coalescing = ReadCoalescing::new(LONGEST, now);
        coalescing.rest = Some(LONGEST);
        assert!(coalescing.is_due(true, now));
        assert!(!coalescing.is_due(false, now));

        coalescing.crowded_until = Some(now + MILLISECOND);
        assert!(coalescing.is_due(true, now));
        assert!(coalescing.is_due(false, now));
        assert!(!coalescing.is_due(false, now + MILLISECOND), "it is over");
        assert!(coalescing.is_due(true, now));
        coalescing.due = false;
        assert!(!coalescing.is_due(false, now));
    }

    #[test]
    fn what_ends_a_sleep_counts_as_heard() {
        let blocking = EndpointConfig {
            wait: Wait::Block,
            ..EndpointConfig::default()
        };
        let mut reader_and_writers = ReaderAndWriters::with(blocking, 1);
        // On a busy machine a frame may come before the reader sleeps.
        while reader_and_writers.reader.read_coalescing.naps == 0 {
            let channel = reader_and_writers.channels[0].clone();
            let writer = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                channel.send(|frame| frame.push(7)).unwrap();
            });

            let reader = &mut reader_and_writers.reader;
            let mut came = 0;
            while came == 0 {
                reader.read_coalescing.heard = false;
                let mut count = |event: Event<'_>| {
                    came += usize::from(matches!(event, Event::Frame { .. }));
                };
                reader.poll(None, &mut count).unwrap();
            }

            assert!(reader.read_coalescing.heard);
            writer.join().unwrap();
        }
    }
}
