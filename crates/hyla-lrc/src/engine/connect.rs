//! Connecting and disconnecting.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use hyla_core::Result;
use hyla_core::message::{FromRti, Greeting, RELAY_HEADER, decode_control, greeting_frame};
use hyla_link::lanes::{ENTRIES_HEAD_BYTES, ENTRY_BYTES, SEQUENCE_BYTES};
use hyla_net::{Address, Channel, CloseReason, Endpoint, EndpointConfig, Event, Keyring, Security};
use hyla_types::{CallbackModel, Credentials, Exception, ExceptionKind};

use super::arrive::rti_is_gone;
use super::clear_password::{Way, check_listener, check_way};
use super::embedded::{EmbeddedRti, Introduction};
use super::link_host::LinkHost;
use super::readers::{self, Reader, ReaderThread};
use super::{Connection, Core, Engine, LinkSettings, Links, Process, locked};
use crate::settings::caller_protocol::WHERE_NATIVE;
use crate::settings::{
    HostPort, PeerAddress, ProcessModel, RtiAddress, RtiSecurity, Settings, endpoint_config,
    tls_client,
};
use hyla_core::callback::FederateAmbassador;

/// How many times longer a member that is called waits for who calls it than the caller waits for it. What the caller
/// says once it is answered must not be turned away because the caller was slow: it would be lost.
const CALLED_TIMEOUT_FACTOR: u32 = 4;

/// Most bytes before a frame on any carrier.
const BEFORE_FRAMES: usize = {
    let marked = ENTRIES_HEAD_BYTES + ENTRY_BYTES;
    let lane = if marked > SEQUENCE_BYTES {
        marked
    } else {
        SEQUENCE_BYTES
    };
    if RELAY_HEADER > lane {
        RELAY_HEADER
    } else {
        lane
    }
};

fn failed(text: impl Into<String>) -> Exception {
    Exception::new(ExceptionKind::ConnectionFailed, text)
}

/// RTI and process model of a new member.
pub(super) enum MemberOrigin {
    /// The RTI of the settings, with threads of this process model.
    Found(Process),
    /// A hosted member: a host program gives it turns.
    Hosted {
        /// The RTI.
        rti: Address,
        /// Asks the host for a turn.
        wake: Arc<dyn Fn() + Send + Sync>,
    },
}

/// The process model that the settings and the callback model amount to.
fn process_of(settings: &Settings, callbacks: CallbackModel) -> Result<Process> {
    match (settings.process.model, callbacks) {
        (ProcessModel::Auto | ProcessModel::Immediate, CallbackModel::Immediate) => {
            Ok(Process::Immediate)
        }
        (ProcessModel::Auto | ProcessModel::AsynchronousIo, CallbackModel::Evoked) => {
            Ok(Process::AsynchronousIo)
        }
        (ProcessModel::SingleThreaded, CallbackModel::Evoked) => Ok(Process::SingleThreaded),
        (model, callbacks) => Err(Exception::new(
            ExceptionKind::UnsupportedCallbackModel,
            format!(
                "process.model = {} does not go with {callbacks}: single-threaded and \
                 asynchronous-io evoke, immediate does not",
                model.name()
            ),
        )),
    }
}

fn resolve(at: &HostPort) -> Result<SocketAddr> {
    first(at, (at.host(), at.port()).to_socket_addrs())
}

/// The first of the addresses that `at` stands for.
fn first(
    at: &HostPort,
    found: std::io::Result<impl IntoIterator<Item = SocketAddr>>,
) -> Result<SocketAddr> {
    let found = found.map_err(|error| failed(format!("{at} has no address: {error}")))?;
    let mut found = found.into_iter();
    found
        .next()
        .ok_or_else(|| failed(format!("{at} has no address")))
}

impl Engine {
    /// Connects and greets; `ask_aside` and the ambassador's connect meet here.
    pub(crate) fn connect(
        self: &Arc<Self>,
        federate: Option<Box<dyn FederateAmbassador>>,
        callbacks: CallbackModel,
        settings: Settings,
        credentials: Option<Credentials>,
    ) -> Result<()> {
        let process = process_of(&settings, callbacks)?;
        let origin = MemberOrigin::Found(process);
        self.connect_by(origin, federate, settings, credentials)
    }

    /// Connects a member of this origin.
    pub(super) fn connect_by(
        self: &Arc<Self>,
        origin: MemberOrigin,
        federate: Option<Box<dyn FederateAmbassador>>,
        settings: Settings,
        credentials: Option<Credentials>,
    ) -> Result<()> {
        self.check_process()?;
        let _one_at_a_time = locked(&self.connecting);
        if locked(&self.connection).is_some() {
            self.disconnect_lost()?;
        }
        super::admission::prepare(&settings)?;
        let directory = settings.report.directory.clone();
        let (connection, readers) = self.open(origin, settings, credentials)?;
        let process = connection.process;
        self.set_federate(federate);
        {
            let mut core = self.core();
            core.report_directory.clone_from(&directory);
            core.member.set_host(super::host::host_name());
            core.member.handle_connected();
        }
        let connection = Arc::new(connection);
        *locked(&self.connection) = Some(connection.clone());
        if !process.pumps() {
            match self.start_io(&connection) {
                Ok(thread) => *locked(&connection.thread) = Some(thread),
                Err(error) => {
                    let _ = self.disconnect_now();
                    return Err(error);
                }
            }
        }
        for reader in readers {
            match self.start_reader(&connection, reader) {
                Ok(thread) => locked(&connection.readers).push(thread),
                Err(error) => {
                    let _ = self.disconnect_now();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// `AlreadyConnected`, unless the old connection is lost: then its remains are cleared away.
    fn disconnect_lost(&self) -> Result<()> {
        if self.core().lost.is_none() {
            return Err(Exception::new(
                ExceptionKind::AlreadyConnected,
                "this ambassador is connected; disconnect first or use another",
            ));
        }
        self.close("connecting again");
        Ok(())
    }

    fn open(
        &self,
        origin: MemberOrigin,
        settings: Settings,
        credentials: Option<Credentials>,
    ) -> Result<(Connection, Vec<Reader>)> {
        let keyring = Keyring::default();
        let mut endpoint = Endpoint::new(with_keyring(&settings, &keyring))
            .map_err(|error| failed(format!("no endpoint: {error}")))?;
        let mut tls = None;
        let (process, address, embedded) = match (origin, &settings.rti.address) {
            (MemberOrigin::Hosted { rti, wake }, _) => {
                if settings.rti.security == RtiSecurity::Tls {
                    keyring.demand();
                }
                endpoint.set_wake_callback(move || wake());
                (Process::Hosted, rti, None)
            }
            (MemberOrigin::Found(process), RtiAddress::Embedded) => {
                let rti = EmbeddedRti::shared(&settings)
                    .map_err(|error| failed(format!("no embedded RTI: {error}")))?;
                (process, *rti.address(), Some(rti))
            }
            (MemberOrigin::Found(process), RtiAddress::Server(at)) => {
                if settings.rti.security == RtiSecurity::Tls {
                    // The RTI sends a key with the answer to a join, but others may call before it is read.
                    keyring.demand();
                }
                tls =
                    tls_client(&settings, at.host()).map_err(|error| failed(error.to_string()))?;
                (process, Address::Tcp(resolve(at)?), None)
            }
        };
        let caller = *locked(&self.caller);
        let introduction =
            caller.map(|caller| Introduction::new(endpoint.in_process_address(), caller));
        let remote = endpoint.remote();
        // A process of this host offers shared memory where it listens.
        let beside = match &address {
            Address::Tcp(at) => remote.connect_beside(*at),
            Address::InProcess(_) | Address::SharedMemory(_) | Address::Udp(_) => None,
        };
        let in_memory = beside.is_some();
        let call = || match (&tls, address) {
            (Some(client), Address::Tcp(at)) => remote.connect_over_tls(at, client),
            _ => remote.connect(&address),
        };
        let mut channel = beside.unwrap_or_else(call);
        {
            let mut core = self.core();
            let of_links = LinkSettings {
                direct: settings.peer.direct,
                frame_bytes: settings.channel.max_frame_bytes - BEFORE_FRAMES,
                pending_bytes: settings.channel.send_queue_bytes,
                drain: settings.timeout.resign,
                greet: settings.timeout.connect * CALLED_TIMEOUT_FACTOR,
                appear: settings.timeout.call,
                gathers: process != Process::SingleThreaded,
                host: Arc::new(LinkHost::new(
                    settings.qos.clone(),
                    &settings.latency,
                    keyring.clone(),
                )),
            };
            core.links = Links::new(of_links, Instant::now());
            core.answers.clear();
            core.callback_bytes = settings.limits.callback_queue_bytes;
            core.abandoned.clear();
        }
        let greeting = Greeting::ToRti {
            edition: self.edition,
            credentials: credentials.clone(),
        };
        let may_leave = settings.rti.allow_clear_password || tls.is_some();
        let greet = |endpoint: &mut Endpoint, channel: &Channel| {
            self.greet(
                endpoint,
                channel,
                (&greeting, may_leave),
                (&settings, &address),
            )
        };
        let mut welcome = greet(&mut endpoint, &channel);
        if welcome.is_err() && in_memory && self.core().lost.is_some() {
            // The system has no memory or descriptors left for this; a plain connection may still do.
            tracing::info!(%address, "no shared memory with the RTI, trying TCP");
            channel = call();
            welcome = greet(&mut endpoint, &channel);
        }
        welcome?;
        let mut addresses = Vec::new();
        let mut readers = Vec::new();
        if settings.peer.direct {
            if settings.peer.in_process {
                addresses.push(endpoint.in_process_address().to_string());
            }
            let own = own_ip(&channel, &address, &settings)?;
            self.core().links.set_own_address(own);
            let tcp = listen(&mut endpoint, own, &settings)?;
            let datagrams = listen_for_datagrams(&mut endpoint, own, &settings);
            addresses.extend(endpoint.shared_memory_addresses().map(|a| a.to_string()));
            addresses.push(tcp);
            addresses.extend(datagrams);
            // A hosted member has no threads.
            if process != Process::Hosted {
                readers = readers::open(&settings, own, &keyring)?;
            }
        }
        {
            let links = &mut self.core().links;
            for reader in &readers {
                links.add_reader(reader.profile(), &reader.addresses, reader.reading());
            }
        }
        // An evoking federate takes callbacks from a queue, in order.
        let several = !readers.is_empty() && process == Process::Immediate;
        let shares_polling =
            process == Process::AsynchronousIo && settings.process.thread().is_plain();
        let connection = Connection {
            shares_polling,
            settings,
            credentials,
            process,
            #[cfg(unix)]
            descriptor: endpoint.descriptor(),
            endpoint: Mutex::new(endpoint),
            remote,
            stop: AtomicBool::new(false),
            thread: Mutex::new(None),
            readers: Mutex::new(Vec::new()),
            turns: several.then(|| Mutex::new(())),
            addresses,
            _embedded: embedded,
            _introduction: introduction,
        };
        Ok((connection, readers))
    }

    /// Says who calls, on the channel that is the one to the RTI from now on, and waits for the RTI's answer. A password is sent only after a
    /// check of its way; `may_leave`: it may go anywhere.
    fn greet(
        &self,
        endpoint: &mut Endpoint,
        rti: &Channel,
        (greeting, may_leave): (&Greeting, bool),
        (settings, address): (&Settings, &Address),
    ) -> Result<()> {
        let credentials = match greeting {
            Greeting::ToRti { credentials, .. } => credentials.as_ref(),
            _ => None,
        };
        let way = check_way(credentials, &rti.peer_address(), may_leave)?;
        rti.trust();
        {
            let mut core = self.core();
            core.links.open(rti.clone(), endpoint.remote());
            core.is_taken = false;
            core.greeting = None;
            core.lost = None;
        }
        if way == Way::WithinHost {
            let is_taken = |core: &mut Core| core.is_taken.then_some(Ok(()));
            self.await_rti(endpoint, settings, address, is_taken)?;
            check_listener(rti, &settings.rti.server_user)?;
        }
        let _ = rti.append(|buffer| greeting_frame(greeting, buffer));
        rti.depart();
        let version = self.await_rti(endpoint, settings, address, |core| core.greeting.take())?;
        tracing::debug!(%address, version, "connected");
        Ok(())
    }

    /// Waits until the RTI has done something, which `outcome` reads.
    fn await_rti<T>(
        &self,
        endpoint: &mut Endpoint,
        settings: &Settings,
        address: &Address,
        outcome: impl Fn(&mut Core) -> Option<Result<T>>,
    ) -> Result<T> {
        let deadline = Instant::now() + settings.timeout.connect;
        loop {
            {
                let mut core = self.core();
                if let Some(outcome) = outcome(&mut core) {
                    return outcome;
                }
                // Refused before there was anything to ask.
                if let Some(Err(refused)) = core.greeting.take() {
                    return Err(refused);
                }
                if let Some(reason) = &core.lost {
                    return Err(failed(format!(
                        "no RTI at {address}: {reason}. Start one with `hyla rti`, or set rti.address"
                    )));
                }
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let timeout = settings.timeout.connect;
                let reason = if self.core().links.has_reached_rti() {
                    format!("{}; {WHERE_NATIVE}", CloseReason::Silent(timeout))
                } else {
                    format!("no answer within {timeout:?}")
                };
                return Err(failed(format!(
                    "no RTI at {address}: {reason} (timeout.connect_ms)"
                )));
            }
            let mut on = |event: Event<'_>| self.handle_greeting_event(event);
            endpoint
                .poll(Some(left), &mut on)
                .map_err(|error| failed(error.to_string()))?;
        }
    }

    /// `disconnect`: everything is closed, the I/O thread has ended.
    pub(crate) fn disconnect(&self) -> Result<()> {
        self.check_process()?;
        match self.lock_connection() {
            Some(_one_at_a_time) => self.disconnect_now(),
            None => Ok(()),
        }
    }

    /// Keeps other threads from connecting and disconnecting meanwhile. `None` if one of them does, and there is nothing to
    /// disconnect yet, or any more: it may wait for a callback that waits for this thread.
    fn lock_connection(&self) -> Option<MutexGuard<'_, ()>> {
        loop {
            match self.connecting.try_lock() {
                Ok(alone) => return Some(alone),
                Err(TryLockError::Poisoned(alone)) => return Some(alone.into_inner()),
                Err(TryLockError::WouldBlock) if locked(&self.connection).is_none() => return None,
                // The other thread is about to start the threads of the connection, or to take it away.
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn disconnect_now(&self) -> Result<()> {
        self.core().member.disconnect()?;
        self.close("disconnected");
        Ok(())
    }

    /// As [`Self::close`]; clones that did not keep the connection are refused from then on.
    pub(crate) fn end(&self, reason: &str) {
        {
            let _one_at_a_time = self.lock_connection();
            self.close(reason);
        }
        let mut core = self.core();
        if core.member.is_connected() {
            core.member.handle_connection_lost(reason);
        }
    }

    /// Ends the connection in any state; never waits for a peer.
    pub(crate) fn close(&self, reason: &str) {
        let Some(connection) = locked(&self.connection).take() else {
            return;
        };
        if self.in_callback() {
            // The last ambassador was dropped there. This thread is still at work for the connection:
            // it finishes what is left when the callback has returned.
            connection.stop.store(true, Ordering::SeqCst);
            self.leadership.recall();
            self.abandon(reason);
            return;
        }
        // Taken before the stop: an I/O thread that ends and is still there has to finish by itself.
        let thread = locked(&connection.thread).take();
        connection.stop.store(true, Ordering::SeqCst);
        self.leadership.recall();
        connection.remote.wake();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
        let readers = std::mem::take(&mut *locked(&connection.readers));
        readers.into_iter().for_each(ReaderThread::join);
        self.abandon(reason);
        self.finish_closing(&connection);
    }

    /// Closes all channels; nobody waits for the RTI any longer.
    fn abandon(&self, reason: &str) {
        let mut core = self.core();
        core.links.close(reason);
        core.lost = Some(reason.to_owned());
        drop(core);
        self.notify();
    }

    /// The last of a connection, on a thread that is in no callback.
    pub(super) fn finish_closing(&self, connection: &Connection) {
        // Frames sent before still leave, if the network takes them within a short time.
        let _ = locked(&connection.endpoint).poll(Some(Duration::ZERO), &mut |_| {});
        self.silence(None);
        self.set_federate(None);
    }
}

/// Configuration of an endpoint whose channels to other members are sealed with these keys.
pub(super) fn with_keyring(settings: &Settings, keyring: &Keyring) -> EndpointConfig {
    EndpointConfig {
        security: Security {
            keyring: Some(keyring.clone()),
            datagrams: settings.peer.datagrams,
            ..Security::default()
        },
        ..endpoint_config(settings)
    }
}

/// This host's address for others: that of the interface that is set, or on the way to the RTI; in shared
/// memory that is the RTI's own.
fn own_ip(rti: &Channel, called: &Address, settings: &Settings) -> Result<IpAddr> {
    let by_route = rti
        .local_address()
        .tcp()
        .or_else(|| called.tcp())
        .map(|at| at.ip())
        .filter(|ip| !ip.is_unspecified())
        .unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let chosen = settings.peer.interface.choose(by_route);
    let chosen = chosen.map_err(|error| failed(format!("peer.interface: {error}")))?;
    Ok(chosen.map_or(by_route, |own| own.ip))
}

/// Opens the listener for other members and returns its address.
fn listen(endpoint: &mut Endpoint, own: IpAddr, settings: &Settings) -> Result<String> {
    let at = match &settings.peer.bind {
        PeerAddress::At(at) => first(at, at.addresses_here())?,
        PeerAddress::Auto => SocketAddr::new(own, 0),
    };
    listen_at(endpoint, at, own, settings)
}

/// Opens a listener at that address, and returns the address for others.
pub(super) fn listen_at(
    endpoint: &mut Endpoint,
    at: SocketAddr,
    own: IpAddr,
    settings: &Settings,
) -> Result<String> {
    let bound = endpoint
        .listen(at)
        .map_err(|error| failed(format!("cannot listen for members at {at}: {error}")))?;
    let told = match &settings.peer.advertise {
        PeerAddress::At(at) => {
            let mut told = first(at, at.addresses_here())?;
            if told.port() == 0 {
                told.set_port(bound.port());
            }
            told
        }
        PeerAddress::Auto if bound.ip().is_unspecified() => SocketAddr::new(own, bound.port()),
        PeerAddress::Auto => bound,
    };
    Ok(Address::Tcp(told).to_string())
}

/// Opens the socket for datagrams; without it best-effort data takes the streams.
pub(super) fn listen_for_datagrams(
    endpoint: &mut Endpoint,
    own: IpAddr,
    settings: &Settings,
) -> Option<String> {
    // A translated address is not called by datagrams.
    let (PeerAddress::Auto, PeerAddress::Auto) = (&settings.peer.bind, &settings.peer.advertise)
    else {
        return None;
    };
    match endpoint.listen_udp(SocketAddr::new(own, 0)) {
        Ok(at) => Some(Address::Udp(at).to_string()),
        Err(error) => {
            tracing::info!(%error, "UDP not available: best effort uses TCP");
            None
        }
    }
}

impl Engine {
    /// Before the connection is established, only the RTI's answer to the greeting counts.
    fn handle_greeting_event(&self, event: Event<'_>) {
        let mut core = self.core();
        match event {
            Event::Frame { channel, bytes, .. } if core.links.is_rti(channel) => {
                match decode_control::<FromRti>(bytes) {
                    Ok(FromRti::Welcome { version }) => core.greeting = Some(Ok(version)),
                    Ok(FromRti::Refused(exception)) => core.greeting = Some(Err(exception)),
                    Ok(_) => {}
                    Err(error) => core.lost = Some(format!("it is not a Hyla RTI: {error}")),
                }
            }
            Event::Opened { channel } if core.links.is_rti(channel) => core.is_taken = true,
            Event::Closed {
                channel,
                reason: CloseReason::NotSecured(text),
            } if core.links.is_rti(channel) => core.greeting = Some(Err(failed(text))),
            // A refusal is final: another carrier would be another failed attempt.
            Event::Closed { channel, reason }
                if core.links.is_rti(channel) && !matches!(core.greeting, Some(Err(_))) =>
            {
                core.lost.get_or_insert_with(|| rti_is_gone(&reason));
            }
            _ => {}
        }
    }
}
