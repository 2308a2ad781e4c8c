//! The judge of the management object model: the RTI's own instances, and its reports of lost
//! federates.
//!
//! Federates of a world subscribe to both at the root classes only, and send no MOM interactions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hyla_core::callback::{Callback, Delivery};
use hyla_types::{
    FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType,
};

use crate::invariants::Judge;
use crate::model::{Execution, Known, Member, Membership};
use crate::receiving::{Verdict, ensure};

/// MOM instances and reports at one federate.
#[derive(Clone, Debug, Default)]
pub(crate) struct MomView {
    /// Known instances of the RTI, with their names.
    known: BTreeMap<ObjectInstanceHandle, (Known, Arc<str>)>,
    /// Reports of lost federates in flight: the epoch of the subscription for which each was sent.
    reports: Vec<u64>,
}

impl MomView {
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

/// Whether a callback concerns the RTI's own instances and reports. Messages of federates always
/// have a tag.
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
    pub(crate) fn about_the_rti(
        &mut self,
        membership: Membership,
        callback: &Callback<'_>,
    ) -> Verdict {
        let schema = self.schema(membership).ok_or("no schema")?;
        let member = self
            .members
            .get_mut(&membership)
            .ok_or("the federate has left")?;
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
                    "the federate does not subscribe it".into()
                })?;
                ensure(producer.is_none(), || "the RTI is not a producer".into())?;
                let again = known.insert(*object, (Known { class: *class }, name.clone()));
                ensure(again.is_none(), || "the instance is known already".into())
            }
            Callback::RemoveObjectInstance { object, delivery } => {
                let gone = known.remove(object);
                member.advised.forget(*object);
                ensure(gone.is_some() && is_plain(delivery), || {
                    "not a known instance of the RTI".into()
                })
            }
            Callback::AttributesInScope { object, .. }
            | Callback::AttributesOutOfScope { object, .. }
                if !known.contains_key(object) =>
            {
                Err("not a known instance of the RTI".into())
            }
            Callback::AttributesInScope { object, attributes } => {
                self.told_of_scope(membership, *object, attributes, true)
            }
            Callback::AttributesOutOfScope { object, attributes } => {
                self.told_of_scope(membership, *object, attributes, false)
            }
            Callback::ReceiveInteraction {
                class,
                values,
                delivery,
            } => {
                ensure(values.is_empty() && is_plain(delivery), || {
                    "a report has no parameters at the root".into()
                })?;
                self.told_of_loss(membership, *class, schema.interactions[0].handle)
            }
            // The privilege to delete has no value, and nothing else is subscribed.
            _ => Err("the federate does not subscribe it".into()),
        }
    }

    fn told_of_loss(
        &mut self,
        membership: Membership,
        class: InteractionClassHandle,
        root: InteractionClassHandle,
    ) -> Verdict {
        let member = self
            .members
            .get_mut(&membership)
            .ok_or("the federate has left")?;
        let subscribed = member.mine.receives.get(&class).map(|(_, epoch)| *epoch);
        ensure(class == root && subscribed.is_some(), || {
            "the federate does not subscribe it".into()
        })?;
        // At the root, reports cannot be distinguished: expected ones are taken first.
        let reports = &mut member.managed.reports;
        let due = reports.iter().position(|epoch| Some(*epoch) == subscribed);
        ensure(!reports.is_empty(), || {
            "every lost federate was reported".into()
        })?;
        reports.remove(due.unwrap_or(0));
        Ok(())
    }

    /// The RTI noticed the loss of a federate: subscribers of reports must be informed.
    pub(crate) fn must_report(&mut self, lost: Membership) {
        let Some(schema) = self.schema(lost) else {
            return;
        };
        let root = schema.interactions[0].handle;
        let Some(execution) = self.executions.get(&lost.execution) else {
            return;
        };
        for (federate, (declared, _)) in &execution.members {
            let membership = Membership {
                federate: *federate,
                ..lost
            };
            if let Some((_, epoch)) = declared.receives.get(&root)
                && let Some(member) = self.members.get_mut(&membership)
                && membership != lost
            {
                member.managed.reports.push(*epoch);
            }
        }
    }

    /// All messages have arrived: the RTI has one instance for the federation and one for each
    /// federate.
    pub(crate) fn managed_problem(
        &self,
        membership: Membership,
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
                "{membership:?} knows {known:?} of the RTI, {all} instances exist"
            ));
        }
        let here = |(other, _): &(&Membership, &Member)| other.execution == membership.execution;
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
        missing.then(|| format!("{membership:?} was never informed of a lost federate"))
    }
}

/// Whether it has no time and no producer, like all messages of the RTI.
fn is_plain(delivery: &Delivery<'_>) -> bool {
    delivery.time.is_none()
        && delivery.producer.is_none()
        && delivery.sent_order == OrderType::Receive
}
