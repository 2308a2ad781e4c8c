//! Settlement of declarations: a declaration returns when every member has applied it.
//!
//! The declarer asks the RTI with [`MemberRequest::Settle`]; members confirm what they have applied with
//! [`MemberRequest::Confirmed`], once for all log entries that they read together. A member that does not confirm in time
//! is named, and not waited for until it has caught up. See decision 25.

use std::time::Duration;

use hyla_types::FederateHandle;

use super::settlements::{Following, Known, Least, Settlement};
use crate::executive::{Executive, NoticeLevel, RtiNotice, Transmit};
use crate::member::Member;
use crate::message::{FromRti, MemberRequest, Reply, RequestId, ToRti};
use crate::outbox::{Frames, Outbox};

impl Executive {
    /// A declaration of the member is in the log.
    pub(crate) fn note_declaration(&mut self, federate: FederateHandle) {
        let next = self.log_length();
        if let Some(member) = self.members.get_mut(&federate) {
            member.following.declared += 1;
            member.following.declared_at = next;
        }
    }

    /// Answers the member once all others have applied what it declared; at once if too many of its declarations wait already.
    pub(crate) fn settle(
        &mut self,
        federate: FederateHandle,
        request: RequestId,
        out: &mut Vec<Transmit>,
    ) {
        let Some(member) = self.members.get(&federate) else {
            return;
        };
        let position = member.following.declared_at;
        if self.settlements.is_full_for(federate) {
            self.tell_settled(federate, request, position, false, out);
            return;
        }
        self.settlements.waiting.push(Settlement {
            federate,
            request,
            position,
            since: self.now,
        });
        self.answer_settled(out);
    }

    fn tell_settled(
        &self,
        federate: FederateHandle,
        request: RequestId,
        position: u64,
        everyone: bool,
        out: &mut Vec<Transmit>,
    ) {
        let outcome = Ok(Reply::Settled { position, everyone });
        self.tell(federate, &FromRti::Answer { request, outcome }, out);
    }

    /// A member has applied all entries before `next`.
    pub(crate) fn confirmed(
        &mut self,
        federate: FederateHandle,
        next: u64,
        out: &mut Vec<Transmit>,
    ) {
        let Some(member) = self.members.get_mut(&federate) else {
            return;
        };
        let following = &mut member.following;
        following.confirmed = following.confirmed.max(next);
        if following.lagging {
            let newest = self.members.values().map(|m| m.following.declared_at).max();
            let caught_up = newest.is_none_or(|newest| next >= newest);
            if let Some(member) = self.members.get_mut(&federate) {
                member.following.lagging = !caught_up;
            }
        } else {
            following.delays = 0;
        }
        self.answer_settled(out);
    }

    /// When a member is not waited for any longer, if one is waited for.
    pub(crate) fn settlement_deadline(&self) -> Option<Duration> {
        let known = &self.settlements.deadline;
        if let Known::Deadline(deadline) = known.get() {
            return deadline;
        }
        let deadline = self.find_settlement_deadline();
        known.set(Known::Deadline(deadline));
        deadline
    }

    fn find_settlement_deadline(&self) -> Option<Duration> {
        let waiting = self.settlements.waiting.iter();
        let deadlines = waiting.flat_map(|settlement| {
            let behind = self.members_behind(settlement);
            behind.map(|(_, following)| settlement.since + self.settlements.timeout_for(following))
        });
        deadlines.min()
    }

    /// Names the members that have not confirmed in time; who waited for them goes on.
    pub(crate) fn expire_settlements(
        &mut self,
        out: &mut Vec<Transmit>,
        notices: &mut impl Extend<RtiNotice>,
    ) {
        if self.settlement_deadline().is_none_or(|at| at > self.now) {
            return;
        }
        let mut late: Vec<FederateHandle> = Vec::new();
        for settlement in &self.settlements.waiting {
            for (federate, following) in self.members_behind(settlement) {
                let timeout = self.settlements.timeout_for(following);
                if settlement.since + timeout <= self.now && !late.contains(&federate) {
                    late.push(federate);
                }
            }
        }
        for federate in late {
            let Some(member) = self.members.get_mut(&federate) else {
                continue;
            };
            let following = &mut member.following;
            following.lagging = true;
            following.delays += 1;
            if following.delays == 1 {
                notices.extend([RtiNotice {
                    federation: Some(self.identity.name().to_owned()),
                    federate: Some(member.info.name.clone()),
                    level: NoticeLevel::Warning,
                    text: format!(
                        "has not confirmed the others' declarations within {:?}: they are not in force there yet, and \
                         the others no longer wait for it. It is stopped, or computes in the single-threaded process \
                         model without calling a service (timeout.declaration_ms)",
                        self.settlements.timeout
                    ),
                }]);
            }
        }
        self.answer_settled(out);
    }

    /// Answers callers for which no member is missing. To be called when members have confirmed, left or become others.
    pub(crate) fn answer_settled(&mut self, out: &mut Vec<Transmit>) {
        self.settlements.deadline.take();
        if self.settlements.waiting.is_empty() {
            return;
        }
        let members = || {
            self.members
                .iter()
                .map(|(f, member)| (*f, &member.following))
        };
        let all = Least::of(members());
        let awaited = Least::of(members().filter(|(_, following)| !following.lagging));
        let is_done = |settlement: &mut Settlement| {
            !self.members.contains_key(&settlement.federate)
                || awaited.reaches(settlement.position, settlement.federate)
        };
        let done: Vec<_> = self.settlements.waiting.extract_if(.., is_done).collect();
        for settlement in done {
            let Settlement {
                federate,
                request,
                position,
                ..
            } = settlement;
            let everyone = all.reaches(position, federate);
            self.tell_settled(federate, request, position, everyone, out);
        }
    }

    /// A restore has put other members in place: waits for earlier declarations end.
    pub(crate) fn forget_declarations(&mut self, out: &mut Vec<Transmit>) {
        let next = self.log_length();
        for member in self.members.values_mut() {
            member.following = Following::from(next);
        }
        self.settlements.deadline.take();
        let waiting = std::mem::take(&mut self.settlements.waiting);
        for Settlement {
            federate, request, ..
        } in waiting
        {
            self.tell_settled(federate, request, 0, true, out);
        }
    }

    /// Members that a declarer waits for.
    fn members_behind<'e>(
        &'e self,
        settlement: &'e Settlement,
    ) -> impl Iterator<Item = (FederateHandle, &'e Following)> {
        let members = self
            .members
            .iter()
            .map(|(f, member)| (*f, &member.following));
        members.filter(move |(federate, following)| {
            *federate != settlement.federate
                && !following.lagging
                && following.confirmed < settlement.position
        })
    }
}

impl Member {
    /// Asks the RTI to answer once every member has applied what this federate has declared; `None` if it has
    /// declared nothing since the last call. Drivers wait for the answer before a declaration returns, except inside
    /// callbacks.
    pub fn request_settlement(&mut self, out: &mut dyn Outbox) -> Option<RequestId> {
        let joined = self.joined.steady()?;
        if !std::mem::take(&mut joined.declarations.causality.unsettled) {
            return None;
        }
        let request = self.new_request();
        out.control(&ToRti::Member(MemberRequest::Settle { request }));
        Some(request)
    }

    /// All members have applied the entries before `position`.
    pub(crate) fn handle_settled(&mut self, position: u64, out: &mut dyn Frames) {
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.note_settled(position, out);
        }
    }

    /// Reports to the RTI how far this member has followed the others' declarations, if that has changed. To be called after
    /// all messages that arrived together were handled.
    pub fn confirm_declarations(&mut self, out: &mut dyn Outbox) {
        if let Some(joined) = self.joined.steady()
            && let Some(next) = joined.take_unconfirmed()
        {
            out.control(&ToRti::Member(MemberRequest::Confirmed { next }));
        }
    }
}
