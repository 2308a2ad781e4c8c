//! Calls of a client, carried out by an ambassador.
//!
//! | module | what is there |
//! |---|---|
//! | `services` | the requests that their services' signatures determine; values and tags lie in the message received |
//! | `federation` | connecting, creating, joining, resigning |
//! | `arguments` | what a request carries, as services take it |
//! | `serve`, `dispatch` | a trait for requests, and the list of them |
//! | `weight`, `waiting`, `dependency` | which calls wait, and for what |
//! | `settings`, `detector` | which client it is |
//!
//! [`Services::serve`] answers each request with the response that belongs to it or with an
//! exception that the client's edition lists for the service, and never panics, for any content of the
//! request.

mod arguments;
mod dependency;
mod detector;
mod dispatch;
mod federation;
mod serve;
mod services;
mod settings;
mod waiting;
mod weight;

use hyla_fedpro_messages as fp;
use hyla_lrc::{FederateAmbassador, RtiAmbassador};
use hyla_types::{Credentials, Edition, Exception, ExceptionKind, Service, TimeImplementation};

use crate::callback::{Callbacks, Lookup, Urgency};
use crate::convert::exception;
pub use dependency::{CallDependency, dependency};
use detector::LibraryDetector;
pub use weight::{Weight, weight};

/// Connects an ambassador with the server's settings.
type Host = dyn FnMut(&RtiAmbassador, Box<dyn FederateAmbassador>, Option<Credentials>) -> Result<(), Exception>
    + Send;

/// Makes the receiver of an ambassador's callbacks.
type MakeCallbacks = dyn Fn(Edition, Lookup) -> Box<dyn FederateAmbassador> + Send;

/// The services of one session: an ambassador, and what a client's messages need besides.
pub struct Services {
    rti: RtiAmbassador,
    host: Box<Host>,
    callbacks: Box<MakeCallbacks>,
    /// How callbacks ask the ambassador.
    lookup: Lookup,
    /// A connect has succeeded and no disconnect since.
    connected: bool,
    /// Of the execution joined.
    time: Option<TimeImplementation>,
    detector: LibraryDetector,
}

impl Services {
    /// Services of a client that has not connected yet.
    ///
    /// `host` connects an ambassador; it is called for each of the client's connect requests, mostly
    /// one. `sink` gets each callback, on the thread that gives the ambassador its turn.
    pub fn new<H, S>(host: H, sink: S) -> Self
    where
        H: FnMut(
                &RtiAmbassador,
                Box<dyn FederateAmbassador>,
                Option<Credentials>,
            ) -> Result<(), Exception>
            + Send
            + 'static,
        S: FnMut(&dyn fp::Written, Urgency) + Clone + Send + 'static,
    {
        let rti = RtiAmbassador::new();
        Self {
            lookup: Lookup::at(&rti),
            rti,
            host: Box::new(host),
            callbacks: Box::new(move |edition, lookup| {
                Box::new(Callbacks::new(edition, sink.clone()).with_lookup(lookup))
            }),
            connected: false,
            time: None,
            detector: LibraryDetector::default(),
        }
    }

    /// The ambassador. A connect of a client of another edition replaces it.
    #[must_use]
    pub fn ambassador(&self) -> &RtiAmbassador {
        &self.rti
    }

    /// Answers a request. Those that [`weight`] calls waiting may take as long as the RTI does.
    pub fn serve(&mut self, request: fp::CallRequest) -> fp::CallResponse {
        self.detector.called(&request);
        let response = dispatch::dispatch(self, request).unwrap_or_else(|refusal| {
            let data = exception::data(refusal, self.rti.edition(), self.detector.library());
            fp::call_response::CallResponse::ExceptionData(data)
        });
        fp::CallResponse {
            call_response: Some(response),
        }
    }

    /// From now on an ambassador of this edition.
    fn become_of(&mut self, edition: Edition) {
        if self.rti.edition() != edition {
            self.rti = RtiAmbassador::of_edition(edition);
            self.lookup.replace(Some(self.rti.clone()));
        }
    }

    /// The time implementation of the execution joined.
    fn implementation(&self) -> Result<TimeImplementation, Exception> {
        self.time.map_or_else(|| self.rti.time_factory(), Ok)
    }

    /// Refuses what this server found wrong itself, unless the federate is not joined, which comes
    /// first.
    fn refuse(&self, service: Service, why: impl Into<Exception>) -> Exception {
        let earlier = self.implementation().err();
        let why = earlier.unwrap_or_else(|| why.into());
        why.for_service(service, self.rti.edition())
    }

    /// The same for services that need a connection alone.
    fn refuse_before_join(&self, service: Service, why: Exception) -> Exception {
        let not_connected = || Exception::new(ExceptionKind::NotConnected, "connect first");
        let why = if self.connected { why } else { not_connected() };
        why.for_service(service, self.rti.edition())
    }
}

/// The end of a session: the connection goes with its ambassador, and a federate that is still joined
/// is resigned by its automatic directive.
impl Drop for Services {
    fn drop(&mut self) {
        self.lookup.replace(None);
    }
}

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Services")
            .field("rti", &self.rti)
            .field("connected", &self.connected)
            .field("clues", &self.detector)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
