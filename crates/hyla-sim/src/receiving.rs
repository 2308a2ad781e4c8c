//! The judge of callbacks: each must be allowed, in order, and delivered once.

use std::collections::BTreeSet;

use hyla_core::callback::{Callback, Delivery};
use hyla_types::{
    Edition, FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, TransportationTypeHandle,
};

use crate::invariants::{Judge, OrderSubject};
use crate::managed::is_of_the_rti;
use crate::model::{Content, DeliveryReason, InstanceFate, Known, Member, Membership};

/// Bytes of every value and tag: number of the message, then the handle for values.
pub(crate) fn value_of(message: u64, handle: u32) -> [u8; 12] {
    let mut value = [0; 12];
    value[..8].copy_from_slice(&message.to_le_bytes());
    value[8..].copy_from_slice(&handle.to_le_bytes());
    value
}

pub(crate) type Verdict = Result<(), String>;

/// Transportation type, and whether a message was sent in time-stamp order.
type MessageClass = (TransportationTypeHandle, bool);

fn way(delivery: &Delivery<'_>) -> MessageClass {
    let ordered = delivery.sent_order == OrderType::TimeStamp;
    (delivery.transportation, ordered)
}

pub(crate) fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}

impl Judge {
    /// A callback reached the federate. `membership`: where its member is joined.
    pub(crate) fn callback(
        &mut self,
        edition: Edition,
        membership: Option<Membership>,
        callback: &Callback<'_>,
    ) {
        let outside = matches!(
            callback,
            Callback::ConnectionLost { .. }
                | Callback::ReportFederationExecutions { .. }
                | Callback::ReportFederationExecutionMembers { .. }
                | Callback::ReportFederationExecutionDoesNotExist { .. }
                | Callback::FederateResigned { .. }
        );
        let verdict = match membership {
            _ if outside => Ok(()),
            None => Err("the federate is not joined".to_owned()),
            Some(membership) => self
                .must_be_still(membership, callback)
                .and_then(|()| self.inside(edition, membership, callback)),
        };
        let verdict = verdict.and_then(|()| {
            ensure(callback.service().name(edition).is_some(), || {
                format!("{edition:?} has no such callback")
            })
        });
        if let Err(problem) = verdict {
            self.violated(format!("{membership:?} got {callback:?}: {problem}"));
        }
    }

    fn member(&self, membership: Membership) -> Result<&Member, String> {
        self.members
            .get(&membership)
            .ok_or_else(|| "the federate has left".to_owned())
    }

    fn inside(
        &mut self,
        edition: Edition,
        membership: Membership,
        callback: &Callback<'_>,
    ) -> Verdict {
        if is_of_the_rti(callback) {
            return self.about_the_rti(membership, callback);
        }
        match callback {
            Callback::DiscoverObjectInstance {
                object,
                class,
                name,
                producer,
            } => self.discovered(edition, membership, *object, *class, name, *producer),
            Callback::ReflectAttributeValues {
                object,
                values,
                delivery,
            } => {
                let pairs: Vec<_> = values.iter().map(|(a, v)| (a.raw(), *v)).collect();
                let message = self.envelope(edition, membership, delivery, &pairs)?;
                self.reflected(membership, *object, message, way(delivery), &pairs)
            }
            Callback::ReceiveInteraction {
                class,
                values,
                delivery,
            } => {
                let pairs: Vec<_> = values.iter().map(|(p, v)| (p.raw(), *v)).collect();
                let message = self.envelope(edition, membership, delivery, &pairs)?;
                self.received(membership, *class, message, way(delivery), &pairs)
            }
            Callback::ReceiveDirectedInteraction {
                class,
                object,
                values,
                delivery,
            } => {
                let pairs: Vec<_> = values.iter().map(|(p, v)| (p.raw(), *v)).collect();
                let message = self.envelope(edition, membership, delivery, &pairs)?;
                self.directed(membership, *class, *object, message, way(delivery), &pairs)
            }
            Callback::RemoveObjectInstance { object, delivery } => {
                self.removed(edition, membership, *object, delivery)
            }
            Callback::ObjectInstanceNameReservationSucceeded { name } => {
                self.reserved(membership, &BTreeSet::from([name.clone()]), true, false)
            }
            Callback::ObjectInstanceNameReservationFailed { name } => {
                self.reserved(membership, &BTreeSet::from([name.clone()]), false, false)
            }
            Callback::MultipleObjectInstanceNameReservationSucceeded { names } => {
                self.reserved(membership, &names.iter().cloned().collect(), true, true)
            }
            Callback::MultipleObjectInstanceNameReservationFailed { names } => {
                self.reserved(membership, &names.iter().cloned().collect(), false, true)
            }
            Callback::ProvideAttributeValueUpdate {
                object,
                attributes,
                tag,
            } => {
                self.knows(membership, *object)?;
                self.told_to_provide(membership, *object, attributes, tag)
            }
            Callback::AttributesInScope { object, attributes } => {
                self.knows(membership, *object)?;
                self.told_of_scope(membership, *object, attributes, true)
            }
            Callback::AttributesOutOfScope { object, attributes } => {
                self.knows(membership, *object)?;
                self.told_of_scope(membership, *object, attributes, false)
            }
            Callback::TurnUpdatesOnForObjectInstance {
                object,
                attributes,
                update_rate_designator,
            } => {
                self.knows(membership, *object)?;
                self.told_to_update(
                    membership,
                    *object,
                    attributes,
                    Some(update_rate_designator),
                )
            }
            Callback::TurnUpdatesOffForObjectInstance { object, attributes } => {
                self.knows(membership, *object)?;
                self.told_to_update(membership, *object, attributes, None)
            }
            Callback::ReportAttributeTransportationType { object, .. } => {
                self.knows(membership, *object)
            }
            Callback::TurnInteractionsOn { class } => {
                let member = self
                    .members
                    .get_mut(&membership)
                    .ok_or("the federate has left")?;
                member.told_interactions.insert(*class);
                Ok(())
            }
            Callback::TurnInteractionsOff { class } => {
                let member = self
                    .members
                    .get_mut(&membership)
                    .ok_or("the federate has left")?;
                member.told_interactions.remove(class);
                Ok(())
            }
            Callback::StartRegistrationForObjectClass { class } => {
                let member = self
                    .members
                    .get_mut(&membership)
                    .ok_or("the federate has left")?;
                member.told_registration.insert(*class);
                Ok(())
            }
            Callback::StopRegistrationForObjectClass { class } => {
                let member = self
                    .members
                    .get_mut(&membership)
                    .ok_or("the federate has left")?;
                member.told_registration.remove(class);
                Ok(())
            }
            Callback::ConfirmAttributeTransportationTypeChange {
                object,
                attributes,
                transportation,
            } => {
                self.knows(membership, *object)?;
                let it = self
                    .object_mut(membership, *object)
                    .ok_or("no such instance")?;
                for attribute in attributes {
                    ensure(it.changing.remove(&attribute), || {
                        "no federate asked for it".into()
                    })?;
                    it.transportation.insert(attribute, *transportation);
                }
                Ok(())
            }
            Callback::ConfirmInteractionTransportationTypeChange {
                class,
                transportation,
            } => {
                let member = self
                    .members
                    .get_mut(&membership)
                    .ok_or("the federate has left")?;
                ensure(member.changing.remove(class), || {
                    "no federate asked for it".into()
                })?;
                if member.mine.sends.contains(class) {
                    self.interaction_types
                        .insert((membership, *class), *transportation);
                }
                Ok(())
            }
            other => {
                self.about_ownership(membership, other)?;
                self.about_points(membership, other)?;
                self.about_saves(membership, other)?;
                self.about_time(edition, membership, other)
            }
        }
    }

    fn knows(&self, membership: Membership, object: ObjectInstanceHandle) -> Verdict {
        let known = self.member(membership)?.known.contains_key(&object);
        let state = || {
            if self.members[&membership].removed.contains(&object) {
                "removed"
            } else {
                "unknown"
            }
        };
        ensure(known, || format!("the instance is {} there", state()))
    }

    fn discovered(
        &mut self,
        edition: Edition,
        membership: Membership,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &str,
        producer: Option<FederateHandle>,
    ) -> Verdict {
        let schema = self.schema(membership).ok_or("no schema")?;
        let member = self.member(membership)?;
        ensure(!member.known.contains_key(&object), || {
            "the instance is known already".into()
        })?;
        let removed = member.removed.contains(&object);
        let forgotten = member.forgotten.contains_key(&object);
        let traded = self
            .executions
            .get(&membership.execution)
            .and_then(|e| e.objects.get(&object))
            .is_some_and(|it| it.traded);
        let own = object.registrant() == membership.federate;
        ensure(!own || (traded && forgotten), || {
            "the federate registered it itself".into()
        })?;
        let execution = self
            .executions
            .get(&membership.execution)
            .ok_or("no execution")?;
        let it = execution
            .objects
            .get(&object)
            .ok_or("no federate registered it")?;
        // The RTI may announce instances of a lost registrant whose end it does not know.
        ensure(!removed || it.fate == InstanceFate::Unsure, || {
            "the instance was removed before".into()
        })?;
        ensure(it.name == name, || format!("the name is {:?}", it.name))?;
        let told = (edition == Edition::Hla2025).then_some(object.registrant());
        ensure(producer == told, || {
            format!("the producer must be {told:?}")
        })?;
        let lineage = &schema.object(it.class).ok_or("no class")?.lineage;
        let candidate = member.mine.candidate(lineage);
        ensure(candidate == Some(class), || {
            format!("the class must be {candidate:?}")
        })?;
        let visible = member.mine.attributes_at(class).any(|(a, _)| {
            it.registered.contains(&a)
                && self.may_be_in_scope(&schema, membership, object, class, a)
        });
        ensure(visible || it.traded, || "no attribute is in scope".into())?;
        let member = self
            .members
            .get_mut(&membership)
            .ok_or("the federate has left")?;
        member.known.insert(object, Known { class });
        Ok(())
    }

    /// Checks that apply to every message with values. Gives the number of the message.
    fn envelope(
        &mut self,
        edition: Edition,
        membership: Membership,
        delivery: &Delivery<'_>,
        pairs: &[(u32, &[u8])],
    ) -> Result<u64, String> {
        let tag = delivery.tag.try_into().map_err(|_| "a strange tag")?;
        let number = u64::from_le_bytes(tag);
        let message = self
            .messages
            .get(number as usize)
            .ok_or("no federate sent it")?;
        let from = message.from;
        ensure(!message.undone, || {
            "it was sent after the restored save".into()
        })?;
        ensure(from.execution == membership.execution, || {
            "it belongs to another execution".into()
        })?;
        ensure(from != membership, || "the federate owns it".into())?;
        if let Some(problem) = self.comes_too_early(membership, number) {
            return Err(problem);
        }
        let told = (edition == Edition::Hla2025).then_some(from.federate);
        ensure(delivery.producer == told, || {
            format!("the producer must be {told:?}")
        })?;
        let true_values = pairs
            .iter()
            .all(|(h, value)| *value == value_of(number, *h));
        ensure(true_values, || "the values differ from those sent".into())?;
        let sent = message.time;
        ensure(sent == delivery.time.map(crate::clock::number), || {
            format!("it was sent with time {sent:?}")
        })?;
        let ordered = delivery.sent_order == OrderType::TimeStamp;
        self.in_time(membership, delivery)?;
        if ordered {
            self.got_ordered.insert((number, membership));
            let told = self.taken_back.contains(&(number, membership));
            ensure(!told, || {
                "the federate was informed of its retraction".into()
            })?;
        }
        if let Some(clock) = self.clock_mut(membership) {
            clock.inbox.remove(&number);
        }
        if !ordered {
            let stream = (membership, from, delivery.transportation, false);
            let last = self.last.get(&stream).copied();
            ensure(last.is_none_or(|last| last <= number), || {
                format!("{last:?} came before")
            })?;
            self.last.insert(stream, number);
            self.settle_due(stream, number);
        }
        Ok(number)
    }

    /// Records new values and settles expected deliveries.
    fn take(
        &mut self,
        membership: Membership,
        number: u64,
        way: MessageClass,
        pairs: &[(u32, &[u8])],
    ) -> Verdict {
        let got = self.got.entry((number, membership)).or_default();
        let again = pairs.iter().find(|(handle, _)| !got.insert(*handle));
        ensure(again.is_none(), || "it came before".into())?;
        let message = &self.messages[number as usize];
        let from = message.from;
        if !way.1 {
            let subjects: Vec<_> = match &message.what {
                Content::Update { object, .. } => {
                    let subject =
                        |(handle, _): &(u32, _)| OrderSubject::Attribute(*object, *handle);
                    pairs.iter().map(subject).collect()
                }
                Content::Interaction { class, .. } | Content::Directed { class, .. } => {
                    vec![OrderSubject::Class(*class)]
                }
            };
            for subject in subjects {
                let last = self.last_of.insert((membership, from, subject), number);
                ensure(last.is_none_or(|last| last <= number), || {
                    format!("{last:?} of {subject:?} came before")
                })?;
            }
        }
        if let Some(queue) = self.due.get_mut(&(membership, from, way.0, way.1)) {
            for due in queue.iter_mut().take_while(|due| due.message <= number) {
                due.got |= due.message == number
                    && match &due.reason {
                        DeliveryReason::Interaction { .. } => true,
                        DeliveryReason::Attribute { attribute, .. } => {
                            pairs.iter().any(|(handle, _)| *handle == attribute.raw())
                        }
                    };
            }
        }
        Ok(())
    }

    fn reflected(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        number: u64,
        way: MessageClass,
        pairs: &[(u32, &[u8])],
    ) -> Verdict {
        let Content::Update {
            object: of,
            attributes,
        } = &self.messages[number as usize].what
        else {
            return Err("no update was sent with that number".into());
        };
        ensure(*of == object && !pairs.is_empty(), || {
            format!("it was about {of:?}")
        })?;
        self.knows(membership, object)?;
        let schema = self.schema(membership).ok_or("no schema")?;
        let member = self.member(membership)?;
        let class = member.known[&object].class;
        for (handle, _) in pairs {
            let attribute = hyla_types::AttributeHandle::new(*handle);
            let sent = attributes.get(&attribute);
            let sent = sent.ok_or_else(|| format!("{attribute:?} was not sent"))?;
            let passes = member.mine.passes(&schema, class, attribute, sent);
            ensure(!passes.is_empty(), || {
                format!(
                    "{attribute:?}, sent with {sent:?}, does not match a subscription at {class:?}"
                )
            })?;
        }
        self.take(membership, number, way, pairs)
    }

    fn received(
        &mut self,
        membership: Membership,
        class: InteractionClassHandle,
        number: u64,
        way: MessageClass,
        pairs: &[(u32, &[u8])],
    ) -> Verdict {
        let Content::Interaction {
            class: sent,
            parameters,
            regions,
        } = &self.messages[number as usize].what
        else {
            return Err("no interaction was sent with that number".into());
        };
        let schema = self.schema(membership).ok_or("no schema")?;
        let lineage = &schema.interaction(*sent).ok_or("no class")?.lineage;
        let mine = &self.member(membership)?.mine;
        let nearest = mine.received_as(lineage);
        ensure(nearest == Some(class), || {
            format!("it must be received as {nearest:?}")
        })?;
        ensure(!mine.hears(&schema, class, regions).is_empty(), || {
            format!("no subscription overlaps {regions:?}")
        })?;
        let available = &schema.interaction(class).ok_or("no class")?.parameters;
        let whole = parameters
            .iter()
            .filter(|p| available.contains(p))
            .map(|p| p.raw());
        let came: BTreeSet<_> = pairs.iter().map(|(p, _)| *p).collect();
        ensure(whole.eq(came.iter().copied()), || {
            "the parameters differ from those available".into()
        })?;
        self.once(membership, number)?;
        self.take(membership, number, way, pairs)
    }

    /// Interactions may have no parameters, so that values alone do not show duplicates.
    fn once(&mut self, membership: Membership, number: u64) -> Verdict {
        let got = self.got.entry((number, membership)).or_default();
        ensure(got.insert(u32::MAX), || "it came before".into())
    }

    fn directed(
        &mut self,
        membership: Membership,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        number: u64,
        way: MessageClass,
        pairs: &[(u32, &[u8])],
    ) -> Verdict {
        self.knows(membership, object)?;
        let Content::Directed {
            class: sent,
            object: at,
        } = &self.messages[number as usize].what
        else {
            return Err("no directed interaction was sent with that number".into());
        };
        let (sent, at) = (*sent, *at);
        let schema = self.schema(membership).ok_or("no schema")?;
        let member = self.member(membership)?;
        let objects = &schema
            .object(member.known[&object].class)
            .ok_or("no class")?
            .lineage;
        let interactions = &schema.interaction(sent).ok_or("no class")?.lineage;
        let nearest = member.mine.directed_as(objects, interactions);
        let owns = self
            .object_mut(membership, object)
            .is_some_and(|it| it.owns_any(membership.federate));
        let allowed = nearest.is_some_and(|(c, universal, _)| c == class && (universal || owns));
        ensure(allowed && at == object, || {
            format!("its subscription is {nearest:?}, {owns}")
        })?;
        self.once(membership, number)?;
        self.take(membership, number, way, pairs)
    }

    fn removed(
        &mut self,
        edition: Edition,
        membership: Membership,
        object: ObjectInstanceHandle,
        delivery: &Delivery<'_>,
    ) -> Verdict {
        self.knows(membership, object)?;
        self.in_time(membership, delivery)?;
        self.settle_object(membership, object);
        let told = (edition == Edition::Hla2025).then_some(object.registrant());
        let traded = self
            .object_mut(membership, object)
            .is_some_and(|it| it.traded);
        ensure(traded || delivery.producer == told, || {
            format!("the producer must be {told:?}")
        })?;
        let registrant = Membership {
            federate: object.registrant(),
            ..membership
        };
        // A removal lost with a channel comes with the next list of instances, without its tag.
        let severed = self.severed.contains_key(&(membership, registrant));
        let gone = severed || !self.is_enrolled(registrant);
        let it = self
            .object_mut(membership, object)
            .ok_or("no such instance")?;
        match &it.fate {
            InstanceFate::Alive => return Err("the instance exists".into()),
            InstanceFate::Deleted(tag) => {
                let right = traded || tag == delivery.tag || (gone && delivery.tag.is_empty());
                ensure(right, || format!("it was deleted with {tag:?}"))?;
            }
            InstanceFate::Swept | InstanceFate::Unsure => {}
        }
        let member = self
            .members
            .get_mut(&membership)
            .ok_or("the federate has left")?;
        member.known.remove(&object);
        member.removed.insert(object);
        // Should it become known again, earlier messages are not expected any more.
        *member.forgotten.entry(object).or_default() += 1;
        if let Some(it) = self.object_mut(membership, object) {
            it.give_up(membership.federate);
        }
        self.end_requests(membership, object);
        self.forget_advisories(membership, object);
        Ok(())
    }

    fn reserved(
        &mut self,
        membership: Membership,
        names: &BTreeSet<String>,
        granted: bool,
        multiple: bool,
    ) -> Verdict {
        let member = self
            .members
            .get_mut(&membership)
            .ok_or("the federate has left")?;
        let (asked, several) = member.reserving.front_mut().ok_or("there was no request")?;
        ensure(*several == multiple && names.is_subset(asked), || {
            format!("the request was {asked:?}")
        })?;
        asked.retain(|name| !names.contains(name));
        if asked.is_empty() {
            member.reserving.pop_front();
        }
        if granted {
            member.reserved.extend(names.iter().cloned());
        }
        Ok(())
    }
}
