//! The RTI ambassador of a client: the methods of `hyla_lrc::RtiAmbassador`, over a session.

mod callback_control;
mod federation;
mod regions;
mod services;
mod support;
mod time;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyla_core::callback::FederateAmbassador;
use hyla_fedpro_messages::{ExceptionData, call_response};
use hyla_types::{
    CallbackModel, Edition, Exception, ExceptionKind, Region, RegionHandle, Service,
    TimeImplementation,
};

use crate::client_session::ClientSession;
use crate::requests::Request;
use crate::usage::Usage;

pub(crate) type Result<T> = std::result::Result<T, Exception>;

/// A federate's way to the RTI over the Federate Protocol. Clones share one session.
#[derive(Clone)]
pub struct FedProAmbassador(Arc<Shared>);

struct Shared {
    edition: Edition,
    connection: Mutex<Option<Connection>>,
    federate: Mutex<Option<Box<dyn FederateAmbassador>>>,
    /// Number of the thread that is in a callback of this federate; 0 for none. Changed only while the federate is locked.
    calls_back_on: AtomicUsize,
    usage: Usage,
    enabled: AtomicBool,
    time: Mutex<TimeImplementation>,
    /// Regions that came with messages, under handles of the client's own.
    conveyed: Mutex<BTreeMap<RegionHandle, Region>>,
    lost_told: AtomicBool,
}

#[derive(Clone)]
struct Connection {
    session: ClientSession,
    callbacks: CallbackModel,
}

thread_local! {
    /// Number of callbacks, of all ambassadors, that this thread is in. The address of the counter is the thread's number.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// A number that no other thread has meanwhile, and never 0.
fn number_of_thread() -> usize {
    DEPTH.with(|depth| std::ptr::from_ref(depth).addr())
}

/// Whether this thread is in a callback of any ambassador.
fn in_any_callback() -> bool {
    DEPTH.get() > 0
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FedProAmbassador {
    /// An unconnected ambassador for a federate of 2025.
    #[must_use]
    pub fn new() -> Self {
        Self::of_edition(Edition::Hla2025)
    }

    /// An unconnected ambassador for a federate of this edition.
    #[must_use]
    pub fn of_edition(edition: Edition) -> Self {
        Self(Arc::new(Shared {
            edition,
            connection: Mutex::new(None),
            federate: Mutex::new(None),
            calls_back_on: AtomicUsize::new(0),
            usage: Usage::default(),
            enabled: AtomicBool::new(true),
            time: Mutex::new(TimeImplementation::Float64),
            conveyed: Mutex::default(),
            lost_told: AtomicBool::new(false),
        }))
    }

    /// The edition.
    #[must_use]
    pub fn edition(&self) -> Edition {
        self.0.edition
    }

    /// Use of services and callbacks so far.
    #[must_use]
    pub fn usage(&self) -> &Usage {
        &self.0.usage
    }

    /// Whether both are clones of one ambassador.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The session, while there is one.
    #[must_use]
    pub fn session(&self) -> Option<ClientSession> {
        locked(&self.0.connection)
            .as_ref()
            .map(|c| c.session.clone())
    }

    fn connection(&self) -> Result<Connection> {
        let connection = locked(&self.0.connection).clone();
        let connection = connection.filter(|c| c.session.ended().is_none());
        connection.ok_or_else(|| Exception::new(ExceptionKind::NotConnected, "connect first"))
    }

    /// Whether this thread is in a callback of this ambassador, also if callbacks of others lie in between.
    fn in_callback(&self) -> bool {
        self.0.calls_back_on.load(Ordering::Relaxed) == number_of_thread()
    }

    /// Checks that clients make by themselves.
    fn check_outside_callback(&self) -> Result<()> {
        if self.in_callback() {
            let kind = ExceptionKind::CallNotAllowedFromWithinCallback;
            return Err(Exception::new(kind, "not from within a callback"));
        }
        Ok(())
    }

    /// One call and its answer, without counting it.
    fn exchange<R: Request>(&self, request: R) -> Result<R::Response> {
        let connection = self.connection()?;
        let session = &connection.session;
        let lost = |end: crate::SessionEnd| Exception::new(ExceptionKind::RTIinternalError, end.0);
        let number = session.send(request.into_call());
        let answer = session.answer(number).map_err(lost)?;
        match answer.call_response {
            Some(call_response::CallResponse::ExceptionData(exception)) => Err(raised(exception)),
            Some(answer) => R::response(answer).ok_or_else(|| {
                Exception::new(
                    ExceptionKind::RTIinternalError,
                    "the answer to another request",
                )
            }),
            None => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                "an empty answer",
            )),
        }
    }

    /// Counts how a service ended.
    fn finish<T>(&self, service: Service, outcome: Result<T>) -> Result<T> {
        match &outcome {
            Ok(_) => self.0.usage.count(service),
            Err(exception) => self.0.usage.note(service, exception.kind),
        }
        outcome
    }

    /// One service.
    fn ask<R: Request>(&self, service: Service, request: R) -> Result<R::Response> {
        self.finish(service, self.exchange(request))
    }

    /// One service that returns nothing.
    fn tell<R: Request>(&self, service: Service, request: R) -> Result<()> {
        self.ask(service, request).map(drop)
    }

    /// One service whose result has to be understood.
    fn ask_for<R: Request, T>(
        &self,
        service: Service,
        request: R,
        read: impl FnOnce(R::Response) -> Result<T>,
    ) -> Result<T> {
        self.finish(service, self.exchange(request).and_then(read))
    }
}

impl Default for FedProAmbassador {
    fn default() -> Self {
        Self::new()
    }
}

/// The exception that the server names.
fn raised(exception: ExceptionData) -> Exception {
    let ExceptionData {
        exception_name,
        details,
    } = exception;
    match exception_name.parse::<ExceptionKind>() {
        Ok(kind) => Exception::new(kind, details),
        Err(_) => Exception::new(
            ExceptionKind::RTIinternalError,
            format!("unknown exception {exception_name}: {details}"),
        ),
    }
}

/// Ends a session that its federate dropped, as the stock clients do.
impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(connection) = locked(&self.connection).take() {
            // The session may have ended by itself.
            let _ = connection.session.terminate();
        }
    }
}

impl Shared {
    fn is_lost_untold(&self) -> bool {
        !self.lost_told.swap(true, Ordering::SeqCst)
    }
}
