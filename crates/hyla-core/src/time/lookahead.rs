//! Lookahead and questions about time (8.16 to 8.20 in 2010, 8.17 to 8.21 in 2025).

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};

use super::bound::earlier;
use super::{Bound, MessageCount, TimeRequest};
use crate::Result;
use crate::member::{Joined, Member};
use crate::message::{MemberRequest, RequestId, ToRti, data};
use crate::outbox::{Frames, Outbox};

impl Member {
    /// `modifyLookahead` (8.19 in 2010, 8.20 in 2025). A greater one holds at once. A lesser one is
    /// reached as the federate advances: what it has promised stays promised.
    ///
    /// # Errors
    /// `InvalidLookahead`, `InTimeAdvancingState`, `TimeRegulationIsNotEnabled`.
    pub fn modify_lookahead(
        &mut self,
        lookahead: LogicalTimeInterval,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_regulating()?;
        joined.check_not_advancing()?;
        joined.check_lookahead(lookahead)?;
        let state = &mut joined.time.state;
        state.regulation = super::state::Regulation::On(lookahead);
        state.raise_floor(state.now, false);
        self.report_time(out);
        let joined = self.joined()?;
        joined.forget_what_cannot_be_retracted(out);
        Ok(())
    }

    /// `queryLookahead` (8.20 in 2010, 8.21 in 2025): the one in force now; while advancing,
    /// from the time asked for on.
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`.
    pub fn lookahead(&self) -> Result<LogicalTimeInterval> {
        self.joined_ref()?.actual_lookahead()
    }

    /// `queryLogicalTime` (8.17 in 2010, 8.18 in 2025): while advancing, the time before.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn logical_time(&self) -> Result<LogicalTime> {
        Ok(self.joined_ref()?.time.state.now)
    }

    /// Asks for GALT; the answer comes with the number ([`crate::message::Reply::Galt`]), or is there
    /// already, and holds once [`Self::time_is_settled`].
    ///
    /// # Errors
    /// Only those of every service.
    pub fn request_galt(&mut self, out: &mut dyn Outbox) -> Result<Option<RequestId>> {
        let joined = self.joined()?;
        if let Some(pair) = joined.time.direct.as_deref().and_then(|it| it.pair()) {
            let galt = pair
                .coordinator
                .galt(joined.identity.handle())
                .map(|galt| galt.bound);
            let expected = pair.coordinator.expected(joined.identity.handle());
            self.note_galt(galt, &expected);
            return Ok(None);
        }
        if let Some((galt, expected)) = self.galt_by_boards(out) {
            self.note_galt(Some(galt), &expected);
            return Ok(None);
        }
        let request = self.new_request();
        let query = TimeRequest::QueryGalt { request };
        out.control(&ToRti::Member(MemberRequest::Time(query)));
        Ok(Some(request))
    }

    /// An answer about GALT has come.
    pub fn note_galt(&mut self, galt: Option<Bound>, expected: &[MessageCount]) {
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.time.state.last_galt = galt;
            joined.expect_messages(expected);
        }
    }

    /// The route to a member has changed, and messages on the old one are lost: repeats update regions, the census and the marker
    /// of a save or restore, and corrects the count of time-stamped messages, so that no member waits for lost ones.
    pub fn handle_way_changed(&mut self, to: FederateHandle, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        joined.ask_registrant_again(to, out);
        if joined.detours_in_restore(to) {
            return self.repeat_marker(to, out);
        }
        joined.tell_census(to, out);
        joined.put_count(to, out);
        self.repeat_time_report(out);
        self.repeat_marker(to, out);
    }

    /// Asks for the times and waits of an execution's federates, for tools; the answer comes with the number.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn time_status(&mut self, federation: &str, out: &mut dyn Outbox) -> Result<RequestId> {
        self.connection()?;
        let request = self.new_request();
        let federation = federation.to_owned();
        out.control(&ToRti::TimeStatus {
            request,
            federation,
        });
        Ok(request)
    }

    /// Whether all time-stamped messages that the coordinator spoke of have arrived.
    pub fn time_is_settled(&mut self) -> bool {
        self.joined
            .as_deref_mut()
            .is_none_or(crate::member::Joined::is_settled)
    }

    /// `queryGALT` (8.16 in 2010, 8.17 in 2025) as last received; `None` if no other federate regulates.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn galt(&self) -> Result<Option<LogicalTime>> {
        let galt = self.joined_ref()?.time.state.last_galt;
        Ok(galt.map(|galt| galt.time))
    }

    /// `queryLITS` (8.18 in 2010, 8.19 in 2025): the least time at which a message can still be
    /// delivered; `None` if there is neither a GALT nor a message.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn lits(&self) -> Result<Option<LogicalTime>> {
        let galt = self.galt()?;
        let queued = self.joined_ref()?.time.state.queue.first();
        Ok(galt.into_iter().chain(queued).reduce(earlier))
    }
}

impl Joined {
    /// The lookahead in force now. While advancing, what may be sent counts from the time asked for.
    pub(crate) fn actual_lookahead(&self) -> Result<LogicalTimeInterval> {
        let asked = self.check_regulating()?;
        let state = &self.time.state;
        let from = state.advance.map_or(state.now, |advance| advance.asked.to);
        let promised = Bound::at(from).plus(asked);
        if state.floor.time > promised.time {
            return Ok(state.floor.time.distance(from)?);
        }
        Ok(asked)
    }

    /// Sends a member the number of messages in time-stamp order that were sent to it: lost ones are not
    /// waited for.
    pub(crate) fn put_count(&self, to: FederateHandle, out: &mut dyn Frames) {
        let sent = self.roster.peer(to).map_or(0, |peer| peer.traffic.sent);
        out.frame(to, &mut |buffer| data::put_count(buffer, sent));
    }
}
