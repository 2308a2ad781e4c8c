//! Connections of a session, one after the other, and what may last too long.

use std::time::Duration;

use super::client_session::SessionState;
use super::{ClientSession, Cut, Expiry, Reading, ResumeRefusal, ResumeRequest, Room};
use crate::wire::MessageType;

impl ClientSession {
    /// The connection is cut, in this way. The session goes on without one, unless its client had
    /// ended it.
    pub fn dropped(&mut self, now: Duration, cut: Cut) {
        match self.state {
            SessionState::Connected => {
                let kept = match cut {
                    Cut::Closed => self.limits.resume,
                    Cut::Silent => self.limits.resume_silent,
                };
                self.state = SessionState::Dropped {
                    until: now.checked_add(kept),
                };
                self.stalled = None;
                self.outgoing.dropped();
            }
            SessionState::Terminating | SessionState::Over => self.end(),
            SessionState::Dropped { .. } => {}
        }
    }

    /// How long the session is kept from now on without a connection; `None` if it has one.
    #[must_use]
    pub fn kept(&self, now: Duration) -> Option<Duration> {
        match self.state {
            SessionState::Dropped { until: Some(until) } => Some(until.saturating_sub(now)),
            SessionState::Dropped { until: None } => Some(Duration::MAX),
            SessionState::Connected | SessionState::Terminating | SessionState::Over => None,
        }
    }

    /// Nothing more will be sent: what was kept for that is of no use.
    fn end(&mut self) {
        self.state = SessionState::Over;
        self.outgoing.clear();
    }

    /// Goes on over another connection: the status is the next output, and all that the client has
    /// not received follows. A connection that the session still had is dropped by this: close it,
    /// and give nothing more of it to the session.
    ///
    /// # Errors
    /// [`ResumeRefusal`]; nothing has changed. The client will not try again.
    pub fn resume(&mut self, request: &ResumeRequest, now: Duration) -> Result<(), ResumeRefusal> {
        if request.session != self.id() || self.check_open().is_err() {
            return Err(ResumeRefusal::InvalidSession);
        }
        // The client looks the last message received up in its history, so it must have that too.
        let oldest_kept_is_too_new =
            self.received.is_valid() && request.oldest_kept.is_after(self.received);
        if oldest_kept_is_too_new || !self.outgoing.can_rewind(request.last_received) {
            return Err(ResumeRefusal::NotEnoughMessages);
        }
        self.outgoing.dropped();
        self.outgoing.rewind(request.last_received);
        let payload = [0, self.received.to_wire()];
        self.outgoing
            .push_status(MessageType::ResumeStatus, self.received, &payload);
        self.state = SessionState::Connected;
        self.heard(now);
        self.stalled = None;
        self.counts.resumes += 1;
        Ok(())
    }

    /// The next moment at which [`Self::expired`] may have something to say, if any; to be asked
    /// before each wait.
    pub fn deadline(&mut self, now: Duration) -> Option<Duration> {
        self.mark(now);
        let limits = &self.limits;
        let other = match self.state {
            SessionState::Dropped { until } => until,
            SessionState::Connected | SessionState::Terminating | SessionState::Over => {
                self.heard.checked_add(limits.silence)
            }
        };
        let stalled = self.stalled.and_then(|s| s.checked_add(limits.stall));
        other.into_iter().chain(stalled).min()
    }

    /// The timeout that is over. After [`Expiry::Abandoned`] and [`Expiry::InTheWay`] the session is over.
    pub fn expired(&mut self, now: Duration) -> Option<Expiry> {
        self.mark(now);
        let over = |since: Duration, limit| since.checked_add(limit).is_some_and(|end| end <= now);
        let stalled = self.stalled.is_some_and(|s| over(s, self.limits.stall));
        match self.state {
            SessionState::Dropped { until } => {
                let abandoned = until.is_some_and(|until| until <= now);
                let abandoned = abandoned.then_some(Expiry::Abandoned);
                let expiry = abandoned.or(stalled.then_some(Expiry::InTheWay))?;
                self.end();
                Some(expiry)
            }
            _ if stalled => Some(Expiry::Stalled),
            _ => over(self.heard, self.limits.silence).then_some(Expiry::Silent),
        }
    }

    /// Dates what began since the last call, as commands do not say when they are given.
    fn mark(&mut self, now: Duration) {
        // A client without connection may delay its own messages, but not those of others for as long.
        let stalls = if self.is_dropped() {
            self.room() == Room::Full
        } else {
            self.outgoing.is_waiting()
        };
        if self.stalled.is_none() && stalls {
            self.stalled = Some(now);
        }
        // A client that is not read counts as active.
        if self.reading(now) != Reading::Now {
            self.heard(now);
        }
    }
}
