//! An ambassador of any face.

use std::sync::Arc;
use std::time::Duration;

use hyla_core::Result;
use hyla_core::callback::FederateAmbassador;
use hyla_types::{
    CallbackModel, ConfigurationResult, Credentials, Edition, ExceptionKind, FederateHandle,
    ResignAction, RtiConfiguration, Service,
};

use crate::services::RtiServices;

/// Clones share one ambassador.
pub type Rti = Arc<dyn Ambassador>;

/// The services of clause 4 that begin and end things, the evoking of callbacks, and what scenarios measure.
///
/// Methods do what those of `hyla_lrc::RtiAmbassador` do.
#[allow(clippy::missing_errors_doc, reason = "as those of RtiAmbassador")]
pub trait Ambassador: RtiServices + Send + Sync {
    /// Connects with a settings string.
    fn connect(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        settings: &str,
    ) -> Result<()>;

    /// Connects with a configuration and perhaps credentials.
    fn connect_with_configuration(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        configuration: &RtiConfiguration,
        credentials: Option<Credentials>,
    ) -> Result<ConfigurationResult>;

    /// Disconnects.
    fn disconnect(&self) -> Result<()>;

    /// Creates a federation execution.
    fn create_federation_execution(
        &self,
        federation: &str,
        fom_modules: &[&str],
        time: &str,
    ) -> Result<()>;

    /// Creates one with a MIM.
    fn create_federation_execution_with_mim(
        &self,
        federation: &str,
        fom_modules: &[&str],
        mim: &str,
        time: &str,
    ) -> Result<()>;

    /// Joins.
    fn join_federation_execution(
        &self,
        name: Option<&str>,
        federate_type: &str,
        federation: &str,
        additional_fom_modules: &[&str],
    ) -> Result<FederateHandle>;

    /// Resigns.
    fn resign_federation_execution(&self, action: ResignAction) -> Result<()>;

    /// Delivers a callback.
    fn evoke_callback(&self, minimum: Duration) -> Result<bool>;

    /// Delivers callbacks.
    fn evoke_multiple_callbacks(&self, minimum: Duration, maximum: Duration) -> Result<bool>;

    /// Waits until a callback in progress takes effect, if that is after the federate has returned from it.
    fn finish_callback(&self) {}

    /// A round trip to the RTI, so that it has dealt with everything asked for before.
    fn status(&self) -> Result<()>;

    /// The edition, as the face remembers it.
    fn edition(&self) -> Edition;

    /// How often a service succeeded, or a callback was delivered.
    fn successes(&self, service: Service) -> u64;

    /// The exceptions that services raised.
    fn raised(&self) -> Vec<(Service, ExceptionKind)>;
}

/// Implements [`RtiServices`] and [`Ambassador`] for a type whose expression has methods of the same names:
/// `implement_ambassador!(Type, self => self.0)`. If callbacks take effect when they have been answered, a method that waits for that
/// follows: `implement_ambassador!(Type, self => self.0, finish_callback)`.
#[macro_export]
macro_rules! implement_ambassador {
    ($type:ty, $self:ident => $inner:expr $(, $finish:ident)?) => {
        $crate::implement_services!($type, $self => $inner);

        impl $crate::Ambassador for $type {
            $(fn finish_callback(&$self) {
                $inner.$finish();
            })?

            fn connect(
                &$self,
                federate: Box<dyn $crate::types::FederateAmbassador>,
                callbacks: $crate::types::CallbackModel,
                settings: &str,
            ) -> $crate::types::Result<()> {
                $inner.connect(federate, callbacks, settings)
            }

            fn connect_with_configuration(
                &$self,
                federate: Box<dyn $crate::types::FederateAmbassador>,
                callbacks: $crate::types::CallbackModel,
                configuration: &$crate::types::RtiConfiguration,
                credentials: Option<$crate::types::Credentials>,
            ) -> $crate::types::Result<$crate::types::ConfigurationResult> {
                $inner.connect_with_configuration(federate, callbacks, configuration, credentials)
            }

            fn disconnect(&$self) -> $crate::types::Result<()> {
                $inner.disconnect()
            }

            fn create_federation_execution(
                &$self,
                federation: &str,
                fom_modules: &[&str],
                time: &str,
            ) -> $crate::types::Result<()> {
                $inner.create_federation_execution(federation, fom_modules, time)
            }

            fn create_federation_execution_with_mim(
                &$self,
                federation: &str,
                fom_modules: &[&str],
                mim: &str,
                time: &str,
            ) -> $crate::types::Result<()> {
                $inner.create_federation_execution_with_mim(federation, fom_modules, mim, time)
            }

            fn join_federation_execution(
                &$self,
                name: Option<&str>,
                federate_type: &str,
                federation: &str,
                additional_fom_modules: &[&str],
            ) -> $crate::types::Result<$crate::types::FederateHandle> {
                $inner.join_federation_execution(
                    name,
                    federate_type,
                    federation,
                    additional_fom_modules,
                )
            }

            fn resign_federation_execution(
                &$self,
                action: $crate::types::ResignAction,
            ) -> $crate::types::Result<()> {
                $inner.resign_federation_execution(action)
            }

            fn evoke_callback(
                &$self,
                minimum: ::std::time::Duration,
            ) -> $crate::types::Result<bool> {
                $inner.evoke_callback(minimum)
            }

            fn evoke_multiple_callbacks(
                &$self,
                minimum: ::std::time::Duration,
                maximum: ::std::time::Duration,
            ) -> $crate::types::Result<bool> {
                $inner.evoke_multiple_callbacks(minimum, maximum)
            }

            fn status(&$self) -> $crate::types::Result<()> {
                $inner.status().map(|_| ())
            }

            fn edition(&$self) -> $crate::types::Edition {
                $inner.edition()
            }

            fn successes(&$self, service: $crate::types::Service) -> u64 {
                $inner.usage().successes(service)
            }

            fn raised(&$self) -> Vec<($crate::types::Service, $crate::types::ExceptionKind)> {
                $inner.usage().raised()
            }
        }
    };
}
