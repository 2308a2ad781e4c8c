//! The endpoint's entry of a channel over datagrams.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::packet::{Id, Step, step};
use super::{DatagramCarrier, UdpWire};
use crate::ChannelId;
use crate::channel::Shared;
use crate::secure::{Place, Sealing};

/// Interval before a caller repeats an unanswered step; it doubles each time.
const FIRST_REPEAT: Duration = Duration::from_millis(20);

const LONGEST_REPEAT: Duration = Duration::from_millis(500);

/// The endpoint's entry of a channel over datagrams.
#[derive(Debug)]
pub(crate) struct DatagramEntry {
    pub(crate) shared: Arc<Shared>,
    pub(crate) link: Arc<DatagramCarrier>,
    /// The socket it receives on: its own, or a listener's.
    pub(crate) socket: ChannelId,
    /// The socket it receives on instead, while strangers flood the listener.
    pub(crate) own_socket: Option<ChannelId>,
    pub(crate) stage: DatagramStage,
}

/// Life cycle of a channel over datagrams.
#[derive(Debug)]
pub(crate) enum DatagramStage {
    Calling(PendingCall),
    Open,
    /// Closed here and reported; queued frames may still leave.
    Lingering {
        until: Instant,
    },
}

/// A call without an answer.
#[derive(Debug)]
pub(crate) struct PendingCall {
    since: Instant,
    every: Duration,
    /// The listener's id, once known.
    listener: Option<Id>,
}

impl DatagramEntry {
    /// Whether the call has that token.
    pub(crate) fn called_with(&self, token: u64) -> bool {
        self.link.token == token
    }
}

impl PendingCall {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            since: now,
            every: FIRST_REPEAT,
            listener: None,
        }
    }

    /// Whether the peer has exceeded the timeout.
    pub(crate) fn is_late(&self, timeout: Duration, now: Instant) -> bool {
        now.saturating_duration_since(self.since) >= timeout
    }

    /// The listener answered the hello. `false` for a repetition.
    pub(crate) fn welcomed(&mut self, listener: Id) -> bool {
        if self.listener == Some(listener) {
            return false;
        }
        self.listener = Some(listener);
        self.every = FIRST_REPEAT;
        true
    }

    /// Sends the current step. Gives when to repeat it.
    pub(crate) fn say(
        &mut self,
        link: &DatagramCarrier,
        sealing: &mut Sealing,
        now: Instant,
    ) -> Instant {
        let said = match self.listener {
            None => step(Step::Hello, link.token, link.own, &[]),
            Some(listener) => step(Step::Begin, link.token, listener, &link.terms),
        };
        link.wire.say(sealing, &link.peer, &said);
        let again = now + self.every;
        self.every = (self.every * 2).min(LONGEST_REPEAT);
        again
    }
}

impl UdpWire {
    /// Sends one datagram of a call; a lost one will be requested again.
    pub(crate) fn say(&self, sealing: &mut Sealing, to: &super::Destination, bytes: &[u8]) {
        let mut batch = super::batch::Batch::default();
        // Without a key it does not leave: one comes before the call is given up, or the call fails.
        let _repeated = batch.push_sealed(sealing, Place::MEMBER, [bytes, &[]]);
        let _repeated_if_lost = self.send(to, &batch);
    }
}
