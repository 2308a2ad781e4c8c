//! A runtime, its listeners, its end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use hyla_lrc::Address;
use hyla_net::{Endpoint, StrangerLimits, Strangers};
use hyla_settings::{FedProAddress, FedProSettings, Settings};
use tokio::runtime::{Builder, Runtime};

use super::counters::{Counters, FedProCounters};
use super::federate::Maker;
use super::member::Members;
use super::registry::{Most, Registry};
use super::shared::{Shared, limits};
use super::threads::CallThreads;
use super::welcome::welcome;
use crate::transport::{self, Listener, TlsError, TransportKind};

/// Threads for sessions, unless the settings say how many.
const THREADS: usize = 4;
/// Threads on which calls wait for the RTI; they are made when needed and end after a while. Addresses share them ([`CallThreads`]).
pub(super) const WAITING_THREADS: usize = 256;
/// Pause after an accept that failed: the system has no more descriptors, say.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Time for sessions to end in order when the server does.
const STOP: Duration = Duration::from_secs(5);

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FedProError {
    /// A transport cannot be served where the settings want it.
    #[error("the Federate Protocol over {kind} cannot be served at {at}: {cause}; {} takes another address, with port 0 for a free one, or off", kind.setting())]
    Listen {
        /// The transport.
        kind: TransportKind,
        /// The configured address.
        at: String,
        /// Error of the system.
        cause: io::Error,
    },
    /// Certificates.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// No threads.
    #[error("the threads of the Federate Protocol cannot be started: {0}")]
    Threads(io::Error),
}

/// A transport that is not served, because the place that was chosen for it is not to be had.
#[derive(Debug)]
pub struct Unavailable {
    /// The transport.
    pub kind: TransportKind,
    /// The unavailable address.
    pub at: SocketAddr,
    /// Error of the system.
    pub cause: io::Error,
}

/// Serves the Federate Protocol, on threads of its own, until [`Self::stop`] or until it is dropped.
///
/// Each session is a task; none holds up another. What one session may cost is bounded by the settings
/// `fedpro.*`.
pub struct FedProServer {
    /// `None` only while this is dropped.
    runtime: Option<Runtime>,
    registry: Arc<Registry>,
    counters: Arc<Counters>,
    addresses: Vec<(TransportKind, SocketAddr)>,
    unavailable: Vec<Unavailable>,
}

impl FedProServer {
    /// Whether the settings want any transport served.
    #[must_use]
    pub fn is_wanted(settings: &Settings) -> bool {
        TransportKind::ALL
            .iter()
            .any(|kind| *place(*kind, &settings.fedpro) != FedProAddress::Off)
    }

    /// Serves where the settings `fedpro.*` say, for the RTI of this process that is found at `rti`
    /// (`hyla_rti::RtiServer::in_process_address`).
    ///
    /// # Errors
    /// [`FedProError`]. A standard port that is in use is none: see [`Self::unavailable`].
    pub fn start(settings: &Settings, rti: Address) -> Result<Self, FedProError> {
        let members = Members {
            settings: settings.clone(),
            rti,
        };
        Self::start_with(settings, members, WAITING_THREADS)
    }

    /// The same with other federates, and so many threads on which calls wait.
    pub(crate) fn start_with<M: Maker>(
        settings: &Settings,
        maker: M,
        waiting_threads: usize,
    ) -> Result<Self, FedProError> {
        let fedpro = &settings.fedpro;
        let secure = TransportKind::ALL
            .iter()
            .any(|kind| kind.is_secure() && *place(*kind, fedpro) != FedProAddress::Off);
        let tls = if secure {
            Some(transport::acceptor(fedpro)?)
        } else {
            None
        };
        let runtime = runtime(fedpro, waiting_threads).map_err(FedProError::Threads)?;
        let registry = Registry::new(Most {
            in_all: fedpro.max_sessions,
            of_address: fedpro.max_sessions_per_address,
        });
        let counters = Arc::new(Counters::default());
        let (listeners, unavailable) = {
            let _inside = runtime.enter();
            listeners(settings)?
        };
        let shared = Arc::new(Shared {
            settings: fedpro.clone(),
            limits: limits(fedpro),
            tls,
            registry: Arc::clone(&registry),
            counters: Arc::clone(&counters),
            threads: CallThreads::new(waiting_threads),
            maker,
        });
        let unidentified = Strangers::new(StrangerLimits {
            most: fedpro.max_unidentified,
            most_alike: fedpro.max_unidentified_per_address,
            reserved_descriptors: settings.rti.reserved_descriptors,
        });
        let addresses = listeners
            .iter()
            .map(|listener| (listener.kind(), listener.address()))
            .collect();
        for listener in listeners {
            let (shared, unidentified) = (Arc::clone(&shared), Arc::clone(&unidentified));
            runtime.spawn(accept(listener, shared, unidentified));
        }
        Ok(Self {
            runtime: Some(runtime),
            registry,
            counters,
            addresses,
            unavailable,
        })
    }

    /// Addresses of the server, each with its transport; port 0 is replaced by the actual one.
    #[must_use]
    pub fn addresses(&self) -> &[(TransportKind, SocketAddr)] {
        &self.addresses
    }

    /// Addresses that `auto` stands for and that are unavailable, such as a standard port in use.
    #[must_use]
    pub fn unavailable(&self) -> &[Unavailable] {
        &self.unavailable
    }

    /// Counters so far.
    #[must_use]
    pub fn counters(&self) -> FedProCounters {
        self.counters.read(self.registry.len())
    }

    /// Ends all sessions: their clients get the loss of the connection, their federates resign. Returns
    /// when this is done, or after some seconds. The RTI should go on meanwhile.
    /// Dropping the value does the same.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for FedProServer {
    fn drop(&mut self) {
        self.registry.close();
        let until = Instant::now() + STOP;
        let left = || until.saturating_duration_since(Instant::now());
        while self.registry.sessions_end(left()) {}
        if let Some(runtime) = self.runtime.take() {
            // A call that still waits is not waited for.
            runtime.shutdown_timeout(Duration::from_millis(100));
        }
    }
}

fn place(kind: TransportKind, settings: &FedProSettings) -> &FedProAddress {
    match kind {
        TransportKind::Tcp => &settings.tcp,
        TransportKind::Tls => &settings.tls,
        TransportKind::WebSocket => &settings.websocket,
        TransportKind::WebSocketSecure => &settings.websocket_secure,
    }
}

fn runtime(settings: &FedProSettings, waiting_threads: usize) -> io::Result<Runtime> {
    let threads = match settings.threads {
        0 => available_parallelism().map_or(1, usize::from).min(THREADS),
        threads => threads,
    };
    Builder::new_multi_thread()
        .worker_threads(threads)
        .max_blocking_threads(waiting_threads)
        .thread_name("fedpro")
        .enable_all()
        .build()
}

/// Sockets for all that the settings want. A port that was not asked for by number may be missing.
fn listeners(settings: &Settings) -> Result<(Vec<Listener>, Vec<Unavailable>), FedProError> {
    let (mut found, mut unavailable) = (Vec::new(), Vec::new());
    for kind in TransportKind::ALL {
        let wanted = place(kind, &settings.fedpro);
        let failed = |at: String, cause| FedProError::Listen { kind, at, cause };
        let addresses = transport::addresses(kind, wanted, &settings.rti.listen)
            .map_err(|cause| failed(wanted.to_string(), cause))?;
        for at in addresses {
            match Listener::bind(kind, at) {
                Ok(listener) => found.push(listener),
                Err(cause) if *wanted == FedProAddress::Auto => {
                    unavailable.push(Unavailable { kind, at, cause });
                }
                Err(cause) => return Err(failed(at.to_string(), cause)),
            }
        }
    }
    Ok((found, unavailable))
}

/// Accepts connections for as long as the server runs.
async fn accept<M: Maker>(
    listener: Listener,
    shared: Arc<Shared<M>>,
    unidentified: Arc<Strangers>,
) {
    loop {
        let incoming = match listener.accept().await {
            Ok(incoming) => incoming,
            Err(error) => {
                if let Some(suppressed) = Endpoint::stranger_line() {
                    tracing::warn!(
                        federation = "-",
                        federate = "-",
                        suppressed,
                        "a connection over {} cannot be accepted: {error}",
                        listener.kind()
                    );
                }
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        shared.counters.connections.add(1);
        let (permit, made_room) = unidentified.admit(incoming.peer.ip());
        shared.counters.connections_refused.add(made_room);
        tokio::spawn(welcome(Arc::clone(&shared), incoming, permit));
    }
}
