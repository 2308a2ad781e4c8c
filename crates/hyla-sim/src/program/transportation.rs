//! Transportation types in the random program: changes and queries.

use std::collections::BTreeSet;
use std::rc::Rc;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, ExceptionKind as Kind, FederateHandle,
    InteractionClassHandle, ObjectInstanceHandle, Service, TransportationTypeHandle,
};

use crate::fom::Schema;
use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::world::World;

impl World {
    pub(super) fn choose_transportation(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let Some(object) = self.choose_object(membership) else {
            return;
        };
        let attributes = self.choose_attributes(membership, schema, object);
        let operation = Operation::ChangeTransportation {
            object,
            attributes: attributes.into_iter().collect(),
            reliable: self.rng.usize(..2) == 0,
        };
        self.act(id, operation);
    }

    pub(super) fn transportation_type(
        &mut self,
        id: ProcessId,
        reliable: bool,
    ) -> Option<TransportationTypeHandle> {
        let schema = self.process(id).schema.as_ref()?;
        Some(if reliable {
            schema.reliable
        } else {
            schema.best_effort
        })
    }

    pub(super) fn change_transportation(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
        reliable: bool,
    ) {
        let attributes: Vec<_> = attributes.iter().copied().collect();
        let busy = self
            .judge
            .object_mut(membership, object)
            .map(|it| it.changing.clone());
        let busy = busy.unwrap_or_default();
        let refused = self.judge.update_refusal(membership, object, &attributes);
        let pending = attributes.iter().any(|a| busy.contains(a));
        let Some(transportation) = self.transportation_type(id, reliable) else {
            return;
        };
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let service = Service::RequestAttributeTransportationTypeChange;
        let done = self.call(id, service, |member, _| {
            member.request_attribute_transportation_type_change(object, &set, transportation)
        });
        // Several reasons to refuse: any may come first.
        let several = refused.is_some() && (pending || attributes.len() > 1);
        if several && done.is_ok() {
            self.judge
                .violated(format!("{id:?} changed {attributes:?} of {object:?}"));
        } else if !several {
            let expected = refused.or(pending.then_some(Kind::AttributeAlreadyBeingChanged));
            self.agree(id, service, &done, expected);
        }
        if done.is_ok()
            && let Some(it) = self.judge.object_mut(membership, object)
        {
            it.changing.extend(attributes);
        }
    }

    pub(super) fn change_interaction_transportation(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        reliable: bool,
    ) {
        let Some(transportation) = self.transportation_type(id, reliable) else {
            return;
        };
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let expected = if !member.mine.sends.contains(&class) {
            Some(Kind::InteractionClassNotPublished)
        } else if member.changing.contains(&class) {
            Some(Kind::InteractionClassAlreadyBeingChanged)
        } else {
            None
        };
        let service = Service::RequestInteractionTransportationTypeChange;
        let done = self.call(id, service, |member, _| {
            member.request_interaction_transportation_type_change(class, transportation)
        });
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(member) = self.judge.members.get_mut(&membership)
        {
            member.changing.insert(class);
        }
    }

    pub(super) fn choose_query(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let known: Vec<_> = member.known.iter().map(|(o, k)| (*o, k.class)).collect();
        if self.rng.bool()
            && let Some((object, class)) = self.pick(&known)
        {
            let attributes: Vec<_> = match schema.object(class) {
                Some(row) => row.attributes.keys().copied().collect(),
                None => return,
            };
            if let Some(attribute) = self.pick(&attributes) {
                self.act(id, Operation::QueryTransportation { object, attribute });
            }
        } else {
            let others = self.judge.others(membership);
            let Some(federate) = self.pick(&others) else {
                return;
            };
            let interaction =
                schema.interactions[self.rng.usize(..schema.interactions.len())].handle;
            let operation = Operation::QueryInteractionTransportation {
                federate,
                interaction,
            };
            self.act(id, operation);
        }
    }

    pub(super) fn query_transportation(
        &mut self,
        id: ProcessId,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) {
        let service = Service::QueryAttributeTransportationType;
        let done = self.call(id, service, |member, links| {
            member.query_attribute_transportation_type(object, attribute, links)
        });
        self.agree(id, service, &done, None);
    }

    pub(super) fn query_interaction_transportation(
        &mut self,
        id: ProcessId,
        membership: Membership,
        federate: FederateHandle,
        class: InteractionClassHandle,
    ) {
        if !self.judge.others(membership).contains(&federate) {
            return;
        }
        let service = Service::QueryInteractionTransportationType;
        let done = self.call(id, service, |member, links| {
            member.query_interaction_transportation_type(federate, class, links)
        });
        self.agree(id, service, &done, None);
    }
}
