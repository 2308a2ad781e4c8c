//! Which response belongs to which request. The table is exhaustive: a request that is missing here
//! does not compile, nor does one with the response of another.

use hyla_fedpro_messages as fp;
use hyla_types::{Exception, ExceptionKind};

use super::Services;
use super::serve::{Result, Serve};

/// The one response that belongs to the request.
type Response<R> = <R as Serve>::Response;

macro_rules! table {
    ($($request:ident => $response:ident,)*) => {
        /// Carries out a request.
        pub(super) fn dispatch(
            services: &mut Services,
            request: fp::CallRequest,
        ) -> Result<fp::call_response::CallResponse> {
            use fp::call_request::CallRequest as Request;
            match request.call_request {
                $(Some(Request::$request(request)) => {
                    let response: Response<fp::$request> = request.serve(services)?;
                    Ok(fp::call_response::CallResponse::$response(response))
                })*
                None => Err(Exception::new(
                    ExceptionKind::RTIinternalError,
                    "the call names no service that this server knows",
                )),
            }
        }

        /// One request of each kind with all its fields left out, and the name of its response.
        #[cfg(test)]
        pub(super) fn all() -> Vec<(fp::CallRequest, &'static str)> {
            use fp::call_request::CallRequest as Request;
            vec![$((
                fp::CallRequest { call_request: Some(Request::$request(fp::$request::default())) },
                stringify!($response),
            )),*]
        }

        /// The name of a response.
        #[cfg(test)]
        pub(super) fn name(response: &fp::CallResponse) -> &'static str {
            match &response.call_response {
                $(Some(fp::call_response::CallResponse::$response(_)) => stringify!($response),)*
                Some(fp::call_response::CallResponse::ExceptionData(_)) => "ExceptionData",
                None => "nothing",
            }
        }
    };
}

table! {
    ConnectRequest => ConnectResponse,
    ConnectWithCredentialsRequest => ConnectWithCredentialsResponse,
    ConnectWithConfigurationRequest => ConnectWithConfigurationResponse,
    ConnectWithConfigurationAndCredentialsRequest => ConnectWithConfigurationAndCredentialsResponse,
    DisconnectRequest => DisconnectResponse,
    CreateFederationExecutionRequest => CreateFederationExecutionResponse,
    CreateFederationExecutionWithTimeRequest => CreateFederationExecutionWithTimeResponse,
    CreateFederationExecutionWithModulesRequest => CreateFederationExecutionWithModulesResponse,
    CreateFederationExecutionWithModulesAndTimeRequest
        => CreateFederationExecutionWithModulesAndTimeResponse,
    CreateFederationExecutionWithMimRequest => CreateFederationExecutionWithMimResponse,
    CreateFederationExecutionWithMimAndTimeRequest
        => CreateFederationExecutionWithMimAndTimeResponse,
    DestroyFederationExecutionRequest => DestroyFederationExecutionResponse,
    ListFederationExecutionsRequest => ListFederationExecutionsResponse,
    ListFederationExecutionMembersRequest => ListFederationExecutionMembersResponse,
    JoinFederationExecutionRequest => JoinFederationExecutionResponse,
    JoinFederationExecutionWithModulesRequest => JoinFederationExecutionWithModulesResponse,
    JoinFederationExecutionWithNameRequest => JoinFederationExecutionWithNameResponse,
    JoinFederationExecutionWithNameAndModulesRequest
        => JoinFederationExecutionWithNameAndModulesResponse,
    ResignFederationExecutionRequest => ResignFederationExecutionResponse,
    RegisterFederationSynchronizationPointRequest => RegisterFederationSynchronizationPointResponse,
    RegisterFederationSynchronizationPointWithSetRequest
        => RegisterFederationSynchronizationPointWithSetResponse,
    SynchronizationPointAchievedRequest => SynchronizationPointAchievedResponse,
    RequestFederationSaveRequest => RequestFederationSaveResponse,
    RequestFederationSaveWithTimeRequest => RequestFederationSaveWithTimeResponse,
    FederateSaveBegunRequest => FederateSaveBegunResponse,
    FederateSaveCompleteRequest => FederateSaveCompleteResponse,
    FederateSaveNotCompleteRequest => FederateSaveNotCompleteResponse,
    AbortFederationSaveRequest => AbortFederationSaveResponse,
    QueryFederationSaveStatusRequest => QueryFederationSaveStatusResponse,
    RequestFederationRestoreRequest => RequestFederationRestoreResponse,
    FederateRestoreCompleteRequest => FederateRestoreCompleteResponse,
    FederateRestoreNotCompleteRequest => FederateRestoreNotCompleteResponse,
    AbortFederationRestoreRequest => AbortFederationRestoreResponse,
    QueryFederationRestoreStatusRequest => QueryFederationRestoreStatusResponse,
    PublishObjectClassAttributesRequest => PublishObjectClassAttributesResponse,
    UnpublishObjectClassRequest => UnpublishObjectClassResponse,
    UnpublishObjectClassAttributesRequest => UnpublishObjectClassAttributesResponse,
    PublishInteractionClassRequest => PublishInteractionClassResponse,
    UnpublishInteractionClassRequest => UnpublishInteractionClassResponse,
    PublishObjectClassDirectedInteractionsRequest => PublishObjectClassDirectedInteractionsResponse,
    UnpublishObjectClassDirectedInteractionsRequest
        => UnpublishObjectClassDirectedInteractionsResponse,
    UnpublishObjectClassDirectedInteractionsWithSetRequest
        => UnpublishObjectClassDirectedInteractionsWithSetResponse,
    SubscribeObjectClassAttributesRequest => SubscribeObjectClassAttributesResponse,
    SubscribeObjectClassAttributesWithRateRequest => SubscribeObjectClassAttributesWithRateResponse,
    SubscribeObjectClassAttributesPassivelyRequest
        => SubscribeObjectClassAttributesPassivelyResponse,
    SubscribeObjectClassAttributesPassivelyWithRateRequest
        => SubscribeObjectClassAttributesPassivelyWithRateResponse,
    UnsubscribeObjectClassRequest => UnsubscribeObjectClassResponse,
    UnsubscribeObjectClassAttributesRequest => UnsubscribeObjectClassAttributesResponse,
    SubscribeInteractionClassRequest => SubscribeInteractionClassResponse,
    SubscribeInteractionClassPassivelyRequest => SubscribeInteractionClassPassivelyResponse,
    UnsubscribeInteractionClassRequest => UnsubscribeInteractionClassResponse,
    SubscribeObjectClassDirectedInteractionsRequest
        => SubscribeObjectClassDirectedInteractionsResponse,
    SubscribeObjectClassDirectedInteractionsUniversallyRequest
        => SubscribeObjectClassDirectedInteractionsUniversallyResponse,
    UnsubscribeObjectClassDirectedInteractionsRequest
        => UnsubscribeObjectClassDirectedInteractionsResponse,
    UnsubscribeObjectClassDirectedInteractionsWithSetRequest
        => UnsubscribeObjectClassDirectedInteractionsWithSetResponse,
    ReserveObjectInstanceNameRequest => ReserveObjectInstanceNameResponse,
    ReleaseObjectInstanceNameRequest => ReleaseObjectInstanceNameResponse,
    ReserveMultipleObjectInstanceNamesRequest => ReserveMultipleObjectInstanceNamesResponse,
    ReleaseMultipleObjectInstanceNamesRequest => ReleaseMultipleObjectInstanceNamesResponse,
    RegisterObjectInstanceRequest => RegisterObjectInstanceResponse,
    RegisterObjectInstanceWithNameRequest => RegisterObjectInstanceWithNameResponse,
    UpdateAttributeValuesRequest => UpdateAttributeValuesResponse,
    UpdateAttributeValuesWithTimeRequest => UpdateAttributeValuesWithTimeResponse,
    SendInteractionRequest => SendInteractionResponse,
    SendInteractionWithTimeRequest => SendInteractionWithTimeResponse,
    SendDirectedInteractionRequest => SendDirectedInteractionResponse,
    SendDirectedInteractionWithTimeRequest => SendDirectedInteractionWithTimeResponse,
    DeleteObjectInstanceRequest => DeleteObjectInstanceResponse,
    DeleteObjectInstanceWithTimeRequest => DeleteObjectInstanceWithTimeResponse,
    LocalDeleteObjectInstanceRequest => LocalDeleteObjectInstanceResponse,
    RequestInstanceAttributeValueUpdateRequest => RequestInstanceAttributeValueUpdateResponse,
    RequestClassAttributeValueUpdateRequest => RequestClassAttributeValueUpdateResponse,
    RequestAttributeTransportationTypeChangeRequest
        => RequestAttributeTransportationTypeChangeResponse,
    ChangeDefaultAttributeTransportationTypeRequest
        => ChangeDefaultAttributeTransportationTypeResponse,
    QueryAttributeTransportationTypeRequest => QueryAttributeTransportationTypeResponse,
    RequestInteractionTransportationTypeChangeRequest
        => RequestInteractionTransportationTypeChangeResponse,
    QueryInteractionTransportationTypeRequest => QueryInteractionTransportationTypeResponse,
    UnconditionalAttributeOwnershipDivestitureRequest
        => UnconditionalAttributeOwnershipDivestitureResponse,
    NegotiatedAttributeOwnershipDivestitureRequest
        => NegotiatedAttributeOwnershipDivestitureResponse,
    ConfirmDivestitureRequest => ConfirmDivestitureResponse,
    AttributeOwnershipAcquisitionRequest => AttributeOwnershipAcquisitionResponse,
    AttributeOwnershipAcquisitionIfAvailableRequest
        => AttributeOwnershipAcquisitionIfAvailableResponse,
    AttributeOwnershipReleaseDeniedRequest => AttributeOwnershipReleaseDeniedResponse,
    AttributeOwnershipDivestitureIfWantedRequest => AttributeOwnershipDivestitureIfWantedResponse,
    CancelNegotiatedAttributeOwnershipDivestitureRequest
        => CancelNegotiatedAttributeOwnershipDivestitureResponse,
    CancelAttributeOwnershipAcquisitionRequest => CancelAttributeOwnershipAcquisitionResponse,
    QueryAttributeOwnershipRequest => QueryAttributeOwnershipResponse,
    IsAttributeOwnedByFederateRequest => IsAttributeOwnedByFederateResponse,
    EnableTimeRegulationRequest => EnableTimeRegulationResponse,
    DisableTimeRegulationRequest => DisableTimeRegulationResponse,
    EnableTimeConstrainedRequest => EnableTimeConstrainedResponse,
    DisableTimeConstrainedRequest => DisableTimeConstrainedResponse,
    TimeAdvanceRequestRequest => TimeAdvanceRequestResponse,
    TimeAdvanceRequestAvailableRequest => TimeAdvanceRequestAvailableResponse,
    NextMessageRequestRequest => NextMessageRequestResponse,
    NextMessageRequestAvailableRequest => NextMessageRequestAvailableResponse,
    FlushQueueRequestRequest => FlushQueueRequestResponse,
    EnableAsynchronousDeliveryRequest => EnableAsynchronousDeliveryResponse,
    DisableAsynchronousDeliveryRequest => DisableAsynchronousDeliveryResponse,
    QueryGaltRequest => QueryGaltResponse,
    QueryLogicalTimeRequest => QueryLogicalTimeResponse,
    QueryLitsRequest => QueryLitsResponse,
    ModifyLookaheadRequest => ModifyLookaheadResponse,
    QueryLookaheadRequest => QueryLookaheadResponse,
    RetractRequest => RetractResponse,
    ChangeAttributeOrderTypeRequest => ChangeAttributeOrderTypeResponse,
    ChangeDefaultAttributeOrderTypeRequest => ChangeDefaultAttributeOrderTypeResponse,
    ChangeInteractionOrderTypeRequest => ChangeInteractionOrderTypeResponse,
    CreateRegionRequest => CreateRegionResponse,
    CommitRegionModificationsRequest => CommitRegionModificationsResponse,
    DeleteRegionRequest => DeleteRegionResponse,
    RegisterObjectInstanceWithRegionsRequest => RegisterObjectInstanceWithRegionsResponse,
    RegisterObjectInstanceWithNameAndRegionsRequest
        => RegisterObjectInstanceWithNameAndRegionsResponse,
    AssociateRegionsForUpdatesRequest => AssociateRegionsForUpdatesResponse,
    UnassociateRegionsForUpdatesRequest => UnassociateRegionsForUpdatesResponse,
    SubscribeObjectClassAttributesWithRegionsRequest
        => SubscribeObjectClassAttributesWithRegionsResponse,
    SubscribeObjectClassAttributesWithRegionsAndRateRequest
        => SubscribeObjectClassAttributesWithRegionsAndRateResponse,
    UnsubscribeObjectClassAttributesWithRegionsRequest
        => UnsubscribeObjectClassAttributesWithRegionsResponse,
    SubscribeInteractionClassWithRegionsRequest => SubscribeInteractionClassWithRegionsResponse,
    UnsubscribeInteractionClassWithRegionsRequest => UnsubscribeInteractionClassWithRegionsResponse,
    SendInteractionWithRegionsRequest => SendInteractionWithRegionsResponse,
    SendInteractionWithRegionsAndTimeRequest => SendInteractionWithRegionsAndTimeResponse,
    RequestAttributeValueUpdateWithRegionsRequest => RequestAttributeValueUpdateWithRegionsResponse,
    GetFederateHandleRequest => GetFederateHandleResponse,
    GetFederateNameRequest => GetFederateNameResponse,
    GetObjectClassHandleRequest => GetObjectClassHandleResponse,
    GetObjectClassNameRequest => GetObjectClassNameResponse,
    GetKnownObjectClassHandleRequest => GetKnownObjectClassHandleResponse,
    GetObjectInstanceHandleRequest => GetObjectInstanceHandleResponse,
    GetObjectInstanceNameRequest => GetObjectInstanceNameResponse,
    GetAttributeHandleRequest => GetAttributeHandleResponse,
    GetAttributeNameRequest => GetAttributeNameResponse,
    GetUpdateRateValueRequest => GetUpdateRateValueResponse,
    GetUpdateRateValueForAttributeRequest => GetUpdateRateValueForAttributeResponse,
    GetInteractionClassHandleRequest => GetInteractionClassHandleResponse,
    GetInteractionClassNameRequest => GetInteractionClassNameResponse,
    GetParameterHandleRequest => GetParameterHandleResponse,
    GetParameterNameRequest => GetParameterNameResponse,
    GetOrderTypeRequest => GetOrderTypeResponse,
    GetOrderNameRequest => GetOrderNameResponse,
    GetTransportationTypeHandleRequest => GetTransportationTypeHandleResponse,
    GetTransportationTypeNameRequest => GetTransportationTypeNameResponse,
    GetAvailableDimensionsForObjectClassRequest => GetAvailableDimensionsForObjectClassResponse,
    GetAvailableDimensionsForInteractionClassRequest
        => GetAvailableDimensionsForInteractionClassResponse,
    GetDimensionHandleRequest => GetDimensionHandleResponse,
    GetDimensionNameRequest => GetDimensionNameResponse,
    GetDimensionUpperBoundRequest => GetDimensionUpperBoundResponse,
    GetDimensionHandleSetRequest => GetDimensionHandleSetResponse,
    GetRangeBoundsRequest => GetRangeBoundsResponse,
    SetRangeBoundsRequest => SetRangeBoundsResponse,
    NormalizeServiceGroupRequest => NormalizeServiceGroupResponse,
    NormalizeFederateHandleRequest => NormalizeFederateHandleResponse,
    NormalizeObjectClassHandleRequest => NormalizeObjectClassHandleResponse,
    NormalizeInteractionClassHandleRequest => NormalizeInteractionClassHandleResponse,
    NormalizeObjectInstanceHandleRequest => NormalizeObjectInstanceHandleResponse,
    GetObjectClassRelevanceAdvisorySwitchRequest => GetObjectClassRelevanceAdvisorySwitchResponse,
    SetObjectClassRelevanceAdvisorySwitchRequest => SetObjectClassRelevanceAdvisorySwitchResponse,
    GetAttributeRelevanceAdvisorySwitchRequest => GetAttributeRelevanceAdvisorySwitchResponse,
    SetAttributeRelevanceAdvisorySwitchRequest => SetAttributeRelevanceAdvisorySwitchResponse,
    GetAttributeScopeAdvisorySwitchRequest => GetAttributeScopeAdvisorySwitchResponse,
    SetAttributeScopeAdvisorySwitchRequest => SetAttributeScopeAdvisorySwitchResponse,
    GetInteractionRelevanceAdvisorySwitchRequest => GetInteractionRelevanceAdvisorySwitchResponse,
    SetInteractionRelevanceAdvisorySwitchRequest => SetInteractionRelevanceAdvisorySwitchResponse,
    GetConveyRegionDesignatorSetsSwitchRequest => GetConveyRegionDesignatorSetsSwitchResponse,
    SetConveyRegionDesignatorSetsSwitchRequest => SetConveyRegionDesignatorSetsSwitchResponse,
    GetAutomaticResignDirectiveRequest => GetAutomaticResignDirectiveResponse,
    SetAutomaticResignDirectiveRequest => SetAutomaticResignDirectiveResponse,
    GetServiceReportingSwitchRequest => GetServiceReportingSwitchResponse,
    SetServiceReportingSwitchRequest => SetServiceReportingSwitchResponse,
    GetExceptionReportingSwitchRequest => GetExceptionReportingSwitchResponse,
    SetExceptionReportingSwitchRequest => SetExceptionReportingSwitchResponse,
    GetSendServiceReportsToFileSwitchRequest => GetSendServiceReportsToFileSwitchResponse,
    SetSendServiceReportsToFileSwitchRequest => SetSendServiceReportsToFileSwitchResponse,
    GetAutoProvideSwitchRequest => GetAutoProvideSwitchResponse,
    GetDelaySubscriptionEvaluationSwitchRequest => GetDelaySubscriptionEvaluationSwitchResponse,
    GetAdvisoriesUseKnownClassSwitchRequest => GetAdvisoriesUseKnownClassSwitchResponse,
    GetAllowRelaxedDdmSwitchRequest => GetAllowRelaxedDdmSwitchResponse,
    GetNonRegulatedGrantSwitchRequest => GetNonRegulatedGrantSwitchResponse,
}
