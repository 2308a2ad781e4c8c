//! Retraction (8.21 and 8.22 in 2010, 8.22 and 8.23 in 2025).

use hyla_types::{Exception, ExceptionKind, FederateHandle, LogicalTime, MessageRetractionHandle};

use crate::Result;
use crate::callback::Callback;
use crate::member::{Joined, Member};
use crate::message::{MemberRequest, OwnershipRequest, ToRti, data};
use crate::outbox::{Control, Outbox};

/// Delivered messages of which a member keeps the handle, to report their retraction.
const MOST_DELIVERED: usize = 65_536;

impl Member {
    /// `retract` (8.21 in 2010, 8.22 in 2025). Receivers that have not delivered the message drop it,
    /// the others get `requestRetraction`.
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`, `InvalidMessageRetractionHandle`, `MessageCanNoLongerBeRetracted`.
    pub fn retract(
        &mut self,
        retraction: MessageRetractionHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        joined.check_regulating()?;
        let serial = retraction.serial();
        let state = &mut joined.time.state;
        // Serial numbers wrap: what is not ahead of the last one was given out.
        let given_out = state.last_serial.wrapping_sub(serial) < u32::MAX / 2;
        if retraction.sender() != joined.identity.handle() || serial == 0 || !given_out {
            return Err(Exception::new(
                ExceptionKind::InvalidMessageRetractionHandle,
                format!(
                    "{retraction:?} is no message that {} sent",
                    joined.identity.name()
                ),
            ));
        }
        let limit = state.send_bound().time;
        let found = state.retractable.iter().position(|(s, _)| *s == serial);
        let Some(at) = found.filter(|at| state.retractable[*at].1 > limit) else {
            return Err(Exception::new(
                ExceptionKind::MessageCanNoLongerBeRetracted,
                format!("only what lies beyond {limit} can be retracted, and only once"),
            ));
        };
        state.retractable.remove(at);
        if let Some(object) = joined.bring_back(serial, out) {
            queue.withdraw_gains(object);
        }
        for peer in joined.roster.peers().map(|(_, peer)| peer) {
            if peer.traffic.sent > 0 {
                out.frame(peer.info.handle, &mut |buffer| {
                    data::put_retract(buffer, serial);
                });
            }
        }
        Ok(())
    }

    /// A member retracts a message. Attributes that this federate owned of an instance that it knows no more by
    /// that message are unowned.
    pub(crate) fn handle_retract(
        &mut self,
        from: FederateHandle,
        serial: u32,
        out: &mut dyn Control,
    ) {
        let Some((joined, queue)) = self.joined_and_queue() else {
            return;
        };
        joined.time.state.queue.retract(from, serial);
        queue.void(from, serial);
        // An update whose parts travel apart may have come in part.
        let delivered = &mut joined.time.state.delivered;
        if let Some(at) = delivered.iter().position(|d| *d == (from, serial)) {
            delivered.remove(at);
            if let Some((object, attributes)) = joined.time.state.lost.remove(&(from, serial)) {
                let tag = Vec::new();
                let divested = OwnershipRequest::Divested {
                    object,
                    attributes,
                    tag,
                };
                out.control(&ToRti::Member(MemberRequest::Ownership(divested)));
            }
            let retraction = MessageRetractionHandle::of(from, serial);
            queue.push_gated(Callback::RequestRetraction { retraction });
        }
    }
}

impl Joined {
    /// A time-stamped message is being delivered: its retraction will be reported.
    pub(crate) fn note_delivered(&mut self, from: FederateHandle, serial: u32) {
        let delivered = &mut self.time.state.delivered;
        if delivered.back() == Some(&(from, serial)) {
            return;
        }
        if delivered.len() == MOST_DELIVERED
            && let Some(oldest) = delivered.pop_front()
        {
            self.time.state.lost.remove(&oldest);
        }
        delivered.push_back((from, serial));
    }

    /// The federate's promise has risen, or holds no more: older messages stay sent.
    pub(crate) fn forget_what_cannot_be_retracted(&mut self, out: &mut dyn Outbox) {
        let state = &mut self.time.state;
        let limit = state.lookahead().map(|_| state.send_bound().time);
        let over = |time: LogicalTime| limit.is_none_or(|limit| time <= limit);
        while state
            .retractable
            .front()
            .is_some_and(|(_, time)| over(*time))
        {
            state.retractable.pop_front();
        }
        self.finish_deletions(limit, out);
    }
}
