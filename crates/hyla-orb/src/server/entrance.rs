//! One entrance of a server: a listener for connections, and the threads that serve them.

use std::collections::HashMap;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::qos::Qos;
use crate::server::ServerSettings;
use crate::server::adapter::Adapter;
use crate::server::connection::Connection;
use crate::server::pool::Workers;

/// Settings of an entrance.
#[derive(Debug)]
pub(super) struct EntranceSettings {
    pub(super) server: ServerSettings,
    /// Resources of this entrance.
    pub(super) qos: Qos,
}

pub(super) struct Entrance {
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
    pub(super) address: SocketAddr,
}

struct Shared {
    adapter: Arc<Adapter>,
    settings: Arc<EntranceSettings>,
    workers: Option<Workers>,
    stops: AtomicBool,
    /// Open connections by number, with their threads.
    open: Mutex<HashMap<u64, (TcpStream, JoinHandle<()>)>>,
}

impl Entrance {
    pub(super) fn start(
        listener: TcpListener,
        adapter: &Arc<Adapter>,
        settings: &Arc<EntranceSettings>,
        workers: Option<Workers>,
    ) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            adapter: Arc::clone(adapter),
            settings: Arc::clone(settings),
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
            address,
        })
    }

    /// Stops accepting.
    pub(super) fn stop(&mut self) {
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
    }

    /// Answers received calls, says goodbye on each connection and waits for all threads.
    pub(super) fn join(&mut self) {
        let open: Vec<_> = lock(&self.shared.open).drain().collect();
        for (_, (stream, _)) in &open {
            let _ = stream.shutdown(Shutdown::Read);
        }
        for (_, (_, thread)) in open {
            let _ = thread.join();
        }
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
        if open.len() >= self.settings.server.connections {
            self.adapter.counters.refused.fetch_add(1, Relaxed);
            return Ok(());
        }
        stream.set_nodelay(true)?;
        let handle = stream.try_clone()?;
        let connection =
            Connection::new(stream, &self.adapter, &self.settings, self.workers.clone())?;
        let shared = Arc::clone(self);
        let builder = std::thread::Builder::new().name("orb-connection".to_owned());
        let thread = builder.spawn(move || {
            adopt(&shared.settings.qos);
            connection.serve(|| shared.stops.load(SeqCst));
            lock(&shared.open).remove(&number);
        })?;
        open.insert(number, (handle, thread));
        Ok(())
    }
}

/// Applies scheduling and processors to the calling thread. Admission has tried them before.
pub(super) fn adopt(qos: &Qos) {
    #[cfg(feature = "flow")]
    let _ = qos.thread.apply();
    #[cfg(not(feature = "flow"))]
    let _ = qos;
}

/// Gives the calling thread the real-time priority of a priority of RTCorbaPriority; 0: none. Gives
/// whether the system allowed it.
#[cfg(feature = "flow")]
pub(super) fn schedule(priority: i16) -> bool {
    use hyla_net::{Scheduling, ThreadPlan};
    // From 1 to 98: one above all of them stays free.
    let level = u8::try_from(i32::from(priority) * 98 / i32::from(i16::MAX)).unwrap_or(0);
    let scheduling = match level {
        0 => Scheduling::Normal,
        level => Scheduling::Fifo(level),
    };
    let cpus = ThreadPlan::of_this_thread().map(|plan| plan.cpus);
    // A plan without anything changes nothing, so it names the processors that are allowed anyway.
    let plan = ThreadPlan {
        scheduling,
        cpus: cpus.unwrap_or_default(),
    };
    plan.apply().is_ok()
}

#[cfg(not(feature = "flow"))]
pub(super) fn schedule(_priority: i16) -> bool {
    false
}
