//! The carrier of a channel that could not be started: rejects all frames, with the reason.

use std::sync::Arc;
use std::time::Duration;

use super::{Carrier, PolledCarrier};
use crate::channel::{Closed, NoRoom, Pressure, Shared};
use crate::{Address, ChannelCounters, CloseReason, Endpoint, Event};

/// Carrier of a channel that could not be started.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(super) to: Address,
    pub(super) reason: CloseReason,
}

impl Carrier for Failed {
    fn append(
        &self,
        _channel: &Arc<Shared>,
        _write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        Err(Closed)
    }

    fn depart(&self, _channel: &Arc<Shared>) {}

    fn has_to_depart(&self) -> bool {
        false
    }

    fn pressure(&self) -> Pressure {
        Pressure::Open
    }

    fn wait_for_room(
        &self,
        _channel: &Arc<Shared>,
        _timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        Err(NoRoom::Closed)
    }

    fn close(&self, _channel: &Arc<Shared>, _reason: CloseReason) {}

    fn counters(&self) -> ChannelCounters {
        ChannelCounters::default()
    }

    fn local_address(&self) -> Address {
        self.to
    }

    fn peer_address(&self) -> Address {
        self.to
    }
}

impl PolledCarrier for Failed {
    fn enter(
        &self,
        channel: &Arc<Shared>,
        _endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        on(Event::Closed {
            channel: channel.id,
            reason: self.reason.clone(),
        });
    }

    fn end_from_here(
        &self,
        _channel: &Arc<Shared>,
        _endpoint: &mut Endpoint,
        _on: &mut impl FnMut(Event<'_>),
    ) {
    }

    fn abandon(&self, _channel: &Shared, _reason: CloseReason) {}
}
