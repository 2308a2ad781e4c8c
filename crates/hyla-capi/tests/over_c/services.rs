//! The services that their signatures determine, each by the function that carries it out.
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::collections::BTreeSet;

use hyla_lrc::{Activity, DirectedScope};
use hyla_types::*;

use super::arguments::{Given, Held};
use super::calls::{called, result, services};
use super::results::{Taken, place};
use super::{Result, Rti, function};

services! {
    // Federation management (clause 4).

    DestroyFederationExecution, hyla_destroy_federation_execution:
        fn destroy_federation_execution(federation_name: &str);
    ListFederationExecutions, hyla_list_federation_executions:
        fn list_federation_executions();
    ListFederationExecutionMembers, hyla_list_federation_execution_members:
        fn list_federation_execution_members(federation_name: &str);

    // Synchronization points (clause 4).

    RegisterFederationSynchronizationPoint, hyla_register_federation_synchronization_point:
        fn register_federation_synchronization_point(
            synchronization_point_label: &str,
            user_supplied_tag: &[u8],
            synchronization_set: Option<&FederateHandleSet>
        );
    SynchronizationPointAchieved, hyla_synchronization_point_achieved:
        fn synchronization_point_achieved(synchronization_point_label: &str, successfully: bool);

    // Save and restore (clause 4).

    RequestFederationSave, hyla_request_federation_save:
        fn request_federation_save(label: &str, time: Option<LogicalTime>);
    FederateSaveBegun, hyla_federate_save_begun:
        fn federate_save_begun();
    FederateSaveComplete, hyla_federate_save_complete:
        fn federate_save_complete();
    FederateSaveNotComplete, hyla_federate_save_not_complete:
        fn federate_save_not_complete();
    AbortFederationSave, hyla_abort_federation_save:
        fn abort_federation_save();
    QueryFederationSaveStatus, hyla_query_federation_save_status:
        fn query_federation_save_status();
    RequestFederationRestore, hyla_request_federation_restore:
        fn request_federation_restore(label: &str);
    FederateRestoreComplete, hyla_federate_restore_complete:
        fn federate_restore_complete();
    FederateRestoreNotComplete, hyla_federate_restore_not_complete:
        fn federate_restore_not_complete();
    AbortFederationRestore, hyla_abort_federation_restore:
        fn abort_federation_restore();
    QueryFederationRestoreStatus, hyla_query_federation_restore_status:
        fn query_federation_restore_status();

    // Declaration management (clause 5).

    PublishObjectClassAttributes, hyla_publish_object_class_attributes:
        fn publish_object_class_attributes(
            object_class: ObjectClassHandle,
            attributes: &AttributeHandleSet
        );
    UnpublishObjectClass, hyla_unpublish_object_class:
        fn unpublish_object_class(object_class: ObjectClassHandle);
    UnpublishObjectClassAttributes, hyla_unpublish_object_class_attributes:
        fn unpublish_object_class_attributes(
            object_class: ObjectClassHandle,
            attributes: &AttributeHandleSet
        );
    PublishInteractionClass, hyla_publish_interaction_class:
        fn publish_interaction_class(interaction_class: InteractionClassHandle);
    UnpublishInteractionClass, hyla_unpublish_interaction_class:
        fn unpublish_interaction_class(interaction_class: InteractionClassHandle);
    PublishObjectClassDirectedInteractions, hyla_publish_object_class_directed_interactions:
        fn publish_object_class_directed_interactions(
            object_class: ObjectClassHandle,
            interaction_classes: &InteractionClassHandleSet
        );
    UnpublishObjectClassDirectedInteractions, hyla_unpublish_object_class_directed_interactions:
        fn unpublish_object_class_directed_interactions(
            object_class: ObjectClassHandle,
            interaction_classes: Option<&InteractionClassHandleSet>
        );
    SubscribeObjectClassAttributes, hyla_subscribe_object_class_attributes:
        fn subscribe_object_class_attributes(
            object_class: ObjectClassHandle,
            attributes: &AttributeHandleSet,
            active: Activity,
            update_rate_designator: &str
        );
    UnsubscribeObjectClass, hyla_unsubscribe_object_class:
        fn unsubscribe_object_class(object_class: ObjectClassHandle);
    UnsubscribeObjectClassAttributes, hyla_unsubscribe_object_class_attributes:
        fn unsubscribe_object_class_attributes(
            object_class: ObjectClassHandle,
            attributes: &AttributeHandleSet
        );
    SubscribeInteractionClass, hyla_subscribe_interaction_class:
        fn subscribe_interaction_class(
            interaction_class: InteractionClassHandle,
            active: Activity
        );
    UnsubscribeInteractionClass, hyla_unsubscribe_interaction_class:
        fn unsubscribe_interaction_class(interaction_class: InteractionClassHandle);
    SubscribeObjectClassDirectedInteractions, hyla_subscribe_object_class_directed_interactions:
        fn subscribe_object_class_directed_interactions(
            object_class: ObjectClassHandle,
            interaction_classes: &InteractionClassHandleSet,
            universally: DirectedScope
        );
    UnsubscribeObjectClassDirectedInteractions, hyla_unsubscribe_object_class_directed_interactions:
        fn unsubscribe_object_class_directed_interactions(
            object_class: ObjectClassHandle,
            interaction_classes: Option<&InteractionClassHandleSet>
        );

    // Object management (clause 6).

    ReserveObjectInstanceName, hyla_reserve_object_instance_name:
        fn reserve_object_instance_name(object_instance_name: &str);
    ReleaseObjectInstanceName, hyla_release_object_instance_name:
        fn release_object_instance_name(object_instance_name: &str);
    ReserveMultipleObjectInstanceNames, hyla_reserve_multiple_object_instance_names:
        fn reserve_multiple_object_instance_names(object_instance_names: &BTreeSet<String>);
    ReleaseMultipleObjectInstanceNames, hyla_release_multiple_object_instance_names:
        fn release_multiple_object_instance_names(object_instance_names: &BTreeSet<String>);
    RegisterObjectInstance, hyla_register_object_instance:
        fn register_object_instance(
            object_class: ObjectClassHandle,
            object_instance_name: Option<&str>
        ) -> ObjectInstanceHandle;
    UpdateAttributeValues, hyla_update_attribute_values:
        fn update_attribute_values(
            object_instance: ObjectInstanceHandle,
            attribute_values: &[(AttributeHandle, &[u8])],
            user_supplied_tag: &[u8],
            time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    SendInteraction, hyla_send_interaction:
        fn send_interaction(
            interaction_class: InteractionClassHandle,
            parameter_values: &[(ParameterHandle, &[u8])],
            user_supplied_tag: &[u8],
            time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    SendDirectedInteraction, hyla_send_directed_interaction:
        fn send_directed_interaction(
            interaction_class: InteractionClassHandle,
            object_instance: ObjectInstanceHandle,
            parameter_values: &[(ParameterHandle, &[u8])],
            user_supplied_tag: &[u8],
            time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    DeleteObjectInstance, hyla_delete_object_instance:
        fn delete_object_instance(
            object_instance: ObjectInstanceHandle,
            user_supplied_tag: &[u8],
            time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    LocalDeleteObjectInstance, hyla_local_delete_object_instance:
        fn local_delete_object_instance(object_instance: ObjectInstanceHandle);
    RequestAttributeValueUpdate, hyla_request_attribute_value_update:
        fn request_attribute_value_update(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    RequestAttributeValueUpdate, hyla_request_class_attribute_value_update:
        fn request_class_attribute_value_update(
            object_class: ObjectClassHandle,
            attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    RequestAttributeTransportationTypeChange, hyla_request_attribute_transportation_type_change:
        fn request_attribute_transportation_type_change(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet,
            transportation_type: TransportationTypeHandle
        );
    ChangeDefaultAttributeTransportationType, hyla_change_default_attribute_transportation_type:
        fn change_default_attribute_transportation_type(
            object_class: ObjectClassHandle,
            attributes: &AttributeHandleSet,
            transportation_type: TransportationTypeHandle
        );
    QueryAttributeTransportationType, hyla_query_attribute_transportation_type:
        fn query_attribute_transportation_type(
            object_instance: ObjectInstanceHandle,
            attribute: AttributeHandle
        );
    RequestInteractionTransportationTypeChange, hyla_request_interaction_transportation_type_change:
        fn request_interaction_transportation_type_change(
            interaction_class: InteractionClassHandle,
            transportation_type: TransportationTypeHandle
        );
    QueryInteractionTransportationType, hyla_query_interaction_transportation_type:
        fn query_interaction_transportation_type(
            federate: FederateHandle,
            interaction_class: InteractionClassHandle
        );

    // Ownership management (clause 7).

    UnconditionalAttributeOwnershipDivestiture, hyla_unconditional_attribute_ownership_divestiture:
        fn unconditional_attribute_ownership_divestiture(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    NegotiatedAttributeOwnershipDivestiture, hyla_negotiated_attribute_ownership_divestiture:
        fn negotiated_attribute_ownership_divestiture(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    ConfirmDivestiture, hyla_confirm_divestiture:
        fn confirm_divestiture(
            object_instance: ObjectInstanceHandle,
            confirmed_attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    AttributeOwnershipAcquisition, hyla_attribute_ownership_acquisition:
        fn attribute_ownership_acquisition(
            object_instance: ObjectInstanceHandle,
            desired_attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    AttributeOwnershipAcquisitionIfAvailable, hyla_attribute_ownership_acquisition_if_available:
        fn attribute_ownership_acquisition_if_available(
            object_instance: ObjectInstanceHandle,
            desired_attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    AttributeOwnershipReleaseDenied, hyla_attribute_ownership_release_denied:
        fn attribute_ownership_release_denied(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        );
    AttributeOwnershipDivestitureIfWanted, hyla_attribute_ownership_divestiture_if_wanted:
        fn attribute_ownership_divestiture_if_wanted(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet,
            user_supplied_tag: &[u8]
        ) -> AttributeHandleSet;
    CancelNegotiatedAttributeOwnershipDivestiture, hyla_cancel_negotiated_attribute_ownership_divestiture:
        fn cancel_negotiated_attribute_ownership_divestiture(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet
        );
    CancelAttributeOwnershipAcquisition, hyla_cancel_attribute_ownership_acquisition:
        fn cancel_attribute_ownership_acquisition(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet
        );
    QueryAttributeOwnership, hyla_query_attribute_ownership:
        fn query_attribute_ownership(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet
        );
    IsAttributeOwnedByFederate, hyla_is_attribute_owned_by_federate:
        fn is_attribute_owned_by_federate(
            object_instance: ObjectInstanceHandle,
            attribute: AttributeHandle
        ) -> bool;

    // Time management (clause 8).

    EnableTimeRegulation, hyla_enable_time_regulation:
        fn enable_time_regulation(lookahead: LogicalTimeInterval);
    DisableTimeRegulation, hyla_disable_time_regulation:
        fn disable_time_regulation();
    EnableTimeConstrained, hyla_enable_time_constrained:
        fn enable_time_constrained();
    DisableTimeConstrained, hyla_disable_time_constrained:
        fn disable_time_constrained();
    TimeAdvanceRequest, hyla_time_advance_request:
        fn time_advance_request(time: LogicalTime);
    TimeAdvanceRequestAvailable, hyla_time_advance_request_available:
        fn time_advance_request_available(time: LogicalTime);
    NextMessageRequest, hyla_next_message_request:
        fn next_message_request(time: LogicalTime);
    NextMessageRequestAvailable, hyla_next_message_request_available:
        fn next_message_request_available(time: LogicalTime);
    FlushQueueRequest, hyla_flush_queue_request:
        fn flush_queue_request(time: LogicalTime);
    EnableAsynchronousDelivery, hyla_enable_asynchronous_delivery:
        fn enable_asynchronous_delivery();
    DisableAsynchronousDelivery, hyla_disable_asynchronous_delivery:
        fn disable_asynchronous_delivery();
    QueryGalt, hyla_query_galt:
        fn query_galt() => LogicalTime;
    QueryLogicalTime, hyla_query_logical_time:
        fn query_logical_time() -> LogicalTime;
    QueryLits, hyla_query_lits:
        fn query_lits() => LogicalTime;
    ModifyLookahead, hyla_modify_lookahead:
        fn modify_lookahead(lookahead: LogicalTimeInterval);
    QueryLookahead, hyla_query_lookahead:
        fn query_lookahead() -> LogicalTimeInterval;
    Retract, hyla_retract:
        fn retract(retraction: MessageRetractionHandle);
    ChangeAttributeOrderType, hyla_change_attribute_order_type:
        fn change_attribute_order_type(
            object_instance: ObjectInstanceHandle,
            attributes: &AttributeHandleSet,
            order_type: OrderType
        );
    ChangeDefaultAttributeOrderType, hyla_change_default_attribute_order_type:
        fn change_default_attribute_order_type(
            object_class: ObjectClassHandle,
            attributes: &AttributeHandleSet,
            order_type: OrderType
        );
    ChangeInteractionOrderType, hyla_change_interaction_order_type:
        fn change_interaction_order_type(
            interaction_class: InteractionClassHandle,
            order_type: OrderType
        );

    // Data distribution management (clause 9).

    CreateRegion, hyla_create_region:
        fn create_region(dimensions: &DimensionHandleSet) -> RegionHandle;
    CommitRegionModifications, hyla_commit_region_modifications:
        fn commit_region_modifications(regions: &RegionHandleSet);
    DeleteRegion, hyla_delete_region:
        fn delete_region(region: RegionHandle);
    RegisterObjectInstanceWithRegions, hyla_register_object_instance_with_regions:
        fn register_object_instance_with_regions(
            object_class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
            object_instance_name: Option<&str>
        ) -> ObjectInstanceHandle;
    AssociateRegionsForUpdates, hyla_associate_regions_for_updates:
        fn associate_regions_for_updates(
            object_instance: ObjectInstanceHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)]
        );
    UnassociateRegionsForUpdates, hyla_unassociate_regions_for_updates:
        fn unassociate_regions_for_updates(
            object_instance: ObjectInstanceHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)]
        );
    SubscribeObjectClassAttributesWithRegions, hyla_subscribe_object_class_attributes_with_regions:
        fn subscribe_object_class_attributes_with_regions(
            object_class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
            active: Activity,
            update_rate_designator: &str
        );
    UnsubscribeObjectClassAttributesWithRegions, hyla_unsubscribe_object_class_attributes_with_regions:
        fn unsubscribe_object_class_attributes_with_regions(
            object_class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)]
        );
    SubscribeInteractionClassWithRegions, hyla_subscribe_interaction_class_with_regions:
        fn subscribe_interaction_class_with_regions(
            interaction_class: InteractionClassHandle,
            regions: &RegionHandleSet,
            active: Activity
        );
    UnsubscribeInteractionClassWithRegions, hyla_unsubscribe_interaction_class_with_regions:
        fn unsubscribe_interaction_class_with_regions(
            interaction_class: InteractionClassHandle,
            regions: &RegionHandleSet
        );
    SendInteractionWithRegions, hyla_send_interaction_with_regions:
        fn send_interaction_with_regions(
            interaction_class: InteractionClassHandle,
            parameter_values: &[(ParameterHandle, &[u8])],
            regions: &RegionHandleSet,
            user_supplied_tag: &[u8],
            time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    RequestAttributeValueUpdateWithRegions, hyla_request_attribute_value_update_with_regions:
        fn request_attribute_value_update_with_regions(
            object_class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)],
            user_supplied_tag: &[u8]
        );

    // Support services (clause 10).

    GetFederateHandle, hyla_get_federate_handle:
        fn federate_handle(federate_name: &str) -> FederateHandle;
    GetFederateName, hyla_get_federate_name:
        fn federate_name(federate: FederateHandle) -> String;
    GetObjectClassHandle, hyla_get_object_class_handle:
        fn object_class_handle(object_class_name: &str) -> ObjectClassHandle;
    GetObjectClassName, hyla_get_object_class_name:
        fn object_class_name(object_class: ObjectClassHandle) -> String;
    GetKnownObjectClassHandle, hyla_get_known_object_class_handle:
        fn known_object_class_handle(object_instance: ObjectInstanceHandle) -> ObjectClassHandle;
    GetObjectInstanceHandle, hyla_get_object_instance_handle:
        fn object_instance_handle(object_instance_name: &str) -> ObjectInstanceHandle;
    GetObjectInstanceName, hyla_get_object_instance_name:
        fn object_instance_name(object_instance: ObjectInstanceHandle) -> String;
    GetAttributeHandle, hyla_get_attribute_handle:
        fn attribute_handle(
            object_class: ObjectClassHandle,
            attribute_name: &str
        ) -> AttributeHandle;
    GetAttributeName, hyla_get_attribute_name:
        fn attribute_name(object_class: ObjectClassHandle, attribute: AttributeHandle) -> String;
    GetUpdateRateValue, hyla_get_update_rate_value:
        fn update_rate_value(update_rate_designator: &str) -> f64;
    GetUpdateRateValueForAttribute, hyla_get_update_rate_value_for_attribute:
        fn update_rate_value_for_attribute(
            object_instance: ObjectInstanceHandle,
            attribute: AttributeHandle
        ) -> f64;
    GetInteractionClassHandle, hyla_get_interaction_class_handle:
        fn interaction_class_handle(interaction_class_name: &str) -> InteractionClassHandle;
    GetInteractionClassName, hyla_get_interaction_class_name:
        fn interaction_class_name(interaction_class: InteractionClassHandle) -> String;
    GetParameterHandle, hyla_get_parameter_handle:
        fn parameter_handle(
            interaction_class: InteractionClassHandle,
            parameter_name: &str
        ) -> ParameterHandle;
    GetParameterName, hyla_get_parameter_name:
        fn parameter_name(
            interaction_class: InteractionClassHandle,
            parameter: ParameterHandle
        ) -> String;
    GetOrderType, hyla_get_order_type:
        fn order_type(order_type_name: &str) -> OrderType;
    GetOrderName, hyla_get_order_name:
        fn order_name(order_type: OrderType) -> String;
    GetTransportationTypeHandle, hyla_get_transportation_type_handle:
        fn transportation_type_handle(transportation_type_name: &str) -> TransportationTypeHandle;
    GetTransportationTypeName, hyla_get_transportation_type_name:
        fn transportation_type_name(transportation_type: TransportationTypeHandle) -> String;
    GetAvailableDimensionsForObjectClass, hyla_get_available_dimensions_for_object_class:
        fn available_dimensions_for_object_class(
            object_class: ObjectClassHandle
        ) -> DimensionHandleSet;
    GetAvailableDimensionsForObjectClass, hyla_get_available_dimensions_for_class_attribute:
        fn available_dimensions_for_class_attribute(
            object_class: ObjectClassHandle,
            attribute: AttributeHandle
        ) -> DimensionHandleSet;
    GetAvailableDimensionsForInteractionClass, hyla_get_available_dimensions_for_interaction_class:
        fn available_dimensions_for_interaction_class(
            interaction_class: InteractionClassHandle
        ) -> DimensionHandleSet;
    GetDimensionHandle, hyla_get_dimension_handle:
        fn dimension_handle(dimension_name: &str) -> DimensionHandle;
    GetDimensionName, hyla_get_dimension_name:
        fn dimension_name(dimension: DimensionHandle) -> String;
    GetDimensionUpperBound, hyla_get_dimension_upper_bound:
        fn dimension_upper_bound(dimension: DimensionHandle) -> u32;
    GetDimensionHandleSet, hyla_get_dimension_handle_set:
        fn dimension_handle_set(region: RegionHandle) -> DimensionHandleSet;
    GetRangeBounds, hyla_get_range_bounds:
        fn range_bounds(region: RegionHandle, dimension: DimensionHandle) -> RangeBounds;
    SetRangeBounds, hyla_set_range_bounds:
        fn set_range_bounds(
            region: RegionHandle,
            dimension: DimensionHandle,
            range_bounds: RangeBounds
        );
    NormalizeServiceGroup, hyla_normalize_service_group:
        fn normalize_service_group(service_group: ServiceGroup) -> u32;
    NormalizeFederateHandle, hyla_normalize_federate_handle:
        fn normalize_federate_handle(federate: FederateHandle) -> u32;
    NormalizeObjectClassHandle, hyla_normalize_object_class_handle:
        fn normalize_object_class_handle(object_class: ObjectClassHandle) -> u32;
    NormalizeInteractionClassHandle, hyla_normalize_interaction_class_handle:
        fn normalize_interaction_class_handle(interaction_class: InteractionClassHandle) -> u32;
    NormalizeObjectInstanceHandle, hyla_normalize_object_instance_handle:
        fn normalize_object_instance_handle(object_instance: ObjectInstanceHandle) -> u32;
    GetAutomaticResignDirective, hyla_get_automatic_resign_directive:
        fn automatic_resign_directive() -> ResignAction;
    SetAutomaticResignDirective, hyla_set_automatic_resign_directive:
        fn set_automatic_resign_directive(resign_action: ResignAction);
    GetTimeFactory, hyla_get_time_factory:
        fn time_factory() -> TimeImplementation;

    // Switches (clause 10).

    EnableObjectClassRelevanceAdvisorySwitch, hyla_enable_object_class_relevance_advisory_switch:
        fn enable_object_class_relevance_advisory_switch();
    GetObjectClassRelevanceAdvisorySwitch, hyla_get_object_class_relevance_advisory_switch:
        fn object_class_relevance_advisory_switch() -> bool;
    DisableObjectClassRelevanceAdvisorySwitch, hyla_disable_object_class_relevance_advisory_switch:
        fn disable_object_class_relevance_advisory_switch();
    SetObjectClassRelevanceAdvisorySwitch, hyla_set_object_class_relevance_advisory_switch:
        fn set_object_class_relevance_advisory_switch(switch_value: bool);
    EnableAttributeRelevanceAdvisorySwitch, hyla_enable_attribute_relevance_advisory_switch:
        fn enable_attribute_relevance_advisory_switch();
    GetAttributeRelevanceAdvisorySwitch, hyla_get_attribute_relevance_advisory_switch:
        fn attribute_relevance_advisory_switch() -> bool;
    DisableAttributeRelevanceAdvisorySwitch, hyla_disable_attribute_relevance_advisory_switch:
        fn disable_attribute_relevance_advisory_switch();
    SetAttributeRelevanceAdvisorySwitch, hyla_set_attribute_relevance_advisory_switch:
        fn set_attribute_relevance_advisory_switch(switch_value: bool);
    EnableAttributeScopeAdvisorySwitch, hyla_enable_attribute_scope_advisory_switch:
        fn enable_attribute_scope_advisory_switch();
    GetAttributeScopeAdvisorySwitch, hyla_get_attribute_scope_advisory_switch:
        fn attribute_scope_advisory_switch() -> bool;
    DisableAttributeScopeAdvisorySwitch, hyla_disable_attribute_scope_advisory_switch:
        fn disable_attribute_scope_advisory_switch();
    SetAttributeScopeAdvisorySwitch, hyla_set_attribute_scope_advisory_switch:
        fn set_attribute_scope_advisory_switch(switch_value: bool);
    EnableInteractionRelevanceAdvisorySwitch, hyla_enable_interaction_relevance_advisory_switch:
        fn enable_interaction_relevance_advisory_switch();
    GetInteractionRelevanceAdvisorySwitch, hyla_get_interaction_relevance_advisory_switch:
        fn interaction_relevance_advisory_switch() -> bool;
    DisableInteractionRelevanceAdvisorySwitch, hyla_disable_interaction_relevance_advisory_switch:
        fn disable_interaction_relevance_advisory_switch();
    SetInteractionRelevanceAdvisorySwitch, hyla_set_interaction_relevance_advisory_switch:
        fn set_interaction_relevance_advisory_switch(switch_value: bool);
    GetConveyRegionDesignatorSetsSwitch, hyla_get_convey_region_designator_sets_switch:
        fn convey_region_designator_sets_switch() -> bool;
    SetConveyRegionDesignatorSetsSwitch, hyla_set_convey_region_designator_sets_switch:
        fn set_convey_region_designator_sets_switch(switch_value: bool);
    GetServiceReportingSwitch, hyla_get_service_reporting_switch:
        fn service_reporting_switch() -> bool;
    SetServiceReportingSwitch, hyla_set_service_reporting_switch:
        fn set_service_reporting_switch(switch_value: bool);
    GetExceptionReportingSwitch, hyla_get_exception_reporting_switch:
        fn exception_reporting_switch() -> bool;
    SetExceptionReportingSwitch, hyla_set_exception_reporting_switch:
        fn set_exception_reporting_switch(switch_value: bool);
    GetSendServiceReportsToFileSwitch, hyla_get_send_service_reports_to_file_switch:
        fn send_service_reports_to_file_switch() -> bool;
    SetSendServiceReportsToFileSwitch, hyla_set_send_service_reports_to_file_switch:
        fn set_send_service_reports_to_file_switch(switch_value: bool);
    GetAutoProvideSwitch, hyla_get_auto_provide_switch:
        fn auto_provide_switch() -> bool;
    GetDelaySubscriptionEvaluationSwitch, hyla_get_delay_subscription_evaluation_switch:
        fn delay_subscription_evaluation_switch() -> bool;
    GetAdvisoriesUseKnownClassSwitch, hyla_get_advisories_use_known_class_switch:
        fn advisories_use_known_class_switch() -> bool;
    GetAllowRelaxedDdmSwitch, hyla_get_allow_relaxed_ddm_switch:
        fn allow_relaxed_ddm_switch() -> bool;
    GetNonRegulatedGrantSwitch, hyla_get_non_regulated_grant_switch:
        fn non_regulated_grant_switch() -> bool;

    // Control of callbacks (clause 10).

    EnableCallbacks, hyla_enable_callbacks:
        fn enable_callbacks();
    DisableCallbacks, hyla_disable_callbacks:
        fn disable_callbacks();

    // Handles from the bytes that `encode` wrote.

    DecodeFederateHandle, hyla_decode_federate_handle:
        fn decode_federate_handle(encoded_value: &[u8]) -> FederateHandle;
    DecodeObjectClassHandle, hyla_decode_object_class_handle:
        fn decode_object_class_handle(encoded_value: &[u8]) -> ObjectClassHandle;
    DecodeInteractionClassHandle, hyla_decode_interaction_class_handle:
        fn decode_interaction_class_handle(encoded_value: &[u8]) -> InteractionClassHandle;
    DecodeObjectInstanceHandle, hyla_decode_object_instance_handle:
        fn decode_object_instance_handle(encoded_value: &[u8]) -> ObjectInstanceHandle;
    DecodeAttributeHandle, hyla_decode_attribute_handle:
        fn decode_attribute_handle(encoded_value: &[u8]) -> AttributeHandle;
    DecodeParameterHandle, hyla_decode_parameter_handle:
        fn decode_parameter_handle(encoded_value: &[u8]) -> ParameterHandle;
    DecodeDimensionHandle, hyla_decode_dimension_handle:
        fn decode_dimension_handle(encoded_value: &[u8]) -> DimensionHandle;
    DecodeMessageRetractionHandle, hyla_decode_message_retraction_handle:
        fn decode_message_retraction_handle(encoded_value: &[u8]) -> MessageRetractionHandle;
    DecodeRegionHandle, hyla_decode_region_handle:
        fn decode_region_handle(encoded_value: &[u8]) -> RegionHandle;
}
