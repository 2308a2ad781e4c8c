//! The judge at the management object model: the RTI's own instances, and its reports of lost federates.
//!
//! Federates of a world subscribe to both at the root classes alone, and send no interaction of the MOM.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hyla_core::callback::{Callback, Delivery};
use hyla_types::{
    FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType,
};

use crate::invariants::Judge;
use crate::model::{Execution, Known, Member, Seat};
use crate::receiving::{Verdict, ensure};

/// What a federate knows of the RTI.
#[derive(Clone, Debug, Default)]
pub(crate) struct Managed {
    /// The RTI's instances, with their names.
    known: BTreeMap<ObjectInstanceHandle, (Known, Arc<str>)>,
    /// Reports of lost federates on their way: the epoch of the subscription for which each was sent.
    reports: Vec<u64>,
}

impl Managed {
    pub(crate) fn known(&self) -> impl Iterator<Item = (ObjectInstanceHandle, ObjectClassHandle)> {
        let all = self.known.iter();
        all.map(|(object, (known, _))| (*object, known.class))
    }
}

impl Member {
    /// The class by which it knows an instance, of a federate or of the RTI.
    pub(crate) fn class_of(&self, object: ObjectInstanceHandle) -> Option<ObjectClassHandle> {
        let managed = self.managed.known.get(&object);
        let known = self.known.get(&object).or(managed.map(|(known, _)| known));
        known.map(|known| known.class)
    }
}

/// Whether a callback is about the RTI's own instances and reports. Every message of a federate has a tag.
pub(crate) fn is_of_the_rti(callback: &Callback<'_>) -> bool {
    match callback {
        Callback::DiscoverObjectInstance { object, .. }
        | Callback::ReflectAttributeValues { object, .. }
        | Callback::RemoveObjectInstance { object, .. }
        | Callback::AttributesInScope { object, .. }
        | Callback::AttributesOutOfScope { object, .. } => {
            object.registrant() == FederateHandle::RTI
        }
        Callback::ReceiveInteraction { delivery, .. } => delivery.tag.is_empty(),
        _ => false,
    }
}

impl Judge {
    pub(crate) fn about_the_rti(&mut self, seat: Seat, callback: &Callback<'_>) -> Verdict {
        let schema = self.schema(seat).ok_or("no schema")?;
        let member = self.members.get_mut(&seat).ok_or("it has left")?;
        let known = &mut member.managed.known;
        match callback {
            Callback::DiscoverObjectInstance {
                object,
                class,
                name,
                producer,
            } => {
                let root = schema.objects[0].handle;
                let subscribed = member.mine.subscription(root, schema.privilege).is_some();
                ensure(*class == root && subscribed, || {
                    "it does not subscribe that".into()
                })?;
                ensure(producer.is_none(), || "the RTI is no producer".into())?;
                let again = known.insert(*object, (Known { class: *class }, name.clone()));
                ensure(again.is_none(), || "it is known already".into())
            }
            Callback::RemoveObjectInstance { object, delivery } => {
                let gone = known.remove(object);
                member.advised.forget(*object);
                ensure(gone.is_some() && is_plain(delivery), || {
                    "no instance of the RTI that it knows".into()
                })
            }
            Callback::AttributesInScope { object, .. }
            | Callback::AttributesOutOfScope { object, .. }
                if !known.contains_key(object) =>
            {
                Err("no instance of the RTI that it knows".into())
            }
            Callback::AttributesInScope { object, attributes } => {
                self.told_of_scope(seat, *object, attributes, true)
            }
            Callback::AttributesOutOfScope { object, attributes } => {
                self.told_of_scope(seat, *object, attributes, false)
            }
            Callback::ReceiveInteraction {
                class,
                values,
                delivery,
            } => {
                ensure(values.is_empty() && is_plain(delivery), || {
                    "a report has no parameters at the root".into()
                })?;
                self.told_of_loss(seat, *class, schema.interactions[0].handle)
            }
            // The privilege to delete has no value, and nothing else is subscribed.
            _ => Err("it does not subscribe that".into()),
        }
    }

    fn told_of_loss(
        &mut self,
        seat: Seat,
        class: InteractionClassHandle,
        root: InteractionClassHandle,
    ) -> Verdict {
        let member = self.members.get_mut(&seat).ok_or("it has left")?;
        let subscribed = member.mine.receives.get(&class).map(|(_, epoch)| *epoch);
        ensure(class == root && subscribed.is_some(), || {
            "it does not subscribe that".into()
        })?;
        // Reports do not differ at the root: such as are due are taken first.
        let reports = &mut member.managed.reports;
        let due = reports.iter().position(|epoch| Some(*epoch) == subscribed);
        ensure(!reports.is_empty(), || {
            "every lost federate was reported".into()
        })?;
        reports.remove(due.unwrap_or(0));
        Ok(())
    }

    /// The RTI sees a federate lost: others that subscribe to reports must be told.
    pub(crate) fn must_report(&mut self, lost: Seat) {
        let Some(schema) = self.schema(lost) else {
            return;
        };
        let root = schema.interactions[0].handle;
        let Some(execution) = self.executions.get(&lost.execution) else {
            return;
        };
        for (federate, (declared, _)) in &execution.members {
            let seat = Seat {
                federate: *federate,
                ..lost
            };
            if let Some((_, epoch)) = declared.receives.get(&root)
                && let Some(member) = self.members.get_mut(&seat)
                && seat != lost
            {
                member.managed.reports.push(*epoch);
            }
        }
    }

    /// Everything has arrived: the RTI has one instance for the federation and one for each federate.
    pub(crate) fn managed_problem(
        &self,
        seat: Seat,
        member: &Member,
        execution: &Execution,
    ) -> Option<String> {
        let schema = execution.schema.as_ref()?;
        let (object, interaction) = (schema.objects[0].handle, schema.interactions[0].handle);
        let subscribed = member.mine.subscription(object, schema.privilege).is_some();
        let all = execution.members.len() + 1;
        let known = &member.managed.known;
        if known.len() > all || (subscribed && known.len() < all) {
            return Some(format!(
                "{seat:?} knows {known:?} of the RTI, {all} instances exist"
            ));
        }
        let here = |(other, _): &(&Seat, &Member)| other.execution == seat.execution;
        let names: BTreeSet<_> = self
            .members
            .iter()
            .filter(here)
            .flat_map(|(_, member)| &member.managed.known)
            .map(|(object, (_, name))| (object, name))
            .collect();
        if subscribed && names.len() > all {
            return Some(format!(
                "of {all} instances of the RTI, {names:?} are known"
            ));
        }
        let (_, epoch) = member.mine.receives.get(&interaction)?;
        let missing = member.managed.reports.contains(epoch);
        missing.then(|| format!("{seat:?} was never told that a federate is lost"))
    }
}

/// Whether it comes without a time and a producer, as all that the RTI sends.
fn is_plain(delivery: &Delivery<'_>) -> bool {
    delivery.time.is_none()
        && delivery.producer.is_none()
        && delivery.sent_order == OrderType::Receive
}
