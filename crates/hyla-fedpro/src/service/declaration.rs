//! Declaration management (clause 5).

use hyla_lrc::{Activity, DirectedScope};

use super::serve::serve;
use crate::convert::Field;

serve! {
    PublishObjectClassAttributesRequest => PublishObjectClassAttributesResponse {} |s, m|
        s.rti.publish_object_class_attributes(m.object_class.value(), &m.attributes.value());
    UnpublishObjectClassRequest => UnpublishObjectClassResponse {} |s, m|
        s.rti.unpublish_object_class(m.object_class.value());
    UnpublishObjectClassAttributesRequest => UnpublishObjectClassAttributesResponse {} |s, m|
        s.rti.unpublish_object_class_attributes(m.object_class.value(), &m.attributes.value());
    PublishInteractionClassRequest => PublishInteractionClassResponse {} |s, m|
        s.rti.publish_interaction_class(m.interaction_class.value());
    UnpublishInteractionClassRequest => UnpublishInteractionClassResponse {} |s, m|
        s.rti.unpublish_interaction_class(m.interaction_class.value());
    PublishObjectClassDirectedInteractionsRequest
        => PublishObjectClassDirectedInteractionsResponse {} |s, m| {
        let interactions = m.interaction_classes.value();
        s.rti.publish_object_class_directed_interactions(m.object_class.value(), &interactions)
    };
    UnpublishObjectClassDirectedInteractionsRequest
        => UnpublishObjectClassDirectedInteractionsResponse {} |s, m|
        s.rti.unpublish_object_class_directed_interactions(m.object_class.value(), None);
    UnpublishObjectClassDirectedInteractionsWithSetRequest
        => UnpublishObjectClassDirectedInteractionsWithSetResponse {} |s, m| {
        let interactions = m.interaction_classes.value();
        let class = m.object_class.value();
        s.rti.unpublish_object_class_directed_interactions(class, Some(&interactions))
    };
    SubscribeObjectClassAttributesRequest => SubscribeObjectClassAttributesResponse {} |s, m| {
        let (class, attributes) = (m.object_class.value(), m.attributes.value());
        s.rti.subscribe_object_class_attributes(class, &attributes, Activity::Active, "")
    };
    SubscribeObjectClassAttributesWithRateRequest
        => SubscribeObjectClassAttributesWithRateResponse {} |s, m| {
        let (class, attributes) = (m.object_class.value(), m.attributes.value());
        let rate = &m.update_rate_designator;
        s.rti.subscribe_object_class_attributes(class, &attributes, Activity::Active, rate)
    };
    SubscribeObjectClassAttributesPassivelyRequest
        => SubscribeObjectClassAttributesPassivelyResponse {} |s, m| {
        let (class, attributes) = (m.object_class.value(), m.attributes.value());
        s.rti.subscribe_object_class_attributes(class, &attributes, Activity::Passive, "")
    };
    SubscribeObjectClassAttributesPassivelyWithRateRequest
        => SubscribeObjectClassAttributesPassivelyWithRateResponse {} |s, m| {
        let (class, attributes) = (m.object_class.value(), m.attributes.value());
        let rate = &m.update_rate_designator;
        s.rti.subscribe_object_class_attributes(class, &attributes, Activity::Passive, rate)
    };
    UnsubscribeObjectClassRequest => UnsubscribeObjectClassResponse {} |s, m|
        s.rti.unsubscribe_object_class(m.object_class.value());
    UnsubscribeObjectClassAttributesRequest => UnsubscribeObjectClassAttributesResponse {} |s, m|
        s.rti.unsubscribe_object_class_attributes(m.object_class.value(), &m.attributes.value());
    SubscribeInteractionClassRequest => SubscribeInteractionClassResponse {} |s, m|
        s.rti.subscribe_interaction_class(m.interaction_class.value(), Activity::Active);
    SubscribeInteractionClassPassivelyRequest
        => SubscribeInteractionClassPassivelyResponse {} |s, m|
        s.rti.subscribe_interaction_class(m.interaction_class.value(), Activity::Passive);
    UnsubscribeInteractionClassRequest => UnsubscribeInteractionClassResponse {} |s, m|
        s.rti.unsubscribe_interaction_class(m.interaction_class.value());
    SubscribeObjectClassDirectedInteractionsRequest
        => SubscribeObjectClassDirectedInteractionsResponse {} |s, m| {
        let (class, interactions) = (m.object_class.value(), m.interaction_classes.value());
        let scope = DirectedScope::Owned;
        s.rti.subscribe_object_class_directed_interactions(class, &interactions, scope)
    };
    SubscribeObjectClassDirectedInteractionsUniversallyRequest
        => SubscribeObjectClassDirectedInteractionsUniversallyResponse {} |s, m| {
        let (class, interactions) = (m.object_class.value(), m.interaction_classes.value());
        let scope = DirectedScope::Universal;
        s.rti.subscribe_object_class_directed_interactions(class, &interactions, scope)
    };
    UnsubscribeObjectClassDirectedInteractionsRequest
        => UnsubscribeObjectClassDirectedInteractionsResponse {} |s, m|
        s.rti.unsubscribe_object_class_directed_interactions(m.object_class.value(), None);
    UnsubscribeObjectClassDirectedInteractionsWithSetRequest
        => UnsubscribeObjectClassDirectedInteractionsWithSetResponse {} |s, m| {
        let interactions = m.interaction_classes.value();
        let class = m.object_class.value();
        s.rti.unsubscribe_object_class_directed_interactions(class, Some(&interactions))
    };
}
