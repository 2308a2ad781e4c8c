//! Causality of declarations and data: a message waits for the declarations that preceded it.
//!
//! Data goes from member to member, declarations go through the control log. A [`Position`] on a stream says which
//! declarations precede what follows there: those in the log up to a number, and those of the sender that the log had not
//! brought back to it. The receiver keeps what follows until its own log is that far. See decision 25.
//!
//! A driver keeps [`SentPositions`] and puts a position before the next frame to each member. Where nothing was
//! declared there are none, and a frame costs one comparison.

use std::collections::{BTreeMap, VecDeque};

use hyla_types::FederateHandle;
use rustc_hash::FxHashSet;

use crate::member::{Joined, Member};
use crate::message::{DeclarationChange, MemberRequest, ToRti, data};
use crate::outbox::Outbox;

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
    /// What arrived of members before the declarations that precede it.
    held: BTreeMap<FederateHandle, Held>,
}

/// What arrived of a member and waits for declarations.
#[derive(Debug)]
struct Held {
    until: Position,
    frames: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Nothing follows these frames.
    ended: bool,
}

impl Causality {
    /// Whether what arrives of that member waits for declarations.
    #[inline]
    pub(crate) fn holds(&self, from: FederateHandle) -> bool {
        !self.held.is_empty() && self.held.contains_key(&from)
    }

    /// Keeps a frame if the member's stream waits. Whether it does.
    #[inline]
    pub(crate) fn hold(&mut self, from: FederateHandle, frame: &[u8]) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let Some(held) = self.held.get_mut(&from) else {
            return false;
        };
        held.bytes += frame.len();
        held.frames.push_back(frame.to_vec());
        true
    }

    /// Keeps the end of a stream if it waits. Whether it does.
    pub(crate) fn hold_end(&mut self, from: FederateHandle) -> bool {
        let held = self.held.get_mut(&from);
        held.map(|held| held.ended = true).is_some()
    }

    /// Whether the member's goodbye is among what waits.
    pub(crate) fn holds_goodbye(&self, from: FederateHandle) -> bool {
        let held = self.held.get(&from);
        held.is_some_and(|held| held.frames.iter().any(|frame| data::is_leaving(frame)))
    }

    /// Bytes that wait.
    pub(crate) fn held_bytes(&self) -> usize {
        self.held.values().map(|held| held.bytes).sum()
    }

    /// All that waits, with the member it is of: a restore has made their order what it is.
    pub(crate) fn take_held(&mut self) -> Vec<(FederateHandle, Vec<u8>)> {
        let held = std::mem::take(&mut self.held).into_iter();
        held.flat_map(|(from, held)| held.frames.into_iter().map(move |frame| (from, frame)))
            .collect()
    }

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
}

impl Joined {
    /// This federate has declared something, which holds here already: the RTI is told.
    pub(crate) fn tell_declaration(&mut self, change: DeclarationChange, out: &mut dyn Outbox) {
        out.control(&ToRti::Member(MemberRequest::Declare(change)));
        self.causality.declared += 1;
        self.causality.unsettled = true;
        out.position_moved(self.causality.position());
    }

    /// The log has brought a declaration of `federate`; `next_log` is behind it.
    pub(crate) fn note_applied(&mut self, federate: FederateHandle, out: &mut dyn Outbox) {
        let causality = &mut self.causality;
        causality.newest = self.next_log;
        if federate == self.handle {
            causality.returned += 1;
        } else {
            causality.unconfirmed = true;
            if let Some(peer) = self.roster.peer_mut(federate) {
                peer.declared += 1;
            }
        }
        out.position_moved(self.causality.position());
    }

    /// Everyone has applied all entries before that number: what precedes it need not be said any more.
    pub(super) fn note_settled(&mut self, up_to: u64, out: &mut dyn Outbox) {
        let position = self.causality.position();
        if position.own == 0 && position.log <= up_to {
            out.position_moved(Position::default());
        }
    }

    /// Number of the first log entry that was not applied, to be confirmed to the RTI.
    pub(super) fn take_unconfirmed(&mut self) -> Option<u64> {
        let unconfirmed = std::mem::take(&mut self.causality.unconfirmed);
        unconfirmed.then_some(self.next_log)
    }

    /// Whether what precedes a position has been applied here. Declarations of a member that is gone and that the
    /// log does not bring have never been in force.
    fn has_applied(&self, from: FederateHandle, position: Position) -> bool {
        let peer = self.roster.peer(from);
        self.next_log >= position.log && peer.is_none_or(|peer| peer.declared >= position.own)
    }

    /// A member says what precedes its next frames.
    pub(crate) fn handle_position(&mut self, from: FederateHandle, position: Position) {
        if !self.has_applied(from, position) {
            let held = Held {
                until: position,
                frames: VecDeque::new(),
                bytes: 0,
                ended: false,
            };
            self.causality.held.insert(from, held);
        }
    }
}

impl Member {
    /// Goes on with the streams whose declarations have been applied. To be called after each log entry.
    pub(crate) fn release_held(&mut self, out: &mut dyn Outbox) {
        loop {
            let Some(joined) = self.joined.as_deref_mut() else {
                return;
            };
            let due =
                joined.causality.held.iter().find_map(|(from, held)| {
                    joined.has_applied(*from, held.until).then_some(*from)
                });
            let Some(from) = due else { return };
            let Some(mut held) = joined.causality.held.remove(&from) else {
                return;
            };
            while let Some(frame) = held.frames.pop_front() {
                // Checked when it arrived. What is wrong with it all the same concerns this frame only.
                let _ = self.handle_data(from, &frame, out);
                let waits_again = self.joined.steady().and_then(|joined| {
                    let again = joined.causality.held.get_mut(&from)?;
                    again.bytes = held.frames.iter().map(Vec::len).sum();
                    again.frames = std::mem::take(&mut held.frames);
                    again.ended = held.ended;
                    Some(())
                });
                if waits_again.is_some() {
                    held.ended = false;
                    break;
                }
            }
            if held.ended {
                self.handle_stream_end(from, out);
            }
        }
    }

    /// Bytes of other members' messages that wait for declarations which precede them.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        let joined = self.joined.as_deref();
        joined.map_or(0, |joined| joined.causality.held_bytes())
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
