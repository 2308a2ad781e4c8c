//! A server: its entrances, objects and threads.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::exception::{Completion, SystemException, SystemKind};
use crate::qos::Qos;
use crate::reference::Reference;
use crate::server::adapter::{Adapter, Entry, Objects, Place, ServerCounters, ServerSettings};
use crate::server::entrance::{Entrance, EntranceSettings};
use crate::server::pool::Workers;
use crate::server::{Servant, ThreadPolicy};

/// A server at an address, and its objects. Dropping it shuts it down.
pub struct Server {
    adapter: Arc<Adapter>,
    workers: Option<Workers>,
    working: Vec<JoinHandle<()>>,
    settings: ServerSettings,
    objects: Objects,
    address: SocketAddr,
    entrances: Mutex<Vec<Doors>>,
}

/// The listeners of an entrance.
struct Doors {
    iiop: Entrance,
    #[cfg(feature = "flow")]
    flow: Option<crate::server::flow::FlowEntrance>,
}

impl Doors {
    fn shutdown(&mut self) {
        self.iiop.stop();
        #[cfg(feature = "flow")]
        if let Some(flow) = &mut self.flow {
            flow.shutdown();
        }
        self.iiop.join();
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Listens at an address, for example `127.0.0.1:0` for a port of the system's choice.
    ///
    /// # Errors
    /// Those of the socket and of threads; `Unsupported`, with the reason, where this host cannot
    /// honour the QoS of the settings.
    pub fn listen(address: impl ToSocketAddrs, settings: ServerSettings) -> io::Result<Self> {
        admit(&settings.qos)
            .map_err(|refused| io::Error::new(io::ErrorKind::Unsupported, refused.reason))?;
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let adapter = Arc::new(Adapter::new());
        let threads = match settings.threads {
            ThreadPolicy::PerConnection => None,
            ThreadPolicy::Pool(threads) => Some(threads),
            ThreadPolicy::Single => Some(1),
        };
        let (workers, working) = match threads {
            Some(threads) => {
                let buffers = (settings.waiting_calls, settings.qos.buffer_bytes);
                let (workers, working) =
                    Workers::start(threads, buffers, &adapter, settings.limits)?;
                (Some(workers), working)
            }
            None => (None, Vec::new()),
        };
        let qos = settings.qos.clone();
        let (doors, objects) = open(listener, &adapter, &settings, qos, workers.as_ref())?;
        Ok(Self {
            adapter,
            workers,
            working,
            settings,
            objects,
            address,
            entrances: Mutex::new(vec![doors]),
        })
    }

    /// Opens a further entrance at a port of the system's choice, with QoS of its own: wait
    /// strategy, buffers, scheduling and processors of the threads that serve its connections, a
    /// socket option for each. Objects that are activated there have references to it. Its calls
    /// are carried out by the threads of its connections even if the server has a pool.
    ///
    /// # Errors
    /// `BAD_QOS`, with the reason, where this host cannot honour it; `NO_RESOURCES` for sockets and
    /// threads.
    pub fn entrance(&self, qos: &Qos) -> Result<Objects, SystemException> {
        admit(qos)?;
        let opened = TcpListener::bind((self.address.ip(), 0))
            .and_then(|listener| open(listener, &self.adapter, &self.settings, qos.clone(), None));
        let (doors, objects) = opened.map_err(|error| {
            let reason = format!("opening an entrance: {error}");
            SystemException::new(SystemKind::NoResources, 0, Completion::No, reason)
        })?;
        let mut entrances = self
            .entrances
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        entrances.push(doors);
        Ok(objects)
    }

    /// Where it listens for IIOP.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its objects, for servants that create others.
    pub fn objects(&self) -> Objects {
        self.objects.clone()
    }

    /// As [`Objects::activate`].
    pub fn activate(&self, key: &[u8], servant: Arc<dyn Servant>) -> Reference {
        self.objects.activate(key, servant)
    }

    /// As [`Objects::activate_transient`].
    pub fn activate_transient(&self, servant: Arc<dyn Servant>) -> Reference {
        self.objects.activate_transient(servant)
    }

    /// The servant of all keys without an entry, except transient keys of other processes.
    pub fn set_default_servant(&self, servant: Option<Arc<dyn Servant>>) {
        self.adapter.set_default(servant);
    }

    /// Forwards calls to that key.
    pub fn forward(&self, key: &[u8], to: Reference) {
        self.adapter.insert(key.to_vec(), Entry::Moved(to));
    }

    /// As [`Objects::deactivate`].
    pub fn deactivate(&self, key: &[u8]) -> bool {
        self.objects.deactivate(key)
    }

    /// As [`Objects::reference`].
    pub fn reference(&self, key: &[u8], type_id: &str) -> Reference {
        self.objects.reference(key, type_id)
    }

    /// Counters so far.
    pub fn counters(&self) -> ServerCounters {
        let counters = &self.adapter.counters;
        ServerCounters {
            priorities_followed: counters.followed.load(Relaxed),
            priorities_not_followed: counters.not_followed.load(Relaxed),
            connections_refused: counters.refused.load(Relaxed),
            connections_slow: counters.slow.load(Relaxed),
            connections_idle: counters.idle.load(Relaxed),
            calls_cancelled: counters.cancelled.load(Relaxed),
        }
    }

    /// Stops accepting, answers received calls, says goodbye on each connection and waits for all
    /// threads.
    pub fn shutdown(&mut self) {
        let entrances = self
            .entrances
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        for doors in entrances {
            doors.shutdown();
        }
        if let Some(workers) = &self.workers {
            workers.end();
        }
        for thread in self.working.drain(..) {
            let _ = thread.join();
        }
        // Breaks reference cycles of servants.
        self.adapter.clear();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shutdown();
    }
}

/// Whether this host can honour it.
pub(crate) fn admit(qos: &Qos) -> Result<(), SystemException> {
    #[cfg(feature = "flow")]
    if let Err(refused) = admit_by_channels(qos) {
        let reason = refused.to_string();
        return Err(SystemException::new(
            SystemKind::BadQos,
            0,
            Completion::No,
            reason,
        ));
    }
    #[cfg(not(feature = "flow"))]
    let _ = qos;
    Ok(())
}

/// Shared memory is tried once in a process: trials of many bindings at the same time would take each other's time.
#[cfg(feature = "flow")]
fn admit_by_channels(qos: &Qos) -> Result<(), hyla_net::Refused> {
    use std::sync::{Mutex, PoisonError};

    static WORKS: Mutex<bool> = Mutex::new(false);
    let mut demand = qos.demand();
    if demand.transport != hyla_net::Transport::SharedMemory {
        return hyla_net::admit(&demand).map(|_| ());
    }
    let mut works = WORKS.lock().unwrap_or_else(PoisonError::into_inner);
    if *works {
        demand.transport = hyla_net::Transport::Auto;
    }
    hyla_net::admit(&demand)?;
    *works = true;
    Ok(())
}

fn open(
    listener: TcpListener,
    adapter: &Arc<Adapter>,
    server: &ServerSettings,
    qos: Qos,
    workers: Option<&Workers>,
) -> io::Result<(Doors, Objects)> {
    let address = listener.local_addr()?;
    let settings = Arc::new(EntranceSettings {
        server: server.clone(),
        qos,
    });
    let host = server
        .published_host
        .clone()
        .unwrap_or_else(|| address.ip().to_string());
    #[cfg(feature = "flow")]
    let (flow, channels) = {
        use crate::server::flow::FlowEntrance;
        let flow = FlowEntrance::start(address.ip(), adapter, &settings, workers.cloned())?;
        let channels = flow.as_ref().map_or(Vec::new(), FlowEntrance::addresses);
        (flow, channels)
    };
    #[cfg(not(feature = "flow"))]
    let channels = Vec::new();
    let iiop = Entrance::start(listener, adapter, &settings, workers.cloned())?;
    let objects = Objects {
        adapter: Arc::clone(adapter),
        place: Arc::new(Place {
            version: server.version,
            host,
            port: address.port(),
            channels,
        }),
    };
    let doors = Doors {
        iiop,
        #[cfg(feature = "flow")]
        flow,
    };
    Ok((doors, objects))
}
