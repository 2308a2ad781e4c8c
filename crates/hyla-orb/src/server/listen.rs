//! Accepts connections and ends them.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::reference::Reference;
use crate::server::adapter::{Adapter, Entry, Objects, ServerSettings};
use crate::server::connection::Connection;
use crate::server::pool::Workers;
use crate::server::{Servant, ThreadPolicy};

/// A server at an address, and its objects. Dropping it shuts it down.
pub struct Server {
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
    working: Vec<JoinHandle<()>>,
    objects: Objects,
    address: SocketAddr,
}

struct Shared {
    adapter: Arc<Adapter>,
    settings: Arc<ServerSettings>,
    workers: Option<Workers>,
    stops: AtomicBool,
    /// Open connections by number, with their threads.
    open: Mutex<HashMap<u64, (TcpStream, JoinHandle<()>)>>,
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
    /// Those of the socket and of threads.
    pub fn listen(address: impl ToSocketAddrs, settings: ServerSettings) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let host = settings
            .published_host
            .clone()
            .unwrap_or_else(|| address.ip().to_string());
        let adapter = Arc::new(Adapter::new());
        let threads = match settings.threads {
            ThreadPolicy::PerConnection => None,
            ThreadPolicy::Pool(threads) => Some(threads),
            ThreadPolicy::Single => Some(1),
        };
        let (workers, working) = match threads {
            Some(threads) => {
                let (waiting, limits) = (settings.waiting_calls, settings.limits);
                let (workers, working) = Workers::start(threads, waiting, &adapter, limits)?;
                (Some(workers), working)
            }
            None => (None, Vec::new()),
        };
        let settings = Arc::new(settings);
        let objects = Objects {
            adapter: Arc::clone(&adapter),
            settings: Arc::clone(&settings),
            host: host.into(),
            port: address.port(),
        };
        let shared = Arc::new(Shared {
            adapter,
            settings,
            workers,
            stops: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let accepts = Arc::clone(&shared);
        let accepting = std::thread::Builder::new()
            .name("orb-accept".to_owned())
            .spawn(move || accepts.accept(&listener))?;
        Ok(Self {
            shared,
            accepting: Some(accepting),
            working,
            objects,
            address,
        })
    }

    /// Where it listens.
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
        self.shared.adapter.set_default(servant);
    }

    /// Forwards calls to that key.
    pub fn forward(&self, key: &[u8], to: Reference) {
        self.shared.adapter.insert(key.to_vec(), Entry::Moved(to));
    }

    /// As [`Objects::deactivate`].
    pub fn deactivate(&self, key: &[u8]) -> bool {
        self.objects.deactivate(key)
    }

    /// As [`Objects::reference`].
    pub fn reference(&self, key: &[u8], type_id: &str) -> Reference {
        self.objects.reference(key, type_id)
    }

    /// Stops accepting, answers received calls, says goodbye on each connection and waits for all
    /// threads.
    pub fn shutdown(&mut self) {
        let Some(accepting) = self.accepting.take() else {
            return;
        };
        self.shared.stops.store(true, SeqCst);
        // A connection wakes the accepting thread.
        let mut wake = self.address;
        if wake.ip().is_unspecified() {
            wake.set_ip(match wake {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        let _ = TcpStream::connect_timeout(&wake, Duration::from_secs(1));
        let _ = accepting.join();
        let open: Vec<_> = lock(&self.shared.open).drain().collect();
        for (_, (stream, _)) in &open {
            let _ = stream.shutdown(Shutdown::Read);
        }
        for (_, (_, thread)) in open {
            let _ = thread.join();
        }
        if let Some(workers) = &self.shared.workers {
            workers.end();
        }
        for thread in self.working.drain(..) {
            let _ = thread.join();
        }
        // Breaks reference cycles of servants.
        self.shared.adapter.clear();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shutdown();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        for number in 0.. {
            let accepted = listener.accept();
            if self.stops.load(SeqCst) {
                return;
            }
            match accepted {
                Ok((stream, _)) => {
                    let _ = self.serve(number, stream);
                }
                // Out of descriptors: some may be closed soon.
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    /// Serves a connection on a thread of its own. A failure ends the connection.
    fn serve(self: &Arc<Self>, number: u64, stream: TcpStream) -> io::Result<()> {
        let mut open = lock(&self.open);
        if open.len() >= self.settings.connections {
            return Ok(());
        }
        stream.set_nodelay(true)?;
        let handle = stream.try_clone()?;
        let adapter = Arc::clone(&self.adapter);
        let settings = Arc::clone(&self.settings);
        let connection = Connection::new(stream, adapter, settings, self.workers.clone())?;
        let shared = Arc::clone(self);
        let builder = std::thread::Builder::new().name("orb-connection".to_owned());
        let thread = builder.spawn(move || {
            connection.serve(|| shared.stops.load(SeqCst));
            lock(&shared.open).remove(&number);
        })?;
        open.insert(number, (handle, thread));
        Ok(())
    }
}
