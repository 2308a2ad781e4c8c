//! The judge at the callbacks: each must be allowed, in order, and told once.

use std::collections::BTreeSet;

use hyla_core::callback::{Callback, Delivery};
use hyla_types::{
    Edition, FederateHandle, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, TransportationTypeHandle,
};

use crate::invariants::{Judge, Subject};
use crate::managed::is_of_the_rti;
use crate::model::{Fate, Known, Member, Reason, Seat, What};

/// Bytes of every value and tag: number of the message, then the handle for values.
pub(crate) fn value_of(message: u64, handle: u32) -> [u8; 12] {
    let mut value = [0; 12];
    value[..8].copy_from_slice(&message.to_le_bytes());
    value[8..].copy_from_slice(&handle.to_le_bytes());
    value
}

pub(crate) type Verdict = Result<(), String>;

/// Transportation type, and whether a message was sent in time-stamp order.
type Way = (TransportationTypeHandle, bool);

fn way(delivery: &Delivery<'_>) -> Way {
    let ordered = delivery.sent_order == OrderType::TimeStamp;
    (delivery.transportation, ordered)
}

pub(crate) fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}

impl Judge {
    /// A callback reached the federate. `seat`: where its member is joined.
    pub(crate) fn callback(
        &mut self,
        edition: Edition,
        seat: Option<Seat>,
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
        let verdict = match seat {
            _ if outside => Ok(()),
            None => Err("it is not joined".to_owned()),
            Some(seat) => self
                .must_be_still(seat, callback)
                .and_then(|()| self.inside(edition, seat, callback)),
        };
        let verdict = verdict.and_then(|()| {
            ensure(callback.service().name(edition).is_some(), || {
                format!("{edition:?} has no such callback")
            })
        });
        if let Err(problem) = verdict {
            self.violated(format!("{seat:?} got {callback:?}: {problem}"));
        }
    }

    fn member(&self, seat: Seat) -> Result<&Member, String> {
        self.members
            .get(&seat)
            .ok_or_else(|| "it has left".to_owned())
    }

    fn inside(&mut self, edition: Edition, seat: Seat, callback: &Callback<'_>) -> Verdict {
        if is_of_the_rti(callback) {
            return self.about_the_rti(seat, callback);
        }
        match callback {
            Callback::DiscoverObjectInstance {
                object,
                class,
                name,
                producer,
            } => self.discovered(edition, seat, *object, *class, name, *producer),
            Callback::ReflectAttributeValues {
                object,
                values,
                delivery,
            } => {
                let pairs: Vec<_> = values.iter().map(|(a, v)| (a.raw(), *v)).collect();
                let message = self.envelope(edition, seat, delivery, &pairs)?;
                self.reflected(seat, *object, message, way(delivery), &pairs)
            }
            Callback::ReceiveInteraction {
                class,
                values,
                delivery,
            } => {
                let pairs: Vec<_> = values.iter().map(|(p, v)| (p.raw(), *v)).collect();
                let message = self.envelope(edition, seat, delivery, &pairs)?;
                self.received(seat, *class, message, way(delivery), &pairs)
            }
            Callback::ReceiveDirectedInteraction {
                class,
                object,
                values,
                delivery,
            } => {
                let pairs: Vec<_> = values.iter().map(|(p, v)| (p.raw(), *v)).collect();
                let message = self.envelope(edition, seat, delivery, &pairs)?;
                self.directed(seat, *class, *object, message, way(delivery), &pairs)
            }
            Callback::RemoveObjectInstance { object, delivery } => {
                self.removed(edition, seat, *object, delivery)
            }
            Callback::ObjectInstanceNameReservationSucceeded { name } => {
                self.reserved(seat, &BTreeSet::from([name.clone()]), true, false)
            }
            Callback::ObjectInstanceNameReservationFailed { name } => {
                self.reserved(seat, &BTreeSet::from([name.clone()]), false, false)
            }
            Callback::MultipleObjectInstanceNameReservationSucceeded { names } => {
                self.reserved(seat, &names.iter().cloned().collect(), true, true)
            }
            Callback::MultipleObjectInstanceNameReservationFailed { names } => {
                self.reserved(seat, &names.iter().cloned().collect(), false, true)
            }
            Callback::ProvideAttributeValueUpdate {
                object,
                attributes,
                tag,
            } => {
                self.knows(seat, *object)?;
                self.told_to_provide(seat, *object, attributes, tag)
            }
            Callback::AttributesInScope { object, attributes } => {
                self.knows(seat, *object)?;
                self.told_of_scope(seat, *object, attributes, true)
            }
            Callback::AttributesOutOfScope { object, attributes } => {
                self.knows(seat, *object)?;
                self.told_of_scope(seat, *object, attributes, false)
            }
            Callback::TurnUpdatesOnForObjectInstance {
                object,
                attributes,
                update_rate_designator,
            } => {
                self.knows(seat, *object)?;
                self.told_to_update(seat, *object, attributes, Some(update_rate_designator))
            }
            Callback::TurnUpdatesOffForObjectInstance { object, attributes } => {
                self.knows(seat, *object)?;
                self.told_to_update(seat, *object, attributes, None)
            }
            Callback::ReportAttributeTransportationType { object, .. } => self.knows(seat, *object),
            Callback::TurnInteractionsOn { class } => {
                let member = self.members.get_mut(&seat).ok_or("it has left")?;
                member.told_interactions.insert(*class);
                Ok(())
            }
            Callback::TurnInteractionsOff { class } => {
                let member = self.members.get_mut(&seat).ok_or("it has left")?;
                member.told_interactions.remove(class);
                Ok(())
            }
            Callback::StartRegistrationForObjectClass { class } => {
                let member = self.members.get_mut(&seat).ok_or("it has left")?;
                member.told_registration.insert(*class);
                Ok(())
            }
            Callback::StopRegistrationForObjectClass { class } => {
                let member = self.members.get_mut(&seat).ok_or("it has left")?;
                member.told_registration.remove(class);
                Ok(())
            }
            Callback::ConfirmAttributeTransportationTypeChange {
                object,
                attributes,
                transportation,
            } => {
                self.knows(seat, *object)?;
                let it = self.object_mut(seat, *object).ok_or("no such instance")?;
                for attribute in attributes {
                    ensure(it.changing.remove(&attribute), || {
                        "nobody asked for it".into()
                    })?;
                    it.transportation.insert(attribute, *transportation);
                }
                Ok(())
            }
            Callback::ConfirmInteractionTransportationTypeChange {
                class,
                transportation,
            } => {
                let member = self.members.get_mut(&seat).ok_or("it has left")?;
                ensure(member.changing.remove(class), || {
                    "nobody asked for it".into()
                })?;
                if member.mine.sends.contains(class) {
                    self.interaction_types
                        .insert((seat, *class), *transportation);
                }
                Ok(())
            }
            other => {
                self.about_ownership(seat, other)?;
                self.about_points(seat, other)?;
                self.about_saves(seat, other)?;
                self.about_time(edition, seat, other)
            }
        }
    }

    fn knows(&self, seat: Seat, object: ObjectInstanceHandle) -> Verdict {
        let known = self.member(seat)?.known.contains_key(&object);
        let state = || {
            if self.members[&seat].removed.contains(&object) {
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
        seat: Seat,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &str,
        producer: Option<FederateHandle>,
    ) -> Verdict {
        let schema = self.schema(seat).ok_or("no schema")?;
        let member = self.member(seat)?;
        ensure(!member.known.contains_key(&object), || {
            "it is known already".into()
        })?;
        let removed = member.removed.contains(&object);
        let forgotten = member.forgotten.contains_key(&object);
        let traded = self
            .executions
            .get(&seat.execution)
            .and_then(|e| e.objects.get(&object))
            .is_some_and(|it| it.traded);
        let own = object.registrant() == seat.federate;
        ensure(!own || (traded && forgotten), || {
            "it registered that itself".into()
        })?;
        let execution = self.executions.get(&seat.execution).ok_or("no execution")?;
        let it = execution
            .objects
            .get(&object)
            .ok_or("nobody registered it")?;
        // The RTI announces what it did not hear the end of from a registrant that was lost.
        ensure(!removed || it.fate == Fate::Unsure, || {
            "it was removed before".into()
        })?;
        ensure(it.name == name, || format!("its name is {:?}", it.name))?;
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
            it.registered.contains(&a) && self.may_be_in_scope(&schema, seat, object, class, a)
        });
        ensure(visible || it.traded, || "nothing of it is in scope".into())?;
        let member = self.members.get_mut(&seat).ok_or("it has left")?;
        member.known.insert(object, Known { class });
        Ok(())
    }

    /// What holds for everything that carries values. Gives the number of the message.
    fn envelope(
        &mut self,
        edition: Edition,
        seat: Seat,
        delivery: &Delivery<'_>,
        pairs: &[(u32, &[u8])],
    ) -> Result<u64, String> {
        let tag = delivery.tag.try_into().map_err(|_| "a strange tag")?;
        let number = u64::from_le_bytes(tag);
        let message = self
            .messages
            .get(number as usize)
            .ok_or("nobody sent that")?;
        let from = message.from;
        ensure(!message.undone, || {
            "it was sent after the save that was restored".into()
        })?;
        ensure(from.execution == seat.execution, || {
            "it is of another execution".into()
        })?;
        ensure(from != seat, || "it is its own".into())?;
        if let Some(problem) = self.comes_too_early(seat, number) {
            return Err(problem);
        }
        let told = (edition == Edition::Hla2025).then_some(from.federate);
        ensure(delivery.producer == told, || {
            format!("the producer must be {told:?}")
        })?;
        let true_values = pairs
            .iter()
            .all(|(h, value)| *value == value_of(number, *h));
        ensure(true_values, || "the values are not those sent".into())?;
        let sent = message.time;
        ensure(sent == delivery.time.map(crate::clock::number), || {
            format!("it was sent with time {sent:?}")
        })?;
        let ordered = delivery.sent_order == OrderType::TimeStamp;
        self.in_time(seat, delivery)?;
        if ordered {
            self.got_ordered.insert((number, seat));
            let told = self.taken_back.contains(&(number, seat));
            ensure(!told, || "it was told that this was retracted".into())?;
        }
        if let Some(clock) = self.clock_mut(seat) {
            clock.inbox.remove(&number);
        }
        if !ordered {
            let stream = (seat, from, delivery.transportation, false);
            let last = self.last.get(&stream).copied();
            ensure(last.is_none_or(|last| last <= number), || {
                format!("{last:?} came before")
            })?;
            self.last.insert(stream, number);
            self.settle_due(stream, number);
        }
        Ok(number)
    }

    /// Values that come for the first time; those due are settled.
    fn take(&mut self, seat: Seat, number: u64, way: Way, pairs: &[(u32, &[u8])]) -> Verdict {
        let got = self.got.entry((number, seat)).or_default();
        let again = pairs.iter().find(|(handle, _)| !got.insert(*handle));
        ensure(again.is_none(), || "that came before".into())?;
        let message = &self.messages[number as usize];
        let from = message.from;
        if !way.1 {
            let subjects: Vec<_> = match &message.what {
                What::Update { object, .. } => {
                    let subject = |(handle, _): &(u32, _)| Subject::Attribute(*object, *handle);
                    pairs.iter().map(subject).collect()
                }
                What::Interaction { class, .. } | What::Directed { class, .. } => {
                    vec![Subject::Class(*class)]
                }
            };
            for subject in subjects {
                let last = self.last_of.insert((seat, from, subject), number);
                ensure(last.is_none_or(|last| last <= number), || {
                    format!("{last:?} of {subject:?} came before")
                })?;
            }
        }
        if let Some(queue) = self.due.get_mut(&(seat, from, way.0, way.1)) {
            for due in queue.iter_mut().take_while(|due| due.message <= number) {
                due.got |= due.message == number
                    && match &due.reason {
                        Reason::Interaction { .. } => true,
                        Reason::Attribute { attribute, .. } => {
                            pairs.iter().any(|(handle, _)| *handle == attribute.raw())
                        }
                    };
            }
        }
        Ok(())
    }

    fn reflected(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        number: u64,
        way: Way,
        pairs: &[(u32, &[u8])],
    ) -> Verdict {
        let What::Update {
            object: of,
            attributes,
        } = &self.messages[number as usize].what
        else {
            return Err("no update was sent with that number".into());
        };
        ensure(*of == object && !pairs.is_empty(), || {
            format!("it was of {of:?}")
        })?;
        self.knows(seat, object)?;
        let schema = self.schema(seat).ok_or("no schema")?;
        let member = self.member(seat)?;
        let class = member.known[&object].class;
        for (handle, _) in pairs {
            let attribute = hyla_types::AttributeHandle::new(*handle);
            let sent = attributes.get(&attribute);
            let sent = sent.ok_or_else(|| format!("{attribute:?} was not sent"))?;
            let passes = member.mine.passes(&schema, class, attribute, sent);
            ensure(!passes.is_empty(), || {
                format!("{attribute:?}, sent with {sent:?}, is not subscribed so at {class:?}")
            })?;
        }
        self.take(seat, number, way, pairs)
    }

    fn received(
        &mut self,
        seat: Seat,
        class: InteractionClassHandle,
        number: u64,
        way: Way,
        pairs: &[(u32, &[u8])],
    ) -> Verdict {
        let What::Interaction {
            class: sent,
            parameters,
            regions,
        } = &self.messages[number as usize].what
        else {
            return Err("no interaction was sent with that number".into());
        };
        let schema = self.schema(seat).ok_or("no schema")?;
        let lineage = &schema.interaction(*sent).ok_or("no class")?.lineage;
        let mine = &self.member(seat)?.mine;
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
            "the parameters are not those available".into()
        })?;
        self.once(seat, number)?;
        self.take(seat, number, way, pairs)
    }

    /// Interactions may come without parameters, so that values alone do not tell a double.
    fn once(&mut self, seat: Seat, number: u64) -> Verdict {
        let got = self.got.entry((number, seat)).or_default();
        ensure(got.insert(u32::MAX), || "that came before".into())
    }

    fn directed(
        &mut self,
        seat: Seat,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        number: u64,
        way: Way,
        pairs: &[(u32, &[u8])],
    ) -> Verdict {
        self.knows(seat, object)?;
        let What::Directed {
            class: sent,
            object: at,
        } = &self.messages[number as usize].what
        else {
            return Err("no directed interaction was sent with that number".into());
        };
        let (sent, at) = (*sent, *at);
        let schema = self.schema(seat).ok_or("no schema")?;
        let member = self.member(seat)?;
        let objects = &schema
            .object(member.known[&object].class)
            .ok_or("no class")?
            .lineage;
        let interactions = &schema.interaction(sent).ok_or("no class")?.lineage;
        let nearest = member.mine.directed_as(objects, interactions);
        let owns = self
            .object_mut(seat, object)
            .is_some_and(|it| it.owns_any(seat.federate));
        let allowed = nearest.is_some_and(|(c, universal, _)| c == class && (universal || owns));
        ensure(allowed && at == object, || {
            format!("its subscription is {nearest:?}, {owns}")
        })?;
        self.once(seat, number)?;
        self.take(seat, number, way, pairs)
    }

    fn removed(
        &mut self,
        edition: Edition,
        seat: Seat,
        object: ObjectInstanceHandle,
        delivery: &Delivery<'_>,
    ) -> Verdict {
        self.knows(seat, object)?;
        self.in_time(seat, delivery)?;
        self.settle_object(seat, object);
        let told = (edition == Edition::Hla2025).then_some(object.registrant());
        let traded = self.object_mut(seat, object).is_some_and(|it| it.traded);
        ensure(traded || delivery.producer == told, || {
            format!("the producer must be {told:?}")
        })?;
        let registrant = Seat {
            federate: object.registrant(),
            ..seat
        };
        // A removal that was lost with a channel is told by what exists, without its tag.
        let severed = self.severed.contains_key(&(seat, registrant));
        let gone = severed || !self.is_enrolled(registrant);
        let it = self.object_mut(seat, object).ok_or("no such instance")?;
        match &it.fate {
            Fate::Alive => return Err("the instance exists".into()),
            Fate::Deleted(tag) => {
                let right = traded || tag == delivery.tag || (gone && delivery.tag.is_empty());
                ensure(right, || format!("it was deleted with {tag:?}"))?;
            }
            Fate::Swept | Fate::Unsure => {}
        }
        let member = self.members.get_mut(&seat).ok_or("it has left")?;
        member.known.remove(&object);
        member.removed.insert(object);
        // Should it become known again, what came before is not due any more.
        *member.forgotten.entry(object).or_default() += 1;
        if let Some(it) = self.object_mut(seat, object) {
            it.give_up(seat.federate);
        }
        self.end_requests(seat, object);
        self.forget_advisories(seat, object);
        Ok(())
    }

    fn reserved(
        &mut self,
        seat: Seat,
        names: &BTreeSet<String>,
        granted: bool,
        multiple: bool,
    ) -> Verdict {
        let member = self.members.get_mut(&seat).ok_or("it has left")?;
        let (asked, several) = member.reserving.front_mut().ok_or("nothing was asked")?;
        ensure(*several == multiple && names.is_subset(asked), || {
            format!("asked was {asked:?}")
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
