//! Rings that have been quiet are not read until their wake-up descriptor is signalled.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::rings::Rings;
use crate::ChannelId;
use crate::frame::HEARTBEAT;
use crate::memory::{self, MemoryWire};

/// A ring without data for this long is quiet.
pub(crate) const QUIET: Duration = Duration::from_millis(10);

/// The descriptors of quiet rings are checked every that many polls.
const LOOKS: u32 = 8;

/// Up to this many rings are always read, however quiet.
pub(crate) const FEW: usize = 4;

/// The rings of a channel, as far as their activity matters.
pub(crate) trait RingActivity {
    fn id(&self) -> ChannelId;

    /// Whether more than a heartbeat has arrived since the last query.
    fn has_heard(&mut self) -> bool;

    /// Whether they can be left alone: the peer will signal writes, and nothing has arrived.
    fn falls_quiet(&self) -> bool;
}

impl RingActivity for Rings {
    fn id(&self) -> ChannelId {
        self.id
    }

    fn has_heard(&mut self) -> bool {
        let read = self.memory().map_or(0, MemoryWire::bytes_read);
        let before = std::mem::replace(&mut self.heard, read);
        read.wrapping_sub(before) > HEARTBEAT.len() as u64
    }

    fn falls_quiet(&self) -> bool {
        let memory = self.memory();
        memory.is_some_and(|memory| memory::sleep_unless_input([memory].into_iter()))
    }
}

/// The rings of an endpoint. An endpoint with channels to many others receives from few of them at
/// a time, and reading a ring costs cache lines of both sides: so quiet rings are left alone until
/// their descriptors are signalled.
#[derive(Debug)]
pub(crate) struct AllRings<R> {
    /// Read while the owner is awake.
    awake: Vec<R>,
    /// Their peers signal writes.
    quiet: FxHashMap<ChannelId, R>,
    /// Not read for now; signals report room.
    paused: FxHashMap<ChannelId, R>,
    /// Time of the last sorting into quiet and active rings.
    sorted: Option<Instant>,
    /// Polls since the descriptors were checked.
    looks: u32,
}

impl<R> Default for AllRings<R> {
    fn default() -> Self {
        Self {
            awake: Vec::new(),
            quiet: FxHashMap::default(),
            paused: FxHashMap::default(),
            sorted: None,
            looks: 0,
        }
    }
}

impl<R: RingActivity> AllRings<R> {
    /// Number of rings.
    pub(crate) fn count(&self) -> usize {
        self.awake.len() + self.quiet.len() + self.paused.len()
    }

    /// Whether some rings must signal to be read.
    pub(crate) fn has_quiet(&self) -> bool {
        !self.quiet.is_empty()
    }

    /// Whether to check the descriptors at this poll: every few polls, and when it is `time`.
    pub(crate) fn hears_bells(&mut self, time: bool) -> bool {
        if !self.has_quiet() {
            return false;
        }
        self.looks += 1;
        let hears = time || self.looks >= LOOKS;
        if hears {
            self.looks = 0;
        }
        hears
    }

    /// Adds rings, which are active.
    pub(crate) fn add(&mut self, rings: R) {
        self.awake.push(rings);
    }

    /// The active rings; the newest is last.
    pub(crate) fn awake(&self) -> &[R] {
        &self.awake
    }

    pub(crate) fn awake_mut(&mut self) -> &mut [R] {
        &mut self.awake
    }

    pub(crate) fn forget(&mut self, id: ChannelId) {
        if self.quiet.remove(&id).is_none() && self.paused.remove(&id).is_none() {
            self.awake.retain(|rings| rings.id() != id);
        }
    }

    /// The rings are not read until resumed.
    pub(crate) fn pause(&mut self, id: ChannelId) {
        let awake = || self.awake.iter().position(|rings| rings.id() == id);
        let rings = match awake() {
            Some(at) => Some(self.awake.swap_remove(at)),
            None => self.quiet.remove(&id),
        };
        if let Some(rings) = rings {
            self.paused.insert(id, rings);
        }
    }

    /// The rings are read again.
    pub(crate) fn resume(&mut self, id: ChannelId) {
        if let Some(rings) = self.paused.remove(&id) {
            self.awake.push(rings);
        }
    }

    /// Call this often: rings without data for [`QUIET`] are left alone from now on, except the
    /// `kept` ones.
    pub(crate) fn leave_quiet_ones(&mut self, now: Instant, kept: impl Fn(ChannelId) -> bool) {
        if self.sorted.is_some_and(|sorted| now < sorted + QUIET) {
            return;
        }
        self.sorted = Some(now);
        let mut at = 0;
        while self.awake.len() > FEW && at < self.awake.len() {
            let kept = self.awake[at].has_heard() || kept(self.awake[at].id());
            if !kept && self.awake[at].falls_quiet() {
                let rings = self.awake.swap_remove(at);
                self.quiet.insert(rings.id(), rings);
            } else {
                at += 1;
            }
        }
    }

    /// Call this after a signalled channel was read. A heartbeat does not make it active.
    pub(crate) fn rung(&mut self, id: ChannelId) {
        let Some(rings) = self.quiet.get_mut(&id) else {
            return;
        };
        if (rings.has_heard() || !rings.falls_quiet())
            && let Some(rings) = self.quiet.remove(&id)
        {
            self.awake.push(rings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader_and_writers::ReaderAndWriters;
    use super::*;
    use crate::heartbeat::Beat;
    use crate::{Endpoint, EndpointConfig, Event, Wait};

    const MANY: usize = FEW + 4;

    /// All rings except the few that are always read are left alone.
    fn quiet_company() -> ReaderAndWriters {
        let mut reader_and_writers = ReaderAndWriters::of(MANY);
        let now = Instant::now();
        // The handshakes count as data.
        reader_and_writers
            .reader
            .rings
            .leave_quiet_ones(now, |_| false);
        reader_and_writers
            .reader
            .rings
            .leave_quiet_ones(now + QUIET, |_| false);
        reader_and_writers
    }

    fn is_quiet(reader_and_writers: &ReaderAndWriters, id: ChannelId) -> bool {
        reader_and_writers.reader.rings.quiet.contains_key(&id)
    }

    fn frames(reader: &mut Endpoint, wait: Duration) -> usize {
        let mut came = 0;
        let mut count =
            |event: Event<'_>| came += usize::from(matches!(event, Event::Frame { .. }));
        reader.poll(Some(wait), &mut count).unwrap();
        came
    }

    #[test]
    fn few_rings_are_all_looked_at_however_quiet() {
        let mut reader_and_writers = ReaderAndWriters::of(FEW);
        let now = Instant::now();
        for turn in 1..4 {
            reader_and_writers
                .reader
                .rings
                .leave_quiet_ones(now + QUIET * turn, |_| false);
        }

        assert!(!reader_and_writers.reader.rings.has_quiet());
    }

    #[test]
    fn of_many_rings_those_are_left_alone_on_which_nothing_comes() {
        let mut reader_and_writers = quiet_company();
        assert_eq!(reader_and_writers.reader.rings.quiet.len(), MANY - FEW);
        assert_eq!(reader_and_writers.reader.rings.count(), MANY);

        // Not detected before its time.
        for writer in 0..MANY {
            reader_and_writers.pass(writer, 1);
        }
        assert_eq!(
            reader_and_writers.reader.rings.awake.len(),
            MANY,
            "all have spoken"
        );
        let now = reader_and_writers.reader.rings.sorted.unwrap();
        reader_and_writers
            .reader
            .rings
            .leave_quiet_ones(now + QUIET / 2, |_| false);
        assert_eq!(reader_and_writers.reader.rings.awake.len(), MANY);
    }

    #[test]
    fn bells_are_heard_every_few_looks_and_when_it_is_time() {
        let mut reader_and_writers = quiet_company();
        let rings = &mut reader_and_writers.reader.rings;

        let heard: Vec<bool> = (0..2 * LOOKS).map(|_| rings.hears_bells(false)).collect();
        let wanted: Vec<bool> = (1..=2 * LOOKS).map(|look| look % LOOKS == 0).collect();
        assert_eq!(heard, wanted);
        assert!(rings.hears_bells(true));
        assert!(!ReaderAndWriters::of(FEW).reader.rings.hears_bells(true));
    }

    #[test]
    fn a_channel_with_a_priority_is_not_left_alone() {
        let mut reader_and_writers = ReaderAndWriters::of(MANY);
        let first = reader_and_writers.reader.rings.awake[MANY - 1].id;
        let now = Instant::now();
        for turn in 0..3 {
            let rings = &mut reader_and_writers.reader.rings;
            rings.leave_quiet_ones(now + QUIET * turn, |id| id == first);
        }

        assert!(reader_and_writers.reader.rings.has_quiet());
        assert!(!is_quiet(&reader_and_writers, first));
    }

    /// Data on a quiet ring is read although another ring is always busy, under each wait strategy.
    #[test]
    fn a_quiet_ring_is_heard_beside_one_that_never_stops() {
        for wait in [
            Wait::Block,
            Wait::Yield(Duration::from_micros(50)),
            Wait::Spin,
        ] {
            let config = EndpointConfig {
                wait,
                // A pause would read all others.
                longest_rest: Duration::ZERO,
                ..EndpointConfig::default()
            };
            let mut reader_and_writers = ReaderAndWriters::with(config, MANY);
            let now = Instant::now();
            reader_and_writers
                .reader
                .rings
                .leave_quiet_ones(now, |_| false);
            reader_and_writers.pass(0, 1);
            reader_and_writers
                .reader
                .rings
                .leave_quiet_ones(now + QUIET, |_| false);
            assert!(reader_and_writers.reader.rings.has_quiet());
            for channel in &reader_and_writers.channels[1..] {
                channel.send(|frame| frame.push(9)).unwrap();
            }

            let deadline = Instant::now() + Duration::from_secs(20);
            let mut heard = 0;
            while heard < MANY - 1 {
                assert!(Instant::now() < deadline, "{wait:?}");
                reader_and_writers.channels[0]
                    .send(|frame| frame.push(7))
                    .unwrap();
                let mut look = |event: Event<'_>| {
                    heard += usize::from(matches!(event, Event::Frame { bytes: [9], .. }));
                };
                let wait = Some(Duration::from_secs(10));
                reader_and_writers.reader.poll(wait, &mut look).unwrap();
            }
        }
    }

    #[test]
    fn a_look_without_waiting_finds_what_came_on_a_quiet_ring() {
        for writer in 0..MANY {
            let mut reader_and_writers = quiet_company();
            reader_and_writers.channels[writer]
                .send(|frame| frame.push(7))
                .unwrap();

            assert_eq!(frames(&mut reader_and_writers.reader, Duration::ZERO), 1);
        }
    }

    #[test]
    fn who_sleeps_is_woken_by_a_quiet_ring_which_is_looked_at_from_then_on() {
        let mut reader_and_writers = quiet_company();
        let quiet: Vec<ChannelId> = reader_and_writers
            .reader
            .rings
            .quiet
            .keys()
            .copied()
            .collect();
        for channel in &reader_and_writers.channels {
            channel.send(|frame| frame.push(7)).unwrap();
        }
        let mut came = 0;
        while came < MANY {
            let found = frames(&mut reader_and_writers.reader, Duration::from_secs(10));
            assert_ne!(found, 0, "{came} of {MANY} came");
            came += found;
        }

        assert!(quiet.iter().all(|id| !is_quiet(&reader_and_writers, *id)));
    }

    #[test]
    fn heartbeats_do_not_wake_a_quiet_ring_and_are_heard_each_time() {
        let mut reader_and_writers = quiet_company();
        for _ in 0..3 {
            let later = Instant::now() + Duration::from_secs(2);
            for (writer, channel) in reader_and_writers
                .writers
                .iter()
                .zip(&reader_and_writers.channels)
            {
                let slot = writer.channels[&channel.id()].stream.as_ref().unwrap();
                let _then = slot
                    .link
                    .outgoing()
                    .beat(Beat::IfQuiet, Duration::from_secs(1), later);
            }
            assert_eq!(frames(&mut reader_and_writers.reader, Duration::ZERO), 0);
            let quiet = reader_and_writers.reader.rings.quiet.values();
            let unread = |rings: &Rings| rings.memory().unwrap().has_input();
            assert!(!quiet.into_iter().any(unread));
            assert_eq!(reader_and_writers.reader.rings.quiet.len(), MANY - FEW);
        }
    }

    #[test]
    fn a_quiet_ring_that_ends_is_forgotten() {
        let mut reader_and_writers = quiet_company();
        let mut closed = 0;
        reader_and_writers.writers.clear();
        while closed < MANY {
            let mut count = |event: Event<'_>| {
                closed += usize::from(matches!(event, Event::Closed { .. }));
            };
            let wait = Some(Duration::from_secs(10));
            assert_ne!(reader_and_writers.reader.poll(wait, &mut count).unwrap(), 0);
        }

        assert_eq!(reader_and_writers.reader.rings.count(), 0);
    }
}
