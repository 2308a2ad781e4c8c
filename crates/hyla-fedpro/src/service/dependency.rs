//! Dependencies of calls on callbacks.

use hyla_fedpro_messages as fp;
pub use hyla_fedpro_session::call_order::CallDependency;
use hyla_types::{LogicalTime, Service};

use super::Services;

impl Services {
    /// As [`dependency`], for the federate of this session: a message whose stamp is too early for regulation can only be sent
    /// before that.
    #[must_use]
    pub fn dependency(
        &self,
        request: &fp::CallRequest,
        callback: Service,
    ) -> Option<CallDependency> {
        let depends = dependency(request, callback);
        let is_early = callback == Service::TimeRegulationEnabled
            && self
                .stamp(request)
                .is_some_and(|stamp| !self.rti.may_stamp(stamp));
        if is_early {
            Some(CallDependency::Before)
        } else {
            depends
        }
    }

    /// The time stamp of the message that a call sends, if it has one.
    fn stamp(&self, request: &fp::CallRequest) -> Option<LogicalTime> {
        use fp::call_request::CallRequest as R;
        let stamp = match request.call_request.as_ref()? {
            R::UpdateAttributeValuesWithTimeRequest(update) => &update.time,
            R::SendInteractionWithTimeRequest(message) => &message.time,
            R::SendDirectedInteractionWithTimeRequest(message) => &message.time,
            R::SendInteractionWithRegionsAndTimeRequest(message) => &message.time,
            R::DeleteObjectInstanceWithTimeRequest(removal) => &removal.time,
            _ => return None,
        };
        let bytes = stamp.as_ref().map_or(&[][..], |time| &time.data);
        // One that is none is refused before and after.
        self.time?.decode_time(bytes).ok()
    }
}

/// Whether what becomes of the call depends on whether the federate has had that callback.
#[must_use]
pub fn dependency(request: &fp::CallRequest, callback: Service) -> Option<CallDependency> {
    use fp::call_request::CallRequest as R;
    let request = request.call_request.as_ref()?;
    let (state, stamp) = match callback {
        Service::TimeAdvanceGrant
        | Service::FlushQueueGrant
        | Service::TimeRegulationEnabled
        | Service::TimeConstrainedEnabled => (
            matches!(
                request,
                R::TimeAdvanceRequestRequest(_)
                    | R::TimeAdvanceRequestAvailableRequest(_)
                    | R::NextMessageRequestRequest(_)
                    | R::NextMessageRequestAvailableRequest(_)
                    | R::FlushQueueRequestRequest(_)
                    | R::EnableTimeRegulationRequest(_)
                    | R::DisableTimeRegulationRequest(_)
                    | R::EnableTimeConstrainedRequest(_)
                    | R::DisableTimeConstrainedRequest(_)
                    | R::QueryLogicalTimeRequest(_)
                    | R::QueryLookaheadRequest(_)
                    | R::ModifyLookaheadRequest(_)
                    | R::RetractRequest(_)
                    | R::RequestFederationSaveWithTimeRequest(_)
            ),
            matches!(
                request,
                R::UpdateAttributeValuesWithTimeRequest(_)
                    | R::SendInteractionWithTimeRequest(_)
                    | R::SendDirectedInteractionWithTimeRequest(_)
                    | R::SendInteractionWithRegionsAndTimeRequest(_)
                    | R::DeleteObjectInstanceWithTimeRequest(_)
            ),
        ),
        Service::ConfirmAttributeTransportationTypeChange => (
            matches!(
                request,
                R::RequestAttributeTransportationTypeChangeRequest(_)
                    | R::QueryAttributeTransportationTypeRequest(_)
            ),
            false,
        ),
        Service::ConfirmInteractionTransportationTypeChange => (
            matches!(
                request,
                R::RequestInteractionTransportationTypeChangeRequest(_)
                    | R::QueryInteractionTransportationTypeRequest(_)
            ),
            false,
        ),
        Service::InitiateFederateSave => (
            matches!(
                request,
                R::FederateSaveBegunRequest(_)
                    | R::FederateSaveCompleteRequest(_)
                    | R::FederateSaveNotCompleteRequest(_)
            ),
            false,
        ),
        _ => (false, false),
    };
    // Before regulation a message has no place in time, whatever its stamp.
    if state || (stamp && callback == Service::TimeRegulationEnabled) {
        Some(CallDependency::State)
    } else {
        stamp.then_some(CallDependency::Stamp)
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::{Edition, ExceptionKind};

    use super::*;
    use crate::service::dispatch;

    /// The responses to the calls that depend so on a callback.
    fn dependent(callback: Service, how: CallDependency) -> Vec<&'static str> {
        let all = dispatch::all().into_iter();
        all.filter(|(request, _)| dependency(request, callback) == Some(how))
            .map(|(_, response)| response)
            .collect()
    }

    #[test]
    fn calls_about_time_depend_on_grants_and_no_others_do() {
        let state = dependent(Service::TimeAdvanceGrant, CallDependency::State);
        let stamp = dependent(Service::TimeAdvanceGrant, CallDependency::Stamp);

        assert_eq!((state.len(), stamp.len()), (14, 5));
        assert!(state.contains(&"TimeAdvanceRequestResponse"));
        assert!(!stamp.contains(&"UpdateAttributeValuesResponse"));
        let unrelated = dependent(Service::ReflectAttributeValues, CallDependency::State);
        assert_eq!(unrelated, [""; 0]);
    }

    #[test]
    fn messages_with_a_stamp_depend_on_regulation_like_calls_about_time() {
        let state = dependent(Service::TimeRegulationEnabled, CallDependency::State);

        assert_eq!(state.len(), 19);
        assert!(state.contains(&"DeleteObjectInstanceWithTimeResponse"));
    }

    /// The exceptions that tell a federate of its state in time.
    const OF_TIME: [ExceptionKind; 10] = [
        ExceptionKind::InTimeAdvancingState,
        ExceptionKind::LogicalTimeAlreadyPassed,
        ExceptionKind::RequestForTimeRegulationPending,
        ExceptionKind::RequestForTimeConstrainedPending,
        ExceptionKind::TimeRegulationAlreadyEnabled,
        ExceptionKind::TimeRegulationIsNotEnabled,
        ExceptionKind::TimeConstrainedAlreadyEnabled,
        ExceptionKind::TimeConstrainedIsNotEnabled,
        ExceptionKind::MessageCanNoLongerBeRetracted,
        ExceptionKind::FederateUnableToUseTime,
    ];

    /// Whether the call with that response may be refused for the federate's state in time.
    fn is_refused_for_time(response: &str) -> bool {
        let called = response.trim_end_matches("Response").to_lowercase();
        let mut services = Service::ALL.iter().filter(|service| {
            let name = service.name(Edition::Hla2025).map(str::to_lowercase);
            name.as_ref() == Some(&called)
                || name.is_some_and(|name| called == format!("{name}withtime"))
        });
        services.any(|service| {
            let may = |kind: &ExceptionKind| service.may_raise(Edition::Hla2025, *kind);
            OF_TIME.iter().any(may)
        })
    }

    #[test]
    fn calls_that_are_refused_for_the_state_in_time_depend_on_regulation() {
        let state = dependent(Service::TimeRegulationEnabled, CallDependency::State);
        // Of the two forms of the service only that with a time looks at it.
        let timeless = "RequestFederationSaveResponse";

        let all = dispatch::all().into_iter().map(|(_, response)| response);
        let missing: Vec<_> = all
            .filter(|response| is_refused_for_time(response) && *response != timeless)
            .filter(|response| !state.contains(response))
            .collect();

        assert_eq!(missing, [""; 0]);
        assert!(is_refused_for_time("RetractResponse"));
        assert!(is_refused_for_time("RequestFederationSaveWithTimeResponse"));
    }
}
