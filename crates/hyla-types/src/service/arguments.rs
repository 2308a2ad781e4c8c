//! Names of the arguments of each service, as reports of service invocations state them: those of the
//! longest form of the 2025 C++ API, and of 2010 for what 2025 lacks.

use super::Service;

/// The names, in the order of the service description. Exhaustive: a new service does not compile
/// without.
pub(super) const fn of(service: Service) -> &'static [&'static str] {
    use Service as S;
    match service {
        S::Connect => &[
            "federateAmbassador",
            "callbackModel",
            "configuration",
            "credentials",
        ],
        S::Disconnect
        | S::ListFederationExecutions
        | S::FederateSaveBegun
        | S::FederateSaveComplete
        | S::FederateSaveNotComplete
        | S::FederationSaved
        | S::AbortFederationSave
        | S::QueryFederationSaveStatus
        | S::FederationRestoreBegun
        | S::FederateRestoreComplete
        | S::FederateRestoreNotComplete
        | S::FederationRestored
        | S::AbortFederationRestore
        | S::QueryFederationRestoreStatus
        | S::DisableTimeRegulation
        | S::EnableTimeConstrained
        | S::DisableTimeConstrained
        | S::EnableAsynchronousDelivery
        | S::DisableAsynchronousDelivery
        | S::QueryGalt
        | S::QueryLogicalTime
        | S::QueryLits
        | S::QueryLookahead
        | S::EnableObjectClassRelevanceAdvisorySwitch
        | S::GetObjectClassRelevanceAdvisorySwitch
        | S::DisableObjectClassRelevanceAdvisorySwitch
        | S::EnableAttributeRelevanceAdvisorySwitch
        | S::GetAttributeRelevanceAdvisorySwitch
        | S::DisableAttributeRelevanceAdvisorySwitch
        | S::EnableAttributeScopeAdvisorySwitch
        | S::GetAttributeScopeAdvisorySwitch
        | S::DisableAttributeScopeAdvisorySwitch
        | S::EnableInteractionRelevanceAdvisorySwitch
        | S::GetInteractionRelevanceAdvisorySwitch
        | S::DisableInteractionRelevanceAdvisorySwitch
        | S::GetConveyRegionDesignatorSetsSwitch
        | S::GetAutomaticResignDirective
        | S::GetServiceReportingSwitch
        | S::GetExceptionReportingSwitch
        | S::GetSendServiceReportsToFileSwitch
        | S::GetAutoProvideSwitch
        | S::GetDelaySubscriptionEvaluationSwitch
        | S::GetAdvisoriesUseKnownClassSwitch
        | S::GetAllowRelaxedDdmSwitch
        | S::GetNonRegulatedGrantSwitch
        | S::EnableCallbacks
        | S::DisableCallbacks
        | S::GetTimeFactory => &[],
        S::ConnectionLost => &["faultDescription"],
        S::CreateFederationExecution => &[
            "federationName",
            "fomModules",
            "logicalTimeImplementationName",
        ],
        S::CreateFederationExecutionWithMim => &[
            "federationName",
            "fomModules",
            "mimModule",
            "logicalTimeImplementationName",
        ],
        S::DestroyFederationExecution
        | S::ListFederationExecutionMembers
        | S::ReportFederationExecutionDoesNotExist => &["federationName"],
        S::ReportFederationExecutions => &["report"],
        S::ReportFederationExecutionMembers => &["federationName", "report"],
        S::JoinFederationExecution => &[
            "federateName",
            "federateType",
            "federationName",
            "additionalFomModules",
        ],
        S::ResignFederationExecution | S::SetAutomaticResignDirective => &["resignAction"],
        S::FederateResigned => &["reasonForResignDescription"],
        S::RegisterFederationSynchronizationPoint => &[
            "synchronizationPointLabel",
            "userSuppliedTag",
            "synchronizationSet",
        ],
        S::SynchronizationPointRegistrationSucceeded => &["synchronizationPointLabel"],
        S::SynchronizationPointRegistrationFailed => &["synchronizationPointLabel", "reason"],
        S::AnnounceSynchronizationPoint => &["synchronizationPointLabel", "userSuppliedTag"],
        S::SynchronizationPointAchieved => &["synchronizationPointLabel", "successfully"],
        S::FederationSynchronized => &["synchronizationPointLabel", "failedToSyncSet"],
        S::RequestFederationSave | S::InitiateFederateSave => &["label", "time"],
        S::FederationNotSaved | S::FederationNotRestored => &["reason"],
        S::FederationSaveStatusResponse | S::FederationRestoreStatusResponse => &["response"],
        S::RequestFederationRestore
        | S::RequestFederationRestoreSucceeded
        | S::RequestFederationRestoreFailed => &["label"],
        S::InitiateFederateRestore => &["label", "federateName", "postRestoreFederateHandle"],
        S::PublishObjectClassAttributes
        | S::UnpublishObjectClassAttributes
        | S::UnsubscribeObjectClassAttributes => &["objectClass", "attributes"],
        S::UnpublishObjectClass
        | S::UnsubscribeObjectClass
        | S::StartRegistrationForObjectClass
        | S::StopRegistrationForObjectClass
        | S::GetObjectClassName
        | S::GetAvailableDimensionsForObjectClass
        | S::NormalizeObjectClassHandle => &["objectClass"],
        S::PublishInteractionClass
        | S::UnpublishInteractionClass
        | S::UnsubscribeInteractionClass
        | S::TurnInteractionsOn
        | S::TurnInteractionsOff
        | S::GetInteractionClassName
        | S::GetAvailableDimensionsForInteractionClass
        | S::NormalizeInteractionClassHandle => &["interactionClass"],
        S::PublishObjectClassDirectedInteractions
        | S::UnpublishObjectClassDirectedInteractions
        | S::UnsubscribeObjectClassDirectedInteractions => &["objectClass", "interactionClasses"],
        S::SubscribeObjectClassAttributes => &[
            "objectClass",
            "attributes",
            "active",
            "updateRateDesignator",
        ],
        S::SubscribeInteractionClass => &["interactionClass", "active"],
        S::SubscribeObjectClassDirectedInteractions => {
            &["objectClass", "interactionClasses", "universally"]
        }
        S::ReserveObjectInstanceName
        | S::ObjectInstanceNameReservationSucceeded
        | S::ObjectInstanceNameReservationFailed
        | S::ReleaseObjectInstanceName
        | S::GetObjectInstanceHandle => &["objectInstanceName"],
        S::ReserveMultipleObjectInstanceNames
        | S::MultipleObjectInstanceNameReservationSucceeded
        | S::MultipleObjectInstanceNameReservationFailed
        | S::ReleaseMultipleObjectInstanceNames => &["objectInstanceNames"],
        S::RegisterObjectInstance => &["objectClass", "objectInstanceName"],
        S::DiscoverObjectInstance => &[
            "objectInstance",
            "objectClass",
            "objectInstanceName",
            "producingFederate",
        ],
        S::UpdateAttributeValues => &[
            "objectInstance",
            "attributeValues",
            "userSuppliedTag",
            "time",
        ],
        S::ReflectAttributeValues => &[
            "objectInstance",
            "attributeValues",
            "userSuppliedTag",
            "transportationType",
            "producingFederate",
            "optionalSentRegions",
            "time",
            "sentOrderType",
            "receivedOrderType",
            "optionalRetraction",
        ],
        S::SendInteraction => &[
            "interactionClass",
            "parameterValues",
            "userSuppliedTag",
            "time",
        ],
        S::ReceiveInteraction => &[
            "interactionClass",
            "parameterValues",
            "userSuppliedTag",
            "transportationType",
            "producingFederate",
            "optionalSentRegions",
            "time",
            "sentOrderType",
            "receivedOrderType",
            "optionalRetraction",
        ],
        S::SendDirectedInteraction => &[
            "interactionClass",
            "objectInstance",
            "parameterValues",
            "userSuppliedTag",
            "time",
        ],
        S::ReceiveDirectedInteraction => &[
            "interactionClass",
            "objectInstance",
            "parameterValues",
            "userSuppliedTag",
            "transportationType",
            "producingFederate",
            "time",
            "sentOrderType",
            "receivedOrderType",
            "optionalRetraction",
        ],
        S::DeleteObjectInstance => &["objectInstance", "userSuppliedTag", "time"],
        S::RemoveObjectInstance => &[
            "objectInstance",
            "userSuppliedTag",
            "producingFederate",
            "time",
            "sentOrderType",
            "receivedOrderType",
            "optionalRetraction",
        ],
        S::LocalDeleteObjectInstance
        | S::GetKnownObjectClassHandle
        | S::GetObjectInstanceName
        | S::NormalizeObjectInstanceHandle => &["objectInstance"],
        S::AttributesInScope
        | S::AttributesOutOfScope
        | S::TurnUpdatesOffForObjectInstance
        | S::CancelNegotiatedAttributeOwnershipDivestiture
        | S::CancelAttributeOwnershipAcquisition
        | S::ConfirmAttributeOwnershipAcquisitionCancellation
        | S::QueryAttributeOwnership
        | S::AttributeIsNotOwned
        | S::AttributeIsOwnedByRti => &["objectInstance", "attributes"],
        S::RequestAttributeValueUpdate
        | S::ProvideAttributeValueUpdate
        | S::UnconditionalAttributeOwnershipDivestiture
        | S::NegotiatedAttributeOwnershipDivestiture
        | S::AttributeOwnershipUnavailable
        | S::AttributeOwnershipReleaseDenied
        | S::AttributeOwnershipDivestitureIfWanted => {
            &["objectInstance", "attributes", "userSuppliedTag"]
        }
        S::TurnUpdatesOnForObjectInstance => {
            &["objectInstance", "attributes", "updateRateDesignator"]
        }
        S::RequestAttributeTransportationTypeChange
        | S::ConfirmAttributeTransportationTypeChange => {
            &["objectInstance", "attributes", "transportationType"]
        }
        S::ChangeDefaultAttributeTransportationType => {
            &["objectClass", "attributes", "transportationType"]
        }
        S::QueryAttributeTransportationType
        | S::IsAttributeOwnedByFederate
        | S::GetUpdateRateValueForAttribute => &["objectInstance", "attribute"],
        S::ReportAttributeTransportationType => {
            &["objectInstance", "attribute", "transportationType"]
        }
        S::RequestInteractionTransportationTypeChange
        | S::ConfirmInteractionTransportationTypeChange => {
            &["interactionClass", "transportationType"]
        }
        S::QueryInteractionTransportationType => &["federate", "interactionClass"],
        S::ReportInteractionTransportationType => {
            &["federate", "interactionClass", "transportationType"]
        }
        S::RequestAttributeOwnershipAssumption => {
            &["objectInstance", "offeredAttributes", "userSuppliedTag"]
        }
        S::RequestDivestitureConfirmation => {
            &["objectInstance", "releasedAttributes", "userSuppliedTag"]
        }
        S::ConfirmDivestiture => &["objectInstance", "confirmedAttributes", "userSuppliedTag"],
        S::AttributeOwnershipAcquisitionNotification => {
            &["objectInstance", "securedAttributes", "userSuppliedTag"]
        }
        S::AttributeOwnershipAcquisition | S::AttributeOwnershipAcquisitionIfAvailable => {
            &["objectInstance", "desiredAttributes", "userSuppliedTag"]
        }
        S::RequestAttributeOwnershipRelease => {
            &["objectInstance", "candidateAttributes", "userSuppliedTag"]
        }
        S::InformAttributeOwnership => &["objectInstance", "attributes", "owner"],
        S::EnableTimeRegulation | S::ModifyLookahead => &["lookahead"],
        S::TimeRegulationEnabled
        | S::TimeConstrainedEnabled
        | S::TimeAdvanceRequest
        | S::TimeAdvanceRequestAvailable
        | S::NextMessageRequest
        | S::NextMessageRequestAvailable
        | S::FlushQueueRequest
        | S::TimeAdvanceGrant => &["time"],
        S::FlushQueueGrant => &["time", "optimisticTime"],
        S::Retract | S::RequestRetraction => &["retraction"],
        S::ChangeAttributeOrderType => &["objectInstance", "attributes", "orderType"],
        S::ChangeDefaultAttributeOrderType => &["objectClass", "attributes", "orderType"],
        S::ChangeInteractionOrderType => &["interactionClass", "orderType"],
        S::CreateRegion => &["dimensions"],
        S::CommitRegionModifications => &["regions"],
        S::DeleteRegion | S::GetDimensionHandleSet => &["region"],
        S::RegisterObjectInstanceWithRegions => {
            &["objectClass", "attributesAndRegions", "objectInstanceName"]
        }
        S::AssociateRegionsForUpdates | S::UnassociateRegionsForUpdates => {
            &["objectInstance", "attributesAndRegions"]
        }
        S::SubscribeObjectClassAttributesWithRegions => &[
            "objectClass",
            "attributesAndRegions",
            "active",
            "updateRateDesignator",
        ],
        S::UnsubscribeObjectClassAttributesWithRegions => &["objectClass", "attributesAndRegions"],
        S::SubscribeInteractionClassWithRegions => &["interactionClass", "regions", "active"],
        S::UnsubscribeInteractionClassWithRegions => &["interactionClass", "regions"],
        S::SendInteractionWithRegions => &[
            "interactionClass",
            "parameterValues",
            "regions",
            "userSuppliedTag",
            "time",
        ],
        S::RequestAttributeValueUpdateWithRegions => {
            &["objectClass", "attributesAndRegions", "userSuppliedTag"]
        }
        S::GetFederateHandle => &["federateName"],
        S::GetFederateName | S::NormalizeFederateHandle => &["federate"],
        S::GetObjectClassHandle => &["objectClassName"],
        S::GetAttributeHandle => &["objectClass", "attributeName"],
        S::GetAttributeName => &["objectClass", "attribute"],
        S::GetUpdateRateValue => &["updateRateDesignator"],
        S::GetInteractionClassHandle => &["interactionClassName"],
        S::GetParameterHandle => &["interactionClass", "parameterName"],
        S::GetParameterName => &["interactionClass", "parameter"],
        S::GetOrderType => &["orderTypeName"],
        S::GetOrderName => &["orderType"],
        S::GetTransportationTypeHandle => &["transportationTypeName"],
        S::GetTransportationTypeName => &["transportationType"],
        S::GetDimensionHandle => &["dimensionName"],
        S::GetDimensionName | S::GetDimensionUpperBound => &["dimension"],
        S::GetRangeBounds => &["region", "dimension"],
        S::SetRangeBounds => &["region", "dimension", "rangeBounds"],
        S::NormalizeServiceGroup => &["serviceGroup"],
        S::SetObjectClassRelevanceAdvisorySwitch
        | S::SetAttributeRelevanceAdvisorySwitch
        | S::SetAttributeScopeAdvisorySwitch
        | S::SetInteractionRelevanceAdvisorySwitch
        | S::SetConveyRegionDesignatorSetsSwitch
        | S::SetServiceReportingSwitch
        | S::SetExceptionReportingSwitch
        | S::SetSendServiceReportsToFileSwitch => &["switchValue"],
        S::EvokeCallback => &["approximateMinimumTimeInSeconds"],
        S::EvokeMultipleCallbacks => &[
            "approximateMinimumTimeInSeconds",
            "approximateMaximumTimeInSeconds",
        ],
        S::DecodeFederateHandle
        | S::DecodeObjectClassHandle
        | S::DecodeInteractionClassHandle
        | S::DecodeObjectInstanceHandle
        | S::DecodeAttributeHandle
        | S::DecodeParameterHandle
        | S::DecodeDimensionHandle
        | S::DecodeMessageRetractionHandle
        | S::DecodeRegionHandle => &["encodedValue"],
    }
}
