//! The member's side: the services of clause 5, and what others declare.

use hyla_types::{
    AttributeHandleSet, Exception, ExceptionKind, FederateHandle, InteractionClassHandle,
    InteractionClassHandleSet, ObjectClassHandle,
};

use super::activity::{Activity, DirectedScope};
use super::declarations::{Declarations, discoverable_by};
use crate::Result;
use crate::callback::Callback;
use crate::fdd::{InteractionClass, ObjectClass};
use crate::member::{Joined, Member};
use crate::message::{DeclarationChange, Rate};
use crate::outbox::Outbox;

impl Member {
    /// `publishObjectClassAttributes` (5.2): adds to what is published at exactly this class; the
    /// privilege to delete comes along.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn publish_object_class_attributes(
        &mut self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.object_class(class)?;
        joined.check_attributes(class, attributes)?;
        if attributes.is_empty() {
            return Ok(());
        }
        let mut attributes = attributes.clone();
        attributes.insert(joined.fdd.privilege_to_delete());
        self.declare(
            DeclarationChange::PublishObjectClass { class, attributes },
            out,
        )?;
        self.look_for_offers_of(class);
        Ok(())
    }

    /// `unpublishObjectClass` (5.3): instances registered at the class lose this owner.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `OwnershipAcquisitionPending`.
    pub fn unpublish_object_class(
        &mut self,
        class: ObjectClassHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?.object_class(class)?;
        self.unpublish(class, None, out)
    }

    /// `unpublishObjectClassAttributes` (5.3): the attributes lose this owner.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `OwnershipAcquisitionPending`.
    pub fn unpublish_object_class_attributes(
        &mut self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.object_class(class)?;
        joined.check_attributes(class, attributes)?;
        self.unpublish(class, Some(attributes.clone()), out)
    }

    fn unpublish(
        &mut self,
        class: ObjectClassHandle,
        attributes: Option<AttributeHandleSet>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        let gone = match (&attributes, joined.declarations.own().published(class)) {
            (_, None) => return Ok(()),
            (None, Some(published)) => published.clone(),
            (Some(named), Some(published)) => published.intersection(named),
        };
        joined.check_no_acquisition(class, &gone)?;
        joined.lose_ownership(class, &gone, out);
        self.declare(
            DeclarationChange::UnpublishObjectClass { class, attributes },
            out,
        )?;
        let (joined, queue) = self.joined_with_queue()?;
        if joined.declarations.own().published(class).is_none() {
            queue.withdraw(|callback| {
                matches!(callback, Callback::StartRegistrationForObjectClass { class: c }
                    | Callback::StopRegistrationForObjectClass { class: c } if *c == class)
            });
        }
        Ok(())
    }

    /// `publishInteractionClass` (5.4): exactly this class may be sent.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`.
    pub fn publish_interaction_class(
        &mut self,
        class: InteractionClassHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?.interaction_class(class)?;
        self.declare(DeclarationChange::PublishInteractionClass { class }, out)
    }

    /// `unpublishInteractionClass` (5.5).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`.
    pub fn unpublish_interaction_class(
        &mut self,
        class: InteractionClassHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.interaction_class(class)?;
        joined.forget_interaction_transportation(class);
        self.declare(DeclarationChange::UnpublishInteractionClass { class }, out)?;
        // An advisory that waits would be taken for one of a later publication.
        self.queue.withdraw(|callback| {
            matches!(callback, Callback::TurnInteractionsOn { class: c }
                | Callback::TurnInteractionsOff { class: c } if *c == class)
        });
        Ok(())
    }

    /// `subscribeObjectClassAttributes` (5.6 in 2010, 5.8 in 2025). Naming an attribute again
    /// replaces its flag and rate. Known instances registered at or below the class are discovered
    /// as their registrants announce them.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidUpdateRateDesignator`.
    pub fn subscribe_object_class_attributes(
        &mut self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        activity: Activity,
        update_rate_designator: &str,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        joined.object_class(class)?;
        joined.check_attributes(class, attributes)?;
        let rate = joined.rate(update_rate_designator)?;
        if attributes.is_empty() {
            return Ok(());
        }
        let active = activity == Activity::Active;
        let attributes = attributes.clone();
        let change = DeclarationChange::SubscribeObjectClass {
            class,
            attributes,
            active,
            rate,
        };
        let before = joined.scopes_below(class);
        joined.declarations.own.apply(&change);
        joined.tell_new_scopes(before, queue);
        for item in joined.rediscoveries(class) {
            queue.push_item(item);
        }
        self.declare(change, out)
    }

    /// `unsubscribeObjectClass` (5.7 in 2010, 5.9 in 2025). Known instances stay known.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`.
    pub fn unsubscribe_object_class(
        &mut self,
        class: ObjectClassHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?.object_class(class)?;
        self.unsubscribe(class, None, out)
    }

    /// `unsubscribeObjectClassAttributes` (5.7 in 2010, 5.9 in 2025).
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn unsubscribe_object_class_attributes(
        &mut self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.object_class(class)?;
        joined.check_attributes(class, attributes)?;
        self.unsubscribe(class, Some(attributes.clone()), out)
    }

    /// If no attribute of an instance was in scope at the class, one above may be its candidate now.
    fn unsubscribe(
        &mut self,
        class: ObjectClassHandle,
        attributes: Option<AttributeHandleSet>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.declare(
            DeclarationChange::UnsubscribeObjectClass { class, attributes },
            out,
        )?;
        self.rediscover_above(class)
    }

    pub(crate) fn rediscover_above(&mut self, class: ObjectClassHandle) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        if !joined.declarations.own().subscribes_at(class) {
            joined
                .rediscoveries(class)
                .into_iter()
                .for_each(|item| queue.push_item(item));
        }
        Ok(())
    }

    /// `subscribeInteractionClass` (5.8 in 2010, 5.10 in 2025).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`; `FederateServiceInvocationsAreBeingReportedViaMOM` for
    /// `HLAreportServiceInvocation` while this federate's services are reported.
    pub fn subscribe_interaction_class(
        &mut self,
        class: InteractionClassHandle,
        activity: Activity,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.interaction_class(class)?;
        if joined.switches.service_reporting && joined.fdd.is_service_report(class) {
            return Err(Exception::new(
                ExceptionKind::FederateServiceInvocationsAreBeingReportedViaMOM,
                format!(
                    "switch service reporting of {} off first",
                    joined.identity.name()
                ),
            ));
        }
        let active = activity == Activity::Active;
        self.declare(
            DeclarationChange::SubscribeInteractionClass { class, active },
            out,
        )
    }

    /// `unsubscribeInteractionClass` (5.9 in 2010, 5.11 in 2025).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`.
    pub fn unsubscribe_interaction_class(
        &mut self,
        class: InteractionClassHandle,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?.interaction_class(class)?;
        self.declare(
            DeclarationChange::UnsubscribeInteractionClass { class },
            out,
        )
    }

    /// `publishObjectClassDirectedInteractions` (5.6, 2025): the interactions may be directed at
    /// instances known as the class or one below it.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`; `InteractionClassNotDefined` also for a class that the object model
    /// does not direct at this object class.
    pub fn publish_object_class_directed_interactions(
        &mut self,
        class: ObjectClassHandle,
        interactions: &InteractionClassHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        let directed = &joined.object_class(class)?.directed_interactions;
        for interaction in interactions {
            joined.interaction_class(interaction)?;
            if !directed.contains(interaction) {
                return Err(Exception::new(
                    ExceptionKind::InteractionClassNotDefined,
                    format!("{interaction:?} is not a directed interaction of {class:?}"),
                ));
            }
        }
        let interactions = interactions.clone();
        self.declare(
            DeclarationChange::PublishDirected {
                class,
                interactions,
            },
            out,
        )
    }

    /// `unpublishObjectClassDirectedInteractions` (5.7, 2025); `None` for all.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    pub fn unpublish_object_class_directed_interactions(
        &mut self,
        class: ObjectClassHandle,
        interactions: Option<&InteractionClassHandleSet>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?.check_interactions(class, interactions)?;
        let interactions = interactions.cloned();
        self.declare(
            DeclarationChange::UnpublishDirected {
                class,
                interactions,
            },
            out,
        )
    }

    /// `subscribeObjectClassDirectedInteractions` (5.12, 2025).
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    pub fn subscribe_object_class_directed_interactions(
        &mut self,
        class: ObjectClassHandle,
        interactions: &InteractionClassHandleSet,
        scope: DirectedScope,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?
            .check_interactions(class, Some(interactions))?;
        let universally = scope == DirectedScope::Universal;
        let interactions = interactions.clone();
        self.declare(
            DeclarationChange::SubscribeDirected {
                class,
                interactions,
                universally,
            },
            out,
        )
    }

    /// `unsubscribeObjectClassDirectedInteractions` (5.13, 2025); `None` for all.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    pub fn unsubscribe_object_class_directed_interactions(
        &mut self,
        class: ObjectClassHandle,
        interactions: Option<&InteractionClassHandleSet>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?.check_interactions(class, interactions)?;
        let interactions = interactions.cloned();
        self.declare(
            DeclarationChange::UnsubscribeDirected {
                class,
                interactions,
            },
            out,
        )
    }

    /// A checked change: it holds here at once and for the others when the log brings it.
    pub(crate) fn declare(
        &mut self,
        change: DeclarationChange,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.declarations.own.apply(&change);
        joined.tell_declaration(change, out);
        self.refresh_advisories();
        Ok(())
    }

    /// Another member's change, from the log: advisories follow, and instances registered here are
    /// announced to a new subscriber.
    pub(crate) fn handle_declared(
        &mut self,
        federate: FederateHandle,
        change: &DeclarationChange,
        out: &mut dyn Outbox,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some(peer) = joined.roster.peer_mut(federate) else {
            return;
        };
        let discoverable = discoverable_by(&peer.declarations, change);
        let before = weight(&peer.declarations, change, &joined.fdd);
        peer.declarations.apply(change);
        let moved = match change {
            DeclarationChange::CommitRegions { .. } => true,
            _ => before.is_some() && before == weight(&peer.declarations, change, &joined.fdd),
        };
        let Some(slot) = joined.roster.slot(federate) else {
            return;
        };
        // A change of regions alone leaves the default region as before.
        if !moved {
            joined.declarations.forget_interest();
        }
        let reached_anew = joined.follow_peer(slot, change, out);
        if let Some(class) = discoverable {
            let own = joined.objects.sorted_where(|i| {
                i.registrant() == joined.identity.handle() && joined.fdd.descends(i.class, class)
            });
            for object in own {
                joined.announce(object, Some(slot), out);
            }
            joined.tell_associations_of_others(slot, out);
        }
        if moved {
            joined.refresh_relevance_of(reached_anew, &mut self.queue);
        } else {
            self.refresh_advisories();
        }
    }
}

/// Sums up the subscriptions of the attributes of a change with regions, each for itself; `None`
/// for other changes.
fn weight(
    declarations: &Declarations,
    change: &DeclarationChange,
    fdd: &crate::fdd::Fdd,
) -> Option<Vec<Option<Option<Rate>>>> {
    let (class, pairs) = match change {
        DeclarationChange::SubscribeObjectClassWithRegions { class, pairs, .. }
        | DeclarationChange::UnsubscribeObjectClassWithRegions { class, pairs } => (*class, pairs),
        _ => return None,
    };
    let attributes = pairs.iter().flat_map(|(attributes, _)| attributes);
    Some(
        attributes
            .map(|attribute| declarations.weight(class, attribute, fdd))
            .collect(),
    )
}

impl Joined {
    /// The class, or `ObjectClassNotDefined`.
    pub(crate) fn object_class(&self, class: ObjectClassHandle) -> Result<&ObjectClass> {
        self.fdd.object_class(class).ok_or_else(|| {
            Exception::new(
                ExceptionKind::ObjectClassNotDefined,
                format!(
                    "{class:?} is not in the object model of {:?}",
                    self.identity.federation()
                ),
            )
        })
    }

    /// The interaction class, or `InteractionClassNotDefined`.
    pub(crate) fn interaction_class(
        &self,
        class: InteractionClassHandle,
    ) -> Result<&InteractionClass> {
        self.fdd.interaction_class(class).ok_or_else(|| {
            Exception::new(
                ExceptionKind::InteractionClassNotDefined,
                format!(
                    "{class:?} is not in the object model of {:?}",
                    self.identity.federation()
                ),
            )
        })
    }

    /// `AttributeNotDefined` unless all are available at the class.
    pub(crate) fn check_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        let available = self.fdd.object_class(class).map(|c| &c.attributes);
        let stranger = attributes
            .iter()
            .find(|a| !available.is_some_and(|available| available.contains(*a)));
        stranger.map_or(Ok(()), |a| Err(crate::object::not_defined(a)))
    }

    fn check_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        self.object_class(class)?;
        interactions
            .into_iter()
            .flatten()
            .try_for_each(|i| self.interaction_class(i).map(|_| ()))
    }

    pub(crate) fn rate(&self, designator: &str) -> Result<Rate> {
        if designator.is_empty() {
            return Ok(None);
        }
        match self.fdd.update_rate_named(designator) {
            Some((position, _)) => Ok(Some(position)),
            None => Err(crate::support::no_such_rate(designator)),
        }
    }

    /// `OwnershipAcquisitionPending` if the federate acquires one of the attributes of an instance
    /// known by the class.
    fn check_no_acquisition(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        let pending = self.ownership.acquiring().find(|(object, attribute)| {
            let known = self.objects.known(*object).map(|(_, known)| known);
            known == Some(class) && attributes.contains(*attribute)
        });
        match pending {
            None => Ok(()),
            Some((object, attribute)) => Err(Exception::new(
                ExceptionKind::OwnershipAcquisitionPending,
                format!("{attribute:?} of {object:?} is being acquired: cancel that first"),
            )),
        }
    }

    /// Instances of the class lose this owner for the attributes; the log informs the others.
    fn lose_ownership(
        &mut self,
        class: ObjectClassHandle,
        gone: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) {
        let handle = self.identity.handle();
        let own = self
            .objects
            .sorted_where(|i| i.known == Some(class) && i.owned(handle).is_some());
        for object in own {
            let owned = self.objects.record(object).and_then(|i| i.owned(handle));
            if let Some(attributes) = owned.map(|owned| owned.intersection(gone)) {
                self.divest(object, &attributes, &[], out);
            }
        }
    }
}
