//! Packets and timers of one channel: passed through its chain by the polling thread.

use std::sync::Arc;
use std::time::Instant;

use super::DatagramCarrier;
use super::engine::{Engine, ToWire};
use super::packet::{self, Id};
use crate::bundle::FollowUp;
use crate::channel::Shared;
use crate::delivery::Delivery;
use crate::modules::Driver;
use crate::{CloseReason, Event};

/// Holds the engine of a channel during consecutive datagrams for it.
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

    /// Runs due timers.
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
            sealing,
            sent,
            ..
        } = &mut **engine;
        let mut out = ToWire {
            link,
            head: packet::data_head(self.peer),
            batch,
            sealing,
            sent,
            frames: &mut deliver,
        };
        act(driver, self.now, &mut out);
    }

    /// Returns the engine; acknowledgements leave. Gives the follow-up, and why the channel must
    /// end.
    pub(crate) fn end(mut self) -> (FollowUp, Option<CloseReason>) {
        self.engine.transmit(&self.link);
        let received = &self.shared.received;
        if self.bytes > 0 {
            received.read(self.bytes, self.now);
        }
        let delivered = self.delivery.end(&self.shared);
        let then = self.link.give_engine(self.engine);
        (then, delivered.err())
    }

    /// The channel of this pass.
    pub(crate) fn channel(&self) -> (&Arc<Shared>, &Arc<DatagramCarrier>) {
        (&self.shared, &self.link)
    }
}
