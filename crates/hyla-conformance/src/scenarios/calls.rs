//! One harmless call of every service: what it does depends on the state of the federate alone.

use std::collections::BTreeSet;
use std::time::Duration;

use hyla_core::callback::NullFederateAmbassador;
use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, DimensionHandle, DimensionHandleSet,
    Edition, Exception, FederateHandle, FederateHandleSet, Float64Interval, Float64Time,
    InteractionClassHandle, InteractionClassHandleSet, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle,
    RangeBounds, RegionHandle, RegionHandleSet, ResignAction, Service, ServiceGroup,
    TransportationTypeHandle,
};

use crate::federate::Federate;
use crate::rti::Rti;
use crate::world::World;

/// Arguments that a federate of the world could use.
pub(crate) struct Known {
    edition: Edition,
    federation: String,
    settings: String,
    fom: String,
    federate: FederateHandle,
    federates: FederateHandleSet,
    names: BTreeSet<String>,
    class: ObjectClassHandle,
    object: ObjectInstanceHandle,
    attribute: AttributeHandle,
    attributes: AttributeHandleSet,
    interaction: InteractionClassHandle,
    parameter: ParameterHandle,
    directed: InteractionClassHandle,
    directed_set: InteractionClassHandleSet,
    transportation: TransportationTypeHandle,
    dimension: DimensionHandle,
    dimensions: DimensionHandleSet,
    region: RegionHandle,
    regions: RegionHandleSet,
    pairs: [(AttributeHandleSet, RegionHandleSet); 1],
    retraction: MessageRetractionHandle,
    time: LogicalTime,
    lookahead: LogicalTimeInterval,
}

impl Known {
    /// Arguments known to `federate`, which publishes a class, registers an instance and creates a region.
    pub(crate) fn to(world: &World, federate: &Federate) -> Self {
        let rti = &federate.rti;
        federate.publish("Vehicle.Car", &["Name"]);
        let class = federate.class("Vehicle.Car");
        let interaction = federate.interaction("Message");
        let directed = federate.interaction("Order.Stop");
        let dimension = rti.dimension_handle("Lane").unwrap();
        let dimensions = DimensionHandleSet::from([dimension]);
        let region = rti.create_region(&dimensions).unwrap();
        let attributes = federate.attributes(&["Name"]);
        let handle = federate.handle.unwrap();
        Self {
            edition: world.edition,
            federation: world.federation.clone(),
            settings: world.settings().into(),
            fom: world.fom("traffic"),
            federate: handle,
            federates: [handle].into(),
            names: BTreeSet::from(["someone".to_owned()]),
            class,
            object: rti.register_object_instance(class, None).unwrap(),
            attribute: federate.attribute("Name"),
            attributes: attributes.clone(),
            interaction,
            parameter: rti.parameter_handle(interaction, "Text").unwrap(),
            directed,
            directed_set: [directed].into(),
            transportation: rti.transportation_type_handle("HLAreliable").unwrap(),
            dimension,
            dimensions,
            region,
            regions: [region].into(),
            pairs: [(attributes, [region].into())],
            retraction: MessageRetractionHandle::of(handle, 1),
            time: LogicalTime::Float64(Float64Time::new(1.0).unwrap()),
            lookahead: LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap()),
        }
    }
}

/// Calls a service.
pub(crate) type Call = fn(&Rti, &Known) -> Result<(), Exception>;

/// The calls of a service: one for each form that it has here.
pub(crate) fn of(service: Service) -> impl Iterator<Item = Call> {
    let calls = CALLS.iter().filter(move |(called, _)| *called == service);
    calls.map(|(_, call)| *call)
}

macro_rules! calls {
    ($rti:ident $k:ident; $($service:ident => $call:expr;)*) => {
        const CALLS: &[(Service, Call)] = &[$((Service::$service, |$rti, $k| {
            let _ = $k;
            $call.map(drop)
        })),*];
    };
}

calls! { rti k;
    Connect => rti.connect(Box::new(NullFederateAmbassador), CallbackModel::Evoked, &k.settings);
    Disconnect => rti.disconnect();
    CreateFederationExecution =>
        rti.create_federation_execution(&k.federation, &[&k.fom], "");
    CreateFederationExecutionWithMim =>
        rti.create_federation_execution_with_mim(&k.federation, &[&k.fom], &k.fom, "");
    DestroyFederationExecution => rti.destroy_federation_execution(&k.federation);
    ListFederationExecutions => rti.list_federation_executions();
    ListFederationExecutionMembers => rti.list_federation_execution_members(&k.federation);
    JoinFederationExecution =>
        rti.join_federation_execution(None, "tester", &k.federation, &[]);
    ResignFederationExecution =>
        rti.resign_federation_execution(ResignAction::CancelThenDeleteThenDivest);
    RegisterFederationSynchronizationPoint =>
        rti.register_federation_synchronization_point("P", b"", Some(&k.federates));
    SynchronizationPointAchieved => rti.synchronization_point_achieved("P", true);
    RequestFederationSave => rti.request_federation_save("S", None);
    FederateSaveBegun => rti.federate_save_begun();
    FederateSaveComplete => rti.federate_save_complete();
    FederateSaveNotComplete => rti.federate_save_not_complete();
    AbortFederationSave => rti.abort_federation_save();
    QueryFederationSaveStatus => rti.query_federation_save_status();
    RequestFederationRestore => rti.request_federation_restore("S");
    FederateRestoreComplete => rti.federate_restore_complete();
    FederateRestoreNotComplete => rti.federate_restore_not_complete();
    AbortFederationRestore => rti.abort_federation_restore();
    QueryFederationRestoreStatus => rti.query_federation_restore_status();

    PublishObjectClassAttributes => rti.publish_object_class_attributes(k.class, &k.attributes);
    UnpublishObjectClass => rti.unpublish_object_class(k.class);
    UnpublishObjectClassAttributes =>
        rti.unpublish_object_class_attributes(k.class, &k.attributes);
    PublishInteractionClass => rti.publish_interaction_class(k.interaction);
    UnpublishInteractionClass => rti.unpublish_interaction_class(k.interaction);
    PublishObjectClassDirectedInteractions =>
        rti.publish_object_class_directed_interactions(k.class, &k.directed_set);
    UnpublishObjectClassDirectedInteractions =>
        rti.unpublish_object_class_directed_interactions(k.class, None);
    UnpublishObjectClassDirectedInteractions =>
        rti.unpublish_object_class_directed_interactions(k.class, Some(&k.directed_set));
    SubscribeObjectClassAttributes =>
        rti.subscribe_object_class_attributes(k.class, &k.attributes, Activity::Active, "");
    UnsubscribeObjectClass => rti.unsubscribe_object_class(k.class);
    UnsubscribeObjectClassAttributes =>
        rti.unsubscribe_object_class_attributes(k.class, &k.attributes);
    SubscribeInteractionClass => rti.subscribe_interaction_class(k.interaction, Activity::Active);
    UnsubscribeInteractionClass => rti.unsubscribe_interaction_class(k.interaction);
    SubscribeObjectClassDirectedInteractions => rti.subscribe_object_class_directed_interactions(
        k.class, &k.directed_set, DirectedScope::Owned);
    UnsubscribeObjectClassDirectedInteractions =>
        rti.unsubscribe_object_class_directed_interactions(k.class, None);
    UnsubscribeObjectClassDirectedInteractions =>
        rti.unsubscribe_object_class_directed_interactions(k.class, Some(&k.directed_set));

    ReserveObjectInstanceName => rti.reserve_object_instance_name("someone");
    ReleaseObjectInstanceName => rti.release_object_instance_name("someone");
    ReserveMultipleObjectInstanceNames => rti.reserve_multiple_object_instance_names(&k.names);
    ReleaseMultipleObjectInstanceNames => rti.release_multiple_object_instance_names(&k.names);
    RegisterObjectInstance => rti.register_object_instance(k.class, None);
    UpdateAttributeValues =>
        rti.update_attribute_values(k.object, &[(k.attribute, b"value")], b"", None);
    SendInteraction =>
        rti.send_interaction(k.interaction, &[(k.parameter, b"value")], b"", None);
    SendDirectedInteraction =>
        rti.send_directed_interaction(k.directed, k.object, &[], b"", None);
    DeleteObjectInstance => rti.delete_object_instance(k.object, b"", None);
    LocalDeleteObjectInstance => rti.local_delete_object_instance(k.object);
    RequestAttributeValueUpdate =>
        rti.request_attribute_value_update(k.object, &k.attributes, b"");
    RequestAttributeValueUpdate =>
        rti.request_class_attribute_value_update(k.class, &k.attributes, b"");
    RequestAttributeTransportationTypeChange =>
        rti.request_attribute_transportation_type_change(k.object, &k.attributes, k.transportation);
    ChangeDefaultAttributeTransportationType =>
        rti.change_default_attribute_transportation_type(k.class, &k.attributes, k.transportation);
    QueryAttributeTransportationType =>
        rti.query_attribute_transportation_type(k.object, k.attribute);
    RequestInteractionTransportationTypeChange =>
        rti.request_interaction_transportation_type_change(k.interaction, k.transportation);
    QueryInteractionTransportationType =>
        rti.query_interaction_transportation_type(k.federate, k.interaction);

    UnconditionalAttributeOwnershipDivestiture =>
        rti.unconditional_attribute_ownership_divestiture(k.object, &k.attributes, b"");
    NegotiatedAttributeOwnershipDivestiture =>
        rti.negotiated_attribute_ownership_divestiture(k.object, &k.attributes, b"");
    ConfirmDivestiture => rti.confirm_divestiture(k.object, &k.attributes, b"");
    AttributeOwnershipAcquisition =>
        rti.attribute_ownership_acquisition(k.object, &k.attributes, b"");
    AttributeOwnershipAcquisitionIfAvailable =>
        rti.attribute_ownership_acquisition_if_available(k.object, &k.attributes, b"");
    AttributeOwnershipReleaseDenied =>
        rti.attribute_ownership_release_denied(k.object, &k.attributes, b"");
    AttributeOwnershipDivestitureIfWanted =>
        rti.attribute_ownership_divestiture_if_wanted(k.object, &k.attributes, b"");
    CancelNegotiatedAttributeOwnershipDivestiture =>
        rti.cancel_negotiated_attribute_ownership_divestiture(k.object, &k.attributes);
    CancelAttributeOwnershipAcquisition =>
        rti.cancel_attribute_ownership_acquisition(k.object, &k.attributes);
    QueryAttributeOwnership => rti.query_attribute_ownership(k.object, &k.attributes);
    IsAttributeOwnedByFederate => rti.is_attribute_owned_by_federate(k.object, k.attribute);

    EnableTimeRegulation => rti.enable_time_regulation(k.lookahead);
    DisableTimeRegulation => rti.disable_time_regulation();
    EnableTimeConstrained => rti.enable_time_constrained();
    DisableTimeConstrained => rti.disable_time_constrained();
    TimeAdvanceRequest => rti.time_advance_request(k.time);
    TimeAdvanceRequestAvailable => rti.time_advance_request_available(k.time);
    NextMessageRequest => rti.next_message_request(k.time);
    NextMessageRequestAvailable => rti.next_message_request_available(k.time);
    FlushQueueRequest => rti.flush_queue_request(k.time);
    EnableAsynchronousDelivery => rti.enable_asynchronous_delivery();
    DisableAsynchronousDelivery => rti.disable_asynchronous_delivery();
    QueryGalt => rti.query_galt();
    QueryLogicalTime => rti.query_logical_time();
    QueryLits => rti.query_lits();
    ModifyLookahead => rti.modify_lookahead(k.lookahead);
    QueryLookahead => rti.query_lookahead();
    Retract => rti.retract(k.retraction);
    ChangeAttributeOrderType =>
        rti.change_attribute_order_type(k.object, &k.attributes, OrderType::Receive);
    ChangeDefaultAttributeOrderType =>
        rti.change_default_attribute_order_type(k.class, &k.attributes, OrderType::Receive);
    ChangeInteractionOrderType =>
        rti.change_interaction_order_type(k.interaction, OrderType::Receive);

    CreateRegion => rti.create_region(&k.dimensions);
    CommitRegionModifications => rti.commit_region_modifications(&k.regions);
    DeleteRegion => rti.delete_region(k.region);
    RegisterObjectInstanceWithRegions =>
        rti.register_object_instance_with_regions(k.class, &k.pairs, None);
    AssociateRegionsForUpdates => rti.associate_regions_for_updates(k.object, &k.pairs);
    UnassociateRegionsForUpdates => rti.unassociate_regions_for_updates(k.object, &k.pairs);
    SubscribeObjectClassAttributesWithRegions => rti
        .subscribe_object_class_attributes_with_regions(k.class, &k.pairs, Activity::Active, "");
    UnsubscribeObjectClassAttributesWithRegions =>
        rti.unsubscribe_object_class_attributes_with_regions(k.class, &k.pairs);
    SubscribeInteractionClassWithRegions =>
        rti.subscribe_interaction_class_with_regions(k.interaction, &k.regions, Activity::Active);
    UnsubscribeInteractionClassWithRegions =>
        rti.unsubscribe_interaction_class_with_regions(k.interaction, &k.regions);
    SendInteractionWithRegions =>
        rti.send_interaction_with_regions(k.interaction, &[], &k.regions, b"", None);
    RequestAttributeValueUpdateWithRegions =>
        rti.request_attribute_value_update_with_regions(k.class, &k.pairs, b"");

    GetAutomaticResignDirective => rti.automatic_resign_directive();
    SetAutomaticResignDirective => rti.set_automatic_resign_directive(ResignAction::NoAction);
    GetFederateHandle => rti.federate_handle("a");
    GetFederateName => rti.federate_name(k.federate);
    GetObjectClassHandle => rti.object_class_handle("Vehicle.Car");
    GetObjectClassName => rti.object_class_name(k.class);
    GetKnownObjectClassHandle => rti.known_object_class_handle(k.object);
    GetObjectInstanceHandle => rti.object_instance_handle("someone");
    GetObjectInstanceName => rti.object_instance_name(k.object);
    GetAttributeHandle => rti.attribute_handle(k.class, "Name");
    GetAttributeName => rti.attribute_name(k.class, k.attribute);
    GetUpdateRateValue => rti.update_rate_value("Slow");
    GetUpdateRateValueForAttribute => rti.update_rate_value_for_attribute(k.object, k.attribute);
    GetInteractionClassHandle => rti.interaction_class_handle("Message");
    GetInteractionClassName => rti.interaction_class_name(k.interaction);
    GetParameterHandle => rti.parameter_handle(k.interaction, "Text");
    GetParameterName => rti.parameter_name(k.interaction, k.parameter);
    GetOrderType => rti.order_type("Receive");
    GetOrderName => rti.order_name(OrderType::Receive);
    GetTransportationTypeHandle => rti.transportation_type_handle("HLAreliable");
    GetTransportationTypeName => rti.transportation_type_name(k.transportation);
    GetAvailableDimensionsForObjectClass => match k.edition {
        Edition::Hla2010 => rti.available_dimensions_for_class_attribute(k.class, k.attribute),
        Edition::Hla2025 => rti.available_dimensions_for_object_class(k.class),
    };
    GetAvailableDimensionsForInteractionClass =>
        rti.available_dimensions_for_interaction_class(k.interaction);
    GetDimensionHandle => rti.dimension_handle("Lane");
    GetDimensionName => rti.dimension_name(k.dimension);
    GetDimensionUpperBound => rti.dimension_upper_bound(k.dimension);
    GetDimensionHandleSet => rti.dimension_handle_set(k.region);
    GetRangeBounds => rti.range_bounds(k.region, k.dimension);
    SetRangeBounds =>
        rti.set_range_bounds(k.region, k.dimension, RangeBounds::new(0, 9).unwrap());
    NormalizeServiceGroup => rti.normalize_service_group(ServiceGroup::TimeManagement);
    NormalizeFederateHandle => rti.normalize_federate_handle(k.federate);
    NormalizeObjectClassHandle => rti.normalize_object_class_handle(k.class);
    NormalizeInteractionClassHandle => rti.normalize_interaction_class_handle(k.interaction);
    NormalizeObjectInstanceHandle => rti.normalize_object_instance_handle(k.object);
    EnableObjectClassRelevanceAdvisorySwitch => rti.enable_object_class_relevance_advisory_switch();
    DisableObjectClassRelevanceAdvisorySwitch =>
        rti.disable_object_class_relevance_advisory_switch();
    EnableAttributeRelevanceAdvisorySwitch => rti.enable_attribute_relevance_advisory_switch();
    DisableAttributeRelevanceAdvisorySwitch => rti.disable_attribute_relevance_advisory_switch();
    EnableAttributeScopeAdvisorySwitch => rti.enable_attribute_scope_advisory_switch();
    DisableAttributeScopeAdvisorySwitch => rti.disable_attribute_scope_advisory_switch();
    EnableInteractionRelevanceAdvisorySwitch => rti.enable_interaction_relevance_advisory_switch();
    DisableInteractionRelevanceAdvisorySwitch =>
        rti.disable_interaction_relevance_advisory_switch();
    GetObjectClassRelevanceAdvisorySwitch => rti.object_class_relevance_advisory_switch();
    SetObjectClassRelevanceAdvisorySwitch => rti.set_object_class_relevance_advisory_switch(true);
    GetAttributeRelevanceAdvisorySwitch => rti.attribute_relevance_advisory_switch();
    SetAttributeRelevanceAdvisorySwitch => rti.set_attribute_relevance_advisory_switch(true);
    GetAttributeScopeAdvisorySwitch => rti.attribute_scope_advisory_switch();
    SetAttributeScopeAdvisorySwitch => rti.set_attribute_scope_advisory_switch(true);
    GetInteractionRelevanceAdvisorySwitch => rti.interaction_relevance_advisory_switch();
    SetInteractionRelevanceAdvisorySwitch => rti.set_interaction_relevance_advisory_switch(true);
    GetConveyRegionDesignatorSetsSwitch => rti.convey_region_designator_sets_switch();
    SetConveyRegionDesignatorSetsSwitch => rti.set_convey_region_designator_sets_switch(true);
    GetServiceReportingSwitch => rti.service_reporting_switch();
    SetServiceReportingSwitch => rti.set_service_reporting_switch(true);
    GetExceptionReportingSwitch => rti.exception_reporting_switch();
    SetExceptionReportingSwitch => rti.set_exception_reporting_switch(true);
    GetSendServiceReportsToFileSwitch => rti.send_service_reports_to_file_switch();
    SetSendServiceReportsToFileSwitch => rti.set_send_service_reports_to_file_switch(false);
    GetAutoProvideSwitch => rti.auto_provide_switch();
    GetDelaySubscriptionEvaluationSwitch => rti.delay_subscription_evaluation_switch();
    GetAdvisoriesUseKnownClassSwitch => rti.advisories_use_known_class_switch();
    GetAllowRelaxedDdmSwitch => rti.allow_relaxed_ddm_switch();
    GetNonRegulatedGrantSwitch => rti.non_regulated_grant_switch();

    EvokeCallback => rti.evoke_callback(Duration::ZERO);
    EvokeMultipleCallbacks => rti.evoke_multiple_callbacks(Duration::ZERO, Duration::ZERO);
    EnableCallbacks => rti.enable_callbacks();
    DisableCallbacks => rti.disable_callbacks();

    GetTimeFactory => rti.time_factory();
    DecodeFederateHandle => rti.decode_federate_handle(&k.federate.encode());
    DecodeObjectClassHandle => rti.decode_object_class_handle(&k.class.encode());
    DecodeInteractionClassHandle => rti.decode_interaction_class_handle(&k.interaction.encode());
    DecodeObjectInstanceHandle => rti.decode_object_instance_handle(&k.object.encode());
    DecodeAttributeHandle => rti.decode_attribute_handle(&k.attribute.encode());
    DecodeParameterHandle => rti.decode_parameter_handle(&k.parameter.encode());
    DecodeDimensionHandle => rti.decode_dimension_handle(&k.dimension.encode());
    DecodeMessageRetractionHandle =>
        rti.decode_message_retraction_handle(&k.retraction.encode());
    DecodeRegionHandle => rti.decode_region_handle(&k.region.encode());
}
