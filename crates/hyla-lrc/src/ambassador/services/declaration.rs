//! Declaration management (clause 5).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle,
    Service,
};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `publishObjectClassAttributes` (5.2). Adds to the attributes that are published at exactly
    /// this class.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectClassNotDefined`; and those of every service.
    pub fn publish_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::PublishObjectClassAttributes,
            &[&object_class, &attributes],
            |member, links| member.publish_object_class_attributes(object_class, attributes, links),
        )
    }

    /// `unpublishObjectClass` (5.3). Attributes that this federate owns of its instances lose their
    /// owner.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `OwnershipAcquisitionPending`, `ObjectClassNotDefined`; and those of every service.
    pub fn unpublish_object_class(&self, object_class: ObjectClassHandle) -> Result<()> {
        self.engine().declare(
            Service::UnpublishObjectClass,
            &[&object_class],
            |member, links| member.unpublish_object_class(object_class, links),
        )
    }

    /// `unpublishObjectClassAttributes` (5.3). Owned instances of the attributes lose their owner.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `OwnershipAcquisitionPending`, `AttributeNotDefined`, `ObjectClassNotDefined`; and those of
    /// every service.
    pub fn unpublish_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnpublishObjectClassAttributes,
            &[&object_class, &attributes],
            |member, links| {
                member.unpublish_object_class_attributes(object_class, attributes, links)
            },
        )
    }

    /// `publishInteractionClass` (5.4). Interactions of exactly this class may be sent from then
    /// on.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`; and those of every service.
    pub fn publish_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.engine().declare(
            Service::PublishInteractionClass,
            &[&interaction_class],
            |member, links| member.publish_interaction_class(interaction_class, links),
        )
    }

    /// `unpublishInteractionClass` (5.5).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`; and those of every service.
    pub fn unpublish_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnpublishInteractionClass,
            &[&interaction_class],
            |member, links| member.unpublish_interaction_class(interaction_class, links),
        )
    }

    /// `publishObjectClassDirectedInteractions` (5.6, 2025).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `ObjectClassNotDefined`; and those of every service.
    pub fn publish_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: &InteractionClassHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::PublishObjectClassDirectedInteractions,
            &[&object_class, &interaction_classes],
            |member, links| {
                member.publish_object_class_directed_interactions(
                    object_class,
                    interaction_classes,
                    links,
                )
            },
        )
    }

    /// `unpublishObjectClassDirectedInteractions` (5.7, 2025). Without a set, all interaction
    /// classes of the object class.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`; and those of every service.
    pub fn unpublish_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnpublishObjectClassDirectedInteractions,
            &[&object_class, &interaction_classes],
            |member, links| {
                member.unpublish_object_class_directed_interactions(
                    object_class,
                    interaction_classes,
                    links,
                )
            },
        )
    }

    /// `subscribeObjectClassAttributes` (5.6 in 2010, 5.8 in 2025). An empty designator asks for
    /// every update. Existing instances are discovered.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectClassNotDefined`, `InvalidUpdateRateDesignator` (2010); and
    /// those of every service.
    pub fn subscribe_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        active: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeObjectClassAttributes,
            &[&object_class, &attributes, &active, &update_rate_designator],
            |member, links| {
                member.subscribe_object_class_attributes(
                    object_class,
                    attributes,
                    active,
                    update_rate_designator,
                    links,
                )
            },
        )
    }

    /// `unsubscribeObjectClass` (5.7 in 2010, 5.9 in 2025). Known instances stay known.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`; and those of every service.
    pub fn unsubscribe_object_class(&self, object_class: ObjectClassHandle) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClass,
            &[&object_class],
            |member, links| member.unsubscribe_object_class(object_class, links),
        )
    }

    /// `unsubscribeObjectClassAttributes` (5.7 in 2010, 5.9 in 2025).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectClassNotDefined`; and those of every service.
    pub fn unsubscribe_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClassAttributes,
            &[&object_class, &attributes],
            |member, links| {
                member.unsubscribe_object_class_attributes(object_class, attributes, links)
            },
        )
    }

    /// `subscribeInteractionClass` (5.8 in 2010, 5.10 in 2025).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `FederateServiceInvocationsAreBeingReportedViaMOM`, `InteractionClassNotDefined`; and those
    /// of every service.
    pub fn subscribe_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
        active: Activity,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeInteractionClass,
            &[&interaction_class, &active],
            |member, links| member.subscribe_interaction_class(interaction_class, active, links),
        )
    }

    /// `unsubscribeInteractionClass` (5.9 in 2010, 5.11 in 2025).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`; and those of every service.
    pub fn unsubscribe_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeInteractionClass,
            &[&interaction_class],
            |member, links| member.unsubscribe_interaction_class(interaction_class, links),
        )
    }

    /// `subscribeObjectClassDirectedInteractions` (5.12, 2025).
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `ObjectClassNotDefined`; and those of every service.
    pub fn subscribe_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: &InteractionClassHandleSet,
        universally: DirectedScope,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeObjectClassDirectedInteractions,
            &[&object_class, &interaction_classes, &universally],
            |member, links| {
                member.subscribe_object_class_directed_interactions(
                    object_class,
                    interaction_classes,
                    universally,
                    links,
                )
            },
        )
    }

    /// `unsubscribeObjectClassDirectedInteractions` (5.13, 2025). Without a set, all interaction
    /// classes of the object class.
    ///
    /// Any thread, also in callbacks. Returns once every joined federate has applied it, at the
    /// latest after twice `timeout.declaration_ms`; in a callback at once.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`; and those of every service.
    pub fn unsubscribe_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClassDirectedInteractions,
            &[&object_class, &interaction_classes],
            |member, links| {
                member.unsubscribe_object_class_directed_interactions(
                    object_class,
                    interaction_classes,
                    links,
                )
            },
        )
    }
}
