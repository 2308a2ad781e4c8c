//! Streams of the other members: what waits in them, and how they end.

use std::collections::BTreeSet;

use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::HeldStreams;
use crate::message::DepartedInstances;
use crate::roster::Roster;

/// A member whose stream or membership has ended, until both have.
#[derive(Debug)]
enum StreamEnd {
    /// Nothing more comes, but it has not left yet as far as the log says.
    Ended,
    /// The member left; its earlier frames are still coming.
    Leaving { instances: DepartedInstances },
}

/// The streams of the other members, as far as one of them waits or ends.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    ends: FxHashMap<FederateHandle, StreamEnd>,
    /// Members that have left; what they sent before is still coming or waits to be delivered.
    departing: BTreeSet<FederateHandle>,
    /// Frames that arrived before a position or answer that precedes them.
    held: HeldStreams,
}

impl Streams {
    /// Moves out the departing members, which a save keeps, until [`Self::put_saved`].
    pub(crate) fn take_saved(&mut self) -> BTreeSet<FederateHandle> {
        let Self {
            // Of the process, and kept when another state is put in force.
            ends: _,
            departing,
            held: _,
        } = self;
        std::mem::take(departing)
    }

    /// Puts what a save has kept in force.
    pub(crate) fn put_saved(&mut self, departing: BTreeSet<FederateHandle>) {
        self.departing = departing;
    }

    /// A restore: everyone is there.
    pub(crate) fn forget_ends(&mut self) {
        self.ends.clear();
    }

    #[inline]
    pub(crate) fn held(&self) -> &HeldStreams {
        &self.held
    }

    #[inline]
    pub(crate) fn held_mut(&mut self) -> &mut HeldStreams {
        &mut self.held
    }

    /// The log says that a member has left. Gives back what it leaves behind if nothing more comes of it.
    pub(crate) fn member_left(
        &mut self,
        federate: FederateHandle,
        instances: DepartedInstances,
    ) -> Option<DepartedInstances> {
        self.departing.insert(federate);
        match self.ends.remove(&federate) {
            Some(StreamEnd::Ended) => Some(instances),
            _ => {
                self.ends.insert(federate, StreamEnd::Leaving { instances });
                None
            }
        }
    }

    /// Nothing more comes of a federate. Gives what it leaves behind if the log has said that it left.
    pub(crate) fn stream_ended(
        &mut self,
        from: FederateHandle,
        roster: &Roster,
    ) -> Option<DepartedInstances> {
        match self.ends.remove(&from) {
            Some(StreamEnd::Leaving { instances }) => return Some(instances),
            Some(StreamEnd::Ended) => {
                self.ends.insert(from, StreamEnd::Ended);
            }
            None => {
                if roster.peer(from).is_some() {
                    self.ends.insert(from, StreamEnd::Ended);
                }
            }
        }
        None
    }

    /// The instances of a departed member have been swept.
    pub(crate) fn forget_departed(&mut self, federate: FederateHandle) {
        self.departing.remove(&federate);
    }

    /// Whether the member left and what it sent before is still coming or waits to be delivered.
    pub(crate) fn is_departing(&self, federate: FederateHandle) -> bool {
        self.departing.contains(&federate)
    }

    /// Whether nothing more comes of a member that has not left as far as the log says.
    pub(crate) fn has_ended(&self, from: FederateHandle) -> bool {
        matches!(self.ends.get(&from), Some(StreamEnd::Ended))
    }

    /// Whether the federate's stream or membership has ended, and not both.
    pub(crate) fn is_ending(&self, federate: FederateHandle) -> bool {
        self.ends.contains_key(&federate)
    }

    /// Whether something may still come of a member that has left.
    pub(crate) fn is_draining(&self) -> bool {
        let mut ends = self.ends.values();
        ends.any(|end| matches!(end, StreamEnd::Leaving { .. }))
    }

    /// Whether data from that federate still counts: it is a member, or left and is draining.
    pub(crate) fn may_send(&self, from: FederateHandle, roster: &Roster) -> bool {
        if from == FederateHandle::RTI {
            return true;
        }
        match self.ends.get(&from) {
            Some(StreamEnd::Ended) => false,
            Some(StreamEnd::Leaving { .. }) => true,
            None => roster.peer(from).is_some(),
        }
    }
}
