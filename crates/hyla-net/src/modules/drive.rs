//! How the chain of a channel is driven, whatever carries its packets: this is the only place that gives a chain frames,
//! packets and time. It has neither sockets nor a clock, so that a simulation drives chains by the same code.

use std::time::Instant;

use super::{Chain, ChainError, ModuleSpec, Outlet, Totals};
use crate::{CloseReason, Pressure, frame};

/// Frames in a row, each with its length, of which the first have gone through a chain or to their receiver.
#[derive(Debug, Default)]
pub struct Waiting {
    bytes: Vec<u8>,
    at: usize,
}

/// What carries the packets of a chain.
pub trait Below: Outlet {
    /// Whether it takes no more packets for now.
    fn is_pressed(&self) -> bool {
        false
    }
}

/// The chain of a channel.
#[derive(Debug)]
pub struct Driver {
    chain: Chain,
    plan: Plan,
    /// Frames that it did not take.
    refused: u64,
}

/// What differs between carriers.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Frames wait in front of the chain while it is full.
    pub holds: bool,
    /// It also counts as full while it holds more bytes than that.
    pub most_held: Option<usize>,
    /// Whoever passes frames also does what is due; else only [`Driver::turn`] does.
    pub turns: bool,
}

/// What a chain holds of what went through it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// Bytes of packets that are not yet known to be through.
    pub bytes: usize,
    /// Packets that would be lost if the channel were over now.
    pub unfinished: usize,
    /// When it has something to do.
    pub due: Option<Instant>,
    /// It takes no more for now.
    pub full: bool,
}

impl Driver {
    /// Drives a chain as the carrier wants it.
    pub fn new(chain: Chain, plan: Plan) -> Self {
        Self {
            chain,
            plan,
            refused: 0,
        }
    }

    /// Passes `waiting` on, as far as chain and carrier take it. `flush`: what merely gathers in the chain leaves, too.
    pub fn pass(
        &mut self,
        waiting: &mut Waiting,
        flush: bool,
        now: Instant,
        below: &mut impl Below,
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
    pub fn arrived(&mut self, packet: &[u8], now: Instant, below: &mut impl Below) {
        self.chain.arrived(packet, now, below);
    }

    /// Does what is due.
    pub fn turn(&mut self, now: Instant, below: &mut impl Below) {
        self.chain.turn(now, below);
    }

    /// Gives one module other parameters.
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

    /// What the chain holds.
    pub fn held(&self) -> Held {
        Held {
            bytes: self.chain.held_bytes(),
            unfinished: self.chain.unfinished(),
            due: self.chain.due(),
            full: self.is_full(),
        }
    }

    /// Whether bundles of its chain do not wait for a time of their own: what is passed leaves at once.
    pub fn is_adaptive(&self) -> bool {
        let mut specs = self.specs().iter();
        !specs.any(|spec| matches!(spec, ModuleSpec::Bundle(bundle) if !bundle.adaptive))
    }

    /// How many frames it did not take since they were last taken.
    pub(crate) fn refused(&self) -> u64 {
        self.refused
    }

    /// The same, from now on 0.
    pub(crate) fn take_refused(&mut self) -> u64 {
        std::mem::take(&mut self.refused)
    }

    /// Whether something that came was lost where nothing sends it again.
    pub(crate) fn has_lost(&self) -> bool {
        self.chain.has_lost()
    }

    /// All modules, to be told to the other end.
    pub fn specs(&self) -> &[ModuleSpec] {
        self.chain.specs()
    }

    /// Largest frame that it takes.
    pub(crate) fn max_frame_bytes(&self) -> usize {
        self.chain.max_frame_bytes()
    }

    /// What the modules have counted.
    pub fn counters(&self, each: &mut dyn FnMut(&'static str, &'static str, u64)) {
        self.chain.counters(each);
    }

    /// The same, as far as it concerns everybody.
    pub(crate) fn totals(&self) -> Totals {
        Totals::of(&self.chain)
    }
}

impl Waiting {
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

    /// Hands the frames to `take` one by one, as long as that gives `true`. The last one is then gone, too.
    pub(crate) fn take_each(&mut self, mut take: impl FnMut(&[u8]) -> bool) {
        while let Some((frame, next)) = self.first() {
            let go_on = take(frame);
            self.at = next;
            if !go_on {
                return;
            }
        }
    }

    /// Bytes that wait, with the lengths of frames.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Whether no frame waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives back room beyond so many bytes.
    pub(crate) fn shrink_to(&mut self, keep_bytes: usize) {
        self.bytes.shrink_to(keep_bytes);
    }

    /// Bytes that wait, and those of the frames before them that are still in the buffer.
    pub(crate) fn buffered(&self) -> usize {
        self.bytes.len()
    }

    /// Forgets all frames, and gives back room beyond so many bytes.
    pub(crate) fn clear(&mut self, keep_bytes: usize) {
        self.bytes.clear();
        self.bytes.shrink_to(keep_bytes);
        self.at = 0;
    }

    /// Makes room for what comes next, where frames have gone.
    pub fn tidy(&mut self, keep_bytes: usize) {
        if self.is_empty() {
            // What was needed just now will be needed again.
            self.clear(keep_bytes.max(self.at));
        } else if self.at > self.bytes.len() / 2 {
            self.bytes.drain(..self.at);
            self.at = 0;
        }
    }

    /// The first frame, and where the next one begins.
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

    /// Takes so many packets until it is pressed.
    #[derive(Default)]
    struct Room {
        left: usize,
        packets: Vec<Vec<u8>>,
        frames: Vec<Vec<u8>>,
    }

    impl Below for Room {
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

    const PLAN: Plan = Plan {
        holds: true,
        most_held: None,
        turns: true,
    };

    fn driver(modules: &[&str], max_packet_bytes: usize, plan: Plan) -> Driver {
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

    fn waiting(frames: &[&[u8]]) -> Waiting {
        let mut waiting = Waiting::default();
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
        let most = Plan {
            most_held: Some(10),
            ..PLAN
        };
        let drops = Plan {
            holds: false,
            ..most
        };
        let now = Instant::now();
        for (plan, passes) in [(most, 2), (drops, 5), (PLAN, 5)] {
            // Holds what is not acknowledged.
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
            let mut driver = driver(&["retransmit"], 1000, Plan { turns, ..PLAN });
            let (mut below, now) = (room(100), Instant::now());
            driver.pass(&mut waiting(&[b"one"]), true, now, &mut below);
            let due = driver.held().due.unwrap();

            driver.pass(&mut Waiting::default(), true, due, &mut below);
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
