//! The judge of clause 7: owners, and requests that must be answered.

use hyla_core::callback::Callback;
use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};

use crate::invariants::Judge;
use crate::model::{InstanceFate, Membership};
use crate::receiving::{Verdict, ensure};

/// An acquisition that has not ended for the federate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Acquisition {
    /// Not limited to unowned attributes (Attribute Ownership Acquisition).
    pub(crate) plain: bool,
    pub(crate) cancelling: bool,
}

impl Judge {
    pub(crate) fn owns_any_of(&self, membership: Membership, object: ObjectInstanceHandle) -> bool {
        let execution = self.executions.get(&membership.execution);
        execution
            .and_then(|e| e.objects.get(&object))
            .is_some_and(|it| it.owns_any(membership.federate))
    }

    /// Whether the federate owns all of them.
    pub(crate) fn owns_all(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> bool {
        self.object_mut(membership, object)
            .is_some_and(|it| attributes.iter().all(|a| it.owns(membership.federate, a)))
    }

    /// A service of clause 7 was used on an instance.
    pub(crate) fn trade(&mut self, membership: Membership, object: ObjectInstanceHandle) {
        if let Some(it) = self.object_mut(membership, object) {
            it.traded = true;
        }
    }

    /// The owner divested attributes.
    pub(crate) fn divested(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        if let Some(it) = self.object_mut(membership, object) {
            it.lose(membership.federate, |a| attributes.contains(a));
        }
        for attribute in attributes {
            self.divesting.remove(&(membership, object, attribute));
        }
    }

    pub(crate) fn acquire(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        plain: bool,
    ) {
        for attribute in attributes {
            let acquisition = self
                .acquiring
                .entry((membership, object, attribute))
                .or_insert(Acquisition {
                    plain,
                    cancelling: false,
                });
            acquisition.plain |= plain;
        }
    }

    pub(crate) fn cancel(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        for attribute in attributes {
            if let Some(acquisition) = self.acquiring.get_mut(&(membership, object, attribute)) {
                acquisition.cancelling = true;
            }
        }
    }

    /// Whether a federate acquires attributes, of one instance or of any.
    pub(crate) fn is_acquiring(
        &self,
        membership: Membership,
        object: Option<ObjectInstanceHandle>,
    ) -> bool {
        self.acquiring
            .keys()
            .any(|(who, what, _)| *who == membership && object.is_none_or(|object| object == *what))
    }

    /// The instance is unknown to the federate: no more callbacks about it, and its requests end.
    pub(crate) fn end_requests(&mut self, membership: Membership, object: ObjectInstanceHandle) {
        self.acquiring
            .retain(|(who, what, _), _| (*who, *what) != (membership, object));
        self.divesting
            .retain(|(who, what, _)| (*who, *what) != (membership, object));
    }

    /// Callbacks of clause 7.
    pub(crate) fn about_ownership(
        &mut self,
        membership: Membership,
        callback: &Callback<'_>,
    ) -> Verdict {
        match callback {
            Callback::AttributeOwnershipAcquisitionNotification {
                object, attributes, ..
            } => self.acquired(membership, *object, attributes),
            Callback::AttributeOwnershipUnavailable {
                object, attributes, ..
            } => {
                for attribute in attributes {
                    let ended = self.acquiring.remove(&(membership, *object, attribute));
                    ensure(ended.is_some_and(|a| !a.cancelling), || {
                        format!("it was {ended:?}")
                    })?;
                }
                Ok(())
            }
            Callback::ConfirmAttributeOwnershipAcquisitionCancellation { object, attributes } => {
                for attribute in attributes {
                    let ended = self.acquiring.remove(&(membership, *object, attribute));
                    ensure(ended.is_some_and(|a| a.cancelling), || {
                        format!("it was {ended:?}")
                    })?;
                }
                Ok(())
            }
            Callback::RequestAttributeOwnershipRelease {
                object, attributes, ..
            }
            | Callback::RequestDivestitureConfirmation {
                object, attributes, ..
            } => {
                let owns = self.owns_all(membership, *object, attributes);
                // Until the RTI has answered, a resigning federate is still asked for its
                // attributes.
                let leaving = self.members.get(&membership).is_some_and(|m| m.resigning);
                ensure(owns || leaving, || "the federate does not own it".into())
            }
            Callback::RequestAttributeOwnershipAssumption {
                object, attributes, ..
            } => {
                let member = self
                    .members
                    .get(&membership)
                    .ok_or("the federate has left")?;
                let known = member
                    .known
                    .get(object)
                    .ok_or("the federate does not know the instance")?;
                let published = member.mine.published.get(&known.class);
                let able = published.is_some_and(|p| attributes.iter().all(|a| p.contains(&a)));
                ensure(able, || format!("the federate publishes {published:?}"))?;
                let it = self
                    .object_mut(membership, *object)
                    .ok_or("no such instance")?;
                let owns = attributes.iter().any(|a| it.owns(membership.federate, a));
                ensure(!owns, || "the federate owns it itself".into())
            }
            Callback::InformAttributeOwnership {
                object,
                attributes,
                owner,
            } => self.is_owner(membership, *object, attributes, Some(*owner)),
            Callback::AttributeIsNotOwned { object, attributes } => {
                self.is_owner(membership, *object, attributes, None)
            }
            Callback::AttributeIsOwnedByRti { .. } => Err("the RTI does not own it".into()),
            _ => Ok(()),
        }
    }

    fn acquired(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Verdict {
        for attribute in attributes {
            let asked = self.acquiring.remove(&(membership, object, attribute));
            ensure(asked.is_some(), || {
                format!("the federate did not ask for {attribute:?}")
            })?;
            let before = self
                .object_mut(membership, object)
                .ok_or("no such instance")?
                .owner
                .get(&attribute)
                .copied();
            if let Some(federate) = before {
                let other = Membership {
                    federate,
                    ..membership
                };
                let there = self.members.contains_key(&other) && self.is_enrolled(other);
                ensure(!there, || {
                    format!("{federate:?} owns {attribute:?} as well")
                })?;
            }
            if let Some(it) = self.object_mut(membership, object) {
                it.traded = true;
                it.owner.insert(attribute, membership.federate);
            }
        }
        self.let_owned_lapse(membership, object, attributes);
        Ok(())
    }

    /// Ownership as a federate must see it when no message is in flight.
    fn is_owner(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: Option<FederateHandle>,
    ) -> Verdict {
        if !self.at_rest {
            return Ok(());
        }
        for attribute in attributes {
            let true_owner = self.true_owner(membership, object, attribute);
            ensure(true_owner == owner, || {
                format!("the owner of {attribute:?} is {true_owner:?}")
            })?;
        }
        Ok(())
    }

    fn true_owner(
        &self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<FederateHandle> {
        let execution = self.executions.get(&membership.execution)?;
        let owner = execution.objects.get(&object)?.owner.get(&attribute)?;
        execution.members.contains_key(owner).then_some(*owner)
    }

    /// All messages have arrived: pending acquisitions must have a reason to wait.
    pub(crate) fn acquisition_problem(&self) -> Option<String> {
        self.acquiring.iter().find_map(|(at, acquisition)| {
            let (membership, object, attribute) = *at;
            let owner = self.true_owner(membership, object, attribute);
            let execution = self.executions.get(&membership.execution)?;
            let alive = execution.objects.get(&object)?.fate == InstanceFate::Alive;
            let divesting = owner.is_some_and(|federate| {
                let owner = Membership { federate, ..membership };
                self.divesting.contains(&(owner, object, attribute))
            });
            // An acquisition if available waits where the owner must confirm.
            let waits = (acquisition.plain || divesting) && !acquisition.cancelling;
            let in_vain = !waits || (owner.is_none() && alive);
            in_vain.then(|| {
                format!("{membership:?} waits for {attribute:?} of {object:?}: {acquisition:?}, owner {owner:?}")
            })
        })
    }
}
