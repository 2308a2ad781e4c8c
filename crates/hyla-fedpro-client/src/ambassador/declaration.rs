//! Declaration management (clause 5).

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle,
    Service,
};

use super::{FedProAmbassador, Result};
use crate::convert::Wire;

#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "as those of RtiAmbassador"
)]
impl FedProAmbassador {
    pub fn publish_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::PublishObjectClassAttributes,
            pb::PublishObjectClassAttributesRequest {
                object_class: class.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    pub fn unpublish_object_class(&self, class: ObjectClassHandle) -> Result<()> {
        let object_class = class.wire();
        let service = Service::UnpublishObjectClass;
        self.tell(service, pb::UnpublishObjectClassRequest { object_class })
    }

    pub fn unpublish_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::UnpublishObjectClassAttributes,
            pb::UnpublishObjectClassAttributesRequest {
                object_class: class.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    pub fn publish_interaction_class(&self, class: InteractionClassHandle) -> Result<()> {
        let interaction_class = class.wire();
        let service = Service::PublishInteractionClass;
        self.tell(
            service,
            pb::PublishInteractionClassRequest { interaction_class },
        )
    }

    pub fn unpublish_interaction_class(&self, class: InteractionClassHandle) -> Result<()> {
        let interaction_class = class.wire();
        let service = Service::UnpublishInteractionClass;
        self.tell(
            service,
            pb::UnpublishInteractionClassRequest { interaction_class },
        )
    }

    pub fn publish_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: &InteractionClassHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::PublishObjectClassDirectedInteractions,
            pb::PublishObjectClassDirectedInteractionsRequest {
                object_class: class.wire(),
                interaction_classes: interactions.wire(),
            },
        )
    }

    pub fn unpublish_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        let service = Service::UnpublishObjectClassDirectedInteractions;
        let object_class = class.wire();
        match interactions {
            None => self.tell(
                service,
                pb::UnpublishObjectClassDirectedInteractionsRequest { object_class },
            ),
            Some(interactions) => self.tell(
                service,
                pb::UnpublishObjectClassDirectedInteractionsWithSetRequest {
                    object_class,
                    interaction_classes: interactions.wire(),
                },
            ),
        }
    }

    pub fn subscribe_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        activity: Activity,
        update_rate_designator: &str,
    ) -> Result<()> {
        let service = Service::SubscribeObjectClassAttributes;
        let (object_class, attributes) = (class.wire(), attributes.wire());
        let rate = update_rate_designator.to_owned();
        match (activity, rate.is_empty()) {
            (Activity::Active, true) => self.tell(
                service,
                pb::SubscribeObjectClassAttributesRequest {
                    object_class,
                    attributes,
                },
            ),
            (Activity::Active, false) => self.tell(
                service,
                pb::SubscribeObjectClassAttributesWithRateRequest {
                    object_class,
                    attributes,
                    update_rate_designator: rate,
                },
            ),
            (Activity::Passive, true) => self.tell(
                service,
                pb::SubscribeObjectClassAttributesPassivelyRequest {
                    object_class,
                    attributes,
                },
            ),
            (Activity::Passive, false) => self.tell(
                service,
                pb::SubscribeObjectClassAttributesPassivelyWithRateRequest {
                    object_class,
                    attributes,
                    update_rate_designator: rate,
                },
            ),
        }
    }

    pub fn unsubscribe_object_class(&self, class: ObjectClassHandle) -> Result<()> {
        let object_class = class.wire();
        let service = Service::UnsubscribeObjectClass;
        self.tell(service, pb::UnsubscribeObjectClassRequest { object_class })
    }

    pub fn unsubscribe_object_class_attributes(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::UnsubscribeObjectClassAttributes,
            pb::UnsubscribeObjectClassAttributesRequest {
                object_class: class.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    pub fn subscribe_interaction_class(
        &self,
        class: InteractionClassHandle,
        activity: Activity,
    ) -> Result<()> {
        let service = Service::SubscribeInteractionClass;
        let interaction_class = class.wire();
        match activity {
            Activity::Active => self.tell(
                service,
                pb::SubscribeInteractionClassRequest { interaction_class },
            ),
            Activity::Passive => self.tell(
                service,
                pb::SubscribeInteractionClassPassivelyRequest { interaction_class },
            ),
        }
    }

    pub fn unsubscribe_interaction_class(&self, class: InteractionClassHandle) -> Result<()> {
        let interaction_class = class.wire();
        let service = Service::UnsubscribeInteractionClass;
        self.tell(
            service,
            pb::UnsubscribeInteractionClassRequest { interaction_class },
        )
    }

    pub fn subscribe_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: &InteractionClassHandleSet,
        scope: DirectedScope,
    ) -> Result<()> {
        let service = Service::SubscribeObjectClassDirectedInteractions;
        let (object_class, interaction_classes) = (class.wire(), interactions.wire());
        match scope {
            DirectedScope::Universal => self.tell(
                service,
                pb::SubscribeObjectClassDirectedInteractionsUniversallyRequest {
                    object_class,
                    interaction_classes,
                },
            ),
            DirectedScope::Owned => self.tell(
                service,
                pb::SubscribeObjectClassDirectedInteractionsRequest {
                    object_class,
                    interaction_classes,
                },
            ),
        }
    }

    pub fn unsubscribe_object_class_directed_interactions(
        &self,
        class: ObjectClassHandle,
        interactions: Option<&InteractionClassHandleSet>,
    ) -> Result<()> {
        let service = Service::UnsubscribeObjectClassDirectedInteractions;
        let object_class = class.wire();
        match interactions {
            None => self.tell(
                service,
                pb::UnsubscribeObjectClassDirectedInteractionsRequest { object_class },
            ),
            Some(interactions) => self.tell(
                service,
                pb::UnsubscribeObjectClassDirectedInteractionsWithSetRequest {
                    object_class,
                    interaction_classes: interactions.wire(),
                },
            ),
        }
    }
}
