//! The services as a trait.
//!
//! Written by `make faces` from the table of services.

use std::collections::BTreeSet;

use hyla_core::Result;
use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet, FederateHandle,
    FederateHandleSet, InteractionClassHandle, InteractionClassHandleSet, LogicalTime,
    LogicalTimeInterval, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, ParameterHandle, RangeBounds, RegionHandle, RegionHandleSet, ResignAction,
    ServiceGroup, TimeImplementation, TransportationTypeHandle,
};

/// Every service that its signature determines: what `hyla_lrc::RtiAmbassador` has under the same names.
#[allow(clippy::missing_errors_doc, reason = "as those of RtiAmbassador")]
pub trait RtiServices {
    /// `destroyFederationExecution` (4.6).
    fn destroy_federation_execution(&self, federation_name: &str) -> Result<()>;

    /// `listFederationExecutions` (4.7). The answer comes as a callback.
    fn list_federation_executions(&self) -> Result<()>;

    /// `listFederationExecutionMembers` (4.9, 2025). The answer comes as a callback.
    fn list_federation_execution_members(&self, federation_name: &str) -> Result<()>;

    /// `registerFederationSynchronizationPoint` (4.11 in 2010, 4.14 in 2025). Without a set, or
    /// with an empty one, all joined federates take part, and those that join before the point is
    /// complete. The outcome comes as a callback.
    fn register_federation_synchronization_point(
        &self,
        synchronization_point_label: &str,
        user_supplied_tag: &[u8],
        synchronization_set: Option<&FederateHandleSet>,
    ) -> Result<()>;

    /// `synchronizationPointAchieved` (4.14 in 2010, 4.17 in 2025). A label that was not announced
    /// to this federate, or that it has achieved already, is refused.
    fn synchronization_point_achieved(
        &self,
        synchronization_point_label: &str,
        successfully: bool,
    ) -> Result<()>;

    /// `requestFederationSave` (4.16 in 2010, 4.19 in 2025). At once or at a time. Every federate
    /// gets the callback to save, the caller too. A later request replaces one that has not led to
    /// a save yet.
    fn request_federation_save(&self, label: &str, time: Option<LogicalTime>) -> Result<()>;

    /// `federateSaveBegun` (4.18 in 2010, 4.21 in 2025).
    fn federate_save_begun(&self) -> Result<()>;

    /// `federateSaveComplete` (4.19 in 2010, 4.22 in 2025).
    fn federate_save_complete(&self) -> Result<()>;

    /// `federateSaveNotComplete` (4.19 in 2010, 4.22 in 2025).
    fn federate_save_not_complete(&self) -> Result<()>;

    /// `abortFederationSave` (4.21 in 2010, 4.24 in 2025). The RTI does not give up a save that it
    /// is storing already.
    fn abort_federation_save(&self) -> Result<()>;

    /// `queryFederationSaveStatus` (4.22 in 2010, 4.25 in 2025). The answer comes as a callback.
    fn query_federation_save_status(&self) -> Result<()>;

    /// `requestFederationRestore` (4.24 in 2010, 4.27 in 2025). A callback says whether it is
    /// granted: if there is such a save of this federation, and as many federates of each type are
    /// joined as were saved.
    fn request_federation_restore(&self, label: &str) -> Result<()>;

    /// `federateRestoreComplete` (4.28 in 2010, 4.31 in 2025).
    fn federate_restore_complete(&self) -> Result<()>;

    /// `federateRestoreNotComplete` (4.28 in 2010, 4.31 in 2025).
    fn federate_restore_not_complete(&self) -> Result<()>;

    /// `abortFederationRestore` (4.30 in 2010, 4.33 in 2025). The federation goes on as it was
    /// before.
    fn abort_federation_restore(&self) -> Result<()>;

    /// `queryFederationRestoreStatus` (4.31 in 2010, 4.34 in 2025). The answer comes as a callback.
    fn query_federation_restore_status(&self) -> Result<()>;

    /// `publishObjectClassAttributes` (5.2). Adds to the attributes that are published at exactly
    /// this class.
    fn publish_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()>;

    /// `unpublishObjectClass` (5.3). Attributes that this federate owns of its instances lose their
    /// owner.
    fn unpublish_object_class(&self, object_class: ObjectClassHandle) -> Result<()>;

    /// `unpublishObjectClassAttributes` (5.3). Owned instances of the attributes lose their owner.
    fn unpublish_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()>;

    /// `publishInteractionClass` (5.4). Interactions of exactly this class may be sent from then
    /// on.
    fn publish_interaction_class(&self, interaction_class: InteractionClassHandle) -> Result<()>;

    /// `unpublishInteractionClass` (5.5).
    fn unpublish_interaction_class(&self, interaction_class: InteractionClassHandle) -> Result<()>;

    /// `publishObjectClassDirectedInteractions` (5.6, 2025).
    fn publish_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: &InteractionClassHandleSet,
    ) -> Result<()>;

    /// `unpublishObjectClassDirectedInteractions` (5.7, 2025). Without a set, all interaction
    /// classes of the object class.
    fn unpublish_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: Option<&InteractionClassHandleSet>,
    ) -> Result<()>;

    /// `subscribeObjectClassAttributes` (5.6 in 2010, 5.8 in 2025). An empty designator asks for
    /// every update. Existing instances are discovered.
    fn subscribe_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        active: Activity,
        update_rate_designator: &str,
    ) -> Result<()>;

    /// `unsubscribeObjectClass` (5.7 in 2010, 5.9 in 2025). Known instances stay known.
    fn unsubscribe_object_class(&self, object_class: ObjectClassHandle) -> Result<()>;

    /// `unsubscribeObjectClassAttributes` (5.7 in 2010, 5.9 in 2025).
    fn unsubscribe_object_class_attributes(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()>;

    /// `subscribeInteractionClass` (5.8 in 2010, 5.10 in 2025).
    fn subscribe_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
        active: Activity,
    ) -> Result<()>;

    /// `unsubscribeInteractionClass` (5.9 in 2010, 5.11 in 2025).
    fn unsubscribe_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<()>;

    /// `subscribeObjectClassDirectedInteractions` (5.12, 2025).
    fn subscribe_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: &InteractionClassHandleSet,
        universally: DirectedScope,
    ) -> Result<()>;

    /// `unsubscribeObjectClassDirectedInteractions` (5.13, 2025). Without a set, all interaction
    /// classes of the object class.
    fn unsubscribe_object_class_directed_interactions(
        &self,
        object_class: ObjectClassHandle,
        interaction_classes: Option<&InteractionClassHandleSet>,
    ) -> Result<()>;

    /// `reserveObjectInstanceName` (6.2). The answer comes as a callback.
    fn reserve_object_instance_name(&self, object_instance_name: &str) -> Result<()>;

    /// `releaseObjectInstanceName` (6.4).
    fn release_object_instance_name(&self, object_instance_name: &str) -> Result<()>;

    /// `reserveMultipleObjectInstanceNames` (6.5). The answer comes as a callback.
    fn reserve_multiple_object_instance_names(
        &self,
        object_instance_names: &BTreeSet<String>,
    ) -> Result<()>;

    /// `releaseMultipleObjectInstanceNames` (6.7). Releases all of the names or none.
    fn release_multiple_object_instance_names(
        &self,
        object_instance_names: &BTreeSet<String>,
    ) -> Result<()>;

    /// `registerObjectInstance` (6.8). Takes a name that was reserved before, or makes one. No
    /// round trip.
    fn register_object_instance(
        &self,
        object_class: ObjectClassHandle,
        object_instance_name: Option<&str>,
    ) -> Result<ObjectInstanceHandle>;

    /// `updateAttributeValues` (6.10). One message for each transportation type among the
    /// attributes. Allocates nothing in steady state.
    fn update_attribute_values(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute_values: &[(AttributeHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>>;

    /// `sendInteraction` (6.12).
    fn send_interaction(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>>;

    /// `sendDirectedInteraction` (6.14, 2025).
    fn send_directed_interaction(
        &self,
        interaction_class: InteractionClassHandle,
        object_instance: ObjectInstanceHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>>;

    /// `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025).
    fn delete_object_instance(
        &self,
        object_instance: ObjectInstanceHandle,
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>>;

    /// `localDeleteObjectInstance` (6.16 in 2010, 6.18 in 2025).
    fn local_delete_object_instance(&self, object_instance: ObjectInstanceHandle) -> Result<()>;

    /// `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For one instance.
    fn request_attribute_value_update(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For all instances at or below a
    /// class.
    fn request_class_attribute_value_update(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `requestAttributeTransportationTypeChange` (6.23 in 2010, 6.25 in 2025). In force from the
    /// confirming callback on.
    fn request_attribute_transportation_type_change(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()>;

    /// `changeDefaultAttributeTransportationType` (6.27, 2025). For instances registered from now
    /// on.
    fn change_default_attribute_transportation_type(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()>;

    /// `queryAttributeTransportationType` (6.25 in 2010, 6.28 in 2025). The answer comes as a
    /// callback.
    fn query_attribute_transportation_type(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<()>;

    /// `requestInteractionTransportationTypeChange` (6.27 in 2010, 6.30 in 2025). In force from the
    /// confirming callback on.
    fn request_interaction_transportation_type_change(
        &self,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) -> Result<()>;

    /// `queryInteractionTransportationType` (6.29 in 2010, 6.32 in 2025). The answer comes as a
    /// callback.
    fn query_interaction_transportation_type(
        &self,
        federate: FederateHandle,
        interaction_class: InteractionClassHandle,
    ) -> Result<()>;

    /// `unconditionalAttributeOwnershipDivestiture` (7.2). This federate no longer owns the
    /// attributes. A federate of 2010 has no tag and passes an empty one.
    fn unconditional_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `negotiatedAttributeOwnershipDivestiture` (7.3). Offers the attributes, and owns them until
    /// the divestiture is confirmed.
    fn negotiated_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `confirmDivestiture` (7.6). The attributes go to the federate that acquires them.
    fn confirm_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        confirmed_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `attributeOwnershipAcquisition` (7.8). Asks the owner; a callback says when the attributes
    /// are owned here.
    fn attribute_ownership_acquisition(
        &self,
        object_instance: ObjectInstanceHandle,
        desired_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `attributeOwnershipAcquisitionIfAvailable` (7.9). Takes attributes that are unowned or being
    /// divested. A federate of 2010 has no tag and passes an empty one.
    fn attribute_ownership_acquisition_if_available(
        &self,
        object_instance: ObjectInstanceHandle,
        desired_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `attributeOwnershipReleaseDenied` (7.12). The attributes stay owned. A federate of 2010 has
    /// no tag and passes an empty one.
    fn attribute_ownership_release_denied(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `attributeOwnershipDivestitureIfWanted` (7.13). Gives the attributes to federates that
    /// acquire them, and returns which were given. A federate of 2010 has no tag and passes an
    /// empty one.
    fn attribute_ownership_divestiture_if_wanted(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<AttributeHandleSet>;

    /// `cancelNegotiatedAttributeOwnershipDivestiture` (7.14). The attributes stay owned.
    fn cancel_negotiated_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()>;

    /// `cancelAttributeOwnershipAcquisition` (7.15). A callback confirms it, unless the attributes
    /// have come meanwhile.
    fn cancel_attribute_ownership_acquisition(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()>;

    /// `queryAttributeOwnership` (7.17). The answers come as callbacks. In 2010 the service is for
    /// one attribute, with one callback for each.
    fn query_attribute_ownership(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()>;

    /// `isAttributeOwnedByFederate` (7.19).
    fn is_attribute_owned_by_federate(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<bool>;

    /// `enableTimeRegulation` (8.2). The callback `timeRegulationEnabled` says from which time on.
    fn enable_time_regulation(&self, lookahead: LogicalTimeInterval) -> Result<()>;

    /// `disableTimeRegulation` (8.4). In force at once.
    fn disable_time_regulation(&self) -> Result<()>;

    /// `enableTimeConstrained` (8.5). The callback `timeConstrainedEnabled` says from which time
    /// on.
    fn enable_time_constrained(&self) -> Result<()>;

    /// `disableTimeConstrained` (8.7). In force at once: messages that waited for their time are
    /// delivered in receive order.
    fn disable_time_constrained(&self) -> Result<()>;

    /// `timeAdvanceRequest` (8.8). Granted after all messages of that time and earlier ones, once
    /// no more can come. The grant comes as a callback, never from inside this call.
    fn time_advance_request(&self, time: LogicalTime) -> Result<()>;

    /// `timeAdvanceRequestAvailable` (8.9). As `timeAdvanceRequest`, but messages of the granted
    /// time may still come.
    fn time_advance_request_available(&self, time: LogicalTime) -> Result<()>;

    /// `nextMessageRequest` (8.10). Granted to the time of the next message, or to `time` if none
    /// comes until then.
    fn next_message_request(&self, time: LogicalTime) -> Result<()>;

    /// `nextMessageRequestAvailable` (8.11). As `nextMessageRequest`, but messages of the granted
    /// time may still come.
    fn next_message_request_available(&self, time: LogicalTime) -> Result<()>;

    /// `flushQueueRequest` (8.12). Delivers all queued messages, and grants as far as is safe now.
    fn flush_queue_request(&self, time: LogicalTime) -> Result<()>;

    /// `enableAsynchronousDelivery` (8.14 in 2010, 8.15 in 2025).
    fn enable_asynchronous_delivery(&self) -> Result<()>;

    /// `disableAsynchronousDelivery` (8.15 in 2010, 8.16 in 2025).
    fn disable_asynchronous_delivery(&self) -> Result<()>;

    /// `queryGALT` (8.16 in 2010, 8.17 in 2025). The time up to which this federate could be
    /// granted now; none if no other federate regulates.
    fn query_galt(&self) -> Result<Option<LogicalTime>>;

    /// `queryLogicalTime` (8.17 in 2010, 8.18 in 2025). While the federate advances, the time
    /// before.
    fn query_logical_time(&self) -> Result<LogicalTime>;

    /// `queryLITS` (8.18 in 2010, 8.19 in 2025). The least time at which a message can still be
    /// delivered; none without a GALT and without a message.
    fn query_lits(&self) -> Result<Option<LogicalTime>>;

    /// `modifyLookahead` (8.19 in 2010, 8.20 in 2025). A smaller lookahead is reached as the
    /// federate advances.
    fn modify_lookahead(&self, lookahead: LogicalTimeInterval) -> Result<()>;

    /// `queryLookahead` (8.20 in 2010, 8.21 in 2025). The lookahead in force now.
    fn query_lookahead(&self) -> Result<LogicalTimeInterval>;

    /// `retract` (8.21 in 2010, 8.22 in 2025).
    fn retract(&self, retraction: MessageRetractionHandle) -> Result<()>;

    /// `changeAttributeOrderType` (8.23 in 2010, 8.24 in 2025). For later updates by this owner.
    fn change_attribute_order_type(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()>;

    /// `changeDefaultAttributeOrderType` (8.25, 2025). For instances registered from now on.
    fn change_default_attribute_order_type(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()>;

    /// `changeInteractionOrderType` (8.24 in 2010, 8.26 in 2025).
    fn change_interaction_order_type(
        &self,
        interaction_class: InteractionClassHandle,
        order_type: OrderType,
    ) -> Result<()>;

    /// `createRegion` (9.2). Covers the whole of each dimension until other bounds are committed.
    fn create_region(&self, dimensions: &DimensionHandleSet) -> Result<RegionHandle>;

    /// `commitRegionModifications` (9.3). Puts the bounds that were set for these regions in force,
    /// all together.
    fn commit_region_modifications(&self, regions: &RegionHandleSet) -> Result<()>;

    /// `deleteRegion` (9.4).
    fn delete_region(&self, region: RegionHandle) -> Result<()>;

    /// `registerObjectInstanceWithRegions` (9.5). Only federates whose subscriptions overlap
    /// discover it.
    fn register_object_instance_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        object_instance_name: Option<&str>,
    ) -> Result<ObjectInstanceHandle>;

    /// `associateRegionsForUpdates` (9.6). Adds the regions to those of the attributes.
    fn associate_regions_for_updates(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()>;

    /// `unassociateRegionsForUpdates` (9.7). An attribute without regions has the default region.
    fn unassociate_regions_for_updates(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()>;

    /// `subscribeObjectClassAttributesWithRegions` (9.8). A subscription of the same attribute
    /// without regions stays, and overlaps everything.
    fn subscribe_object_class_attributes_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        active: Activity,
        update_rate_designator: &str,
    ) -> Result<()>;

    /// `unsubscribeObjectClassAttributesWithRegions` (9.9). Removes exactly the named pairs.
    fn unsubscribe_object_class_attributes_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
    ) -> Result<()>;

    /// `subscribeInteractionClassWithRegions` (9.10).
    fn subscribe_interaction_class_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        regions: &RegionHandleSet,
        active: Activity,
    ) -> Result<()>;

    /// `unsubscribeInteractionClassWithRegions` (9.11).
    fn unsubscribe_interaction_class_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        regions: &RegionHandleSet,
    ) -> Result<()>;

    /// `sendInteractionWithRegions` (9.12). Without any region nobody receives it.
    fn send_interaction_with_regions(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_values: &[(ParameterHandle, &[u8])],
        regions: &RegionHandleSet,
        user_supplied_tag: &[u8],
        time: Option<LogicalTime>,
    ) -> Result<Option<MessageRetractionHandle>>;

    /// `requestAttributeValueUpdateWithRegions` (9.13). Asks only owners whose update regions
    /// overlap.
    fn request_attribute_value_update_with_regions(
        &self,
        object_class: ObjectClassHandle,
        attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
        user_supplied_tag: &[u8],
    ) -> Result<()>;

    /// `getFederateHandle` (10.4 in 2010, 10.2 in 2025).
    fn federate_handle(&self, federate_name: &str) -> Result<FederateHandle>;

    /// `getFederateName` (10.5 in 2010, 10.3 in 2025).
    fn federate_name(&self, federate: FederateHandle) -> Result<String>;

    /// `getObjectClassHandle` (10.6 in 2010, 10.4 in 2025). `HLAobjectRoot.` may be left out.
    fn object_class_handle(&self, object_class_name: &str) -> Result<ObjectClassHandle>;

    /// `getObjectClassName` (10.7 in 2010, 10.5 in 2025).
    fn object_class_name(&self, object_class: ObjectClassHandle) -> Result<String>;

    /// `getKnownObjectClassHandle` (10.8 in 2010, 10.6 in 2025).
    fn known_object_class_handle(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<ObjectClassHandle>;

    /// `getObjectInstanceHandle` (10.9 in 2010, 10.7 in 2025).
    fn object_instance_handle(&self, object_instance_name: &str) -> Result<ObjectInstanceHandle>;

    /// `getObjectInstanceName` (10.10 in 2010, 10.8 in 2025).
    fn object_instance_name(&self, object_instance: ObjectInstanceHandle) -> Result<String>;

    /// `getAttributeHandle` (10.11 in 2010, 10.9 in 2025).
    fn attribute_handle(
        &self,
        object_class: ObjectClassHandle,
        attribute_name: &str,
    ) -> Result<AttributeHandle>;

    /// `getAttributeName` (10.12 in 2010, 10.10 in 2025).
    fn attribute_name(
        &self,
        object_class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<String>;

    /// `getUpdateRateValue` (10.13 in 2010, 10.11 in 2025). In Hz.
    fn update_rate_value(&self, update_rate_designator: &str) -> Result<f64>;

    /// `getUpdateRateValueForAttribute` (10.14 in 2010, 10.12 in 2025). In Hz; 0 without a limit.
    fn update_rate_value_for_attribute(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<f64>;

    /// `getInteractionClassHandle` (10.15 in 2010, 10.13 in 2025). `HLAinteractionRoot.` may be
    /// left out.
    fn interaction_class_handle(
        &self,
        interaction_class_name: &str,
    ) -> Result<InteractionClassHandle>;

    /// `getInteractionClassName` (10.16 in 2010, 10.14 in 2025).
    fn interaction_class_name(&self, interaction_class: InteractionClassHandle) -> Result<String>;

    /// `getParameterHandle` (10.17 in 2010, 10.15 in 2025).
    fn parameter_handle(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_name: &str,
    ) -> Result<ParameterHandle>;

    /// `getParameterName` (10.18 in 2010, 10.16 in 2025).
    fn parameter_name(
        &self,
        interaction_class: InteractionClassHandle,
        parameter: ParameterHandle,
    ) -> Result<String>;

    /// `getOrderType` (10.19 in 2010, 10.17 in 2025).
    fn order_type(&self, order_type_name: &str) -> Result<OrderType>;

    /// `getOrderName` (10.20 in 2010, 10.18 in 2025).
    fn order_name(&self, order_type: OrderType) -> Result<String>;

    /// `getTransportationTypeHandle` (10.21 in 2010, 10.19 in 2025).
    fn transportation_type_handle(
        &self,
        transportation_type_name: &str,
    ) -> Result<TransportationTypeHandle>;

    /// `getTransportationTypeName` (10.22 in 2010, 10.20 in 2025).
    fn transportation_type_name(
        &self,
        transportation_type: TransportationTypeHandle,
    ) -> Result<String>;

    /// `getAvailableDimensionsForObjectClass` (10.23 in 2010, 10.21 in 2025).
    fn available_dimensions_for_object_class(
        &self,
        object_class: ObjectClassHandle,
    ) -> Result<DimensionHandleSet>;

    /// `getAvailableDimensionsForClassAttribute` (10.23 in 2010, 10.21 in 2025). In 2010 each
    /// attribute has its own dimensions.
    fn available_dimensions_for_class_attribute(
        &self,
        object_class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<DimensionHandleSet>;

    /// `getAvailableDimensionsForInteractionClass` (10.24 in 2010, 10.22 in 2025).
    fn available_dimensions_for_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<DimensionHandleSet>;

    /// `getDimensionHandle` (10.25 in 2010, 10.23 in 2025).
    fn dimension_handle(&self, dimension_name: &str) -> Result<DimensionHandle>;

    /// `getDimensionName` (10.26 in 2010, 10.24 in 2025).
    fn dimension_name(&self, dimension: DimensionHandle) -> Result<String>;

    /// `getDimensionUpperBound` (10.27 in 2010, 10.25 in 2025).
    fn dimension_upper_bound(&self, dimension: DimensionHandle) -> Result<u32>;

    /// `getDimensionHandleSet` (10.28 in 2010, 10.26 in 2025). Also of a conveyed region.
    fn dimension_handle_set(&self, region: RegionHandle) -> Result<DimensionHandleSet>;

    /// `getRangeBounds` (10.29 in 2010, 10.27 in 2025). As last set; of a conveyed region as it was
    /// sent. The last 4096 conveyed regions are remembered.
    fn range_bounds(&self, region: RegionHandle, dimension: DimensionHandle)
    -> Result<RangeBounds>;

    /// `setRangeBounds` (10.30 in 2010, 10.28 in 2025). In force from `commitRegionModifications`
    /// on.
    fn set_range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
        range_bounds: RangeBounds,
    ) -> Result<()>;

    /// `normalizeServiceGroup` (10.32 in 2010, 10.29 in 2025).
    fn normalize_service_group(&self, service_group: ServiceGroup) -> Result<u32>;

    /// `normalizeFederateHandle` (10.31 in 2010, 10.30 in 2025).
    fn normalize_federate_handle(&self, federate: FederateHandle) -> Result<u32>;

    /// `normalizeObjectClassHandle` (10.31, 2025).
    fn normalize_object_class_handle(&self, object_class: ObjectClassHandle) -> Result<u32>;

    /// `normalizeInteractionClassHandle` (10.32, 2025).
    fn normalize_interaction_class_handle(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<u32>;

    /// `normalizeObjectInstanceHandle` (10.33, 2025).
    fn normalize_object_instance_handle(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<u32>;

    /// `enableObjectClassRelevanceAdvisorySwitch` (10.33, 2010).
    fn enable_object_class_relevance_advisory_switch(&self) -> Result<()>;

    /// `getObjectClassRelevanceAdvisorySwitch` (10.34, 2025).
    fn object_class_relevance_advisory_switch(&self) -> Result<bool>;

    /// `disableObjectClassRelevanceAdvisorySwitch` (10.34, 2010).
    fn disable_object_class_relevance_advisory_switch(&self) -> Result<()>;

    /// `setObjectClassRelevanceAdvisorySwitch` (10.35, 2025).
    fn set_object_class_relevance_advisory_switch(&self, switch_value: bool) -> Result<()>;

    /// `enableAttributeRelevanceAdvisorySwitch` (10.35, 2010).
    fn enable_attribute_relevance_advisory_switch(&self) -> Result<()>;

    /// `getAttributeRelevanceAdvisorySwitch` (10.36, 2025).
    fn attribute_relevance_advisory_switch(&self) -> Result<bool>;

    /// `disableAttributeRelevanceAdvisorySwitch` (10.36, 2010).
    fn disable_attribute_relevance_advisory_switch(&self) -> Result<()>;

    /// `setAttributeRelevanceAdvisorySwitch` (10.37, 2025).
    fn set_attribute_relevance_advisory_switch(&self, switch_value: bool) -> Result<()>;

    /// `enableAttributeScopeAdvisorySwitch` (10.37, 2010).
    fn enable_attribute_scope_advisory_switch(&self) -> Result<()>;

    /// `getAttributeScopeAdvisorySwitch` (10.38, 2025).
    fn attribute_scope_advisory_switch(&self) -> Result<bool>;

    /// `disableAttributeScopeAdvisorySwitch` (10.38, 2010).
    fn disable_attribute_scope_advisory_switch(&self) -> Result<()>;

    /// `setAttributeScopeAdvisorySwitch` (10.39, 2025).
    fn set_attribute_scope_advisory_switch(&self, switch_value: bool) -> Result<()>;

    /// `enableInteractionRelevanceAdvisorySwitch` (10.39, 2010).
    fn enable_interaction_relevance_advisory_switch(&self) -> Result<()>;

    /// `getInteractionRelevanceAdvisorySwitch` (10.40, 2025).
    fn interaction_relevance_advisory_switch(&self) -> Result<bool>;

    /// `disableInteractionRelevanceAdvisorySwitch` (10.40, 2010).
    fn disable_interaction_relevance_advisory_switch(&self) -> Result<()>;

    /// `setInteractionRelevanceAdvisorySwitch` (10.41, 2025).
    fn set_interaction_relevance_advisory_switch(&self, switch_value: bool) -> Result<()>;

    /// `getConveyRegionDesignatorSetsSwitch` (10.42, 2025).
    fn convey_region_designator_sets_switch(&self) -> Result<bool>;

    /// `setConveyRegionDesignatorSetsSwitch` (10.43, 2025).
    fn set_convey_region_designator_sets_switch(&self, switch_value: bool) -> Result<()>;

    /// `getAutomaticResignDirective` (10.2 in 2010, 10.44 in 2025).
    fn automatic_resign_directive(&self) -> Result<ResignAction>;

    /// `setAutomaticResignDirective` (10.3 in 2010, 10.45 in 2025).
    fn set_automatic_resign_directive(&self, resign_action: ResignAction) -> Result<()>;

    /// `getServiceReportingSwitch` (10.46, 2025).
    fn service_reporting_switch(&self) -> Result<bool>;

    /// `setServiceReportingSwitch` (10.47, 2025).
    fn set_service_reporting_switch(&self, switch_value: bool) -> Result<()>;

    /// `getExceptionReportingSwitch` (10.48, 2025).
    fn exception_reporting_switch(&self) -> Result<bool>;

    /// `setExceptionReportingSwitch` (10.49, 2025).
    fn set_exception_reporting_switch(&self, switch_value: bool) -> Result<()>;

    /// `getSendServiceReportsToFileSwitch` (10.50, 2025).
    fn send_service_reports_to_file_switch(&self) -> Result<bool>;

    /// `setSendServiceReportsToFileSwitch` (10.51, 2025).
    fn set_send_service_reports_to_file_switch(&self, switch_value: bool) -> Result<()>;

    /// `getAutoProvideSwitch` (10.52, 2025). Set for the whole federation by its object model.
    fn auto_provide_switch(&self) -> Result<bool>;

    /// `getDelaySubscriptionEvaluationSwitch` (10.53, 2025). Set for the whole federation by its
    /// object model.
    fn delay_subscription_evaluation_switch(&self) -> Result<bool>;

    /// `getAdvisoriesUseKnownClassSwitch` (10.54, 2025). Set for the whole federation by its object
    /// model.
    fn advisories_use_known_class_switch(&self) -> Result<bool>;

    /// `getAllowRelaxedDDMSwitch` (10.55, 2025). Set for the whole federation by its object model.
    fn allow_relaxed_ddm_switch(&self) -> Result<bool>;

    /// `getNonRegulatedGrantSwitch` (10.56, 2025). Set for the whole federation by its object
    /// model.
    fn non_regulated_grant_switch(&self) -> Result<bool>;

    /// `enableCallbacks` (10.43 in 2010, 10.59 in 2025).
    fn enable_callbacks(&self) -> Result<()>;

    /// `disableCallbacks` (10.44 in 2010, 10.60 in 2025). Callbacks wait until they are enabled
    /// again. In the immediate model a callback in progress on another thread is finished first:
    /// hold no lock that callbacks take.
    fn disable_callbacks(&self) -> Result<()>;

    /// `getTimeFactory`. The federation's logical time implementation.
    fn time_factory(&self) -> Result<TimeImplementation>;

    /// `decodeFederateHandle`.
    fn decode_federate_handle(&self, encoded_value: &[u8]) -> Result<FederateHandle>;

    /// `decodeObjectClassHandle`.
    fn decode_object_class_handle(&self, encoded_value: &[u8]) -> Result<ObjectClassHandle>;

    /// `decodeInteractionClassHandle`.
    fn decode_interaction_class_handle(
        &self,
        encoded_value: &[u8],
    ) -> Result<InteractionClassHandle>;

    /// `decodeObjectInstanceHandle`.
    fn decode_object_instance_handle(&self, encoded_value: &[u8]) -> Result<ObjectInstanceHandle>;

    /// `decodeAttributeHandle`.
    fn decode_attribute_handle(&self, encoded_value: &[u8]) -> Result<AttributeHandle>;

    /// `decodeParameterHandle`.
    fn decode_parameter_handle(&self, encoded_value: &[u8]) -> Result<ParameterHandle>;

    /// `decodeDimensionHandle`.
    fn decode_dimension_handle(&self, encoded_value: &[u8]) -> Result<DimensionHandle>;

    /// `decodeMessageRetractionHandle`.
    fn decode_message_retraction_handle(
        &self,
        encoded_value: &[u8],
    ) -> Result<MessageRetractionHandle>;

    /// `decodeRegionHandle`.
    fn decode_region_handle(&self, encoded_value: &[u8]) -> Result<RegionHandle>;
}

/// Implements [`RtiServices`] for a type whose expression has methods of the same names:
/// `implement_services!(Type, self => self.0)`.
#[macro_export]
macro_rules! implement_services {
    ($type:ty, $self:ident => $inner:expr) => {
        impl $crate::RtiServices for $type {
            fn destroy_federation_execution(
                &$self,
                federation_name: &str,
            ) -> $crate::types::Result<()> {
                $inner.destroy_federation_execution(federation_name)
            }

            fn list_federation_executions(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.list_federation_executions()
            }

            fn list_federation_execution_members(
                &$self,
                federation_name: &str,
            ) -> $crate::types::Result<()> {
                $inner.list_federation_execution_members(federation_name)
            }

            fn register_federation_synchronization_point(
                &$self,
                synchronization_point_label: &str,
                user_supplied_tag: &[u8],
                synchronization_set: Option<&$crate::types::FederateHandleSet>,
            ) -> $crate::types::Result<()> {
                $inner.register_federation_synchronization_point(synchronization_point_label, user_supplied_tag, synchronization_set)
            }

            fn synchronization_point_achieved(
                &$self,
                synchronization_point_label: &str,
                successfully: bool,
            ) -> $crate::types::Result<()> {
                $inner.synchronization_point_achieved(synchronization_point_label, successfully)
            }

            fn request_federation_save(
                &$self,
                label: &str,
                time: Option<$crate::types::LogicalTime>,
            ) -> $crate::types::Result<()> {
                $inner.request_federation_save(label, time)
            }

            fn federate_save_begun(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.federate_save_begun()
            }

            fn federate_save_complete(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.federate_save_complete()
            }

            fn federate_save_not_complete(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.federate_save_not_complete()
            }

            fn abort_federation_save(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.abort_federation_save()
            }

            fn query_federation_save_status(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.query_federation_save_status()
            }

            fn request_federation_restore(
                &$self,
                label: &str,
            ) -> $crate::types::Result<()> {
                $inner.request_federation_restore(label)
            }

            fn federate_restore_complete(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.federate_restore_complete()
            }

            fn federate_restore_not_complete(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.federate_restore_not_complete()
            }

            fn abort_federation_restore(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.abort_federation_restore()
            }

            fn query_federation_restore_status(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.query_federation_restore_status()
            }

            fn publish_object_class_attributes(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes: &$crate::types::AttributeHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.publish_object_class_attributes(object_class, attributes)
            }

            fn unpublish_object_class(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
            ) -> $crate::types::Result<()> {
                $inner.unpublish_object_class(object_class)
            }

            fn unpublish_object_class_attributes(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes: &$crate::types::AttributeHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.unpublish_object_class_attributes(object_class, attributes)
            }

            fn publish_interaction_class(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
            ) -> $crate::types::Result<()> {
                $inner.publish_interaction_class(interaction_class)
            }

            fn unpublish_interaction_class(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
            ) -> $crate::types::Result<()> {
                $inner.unpublish_interaction_class(interaction_class)
            }

            fn publish_object_class_directed_interactions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                interaction_classes: &$crate::types::InteractionClassHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.publish_object_class_directed_interactions(object_class, interaction_classes)
            }

            fn unpublish_object_class_directed_interactions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                interaction_classes: Option<&$crate::types::InteractionClassHandleSet>,
            ) -> $crate::types::Result<()> {
                $inner.unpublish_object_class_directed_interactions(object_class, interaction_classes)
            }

            fn subscribe_object_class_attributes(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes: &$crate::types::AttributeHandleSet,
                active: $crate::types::Activity,
                update_rate_designator: &str,
            ) -> $crate::types::Result<()> {
                $inner.subscribe_object_class_attributes(object_class, attributes, active, update_rate_designator)
            }

            fn unsubscribe_object_class(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
            ) -> $crate::types::Result<()> {
                $inner.unsubscribe_object_class(object_class)
            }

            fn unsubscribe_object_class_attributes(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes: &$crate::types::AttributeHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.unsubscribe_object_class_attributes(object_class, attributes)
            }

            fn subscribe_interaction_class(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                active: $crate::types::Activity,
            ) -> $crate::types::Result<()> {
                $inner.subscribe_interaction_class(interaction_class, active)
            }

            fn unsubscribe_interaction_class(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
            ) -> $crate::types::Result<()> {
                $inner.unsubscribe_interaction_class(interaction_class)
            }

            fn subscribe_object_class_directed_interactions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                interaction_classes: &$crate::types::InteractionClassHandleSet,
                universally: $crate::types::DirectedScope,
            ) -> $crate::types::Result<()> {
                $inner.subscribe_object_class_directed_interactions(object_class, interaction_classes, universally)
            }

            fn unsubscribe_object_class_directed_interactions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                interaction_classes: Option<&$crate::types::InteractionClassHandleSet>,
            ) -> $crate::types::Result<()> {
                $inner.unsubscribe_object_class_directed_interactions(object_class, interaction_classes)
            }

            fn reserve_object_instance_name(
                &$self,
                object_instance_name: &str,
            ) -> $crate::types::Result<()> {
                $inner.reserve_object_instance_name(object_instance_name)
            }

            fn release_object_instance_name(
                &$self,
                object_instance_name: &str,
            ) -> $crate::types::Result<()> {
                $inner.release_object_instance_name(object_instance_name)
            }

            fn reserve_multiple_object_instance_names(
                &$self,
                object_instance_names: &$crate::types::BTreeSet<String>,
            ) -> $crate::types::Result<()> {
                $inner.reserve_multiple_object_instance_names(object_instance_names)
            }

            fn release_multiple_object_instance_names(
                &$self,
                object_instance_names: &$crate::types::BTreeSet<String>,
            ) -> $crate::types::Result<()> {
                $inner.release_multiple_object_instance_names(object_instance_names)
            }

            fn register_object_instance(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                object_instance_name: Option<&str>,
            ) -> $crate::types::Result<$crate::types::ObjectInstanceHandle> {
                $inner.register_object_instance(object_class, object_instance_name)
            }

            fn update_attribute_values(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attribute_values: &[($crate::types::AttributeHandle, &[u8])],
                user_supplied_tag: &[u8],
                time: Option<$crate::types::LogicalTime>,
            ) -> $crate::types::Result<Option<$crate::types::MessageRetractionHandle>> {
                $inner.update_attribute_values(object_instance, attribute_values, user_supplied_tag, time)
            }

            fn send_interaction(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                parameter_values: &[($crate::types::ParameterHandle, &[u8])],
                user_supplied_tag: &[u8],
                time: Option<$crate::types::LogicalTime>,
            ) -> $crate::types::Result<Option<$crate::types::MessageRetractionHandle>> {
                $inner.send_interaction(interaction_class, parameter_values, user_supplied_tag, time)
            }

            fn send_directed_interaction(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                object_instance: $crate::types::ObjectInstanceHandle,
                parameter_values: &[($crate::types::ParameterHandle, &[u8])],
                user_supplied_tag: &[u8],
                time: Option<$crate::types::LogicalTime>,
            ) -> $crate::types::Result<Option<$crate::types::MessageRetractionHandle>> {
                $inner.send_directed_interaction(interaction_class, object_instance, parameter_values, user_supplied_tag, time)
            }

            fn delete_object_instance(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                user_supplied_tag: &[u8],
                time: Option<$crate::types::LogicalTime>,
            ) -> $crate::types::Result<Option<$crate::types::MessageRetractionHandle>> {
                $inner.delete_object_instance(object_instance, user_supplied_tag, time)
            }

            fn local_delete_object_instance(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
            ) -> $crate::types::Result<()> {
                $inner.local_delete_object_instance(object_instance)
            }

            fn request_attribute_value_update(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.request_attribute_value_update(object_instance, attributes, user_supplied_tag)
            }

            fn request_class_attribute_value_update(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.request_class_attribute_value_update(object_class, attributes, user_supplied_tag)
            }

            fn request_attribute_transportation_type_change(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
                transportation_type: $crate::types::TransportationTypeHandle,
            ) -> $crate::types::Result<()> {
                $inner.request_attribute_transportation_type_change(object_instance, attributes, transportation_type)
            }

            fn change_default_attribute_transportation_type(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes: &$crate::types::AttributeHandleSet,
                transportation_type: $crate::types::TransportationTypeHandle,
            ) -> $crate::types::Result<()> {
                $inner.change_default_attribute_transportation_type(object_class, attributes, transportation_type)
            }

            fn query_attribute_transportation_type(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attribute: $crate::types::AttributeHandle,
            ) -> $crate::types::Result<()> {
                $inner.query_attribute_transportation_type(object_instance, attribute)
            }

            fn request_interaction_transportation_type_change(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                transportation_type: $crate::types::TransportationTypeHandle,
            ) -> $crate::types::Result<()> {
                $inner.request_interaction_transportation_type_change(interaction_class, transportation_type)
            }

            fn query_interaction_transportation_type(
                &$self,
                federate: $crate::types::FederateHandle,
                interaction_class: $crate::types::InteractionClassHandle,
            ) -> $crate::types::Result<()> {
                $inner.query_interaction_transportation_type(federate, interaction_class)
            }

            fn unconditional_attribute_ownership_divestiture(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.unconditional_attribute_ownership_divestiture(object_instance, attributes, user_supplied_tag)
            }

            fn negotiated_attribute_ownership_divestiture(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.negotiated_attribute_ownership_divestiture(object_instance, attributes, user_supplied_tag)
            }

            fn confirm_divestiture(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                confirmed_attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.confirm_divestiture(object_instance, confirmed_attributes, user_supplied_tag)
            }

            fn attribute_ownership_acquisition(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                desired_attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.attribute_ownership_acquisition(object_instance, desired_attributes, user_supplied_tag)
            }

            fn attribute_ownership_acquisition_if_available(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                desired_attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.attribute_ownership_acquisition_if_available(object_instance, desired_attributes, user_supplied_tag)
            }

            fn attribute_ownership_release_denied(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.attribute_ownership_release_denied(object_instance, attributes, user_supplied_tag)
            }

            fn attribute_ownership_divestiture_if_wanted(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<$crate::types::AttributeHandleSet> {
                $inner.attribute_ownership_divestiture_if_wanted(object_instance, attributes, user_supplied_tag)
            }

            fn cancel_negotiated_attribute_ownership_divestiture(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.cancel_negotiated_attribute_ownership_divestiture(object_instance, attributes)
            }

            fn cancel_attribute_ownership_acquisition(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.cancel_attribute_ownership_acquisition(object_instance, attributes)
            }

            fn query_attribute_ownership(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.query_attribute_ownership(object_instance, attributes)
            }

            fn is_attribute_owned_by_federate(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attribute: $crate::types::AttributeHandle,
            ) -> $crate::types::Result<bool> {
                $inner.is_attribute_owned_by_federate(object_instance, attribute)
            }

            fn enable_time_regulation(
                &$self,
                lookahead: $crate::types::LogicalTimeInterval,
            ) -> $crate::types::Result<()> {
                $inner.enable_time_regulation(lookahead)
            }

            fn disable_time_regulation(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_time_regulation()
            }

            fn enable_time_constrained(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.enable_time_constrained()
            }

            fn disable_time_constrained(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_time_constrained()
            }

            fn time_advance_request(
                &$self,
                time: $crate::types::LogicalTime,
            ) -> $crate::types::Result<()> {
                $inner.time_advance_request(time)
            }

            fn time_advance_request_available(
                &$self,
                time: $crate::types::LogicalTime,
            ) -> $crate::types::Result<()> {
                $inner.time_advance_request_available(time)
            }

            fn next_message_request(
                &$self,
                time: $crate::types::LogicalTime,
            ) -> $crate::types::Result<()> {
                $inner.next_message_request(time)
            }

            fn next_message_request_available(
                &$self,
                time: $crate::types::LogicalTime,
            ) -> $crate::types::Result<()> {
                $inner.next_message_request_available(time)
            }

            fn flush_queue_request(
                &$self,
                time: $crate::types::LogicalTime,
            ) -> $crate::types::Result<()> {
                $inner.flush_queue_request(time)
            }

            fn enable_asynchronous_delivery(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.enable_asynchronous_delivery()
            }

            fn disable_asynchronous_delivery(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_asynchronous_delivery()
            }

            fn query_galt(
                &$self,
            ) -> $crate::types::Result<Option<$crate::types::LogicalTime>> {
                $inner.query_galt()
            }

            fn query_logical_time(
                &$self,
            ) -> $crate::types::Result<$crate::types::LogicalTime> {
                $inner.query_logical_time()
            }

            fn query_lits(
                &$self,
            ) -> $crate::types::Result<Option<$crate::types::LogicalTime>> {
                $inner.query_lits()
            }

            fn modify_lookahead(
                &$self,
                lookahead: $crate::types::LogicalTimeInterval,
            ) -> $crate::types::Result<()> {
                $inner.modify_lookahead(lookahead)
            }

            fn query_lookahead(
                &$self,
            ) -> $crate::types::Result<$crate::types::LogicalTimeInterval> {
                $inner.query_lookahead()
            }

            fn retract(
                &$self,
                retraction: $crate::types::MessageRetractionHandle,
            ) -> $crate::types::Result<()> {
                $inner.retract(retraction)
            }

            fn change_attribute_order_type(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes: &$crate::types::AttributeHandleSet,
                order_type: $crate::types::OrderType,
            ) -> $crate::types::Result<()> {
                $inner.change_attribute_order_type(object_instance, attributes, order_type)
            }

            fn change_default_attribute_order_type(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes: &$crate::types::AttributeHandleSet,
                order_type: $crate::types::OrderType,
            ) -> $crate::types::Result<()> {
                $inner.change_default_attribute_order_type(object_class, attributes, order_type)
            }

            fn change_interaction_order_type(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                order_type: $crate::types::OrderType,
            ) -> $crate::types::Result<()> {
                $inner.change_interaction_order_type(interaction_class, order_type)
            }

            fn create_region(
                &$self,
                dimensions: &$crate::types::DimensionHandleSet,
            ) -> $crate::types::Result<$crate::types::RegionHandle> {
                $inner.create_region(dimensions)
            }

            fn commit_region_modifications(
                &$self,
                regions: &$crate::types::RegionHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.commit_region_modifications(regions)
            }

            fn delete_region(
                &$self,
                region: $crate::types::RegionHandle,
            ) -> $crate::types::Result<()> {
                $inner.delete_region(region)
            }

            fn register_object_instance_with_regions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes_and_regions: &[($crate::types::AttributeHandleSet, $crate::types::RegionHandleSet)],
                object_instance_name: Option<&str>,
            ) -> $crate::types::Result<$crate::types::ObjectInstanceHandle> {
                $inner.register_object_instance_with_regions(object_class, attributes_and_regions, object_instance_name)
            }

            fn associate_regions_for_updates(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes_and_regions: &[($crate::types::AttributeHandleSet, $crate::types::RegionHandleSet)],
            ) -> $crate::types::Result<()> {
                $inner.associate_regions_for_updates(object_instance, attributes_and_regions)
            }

            fn unassociate_regions_for_updates(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attributes_and_regions: &[($crate::types::AttributeHandleSet, $crate::types::RegionHandleSet)],
            ) -> $crate::types::Result<()> {
                $inner.unassociate_regions_for_updates(object_instance, attributes_and_regions)
            }

            fn subscribe_object_class_attributes_with_regions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes_and_regions: &[($crate::types::AttributeHandleSet, $crate::types::RegionHandleSet)],
                active: $crate::types::Activity,
                update_rate_designator: &str,
            ) -> $crate::types::Result<()> {
                $inner.subscribe_object_class_attributes_with_regions(object_class, attributes_and_regions, active, update_rate_designator)
            }

            fn unsubscribe_object_class_attributes_with_regions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes_and_regions: &[($crate::types::AttributeHandleSet, $crate::types::RegionHandleSet)],
            ) -> $crate::types::Result<()> {
                $inner.unsubscribe_object_class_attributes_with_regions(object_class, attributes_and_regions)
            }

            fn subscribe_interaction_class_with_regions(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                regions: &$crate::types::RegionHandleSet,
                active: $crate::types::Activity,
            ) -> $crate::types::Result<()> {
                $inner.subscribe_interaction_class_with_regions(interaction_class, regions, active)
            }

            fn unsubscribe_interaction_class_with_regions(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                regions: &$crate::types::RegionHandleSet,
            ) -> $crate::types::Result<()> {
                $inner.unsubscribe_interaction_class_with_regions(interaction_class, regions)
            }

            fn send_interaction_with_regions(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                parameter_values: &[($crate::types::ParameterHandle, &[u8])],
                regions: &$crate::types::RegionHandleSet,
                user_supplied_tag: &[u8],
                time: Option<$crate::types::LogicalTime>,
            ) -> $crate::types::Result<Option<$crate::types::MessageRetractionHandle>> {
                $inner.send_interaction_with_regions(interaction_class, parameter_values, regions, user_supplied_tag, time)
            }

            fn request_attribute_value_update_with_regions(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attributes_and_regions: &[($crate::types::AttributeHandleSet, $crate::types::RegionHandleSet)],
                user_supplied_tag: &[u8],
            ) -> $crate::types::Result<()> {
                $inner.request_attribute_value_update_with_regions(object_class, attributes_and_regions, user_supplied_tag)
            }

            fn federate_handle(
                &$self,
                federate_name: &str,
            ) -> $crate::types::Result<$crate::types::FederateHandle> {
                $inner.federate_handle(federate_name)
            }

            fn federate_name(
                &$self,
                federate: $crate::types::FederateHandle,
            ) -> $crate::types::Result<String> {
                $inner.federate_name(federate)
            }

            fn object_class_handle(
                &$self,
                object_class_name: &str,
            ) -> $crate::types::Result<$crate::types::ObjectClassHandle> {
                $inner.object_class_handle(object_class_name)
            }

            fn object_class_name(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
            ) -> $crate::types::Result<String> {
                $inner.object_class_name(object_class)
            }

            fn known_object_class_handle(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
            ) -> $crate::types::Result<$crate::types::ObjectClassHandle> {
                $inner.known_object_class_handle(object_instance)
            }

            fn object_instance_handle(
                &$self,
                object_instance_name: &str,
            ) -> $crate::types::Result<$crate::types::ObjectInstanceHandle> {
                $inner.object_instance_handle(object_instance_name)
            }

            fn object_instance_name(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
            ) -> $crate::types::Result<String> {
                $inner.object_instance_name(object_instance)
            }

            fn attribute_handle(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attribute_name: &str,
            ) -> $crate::types::Result<$crate::types::AttributeHandle> {
                $inner.attribute_handle(object_class, attribute_name)
            }

            fn attribute_name(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attribute: $crate::types::AttributeHandle,
            ) -> $crate::types::Result<String> {
                $inner.attribute_name(object_class, attribute)
            }

            fn update_rate_value(
                &$self,
                update_rate_designator: &str,
            ) -> $crate::types::Result<f64> {
                $inner.update_rate_value(update_rate_designator)
            }

            fn update_rate_value_for_attribute(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
                attribute: $crate::types::AttributeHandle,
            ) -> $crate::types::Result<f64> {
                $inner.update_rate_value_for_attribute(object_instance, attribute)
            }

            fn interaction_class_handle(
                &$self,
                interaction_class_name: &str,
            ) -> $crate::types::Result<$crate::types::InteractionClassHandle> {
                $inner.interaction_class_handle(interaction_class_name)
            }

            fn interaction_class_name(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
            ) -> $crate::types::Result<String> {
                $inner.interaction_class_name(interaction_class)
            }

            fn parameter_handle(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                parameter_name: &str,
            ) -> $crate::types::Result<$crate::types::ParameterHandle> {
                $inner.parameter_handle(interaction_class, parameter_name)
            }

            fn parameter_name(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
                parameter: $crate::types::ParameterHandle,
            ) -> $crate::types::Result<String> {
                $inner.parameter_name(interaction_class, parameter)
            }

            fn order_type(
                &$self,
                order_type_name: &str,
            ) -> $crate::types::Result<$crate::types::OrderType> {
                $inner.order_type(order_type_name)
            }

            fn order_name(
                &$self,
                order_type: $crate::types::OrderType,
            ) -> $crate::types::Result<String> {
                $inner.order_name(order_type)
            }

            fn transportation_type_handle(
                &$self,
                transportation_type_name: &str,
            ) -> $crate::types::Result<$crate::types::TransportationTypeHandle> {
                $inner.transportation_type_handle(transportation_type_name)
            }

            fn transportation_type_name(
                &$self,
                transportation_type: $crate::types::TransportationTypeHandle,
            ) -> $crate::types::Result<String> {
                $inner.transportation_type_name(transportation_type)
            }

            fn available_dimensions_for_object_class(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
            ) -> $crate::types::Result<$crate::types::DimensionHandleSet> {
                $inner.available_dimensions_for_object_class(object_class)
            }

            fn available_dimensions_for_class_attribute(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
                attribute: $crate::types::AttributeHandle,
            ) -> $crate::types::Result<$crate::types::DimensionHandleSet> {
                $inner.available_dimensions_for_class_attribute(object_class, attribute)
            }

            fn available_dimensions_for_interaction_class(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
            ) -> $crate::types::Result<$crate::types::DimensionHandleSet> {
                $inner.available_dimensions_for_interaction_class(interaction_class)
            }

            fn dimension_handle(
                &$self,
                dimension_name: &str,
            ) -> $crate::types::Result<$crate::types::DimensionHandle> {
                $inner.dimension_handle(dimension_name)
            }

            fn dimension_name(
                &$self,
                dimension: $crate::types::DimensionHandle,
            ) -> $crate::types::Result<String> {
                $inner.dimension_name(dimension)
            }

            fn dimension_upper_bound(
                &$self,
                dimension: $crate::types::DimensionHandle,
            ) -> $crate::types::Result<u32> {
                $inner.dimension_upper_bound(dimension)
            }

            fn dimension_handle_set(
                &$self,
                region: $crate::types::RegionHandle,
            ) -> $crate::types::Result<$crate::types::DimensionHandleSet> {
                $inner.dimension_handle_set(region)
            }

            fn range_bounds(
                &$self,
                region: $crate::types::RegionHandle,
                dimension: $crate::types::DimensionHandle,
            ) -> $crate::types::Result<$crate::types::RangeBounds> {
                $inner.range_bounds(region, dimension)
            }

            fn set_range_bounds(
                &$self,
                region: $crate::types::RegionHandle,
                dimension: $crate::types::DimensionHandle,
                range_bounds: $crate::types::RangeBounds,
            ) -> $crate::types::Result<()> {
                $inner.set_range_bounds(region, dimension, range_bounds)
            }

            fn normalize_service_group(
                &$self,
                service_group: $crate::types::ServiceGroup,
            ) -> $crate::types::Result<u32> {
                $inner.normalize_service_group(service_group)
            }

            fn normalize_federate_handle(
                &$self,
                federate: $crate::types::FederateHandle,
            ) -> $crate::types::Result<u32> {
                $inner.normalize_federate_handle(federate)
            }

            fn normalize_object_class_handle(
                &$self,
                object_class: $crate::types::ObjectClassHandle,
            ) -> $crate::types::Result<u32> {
                $inner.normalize_object_class_handle(object_class)
            }

            fn normalize_interaction_class_handle(
                &$self,
                interaction_class: $crate::types::InteractionClassHandle,
            ) -> $crate::types::Result<u32> {
                $inner.normalize_interaction_class_handle(interaction_class)
            }

            fn normalize_object_instance_handle(
                &$self,
                object_instance: $crate::types::ObjectInstanceHandle,
            ) -> $crate::types::Result<u32> {
                $inner.normalize_object_instance_handle(object_instance)
            }

            fn enable_object_class_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.enable_object_class_relevance_advisory_switch()
            }

            fn object_class_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.object_class_relevance_advisory_switch()
            }

            fn disable_object_class_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_object_class_relevance_advisory_switch()
            }

            fn set_object_class_relevance_advisory_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_object_class_relevance_advisory_switch(switch_value)
            }

            fn enable_attribute_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.enable_attribute_relevance_advisory_switch()
            }

            fn attribute_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.attribute_relevance_advisory_switch()
            }

            fn disable_attribute_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_attribute_relevance_advisory_switch()
            }

            fn set_attribute_relevance_advisory_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_attribute_relevance_advisory_switch(switch_value)
            }

            fn enable_attribute_scope_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.enable_attribute_scope_advisory_switch()
            }

            fn attribute_scope_advisory_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.attribute_scope_advisory_switch()
            }

            fn disable_attribute_scope_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_attribute_scope_advisory_switch()
            }

            fn set_attribute_scope_advisory_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_attribute_scope_advisory_switch(switch_value)
            }

            fn enable_interaction_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.enable_interaction_relevance_advisory_switch()
            }

            fn interaction_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.interaction_relevance_advisory_switch()
            }

            fn disable_interaction_relevance_advisory_switch(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_interaction_relevance_advisory_switch()
            }

            fn set_interaction_relevance_advisory_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_interaction_relevance_advisory_switch(switch_value)
            }

            fn convey_region_designator_sets_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.convey_region_designator_sets_switch()
            }

            fn set_convey_region_designator_sets_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_convey_region_designator_sets_switch(switch_value)
            }

            fn automatic_resign_directive(
                &$self,
            ) -> $crate::types::Result<$crate::types::ResignAction> {
                $inner.automatic_resign_directive()
            }

            fn set_automatic_resign_directive(
                &$self,
                resign_action: $crate::types::ResignAction,
            ) -> $crate::types::Result<()> {
                $inner.set_automatic_resign_directive(resign_action)
            }

            fn service_reporting_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.service_reporting_switch()
            }

            fn set_service_reporting_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_service_reporting_switch(switch_value)
            }

            fn exception_reporting_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.exception_reporting_switch()
            }

            fn set_exception_reporting_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_exception_reporting_switch(switch_value)
            }

            fn send_service_reports_to_file_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.send_service_reports_to_file_switch()
            }

            fn set_send_service_reports_to_file_switch(
                &$self,
                switch_value: bool,
            ) -> $crate::types::Result<()> {
                $inner.set_send_service_reports_to_file_switch(switch_value)
            }

            fn auto_provide_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.auto_provide_switch()
            }

            fn delay_subscription_evaluation_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.delay_subscription_evaluation_switch()
            }

            fn advisories_use_known_class_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.advisories_use_known_class_switch()
            }

            fn allow_relaxed_ddm_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.allow_relaxed_ddm_switch()
            }

            fn non_regulated_grant_switch(
                &$self,
            ) -> $crate::types::Result<bool> {
                $inner.non_regulated_grant_switch()
            }

            fn enable_callbacks(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.enable_callbacks()
            }

            fn disable_callbacks(
                &$self,
            ) -> $crate::types::Result<()> {
                $inner.disable_callbacks()
            }

            fn time_factory(
                &$self,
            ) -> $crate::types::Result<$crate::types::TimeImplementation> {
                $inner.time_factory()
            }

            fn decode_federate_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::FederateHandle> {
                $inner.decode_federate_handle(encoded_value)
            }

            fn decode_object_class_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::ObjectClassHandle> {
                $inner.decode_object_class_handle(encoded_value)
            }

            fn decode_interaction_class_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::InteractionClassHandle> {
                $inner.decode_interaction_class_handle(encoded_value)
            }

            fn decode_object_instance_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::ObjectInstanceHandle> {
                $inner.decode_object_instance_handle(encoded_value)
            }

            fn decode_attribute_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::AttributeHandle> {
                $inner.decode_attribute_handle(encoded_value)
            }

            fn decode_parameter_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::ParameterHandle> {
                $inner.decode_parameter_handle(encoded_value)
            }

            fn decode_dimension_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::DimensionHandle> {
                $inner.decode_dimension_handle(encoded_value)
            }

            fn decode_message_retraction_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::MessageRetractionHandle> {
                $inner.decode_message_retraction_handle(encoded_value)
            }

            fn decode_region_handle(
                &$self,
                encoded_value: &[u8],
            ) -> $crate::types::Result<$crate::types::RegionHandle> {
                $inner.decode_region_handle(encoded_value)
            }
        }
    };
}
