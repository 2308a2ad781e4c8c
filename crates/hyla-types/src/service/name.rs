//! The services and callbacks by name.

/// A service of the RTI or a callback of the federate, of either edition.
///
/// Named as in 2025; what 2025 no longer has keeps its name of 2010. Each text gives the standard's
/// name and the clause, in that order of editions where they differ. [`Self::info`] has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Service {
    // Federation management, clause 4.
    /// `connect`, 4.2.
    Connect,
    /// `disconnect`, 4.3.
    Disconnect,
    /// `connectionLost`, 4.4.
    ConnectionLost,
    /// `createFederationExecution`, 4.5.
    CreateFederationExecution,
    /// `createFederationExecutionWithMIM`, 4.5.
    CreateFederationExecutionWithMim,
    /// `destroyFederationExecution`, 4.6.
    DestroyFederationExecution,
    /// `listFederationExecutions`, 4.7.
    ListFederationExecutions,
    /// `reportFederationExecutions`, 4.8.
    ReportFederationExecutions,
    /// `listFederationExecutionMembers`, 4.9, only in 2025.
    ListFederationExecutionMembers,
    /// `reportFederationExecutionMembers`, 4.10, only in 2025.
    ReportFederationExecutionMembers,
    /// `reportFederationExecutionDoesNotExist`, 4.10, only in 2025.
    ReportFederationExecutionDoesNotExist,
    /// `joinFederationExecution`, 4.9 in 2010, 4.11 in 2025.
    JoinFederationExecution,
    /// `resignFederationExecution`, 4.10 in 2010, 4.12 in 2025.
    ResignFederationExecution,
    /// `federateResigned`, 4.13, only in 2025.
    FederateResigned,
    /// `registerFederationSynchronizationPoint`, 4.11 in 2010, 4.14 in 2025.
    RegisterFederationSynchronizationPoint,
    /// `synchronizationPointRegistrationSucceeded`, 4.12 in 2010, 4.15 in 2025.
    SynchronizationPointRegistrationSucceeded,
    /// `synchronizationPointRegistrationFailed`, 4.12 in 2010, 4.15 in 2025.
    SynchronizationPointRegistrationFailed,
    /// `announceSynchronizationPoint`, 4.13 in 2010, 4.16 in 2025.
    AnnounceSynchronizationPoint,
    /// `synchronizationPointAchieved`, 4.14 in 2010, 4.17 in 2025.
    SynchronizationPointAchieved,
    /// `federationSynchronized`, 4.15 in 2010, 4.18 in 2025.
    FederationSynchronized,
    /// `requestFederationSave`, 4.16 in 2010, 4.19 in 2025.
    RequestFederationSave,
    /// `initiateFederateSave`, 4.17 in 2010, 4.20 in 2025.
    InitiateFederateSave,
    /// `federateSaveBegun`, 4.18 in 2010, 4.21 in 2025.
    FederateSaveBegun,
    /// `federateSaveComplete`, 4.19 in 2010, 4.22 in 2025.
    FederateSaveComplete,
    /// `federateSaveNotComplete`, 4.19 in 2010, 4.22 in 2025.
    FederateSaveNotComplete,
    /// `federationSaved`, 4.20 in 2010, 4.23 in 2025.
    FederationSaved,
    /// `federationNotSaved`, 4.20 in 2010, 4.23 in 2025.
    FederationNotSaved,
    /// `abortFederationSave`, 4.21 in 2010, 4.24 in 2025.
    AbortFederationSave,
    /// `queryFederationSaveStatus`, 4.22 in 2010, 4.25 in 2025.
    QueryFederationSaveStatus,
    /// `federationSaveStatusResponse`, 4.23 in 2010, 4.26 in 2025.
    FederationSaveStatusResponse,
    /// `requestFederationRestore`, 4.24 in 2010, 4.27 in 2025.
    RequestFederationRestore,
    /// `requestFederationRestoreSucceeded`, 4.25 in 2010, 4.28 in 2025.
    RequestFederationRestoreSucceeded,
    /// `requestFederationRestoreFailed`, 4.25 in 2010, 4.28 in 2025.
    RequestFederationRestoreFailed,
    /// `federationRestoreBegun`, 4.26 in 2010, 4.29 in 2025.
    FederationRestoreBegun,
    /// `initiateFederateRestore`, 4.27 in 2010, 4.30 in 2025.
    InitiateFederateRestore,
    /// `federateRestoreComplete`, 4.28 in 2010, 4.31 in 2025.
    FederateRestoreComplete,
    /// `federateRestoreNotComplete`, 4.28 in 2010, 4.31 in 2025.
    FederateRestoreNotComplete,
    /// `federationRestored`, 4.29 in 2010, 4.32 in 2025.
    FederationRestored,
    /// `federationNotRestored`, 4.29 in 2010, 4.32 in 2025.
    FederationNotRestored,
    /// `abortFederationRestore`, 4.30 in 2010, 4.33 in 2025.
    AbortFederationRestore,
    /// `queryFederationRestoreStatus`, 4.31 in 2010, 4.34 in 2025.
    QueryFederationRestoreStatus,
    /// `federationRestoreStatusResponse`, 4.32 in 2010, 4.35 in 2025.
    FederationRestoreStatusResponse,

    // Declaration management, clause 5.
    /// `publishObjectClassAttributes`, 5.2.
    PublishObjectClassAttributes,
    /// `unpublishObjectClass`, 5.3.
    UnpublishObjectClass,
    /// `unpublishObjectClassAttributes`, 5.3.
    UnpublishObjectClassAttributes,
    /// `publishInteractionClass`, 5.4.
    PublishInteractionClass,
    /// `unpublishInteractionClass`, 5.5.
    UnpublishInteractionClass,
    /// `publishObjectClassDirectedInteractions`, 5.6, only in 2025.
    PublishObjectClassDirectedInteractions,
    /// `unpublishObjectClassDirectedInteractions`, 5.7, only in 2025.
    UnpublishObjectClassDirectedInteractions,
    /// `subscribeObjectClassAttributes`, 5.6 in 2010, 5.8 in 2025.
    SubscribeObjectClassAttributes,
    /// `unsubscribeObjectClass`, 5.7 in 2010, 5.9 in 2025.
    UnsubscribeObjectClass,
    /// `unsubscribeObjectClassAttributes`, 5.7 in 2010, 5.9 in 2025.
    UnsubscribeObjectClassAttributes,
    /// `subscribeInteractionClass`, 5.8 in 2010, 5.10 in 2025.
    SubscribeInteractionClass,
    /// `unsubscribeInteractionClass`, 5.9 in 2010, 5.11 in 2025.
    UnsubscribeInteractionClass,
    /// `subscribeObjectClassDirectedInteractions`, 5.12, only in 2025.
    SubscribeObjectClassDirectedInteractions,
    /// `unsubscribeObjectClassDirectedInteractions`, 5.13, only in 2025.
    UnsubscribeObjectClassDirectedInteractions,
    /// `startRegistrationForObjectClass`, 5.10 in 2010, 5.14 in 2025.
    StartRegistrationForObjectClass,
    /// `stopRegistrationForObjectClass`, 5.11 in 2010, 5.15 in 2025.
    StopRegistrationForObjectClass,
    /// `turnInteractionsOn`, 5.12 in 2010, 5.16 in 2025.
    TurnInteractionsOn,
    /// `turnInteractionsOff`, 5.13 in 2010, 5.17 in 2025.
    TurnInteractionsOff,

    // Object management, clause 6.
    /// `reserveObjectInstanceName`, 6.2.
    ReserveObjectInstanceName,
    /// `objectInstanceNameReservationSucceeded`, 6.3.
    ObjectInstanceNameReservationSucceeded,
    /// `objectInstanceNameReservationFailed`, 6.3.
    ObjectInstanceNameReservationFailed,
    /// `releaseObjectInstanceName`, 6.4.
    ReleaseObjectInstanceName,
    /// `reserveMultipleObjectInstanceNames` (`reserveMultipleObjectInstanceName` in 2010),
    /// 6.5.
    ReserveMultipleObjectInstanceNames,
    /// `multipleObjectInstanceNameReservationSucceeded`, 6.6.
    MultipleObjectInstanceNameReservationSucceeded,
    /// `multipleObjectInstanceNameReservationFailed`, 6.6.
    MultipleObjectInstanceNameReservationFailed,
    /// `releaseMultipleObjectInstanceNames` (`releaseMultipleObjectInstanceName` in 2010),
    /// 6.7.
    ReleaseMultipleObjectInstanceNames,
    /// `registerObjectInstance`, 6.8.
    RegisterObjectInstance,
    /// `discoverObjectInstance`, 6.9.
    DiscoverObjectInstance,
    /// `updateAttributeValues`, 6.10.
    UpdateAttributeValues,
    /// `reflectAttributeValues`, 6.11.
    ReflectAttributeValues,
    /// `sendInteraction`, 6.12.
    SendInteraction,
    /// `receiveInteraction`, 6.13.
    ReceiveInteraction,
    /// `sendDirectedInteraction`, 6.14, only in 2025.
    SendDirectedInteraction,
    /// `receiveDirectedInteraction`, 6.15, only in 2025.
    ReceiveDirectedInteraction,
    /// `deleteObjectInstance`, 6.14 in 2010, 6.16 in 2025.
    DeleteObjectInstance,
    /// `removeObjectInstance`, 6.15 in 2010, 6.17 in 2025.
    RemoveObjectInstance,
    /// `localDeleteObjectInstance`, 6.16 in 2010, 6.18 in 2025.
    LocalDeleteObjectInstance,
    /// `attributesInScope`, 6.17 in 2010, 6.19 in 2025.
    AttributesInScope,
    /// `attributesOutOfScope`, 6.18 in 2010, 6.20 in 2025.
    AttributesOutOfScope,
    /// `requestAttributeValueUpdate`, 6.19 in 2010, 6.21 in 2025.
    RequestAttributeValueUpdate,
    /// `provideAttributeValueUpdate`, 6.20 in 2010, 6.22 in 2025.
    ProvideAttributeValueUpdate,
    /// `turnUpdatesOnForObjectInstance`, 6.21 in 2010, 6.23 in 2025.
    TurnUpdatesOnForObjectInstance,
    /// `turnUpdatesOffForObjectInstance`, 6.22 in 2010, 6.24 in 2025.
    TurnUpdatesOffForObjectInstance,
    /// `requestAttributeTransportationTypeChange`, 6.23 in 2010, 6.25 in 2025.
    RequestAttributeTransportationTypeChange,
    /// `confirmAttributeTransportationTypeChange`, 6.24 in 2010, 6.26 in 2025.
    ConfirmAttributeTransportationTypeChange,
    /// `changeDefaultAttributeTransportationType`, 6.27, only in 2025.
    ChangeDefaultAttributeTransportationType,
    /// `queryAttributeTransportationType`, 6.25 in 2010, 6.28 in 2025.
    QueryAttributeTransportationType,
    /// `reportAttributeTransportationType`, 6.26 in 2010, 6.29 in 2025.
    ReportAttributeTransportationType,
    /// `requestInteractionTransportationTypeChange`, 6.27 in 2010, 6.30 in 2025.
    RequestInteractionTransportationTypeChange,
    /// `confirmInteractionTransportationTypeChange`, 6.28 in 2010, 6.31 in 2025.
    ConfirmInteractionTransportationTypeChange,
    /// `queryInteractionTransportationType`, 6.29 in 2010, 6.32 in 2025.
    QueryInteractionTransportationType,
    /// `reportInteractionTransportationType`, 6.30 in 2010, 6.33 in 2025.
    ReportInteractionTransportationType,

    // Ownership management, clause 7.
    /// `unconditionalAttributeOwnershipDivestiture`, 7.2.
    UnconditionalAttributeOwnershipDivestiture,
    /// `negotiatedAttributeOwnershipDivestiture`, 7.3.
    NegotiatedAttributeOwnershipDivestiture,
    /// `requestAttributeOwnershipAssumption`, 7.4.
    RequestAttributeOwnershipAssumption,
    /// `requestDivestitureConfirmation`, 7.5.
    RequestDivestitureConfirmation,
    /// `confirmDivestiture`, 7.6.
    ConfirmDivestiture,
    /// `attributeOwnershipAcquisitionNotification`, 7.7.
    AttributeOwnershipAcquisitionNotification,
    /// `attributeOwnershipAcquisition`, 7.8.
    AttributeOwnershipAcquisition,
    /// `attributeOwnershipAcquisitionIfAvailable`, 7.9.
    AttributeOwnershipAcquisitionIfAvailable,
    /// `attributeOwnershipUnavailable`, 7.10.
    AttributeOwnershipUnavailable,
    /// `requestAttributeOwnershipRelease`, 7.11.
    RequestAttributeOwnershipRelease,
    /// `attributeOwnershipReleaseDenied`, 7.12.
    AttributeOwnershipReleaseDenied,
    /// `attributeOwnershipDivestitureIfWanted`, 7.13.
    AttributeOwnershipDivestitureIfWanted,
    /// `cancelNegotiatedAttributeOwnershipDivestiture`, 7.14.
    CancelNegotiatedAttributeOwnershipDivestiture,
    /// `cancelAttributeOwnershipAcquisition`, 7.15.
    CancelAttributeOwnershipAcquisition,
    /// `confirmAttributeOwnershipAcquisitionCancellation`, 7.16.
    ConfirmAttributeOwnershipAcquisitionCancellation,
    /// `queryAttributeOwnership`, 7.17.
    QueryAttributeOwnership,
    /// `informAttributeOwnership`, 7.18.
    InformAttributeOwnership,
    /// `attributeIsNotOwned`, 7.18.
    AttributeIsNotOwned,
    /// `attributeIsOwnedByRTI`, 7.18.
    AttributeIsOwnedByRti,
    /// `isAttributeOwnedByFederate`, 7.19.
    IsAttributeOwnedByFederate,

    // Time management, clause 8.
    /// `enableTimeRegulation`, 8.2.
    EnableTimeRegulation,
    /// `timeRegulationEnabled`, 8.3.
    TimeRegulationEnabled,
    /// `disableTimeRegulation`, 8.4.
    DisableTimeRegulation,
    /// `enableTimeConstrained`, 8.5.
    EnableTimeConstrained,
    /// `timeConstrainedEnabled`, 8.6.
    TimeConstrainedEnabled,
    /// `disableTimeConstrained`, 8.7.
    DisableTimeConstrained,
    /// `timeAdvanceRequest`, 8.8.
    TimeAdvanceRequest,
    /// `timeAdvanceRequestAvailable`, 8.9.
    TimeAdvanceRequestAvailable,
    /// `nextMessageRequest`, 8.10.
    NextMessageRequest,
    /// `nextMessageRequestAvailable`, 8.11.
    NextMessageRequestAvailable,
    /// `flushQueueRequest`, 8.12.
    FlushQueueRequest,
    /// `flushQueueGrant`, 8.13, only in 2025.
    FlushQueueGrant,
    /// `timeAdvanceGrant`, 8.13 in 2010, 8.14 in 2025.
    TimeAdvanceGrant,
    /// `enableAsynchronousDelivery`, 8.14 in 2010, 8.15 in 2025.
    EnableAsynchronousDelivery,
    /// `disableAsynchronousDelivery`, 8.15 in 2010, 8.16 in 2025.
    DisableAsynchronousDelivery,
    /// `queryGALT`, 8.16 in 2010, 8.17 in 2025.
    QueryGalt,
    /// `queryLogicalTime`, 8.17 in 2010, 8.18 in 2025.
    QueryLogicalTime,
    /// `queryLITS`, 8.18 in 2010, 8.19 in 2025.
    QueryLits,
    /// `modifyLookahead`, 8.19 in 2010, 8.20 in 2025.
    ModifyLookahead,
    /// `queryLookahead`, 8.20 in 2010, 8.21 in 2025.
    QueryLookahead,
    /// `retract`, 8.21 in 2010, 8.22 in 2025.
    Retract,
    /// `requestRetraction`, 8.22 in 2010, 8.23 in 2025.
    RequestRetraction,
    /// `changeAttributeOrderType`, 8.23 in 2010, 8.24 in 2025.
    ChangeAttributeOrderType,
    /// `changeDefaultAttributeOrderType`, 8.25, only in 2025.
    ChangeDefaultAttributeOrderType,
    /// `changeInteractionOrderType`, 8.24 in 2010, 8.26 in 2025.
    ChangeInteractionOrderType,

    // Data distribution management, clause 9.
    /// `createRegion`, 9.2.
    CreateRegion,
    /// `commitRegionModifications`, 9.3.
    CommitRegionModifications,
    /// `deleteRegion`, 9.4.
    DeleteRegion,
    /// `registerObjectInstanceWithRegions`, 9.5.
    RegisterObjectInstanceWithRegions,
    /// `associateRegionsForUpdates`, 9.6.
    AssociateRegionsForUpdates,
    /// `unassociateRegionsForUpdates`, 9.7.
    UnassociateRegionsForUpdates,
    /// `subscribeObjectClassAttributesWithRegions`, 9.8.
    SubscribeObjectClassAttributesWithRegions,
    /// `unsubscribeObjectClassAttributesWithRegions`, 9.9.
    UnsubscribeObjectClassAttributesWithRegions,
    /// `subscribeInteractionClassWithRegions`, 9.10.
    SubscribeInteractionClassWithRegions,
    /// `unsubscribeInteractionClassWithRegions`, 9.11.
    UnsubscribeInteractionClassWithRegions,
    /// `sendInteractionWithRegions`, 9.12.
    SendInteractionWithRegions,
    /// `requestAttributeValueUpdateWithRegions`, 9.13.
    RequestAttributeValueUpdateWithRegions,

    // Support services, clause 10.
    /// `getFederateHandle`, 10.4 in 2010, 10.2 in 2025.
    GetFederateHandle,
    /// `getFederateName`, 10.5 in 2010, 10.3 in 2025.
    GetFederateName,
    /// `getObjectClassHandle`, 10.6 in 2010, 10.4 in 2025.
    GetObjectClassHandle,
    /// `getObjectClassName`, 10.7 in 2010, 10.5 in 2025.
    GetObjectClassName,
    /// `getKnownObjectClassHandle`, 10.8 in 2010, 10.6 in 2025.
    GetKnownObjectClassHandle,
    /// `getObjectInstanceHandle`, 10.9 in 2010, 10.7 in 2025.
    GetObjectInstanceHandle,
    /// `getObjectInstanceName`, 10.10 in 2010, 10.8 in 2025.
    GetObjectInstanceName,
    /// `getAttributeHandle`, 10.11 in 2010, 10.9 in 2025.
    GetAttributeHandle,
    /// `getAttributeName`, 10.12 in 2010, 10.10 in 2025.
    GetAttributeName,
    /// `getUpdateRateValue`, 10.13 in 2010, 10.11 in 2025.
    GetUpdateRateValue,
    /// `getUpdateRateValueForAttribute`, 10.14 in 2010, 10.12 in 2025.
    GetUpdateRateValueForAttribute,
    /// `getInteractionClassHandle`, 10.15 in 2010, 10.13 in 2025.
    GetInteractionClassHandle,
    /// `getInteractionClassName`, 10.16 in 2010, 10.14 in 2025.
    GetInteractionClassName,
    /// `getParameterHandle`, 10.17 in 2010, 10.15 in 2025.
    GetParameterHandle,
    /// `getParameterName`, 10.18 in 2010, 10.16 in 2025.
    GetParameterName,
    /// `getOrderType`, 10.19 in 2010, 10.17 in 2025.
    GetOrderType,
    /// `getOrderName`, 10.20 in 2010, 10.18 in 2025.
    GetOrderName,
    /// `getTransportationTypeHandle` (`getTransportationType` in 2010),
    /// 10.21 in 2010, 10.19 in 2025.
    GetTransportationTypeHandle,
    /// `getTransportationTypeName` (`getTransportationName` in 2010),
    /// 10.22 in 2010, 10.20 in 2025.
    GetTransportationTypeName,
    /// `getAvailableDimensionsForObjectClass` (`getAvailableDimensionsForClassAttribute` in 2010),
    /// 10.23 in 2010, 10.21 in 2025.
    GetAvailableDimensionsForObjectClass,
    /// `getAvailableDimensionsForInteractionClass`, 10.24 in 2010, 10.22 in 2025.
    GetAvailableDimensionsForInteractionClass,
    /// `getDimensionHandle`, 10.25 in 2010, 10.23 in 2025.
    GetDimensionHandle,
    /// `getDimensionName`, 10.26 in 2010, 10.24 in 2025.
    GetDimensionName,
    /// `getDimensionUpperBound`, 10.27 in 2010, 10.25 in 2025.
    GetDimensionUpperBound,
    /// `getDimensionHandleSet`, 10.28 in 2010, 10.26 in 2025.
    GetDimensionHandleSet,
    /// `getRangeBounds`, 10.29 in 2010, 10.27 in 2025.
    GetRangeBounds,
    /// `setRangeBounds`, 10.30 in 2010, 10.28 in 2025.
    SetRangeBounds,
    /// `normalizeServiceGroup`, 10.32 in 2010, 10.29 in 2025.
    NormalizeServiceGroup,
    /// `normalizeFederateHandle`, 10.31 in 2010, 10.30 in 2025.
    NormalizeFederateHandle,
    /// `normalizeObjectClassHandle`, 10.31, only in 2025.
    NormalizeObjectClassHandle,
    /// `normalizeInteractionClassHandle`, 10.32, only in 2025.
    NormalizeInteractionClassHandle,
    /// `normalizeObjectInstanceHandle`, 10.33, only in 2025.
    NormalizeObjectInstanceHandle,
    /// `enableObjectClassRelevanceAdvisorySwitch`, 10.33, only in 2010.
    EnableObjectClassRelevanceAdvisorySwitch,
    /// `getObjectClassRelevanceAdvisorySwitch`, 10.34, only in 2025.
    GetObjectClassRelevanceAdvisorySwitch,
    /// `disableObjectClassRelevanceAdvisorySwitch`, 10.34, only in 2010.
    DisableObjectClassRelevanceAdvisorySwitch,
    /// `setObjectClassRelevanceAdvisorySwitch`, 10.35, only in 2025.
    SetObjectClassRelevanceAdvisorySwitch,
    /// `enableAttributeRelevanceAdvisorySwitch`, 10.35, only in 2010.
    EnableAttributeRelevanceAdvisorySwitch,
    /// `getAttributeRelevanceAdvisorySwitch`, 10.36, only in 2025.
    GetAttributeRelevanceAdvisorySwitch,
    /// `disableAttributeRelevanceAdvisorySwitch`, 10.36, only in 2010.
    DisableAttributeRelevanceAdvisorySwitch,
    /// `setAttributeRelevanceAdvisorySwitch`, 10.37, only in 2025.
    SetAttributeRelevanceAdvisorySwitch,
    /// `enableAttributeScopeAdvisorySwitch`, 10.37, only in 2010.
    EnableAttributeScopeAdvisorySwitch,
    /// `getAttributeScopeAdvisorySwitch`, 10.38, only in 2025.
    GetAttributeScopeAdvisorySwitch,
    /// `disableAttributeScopeAdvisorySwitch`, 10.38, only in 2010.
    DisableAttributeScopeAdvisorySwitch,
    /// `setAttributeScopeAdvisorySwitch`, 10.39, only in 2025.
    SetAttributeScopeAdvisorySwitch,
    /// `enableInteractionRelevanceAdvisorySwitch`, 10.39, only in 2010.
    EnableInteractionRelevanceAdvisorySwitch,
    /// `getInteractionRelevanceAdvisorySwitch`, 10.40, only in 2025.
    GetInteractionRelevanceAdvisorySwitch,
    /// `disableInteractionRelevanceAdvisorySwitch`, 10.40, only in 2010.
    DisableInteractionRelevanceAdvisorySwitch,
    /// `setInteractionRelevanceAdvisorySwitch`, 10.41, only in 2025.
    SetInteractionRelevanceAdvisorySwitch,
    /// `getConveyRegionDesignatorSetsSwitch`, 10.42, only in 2025.
    GetConveyRegionDesignatorSetsSwitch,
    /// `setConveyRegionDesignatorSetsSwitch`, 10.43, only in 2025.
    SetConveyRegionDesignatorSetsSwitch,
    /// `getAutomaticResignDirective`, 10.2 in 2010, 10.44 in 2025.
    GetAutomaticResignDirective,
    /// `setAutomaticResignDirective`, 10.3 in 2010, 10.45 in 2025.
    SetAutomaticResignDirective,
    /// `getServiceReportingSwitch`, 10.46, only in 2025.
    GetServiceReportingSwitch,
    /// `setServiceReportingSwitch`, 10.47, only in 2025.
    SetServiceReportingSwitch,
    /// `getExceptionReportingSwitch`, 10.48, only in 2025.
    GetExceptionReportingSwitch,
    /// `setExceptionReportingSwitch`, 10.49, only in 2025.
    SetExceptionReportingSwitch,
    /// `getSendServiceReportsToFileSwitch`, 10.50, only in 2025.
    GetSendServiceReportsToFileSwitch,
    /// `setSendServiceReportsToFileSwitch`, 10.51, only in 2025.
    SetSendServiceReportsToFileSwitch,
    /// `getAutoProvideSwitch`, 10.52, only in 2025.
    GetAutoProvideSwitch,
    /// `getDelaySubscriptionEvaluationSwitch`, 10.53, only in 2025.
    GetDelaySubscriptionEvaluationSwitch,
    /// `getAdvisoriesUseKnownClassSwitch`, 10.54, only in 2025.
    GetAdvisoriesUseKnownClassSwitch,
    /// `getAllowRelaxedDDMSwitch`, 10.55, only in 2025.
    GetAllowRelaxedDdmSwitch,
    /// `getNonRegulatedGrantSwitch`, 10.56, only in 2025.
    GetNonRegulatedGrantSwitch,

    // Control of callbacks, at the end of clause 10.
    /// `evokeCallback`, 10.41 in 2010, 10.57 in 2025.
    EvokeCallback,
    /// `evokeMultipleCallbacks`, 10.42 in 2010, 10.58 in 2025.
    EvokeMultipleCallbacks,
    /// `enableCallbacks`, 10.43 in 2010, 10.59 in 2025.
    EnableCallbacks,
    /// `disableCallbacks`, 10.44 in 2010, 10.60 in 2025.
    DisableCallbacks,

    // Calls that only the language interfaces have: the time factory and decoding of handles.
    /// `getTimeFactory`.
    GetTimeFactory,
    /// `decodeFederateHandle`.
    DecodeFederateHandle,
    /// `decodeObjectClassHandle`.
    DecodeObjectClassHandle,
    /// `decodeInteractionClassHandle`.
    DecodeInteractionClassHandle,
    /// `decodeObjectInstanceHandle`.
    DecodeObjectInstanceHandle,
    /// `decodeAttributeHandle`.
    DecodeAttributeHandle,
    /// `decodeParameterHandle`.
    DecodeParameterHandle,
    /// `decodeDimensionHandle`.
    DecodeDimensionHandle,
    /// `decodeMessageRetractionHandle`.
    DecodeMessageRetractionHandle,
    /// `decodeRegionHandle`.
    DecodeRegionHandle,
}
