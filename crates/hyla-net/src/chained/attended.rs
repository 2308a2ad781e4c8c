//! A chain over a stream: the endpoint's part.

use std::sync::Arc;
use std::time::Instant;

use super::link::{ChainedCarrier, ToCarrier};
use super::state::{ChainState, End};
use crate::carrier::FlushOutcome;
use crate::channel::Shared;
use crate::delivery::Delivery;
use crate::modules::FrameQueue;
use crate::{CloseReason, Event};

/// Capacity kept for delivered frames.
const KEEP_BYTES: usize = 1 << 20;

impl ChainedCarrier {
    /// A packet of the peer: delivers the resulting frames. [`Self::settle`] does the rest, after
    /// the last available packet.
    ///
    /// # Errors
    /// Why the channel must end: a frame too large, or a reliable one lost.
    pub(crate) fn arrived(
        &self,
        channel: &Arc<Shared>,
        packet: &[u8],
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        let mut state = self.lock();
        let ChainState {
            driver, arrived, ..
        } = &mut *state;
        let Some(driver) = driver else { return Ok(()) };
        driver.arrived(packet, now, &mut ToCarrier::new(channel, arrived));
        let lost = self.has_lost(driver);
        let frames = std::mem::take(&mut state.arrived);
        drop(state);
        self.deliver(channel, frames, on)?;
        if lost {
            return Err(CloseReason::Broken(std::io::ErrorKind::InvalidData));
        }
        Ok(())
    }

    /// After packets have arrived: sends acknowledgements, and frames that waited for one.
    pub(crate) fn settle(&self, channel: &Arc<Shared>, now: Instant) {
        let mut state = self.lock();
        self.run(&mut state, channel, now);
        self.leave(state, channel);
    }

    /// Whether a timer may be due only because the peer's packets have not been read.
    pub(crate) fn asks_peer(&self) -> bool {
        self.asks_peer
    }

    /// A timer of the endpoint has expired: does the due work and delivers frames.
    ///
    /// # Errors
    /// Why the channel must end.
    pub(crate) fn turn(
        &self,
        channel: &Arc<Shared>,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        let mut state = self.lock();
        state.alarm = None;
        self.run(&mut state, channel, now);
        let frames = std::mem::take(&mut state.arrived);
        self.leave(state, channel);
        self.deliver(channel, frames, on)
    }

    fn deliver(
        &self,
        channel: &Arc<Shared>,
        mut frames: FrameQueue,
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        let mut delivery = Delivery::default();
        frames.take_each(|frame| delivery.give(channel, frame, on));
        delivery.end(channel)?;
        frames.clear(KEEP_BYTES);
        let mut state = self.lock();
        if state.arrived.is_empty() && state.driver.is_some() {
            state.arrived = frames;
        }
        Ok(())
    }

    /// The endpoint took the channel off its list. Sends if `force` or the gap has passed.
    pub(crate) fn flush_listed(
        &self,
        channel: &Arc<Shared>,
        force: bool,
        now: Instant,
    ) -> FlushOutcome {
        let mut state = self.lock();
        if !state.gathering.is_empty() && !state.held.full && !state.pressed {
            if !force && !state.is_idle(now) {
                return FlushOutcome::Again;
            }
            self.run(&mut state, channel, now);
        }
        state.listed = false;
        let listed = match state.sooner() {
            Some(due) => {
                state.alarm = Some(due);
                FlushOutcome::At(due)
            }
            None => FlushOutcome::Done,
        };
        self.leave(state, channel);
        listed
    }

    /// Whether it was closed here and still holds packets.
    pub(crate) fn is_leaving(&self) -> bool {
        matches!(self.lock().end, End::Closing(_))
    }

    /// Why it was closed on this side.
    pub(crate) fn ended(&self) -> Option<CloseReason> {
        match &self.lock().end {
            End::Open => None,
            End::Closing(reason) | End::Closed(reason) => Some(reason.clone()),
        }
    }

    /// The channel is over: drops and logs the packets it held.
    pub(crate) fn abandon(&self, channel: &Shared, reason: &CloseReason) {
        let lost = self.lock().fail(reason.clone());
        self.notify_all();
        if lost > 0 {
            tracing::warn!(
                channel = %channel.id, profile = self.name, %reason, packets = lost,
                "a channel ended before its protocol modules had sent what they held"
            );
        }
    }
}
