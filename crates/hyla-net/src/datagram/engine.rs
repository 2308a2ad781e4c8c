//! The engine of a channel over datagrams: its chain, and room to put datagrams together.

use std::time::Instant;

use super::batch::Batch;
use super::link::DatagramCarrier;
use super::packet::{self, Id};
use super::socket::Sent;
use super::state::SendState;
use crate::modules::{Below, Driver, Outlet, To, Waiting};
use crate::{CloseReason, Reliability};

/// Datagrams of so many bytes are sent before more are put together.
const BATCH_BYTES: usize = 128 << 10;

/// Room kept by a channel that has been quiet.
pub(super) const KEEP_BYTES: usize = 64 << 10;

/// The chain and what it needs to send. Belongs to one thread at a time.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) driver: Driver,
    /// Frames taken to be sent.
    gathered: Waiting,
    pub(super) batch: Batch,
    pub(super) sent: Sent,
    /// Frames that came out where no endpoint was there to deliver them.
    pub(super) stray: Waiting,
    /// The chain's bundles do not wait for a time of their own.
    flush: bool,
}

impl Engine {
    /// `flush`: the chain's bundles do not wait for a time of their own.
    pub(super) fn new(driver: Driver, flush: bool) -> Self {
        Self {
            driver,
            gathered: Waiting::default(),
            batch: Batch::default(),
            sent: Sent::default(),
            stray: Waiting::default(),
            flush,
        }
    }

    /// Gives back room not needed.
    pub(super) fn shrink(&mut self) {
        self.batch.shrink_to(KEEP_BYTES);
        if self.gathered.is_empty() {
            self.gathered.clear(KEEP_BYTES);
        }
    }

    /// Takes what has gathered, once all that it had is passed.
    pub(super) fn take_up(&mut self, gathering: &mut Waiting) -> usize {
        if self.gathered.is_empty() {
            self.gathered.clear(usize::MAX);
            std::mem::swap(&mut self.gathered, gathering);
        }
        self.gathered.len()
    }

    /// Sends `control` and what has gathered, as far as the chain takes it.
    pub(super) fn run(&mut self, link: &DatagramCarrier, peer: Id, control: &[Vec<u8>]) {
        let now = Instant::now();
        for datagram in control {
            self.batch.push(datagram, &[]);
        }
        let mut out = ToWire {
            link,
            head: packet::data_head(peer),
            batch: &mut self.batch,
            sent: &mut self.sent,
            frames: &mut |frame| self.stray.push(frame),
        };
        self.driver
            .pass(&mut self.gathered, self.flush, now, &mut out);
        out.transmit();
    }

    /// Sends what the chain gave.
    pub(super) fn transmit(&mut self, link: &DatagramCarrier) {
        if self.batch.len() > 0 {
            let sent = link.wire.send(&link.peer, &self.batch);
            self.sent.add(&sent);
            self.batch.clear();
        }
    }

    /// A frame that the chain cannot carry would be a loss.
    pub(super) fn refused_frame(&self, reliability: Reliability) -> Option<CloseReason> {
        (self.driver.refused() > 0 && reliability == Reliability::Reliable).then_some(
            CloseReason::FrameTooLarge {
                length: self.gathered.buffered(),
                limit: self.driver.max_frame_bytes(),
            },
        )
    }

    /// Tells `state` what has been done. Gives whether the peer's host said that nobody is there.
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

/// Where the chain's packets go.
pub(super) struct ToWire<'a> {
    pub(super) link: &'a DatagramCarrier,
    pub(super) head: [u8; packet::HEAD_BYTES],
    pub(super) batch: &'a mut Batch,
    pub(super) sent: &'a mut Sent,
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

/// The system takes all datagrams, or drops them.
impl Below for ToWire<'_> {}

impl Outlet for ToWire<'_> {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.batch.push(&self.head, packet);
        if self.batch.byte_count() >= BATCH_BYTES {
            self.transmit();
        }
    }

    fn to_federate(&mut self, frame: &[u8]) {
        (self.frames)(frame);
    }
}
