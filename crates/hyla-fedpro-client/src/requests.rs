//! Responses of requests.

use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::{call_request, call_response};

/// A request of one service overload.
pub trait Request {
    /// Its response.
    type Response;

    /// The request as a variant of all requests.
    fn into_call(self) -> call_request::CallRequest;

    /// Its response; `None` if the answer is another one.
    fn response(answer: call_response::CallResponse) -> Option<Self::Response>;
}

macro_rules! requests {
    ($($request:ident => $response:ident,)*) => {
        $(
            impl Request for pb::$request {
                type Response = pb::$response;

                fn into_call(self) -> call_request::CallRequest {
                    call_request::CallRequest::$request(self)
                }

                fn response(answer: call_response::CallResponse) -> Option<Self::Response> {
                    match answer {
                        call_response::CallResponse::$response(response) => Some(response),
                        _ => None,
                    }
                }
            }
        )*
    };
}

pb::for_each_call!(requests);
