//! Calls that wait.

use hyla_fedpro_messages as fp;

use super::waiting::waits;

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
    match &request.call_request {
        Some(request) if waits(request) => Weight::Waiting,
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
