//! Requests, each to its service. The list of calls is that of the messages: a request without a service does not
//! compile, nor does a service with the response of another.

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
                    "unknown service in the call",
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

fp::for_each_call!(table);
