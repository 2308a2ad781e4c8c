use std::time::Duration;

/// So many messages and bytes, whichever is reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Number of messages.
    pub messages: usize,
    /// Bytes of these messages on the wire.
    pub bytes: usize,
}

impl Bound {
    /// Whether so much reaches the bound.
    #[must_use]
    pub const fn is_reached(&self, load: Load) -> bool {
        load.messages >= self.messages || load.bytes >= self.bytes
    }

    /// Whether so much is over the bound.
    pub(super) const fn is_exceeded(&self, load: Load) -> bool {
        load.messages > self.messages || load.bytes > self.bytes
    }
}

/// How much there is of something that a [`Bound`] bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Number of messages.
    pub messages: usize,
    /// Their bytes on the wire.
    pub bytes: usize,
}

/// How many calls a client may make. Who makes more is not refused: the server reads its calls no
/// faster than this, the connection holds the others back, and in the end the client's own queue
/// of messages does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallRate {
    /// Calls in a second over time; 0 for as many as the client likes.
    pub per_second: u32,
    /// Calls at once, after as much silence.
    pub burst: u32,
}

/// Resource limits and timeouts of a session.
///
/// Limits are checked between messages, so that each is exceeded by one message, or by those of
/// one read. A duration of [`Duration::MAX`] is never over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Messages for the client that its connection has not taken: from here on, best-effort
    /// updates and interactions are to be dropped ([`super::Room::Tight`]).
    pub waiting: Bound,
    /// The same: from here on, nothing more is to be made for the client ([`super::Room::Full`]).
    pub waiting_most: Bound,
    /// Messages that the connection has taken and the client not acknowledged, kept for a resume.
    /// The oldest of more than these are forgotten. Should be more than the buffers of a connection
    /// hold: then a client has what is forgotten, and its resume does not ask for it.
    pub history: Bound,
    /// Calls received and not answered; with these, nothing more is to be read. The more, the
    /// fewer a client has under way that it may have forgotten at a resume.
    pub calls: Bound,
    /// Calls over time.
    pub call_rate: CallRate,
    /// Without a byte from the client for so long, its connection is taken for dead. Clients of
    /// the default settings say something every 60 to 100 s.
    pub silence: Duration,
    /// A client that takes nothing of what waits for it for so long is disconnected; it may resume.
    pub stall: Duration,
    /// A session is over so long after its client's side has closed the connection. Clients of the default
    /// settings try at once to resume, then every 5 s, for 600 s.
    pub resume: Duration,
    /// The same where the client may not know yet that the connection is cut. Clients of the default settings
    /// notice within 360 s.
    pub resume_silent: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: usize = 1 << 20;
        let bound = |messages, bytes| Bound { messages, bytes };
        Self {
            waiting: bound(1 << 14, 8 * MIB),
            waiting_most: bound(1 << 16, 32 * MIB),
            history: bound(1 << 18, 16 * MIB),
            calls: bound(1 << 14, 32 * MIB),
            call_rate: CallRate {
                per_second: 0,
                burst: 1000,
            },
            silence: Duration::from_secs(180),
            stall: Duration::from_secs(60),
            resume: Duration::from_secs(15),
            resume_silent: Duration::from_secs(960),
        }
    }
}
