//! Every service, by the function that carries it out.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::collections::BTreeSet;
use std::time::Duration;

use hyla_lrc::{Activity, DirectedScope};
use hyla_types::*;

use super::arguments::{Given, Held};
use super::results::{Taken, place};
use super::{Result, Rti, function};

/// Declares methods: `->` for a result, `=>` for one that may be absent.
macro_rules! services {
    ($(
        $service:ident, $function:ident:
        fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $(=> $perhaps:ty)?;
    )*) => {
        impl Rti {
            $(pub(crate) fn $name(&self, $($argument: $type),*) -> Result<result!($(-> $result)? $(=> $perhaps)?)> {
                $(let $argument = Given::hold($argument);)*
                let outcome = called!(
                    self, $function, [$($argument)*] $(-> $result)? $(=> $perhaps)?
                );
                self.counted(Service::$service, outcome)
            })*
        }
    };
}

macro_rules! result {
    () => { () };
    (-> $result:ty) => { $result };
    (=> $perhaps:ty) => { Option<$perhaps> };
}

macro_rules! called {
    ($rti:ident, $function:ident, [$($argument:ident)*]) => {{
        let function = function!($rti.0.library, $function(rti $(, $argument)*));
        $rti.0.library.outcome(function($rti.0.id $(, $argument.lend())*))
    }};
    ($rti:ident, $function:ident, [$($argument:ident)*] -> $result:ty) => {{
        let mut out = place::<$result>();
        let function = function!($rti.0.library, $function(rti $(, $argument)*, out));
        let outcome = function($rti.0.id $(, $argument.lend())*, Some(&mut out));
        // SAFETY: written if the call succeeded.
        let take = |()| <$result>::taken(unsafe { out.assume_init() }, $rti.0.library);
        $rti.0.library.outcome(outcome).map(take)
    }};
    ($rti:ident, $function:ident, [$($argument:ident)*] => $perhaps:ty) => {{
        let mut out = place::<$perhaps>();
        let mut present = std::mem::MaybeUninit::new(false);
        let function = function!($rti.0.library, $function(rti $(, $argument)*, out, present));
        let outcome = function($rti.0.id $(, $argument.lend())*, Some(&mut out), Some(&mut present));
        // SAFETY: both are initialized from the start, and `out` has a value if there is one.
        let take = |()| unsafe {
            present.assume_init().then(|| <$perhaps>::taken(out.assume_init(), $rti.0.library))
        };
        $rti.0.library.outcome(outcome).map(take)
    }};
}

services! {
    // Federation management.

    Disconnect, hyla_disconnect: fn disconnect();
    CreateFederationExecution, hyla_create_federation_execution:
        fn create_federation_execution(federation: &str, fom_modules: &[&str], time: &str);
    CreateFederationExecutionWithMim, hyla_create_federation_execution_with_mim:
        fn create_federation_execution_with_mim(
            federation: &str, fom_modules: &[&str], mim: &str, time: &str
        );
    DestroyFederationExecution, hyla_destroy_federation_execution:
        fn destroy_federation_execution(federation: &str);
    ListFederationExecutions, hyla_list_federation_executions: fn list_federation_executions();
    ListFederationExecutionMembers, hyla_list_federation_execution_members:
        fn list_federation_execution_members(federation: &str);
    JoinFederationExecution, hyla_join_federation_execution:
        fn join_federation_execution(
            name: Option<&str>, federate_type: &str, federation: &str,
            additional_fom_modules: &[&str]
        ) -> FederateHandle;
    ResignFederationExecution, hyla_resign_federation_execution:
        fn resign_federation_execution(action: ResignAction);

    // Synchronization points.

    RegisterFederationSynchronizationPoint, hyla_register_federation_synchronization_point:
        fn register_federation_synchronization_point(
            label: &str, tag: &[u8], set: Option<&FederateHandleSet>
        );
    SynchronizationPointAchieved, hyla_synchronization_point_achieved:
        fn synchronization_point_achieved(label: &str, successfully: bool);

    // Save and restore.

    RequestFederationSave, hyla_request_federation_save:
        fn request_federation_save(label: &str, time: Option<LogicalTime>);
    FederateSaveBegun, hyla_federate_save_begun: fn federate_save_begun();
    FederateSaveComplete, hyla_federate_save_complete: fn federate_save_complete();
    FederateSaveNotComplete, hyla_federate_save_not_complete: fn federate_save_not_complete();
    AbortFederationSave, hyla_abort_federation_save: fn abort_federation_save();
    QueryFederationSaveStatus, hyla_query_federation_save_status: fn query_federation_save_status();
    RequestFederationRestore, hyla_request_federation_restore:
        fn request_federation_restore(label: &str);
    FederateRestoreComplete, hyla_federate_restore_complete: fn federate_restore_complete();
    FederateRestoreNotComplete, hyla_federate_restore_not_complete:
        fn federate_restore_not_complete();
    AbortFederationRestore, hyla_abort_federation_restore: fn abort_federation_restore();
    QueryFederationRestoreStatus, hyla_query_federation_restore_status:
        fn query_federation_restore_status();

    // Declaration management.

    PublishObjectClassAttributes, hyla_publish_object_class_attributes:
        fn publish_object_class_attributes(
            class: ObjectClassHandle, attributes: &AttributeHandleSet
        );
    UnpublishObjectClass, hyla_unpublish_object_class:
        fn unpublish_object_class(class: ObjectClassHandle);
    UnpublishObjectClassAttributes, hyla_unpublish_object_class_attributes:
        fn unpublish_object_class_attributes(
            class: ObjectClassHandle, attributes: &AttributeHandleSet
        );
    PublishInteractionClass, hyla_publish_interaction_class:
        fn publish_interaction_class(class: InteractionClassHandle);
    UnpublishInteractionClass, hyla_unpublish_interaction_class:
        fn unpublish_interaction_class(class: InteractionClassHandle);
    PublishObjectClassDirectedInteractions, hyla_publish_object_class_directed_interactions:
        fn publish_object_class_directed_interactions(
            class: ObjectClassHandle, interactions: &InteractionClassHandleSet
        );
    UnpublishObjectClassDirectedInteractions, hyla_unpublish_object_class_directed_interactions:
        fn unpublish_object_class_directed_interactions(
            class: ObjectClassHandle, interactions: Option<&InteractionClassHandleSet>
        );
    SubscribeObjectClassAttributes, hyla_subscribe_object_class_attributes:
        fn subscribe_object_class_attributes(
            class: ObjectClassHandle, attributes: &AttributeHandleSet, activity: Activity,
            update_rate_designator: &str
        );
    UnsubscribeObjectClass, hyla_unsubscribe_object_class:
        fn unsubscribe_object_class(class: ObjectClassHandle);
    UnsubscribeObjectClassAttributes, hyla_unsubscribe_object_class_attributes:
        fn unsubscribe_object_class_attributes(
            class: ObjectClassHandle, attributes: &AttributeHandleSet
        );
    SubscribeInteractionClass, hyla_subscribe_interaction_class:
        fn subscribe_interaction_class(class: InteractionClassHandle, activity: Activity);
    UnsubscribeInteractionClass, hyla_unsubscribe_interaction_class:
        fn unsubscribe_interaction_class(class: InteractionClassHandle);
    SubscribeObjectClassDirectedInteractions, hyla_subscribe_object_class_directed_interactions:
        fn subscribe_object_class_directed_interactions(
            class: ObjectClassHandle, interactions: &InteractionClassHandleSet, scope: DirectedScope
        );
    UnsubscribeObjectClassDirectedInteractions, hyla_unsubscribe_object_class_directed_interactions:
        fn unsubscribe_object_class_directed_interactions(
            class: ObjectClassHandle, interactions: Option<&InteractionClassHandleSet>
        );

    // Object management.

    ReserveObjectInstanceName, hyla_reserve_object_instance_name:
        fn reserve_object_instance_name(name: &str);
    ReleaseObjectInstanceName, hyla_release_object_instance_name:
        fn release_object_instance_name(name: &str);
    ReserveMultipleObjectInstanceNames, hyla_reserve_multiple_object_instance_names:
        fn reserve_multiple_object_instance_names(names: &BTreeSet<String>);
    ReleaseMultipleObjectInstanceNames, hyla_release_multiple_object_instance_names:
        fn release_multiple_object_instance_names(names: &BTreeSet<String>);
    RegisterObjectInstance, hyla_register_object_instance:
        fn register_object_instance(
            class: ObjectClassHandle, name: Option<&str>
        ) -> ObjectInstanceHandle;
    UpdateAttributeValues, hyla_update_attribute_values:
        fn update_attribute_values(
            object: ObjectInstanceHandle, values: &[(AttributeHandle, &[u8])], tag: &[u8],
            time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    SendInteraction, hyla_send_interaction:
        fn send_interaction(
            class: InteractionClassHandle, values: &[(ParameterHandle, &[u8])], tag: &[u8],
            time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    SendDirectedInteraction, hyla_send_directed_interaction:
        fn send_directed_interaction(
            class: InteractionClassHandle, object: ObjectInstanceHandle,
            values: &[(ParameterHandle, &[u8])], tag: &[u8], time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    DeleteObjectInstance, hyla_delete_object_instance:
        fn delete_object_instance(
            object: ObjectInstanceHandle, tag: &[u8], time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    LocalDeleteObjectInstance, hyla_local_delete_object_instance:
        fn local_delete_object_instance(object: ObjectInstanceHandle);
    RequestAttributeValueUpdate, hyla_request_attribute_value_update:
        fn request_attribute_value_update(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    RequestAttributeValueUpdate, hyla_request_class_attribute_value_update:
        fn request_class_attribute_value_update(
            class: ObjectClassHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    RequestAttributeTransportationTypeChange, hyla_request_attribute_transportation_type_change:
        fn request_attribute_transportation_type_change(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet,
            transportation: TransportationTypeHandle
        );
    ChangeDefaultAttributeTransportationType, hyla_change_default_attribute_transportation_type:
        fn change_default_attribute_transportation_type(
            class: ObjectClassHandle, attributes: &AttributeHandleSet,
            transportation: TransportationTypeHandle
        );
    QueryAttributeTransportationType, hyla_query_attribute_transportation_type:
        fn query_attribute_transportation_type(
            object: ObjectInstanceHandle, attribute: AttributeHandle
        );
    RequestInteractionTransportationTypeChange, hyla_request_interaction_transportation_type_change:
        fn request_interaction_transportation_type_change(
            class: InteractionClassHandle, transportation: TransportationTypeHandle
        );
    QueryInteractionTransportationType, hyla_query_interaction_transportation_type:
        fn query_interaction_transportation_type(
            federate: FederateHandle, class: InteractionClassHandle
        );

    // Ownership management.

    UnconditionalAttributeOwnershipDivestiture, hyla_unconditional_attribute_ownership_divestiture:
        fn unconditional_attribute_ownership_divestiture(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    NegotiatedAttributeOwnershipDivestiture, hyla_negotiated_attribute_ownership_divestiture:
        fn negotiated_attribute_ownership_divestiture(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    ConfirmDivestiture, hyla_confirm_divestiture:
        fn confirm_divestiture(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    AttributeOwnershipAcquisition, hyla_attribute_ownership_acquisition:
        fn attribute_ownership_acquisition(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    AttributeOwnershipAcquisitionIfAvailable, hyla_attribute_ownership_acquisition_if_available:
        fn attribute_ownership_acquisition_if_available(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    AttributeOwnershipReleaseDenied, hyla_attribute_ownership_release_denied:
        fn attribute_ownership_release_denied(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        );
    AttributeOwnershipDivestitureIfWanted, hyla_attribute_ownership_divestiture_if_wanted:
        fn attribute_ownership_divestiture_if_wanted(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]
        ) -> AttributeHandleSet;
    CancelNegotiatedAttributeOwnershipDivestiture, hyla_cancel_negotiated_attribute_ownership_divestiture:
        fn cancel_negotiated_attribute_ownership_divestiture(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet
        );
    CancelAttributeOwnershipAcquisition, hyla_cancel_attribute_ownership_acquisition:
        fn cancel_attribute_ownership_acquisition(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet
        );
    QueryAttributeOwnership, hyla_query_attribute_ownership:
        fn query_attribute_ownership(object: ObjectInstanceHandle, attributes: &AttributeHandleSet);
    IsAttributeOwnedByFederate, hyla_is_attribute_owned_by_federate:
        fn is_attribute_owned_by_federate(
            object: ObjectInstanceHandle, attribute: AttributeHandle
        ) -> bool;

    // Time management.

    EnableTimeRegulation, hyla_enable_time_regulation:
        fn enable_time_regulation(lookahead: LogicalTimeInterval);
    DisableTimeRegulation, hyla_disable_time_regulation: fn disable_time_regulation();
    EnableTimeConstrained, hyla_enable_time_constrained: fn enable_time_constrained();
    DisableTimeConstrained, hyla_disable_time_constrained: fn disable_time_constrained();
    TimeAdvanceRequest, hyla_time_advance_request: fn time_advance_request(time: LogicalTime);
    TimeAdvanceRequestAvailable, hyla_time_advance_request_available:
        fn time_advance_request_available(time: LogicalTime);
    NextMessageRequest, hyla_next_message_request: fn next_message_request(time: LogicalTime);
    NextMessageRequestAvailable, hyla_next_message_request_available:
        fn next_message_request_available(time: LogicalTime);
    FlushQueueRequest, hyla_flush_queue_request: fn flush_queue_request(time: LogicalTime);
    EnableAsynchronousDelivery, hyla_enable_asynchronous_delivery:
        fn enable_asynchronous_delivery();
    DisableAsynchronousDelivery, hyla_disable_asynchronous_delivery:
        fn disable_asynchronous_delivery();
    QueryGalt, hyla_query_galt: fn query_galt() => LogicalTime;
    QueryLogicalTime, hyla_query_logical_time: fn query_logical_time() -> LogicalTime;
    QueryLits, hyla_query_lits: fn query_lits() => LogicalTime;
    ModifyLookahead, hyla_modify_lookahead: fn modify_lookahead(lookahead: LogicalTimeInterval);
    QueryLookahead, hyla_query_lookahead: fn query_lookahead() -> LogicalTimeInterval;
    Retract, hyla_retract: fn retract(retraction: MessageRetractionHandle);
    ChangeAttributeOrderType, hyla_change_attribute_order_type:
        fn change_attribute_order_type(
            object: ObjectInstanceHandle, attributes: &AttributeHandleSet, order: OrderType
        );
    ChangeDefaultAttributeOrderType, hyla_change_default_attribute_order_type:
        fn change_default_attribute_order_type(
            class: ObjectClassHandle, attributes: &AttributeHandleSet, order: OrderType
        );
    ChangeInteractionOrderType, hyla_change_interaction_order_type:
        fn change_interaction_order_type(class: InteractionClassHandle, order: OrderType);

    // Data distribution management.

    CreateRegion, hyla_create_region:
        fn create_region(dimensions: &DimensionHandleSet) -> RegionHandle;
    CommitRegionModifications, hyla_commit_region_modifications:
        fn commit_region_modifications(regions: &RegionHandleSet);
    DeleteRegion, hyla_delete_region: fn delete_region(region: RegionHandle);
    RegisterObjectInstanceWithRegions, hyla_register_object_instance_with_regions:
        fn register_object_instance_with_regions(
            class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)], name: Option<&str>
        ) -> ObjectInstanceHandle;
    AssociateRegionsForUpdates, hyla_associate_regions_for_updates:
        fn associate_regions_for_updates(
            object: ObjectInstanceHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)]
        );
    UnassociateRegionsForUpdates, hyla_unassociate_regions_for_updates:
        fn unassociate_regions_for_updates(
            object: ObjectInstanceHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)]
        );
    SubscribeObjectClassAttributesWithRegions, hyla_subscribe_object_class_attributes_with_regions:
        fn subscribe_object_class_attributes_with_regions(
            class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)], activity: Activity,
            update_rate_designator: &str
        );
    UnsubscribeObjectClassAttributesWithRegions, hyla_unsubscribe_object_class_attributes_with_regions:
        fn unsubscribe_object_class_attributes_with_regions(
            class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)]
        );
    SubscribeInteractionClassWithRegions, hyla_subscribe_interaction_class_with_regions:
        fn subscribe_interaction_class_with_regions(
            class: InteractionClassHandle, regions: &RegionHandleSet, activity: Activity
        );
    UnsubscribeInteractionClassWithRegions, hyla_unsubscribe_interaction_class_with_regions:
        fn unsubscribe_interaction_class_with_regions(
            class: InteractionClassHandle, regions: &RegionHandleSet
        );
    SendInteractionWithRegions, hyla_send_interaction_with_regions:
        fn send_interaction_with_regions(
            class: InteractionClassHandle, values: &[(ParameterHandle, &[u8])],
            regions: &RegionHandleSet, tag: &[u8], time: Option<LogicalTime>
        ) => MessageRetractionHandle;
    RequestAttributeValueUpdateWithRegions, hyla_request_attribute_value_update_with_regions:
        fn request_attribute_value_update_with_regions(
            class: ObjectClassHandle,
            attributes_and_regions: &[(AttributeHandleSet, RegionHandleSet)], tag: &[u8]
        );
    GetDimensionHandleSet, hyla_get_dimension_handle_set:
        fn dimension_handle_set(region: RegionHandle) -> DimensionHandleSet;
    GetRangeBounds, hyla_get_range_bounds:
        fn range_bounds(region: RegionHandle, dimension: DimensionHandle) -> RangeBounds;
    SetRangeBounds, hyla_set_range_bounds:
        fn set_range_bounds(region: RegionHandle, dimension: DimensionHandle, bounds: RangeBounds);

    // Support services.

    GetFederateHandle, hyla_get_federate_handle: fn federate_handle(name: &str) -> FederateHandle;
    GetFederateName, hyla_get_federate_name: fn federate_name(federate: FederateHandle) -> String;
    GetObjectClassHandle, hyla_get_object_class_handle:
        fn object_class_handle(name: &str) -> ObjectClassHandle;
    GetObjectClassName, hyla_get_object_class_name:
        fn object_class_name(class: ObjectClassHandle) -> String;
    GetKnownObjectClassHandle, hyla_get_known_object_class_handle:
        fn known_object_class_handle(object: ObjectInstanceHandle) -> ObjectClassHandle;
    GetObjectInstanceHandle, hyla_get_object_instance_handle:
        fn object_instance_handle(name: &str) -> ObjectInstanceHandle;
    GetObjectInstanceName, hyla_get_object_instance_name:
        fn object_instance_name(object: ObjectInstanceHandle) -> String;
    GetAttributeHandle, hyla_get_attribute_handle:
        fn attribute_handle(class: ObjectClassHandle, name: &str) -> AttributeHandle;
    GetAttributeName, hyla_get_attribute_name:
        fn attribute_name(class: ObjectClassHandle, attribute: AttributeHandle) -> String;
    GetUpdateRateValue, hyla_get_update_rate_value: fn update_rate_value(designator: &str) -> f64;
    GetUpdateRateValueForAttribute, hyla_get_update_rate_value_for_attribute:
        fn update_rate_value_for_attribute(
            object: ObjectInstanceHandle, attribute: AttributeHandle
        ) -> f64;
    GetInteractionClassHandle, hyla_get_interaction_class_handle:
        fn interaction_class_handle(name: &str) -> InteractionClassHandle;
    GetInteractionClassName, hyla_get_interaction_class_name:
        fn interaction_class_name(class: InteractionClassHandle) -> String;
    GetParameterHandle, hyla_get_parameter_handle:
        fn parameter_handle(class: InteractionClassHandle, name: &str) -> ParameterHandle;
    GetParameterName, hyla_get_parameter_name:
        fn parameter_name(class: InteractionClassHandle, parameter: ParameterHandle) -> String;
    GetOrderType, hyla_get_order_type: fn order_type(name: &str) -> OrderType;
    GetOrderName, hyla_get_order_name: fn order_name(order: OrderType) -> String;
    GetTransportationTypeHandle, hyla_get_transportation_type_handle:
        fn transportation_type_handle(name: &str) -> TransportationTypeHandle;
    GetTransportationTypeName, hyla_get_transportation_type_name:
        fn transportation_type_name(transportation: TransportationTypeHandle) -> String;
    GetAvailableDimensionsForObjectClass, hyla_get_available_dimensions_for_class_attribute:
        fn available_dimensions_for_class_attribute(
            class: ObjectClassHandle, attribute: AttributeHandle
        ) -> DimensionHandleSet;
    GetAvailableDimensionsForObjectClass, hyla_get_available_dimensions_for_object_class:
        fn available_dimensions_for_object_class(class: ObjectClassHandle) -> DimensionHandleSet;
    GetAvailableDimensionsForInteractionClass, hyla_get_available_dimensions_for_interaction_class:
        fn available_dimensions_for_interaction_class(
            class: InteractionClassHandle
        ) -> DimensionHandleSet;
    GetDimensionHandle, hyla_get_dimension_handle:
        fn dimension_handle(name: &str) -> DimensionHandle;
    GetDimensionName, hyla_get_dimension_name:
        fn dimension_name(dimension: DimensionHandle) -> String;
    GetDimensionUpperBound, hyla_get_dimension_upper_bound:
        fn dimension_upper_bound(dimension: DimensionHandle) -> u32;
    NormalizeServiceGroup, hyla_normalize_service_group:
        fn normalize_service_group(group: ServiceGroup) -> u32;
    NormalizeFederateHandle, hyla_normalize_federate_handle:
        fn normalize_federate_handle(federate: FederateHandle) -> u32;
    NormalizeObjectClassHandle, hyla_normalize_object_class_handle:
        fn normalize_object_class_handle(class: ObjectClassHandle) -> u32;
    NormalizeInteractionClassHandle, hyla_normalize_interaction_class_handle:
        fn normalize_interaction_class_handle(class: InteractionClassHandle) -> u32;
    NormalizeObjectInstanceHandle, hyla_normalize_object_instance_handle:
        fn normalize_object_instance_handle(object: ObjectInstanceHandle) -> u32;
    GetAutomaticResignDirective, hyla_get_automatic_resign_directive:
        fn automatic_resign_directive() -> ResignAction;
    SetAutomaticResignDirective, hyla_set_automatic_resign_directive:
        fn set_automatic_resign_directive(action: ResignAction);
    GetTimeFactory, hyla_get_time_factory: fn time_factory() -> TimeImplementation;

    // Switches.

    EnableObjectClassRelevanceAdvisorySwitch, hyla_enable_object_class_relevance_advisory_switch:
        fn enable_object_class_relevance_advisory_switch();
    DisableObjectClassRelevanceAdvisorySwitch, hyla_disable_object_class_relevance_advisory_switch:
        fn disable_object_class_relevance_advisory_switch();
    EnableAttributeRelevanceAdvisorySwitch, hyla_enable_attribute_relevance_advisory_switch:
        fn enable_attribute_relevance_advisory_switch();
    DisableAttributeRelevanceAdvisorySwitch, hyla_disable_attribute_relevance_advisory_switch:
        fn disable_attribute_relevance_advisory_switch();
    EnableAttributeScopeAdvisorySwitch, hyla_enable_attribute_scope_advisory_switch:
        fn enable_attribute_scope_advisory_switch();
    DisableAttributeScopeAdvisorySwitch, hyla_disable_attribute_scope_advisory_switch:
        fn disable_attribute_scope_advisory_switch();
    EnableInteractionRelevanceAdvisorySwitch, hyla_enable_interaction_relevance_advisory_switch:
        fn enable_interaction_relevance_advisory_switch();
    DisableInteractionRelevanceAdvisorySwitch, hyla_disable_interaction_relevance_advisory_switch:
        fn disable_interaction_relevance_advisory_switch();
    GetObjectClassRelevanceAdvisorySwitch, hyla_get_object_class_relevance_advisory_switch:
        fn object_class_relevance_advisory_switch() -> bool;
    SetObjectClassRelevanceAdvisorySwitch, hyla_set_object_class_relevance_advisory_switch:
        fn set_object_class_relevance_advisory_switch(on: bool);
    GetAttributeRelevanceAdvisorySwitch, hyla_get_attribute_relevance_advisory_switch:
        fn attribute_relevance_advisory_switch() -> bool;
    SetAttributeRelevanceAdvisorySwitch, hyla_set_attribute_relevance_advisory_switch:
        fn set_attribute_relevance_advisory_switch(on: bool);
    GetAttributeScopeAdvisorySwitch, hyla_get_attribute_scope_advisory_switch:
        fn attribute_scope_advisory_switch() -> bool;
    SetAttributeScopeAdvisorySwitch, hyla_set_attribute_scope_advisory_switch:
        fn set_attribute_scope_advisory_switch(on: bool);
    GetInteractionRelevanceAdvisorySwitch, hyla_get_interaction_relevance_advisory_switch:
        fn interaction_relevance_advisory_switch() -> bool;
    SetInteractionRelevanceAdvisorySwitch, hyla_set_interaction_relevance_advisory_switch:
        fn set_interaction_relevance_advisory_switch(on: bool);
    GetConveyRegionDesignatorSetsSwitch, hyla_get_convey_region_designator_sets_switch:
        fn convey_region_designator_sets_switch() -> bool;
    SetConveyRegionDesignatorSetsSwitch, hyla_set_convey_region_designator_sets_switch:
        fn set_convey_region_designator_sets_switch(on: bool);
    GetServiceReportingSwitch, hyla_get_service_reporting_switch:
        fn service_reporting_switch() -> bool;
    SetServiceReportingSwitch, hyla_set_service_reporting_switch:
        fn set_service_reporting_switch(on: bool);
    GetExceptionReportingSwitch, hyla_get_exception_reporting_switch:
        fn exception_reporting_switch() -> bool;
    SetExceptionReportingSwitch, hyla_set_exception_reporting_switch:
        fn set_exception_reporting_switch(on: bool);
    GetSendServiceReportsToFileSwitch, hyla_get_send_service_reports_to_file_switch:
        fn send_service_reports_to_file_switch() -> bool;
    SetSendServiceReportsToFileSwitch, hyla_set_send_service_reports_to_file_switch:
        fn set_send_service_reports_to_file_switch(on: bool);
    GetAutoProvideSwitch, hyla_get_auto_provide_switch: fn auto_provide_switch() -> bool;
    GetDelaySubscriptionEvaluationSwitch, hyla_get_delay_subscription_evaluation_switch:
        fn delay_subscription_evaluation_switch() -> bool;
    GetAdvisoriesUseKnownClassSwitch, hyla_get_advisories_use_known_class_switch:
        fn advisories_use_known_class_switch() -> bool;
    GetAllowRelaxedDdmSwitch, hyla_get_allow_relaxed_ddm_switch:
        fn allow_relaxed_ddm_switch() -> bool;
    GetNonRegulatedGrantSwitch, hyla_get_non_regulated_grant_switch:
        fn non_regulated_grant_switch() -> bool;

    // Handles from bytes.

    DecodeFederateHandle, hyla_decode_federate_handle:
        fn decode_federate_handle(bytes: &[u8]) -> FederateHandle;
    DecodeObjectClassHandle, hyla_decode_object_class_handle:
        fn decode_object_class_handle(bytes: &[u8]) -> ObjectClassHandle;
    DecodeInteractionClassHandle, hyla_decode_interaction_class_handle:
        fn decode_interaction_class_handle(bytes: &[u8]) -> InteractionClassHandle;
    DecodeObjectInstanceHandle, hyla_decode_object_instance_handle:
        fn decode_object_instance_handle(bytes: &[u8]) -> ObjectInstanceHandle;
    DecodeAttributeHandle, hyla_decode_attribute_handle:
        fn decode_attribute_handle(bytes: &[u8]) -> AttributeHandle;
    DecodeParameterHandle, hyla_decode_parameter_handle:
        fn decode_parameter_handle(bytes: &[u8]) -> ParameterHandle;
    DecodeDimensionHandle, hyla_decode_dimension_handle:
        fn decode_dimension_handle(bytes: &[u8]) -> DimensionHandle;
    DecodeMessageRetractionHandle, hyla_decode_message_retraction_handle:
        fn decode_message_retraction_handle(bytes: &[u8]) -> MessageRetractionHandle;
    DecodeRegionHandle, hyla_decode_region_handle:
        fn decode_region_handle(bytes: &[u8]) -> RegionHandle;

    // Callbacks.

    EvokeCallback, hyla_evoke_callback: fn evoke_callback(minimum: Duration) -> bool;
    EvokeMultipleCallbacks, hyla_evoke_multiple_callbacks:
        fn evoke_multiple_callbacks(minimum: Duration, maximum: Duration) -> bool;
    EnableCallbacks, hyla_enable_callbacks: fn enable_callbacks();
    DisableCallbacks, hyla_disable_callbacks: fn disable_callbacks();
}
