//! Declaration management (clause 5).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_core::declaration::{Activity, DirectedScope};
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle,
    Service,
};

use crate::ambassador::FedProAmbassador;
use crate::convert::Wire;

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::publish_object_class_attributes`.
    ///
    /// # Errors
    /// The same.
    pub fn publish_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::PublishObjectClassAttributes,
            pb::PublishObjectClassAttributesRequest {
                object_class: object_class.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::unpublish_object_class`.
    ///
    /// # Errors
    /// The same.
    pub fn unpublish_object_class(&self, object_class: ObjectClassHandle) -> Result<()> {
        self.tell(
            Service::UnpublishObjectClass,
            pb::UnpublishObjectClassRequest {
                object_class: object_class.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::unpublish_object_class_attributes`.
    ///
    /// # Errors
    /// The same.
    pub fn unpublish_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::UnpublishObjectClassAttributes,
            pb::UnpublishObjectClassAttributesRequest {
                object_class: object_class.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::publish_interaction_class`.
    ///
    /// # Errors
    /// The same.
    pub fn publish_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.tell(
            Service::PublishInteractionClass,
            pb::PublishInteractionClassRequest {
                interaction_class: interaction_class.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::unpublish_interaction_class`.
    ///
    /// # Errors
    /// The same.
    pub fn unpublish_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.tell(
            Service::UnpublishInteractionClass,
            pb::UnpublishInteractionClassRequest {
                interaction_class: interaction_class.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::publish_object_class_directed_interactions`.
    ///
    /// # Errors
    /// The same.
    pub fn publish_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: &InteractionClassHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::PublishObjectClassDirectedInteractions,
            pb::PublishObjectClassDirectedInteractionsRequest {
                object_class: object_class.wire(),
                interaction_classes: interaction_classes.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::unpublish_object_class_directed_interactions`.
    ///
    /// # Errors
    /// The same.
    pub fn unpublish_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        match interaction_classes {
            None => self.tell(
                Service::UnpublishObjectClassDirectedInteractions,
                pb::UnpublishObjectClassDirectedInteractionsRequest {
                    object_class: object_class.wire(),
                },
            ),
            Some(interaction_classes) => self.tell(
                Service::UnpublishObjectClassDirectedInteractions,
                pb::UnpublishObjectClassDirectedInteractionsWithSetRequest {
                    object_class: object_class.wire(),
                    interaction_classes: interaction_classes.wire(),
                },
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::subscribe_object_class_attributes`.
    ///
    /// # Errors
    /// The same.
    pub fn subscribe_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        active: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        match (active, update_rate_designator) {
            (Activity::Active, "") => self.tell(
                Service::SubscribeObjectClassAttributes,
                pb::SubscribeObjectClassAttributesRequest {
                    object_class: object_class.wire(),
                    attributes: attributes.wire(),
                },
            ),
            (Activity::Active, _) => self.tell(
                Service::SubscribeObjectClassAttributes,
                pb::SubscribeObjectClassAttributesWithRateRequest {
                    object_class: object_class.wire(),
                    attributes: attributes.wire(),
                    update_rate_designator: update_rate_designator.wire(),
                },
            ),
            (Activity::Passive, "") => self.tell(
                Service::SubscribeObjectClassAttributes,
                pb::SubscribeObjectClassAttributesPassivelyRequest {
                    object_class: object_class.wire(),
                    attributes: attributes.wire(),
                },
            ),
            (Activity::Passive, _) => self.tell(
                Service::SubscribeObjectClassAttributes,
                pb::SubscribeObjectClassAttributesPassivelyWithRateRequest {
                    object_class: object_class.wire(),
                    attributes: attributes.wire(),
                    update_rate_designator: update_rate_designator.wire(),
                },
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::unsubscribe_object_class`.
    ///
    /// # Errors
    /// The same.
    pub fn unsubscribe_object_class(&self, object_class: ObjectClassHandle) -> Result<()> {
        self.tell(
            Service::UnsubscribeObjectClass,
            pb::UnsubscribeObjectClassRequest {
                object_class: object_class.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::unsubscribe_object_class_attributes`.
    ///
    /// # Errors
    /// The same.
    pub fn unsubscribe_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::UnsubscribeObjectClassAttributes,
            pb::UnsubscribeObjectClassAttributesRequest {
                object_class: object_class.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::subscribe_interaction_class`.
    ///
    /// # Errors
    /// The same.
    pub fn subscribe_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
        active: Activity,
    ) -> Result<()> {
        match active {
            Activity::Active => self.tell(
                Service::SubscribeInteractionClass,
                pb::SubscribeInteractionClassRequest {
                    interaction_class: interaction_class.wire(),
                },
            ),
            Activity::Passive => self.tell(
                Service::SubscribeInteractionClass,
                pb::SubscribeInteractionClassPassivelyRequest {
                    interaction_class: interaction_class.wire(),
                },
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::unsubscribe_interaction_class`.
    ///
    /// # Errors
    /// The same.
    pub fn unsubscribe_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<()> {
        self.tell(
            Service::UnsubscribeInteractionClass,
            pb::UnsubscribeInteractionClassRequest {
                interaction_class: interaction_class.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::subscribe_object_class_directed_interactions`.
    ///
    /// # Errors
    /// The same.
    pub fn subscribe_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: &InteractionClassHandleSet,
        universally: DirectedScope,
    ) -> Result<()> {
        match universally {
            DirectedScope::Owned => self.tell(
                Service::SubscribeObjectClassDirectedInteractions,
                pb::SubscribeObjectClassDirectedInteractionsRequest {
                    object_class: object_class.wire(),
                    interaction_classes: interaction_classes.wire(),
                },
            ),
            DirectedScope::Universal => self.tell(
                Service::SubscribeObjectClassDirectedInteractions,
                pb::SubscribeObjectClassDirectedInteractionsUniversallyRequest {
                    object_class: object_class.wire(),
                    interaction_classes: interaction_classes.wire(),
                },
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::unsubscribe_object_class_directed_interactions`.
    ///
    /// # Errors
    /// The same.
    pub fn unsubscribe_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        match interaction_classes {
            None => self.tell(
                Service::UnsubscribeObjectClassDirectedInteractions,
                pb::UnsubscribeObjectClassDirectedInteractionsRequest {
                    object_class: object_class.wire(),
                },
            ),
            Some(interaction_classes) => self.tell(
                Service::UnsubscribeObjectClassDirectedInteractions,
                pb::UnsubscribeObjectClassDirectedInteractionsWithSetRequest {
                    object_class: object_class.wire(),
                    interaction_classes: interaction_classes.wire(),
                },
            ),
        }
    }
}
