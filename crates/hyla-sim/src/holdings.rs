//! The judge at clause 7: who owns what, and what was asked and has to be answered.

use hyla_core::callback::Callback;
use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};

use crate::invariants::Judge;
use crate::model::{Fate, Seat};
use crate::receiving::{Verdict, ensure};

/// An acquisition that is not over as far as the federate was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Acquisition {
    /// Not only if it is available.
    pub(crate) plain: bool,
    pub(crate) cancelling: bool,
}

impl Judge {
    pub(crate) fn owns_any_of(&self, seat: Seat, object: ObjectInstanceHandle) -> bool {
        let execution = self.executions.get(&seat.execution);
        execution
            .and_then(|e| e.objects.get(&object))
            .is_some_and(|it| it.owns_any(seat.federate))
    }

    /// Whether it owns all of them.
    pub(crate) fn owns_all(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> bool {
        self.object_mut(seat, object)
            .is_some_and(|it| attributes.iter().all(|a| it.owns(seat.federate, a)))
    }

    /// Clause 7 was used on an instance.
    pub(crate) fn trade(&mut self, seat: Seat, object: ObjectInstanceHandle) {
        if let Some(it) = self.object_mut(seat, object) {
            it.traded = true;
        }
    }

    /// The owner gave attributes away.
    pub(crate) fn divested(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        if let Some(it) = self.object_mut(seat, object) {
            it.lose(seat.federate, |a| attributes.contains(a));
        }
        for attribute in attributes {
            self.divesting.remove(&(seat, object, attribute));
        }
    }

    pub(crate) fn acquire(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        plain: bool,
    ) {
        for attribute in attributes {
            let acquisition =
                self.acquiring
                    .entry((seat, object, attribute))
                    .or_insert(Acquisition {
                        plain,
                        cancelling: false,
                    });
            acquisition.plain |= plain;
        }
    }

    pub(crate) fn cancel(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        for attribute in attributes {
            if let Some(acquisition) = self.acquiring.get_mut(&(seat, object, attribute)) {
                acquisition.cancelling = true;
            }
        }
    }

    /// Whether a federate waits for attributes, of one instance or of any.
    pub(crate) fn is_acquiring(&self, seat: Seat, object: Option<ObjectInstanceHandle>) -> bool {
        self.acquiring
            .keys()
            .any(|(who, what, _)| *who == seat && object.is_none_or(|object| object == *what))
    }

    /// The instance is unknown to the federate: nothing more is said of it, and what it asked for is over.
    pub(crate) fn end_requests(&mut self, seat: Seat, object: ObjectInstanceHandle) {
        self.acquiring
            .retain(|(who, what, _), _| (*who, *what) != (seat, object));
        self.divesting
            .retain(|(who, what, _)| (*who, *what) != (seat, object));
    }

    /// Callbacks of clause 7.
    pub(crate) fn about_ownership(&mut self, seat: Seat, callback: &Callback<'_>) -> Verdict {
        match callback {
            Callback::AttributeOwnershipAcquisitionNotification {
                object, attributes, ..
            } => self.acquired(seat, *object, attributes),
            Callback::AttributeOwnershipUnavailable {
                object, attributes, ..
            } => {
                for attribute in attributes {
                    let ended = self.acquiring.remove(&(seat, *object, attribute));
                    ensure(ended.is_some_and(|a| !a.cancelling), || {
                        format!("it was {ended:?}")
                    })?;
                }
                Ok(())
            }
            Callback::ConfirmAttributeOwnershipAcquisitionCancellation { object, attributes } => {
                for attribute in attributes {
                    let ended = self.acquiring.remove(&(seat, *object, attribute));
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
                let owns = self.owns_all(seat, *object, attributes);
                // Until the RTI has answered, who resigns is asked for what it had.
                let leaving = self.members.get(&seat).is_some_and(|m| m.resigning);
                ensure(owns || leaving, || "it does not own that".into())
            }
            Callback::RequestAttributeOwnershipAssumption {
                object, attributes, ..
            } => {
                let member = self.members.get(&seat).ok_or("it has left")?;
                let known = member.known.get(object).ok_or("it does not know that")?;
                let published = member.mine.published.get(&known.class);
                let able = published.is_some_and(|p| attributes.iter().all(|a| p.contains(&a)));
                ensure(able, || format!("it publishes {published:?}"))?;
                let it = self.object_mut(seat, *object).ok_or("no such instance")?;
                let owns = attributes.iter().any(|a| it.owns(seat.federate, a));
                ensure(!owns, || "it owns that itself".into())
            }
            Callback::InformAttributeOwnership {
                object,
                attributes,
                owner,
            } => self.is_owner(seat, *object, attributes, Some(*owner)),
            Callback::AttributeIsNotOwned { object, attributes } => {
                self.is_owner(seat, *object, attributes, None)
            }
            Callback::AttributeIsOwnedByRti { .. } => Err("the RTI owns nothing of that".into()),
            _ => Ok(()),
        }
    }

    fn acquired(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Verdict {
        for attribute in attributes {
            let asked = self.acquiring.remove(&(seat, object, attribute));
            ensure(asked.is_some(), || {
                format!("it did not ask for {attribute:?}")
            })?;
            let before = self
                .object_mut(seat, object)
                .ok_or("no such instance")?
                .owner
                .get(&attribute)
                .copied();
            if let Some(federate) = before {
                let other = Seat { federate, ..seat };
                let there = self.members.contains_key(&other) && self.is_enrolled(other);
                ensure(!there, || {
                    format!("{federate:?} owns {attribute:?} as well")
                })?;
            }
            if let Some(it) = self.object_mut(seat, object) {
                it.traded = true;
                it.owner.insert(attribute, seat.federate);
            }
        }
        self.let_owned_lapse(seat, object, attributes);
        Ok(())
    }

    /// What a federate is told of an owner, once nothing is on its way.
    fn is_owner(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: Option<FederateHandle>,
    ) -> Verdict {
        if !self.at_rest {
            return Ok(());
        }
        for attribute in attributes {
            let true_owner = self.true_owner(seat, object, attribute);
            ensure(true_owner == owner, || {
                format!("the owner of {attribute:?} is {true_owner:?}")
            })?;
        }
        Ok(())
    }

    fn true_owner(
        &self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<FederateHandle> {
        let execution = self.executions.get(&seat.execution)?;
        let owner = execution.objects.get(&object)?.owner.get(&attribute)?;
        execution.members.contains_key(owner).then_some(*owner)
    }

    /// Everything has arrived: who still waits has a reason to.
    pub(crate) fn acquisition_problem(&self) -> Option<String> {
        self.acquiring.iter().find_map(|(at, acquisition)| {
            let (seat, object, attribute) = *at;
            let owner = self.true_owner(seat, object, attribute);
            let execution = self.executions.get(&seat.execution)?;
            let alive = execution.objects.get(&object)?.fate == Fate::Alive;
            let divesting = owner.is_some_and(|federate| {
                let owner = Seat { federate, ..seat };
                self.divesting.contains(&(owner, object, attribute))
            });
            // Who asked for what is available waits where the owner has to confirm.
            let waits = (acquisition.plain || divesting) && !acquisition.cancelling;
            let in_vain = !waits || (owner.is_none() && alive);
            in_vain.then(|| {
                format!("{seat:?} waits for {attribute:?} of {object:?}: {acquisition:?}, owner {owner:?}")
            })
        })
    }
}
