//! What arrives for one channel, or is due there: passed through its chain by the thread that polls.

use std::sync::Arc;
use std::time::Instant;

use super::DatagramCarrier;
use super::engine::{Engine, ToWire};
use super::packet::{self, Id};
use crate::bundle::Then;
use crate::channel::Shared;
use crate::delivery::Delivery;
use crate::modules::Driver;
use crate::{CloseReason, Event};

/// Has the engine of a channel, while one datagram after the other is for it.
#[derive(Debug)]
pub(crate) struct ReceivePass {
    shared: Arc<Shared>,
    link: Arc<DatagramCarrier>,
    engine: Box<Engine>,
    peer: Id,
    now: Instant,
    bytes: usize,
    delivery: Delivery,
}

impl ReceivePass {
    /// `None` if the channel is not open yet.
    pub(crate) fn begin(
        shared: &Arc<Shared>,
        link: &Arc<DatagramCarrier>,
        now: Instant,
    ) -> Option<Self> {
        let (engine, peer) = link.take_engine()?;
        Some(Self {
            shared: Arc::clone(shared),
            link: Arc::clone(link),
            engine,
            peer,
            now,
            bytes: 0,
            delivery: Delivery::default(),
        })
    }

    /// A packet of the peer.
    pub(crate) fn arrived(&mut self, packet: &[u8], on: &mut impl FnMut(Event<'_>)) {
        self.bytes += packet.len() + packet::HEAD_BYTES;
        self.with_chain(on, |driver, now, out| driver.arrived(packet, now, out));
    }

    /// Does what is due.
    pub(crate) fn turn(&mut self, on: &mut impl FnMut(Event<'_>)) {
        self.with_chain(on, |driver, now, out| driver.turn(now, out));
    }

    fn with_chain(
        &mut self,
        on: &mut impl FnMut(Event<'_>),
        act: impl FnOnce(&mut Driver, Instant, &mut ToWire<'_>),
    ) {
        let Self {
            shared,
            link,
            engine,
            delivery,
            ..
        } = self;
        let mut deliver = |bytes: &[u8]| {
            delivery.give(shared, bytes, on);
        };
        let mut stray = std::mem::take(&mut engine.stray);
        stray.take_each(|frame| {
            deliver(frame);
            true
        });
        let Engine {
            driver,
            batch,
            sent,
            ..
        } = &mut **engine;
        let mut out = ToWire {
            link,
            head: packet::data_head(self.peer),
            batch,
            sent,
            frames: &mut deliver,
        };
        act(driver, self.now, &mut out);
    }

    /// Gives the engine back; what was to be answered leaves. Gives what is left to do, and why the channel
    /// has to end.
    pub(crate) fn end(mut self) -> (Then, Option<CloseReason>) {
        self.engine.transmit(&self.link);
        let received = &self.shared.received;
        if self.bytes > 0 {
            received.read(self.bytes, self.now);
        }
        let delivered = self.delivery.end(&self.shared);
        let then = self.link.give_engine(self.engine);
        (then, delivered.err())
    }

    /// Whose packets it takes.
    pub(crate) fn channel(&self) -> (&Arc<Shared>, &Arc<DatagramCarrier>) {
        (&self.shared, &self.link)
    }
}
