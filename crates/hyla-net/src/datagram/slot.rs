//! What an endpoint keeps for a channel over datagrams.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::packet::{Id, Step, step};
use super::{DatagramCarrier, UdpWire};
use crate::ChannelId;
use crate::channel::Shared;

/// After this long a caller says again what was not answered; twice as long each time.
const FIRST_REPEAT: Duration = Duration::from_millis(20);

const LONGEST_REPEAT: Duration = Duration::from_millis(500);

/// What an endpoint keeps for a channel over datagrams.
#[derive(Debug)]
pub(crate) struct DatagramSlot {
    pub(crate) shared: Arc<Shared>,
    pub(crate) link: Arc<DatagramCarrier>,
    /// The socket it hears by: its own, or a listener's.
    pub(crate) socket: ChannelId,
    pub(crate) stage: Stage,
}

/// How far a channel over datagrams is.
#[derive(Debug)]
pub(crate) enum Stage {
    Calling(Call),
    Open,
    /// Closed here, reported as closed; what is queued may still leave.
    Lingering {
        until: Instant,
    },
}

/// A call that is not answered yet.
#[derive(Debug)]
pub(crate) struct Call {
    since: Instant,
    every: Duration,
    /// What the listener reads, once it has told.
    listener: Option<Id>,
}

impl DatagramSlot {
    /// Whether a call has that token.
    pub(crate) fn called_with(&self, token: u64) -> bool {
        self.link.token == token
    }
}

impl Call {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            since: now,
            every: FIRST_REPEAT,
            listener: None,
        }
    }

    /// Whether the peer has had as long as it gets.
    pub(crate) fn is_late(&self, timeout: Duration, now: Instant) -> bool {
        now.saturating_duration_since(self.since) >= timeout
    }

    /// The listener answered the hello. `false` if it has done so before.
    pub(crate) fn welcomed(&mut self, listener: Id) -> bool {
        if self.listener == Some(listener) {
            return false;
        }
        self.listener = Some(listener);
        self.every = FIRST_REPEAT;
        true
    }

    /// Says what is to be said now. Gives when to say it again.
    pub(crate) fn say(&mut self, link: &DatagramCarrier, now: Instant) -> Instant {
        let said = match self.listener {
            None => step(Step::Hello, link.token, link.own, &[]),
            Some(listener) => step(Step::Begin, link.token, listener, &link.terms),
        };
        link.wire.say(&link.peer, &said);
        let again = now + self.every;
        self.every = (self.every * 2).min(LONGEST_REPEAT);
        again
    }
}

impl UdpWire {
    /// Sends one datagram of a call; if it is lost, it will be asked for again.
    pub(crate) fn say(&self, to: &super::Destination, bytes: &[u8]) {
        let mut batch = super::batch::Batch::default();
        batch.push(bytes, &[]);
        let _repeated_if_lost = self.send(to, &batch);
    }
}
