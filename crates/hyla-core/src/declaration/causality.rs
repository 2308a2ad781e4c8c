//! Causality of declarations and data: a message waits for the declarations that preceded it.
//!
//! Data goes from member to member, declarations go through the control log. A [`Position`] on a stream says which
//! declarations precede what follows there: those in the log up to a number, and those of the sender that the log had not
//! brought back to it. The receiver keeps what follows until its own log is that far. See decision 25.
//!
//! A driver keeps [`SentPositions`](super::SentPositions) and puts a position before the next frame to each member. Where nothing was
//! declared there are none, and a frame costs one comparison.

use hyla_types::{AttributeHandleSet, FederateHandle, ObjectInstanceHandle};

use super::position::Position;
use crate::member::{Joined, Member, Released};
use crate::message::{DeclarationChange, MemberRequest, ToRti};
use crate::outbox::{Frames, Outbox};
use crate::roster::MemberSet;

impl Joined {
    /// Sends a new declaration of this federate, already in force here, to the RTI.
    pub(crate) fn tell_declaration(&mut self, change: DeclarationChange, out: &mut dyn Outbox) {
        out.control(&ToRti::Member(MemberRequest::Declare(change)));
        self.declarations.causality.declared += 1;
        self.declarations.causality.unsettled = true;
        out.position_moved(self.declarations.causality.position());
    }

    /// The log has brought a declaration of `federate`; `next_log` is behind it.
    pub(crate) fn note_applied(&mut self, federate: FederateHandle, out: &mut dyn Frames) {
        let causality = &mut self.declarations.causality;
        causality.newest = causality.next_log;
        if federate == self.identity.handle() {
            causality.returned += 1;
            self.objects.expect_announcements();
        } else {
            causality.unconfirmed = true;
            if let Some(peer) = self.roster.peer_mut(federate) {
                peer.declared += 1;
            }
        }
        out.position_moved(self.declarations.causality.position());
    }

    /// All members have applied all entries before that number: frames need no position up to there.
    pub(super) fn note_settled(&mut self, up_to: u64, out: &mut dyn Frames) {
        let position = self.declarations.causality.position();
        if position.own == 0 && position.log <= up_to {
            out.position_moved(Position::default());
        }
    }

    /// Number of the first log entry that was not applied, to be confirmed to the RTI.
    pub(super) fn take_unconfirmed(&mut self) -> Option<u64> {
        let unconfirmed = std::mem::take(&mut self.declarations.causality.unconfirmed);
        unconfirmed.then_some(self.declarations.causality.next_log())
    }

    /// A member says what precedes its next frames.
    pub(crate) fn handle_position(&mut self, from: FederateHandle, position: Position) {
        if !self
            .declarations
            .causality
            .has_applied(self.roster.peer(from), position)
        {
            self.streams.held_mut().wait_for_log(from, position);
        }
    }

    /// Sends the position of this federate's log to the subscribers of attributes that it has gained: they deliver its
    /// updates when their own logs have reached the gain.
    pub(crate) fn tell_position_of_gain(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Frames,
    ) {
        let Some(instance) = self.objects.record(object) else {
            return;
        };
        let interest = self
            .declarations
            .interest
            .in_class(instance.class, &self.fdd, &self.roster);
        let mut told = MemberSet::default();
        if attributes.contains(self.fdd.privilege_to_delete()) {
            // Its deletion would go to all.
            told = self.roster.all_peers();
        }
        for attribute in attributes {
            let members = interest.attribute(attribute).map(|of| &of.members);
            for slot in members.into_iter().flat_map(MemberSet::iter) {
                told.insert(slot);
            }
        }
        self.tell_position(&told, out);
    }

    /// Sends the position of this federate's log to members: they handle what follows when their own logs have reached it.
    pub(crate) fn tell_position(&self, members: &MemberSet, out: &mut dyn Frames) {
        let position = Position {
            log: self.declarations.causality.next_log(),
            own: 0,
        };
        for to in members.iter().filter_map(|slot| self.roster.at(slot)) {
            out.announce(to, &mut |buffer| position.put(buffer));
        }
    }
}

impl Member {
    /// Goes on with the streams that need not wait any more. To be called after each log entry.
    pub(crate) fn release_held(&mut self, out: &mut dyn Outbox) {
        while let Some(mut released) = self.take_due_stream() {
            while let Some(frame) = released.frames.pop_front() {
                // Checked when it arrived. What is wrong with it all the same concerns this frame only.
                let _ = self.handle_data(released.from, &frame, out);
                if let Some(joined) = self.joined.steady()
                    && joined.streams.held_mut().put_back(&mut released)
                {
                    break;
                }
            }
            if released.ended {
                self.handle_stream_end(released.from, out);
            }
        }
    }

    fn take_due_stream(&mut self) -> Option<Released> {
        let joined = self.joined.as_deref_mut()?;
        let Joined {
            streams,
            declarations,
            roster,
            ..
        } = joined;
        let applied = |from, position| {
            declarations
                .causality
                .has_applied(roster.peer(from), position)
        };
        streams.held_mut().take_due(applied)
    }

    /// Bytes of other members' messages that wait for what precedes them.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        let joined = self.joined.as_deref();
        joined.map_or(0, |joined| joined.streams.held().bytes())
    }
}
