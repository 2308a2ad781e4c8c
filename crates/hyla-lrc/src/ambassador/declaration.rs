//! Declaration management (clause 5).

use hyla_core::Result;
use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle,
    Service,
};

use super::{Activity, DirectedScope, RtiAmbassador};

impl RtiAmbassador {
    /// `publishObjectClassAttributes` (5.2): adds to what is published at exactly this class.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn publish_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::PublishObjectClassAttributes,
            &[&class, &attributes],
            |member, links| member.publish_object_class_attributes(class, attributes, links),
        )
    }

    /// `unpublishObjectClass` (5.3): attributes owned of its instances lose their owner.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `OwnershipAcquisitionPending`.
    pub fn unpublish_object_class(&self, class: ObjectClassHandle) -> Result<()> {
        self.engine()
            .declare(Service::UnpublishObjectClass, &[&class], |member, links| {
                member.unpublish_object_class(class, links)
            })
    }

    /// `unpublishObjectClassAttributes` (5.3): the attributes lose their owner.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `OwnershipAcquisitionPending`.
    pub fn unpublish_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnpublishObjectClassAttributes,
            &[&class, &attributes],
            |member, links| member.unpublish_object_class_attributes(class, attributes, links),
        )
    }

    /// `publishInteractionClass` (5.4): exactly this class may be sent.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`.
    pub fn publish_interaction_class(&self, class: InteractionClassHandle) -> Result<()> {
        self.engine().declare(
            Service::PublishInteractionClass,
            &[&class],
            |member, links| member.publish_interaction_class(class, links),
        )
    }

    /// `unpublishInteractionClass` (5.5).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`.
    pub fn unpublish_interaction_class(&self, class: InteractionClassHandle) -> Result<()> {
        self.engine().declare(
            Service::UnpublishInteractionClass,
            &[&class],
            |member, links| member.unpublish_interaction_class(class, links),
        )
    }

    /// `publishObjectClassDirectedInteractions` (5.6, 2025).
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    pub fn publish_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: &InteractionClassHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::PublishObjectClassDirectedInteractions,
            &[&class, &interactions],
            |member, links| {
                member.publish_object_class_directed_interactions(class, interactions, links)
            },
        )
    }

    /// `unpublishObjectClassDirectedInteractions` (5.7, 2025); `None` for all of the class.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    pub fn unpublish_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnpublishObjectClassDirectedInteractions,
            &[&class, &interactions],
            |member, links| {
                member.unpublish_object_class_directed_interactions(class, interactions, links)
            },
        )
    }

    /// `subscribeObjectClassAttributes` (5.6 in 2010, 5.8 in 2025). An empty designator asks for every
    /// update. Existing instances are discovered.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidUpdateRateDesignator`.
    pub fn subscribe_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        activity: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeObjectClassAttributes,
            &[&class, &attributes, &activity, &update_rate_designator],
            |member, links| {
                member.subscribe_object_class_attributes(
                    class,
                    attributes,
                    activity,
                    update_rate_designator,
                    links,
                )
            },
        )
    }

    /// `unsubscribeObjectClass` (5.7 in 2010, 5.9 in 2025). Known instances stay known.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`.
    pub fn unsubscribe_object_class(&self, class: ObjectClassHandle) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClass,
            &[&class],
            |member, links| member.unsubscribe_object_class(class, links),
        )
    }

    /// `unsubscribeObjectClassAttributes` (5.7 in 2010, 5.9 in 2025).
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn unsubscribe_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClassAttributes,
            &[&class, &attributes],
            |member, links| member.unsubscribe_object_class_attributes(class, attributes, links),
        )
    }

    /// `subscribeInteractionClass` (5.8 in 2010, 5.10 in 2025).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `FederateServiceInvocationsAreBeingReportedViaMOM`.
    pub fn subscribe_interaction_class(
        &self,
        class: InteractionClassHandle,
        activity: Activity,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeInteractionClass,
            &[&class, &activity],
            |member, links| member.subscribe_interaction_class(class, activity, links),
        )
    }

    /// `unsubscribeInteractionClass` (5.9 in 2010, 5.11 in 2025).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`.
    pub fn unsubscribe_interaction_class(&self, class: InteractionClassHandle) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeInteractionClass,
            &[&class],
            |member, links| member.unsubscribe_interaction_class(class, links),
        )
    }

    /// `subscribeObjectClassDirectedInteractions` (5.12, 2025).
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    pub fn subscribe_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: &InteractionClassHandleSet,
        scope: DirectedScope,
    ) -> Result<()> {
        self.engine().declare(
            Service::SubscribeObjectClassDirectedInteractions,
            &[&class, &interactions, &scope],
            |member, links| {
                member.subscribe_object_class_directed_interactions(
                    class,
                    interactions,
                    scope,
                    links,
                )
            },
        )
    }

    /// `unsubscribeObjectClassDirectedInteractions` (5.13, 2025); `None` for all of the class.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `InteractionClassNotDefined`.
    pub fn unsubscribe_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        self.engine().declare(
            Service::UnsubscribeObjectClassDirectedInteractions,
            &[&class, &interactions],
            |member, links| {
                member.unsubscribe_object_class_directed_interactions(class, interactions, links)
            },
        )
    }
}
