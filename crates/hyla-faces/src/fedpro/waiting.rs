//! Requests that wait for the RTI at the server.

use hyla_types::Service;

use super::{is_by_hand, requests_of};
use crate::method::Method;
use crate::notes::{Cost, cost};
use crate::source::Source;

/// The file.
#[must_use]
pub fn file() -> Source {
    let methods = Method::services().filter(|method| waits(method.service));
    let requests = methods.flat_map(|method| requests_of(&method));
    let requests: Vec<String> = requests
        .map(|name| format!("R::{name}Request(_)"))
        .collect();
    let requests = requests.join(" | ");
    let text = format!(
        "use hyla_fedpro_messages::call_request::CallRequest as R;\n\n\
         /// Whether a call waits for the RTI, or a declaration for all members to have applied it.\n\
         pub(super) fn waits(request: &R) -> bool {{\nmatches!(request, {requests})\n}}\n"
    );
    let path = "crates/hyla-fedpro/src/service/waiting.rs";
    Source::rust(
        path,
        "The calls that wait, by what their services cost.",
        &text,
    )
}

/// Lists of executions are asked of the RTI, too, though nobody waits for them but the federate.
fn waits(service: Service) -> bool {
    let is_list = matches!(
        service,
        Service::ListFederationExecutions | Service::ListFederationExecutionMembers
    );
    is_list || is_by_hand(service) || matches!(cost(service), Cost::Applied | Cost::RoundTrip)
}
