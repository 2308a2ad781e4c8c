//! Messages about an instance that other members may send: values by owners, removals by those who may delete. And messages about
//! time that they may not send.
//!
//! The control log has every transfer, and streams wait for the log where they depend on it
//! ([`Joined::tell_position_of_gain`]). Registrants may always speak of their instances, former owners of the attributes that
//! they had: what they sent before a transfer arrives after it. See decision 46.

use hyla_types::{AttributeHandle, FederateHandle, ObjectInstanceHandle};

use crate::member::{Joined, Member};

/// A message of a member that had no right to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedMessage {
    /// The member.
    pub from: FederateHandle,
    /// The object instance that it is about, if it is about one.
    pub object: Option<ObjectInstanceHandle>,
    /// What the member wanted.
    pub attempt: RefusedAttempt,
}

/// What a member had no right to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedAttempt {
    /// Values of attributes that it neither owns nor has owned.
    Update,
    /// The removal of an instance without `HLAprivilegeToDeleteObject`.
    Removal,
    /// The discovery of an instance that another federate would have registered.
    Discovery,
    /// A message in time-stamp order before the time of the constrained receiver, which no federate can send that regulates.
    Past,
    /// A report about time to a pair that it does not belong to.
    TimeReport,
}

/// Messages that were refused.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Refused {
    pub(crate) count: u64,
    pub(crate) last: Option<RefusedMessage>,
}

impl Joined {
    /// Whether the federate needs no transfer to speak of the instance.
    #[inline]
    pub(super) fn is_source(from: FederateHandle, object: ObjectInstanceHandle) -> bool {
        from == object.registrant() || from == FederateHandle::RTI
    }

    /// Whether values of the attribute count that come from the federate.
    pub(super) fn may_update(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> bool {
        Self::is_source(from, object) || self.ownership.has_gained(from, object, attribute)
    }

    /// Whether the federate may say that the instance is gone.
    pub(super) fn may_remove(&self, from: FederateHandle, object: ObjectInstanceHandle) -> bool {
        self.may_update(from, object, self.fdd.privilege_to_delete())
            || self.objects.tombstones.deleter(object) == Some(from)
    }

    /// Counts what a federate said without the right to.
    #[cold]
    pub(crate) fn refuse(
        &mut self,
        from: FederateHandle,
        object: impl Into<Option<ObjectInstanceHandle>>,
        attempt: RefusedAttempt,
    ) {
        self.refused.count += 1;
        self.refused.last = Some(RefusedMessage {
            from,
            object: object.into(),
            attempt,
        });
    }
}

impl Member {
    /// Updates and removals by members that own neither the attributes nor the privilege to delete, discoveries by others than
    /// the registrant, and messages and reports about time that no member of ours sends: of no effect.
    #[must_use]
    pub fn refused_messages(&self) -> u64 {
        self.joined
            .as_deref()
            .map_or(0, |joined| joined.refused.count)
    }

    /// The last of [`Self::refused_messages`].
    #[must_use]
    pub fn last_refused_message(&self) -> Option<RefusedMessage> {
        self.joined.as_deref()?.refused.last
    }
}
