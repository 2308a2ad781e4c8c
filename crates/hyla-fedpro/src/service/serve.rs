//! How a request is carried out: a trait, and a macro that writes its implementations.

use hyla_types::Exception;

use super::Services;

/// Outcome of a service.
pub(super) type Result<T> = std::result::Result<T, Exception>;

/// A request that can be carried out.
pub(super) trait Serve {
    /// The message that answers it.
    type Response;

    /// Calls the service.
    ///
    /// # Errors
    /// The exception of the service, named as the session's edition names it.
    fn serve(self, services: &mut Services) -> Result<Self::Response>;
}

/// Implements [`Serve`] for the requests of a service group. Each line has a request, its response,
/// `{}` or the field for what is in the response, and the call: `s` are the [`Services`], `m` is
/// the request.
macro_rules! serve {
    ($(
        $request:ident => $response:ident $shape:tt |$s:pat_param, $m:pat_param| $call:expr;
    )*) => {$(
        impl $crate::service::serve::Serve for hyla_fedpro_messages::$request {
            type Response = hyla_fedpro_messages::$response;

            fn serve(
                self,
                $s: &mut $crate::service::Services,
            ) -> $crate::service::serve::Result<Self::Response> {
                let $m = self;
                let outcome: $crate::service::serve::Result<_> = $call;
                $crate::service::serve::serve!(@response $response $shape outcome)
            }
        }
    )*};
    (@response $response:ident {} $outcome:ident) => {{
        $outcome?;
        Ok(hyla_fedpro_messages::$response {})
    }};
    (@response $response:ident { $result:ident } $outcome:ident) => {{
        let $result = $crate::convert::ToField::field($outcome?);
        Ok(hyla_fedpro_messages::$response { $result })
    }};
}
pub(super) use serve;
