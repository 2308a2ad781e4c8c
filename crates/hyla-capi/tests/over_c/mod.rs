//! An ambassador with the methods of [`hyla_lrc::RtiAmbassador`] that has nothing but the functions of
//! `hyla.h`: those linked into the test, or those of a library that is loaded, which may be any that
//! implements the header.
#![expect(unsafe_code, reason = "calls the functions as C does")]

mod arguments;
mod callbacks;
mod calls;
mod library;
mod results;
mod services;
mod telling;
mod usage;

use std::mem::MaybeUninit;
use std::sync::Arc;

use hyla_capi::*;
use hyla_lrc::FederateAmbassador;
use hyla_types::{
    CallbackModel, ConfigurationResult, Credentials, Edition, Exception, RtiConfiguration, Service,
};

pub(crate) use library::Library;
use results::Taken;
use telling::Told;
use usage::Usage;

type Result<T> = std::result::Result<T, Exception>;

/// Clones share one ambassador, which is freed with the last of them.
#[derive(Clone)]
pub(crate) struct Rti(Arc<Inner>);

struct Inner {
    id: hyla_rti,
    library: Library,
    usage: Arc<Usage>,
}

/// A function of `hyla.h`, of the library that the ambassador is of.
macro_rules! function {
    ($library:expr, $function:ident($($argument:tt),*)) => {
        $library.function(
            stringify!($function),
            hyla_capi::$function as extern "C" fn($($crate::over_c::any!($argument)),*) -> _,
        )
    };
    ($library:expr, unsafe $function:ident($($argument:tt),*)) => {
        $library.function(
            stringify!($function),
            hyla_capi::$function as unsafe extern "C" fn($($crate::over_c::any!($argument)),*) -> _,
        )
    };
}
use function;

/// The type that is inferred, one for each argument.
macro_rules! any {
    ($argument:tt) => {
        _
    };
}
use any;

impl Rti {
    /// An ambassador that is not connected.
    pub(crate) fn of_edition(edition: Edition) -> Self {
        let library = crate::library(edition);
        let mut id = MaybeUninit::uninit();
        let number = match edition {
            Edition::Hla2010 => hyla_edition::HYLA_EDITION_2010,
            Edition::Hla2025 => hyla_edition::HYLA_EDITION_2025,
        };
        let made =
            function!(library, hyla_rti_new(edition, out))(MaybeUninit::new(number), Some(&mut id));
        library.outcome(made).unwrap();
        // SAFETY: written, since the call succeeded.
        let id = unsafe { id.assume_init() };
        let usage = Arc::default();
        Self(Arc::new(Inner { id, library, usage }))
    }

    /// The edition, as the library remembers it.
    pub(crate) fn edition(&self) -> Edition {
        let mut out = MaybeUninit::uninit();
        let edition = function!(self.0.library, hyla_rti_edition(rti, out));
        let outcome = edition(self.0.id, Some(&mut out));
        self.0.library.outcome(outcome).unwrap();
        // SAFETY: written, since the call succeeded.
        match unsafe { out.assume_init() } {
            hyla_edition::HYLA_EDITION_2010 => Edition::Hla2010,
            hyla_edition::HYLA_EDITION_2025 => Edition::Hla2025,
        }
    }

    /// Whether both are clones of one ambassador.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Use of services and callbacks.
    pub(crate) fn usage(&self) -> &Usage {
        &self.0.usage
    }

    /// Counts a service.
    fn counted<T>(&self, service: Service, outcome: Result<T>) -> Result<T> {
        match &outcome {
            Ok(_) => self.0.usage.count(service),
            Err(exception) => self.0.usage.note(service, exception.kind),
        }
        outcome
    }

    pub(crate) fn connect(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        settings: &str,
    ) -> Result<()> {
        let library = self.0.library;
        let connect = function!(library, unsafe hyla_connect(rti, ambassador, model, settings));
        let ambassador = Told::table(federate, self.0.usage.clone());
        // SAFETY: a table as the header wants it.
        let outcome = unsafe {
            connect(
                self.0.id,
                &raw const ambassador,
                MaybeUninit::new(callbacks.into()),
                hyla_text::new(settings),
            )
        };
        self.counted(Service::Connect, library.outcome(outcome))
    }

    pub(crate) fn connect_with_configuration(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        configuration: &RtiConfiguration,
        credentials: Option<Credentials>,
    ) -> Result<ConfigurationResult> {
        let library = self.0.library;
        let connect = function!(
            library,
            unsafe hyla_connect_with_configuration(rti, ambassador, model, settings, who, out)
        );
        let ambassador = Told::table(federate, self.0.usage.clone());
        let configuration = hyla_configuration {
            configuration_name: hyla_text::new(&configuration.configuration_name),
            rti_address: hyla_text::new(&configuration.rti_address),
            additional_settings: hyla_text::new(&configuration.additional_settings),
        };
        let credentials = credentials.as_ref().map(|credentials| hyla_credentials {
            type_name: hyla_text::new(&credentials.type_name),
            data: hyla_bytes::new(&credentials.data),
        });
        let mut out = MaybeUninit::uninit();
        // SAFETY: a table as the header wants it.
        let outcome = unsafe {
            connect(
                self.0.id,
                &raw const ambassador,
                MaybeUninit::new(callbacks.into()),
                Some(&configuration),
                credentials.as_ref(),
                Some(&mut out),
            )
        };
        // SAFETY: written if the call succeeded.
        let result = library
            .outcome(outcome)
            .map(|()| ConfigurationResult::taken(unsafe { out.assume_init() }, library));
        self.counted(Service::Connect, result)
    }

    /// A round trip to the RTI, so that everything asked for before has been dealt with.
    pub(crate) fn status(&self) -> Result<()> {
        let status = function!(self.0.library, hyla_status(rti, out));
        let mut out = MaybeUninit::uninit();
        let outcome = status(self.0.id, Some(&mut out));
        // SAFETY: written if the call succeeded.
        let take = |()| drop(String::taken(unsafe { out.assume_init() }, self.0.library));
        self.0.library.outcome(outcome).map(take)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        function!(self.library, hyla_rti_free(rti))(self.id);
    }
}
