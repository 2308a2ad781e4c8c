//! Driver of a channel's chain, for every carrier: the only place that gives a chain frames,
//! packets and time. It has neither sockets nor a clock, so that a simulation drives chains by the
//! same code.

use std::time::Instant;

use super::{Chain, ChainError, ChainTotals, ModuleSpec, Outlet};
use crate::{CloseReason, Pressure, frame};

/// Consecutive frames, each with its length; the first of them may have been consumed already.
#[derive(Debug, Default)]
pub struct FrameQueue {
    bytes: Vec<u8>,
    at: usize,
}

/// The carrier of a chain's packets.
pub trait ChainCarrier: Outlet {
    /// Whether it has no room for packets now.
    fn is_pressed(&self) -> bool {
        false
    }
}

/// The chain of a channel.
#[derive(Debug)]
pub struct Driver {
    chain: Chain,
    plan: DriverOptions,
    /// Frames that it rejected.
    refused: u64,
}

/// Differences between carriers.
#[derive(Clone, Copy, Debug)]
pub struct DriverOptions {
    /// Frames wait in front of the chain while it is full.
    pub holds: bool,
    /// The chain also counts as full while it holds more bytes than that.
    pub most_held: Option<usize>,
    /// Passing frames also runs due timers; otherwise only [`Driver::turn`] does.
    pub turns: bool,
}

/// Packets and bytes that a chain holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChainBacklog {
    /// Bytes of packets not yet known to be delivered.
    pub bytes: usize,
    /// Packets that would be lost if the channel ended now.
    pub unfinished: usize,
    /// Next timer.
    pub due: Option<Instant>,
    /// The module has no room for now.
    pub full: bool,
}

impl Driver {
    /// Drives a chain as the carrier wants it.
    pub fn new(chain: Chain, plan: DriverOptions) -> Self {
        Self {
            chain,
            plan,
            refused: 0,
        }
    }

    /// Passes `waiting` on, as far as chain and carrier have room. `flush`: gathered messages
    /// leave, too.
    pub fn pass(
        &mut self,
        waiting: &mut FrameQueue,
        flush: bool,
        now: Instant,
        below: &mut impl ChainCarrier,
    ) {
        // Frames that leave together share bundles.
        let busy = waiting.has_several() || below.is_pressed();
        self.chain.set_wire_busy(busy, now, below);
        if self.plan.turns && self.chain.due().is_some_and(|due| due <= now) {
            self.chain.turn(now, below);
        }
        while !below.is_pressed()
            && !self.is_full()
            && let Some((frame, next)) = waiting.first()
        {
            if self.chain.send(frame, now, below).is_err() {
                self.refused += 1;
            }
            waiting.at = next;
        }
        self.chain.set_wire_busy(below.is_pressed(), now, below);
        if flush && !below.is_pressed() {
            self.chain.flush(now, below);
        }
    }

    /// A packet of the peer.
    pub fn arrived(&mut self, packet: &[u8], now: Instant, below: &mut impl ChainCarrier) {
        self.chain.arrived(packet, now, below);
    }

    /// Runs due timers.
    pub fn turn(&mut self, now: Instant, below: &mut impl ChainCarrier) {
        self.chain.turn(now, below);
    }

    /// Changes parameters of one module.
    pub(crate) fn adjust(&mut self, spec: &ModuleSpec, now: Instant) -> Result<(), ChainError> {
        self.chain.adjust(spec, now)
    }

    fn is_full(&self) -> bool {
        self.plan.holds
            && (self.chain.pressure() == Pressure::High
                || self
                    .plan
                    .most_held
                    .is_some_and(|most| self.chain.held_bytes() > most))
    }

    /// Packets and bytes that the chain holds.
    pub fn held(&self) -> ChainBacklog {
        ChainBacklog {
            bytes: self.chain.held_bytes(),
            unfinished: self.chain.unfinished(),
            due: self.chain.due(),
            full: self.is_full(),
        }
    }

    /// Whether bundles of its chain have no gap of their own: passed frames leave at once.
    pub fn is_adaptive(&self) -> bool {
        let mut specs = self.specs().iter();
        !specs.any(|spec| matches!(spec, ModuleSpec::Bundle(bundle) if !bundle.adaptive))
    }

    /// Frames rejected since they were last taken.
    pub(crate) fn refused(&self) -> u64 {
        self.refused
    }

    /// The same, and resets it to 0.
    pub(crate) fn take_refused(&mut self) -> u64 {
        std::mem::take(&mut self.refused)
    }

    /// Whether an arrived packet was lost without retransmission.
    pub(crate) fn has_lost(&self) -> bool {
        self.chain.has_lost()
    }

    /// All modules, for the other end.
    pub fn specs(&self) -> &[ModuleSpec] {
        self.chain.specs()
    }

    /// Largest frame that it accepts.
    pub(crate) fn max_frame_bytes(&self) -> usize {
        self.chain.max_frame_bytes()
    }

    /// Counters of the modules.
    pub fn counters(&self, each: &mut dyn FnMut(&'static str, &'static str, u64)) {
        self.chain.counters(each);
    }

    /// Counters that all chains have in common.
    pub(crate) fn totals(&self) -> ChainTotals {
        ChainTotals::of(&self.chain)
    }
}

impl FrameQueue {
    /// Appends a frame written by `write`; gives its length, 0 if nothing was written.
    #[inline]
    pub(crate) fn append(
        &mut self,
        limit: usize,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<usize, CloseReason> {
        frame::append(&mut self.bytes, limit, write)
    }

    /// Appends a frame.
    pub fn push(&mut self, frame: &[u8]) {
        let _fits = self.append(usize::MAX, |to| to.extend_from_slice(frame));
    }

    /// Gives the frames to `take` one by one, while that gives `true`. The last one is consumed,
    /// too.
    pub(crate) fn take_each(&mut self, mut take: impl FnMut(&[u8]) -> bool) {
        while let Some((frame, next)) = self.first() {
            let go_on = take(frame);
            self.at = next;
            if !go_on {
                return;
            }
        }
    }

    /// Bytes that wait, including the lengths of frames.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Whether no frame waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Frees capacity beyond that many bytes.
    pub(crate) fn shrink_to(&mut self, keep_bytes: usize) {
        self.bytes.shrink_to(keep_bytes);
    }

    /// Bytes in the buffer, including consumed ones.
    pub(crate) fn buffered(&self) -> usize {
        self.bytes.len()
    }

    /// Discards all frames, and frees capacity beyond that many bytes.
    pub(crate) fn clear(&mut self, keep_bytes: usize) {
        self.bytes.clear();
        self.bytes.shrink_to(keep_bytes);
        self.at = 0;
    }

    /// Reclaims the space of consumed frames.
    pub fn tidy(&mut self, keep_bytes: usize) {
        if self.is_empty() {
            // Recently used capacity will be needed again.
            self.clear(keep_bytes.max(self.at));
        } else if self.at > self.bytes.len() / 2 {
            self.bytes.drain(..self.at);
            self.at = 0;
        }
    }

    /// The first frame, and the start of the next one.
    fn first(&self) -> Option<(&[u8], usize)> {
        let (frame, rest) = frame::split(&self.bytes[self.at..])?;
        Some((frame, self.bytes.len() - rest.len()))
    }

    fn has_several(&self) -> bool {
        self.first()
            .is_some_and(|(_, next)| next < self.bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Facts, To};
    use super::*;
    use crate::Reliability;

    /// Accepts that many packets, then applies back-pressure.
    #[derive(Default)]
    struct Room {
        left: usize,
        packets: Vec<Vec<u8>>,
        frames: Vec<Vec<u8>>,
    }

    impl ChainCarrier for Room {
        fn is_pressed(&self) -> bool {
            self.left == 0
        }
    }

    impl Outlet for Room {
        fn to_wire(&mut self, _to: To, packet: &[u8]) {
            self.left = self.left.saturating_sub(1);
            self.packets.push(packet.to_vec());
        }

        fn to_federate(&mut self, frame: &[u8]) {
            self.frames.push(frame.to_vec());
        }
    }

    fn room(left: usize) -> Room {
        Room {
            left,
            ..Room::default()
        }
    }

    const PLAN: DriverOptions = DriverOptions {
        holds: true,
        most_held: None,
        turns: true,
    };

    fn driver(modules: &[&str], max_packet_bytes: usize, plan: DriverOptions) -> Driver {
        let specs: Vec<_> = modules
            .iter()
            .filter_map(|name| ModuleSpec::from_name(name))
            .collect();
        assert_eq!(specs.len(), modules.len());
        let facts = Facts {
            max_packet_bytes,
            lossy: false,
            reliability: Reliability::Reliable,
        };
        Driver::new(Chain::new(&specs, facts).unwrap(), plan)
    }

    fn waiting(frames: &[&[u8]]) -> FrameQueue {
        let mut waiting = FrameQueue::default();
        for frame in frames {
            waiting.push(frame);
        }
        waiting
    }

    #[test]
    fn frames_wait_while_the_carrier_is_pressed_and_go_on_where_they_were() {
        let mut driver = driver(&["checksum"], 1000, PLAN);
        let mut waiting = waiting(&[b"one", b"two", b"three"]);
        let (mut below, now) = (room(2), Instant::now());

        driver.pass(&mut waiting, true, now, &mut below);
        assert_eq!(below.packets.len(), 2);
        assert_eq!(waiting.len(), frame::HEADER_BYTES + b"three".len());
        driver.pass(&mut waiting, true, now, &mut below);
        assert_eq!(below.packets.len(), 2);
        below.left = 1;
        driver.pass(&mut waiting, true, now, &mut below);

        assert!(waiting.is_empty());
        for packet in std::mem::take(&mut below.packets) {
            driver.arrived(&packet, now, &mut below);
        }
        assert_eq!(below.frames, [&b"one"[..], b"two", b"three"]);
    }

    #[test]
    fn frames_that_leave_together_share_a_bundle_and_a_single_one_does_not_wait() {
        let mut driver = driver(&["bundle"], 1000, PLAN);
        let (mut below, now) = (room(100), Instant::now());

        driver.pass(
            &mut waiting(&[b"one", b"two", b"three"]),
            true,
            now,
            &mut below,
        );
        assert_eq!(below.packets.len(), 1);
        driver.pass(&mut waiting(&[b"four"]), true, now, &mut below);

        assert_eq!(below.packets.len(), 2);
        assert_eq!(driver.held().unfinished, 0);
    }

    #[test]
    fn what_a_chain_may_hold_is_limited_where_frames_wait_for_it() {
        let most = DriverOptions {
            most_held: Some(10),
            ..PLAN
        };
        let drops = DriverOptions {
            holds: false,
            ..most
        };
        let now = Instant::now();
        for (plan, passes) in [(most, 2), (drops, 5), (PLAN, 5)] {
            // Holds unacknowledged packets.
            let mut driver = driver(&["retransmit"], 1000, plan);
            let mut waiting = waiting(&[&[7; 8][..]; 5]);

            driver.pass(&mut waiting, true, now, &mut room(100));

            let left = (5 - passes) * (frame::HEADER_BYTES + 8);
            assert_eq!(waiting.len(), left, "{plan:?}");
            assert_eq!(driver.held().full, left > 0);
            assert_eq!(driver.held().unfinished, passes);
        }
    }

    #[test]
    fn what_is_due_is_done_by_who_passes_frames_if_it_may() {
        for (turns, sent) in [(true, 2), (false, 1)] {
            let mut driver = driver(&["retransmit"], 1000, DriverOptions { turns, ..PLAN });
            let (mut below, now) = (room(100), Instant::now());
            driver.pass(&mut waiting(&[b"one"]), true, now, &mut below);
            let due = driver.held().due.unwrap();

            driver.pass(&mut FrameQueue::default(), true, due, &mut below);
            assert_eq!(below.packets.len(), sent);
            driver.turn(due, &mut below);

            assert_eq!(below.packets.len(), 2);
        }
    }

    #[test]
    fn a_frame_that_the_chain_does_not_take_is_counted_and_left_out() {
        let mut driver = driver(&["checksum"], 20, PLAN);
        let mut below = room(100);

        let mut waiting = waiting(&[&[1; 100], b"two"]);
        driver.pass(&mut waiting, true, Instant::now(), &mut below);

        assert_eq!((driver.refused(), below.packets.len()), (1, 1));
        assert_eq!((driver.take_refused(), driver.refused()), (1, 0));
    }

    #[test]
    fn room_is_made_where_frames_have_gone_and_kept_for_those_to_come() {
        let mut waiting = waiting(&[&[1; 96], &[2; 96], &[3; 96]]);
        let mut left = 1;
        waiting.take_each(|_| {
            left -= 1;
            left > 0
        });
        waiting.tidy(0);
        assert_eq!((waiting.len(), waiting.buffered()), (200, 300));
        waiting.take_each(|frame| frame[0] != 2);
        waiting.tidy(0);
        assert_eq!((waiting.len(), waiting.buffered()), (100, 100));

        let mut taken = Vec::new();
        waiting.take_each(|frame| {
            taken.push(frame[0]);
            true
        });
        waiting.tidy(50);

        assert_eq!(taken, [3]);
        assert_eq!(waiting.buffered(), 0);
        assert!(waiting.bytes.capacity() >= 100, "it was needed just now");
    }
}
