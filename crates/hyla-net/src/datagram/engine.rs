//! The engine of a channel over datagrams: its chain, and buffers to assemble datagrams.

use std::time::Instant;

use super::batch::Batch;
use super::link::DatagramCarrier;
use super::packet::{self, Id};
use super::socket::SendResult;
use super::state::SendState;
use crate::modules::{ChainCarrier, Driver, FrameQueue, Outlet, To};
use crate::secure::{Place, Sealing};
use crate::{CloseReason, Reliability};

/// Bytes of datagrams that are sent before more are assembled.
const BATCH_BYTES: usize = 128 << 10;

/// Capacity that a quiet channel keeps.
pub(super) const KEEP_BYTES: usize = 64 << 10;

/// The chain and its buffers for sending. Used by one thread at a time.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) driver: Driver,
    /// Frames taken for sending.
    gathered: FrameQueue,
    pub(super) batch: Batch,
    pub(super) sealing: Sealing,
    pub(super) sent: SendResult,
    /// Frames that left the chain without an endpoint to deliver them.
    pub(super) stray: FrameQueue,
    /// The chain's bundles do not wait for a gap of their own.
    flush: bool,
}

impl Engine {
    /// `flush`: the chain's bundles do not wait for a gap of their own.
    pub(super) fn new(driver: Driver, flush: bool, sealing: Sealing) -> Self {
        Self {
            driver,
            gathered: FrameQueue::default(),
            batch: Batch::default(),
            sealing,
            sent: SendResult::default(),
            stray: FrameQueue::default(),
            flush,
        }
    }

    /// Frees unused capacity.
    pub(super) fn shrink(&mut self) {
        self.batch.shrink_to(KEEP_BYTES);
        if self.gathered.is_empty() {
            self.gathered.clear(KEEP_BYTES);
        }
    }

    /// Takes gathered frames, once all earlier ones have passed.
    pub(super) fn take_up(&mut self, gathering: &mut FrameQueue) -> usize {
        if self.gathered.is_empty() {
            self.gathered.clear(usize::MAX);
            std::mem::swap(&mut self.gathered, gathering);
        }
        self.gathered.len()
    }

    /// Sends `control` and gathered frames, as many as the chain accepts.
    pub(super) fn run(&mut self, link: &DatagramCarrier, peer: Id, control: &[Vec<u8>]) {
        let now = Instant::now();
        for datagram in control {
            let parts = [&datagram[..], &[]];
            let put = self
                .batch
                .push_sealed(&mut self.sealing, Place::MEMBER, parts);
            self.sent.refused += u64::from(put.is_err());
        }
        let mut out = ToWire {
            link,
            head: packet::data_head(peer),
            batch: &mut self.batch,
            sealing: &mut self.sealing,
            sent: &mut self.sent,
            frames: &mut |frame| self.stray.push(frame),
        };
        self.driver
            .pass(&mut self.gathered, self.flush, now, &mut out);
        out.transmit();
    }

    /// Sends the chain's datagrams.
    pub(super) fn transmit(&mut self, link: &DatagramCarrier) {
        if self.batch.len() > 0 {
            let sent = link.wire.send(&link.peer, &self.batch);
            self.sent.add(&sent);
            self.batch.clear();
        }
    }

    /// Whether a frame that the chain rejects would be a loss.
    pub(super) fn refused_frame(&self, reliability: Reliability) -> Option<CloseReason> {
        (self.driver.refused() > 0 && reliability == Reliability::Reliable).then_some(
            CloseReason::FrameTooLarge {
                length: self.gathered.buffered(),
                limit: self.driver.max_frame_bytes(),
            },
        )
    }

    /// Records the results in `state`. Gives whether the peer's host reported that nobody listens.
    pub(super) fn note(&mut self, state: &mut SendState) -> bool {
        let sent = std::mem::take(&mut self.sent);
        let counters = &mut state.counters;
        counters.bytes_sent += sent.bytes;
        counters.writes += sent.calls;
        counters.bundles += sent.datagrams;
        counters.dropped.socket_full += sent.full;
        counters.dropped.refused += sent.refused + self.driver.take_refused();
        if sent.calls > 0 {
            state.last_write = Some(Instant::now());
        }
        let held = self.driver.held();
        state.full = held.full;
        state.held = self.gathered.len();
        state.unfinished = held.unfinished;
        state.due = held.due;
        sent.nobody
    }
}

/// Destination of the chain's packets.
pub(super) struct ToWire<'a> {
    pub(super) link: &'a DatagramCarrier,
    pub(super) head: [u8; packet::HEAD_BYTES],
    pub(super) batch: &'a mut Batch,
    pub(super) sealing: &'a mut Sealing,
    pub(super) sent: &'a mut SendResult,
    pub(super) frames: &'a mut dyn FnMut(&[u8]),
}

impl ToWire<'_> {
    fn transmit(&mut self) {
        if self.batch.len() > 0 {
            let sent = self.link.wire.send(&self.link.peer, self.batch);
            self.sent.add(&sent);
            self.batch.clear();
        }
    }
}

/// The system takes or drops all datagrams.
impl ChainCarrier for ToWire<'_> {}

impl Outlet for ToWire<'_> {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        let put = self
            .batch
            .push_sealed(self.sealing, Place::MEMBER, [&self.head, packet]);
        self.sent.refused += u64::from(put.is_err());
        if self.batch.byte_count() >= BATCH_BYTES {
            self.transmit();
        }
    }

    fn to_federate(&mut self, frame: &[u8]) {
        (self.frames)(frame);
    }
}
