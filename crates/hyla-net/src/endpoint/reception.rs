//! The reception: a thread of its own that accepts callers over TCP, and passes them to the endpoint once they have something to say.
//!
//! Whoever connects and says nothing, or never ends what it begins to say, costs the thread of the endpoint nothing: it is kept here,
//! counted and limited, and has to leave at its deadline. The thread has a low priority, so that a flood of callers takes what others
//! leave. What a caller says is judged by the endpoint alone: here it is looked at, and stays in the socket, but for the handshake of the
//! plain protocol, which is answered here. See `docs/decisions/0062-reception.md`.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token, Waker};

use super::Endpoint;
use super::line_budget::stranger_line;
use super::streams::is_out_of_descriptors;
use crate::address::network_of;
use crate::carrier::Entrance;
use crate::frame::HEADER_BYTES;
use crate::framing::Frames;
use crate::handshake::{HANDSHAKE, HANDSHAKE_BYTES};
use crate::mailbox::EndpointMailbox;
use crate::stranger_limits::surplus;
use crate::stream::ByteStreamCarrier;
use crate::sys;

/// Bytes of a first frame that show that it is coming; a longer one is read by the endpoint as it arrives.
const ENOUGH: usize = 4096;

/// Callers that wait for the endpoint's thread at most. Beyond, the reception waits for it.
const MOST_PASSED: usize = 64;

/// Callers accepted at once, before those that are here are looked at again.
const AT_ONCE: usize = 64;

/// Pause after an error of the system, and while the endpoint is behind.
const PAUSE: Duration = Duration::from_millis(5);

/// First byte of a TLS record with a handshake, and bytes of a record before its content.
const TLS_HANDSHAKE: u8 = 22;
const TLS_HEADER: usize = 5;

/// Priority of the thread: it takes what the endpoint's own thread and others leave.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

const WAKER: Token = Token(0);
const LISTENER: Token = Token(1);
/// Callers have the tokens from here on.
const FIRST_CALLER: u64 = 2;

/// Callers that left the reception without reaching the endpoint.
#[derive(Debug, Default)]
pub(super) struct ReceptionCounters {
    /// They made room for others.
    pub(super) crowded: AtomicU64,
    /// Of these, to keep descriptors in reserve.
    pub(super) descriptors: AtomicU64,
    /// They said nothing, or did not end it, until their deadline.
    pub(super) silent: AtomicU64,
    /// They hung up in the middle of what they said.
    pub(super) unfinished: AtomicU64,
}

/// The handle of the endpoint. Dropped, it ends the thread, which closes the listeners and those who wait.
#[derive(Debug)]
pub(super) struct Reception {
    shared: Arc<Shared>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    counters: ReceptionCounters,
    stops: AtomicBool,
    /// Callers on the endpoint's list.
    passed: AtomicUsize,
}

/// A caller that the reception passes.
#[derive(Debug)]
pub(crate) struct Received {
    pub(super) link: ByteStreamCarrier,
    /// Its handshake was answered, and a first frame follows.
    pub(super) is_open: bool,
    _passed: Passed,
}

/// Counts a caller as passed until the endpoint takes it.
#[derive(Debug)]
struct Passed(Arc<Shared>);

impl Passed {
    fn new(shared: &Arc<Shared>) -> Self {
        shared.passed.fetch_add(1, Relaxed);
        Self(Arc::clone(shared))
    }
}

impl Drop for Passed {
    fn drop(&mut self) {
        self.0.passed.fetch_sub(1, Relaxed);
    }
}

impl Reception {
    /// Starts the thread for this listener. `patience`: how long callers may wait there.
    pub(super) fn start(
        listener: TcpListener,
        patience: Duration,
        mailbox: Arc<EndpointMailbox>,
    ) -> io::Result<Self> {
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        let shared = Arc::new(Shared::default());
        let mut desk = Desk {
            _kept: sys::KeptFromChildren::new(&poll),
            _listener_kept: sys::KeptFromChildren::new(&listener),
            poll,
            listener,
            patience,
            mailbox,
            shared: Arc::clone(&shared),
            next: FIRST_CALLER,
            callers: BTreeMap::new(),
            has_more: false,
        };
        let registry = desk.poll.registry();
        registry.register(&mut desk.listener, LISTENER, Interest::READABLE)?;
        let thread = std::thread::Builder::new()
            .name("hyla-reception".into())
            .spawn(move || {
                yield_to_others();
                desk.run();
            })?;
        Ok(Self {
            shared,
            waker,
            thread: Some(thread),
        })
    }

    pub(super) fn counters(&self) -> &ReceptionCounters {
        &self.shared.counters
    }
}

impl Drop for Reception {
    fn drop(&mut self) {
        self.shared.stops.store(true, SeqCst);
        let _broken = self.waker.wake();
        if let Some(thread) = self.thread.take() {
            let _panicked = thread.join();
        }
    }
}

/// Lowers the priority of this thread.
fn yield_to_others() {
    // On Linux a thread has a priority of its own; elsewhere it would be that of the process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
}

/// A caller at the reception.
#[derive(Debug)]
struct Caller {
    socket: TcpStream,
    peer: SocketAddr,
    until: Instant,
    /// Its handshake was answered.
    is_open: bool,
    /// Something of what it says has arrived.
    has_begun: bool,
}

/// What to do with a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Wait,
    Pass,
    /// It has left.
    Gone,
}

/// State of the thread.
struct Desk {
    /// Dropped before what they keep.
    _kept: sys::KeptFromChildren,
    _listener_kept: sys::KeptFromChildren,
    poll: Poll,
    listener: TcpListener,
    patience: Duration,
    mailbox: Arc<EndpointMailbox>,
    shared: Arc<Shared>,
    next: u64,
    /// By age.
    callers: BTreeMap<u64, Caller>,
    /// More may wait to be accepted.
    has_more: bool,
}

impl Desk {
    fn run(&mut self) {
        let mut events = Events::with_capacity(256);
        while !self.shared.stops.load(SeqCst) {
            let wait = if self.has_more {
                Some(Duration::ZERO)
            } else {
                // All have the same patience: the oldest leaves first.
                let oldest = self.callers.values().next();
                oldest.map(|caller| caller.until.saturating_duration_since(Instant::now()))
            };
            if let Err(error) = self.poll.poll(&mut events, wait)
                && error.kind() != io::ErrorKind::Interrupted
            {
                tracing::error!(%error, "callers cannot be waited for, trying again");
                std::thread::sleep(PAUSE);
            }
            for event in &events {
                match event.token() {
                    WAKER => {}
                    LISTENER => self.has_more = true,
                    Token(number) => {
                        let has_hung_up = event.is_read_closed() || event.is_error();
                        self.attend(number as u64, has_hung_up);
                    }
                }
            }
            if self.has_more {
                self.accept();
            }
            self.send_away_silent(Instant::now());
        }
    }

    /// Accepts those that wait, up to some.
    fn accept(&mut self) {
        for _ in 0..AT_ONCE {
            match self.listener.accept() {
                Ok((socket, peer)) => self.take_in(socket, peer),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => {
                        self.has_more = false;
                        return;
                    }
                    io::ErrorKind::Interrupted | io::ErrorKind::ConnectionAborted => {}
                    _ if is_out_of_descriptors(&error) && self.free_descriptor() => {}
                    _ => {
                        if stranger_line().is_some() {
                            tracing::warn!(%error, "cannot accept a connection, trying again");
                        }
                        std::thread::sleep(PAUSE);
                        return;
                    }
                },
            }
        }
    }

    fn take_in(&mut self, mut socket: TcpStream, peer: SocketAddr) {
        let number = self.next;
        self.next += 1;
        let token = Token(usize::try_from(number).unwrap_or(usize::MAX));
        let registry = self.poll.registry();
        if let Err(error) = registry.register(&mut socket, token, Interest::READABLE) {
            tracing::warn!(%error, "cannot watch an accepted connection");
            return;
        }
        let until = Instant::now() + self.patience;
        let caller = Caller {
            socket,
            peer,
            until,
            is_open: false,
            has_begun: false,
        };
        self.callers.insert(number, caller);
        let config = &self.mailbox.config;
        let (most, most_alike) = (config.max_strangers, config.max_strangers_per_address);
        while let Some(oldest) = self.surplus(most, most_alike) {
            self.callers.remove(&oldest);
            self.shared.counters.crowded.fetch_add(1, Relaxed);
        }
        let reserve = self.mailbox.config.reserved_descriptors;
        // Alone, it comes to the endpoint, which knows of others that may leave.
        if reserve > 0 && self.callers.len() > 1 && Endpoint::is_short_of_descriptors(reserve) {
            self.free_descriptor();
        }
    }

    fn surplus(&self, most: usize, most_alike: usize) -> Option<u64> {
        if self.callers.len() <= most.min(most_alike) {
            return None;
        }
        let networks = self.callers.iter();
        surplus(
            networks.map(|(number, caller)| (*number, network_of(caller.peer.ip()))),
            most,
            most_alike,
        )
    }

    /// Sends one away, so that its descriptor becomes free. Returns whether there was one.
    fn free_descriptor(&mut self) -> bool {
        let Some(oldest) = self.surplus(0, usize::MAX) else {
            return false;
        };
        self.callers.remove(&oldest);
        self.shared.counters.crowded.fetch_add(1, Relaxed);
        self.shared.counters.descriptors.fetch_add(1, Relaxed);
        true
    }

    /// Looks at what a caller has said.
    fn attend(&mut self, number: u64, has_hung_up: bool) {
        let Some(caller) = self.callers.get_mut(&number) else {
            return;
        };
        let is_clear = !self.mailbox.config.security.is_demanded();
        let limit = self.mailbox.config.max_first_frame_bytes;
        let step = match caller.look(is_clear, limit) {
            Ok(Step::Wait) if has_hung_up => Step::Gone,
            Ok(step) => step,
            Err(_) => Step::Gone,
        };
        match step {
            Step::Wait => {}
            Step::Pass => self.pass(number),
            Step::Gone => {
                let has_begun = self.callers.remove(&number).is_some_and(|it| it.has_begun);
                let unfinished = &self.shared.counters.unfinished;
                unfinished.fetch_add(u64::from(has_begun), Relaxed);
            }
        }
    }

    /// Passes a caller to the endpoint.
    fn pass(&mut self, number: u64) {
        let Some(mut caller) = self.callers.remove(&number) else {
            return;
        };
        let _watched = self.poll.registry().deregister(&mut caller.socket);
        while self.shared.passed.load(Relaxed) >= MOST_PASSED {
            if self.shared.stops.load(SeqCst) {
                return;
            }
            std::thread::sleep(PAUSE);
        }
        let config = &self.mailbox.config;
        let link = Entrance::link(caller.socket, caller.peer, Frames::Hyla, config);
        let received = Received {
            link,
            is_open: caller.is_open,
            _passed: Passed::new(&self.shared),
        };
        // Otherwise the endpoint is gone, and the connection ends with it.
        self.mailbox.put(|lists| lists.received.push(received));
    }

    fn send_away_silent(&mut self, now: Instant) {
        while let Some(oldest) = self.callers.first_entry()
            && oldest.get().until <= now
        {
            oldest.remove();
            self.shared.counters.silent.fetch_add(1, Relaxed);
        }
    }
}

impl Caller {
    /// Looks at what has arrived, and answers the handshake. `limit`: of the first frame.
    fn look(&mut self, is_clear: bool, limit: usize) -> io::Result<Step> {
        let mut bytes = [0; ENOUGH];
        let mut found = self.peek(&mut bytes)?;
        self.has_begun |= found > 0;
        if !self.is_open {
            let first = &bytes[..found];
            if !is_clear && first.first() == Some(&TLS_HANDSHAKE) {
                return Ok(whole_record(first));
            }
            let known = first.len().min(HANDSHAKE_BYTES);
            if first[..known] != HANDSHAKE[..known] {
                // Another protocol, or modules to agree on.
                return Ok(Step::Pass);
            }
            if known < HANDSHAKE_BYTES {
                return Ok(Step::Wait);
            }
            if !is_clear {
                return Ok(Step::Pass);
            }
            (&self.socket).read_exact(&mut bytes[..HANDSHAKE_BYTES])?;
            // A new connection has room for it.
            (&self.socket).write_all(&HANDSHAKE)?;
            self.is_open = true;
            found = self.peek(&mut bytes)?;
        }
        Ok(whole_frame(&bytes[..found], limit))
    }

    /// What has arrived, and stays; nothing if it has hung up.
    fn peek(&self, into: &mut [u8]) -> io::Result<usize> {
        match self.socket.peek(into) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
            peeked => peeked,
        }
    }
}

/// Whether a first frame has arrived, or enough of it, or nothing that may be one.
fn whole_frame(bytes: &[u8], limit: usize) -> Step {
    let Some((length, content)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Step::Wait;
    };
    let length = u32::from_le_bytes(*length) as usize;
    if length > limit || content.len() >= length.min(ENOUGH - HEADER_BYTES) {
        return Step::Pass;
    }
    Step::Wait
}

/// The same for a record of TLS.
fn whole_record(bytes: &[u8]) -> Step {
    let Some(&[.., high, low]) = bytes.get(..TLS_HEADER) else {
        return Step::Wait;
    };
    let length = usize::from(u16::from_be_bytes([high, low]));
    if bytes.len() - TLS_HEADER >= length.min(ENOUGH - TLS_HEADER) {
        return Step::Pass;
    }
    Step::Wait
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::{Address, EndpointConfig, Event};

    const PATIENCE: Duration = Duration::from_millis(100);
    /// Longer than any test may take.
    const FOREVER: Duration = Duration::from_secs(600);

    fn endpoint(patience: Duration, max_strangers: usize) -> (Endpoint, SocketAddr) {
        let mut endpoint = Endpoint::new(EndpointConfig {
            reception: Some(patience),
            max_strangers,
            shared_memory: false,
            ..EndpointConfig::default()
        })
        .unwrap();
        let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        (endpoint, at)
    }

    /// Polls until something holds; gives what happened.
    fn poll_until(
        endpoint: &mut Endpoint,
        holds: impl Fn(&Endpoint, &[String]) -> bool,
    ) -> Vec<String> {
        let seen = RefCell::new(Vec::new());
        let start = Instant::now();
        while !holds(endpoint, &seen.borrow()) {
            assert!(start.elapsed() < Duration::from_secs(60), "{seen:?}");
            let on = &mut |event: Event<'_>| {
                seen.borrow_mut().push(match event {
                    Event::Accepted { .. } => "accepted".to_owned(),
                    Event::Frame { bytes, .. } => format!("{} bytes", bytes.len()),
                    Event::ForeignCaller { .. } => "foreign".to_owned(),
                    Event::Closed { .. } => "closed".to_owned(),
                    other => format!("{other:?}"),
                });
            };
            endpoint.poll(Some(Duration::from_millis(1)), on).unwrap();
        }
        seen.into_inner()
    }

    fn call(at: SocketAddr, bytes: &[u8]) -> std::net::TcpStream {
        let mut caller = std::net::TcpStream::connect(at).unwrap();
        caller.write_all(bytes).unwrap();
        caller
    }

    fn is_closed(caller: &mut std::net::TcpStream) -> bool {
        caller.read(&mut [0; 8]).unwrap_or(0) == 0
    }

    fn frame(length: usize) -> Vec<u8> {
        let header = u32::try_from(length).unwrap().to_le_bytes();
        [&header[..], &vec![7; length]].concat()
    }

    #[test]
    fn who_says_nothing_or_does_not_end_it_leaves_at_its_deadline_and_never_reaches_the_endpoint() {
        let (mut endpoint, at) = endpoint(PATIENCE, 512);
        let unfinished = [&HANDSHAKE[..], &frame(100)[..50]].concat();
        let mut callers = [
            call(at, &[]),
            call(at, &HANDSHAKE[..5]),
            call(at, &unfinished),
        ];

        let seen = poll_until(&mut endpoint, |endpoint, _| {
            endpoint.silent_strangers() == 3
        });

        assert_eq!(seen, [""; 0]);
        assert!(endpoint.channels.is_empty());
        let mut answer = [0; 8];
        callers[2].read_exact(&mut answer).unwrap();
        assert_eq!(answer, HANDSHAKE);
        assert!(callers.iter_mut().all(is_closed));
        assert_eq!(endpoint.closed_for_bad_input(), 0);
    }

    #[test]
    fn who_hangs_up_within_a_frame_is_counted_and_who_has_said_nothing_is_not() {
        let (mut endpoint, at) = endpoint(FOREVER, 512);
        drop(call(at, &[]));
        drop(call(at, &[&HANDSHAKE[..], &frame(100)[..50]].concat()));

        let seen = poll_until(&mut endpoint, |endpoint, _| {
            endpoint.closed_for_bad_input() == 1
        });

        assert_eq!(seen, [""; 0]);
    }

    #[test]
    fn callers_reach_the_endpoint_with_their_first_frame_however_it_is_cut() {
        let (mut endpoint, at) = endpoint(FOREVER, 512);
        for length in [0, 1, 100, ENOUGH, 20_000] {
            let mut caller = call(at, &HANDSHAKE[..3]);
            caller.set_nodelay(true).unwrap();
            let rest = [&HANDSHAKE[3..], &frame(length), &frame(3)].concat();
            for part in rest.chunks(rest.len() / 3 + 1) {
                caller.write_all(part).unwrap();
            }

            let seen = poll_until(&mut endpoint, |_, seen| {
                seen.last().is_some_and(|last| last == "3 bytes")
            });

            let first = (length > 0).then(|| format!("{length} bytes"));
            let accepted = ["accepted".to_owned()];
            let expected: Vec<_> = accepted.into_iter().chain(first).collect();
            assert_eq!(seen[..seen.len() - 1], expected);
            let mut answer = [0; 8];
            caller.read_exact(&mut answer).unwrap();
            assert_eq!(answer, HANDSHAKE);
            drop(caller);
            poll_until(&mut endpoint, |endpoint, _| endpoint.channels.is_empty());
        }
    }

    #[test]
    fn endpoints_call_and_other_protocols_get_their_answer() {
        let (mut endpoint, at) = endpoint(FOREVER, 512);
        let mut member = Endpoint::new(EndpointConfig::default()).unwrap();
        let channel = member.connect(&Address::Tcp(at));
        channel.send_parts(&[b"hello"]).unwrap();
        let _foreign = call(at, b"GET / HTTP/1.1\r\n\r\n");

        let mut is_open = false;
        let start = Instant::now();
        let mut seen = Vec::new();
        while !(is_open && seen.len() == 3) {
            assert!(start.elapsed() < Duration::from_secs(60), "{seen:?}");
            let turn = Some(Duration::from_millis(1));
            let on = &mut |event: Event<'_>| is_open |= matches!(event, Event::Opened { .. });
            member.poll(turn, on).unwrap();
            let on = &mut |event: Event<'_>| {
                seen.push(
                    match event {
                        Event::ForeignCaller { .. } => "foreign",
                        Event::Accepted { .. } => "accepted",
                        Event::Frame { .. } => "frame",
                        _ => "other",
                    }
                    .to_owned(),
                );
            };
            endpoint.poll(turn, on).unwrap();
        }
        seen.sort();
        assert_eq!(seen, ["accepted", "foreign", "frame"]);
    }

    #[test]
    fn the_oldest_makes_room_and_who_speaks_is_none_of_them() {
        let (mut endpoint, at) = endpoint(FOREVER, 3);
        let mut silent: Vec<_> = (0..5).map(|_| call(at, &[])).collect();

        poll_until(&mut endpoint, |endpoint, _| {
            endpoint.disconnected_strangers() == 2
        });

        assert!(silent[..2].iter_mut().all(is_closed));
        let _greets = call(at, &[&HANDSHAKE[..], &frame(9)].concat());
        let seen = poll_until(&mut endpoint, |_, seen| seen.len() == 2);
        assert_eq!(seen, ["accepted", "9 bytes"]);
    }

    #[test]
    fn the_listener_and_those_who_wait_end_with_the_endpoint() {
        let (mut endpoint, at) = endpoint(FOREVER, 512);
        let mut waits = call(at, &HANDSHAKE);
        let mut answer = [0; 8];
        waits.read_exact(&mut answer).unwrap();
        poll_until(&mut endpoint, |_, _| true);

        drop(endpoint);

        assert!(is_closed(&mut waits));
        assert!(std::net::TcpStream::connect(at).is_err());
    }

    #[test]
    fn a_first_frame_is_complete_when_enough_of_it_is_there() {
        let limit = 64 << 10;
        let long = frame(ENOUGH * 2);
        let steps = [
            (&[][..], Step::Wait),
            (&[1, 0, 0], Step::Wait),
            (&frame(5)[..8], Step::Wait),
            (&frame(5), Step::Pass),
            (&frame(0), Step::Pass),
            (&long[..ENOUGH - 1], Step::Wait),
            (&long[..ENOUGH], Step::Pass),
            // Longer than a first frame may be: the endpoint refuses it.
            (&u32::MAX.to_le_bytes(), Step::Pass),
        ];
        for (bytes, step) in steps {
            assert_eq!(whole_frame(bytes, limit), step, "{bytes:?}");
        }
        assert_eq!(whole_record(&[22, 3, 1, 0]), Step::Wait);
        assert_eq!(whole_record(&[22, 3, 1, 0, 2, 1]), Step::Wait);
        assert_eq!(whole_record(&[22, 3, 1, 0, 2, 1, 1]), Step::Pass);
    }
}
