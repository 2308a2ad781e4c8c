//! Transportation types: changes and queries (clauses 6.23 to 6.30 in 2010, 6.25 to 6.33 in 2025).

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Exception, ExceptionKind, FederateHandle,
    InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, TransportationTypeHandle,
};

use super::MemberObjects;
use super::refusals::{not_known, not_owned};
use super::transportation_choices::transportation_of;
use crate::Result;
use crate::callback::Callback;
use crate::member::{Joined, Member};
use crate::message::data;
use crate::outbox::{Frames, Lanes, Outbox};

impl Member {
    /// `requestAttributeTransportationTypeChange` (6.23 in 2010, 6.25 in 2025). The new type is used
    /// from the confirming callback on.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeAlreadyBeingChanged`, `InvalidTransportationTypeHandle`.
    pub fn request_attribute_transportation_type_change(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        let Some((instance, known)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        joined.check_attributes(known, attributes)?;
        joined.check_transportation(transportation)?;
        for attribute in attributes {
            if !instance.owns(joined.identity.handle(), attribute) {
                return Err(not_owned(object, attribute));
            }
            if instance
                .specials()
                .is_some_and(|s| s.changing.contains(attribute))
            {
                return Err(Exception::new(
                    ExceptionKind::AttributeAlreadyBeingChanged,
                    format!("a change of {attribute:?} of {object:?} is not confirmed yet"),
                ));
            }
        }
        if attributes.is_empty() {
            return Ok(());
        }
        if let Some(instance) = joined.objects.record_mut(object) {
            instance.special().changing.extend(attributes);
        }
        let attributes = attributes.clone();
        queue.push(Callback::ConfirmAttributeTransportationTypeChange {
            object,
            attributes,
            transportation,
        });
        Ok(())
    }

    /// `changeDefaultAttributeTransportationType` (6.27, 2025): for instances that this federate
    /// registers from now on.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidTransportationTypeHandle`.
    pub fn change_default_attribute_transportation_type(
        &mut self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.object_class(class)?;
        joined.check_attributes(class, attributes)?;
        joined.check_transportation(transportation)?;
        let defaults = attributes.iter().map(|a| ((class, a), transportation));
        joined.objects.transportation.defaults.extend(defaults);
        Ok(())
    }

    /// `queryAttributeTransportationType` (6.25 in 2010, 6.28 in 2025). The owner is asked; an
    /// attribute without one has the type of the object model.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn query_attribute_transportation_type(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        let Some((instance, known)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        joined.check_attributes(known, &AttributeHandleSet::from([attribute]))?;
        match joined.owner_of(instance, attribute) {
            Some(owner) if joined.roster.peer(owner).is_some() => {
                out.frame(owner, &mut |buffer| {
                    data::put_query_attribute(buffer, object, attribute);
                });
            }
            _ => {
                let transportation = transportation_of(instance, &joined.fdd, attribute);
                queue.push(Callback::ReportAttributeTransportationType {
                    object,
                    attribute,
                    transportation,
                });
            }
        }
        Ok(())
    }

    /// `requestInteractionTransportationTypeChange` (6.27 in 2010, 6.30 in 2025): for what this
    /// federate sends of exactly this class, from the confirming callback on.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InteractionClassNotPublished`,
    /// `InteractionClassAlreadyBeingChanged`, `InvalidTransportationTypeHandle`.
    pub fn request_interaction_transportation_type_change(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        joined.interaction_class(class)?;
        joined.check_transportation(transportation)?;
        if !joined.declarations.own().publishes_interaction(class) {
            return Err(Exception::new(
                ExceptionKind::InteractionClassNotPublished,
                format!("{} does not publish {class:?}", joined.identity.name()),
            ));
        }
        if !joined
            .objects
            .transportation
            .interactions_changing
            .insert(class)
        {
            return Err(Exception::new(
                ExceptionKind::InteractionClassAlreadyBeingChanged,
                format!("a change of {class:?} is not confirmed yet"),
            ));
        }
        queue.push(Callback::ConfirmInteractionTransportationTypeChange {
            class,
            transportation,
        });
        Ok(())
    }

    /// `queryInteractionTransportationType` (6.29 in 2010, 6.32 in 2025).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`; `RTIinternalError` if there is no such federate, since the
    /// service lists no exception for that.
    pub fn query_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        joined.interaction_class(class)?;
        if federate == joined.identity.handle() {
            let transportation = joined.interaction_transportation(class);
            queue.push(Callback::ReportInteractionTransportationType {
                federate,
                class,
                transportation,
            });
        } else if joined.roster.peer(federate).is_some() {
            out.frame(federate, &mut |buffer| {
                data::put_query_interaction(buffer, class);
            });
        } else {
            return Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("{federate:?} is not a joined federate"),
            ));
        }
        Ok(())
    }

    /// A callback that is about to be delivered may change what holds from then on.
    pub(crate) fn take_effect(&mut self, callback: &Callback<'static>) {
        if let Callback::TimeAdvanceGrant { .. } | Callback::FlushQueueGrant { .. } = callback {
            // Changes time only (`take_effect_in_time`); the notes of updates remain.
            return;
        }
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        match callback {
            // Of a departed member; deletions by joined members take effect as they are resolved.
            Callback::RemoveObjectInstance { object, .. } => {
                self.parting = joined.lose_instance(*object);
                if self.parting.as_ref().is_some_and(|i| i.known.is_some()) {
                    joined.managed.counters_mut().count_removed();
                }
            }
            Callback::ConfirmAttributeTransportationTypeChange {
                object,
                attributes,
                transportation,
            } => {
                let Some(instance) = joined.objects.record_mut(*object) else {
                    return;
                };
                let special = instance.special();
                // Attributes that have another owner since are not changed.
                let changed = special.changing.intersection(attributes);
                special.changing = special.changing.difference(attributes);
                special
                    .transportation
                    .extend(changed.iter().map(|a| (a, *transportation)));
                joined.objects.transportation.note_change();
            }
            Callback::ConfirmInteractionTransportationTypeChange {
                class,
                transportation,
            } => {
                joined
                    .objects
                    .transportation
                    .interactions_changing
                    .remove(*class);
                joined.objects.transportation.note_change();
                if joined.declarations.own().publishes_interaction(*class) {
                    joined
                        .objects
                        .transportation
                        .interactions
                        .insert(*class, *transportation);
                }
            }
            Callback::InitiateFederateSave { .. } => self.begin_saving(),
            Callback::AnnounceSynchronizationPoint { label, .. } => {
                joined.points.announce(label.clone());
            }
            _ => {}
        }
    }
}

impl Joined {
    fn check_transportation(&self, transportation: TransportationTypeHandle) -> Result<()> {
        match self.fdd.transportation(transportation) {
            Some(_) => Ok(()),
            None => Err(Exception::new(
                ExceptionKind::InvalidTransportationTypeHandle,
                format!("{transportation:?} is not a transportation type of this federation"),
            )),
        }
    }

    /// The type that this federate sends the class with.
    pub(crate) fn interaction_transportation(
        &self,
        class: InteractionClassHandle,
    ) -> TransportationTypeHandle {
        let chosen = self
            .objects
            .transportation
            .interactions
            .get(&class)
            .copied();
        let stated = || self.fdd.interaction_class(class).map(|c| c.transportation);
        chosen
            .or_else(stated)
            .unwrap_or(TransportationTypeHandle::new(0))
    }

    /// Publishing an interaction class anew starts with the type of the object model.
    pub(crate) fn forget_interaction_transportation(&mut self, class: InteractionClassHandle) {
        if self
            .objects
            .transportation
            .interactions
            .remove(&class)
            .is_some()
        {
            self.objects.transportation.note_change();
        }
    }

    /// Before something is sent: if something has another type than before, what went by the old one
    /// arrives before what goes by the new.
    #[inline]
    pub(crate) fn fence_changes(&mut self, out: &mut dyn Lanes) {
        if std::mem::take(&mut self.objects.transportation.changed) {
            for (_, peer) in self.roster.peers() {
                out.fence(peer.info.handle);
            }
        }
    }

    /// A new instance takes this federate's defaults.
    pub(crate) fn inherit_default_transportation(&mut self, object: ObjectInstanceHandle) {
        let MemberObjects {
            instances,
            transportation,
            ..
        } = &mut self.objects;
        let Some(instance) = instances.record_mut(object) else {
            return;
        };
        let class = instance.class;
        let chosen: Vec<_> = transportation
            .defaults
            .iter()
            .filter(|((c, _), _)| *c == class)
            .map(|((_, attribute), chosen)| (*attribute, *chosen))
            .collect();
        if !chosen.is_empty() {
            instance.special().transportation.extend(chosen);
        }
    }

    /// Another member asks for the type of an attribute owned here.
    pub(crate) fn answer_attribute_query(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        out: &mut dyn Frames,
    ) {
        let Some(instance) = self.objects.record(object) else {
            return;
        };
        if self.fdd.find_attribute(attribute).is_none() {
            return;
        }
        let transportation = transportation_of(instance, &self.fdd, attribute);
        out.frame(from, &mut |buffer| {
            data::put_report_attribute(buffer, object, attribute, transportation);
        });
    }

    /// Another member asks for the type with which this federate sends a class.
    pub(crate) fn answer_interaction_query(
        &self,
        from: FederateHandle,
        class: InteractionClassHandle,
        out: &mut dyn Frames,
    ) {
        let transportation = self.interaction_transportation(class);
        out.frame(from, &mut |buffer| {
            data::put_report_interaction(buffer, class, transportation);
        });
    }
}
