//! What arrives for one channel, or is due there: passed through its chain by the thread that polls.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use super::DatagramLink;
use super::engine::{Engine, ToWire};
use super::packet::{self, Id};
use crate::bundle::Then;
use crate::channel::Shared;
use crate::following::Following;
use crate::modules::Chain;
use crate::slot::frame_limit;
use crate::{CloseReason, Event, frame};

/// Has the engine of a channel, while one datagram after the other is for it.
#[derive(Debug)]
pub(crate) struct Session {
    shared: Arc<Shared>,
    link: Arc<DatagramLink>,
    engine: Box<Engine>,
    peer: Id,
    now: Instant,
    bytes: usize,
    frames: u64,
    too_large: Option<CloseReason>,
}

impl Session {
    /// `None` if the channel is not open yet.
    pub(crate) fn begin(
        shared: &Arc<Shared>,
        link: &Arc<DatagramLink>,
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
            frames: 0,
            too_large: None,
        })
    }

    /// A packet of the peer.
    pub(crate) fn arrived(&mut self, packet: &[u8], on: &mut impl FnMut(Event<'_>)) {
        self.bytes += packet.len() + packet::HEAD_BYTES;
        self.with_chain(on, |chain, now, out| chain.arrived(packet, now, out));
    }

    /// Does what is due.
    pub(crate) fn turn(&mut self, on: &mut impl FnMut(Event<'_>)) {
        self.with_chain(on, |chain, now, out| chain.turn(now, out));
    }

    fn with_chain(
        &mut self,
        on: &mut impl FnMut(Event<'_>),
        act: impl FnOnce(&mut Chain, Instant, &mut ToWire<'_>),
    ) {
        let Self {
            shared,
            link,
            engine,
            ..
        } = self;
        let (frames, too_large) = (&mut self.frames, &mut self.too_large);
        let mut deliver = |bytes: &[u8]| {
            if shared.shut.load(Relaxed) || too_large.is_some() {
                return;
            }
            let (length, limit) = (bytes.len(), frame_limit(shared, &shared.endpoint.config));
            if length > limit {
                *too_large = Some(CloseReason::FrameTooLarge { length, limit });
                return;
            }
            *frames += 1;
            on(Event::Frame {
                channel: shared.id,
                bytes,
                following: Following::none(),
            });
        };
        let stray = std::mem::take(&mut engine.stray);
        let mut rest = &stray[..];
        while let Some((frame, after)) = frame::split(rest) {
            rest = after;
            deliver(frame);
        }
        let Engine {
            chain, batch, sent, ..
        } = &mut **engine;
        let mut out = ToWire {
            link,
            head: packet::data_head(self.peer),
            batch,
            sent,
            frames: &mut deliver,
        };
        act(chain, self.now, &mut out);
    }

    /// Gives the engine back; what was to be answered leaves. Gives what is left to do, and why the channel
    /// has to end.
    pub(crate) fn end(mut self) -> (Then, Option<CloseReason>) {
        self.engine.transmit(&self.link);
        let received = &self.shared.received;
        if self.bytes > 0 {
            received.read(self.bytes, self.now);
        }
        received.frames(self.frames);
        let then = self.link.give_engine(self.engine);
        (then, self.too_large)
    }

    /// Whose packets it takes.
    pub(crate) fn channel(&self) -> (&Arc<Shared>, &Arc<DatagramLink>) {
        (&self.shared, &self.link)
    }
}
