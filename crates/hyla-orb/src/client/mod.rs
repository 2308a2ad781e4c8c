//! Calls to objects of other processes.

mod binding;
mod carrier;
mod connection;
mod endpoint;
#[cfg(feature = "flow")]
mod flow;
mod flush;
mod moment;
mod pool;
mod resolve;
mod stream;

pub use binding::{Binding, Outcome, Stub};
pub use resolve::ResolveError;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::cdr::{Limits, Order};
use crate::client::endpoint::Opener;
use crate::client::flush::Flusher;
use crate::client::pool::Pool;
use crate::exception::SystemException;
use crate::qos::Qos;
use crate::reference::Reference;

/// Settings of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientSettings {
    /// Limits for messages of servers.
    pub limits: Limits,
    /// Longest time to connect to one address, and then to locate the object while binding. Default
    /// 5 s.
    pub connect_timeout: Duration,
    /// Connections that shared bindings open to one server; a further call waits. Default 5.
    pub connections: usize,
    /// Most forwards that a call follows. Default 10.
    pub forwards: usize,
    /// Byte order of sent messages; this machine's except in tests.
    pub order: Order,
}

impl Default for ClientSettings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            connect_timeout: Duration::from_secs(5),
            connections: 5,
            forwards: 10,
            order: Order::NATIVE,
        }
    }
}

/// Makes bindings. Cheap to clone; clones share connections.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) settings: ClientSettings,
    pub(crate) pool: Pool,
    flusher: Arc<Flusher>,
    initials: resolve::Initials,
    /// Oneway calls that were lost here.
    pub(crate) lost: Arc<AtomicU64>,
}

impl Shared {
    pub(crate) fn opener(&self) -> Opener<'_> {
        Opener {
            settings: &self.settings,
            flusher: &self.flusher,
            lost: &self.lost,
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.flusher.end();
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("settings", &self.0.settings)
            .finish_non_exhaustive()
    }
}

impl Default for Client {
    fn default() -> Self {
        Self::new(ClientSettings::default())
    }
}

impl Client {
    /// A client without connections.
    pub fn new(settings: ClientSettings) -> Self {
        let pool = Pool::new(settings.connections);
        Self(Arc::new(Shared {
            settings,
            pool,
            flusher: Arc::default(),
            initials: resolve::Initials::default(),
            lost: Arc::default(),
        }))
    }

    /// Oneway calls that were accepted and could not be sent, because their connection broke while
    /// they waited for others or because a datagram was dropped on this host.
    pub fn lost_oneways(&self) -> u64 {
        self.0.lost.load(Relaxed)
    }

    /// Binds explicitly: connects, allocates buffers and checks that the object exists, so that the
    /// first call is prepared. [`Binding::granted`] says what came of it.
    ///
    /// # Errors
    /// `BAD_QOS`, with the reason, where this host or the server cannot honour `qos`; `INV_OBJREF` without a usable profile, `TRANSIENT` where no address answers,
    /// `OBJECT_NOT_EXIST` where the server has no such object, and others of the server.
    pub fn bind<S: Stub>(&self, reference: &Reference, qos: &Qos) -> Result<S, SystemException> {
        crate::server::admit(qos)?;
        let binding = Binding::new(Arc::clone(&self.0), reference, qos)?;
        binding.locate()?;
        binding.open_lossy()?;
        // Where no thread can be made, oneway calls leave at once.
        if !qos.bundle_gap.is_zero() {
            self.0.flusher.start();
        }
        Ok(S::over(binding))
    }

    /// Binds implicitly: with the default quality of service, at the first call.
    ///
    /// # Errors
    /// `INV_OBJREF` without a usable profile.
    pub fn stub<S: Stub>(&self, reference: &Reference) -> Result<S, SystemException> {
        Binding::new(Arc::clone(&self.0), reference, &Qos::default()).map(S::over)
    }
}
