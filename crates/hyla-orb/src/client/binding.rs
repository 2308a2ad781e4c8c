//! A bound reference: target and quality of service of its calls.

use std::fmt;
#[cfg(feature = "flow")]
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, Ordering::Acquire, Ordering::Release};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

#[cfg(feature = "flow")]
use crate::cdr::Format;
use crate::cdr::{Cdr, Decoder, Encoder, MarshalError};
use crate::client::Shared;
use crate::client::connection::{Call, Connection, Failure};
use crate::client::endpoint::ServerEndpoint;
#[cfg(feature = "flow")]
use crate::client::flow::Lossy;
use crate::client::pool::ServerConnections;
use crate::exception::{Completion, SystemException, SystemKind};
#[cfg(feature = "flow")]
use crate::giop::{self, RequestHeader};
use crate::giop::{LocateStatus, ReplyStatus, Response};
use crate::qos::{Granted, Qos, Resources, Route};
use crate::reference::Reference;

/// The client side of an IDL interface.
pub trait Stub: Sized {
    /// Repository identifier of the interface.
    const ID: &'static str;

    /// A stub with that binding.
    fn over(binding: Binding) -> Self;

    /// The binding.
    fn binding(&self) -> &Binding;
}

/// Outcome of a call with user exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A result.
    Returned,
    /// An exception that it may raise.
    Raised,
}

/// A reference and the resources of its calls. Cheap to clone; clones share a dedicated connection.
#[derive(Clone)]
pub struct Binding(Arc<Inner>);

struct Inner {
    client: Arc<Shared>,
    reference: Reference,
    qos: Qos,
    /// Current target of calls: the first usable profile, or the target of a forward.
    target: Mutex<Arc<Target>>,
    home: Arc<Target>,
    /// Whether the target may be another one than `home`.
    has_moved: AtomicBool,
    /// The connection of a dedicated binding, and its target.
    dedicated: Mutex<Option<(Arc<Target>, Connection)>>,
    /// The way of oneway calls that may get lost.
    #[cfg(feature = "flow")]
    lossy: Mutex<Option<Lossy>>,
}

struct Target {
    endpoint: ServerEndpoint,
    key: Vec<u8>,
    /// Connections of shared bindings; taken at the first call.
    shared: OnceLock<Arc<ServerConnections>>,
}

impl fmt::Debug for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        f.debug_struct("Binding")
            .field("reference", &inner.reference)
            .field("qos", &inner.qos)
            .finish_non_exhaustive()
    }
}

/// Redirection of a call.
enum Redirection {
    Done,
    Forward(Reference),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn target_of(reference: &Reference) -> Result<Arc<Target>, SystemException> {
    let iiop = reference.iiop().next();
    // Both profiles are of one object.
    let flow = reference
        .flow()
        .filter(|flow| iiop.as_ref().is_none_or(|iiop| iiop.key == flow.key));
    let key = match (&iiop, &flow) {
        (Some(profile), _) => profile.key.clone(),
        (None, Some(profile)) if cfg!(feature = "flow") => profile.key.clone(),
        _ => {
            let reason = "the reference has no profile of IIOP or of Hyla that can be read";
            let kind = SystemKind::InvObjref;
            return Err(SystemException::new(kind, 0, Completion::No, reason));
        }
    };
    let endpoint = ServerEndpoint::of(iiop.as_ref(), flow)?;
    Ok(Arc::new(Target {
        endpoint,
        key,
        shared: OnceLock::new(),
    }))
}

impl Binding {
    pub(crate) fn new(
        client: Arc<Shared>,
        reference: &Reference,
        qos: &Qos,
    ) -> Result<Self, SystemException> {
        let home = target_of(reference)?;
        Ok(Self(Arc::new(Inner {
            client,
            reference: reference.clone(),
            qos: qos.clone(),
            target: Mutex::new(Arc::clone(&home)),
            home,
            has_moved: AtomicBool::new(false),
            dedicated: Mutex::new(None),
            #[cfg(feature = "flow")]
            lossy: Mutex::new(None),
        })))
    }

    /// The bound reference.
    pub fn reference(&self) -> &Reference {
        &self.0.reference
    }

    /// The quality of service that was asked for.
    pub fn qos(&self) -> &Qos {
        &self.0.qos
    }

    /// Resources of the binding; connects first if it has no connection yet.
    ///
    /// # Errors
    /// Those of connecting.
    pub fn granted(&self) -> Result<Granted, SystemException> {
        let target = Arc::clone(&lock(&self.0.target));
        let mut described = None;
        let connected = self.with_connection(&target, |connection| {
            described = Some(connection.describe());
            Ok(())
        });
        if let Err(Failure::Refused(exception) | Failure::Broken(exception)) = connected {
            return Err(exception);
        }
        let qos = &self.0.qos;
        let (carrier, server, class) = described.unwrap_or(("iiop", String::new(), None));
        #[cfg(feature = "flow")]
        let oneways = lock(&self.0.lossy).as_ref().map(Lossy::name);
        #[cfg(not(feature = "flow"))]
        let oneways = None;
        Ok(Granted {
            carrier,
            server,
            oneways,
            is_dedicated: qos.resources == Resources::Dedicated,
            buffers: (qos.buffers.max(2), qos.buffer_bytes),
            wait: qos.wait,
            priority: qos.priority.map(|priority| (priority, class)),
        })
    }

    /// Gives the calling thread scheduling and processors of the binding's QoS: it does the calls
    /// itself, with nothing in between.
    ///
    /// # Errors
    /// `BAD_QOS` with what the system refuses.
    #[cfg(feature = "flow")]
    pub fn adopt_thread(&self) -> Result<(), SystemException> {
        self.0.qos.thread.apply().map_err(|error| {
            let kind = SystemKind::BadQos;
            SystemException::new(kind, 0, Completion::No, error.to_string())
        })
    }

    /// Opens the way of oneway calls that may get lost, if the QoS asks for one.
    pub(crate) fn open_lossy(&self) -> Result<(), SystemException> {
        let qos = &self.0.qos;
        if !matches!(qos.route, Route::Udp | Route::Multicast) {
            return Ok(());
        }
        let refused =
            |reason: String| SystemException::new(SystemKind::BadQos, 0, Completion::No, reason);
        #[cfg(feature = "flow")]
        {
            let target = Arc::clone(&lock(&self.0.target));
            let settings = &self.0.client.settings;
            let (timeout, limits) = (settings.connect_timeout, &settings.limits);
            let lossy = Lossy::open(&target.endpoint.channels, timeout, limits, qos)
                .map_err(|error| refused(format!("oneway calls that may get lost: {error}")))?;
            *lock(&self.0.lossy) = lossy;
            Ok(())
        }
        #[cfg(not(feature = "flow"))]
        Err(refused(
            "this program has no channels of Hyla (feature `flow`)".to_owned(),
        ))
    }

    /// Sends a oneway call by datagram, if the binding has that way; gives whether it has.
    #[cfg(feature = "flow")]
    fn send_lossy(
        &self,
        operation: &str,
        write: &mut dyn FnMut(&mut Encoder<'_>),
    ) -> Result<bool, SystemException> {
        let inner = &*self.0;
        if !matches!(inner.qos.route, Route::Udp | Route::Multicast) {
            return Ok(false);
        }
        let mut lossy = lock(&inner.lossy);
        let Some(lossy) = lossy.as_mut() else {
            return Ok(false);
        };
        let target = Arc::clone(&lock(&inner.target));
        let header = RequestHeader {
            id: 0,
            response: Response::Nothing,
            key: &target.key,
            operation,
            contexts: &[],
        };
        let limits = &inner.client.settings.limits;
        let mut message = std::mem::take(&mut lossy.message);
        if !inner.qos.pooled {
            message = Vec::with_capacity(inner.qos.buffer_bytes);
        }
        let mut to = giop::begin_request(&mut message, Format::default(), limits, &header);
        write(&mut to);
        let written = to.finish_message();
        if written.is_ok() && !lossy.send(&message) {
            inner.client.lost.fetch_add(1, Relaxed);
        }
        lossy.message = message;
        written.map_err(|error| SystemException::marshal(&error, Completion::No))?;
        Ok(true)
    }

    /// Connects and checks that the object exists. Follows forwards.
    ///
    /// # Errors
    /// As of [`crate::client::Client::bind`].
    pub fn locate(&self) -> Result<(), SystemException> {
        self.follow(|binding, target| {
            let mut found = Ok(Redirection::Done);
            let mut read = |status: LocateStatus, from: &mut Decoder<'_>| {
                found = match status {
                    LocateStatus::Here => Ok(Redirection::Done),
                    LocateStatus::Unknown => Err(SystemException::object_not_exist()),
                    LocateStatus::Forward | LocateStatus::ForwardPermanently => {
                        Ok(Redirection::Forward(Reference::decode(from)?))
                    }
                    LocateStatus::SystemException => Err(SystemException::decode(from)?),
                    LocateStatus::NeedsAddressing => Err(needs_addressing()),
                };
                Ok(())
            };
            binding.with_connection(target, |connection| {
                connection.locate(&target.key, &binding.0.qos, &mut read)
            })?;
            found.map_err(Failure::Refused)
        })
    }

    /// Makes a call without user exceptions. `write` writes the arguments and `read` reads the
    /// result; `write` may be called again after a forward.
    ///
    /// # Errors
    /// Those of the server and of the connection.
    pub fn call(
        &self,
        operation: &str,
        write: &mut dyn FnMut(&mut Encoder<'_>),
        read: &mut dyn FnMut(&mut Decoder<'_>) -> Result<(), MarshalError>,
    ) -> Result<(), SystemException> {
        let outcome = self.call_raising(operation, write, read, &mut |_, _| Ok(false))?;
        debug_assert_eq!(outcome, Outcome::Returned);
        Ok(())
    }

    /// Makes a call with user exceptions: `raised` gets the repository identifier, and says whether
    /// it is known.
    ///
    /// # Errors
    /// Those of the server and of the connection; `UNKNOWN` for an exception unknown to `raised`.
    pub fn call_raising(
        &self,
        operation: &str,
        write: &mut dyn FnMut(&mut Encoder<'_>),
        read: &mut dyn FnMut(&mut Decoder<'_>) -> Result<(), MarshalError>,
        raised: &mut dyn FnMut(&str, &mut Decoder<'_>) -> Result<bool, MarshalError>,
    ) -> Result<Outcome, SystemException> {
        let mut outcome = Outcome::Returned;
        self.follow(|binding, target| {
            let mut next = Ok(Redirection::Done);
            let mut read = |status: ReplyStatus, from: &mut Decoder<'_>| {
                next = match status {
                    ReplyStatus::NoException => {
                        read(from)?;
                        Ok(Redirection::Done)
                    }
                    ReplyStatus::UserException => {
                        let id = from.name()?;
                        outcome = Outcome::Raised;
                        if raised(&id, from)? {
                            Ok(Redirection::Done)
                        } else {
                            Err(unlisted(&id))
                        }
                    }
                    ReplyStatus::SystemException => Err(SystemException::decode(from)?),
                    ReplyStatus::Forward | ReplyStatus::ForwardPermanently => {
                        Ok(Redirection::Forward(Reference::decode(from)?))
                    }
                    ReplyStatus::NeedsAddressing => Err(needs_addressing()),
                };
                Ok(())
            };
            let mut call = Call {
                key: &target.key,
                operation,
                response: Response::Result,
                qos: &binding.0.qos,
                write,
                read: &mut read,
            };
            binding.with_connection(target, |connection| connection.call(&mut call))?;
            next.map_err(Failure::Refused)
        })?;
        Ok(outcome)
    }

    /// Makes a call without waiting for a reply.
    ///
    /// # Errors
    /// The call cannot be sent; later failures remain unknown.
    pub fn call_oneway(
        &self,
        operation: &str,
        write: &mut dyn FnMut(&mut Encoder<'_>),
    ) -> Result<(), SystemException> {
        #[cfg(feature = "flow")]
        if self.send_lossy(operation, write)? {
            return Ok(());
        }
        self.follow(|binding, target| {
            let mut call = Call {
                key: &target.key,
                operation,
                response: Response::Nothing,
                qos: &binding.0.qos,
                write,
                read: &mut |_, _| Ok(()),
            };
            binding.with_connection(target, |connection| connection.call(&mut call))?;
            Ok(Redirection::Done)
        })
    }

    /// Tries targets until there is an answer: follows forwards, returns to the original target
    /// once if a forwarded one fails, and reconnects after the server has closed in order.
    fn follow(
        &self,
        mut attempt: impl FnMut(&Self, &Arc<Target>) -> Result<Redirection, Failure>,
    ) -> Result<(), SystemException> {
        let settings = &self.0.client.settings;
        let mut forwards = 0;
        let mut closed = 0;
        let mut was_home = false;
        loop {
            let moved = self.moved();
            let target = moved.as_ref().unwrap_or(&self.0.home);
            let is_home = Arc::ptr_eq(target, &self.0.home);
            was_home |= is_home;
            let failure = match attempt(self, target) {
                Ok(Redirection::Done) => return Ok(()),
                Ok(Redirection::Forward(reference)) => {
                    forwards += 1;
                    if forwards > settings.forwards {
                        let reason = format!("forwarded {forwards} times");
                        let kind = SystemKind::Transient;
                        return Err(SystemException::new(kind, 2, Completion::No, reason));
                    }
                    self.go_to(target_of(&reference)?);
                    continue;
                }
                Err(failure) => failure,
            };
            let exception = match failure {
                // The call was not carried out. After repeated closes the client gives up.
                Failure::Closed if closed < 2 => {
                    closed += 1;
                    continue;
                }
                Failure::Closed => {
                    let reason = "the server closed three connections before it answered";
                    SystemException::new(SystemKind::Transient, 1, Completion::No, reason)
                }
                Failure::Broken(exception) | Failure::Refused(exception) => exception,
            };
            let may_go_home = exception.completed == Completion::No
                && matches!(
                    exception.kind,
                    SystemKind::Transient | SystemKind::CommFailure | SystemKind::ObjectNotExist
                );
            if is_home || was_home || !may_go_home {
                return Err(exception);
            }
            self.go_to(Arc::clone(&self.0.home));
        }
    }

    /// The target after a forward.
    fn moved(&self) -> Option<Arc<Target>> {
        let has_moved = self.0.has_moved.load(Acquire);
        has_moved.then(|| Arc::clone(&lock(&self.0.target)))
    }

    fn go_to(&self, target: Arc<Target>) {
        *lock(&self.0.target) = target;
        self.0.has_moved.store(true, Release);
    }

    fn with_connection(
        &self,
        target: &Arc<Target>,
        run: impl FnOnce(&mut Connection) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Inner {
            client,
            qos,
            dedicated,
            ..
        } = &*self.0;
        let open = || Connection::open(&target.endpoint, &client.opener(), qos);
        if qos.resources == Resources::Shared {
            let shared = target
                .shared
                .get_or_init(|| client.pool.server(&target.endpoint, qos));
            let mut connection = shared.take(open).map_err(Failure::Refused)?;
            let result = run(&mut connection);
            let usable = (!connection.is_broken()).then_some(connection);
            shared.give_back(usable);
            return result;
        }
        let mut dedicated = lock(dedicated);
        let fits = dedicated.as_mut().is_some_and(|(at, connection)| {
            (Arc::ptr_eq(at, target) || at.endpoint == target.endpoint) && connection.is_usable()
        });
        if !fits {
            let connection = open().map_err(Failure::Refused)?;
            *dedicated = Some((Arc::clone(target), connection));
        }
        let (_, connection) = dedicated.as_mut().expect("just made");
        run(connection)
    }

    /// Whether the object has that interface or one that inherits it.
    ///
    /// # Errors
    /// Those of the server and of the connection.
    pub fn is_a(&self, id: &str) -> Result<bool, SystemException> {
        let mut answer = false;
        self.call("_is_a", &mut |to| to.string(id), &mut |from| {
            answer = bool::decode(from)?;
            Ok(())
        })?;
        Ok(answer)
    }

    /// Whether the object is known not to exist.
    ///
    /// # Errors
    /// Those of the connection.
    pub fn non_existent(&self) -> Result<bool, SystemException> {
        let mut answer = false;
        let result = self.call("_non_existent", &mut |_| {}, &mut |from| {
            answer = bool::decode(from)?;
            Ok(())
        });
        match result {
            Err(exception) if exception.kind == SystemKind::ObjectNotExist => Ok(true),
            other => other.map(|()| answer),
        }
    }
}

fn unlisted(id: &str) -> SystemException {
    let reason = format!("the operation may not raise {id}");
    SystemException::new(SystemKind::Unknown, 1, Completion::Maybe, reason)
}

fn needs_addressing() -> SystemException {
    let reason = "the server wants its objects named by whole profiles";
    SystemException::new(SystemKind::NoImplement, 0, Completion::No, reason)
}
