//! Channels of Hyla at an entrance: a listener, a thread for each client, and one for datagrams.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_net::{
    Address, Channel, ChannelId, CloseReason, Endpoint, EndpointConfig, Event, GroupOptions, Remote,
};

use crate::flow::{self, GO, HERE, OPEN};
use crate::server::Flow;
use crate::server::adapter::Adapter;
use crate::server::dispatch::{Dispatcher, End, ReplyPath};
use crate::server::entrance::{EntranceSettings, adopt};
use crate::server::pool::Workers;

/// Longest time from the offer of a session to its client.
const SESSION_BEGINS_WITHIN: Duration = Duration::from_secs(5);

/// State that the threads of an entrance share.
struct Common {
    adapter: Arc<Adapter>,
    settings: Arc<EntranceSettings>,
    workers: Option<Workers>,
    stops: AtomicBool,
    sessions: AtomicUsize,
    /// Running threads, and how to wake them.
    threads: Mutex<Vec<(JoinHandle<()>, Remote)>>,
}

pub(super) struct FlowEntrance {
    common: Arc<Common>,
    addresses: Vec<Address>,
    group: Option<SocketAddr>,
}

impl FlowEntrance {
    /// Starts what the settings ask for; `None` if that is nothing.
    pub(super) fn start(
        ip: IpAddr,
        adapter: &Arc<Adapter>,
        settings: &Arc<EntranceSettings>,
        workers: Option<Workers>,
    ) -> io::Result<Option<Self>> {
        let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (at, group) = match settings.server.flow {
            Flow::Off => return Ok(None),
            Flow::Local => (loopback, None),
            Flow::Network => (ip, None),
            Flow::Group(group) => (ip, Some(group)),
        };
        let common = Arc::new(Common {
            adapter: Arc::clone(adapter),
            settings: Arc::clone(settings),
            workers,
            stops: AtomicBool::new(false),
            sessions: AtomicUsize::new(0),
            threads: Mutex::default(),
        });
        // A thread that only waits for clients neither spins nor yields.
        let mut config = common.config();
        if common.workers.is_none() {
            config.wait = hyla_net::Wait::Block;
        }
        let mut endpoint = Endpoint::new(config)?;
        let tcp = endpoint.listen((at, 0).into())?;
        let mut addresses: Vec<Address> = endpoint.shared_memory_addresses().collect();
        if settings.server.flow == Flow::Local && addresses.is_empty() {
            return Ok(None);
        }
        common.spawn("orb-flow", endpoint, |common, endpoint| {
            Role::Listener.serve(common, endpoint);
        })?;
        let mut entrance = Self {
            common,
            addresses: Vec::new(),
            group,
        };
        if settings.server.flow != Flow::Local {
            addresses.push(Address::Tcp(tcp));
            let mut endpoint = Endpoint::new(entrance.common.config())?;
            addresses.push(Address::Udp(endpoint.listen_udp((at, 0).into())?));
            if let Some(group) = group {
                endpoint.join_group(group, GroupOptions::default())?;
            }
            let name = "orb-datagrams";
            entrance.common.spawn(name, endpoint, |common, endpoint| {
                Role::Datagrams.serve(common, endpoint);
            })?;
        }
        entrance.addresses = addresses;
        Ok(Some(entrance))
    }

    /// Addresses in references.
    pub(super) fn addresses(&self) -> Vec<String> {
        let group = self.group.map(|group| format!("group:{group}"));
        let channels = self.addresses.iter().map(ToString::to_string);
        channels.chain(group).collect()
    }

    /// Says goodbye on each channel and waits for all threads.
    pub(super) fn shutdown(&mut self) {
        self.common.stops.store(true, SeqCst);
        loop {
            let threads = std::mem::take(&mut *self.common.threads());
            if threads.is_empty() {
                return;
            }
            for (_, remote) in &threads {
                remote.wake();
            }
            for (thread, _) in threads {
                let _ = thread.join();
            }
        }
    }
}

impl Drop for FlowEntrance {
    fn drop(&mut self) {
        self.shutdown();
    }
}

impl Common {
    fn config(&self) -> EndpointConfig {
        let settings = &*self.settings;
        let limits = &settings.server.limits;
        let timeout = EndpointConfig::default().connect_timeout;
        EndpointConfig {
            frame_timeout: settings.server.message_time,
            ..flow::config(&settings.qos, limits, timeout)
        }
    }

    fn threads(&self) -> std::sync::MutexGuard<'_, Vec<(JoinHandle<()>, Remote)>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs an endpoint on a thread of its own.
    fn spawn(
        self: &Arc<Self>,
        name: &str,
        endpoint: Endpoint,
        run: impl FnOnce(&Arc<Self>, Endpoint) + Send + 'static,
    ) -> io::Result<()> {
        let remote = endpoint.remote();
        let common = Arc::clone(self);
        let builder = std::thread::Builder::new().name(name.to_owned());
        let thread = builder.spawn(move || {
            adopt(&common.settings.qos);
            run(&common, endpoint);
        })?;
        let mut threads = self.threads();
        threads.retain(|(thread, _)| !thread.is_finished());
        threads.push((thread, remote));
        Ok(())
    }

    /// Gives a client a session, if there is room beside that many that the listener serves.
    fn admit(self: &Arc<Self>, asked: &Address, served: usize) -> Admitted {
        let most = self.settings.server.connections;
        // A pool carries calls out anyway.
        let admitted = if self.workers.is_some() {
            (served <= most).then_some(Admitted::Here)
        } else if self.sessions.fetch_add(1, Relaxed) < most {
            let begun = self.begin_session(asked);
            begun.ok().map(Admitted::At)
        } else {
            None
        };
        admitted.unwrap_or_else(|| {
            if self.workers.is_none() {
                self.sessions.fetch_sub(1, Relaxed);
            }
            self.adapter.counters.refused.fetch_add(1, Relaxed);
            Admitted::Refused
        })
    }

    fn begin_session(self: &Arc<Self>, asked: &Address) -> io::Result<Address> {
        let ip = match asked {
            Address::Tcp(at) | Address::Udp(at) => at.ip(),
            Address::SharedMemory(at) => at.beside().ip(),
            Address::InProcess(_) => Ipv4Addr::LOCALHOST.into(),
        };
        let mut endpoint = Endpoint::new(self.config())?;
        let tcp = endpoint.listen((ip, 0).into())?;
        let in_memory = matches!(asked, Address::SharedMemory(_));
        let address = match endpoint.shared_memory_addresses().next() {
            Some(address) if in_memory => address,
            _ => Address::Tcp(tcp),
        };
        self.spawn("orb-session", endpoint, |common, endpoint| {
            Role::Session.serve(common, endpoint);
            common.sessions.fetch_sub(1, Relaxed);
        })?;
        Ok(address)
    }
}

/// Where a client is served.
enum Admitted {
    /// By the listener.
    Here,
    /// By a session at that address.
    At(Address),
    /// Nowhere: there are too many clients, or no descriptors and threads.
    Refused,
}

/// Task of a thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Gives each client a session.
    Listener,
    /// Serves one client.
    Session,
    /// Carries out oneway calls of datagrams.
    Datagrams,
}

impl Role {
    fn serve(self, common: &Arc<Common>, mut endpoint: Endpoint) {
        let mut serving = Serving {
            role: self,
            common,
            clients: BTreeMap::new(),
            anybody: None,
            out: Vec::with_capacity(common.settings.qos.buffer_bytes),
            is_over: false,
        };
        let until = Instant::now() + SESSION_BEGINS_WITHIN;
        while !common.stops.load(SeqCst) && !serving.is_over {
            // A session waits for its client for a while only.
            let is_waiting = self == Self::Session && serving.clients.is_empty();
            let next = match is_waiting {
                true => Some(until),
                false => serving.next_idle(),
            };
            let wait = next.map(|next| next.saturating_duration_since(Instant::now()));
            let polled = endpoint.poll(wait, &mut |event| serving.handle(event));
            if polled.is_err() || (is_waiting && Instant::now() >= until) {
                break;
            }
            serving.end_idle();
        }
        serving.goodbye();
    }
}

/// A client of a thread.
struct Client {
    channel: Channel,
    dispatcher: Dispatcher,
    /// When its last message came, if the server ends silent connections.
    used: Instant,
}

struct Serving<'c> {
    role: Role,
    common: &'c Arc<Common>,
    /// Mostly one, or few.
    clients: BTreeMap<ChannelId, Client>,
    /// Carries out calls of groups.
    anybody: Option<Dispatcher>,
    out: Vec<u8>,
    is_over: bool,
}

impl Serving<'_> {
    fn dispatcher(&self, back: ReplyPath) -> Dispatcher {
        let common = &**self.common;
        Dispatcher::new(
            &common.adapter,
            &common.settings,
            common.workers.clone(),
            back,
        )
    }

    fn handle(&mut self, event: Event<'_>) {
        match event {
            Event::Accepted { channel, .. } => {
                let back = match self.role {
                    Role::Datagrams => ReplyPath::None,
                    Role::Listener | Role::Session => {
                        let adapter = Arc::clone(&self.common.adapter);
                        let within = self.common.settings.server.message_time;
                        ReplyPath::Channel(channel.clone(), within, adapter)
                    }
                };
                let dispatcher = self.dispatcher(back);
                let client = Client {
                    channel,
                    dispatcher,
                    used: Instant::now(),
                };
                self.clients.insert(client.channel.id(), client);
            }
            Event::Frame {
                channel,
                bytes,
                following,
            } => {
                let mut next = Some(bytes);
                while let Some(frame) = next {
                    self.frame(channel, frame);
                    next = following.take();
                }
            }
            Event::GroupFrame { bytes, .. } => {
                let mut anybody = self
                    .anybody
                    .take()
                    .unwrap_or_else(|| self.dispatcher(ReplyPath::None));
                anybody.message(bytes, &mut self.out);
                self.anybody = Some(anybody);
            }
            Event::Closed { channel, reason } => {
                if matches!(reason, CloseReason::SlowFrame(_)) {
                    self.common.adapter.counters.slow.fetch_add(1, Relaxed);
                }
                if let Some(client) = self.clients.remove(&channel) {
                    client.dispatcher.end(End::Gone, &mut self.out);
                    self.is_over = self.role == Role::Session;
                }
            }
            _ => {}
        }
    }

    /// Longest silence of a client; datagrams have no connection.
    fn idle_time(&self) -> Option<Duration> {
        let idle = self.common.settings.server.idle_time;
        idle.filter(|_| self.role != Role::Datagrams)
    }

    /// When the first client has been silent for too long.
    fn next_idle(&self) -> Option<Instant> {
        let idle = self.idle_time()?;
        let first = self.clients.values().map(|client| client.used).min()?;
        first.checked_add(idle)
    }

    /// Says goodbye to clients that have been silent for too long.
    fn end_idle(&mut self) {
        let Some(idle) = self.idle_time() else {
            return;
        };
        let now = Instant::now();
        let silent = |client: &Client| now.saturating_duration_since(client.used) >= idle;
        let Self {
            clients,
            out,
            common,
            ..
        } = self;
        let before = clients.len();
        clients.retain(|_, client| {
            if !silent(client) {
                return true;
            }
            common.adapter.counters.idle.fetch_add(1, Relaxed);
            client.dispatcher.end(End::Stopped, out);
            client.channel.close("silent for too long");
            false
        });
        if self.clients.len() < before {
            self.is_over = self.role == Role::Session;
        }
    }

    fn frame(&mut self, channel: ChannelId, bytes: &[u8]) {
        let is_watched = self.idle_time().is_some();
        let Some(client) = self.clients.get_mut(&channel) else {
            return;
        };
        if is_watched {
            client.used = Instant::now();
        }
        if bytes == OPEN {
            client.channel.trust();
            let asked = client.channel.local_address();
            let admitted = match self.role {
                Role::Listener => self.common.admit(&asked, self.clients.len()),
                Role::Session | Role::Datagrams => Admitted::Here,
            };
            let channel = &self.clients[&channel].channel;
            let answer = match admitted {
                Admitted::Here => HERE.to_vec(),
                Admitted::At(address) => [&GO[..], address.to_string().as_bytes()].concat(),
                Admitted::Refused => return channel.close("too many clients"),
            };
            let _ = channel.send_parts(&[&answer]);
            return;
        }
        if let Some(end) = client.dispatcher.message(bytes, &mut self.out) {
            client.dispatcher.end(end, &mut self.out);
            client.channel.close("the conversation is over");
        }
        if !self.common.settings.qos.pooled {
            self.out = Vec::new();
        }
    }

    fn goodbye(&mut self) {
        for client in std::mem::take(&mut self.clients).into_values() {
            client.dispatcher.end(End::Stopped, &mut self.out);
            client.channel.close("the server stops");
        }
    }
}
