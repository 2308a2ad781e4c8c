//! Messages that reach the executive while streams are flushed: they wait, and are part of the saved state.

use std::collections::VecDeque;

use hyla_types::FederateHandle;

use crate::executive::{Executive, RtiNotice, Transmit};
use crate::message::MemberRequest;
use crate::mom::resigns;

impl Executive {
    /// Keeps what a member asks for while streams are flushed: it waits until all go on, as part of the
    /// state. Otherwise gives it back.
    pub(crate) fn defer_if_flushing(
        &mut self,
        federate: FederateHandle,
        request: MemberRequest,
    ) -> Option<MemberRequest> {
        let needs_nobody = match &request {
            MemberRequest::Federation(_)
            | MemberRequest::Resign { .. }
            | MemberRequest::Metrics(_)
            | MemberRequest::Latency { .. }
            | MemberRequest::Settle { .. }
            | MemberRequest::Confirmed { .. }
            | MemberRequest::RelayOpened { .. } => true,
            // A federate that holds the others up can be resigned through the MOM.
            MemberRequest::MomInteraction { class, .. } => resigns(&self.models.fdd, *class),
            _ => false,
        };
        if needs_nobody || !self.is_flushing() {
            return Some(request);
        }
        self.coordination.deferred.push((federate, request));
        None
    }

    /// Whether requests wait for the end of a flush.
    pub(crate) fn is_flushing(&self) -> bool {
        self.is_flushing_to_save() || self.is_flushing_to_restore()
    }

    /// Carries out requests that became possible by the end of a save or restore, or by another change. To be called after
    /// each change of this execution.
    pub(crate) fn move_coordination(
        &mut self,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        // A save that can begin at once is planned only for a moment: the MOM shows that, too.
        self.mom_follow_saves(out);
        self.move_save(out);
        self.mom_follow_saves(out);
        if self.coordination.deferred.is_empty() || self.is_flushing() {
            return;
        }
        for (federate, request) in std::mem::take(&mut self.coordination.deferred) {
            if let Err(problem) = self.handle_request(federate, request, out, notices) {
                let name = self.members.get(&federate).map(|m| m.info.name.as_str());
                notices.push_back(self.notice(name, format!("asked for nonsense: {problem}")));
            }
        }
    }

    /// Deals with the earlier requests of a federate before it leaves.
    pub(crate) fn settle_before_leaving(
        &mut self,
        federate: FederateHandle,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let deferred = std::mem::take(&mut self.coordination.deferred);
        let activity = std::mem::take(&mut self.coordination.activity);
        let (theirs, others): (Vec<_>, Vec<_>) =
            deferred.into_iter().partition(|(f, _)| *f == federate);
        for (_, request) in theirs {
            // Nonsense of a federate that leaves is of no consequence.
            let _ = self.handle_request(federate, request, out, notices);
        }
        self.coordination.deferred = others;
        self.coordination.activity = activity;
    }
}
