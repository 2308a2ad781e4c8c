//! Object management in the random program.

use std::collections::BTreeSet;
use std::rc::Rc;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, ExceptionKind as Kind, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, Service,
};

use crate::clock::RetractionTarget;
use crate::fom::Schema;
use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::receiving::value_of;
use crate::requests::RequestScope;
use crate::words::{Label, Tag};
use crate::world::World;

/// Time stamp of a message, and the label of its retraction handle.
pub(super) type Stamped = (Option<i64>, Label);

impl World {
    pub(crate) fn work_with_objects(&mut self, id: ProcessId, membership: Membership) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        match self.rng.u8(..32) {
            0 | 1 => self.choose_reservation(id),
            2 => {
                let name = self.some_name();
                self.act(id, Operation::Release { name });
            }
            3..7 => self.choose_registration(id, membership, &schema),
            7 | 8 => self.choose_deletion(id, membership),
            9 => self.choose_to_forget(id, membership),
            10..22 => self.choose_update(id, membership, &schema),
            22..26 => self.choose_interaction(id, membership, &schema),
            26 => self.choose_directed_message(id, membership, &schema),
            27 | 28 => self.choose_request(id, membership, &schema),
            // A new owner starts with the type of the object model.
            29 if !self.config.groups.ownership => {
                self.choose_transportation(id, membership, &schema);
            }
            30 => {
                let interaction =
                    schema.interactions[self.rng.usize(..schema.interactions.len())].handle;
                let reliable = self.rng.usize(..2) == 0;
                let operation = Operation::ChangeInteractionTransportation {
                    interaction,
                    reliable,
                };
                self.act(id, operation);
            }
            _ => self.choose_query(id, membership, &schema),
        }
    }

    /// An instance to work with: mostly an own one, sometimes an unknown one.
    pub(crate) fn choose_object(&mut self, membership: Membership) -> Option<ObjectInstanceHandle> {
        let member = self.judge.members.get(&membership)?;
        let known: Vec<_> = member.known.keys().copied().collect();
        let own: Vec<_> = known
            .iter()
            .copied()
            .filter(|o| {
                o.registrant() == membership.federate || self.judge.owns_any_of(membership, *o)
            })
            .collect();
        let any: Vec<_> = self
            .judge
            .executions
            .get(&membership.execution)?
            .objects
            .keys()
            .copied()
            .collect();
        match self.rng.u8(..20) {
            0 => self.pick(&any),
            1..4 => self.pick(&known),
            _ => self.pick(&own),
        }
    }

    fn some_name(&mut self) -> String {
        format!("thing {}", self.rng.u8(..10))
    }

    fn choose_reservation(&mut self, id: ProcessId) {
        let name = self.some_name();
        let operation = if self.rng.bool() {
            Operation::Reserve { name }
        } else {
            let names = BTreeSet::from([name, self.some_name(), self.some_name()]);
            Operation::ReserveSeveral { names }
        };
        self.act(id, operation);
    }

    pub(super) fn reserve(
        &mut self,
        id: ProcessId,
        membership: Membership,
        names: BTreeSet<String>,
        multiple: bool,
    ) {
        let done = if multiple {
            let service = Service::ReserveMultipleObjectInstanceNames;
            self.call(id, service, |member, links| {
                member.reserve_multiple_object_instance_names(&names, links)
            })
        } else {
            let one = names.first().cloned().unwrap_or_default();
            self.call(id, Service::ReserveObjectInstanceName, |member, links| {
                member.reserve_object_instance_name(&one, links)
            })
        };
        self.agree(id, Service::ReserveObjectInstanceName, &done, None);
        if let Some(member) = self.judge.members.get_mut(&membership) {
            member.reserving.push_back((names, multiple));
        }
    }

    pub(super) fn release(&mut self, id: ProcessId, membership: Membership, name: &str) {
        if self.is_reserving(membership, name) {
            return;
        }
        let service = Service::ReleaseObjectInstanceName;
        let done = self.call(id, service, |member, links| {
            member.release_object_instance_name(name, links)
        });
        let Some(member) = self.judge.members.get_mut(&membership) else {
            return;
        };
        let reserved = member.reserved.remove(name);
        let expected = (!reserved).then_some(Kind::ObjectInstanceNameNotReserved);
        self.agree(id, service, &done, expected);
    }

    /// A reservation may be granted without the callback yet: federates wait before they use the
    /// name.
    fn is_reserving(&self, membership: Membership, name: &str) -> bool {
        let member = self.judge.members.get(&membership);
        member.is_some_and(|m| m.reserving.iter().any(|(names, _)| names.contains(name)))
    }

    fn choose_registration(&mut self, id: ProcessId, membership: Membership, schema: &Rc<Schema>) {
        let published: Vec<_> = match self.judge.members.get(&membership) {
            Some(member) => member.mine.published.keys().copied().collect(),
            None => return,
        };
        let any = schema.objects[self.rng.usize(..schema.objects.len())].handle;
        let class = if self.rng.u8(..10) == 0 {
            Some(any)
        } else {
            self.pick(&published)
        };
        let Some(class) = class else { return };
        // Ends of names are exact only while registrants keep their instances.
        let named = !self.config.groups.ownership && self.rng.u8(..3) == 0;
        let name = named.then(|| self.some_name());
        let name = name
            .filter(|name| !self.is_reserving(membership, name))
            .filter(|name| {
                self.rng.u8(..4) == 0
                    || self
                        .judge
                        .members
                        .get(&membership)
                        .is_some_and(|m| m.reserved.contains(name))
            });
        let label = self.labels.fresh(id.0);
        self.act(id, Operation::Register { class, name, label });
    }

    pub(super) fn register(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        name: Option<&str>,
        label: Label,
    ) {
        if name.is_some_and(|name| self.is_reserving(membership, name)) {
            return;
        }
        let (allowed, refusals) = self.judge.register_refusals(membership, class, name);
        let service = Service::RegisterObjectInstance;
        let done = self.call(id, service, |member, links| {
            member.register_object_instance(class, name, links)
        });
        match &done {
            Ok(object) if allowed => {
                self.label_object(membership, label, *object);
                let automatic = self.process(id).member.object_instance_name(*object);
                let name = automatic.map(str::to_owned).unwrap_or_default();
                self.judge.registered(membership, *object, class, name);
            }
            Err(exception) if refusals.contains(&exception.kind) => {}
            other => self.judge.violated(format!(
                "{id:?} registered {class:?} {name:?}: {other:?}, expected {refusals:?}"
            )),
        }
    }

    fn choose_deletion(&mut self, id: ProcessId, membership: Membership) {
        let Some(object) = self.choose_object(membership) else {
            return;
        };
        let operation = Operation::Delete {
            object,
            stamp: self.choose_stamp(membership),
            tag: Tag(vec![self.rng.u8(..), 7]),
            label: self.labels.fresh(id.0),
        };
        self.act(id, operation);
    }

    pub(super) fn delete(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
        (stamp, label): Stamped,
        tag: &[u8],
    ) {
        let expected = self.judge.delete_refusal(membership, object);
        let refusal = self.judge.stamp_refusal(membership, stamp);
        let time = stamp.and_then(|stamp| self.time(membership, stamp));
        let service = Service::DeleteObjectInstance;
        let done = self.call(id, service, |member, links| {
            member.delete_object_instance(object, tag, time, links)
        });
        self.agree(id, service, &done, expected.or(refusal));
        if let Ok(handle) = done {
            let it = self.judge.object_mut(membership, object);
            let owned = it.map(|it| it.owner.clone()).unwrap_or_default();
            let ordered = self.judge.deletes_stamped(membership, object, stamp);
            if ordered {
                // Deletions have no message number: take one that no message has.
                let number = u64::MAX - self.judge.subjects.len() as u64;
                self.judge.may_queue(membership, number, stamp);
            }
            let known = self.judge.members.get(&membership);
            let known = known.and_then(|member| member.known.get(&object).copied());
            self.judge.deleted(membership, object, tag);
            let subject = RetractionTarget::Deletion(object, owned, known);
            self.label_message(membership, label, handle);
            self.judge
                .named(membership, handle, ordered, subject, stamp);
        }
    }

    fn choose_to_forget(&mut self, id: ProcessId, membership: Membership) {
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let known: Vec<_> = member.known.keys().copied().collect();
        if let Some(object) = self.pick(&known) {
            self.act(id, Operation::Forget { object });
        }
    }

    pub(super) fn local_delete(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
    ) {
        let expected = self.judge.forget_refusal(membership, object);
        let service = Service::LocalDeleteObjectInstance;
        let done = self.call(id, service, |member, _| {
            member.local_delete_object_instance(object)
        });
        self.agree_on_acquisitions(id, membership, Some(object), service, &done, expected);
        if done.is_ok() {
            self.judge.forgot(membership, object);
        }
    }

    /// Attributes of the class of an instance; mostly owned ones.
    pub(crate) fn choose_attributes(
        &mut self,
        membership: Membership,
        schema: &Schema,
        object: ObjectInstanceHandle,
    ) -> Vec<AttributeHandle> {
        let objects = self
            .judge
            .executions
            .get(&membership.execution)
            .map(|e| &e.objects);
        let Some(it) = objects.and_then(|o| o.get(&object)) else {
            return Vec::new();
        };
        let owned = it.owned_by(membership.federate);
        let own = !owned.is_empty() || object.registrant() == membership.federate;
        let owned: Vec<_> = owned
            .into_iter()
            .filter(|a| *a != schema.privilege)
            .collect();
        let all: Vec<_> = match schema.object(it.class) {
            Some(row) => row.attributes.keys().copied().collect(),
            None => Vec::new(),
        };
        let from = if own && self.rng.u8(..12) != 0 {
            owned
        } else {
            all
        };
        from.into_iter().filter(|_| self.rng.u8(..4) != 0).collect()
    }

    fn choose_update(&mut self, id: ProcessId, membership: Membership, schema: &Rc<Schema>) {
        let Some(object) = self.choose_object(membership) else {
            return;
        };
        let attributes = self.choose_attributes(membership, schema, object);
        let operation = Operation::Update {
            object,
            attributes: attributes.into_iter().collect(),
            stamp: self.choose_stamp(membership),
            label: self.labels.fresh(id.0),
        };
        self.act(id, operation);
    }

    pub(super) fn update(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: BTreeSet<AttributeHandle>,
        (stamp, label): Stamped,
    ) {
        let all: Vec<_> = attributes.iter().copied().collect();
        let expected = self.judge.update_refusal(membership, object, &all);
        let refusal = self.judge.stamp_refusal(membership, stamp);
        let time = stamp.and_then(|stamp| self.time(membership, stamp));
        let number = self.judge.messages.len() as u64;
        let values: Vec<_> = attributes
            .iter()
            .map(|a| (*a, value_of(number, a.raw())))
            .collect();
        let values: Vec<_> = values.iter().map(|(a, value)| (*a, &value[..])).collect();
        let service = Service::UpdateAttributeValues;
        let done = self.call(id, service, |member, links| {
            let tag = number.to_le_bytes();
            member.update_attribute_values(object, &values, &tag, time, links)
        });
        // Two reasons to refuse: either may come first.
        let raised = done.as_ref().err().map(|exception| exception.kind);
        let reason = if raised == refusal { refusal } else { None };
        self.agree(id, service, &done, reason.or(expected).or(refusal));
        if let Ok(handle) = done {
            let ordered = self
                .judge
                .updates_stamped(membership, object, &attributes, stamp);
            self.judge.updated(membership, object, attributes, stamp);
            let subject = RetractionTarget::Message(number);
            self.label_message(membership, label, handle);
            self.judge
                .named(membership, handle, ordered, subject, stamp);
        }
    }

    fn choose_request(&mut self, id: ProcessId, membership: Membership, schema: &Rc<Schema>) {
        let class = schema.objects[self.rng.usize(..schema.objects.len())].handle;
        if self.rng.bool() {
            self.act(id, Operation::RequestClass { class });
            return;
        }
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let known: Vec<_> = member.known.keys().copied().collect();
        if let Some(object) = self.pick(&known) {
            self.act(id, Operation::Request { object });
        }
    }

    /// All attributes of a class.
    pub(super) fn all_attributes(
        &mut self,
        id: ProcessId,
        class: ObjectClassHandle,
    ) -> AttributeHandleSet {
        let schema = self.process(id).schema.as_ref();
        let row = schema.and_then(|schema| schema.object(class));
        row.into_iter()
            .flat_map(|row| row.attributes.keys().copied())
            .collect()
    }

    pub(super) fn request_class_values(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
    ) {
        let service = Service::RequestAttributeValueUpdate;
        let attributes = self.all_attributes(id, class);
        let tag = self.judge.requests.next_tag();
        let done = self.call(id, service, |member, links| {
            member.request_class_attribute_value_update(class, &attributes, &tag, links)
        });
        self.agree(id, service, &done, None);
        let whose = RequestScope::Class(class);
        self.judge
            .requested_values(membership, whose, attributes.iter().collect());
    }

    pub(super) fn request_values(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
    ) {
        let Some(class) = self.known_class(membership, object) else {
            return;
        };
        let service = Service::RequestAttributeValueUpdate;
        let attributes = self.all_attributes(id, class);
        let tag = self.judge.requests.next_tag();
        let done = self.call(id, service, |member, links| {
            member.request_attribute_value_update(object, &attributes, &tag, links)
        });
        self.agree(id, service, &done, None);
        let whose = RequestScope::Instance(object);
        self.judge
            .requested_values(membership, whose, attributes.iter().collect());
    }

    /// The class by which the federate knows an instance.
    pub(super) fn known_class(
        &self,
        membership: Membership,
        object: ObjectInstanceHandle,
    ) -> Option<ObjectClassHandle> {
        let member = self.judge.members.get(&membership)?;
        member.known.get(&object).map(|known| known.class)
    }

    pub(super) fn label_object(
        &mut self,
        membership: Membership,
        label: Label,
        object: ObjectInstanceHandle,
    ) {
        if let Some(execution) = self.judge.executions.get(&membership.execution) {
            self.labels.object(label, &execution.name, object);
        }
    }

    pub(super) fn label_message(
        &mut self,
        membership: Membership,
        label: Label,
        message: Option<MessageRetractionHandle>,
    ) {
        if let (Some(execution), Some(message)) =
            (self.judge.executions.get(&membership.execution), message)
        {
            self.labels.message(label, &execution.name, message);
        }
    }
}
