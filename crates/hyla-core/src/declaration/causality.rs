//! Causality of declarations and data: a message waits for the declarations that preceded it.
//!
//! Data goes from member to member, declarations go through the control log. A [`Position`] on a stream says which
//! declarations precede what follows there: those in the log up to a number, and those of the sender that the log had not
//! brought back to it. The receiver keeps what follows until its own log is that far. See decision 25.
//!
//! A driver keeps [`SentPositions`] and puts a position before the next frame to each member. Where nothing was
//! declared there are none, and a frame costs one comparison.

use hyla_types::{AttributeHandleSet, FederateHandle, ObjectInstanceHandle};
use rustc_hash::FxHashSet;

use crate::member::{Joined, Member, MemberSet, Peer, Released};
use crate::message::{DeclarationChange, MemberRequest, ToRti, data};
use crate::outbox::{Frames, Outbox};

/// Declarations that precede what follows on a stream. The default precedes everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// All entries of the control log before this number.
    pub log: u64,
    /// So many declarations of the sender, counted since it joined; 0 if the log has brought all of them back to it.
    pub own: u64,
}

impl Position {
    /// Appends it as a data frame.
    pub fn put(self, out: &mut Vec<u8>) {
        data::put_position(out, self);
    }
}

/// The present [`Position`], and the members that have got it. Belongs to a driver.
#[derive(Debug, Default)]
pub struct SentPositions {
    position: Position,
    sent_to: FxHashSet<FederateHandle>,
}

impl SentPositions {
    /// Whether the position need not be sent to anybody.
    #[inline]
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.position == Position::default()
    }

    /// The position has moved.
    pub fn moved(&mut self, position: Position) {
        if self.position != position {
            self.position = position;
            self.sent_to.clear();
        }
    }

    /// What was sent to the member may be lost, since the way to it has changed; or the member is another one.
    pub fn forget(&mut self, member: FederateHandle) {
        self.sent_to.remove(&member);
    }

    /// What to send to the member before its next frame, once.
    pub fn take(&mut self, member: FederateHandle) -> Option<Position> {
        (!self.is_clear() && self.sent_to.insert(member)).then_some(self.position)
    }
}

/// How far declarations have come, as one member sees it.
#[derive(Debug, Default)]
pub(crate) struct Causality {
    /// Number of the next entry of the control log.
    next_log: u64,
    /// Declarations of this federate since it joined.
    declared: u64,
    /// Of these, such as the log has brought back.
    returned: u64,
    /// Number of the log entry behind the newest declaration that was applied.
    newest: u64,
    /// Whether the RTI was not asked yet if everyone has applied what this federate declared.
    pub(super) unsettled: bool,
    /// A declaration of another member was applied, and the RTI does not know that yet.
    pub(super) unconfirmed: bool,
}

impl Causality {
    /// What precedes everything that this member sends from here on.
    fn position(&self) -> Position {
        let own = if self.declared > self.returned {
            self.declared
        } else {
            0
        };
        Position {
            log: self.newest,
            own,
        }
    }

    /// Whether what precedes a position of that member has been applied here. Declarations of a member that is gone and
    /// that the log does not bring have never been in force.
    fn has_applied(&self, peer: Option<&Peer>, position: Position) -> bool {
        self.next_log >= position.log && peer.is_none_or(|peer| peer.declared >= position.own)
    }

    /// Number of the next entry of the control log.
    pub(crate) fn next_log(&self) -> u64 {
        self.next_log
    }

    /// The next entry of the log has come.
    pub(crate) fn advance_log(&mut self) {
        self.next_log += 1;
    }

    /// A membership, or what a restore puts in force, begins with that entry of the log: everyone counts declarations anew.
    pub(crate) fn starting_at(next_log: u64) -> Self {
        Self {
            next_log,
            ..Self::default()
        }
    }
}

impl Joined {
    /// This federate has declared something, which holds here already: the RTI is told.
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
        } else {
            causality.unconfirmed = true;
            if let Some(peer) = self.roster.peer_mut(federate) {
                peer.declared += 1;
            }
        }
        out.position_moved(self.declarations.causality.position());
    }

    /// Everyone has applied all entries before that number: what precedes it need not be said any more.
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

    /// Tells the members that subscribe attributes which this federate has gained how far its log is: they hand over its
    /// updates when their own logs have told of the gain.
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
        for attribute in attributes {
            let members = interest.attribute(attribute).map(|of| &of.members);
            for slot in members.into_iter().flat_map(MemberSet::iter) {
                told.insert(slot);
            }
        }
        let position = Position {
            log: self.declarations.causality.next_log(),
            own: 0,
        };
        for to in told.iter().filter_map(|slot| self.roster.at(slot)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn federate(raw: u32) -> FederateHandle {
        FederateHandle::new(raw)
    }

    #[test]
    fn each_member_gets_a_position_once() {
        let mut sent = SentPositions::default();
        let position = Position { log: 7, own: 0 };
        sent.moved(position);

        assert_eq!(sent.take(federate(1)), Some(position));
        assert_eq!(sent.take(federate(1)), None);
        assert_eq!(sent.take(federate(2)), Some(position));
    }

    #[test]
    fn a_member_reached_by_another_way_gets_it_again() {
        let mut sent = SentPositions::default();
        let position = Position { log: 7, own: 2 };
        sent.moved(position);
        sent.take(federate(1));

        sent.forget(federate(1));

        assert_eq!(sent.take(federate(1)), Some(position));
    }

    #[test]
    fn the_default_position_is_sent_to_nobody() {
        let mut sent = SentPositions::default();
        sent.moved(Position { log: 7, own: 0 });

        sent.moved(Position::default());

        assert!(sent.is_clear());
        assert_eq!(sent.take(federate(1)), None);
    }
}
