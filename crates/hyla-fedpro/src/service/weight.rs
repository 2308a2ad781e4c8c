//! Which calls wait.

use hyla_fedpro_messages as fp;

/// How long a call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Done at once, out of the member's own state.
    Quick,
    /// Waits for the RTI.
    Waiting,
}

/// How long the call may take. Everything but connecting, disconnecting, creating, destroying, listing,
/// joining, resigning, queries of GALT and LITS, and declarations is quick.
#[must_use]
pub fn weight(request: &fp::CallRequest) -> Weight {
    use fp::call_request::CallRequest as R;
    match &request.call_request {
        Some(
            R::ConnectRequest(_)
            | R::ConnectWithCredentialsRequest(_)
            | R::ConnectWithConfigurationRequest(_)
            | R::ConnectWithConfigurationAndCredentialsRequest(_)
            | R::DisconnectRequest(_)
            | R::CreateFederationExecutionRequest(_)
            | R::CreateFederationExecutionWithTimeRequest(_)
            | R::CreateFederationExecutionWithModulesRequest(_)
            | R::CreateFederationExecutionWithModulesAndTimeRequest(_)
            | R::CreateFederationExecutionWithMimRequest(_)
            | R::CreateFederationExecutionWithMimAndTimeRequest(_)
            | R::DestroyFederationExecutionRequest(_)
            | R::ListFederationExecutionsRequest(_)
            | R::ListFederationExecutionMembersRequest(_)
            | R::JoinFederationExecutionRequest(_)
            | R::JoinFederationExecutionWithModulesRequest(_)
            | R::JoinFederationExecutionWithNameRequest(_)
            | R::JoinFederationExecutionWithNameAndModulesRequest(_)
            | R::ResignFederationExecutionRequest(_)
            | R::QueryGaltRequest(_)
            | R::QueryLitsRequest(_),
        ) => Weight::Waiting,
        // A declaration returns when every member has applied it.
        Some(
            R::PublishObjectClassAttributesRequest(_)
            | R::UnpublishObjectClassRequest(_)
            | R::UnpublishObjectClassAttributesRequest(_)
            | R::PublishInteractionClassRequest(_)
            | R::UnpublishInteractionClassRequest(_)
            | R::PublishObjectClassDirectedInteractionsRequest(_)
            | R::UnpublishObjectClassDirectedInteractionsRequest(_)
            | R::UnpublishObjectClassDirectedInteractionsWithSetRequest(_)
            | R::SubscribeObjectClassAttributesRequest(_)
            | R::SubscribeObjectClassAttributesWithRateRequest(_)
            | R::SubscribeObjectClassAttributesPassivelyRequest(_)
            | R::SubscribeObjectClassAttributesPassivelyWithRateRequest(_)
            | R::UnsubscribeObjectClassRequest(_)
            | R::UnsubscribeObjectClassAttributesRequest(_)
            | R::SubscribeInteractionClassRequest(_)
            | R::SubscribeInteractionClassPassivelyRequest(_)
            | R::UnsubscribeInteractionClassRequest(_)
            | R::SubscribeObjectClassDirectedInteractionsRequest(_)
            | R::SubscribeObjectClassDirectedInteractionsUniversallyRequest(_)
            | R::UnsubscribeObjectClassDirectedInteractionsRequest(_)
            | R::UnsubscribeObjectClassDirectedInteractionsWithSetRequest(_)
            | R::CommitRegionModificationsRequest(_)
            | R::SubscribeObjectClassAttributesWithRegionsRequest(_)
            | R::SubscribeObjectClassAttributesWithRegionsAndRateRequest(_)
            | R::UnsubscribeObjectClassAttributesWithRegionsRequest(_)
            | R::SubscribeInteractionClassWithRegionsRequest(_)
            | R::UnsubscribeInteractionClassWithRegionsRequest(_),
        ) => Weight::Waiting,
        _ => Weight::Quick,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::dispatch;

    #[test]
    fn few_calls_wait_for_the_rti() {
        let all = dispatch::all();
        let waiting: Vec<&str> = all
            .iter()
            .filter(|(request, _)| weight(request) == Weight::Waiting)
            .map(|(_, response)| *response)
            .collect();

        assert_eq!(waiting.len(), 48);
        for response in [
            "UpdateAttributeValuesResponse",
            "TimeAdvanceRequestResponse",
        ] {
            assert!(!waiting.contains(&response));
        }
    }
}
