//! Encryption of TCP connections: the right side is accepted, others are refused in clear words, and nobody between reads or
//! changes anything.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hyla_net::{
    Address, Channel, CloseReason, Endpoint, EndpointConfig, Event, Fingerprint, Keyring, Security,
    TlsClient, TlsServer,
};

const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";
const TURN: Option<Duration> = Some(Duration::from_millis(1));

fn certificate(name: &str) -> (String, String) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    (made.cert.pem(), made.signing_key.serialize_pem())
}

/// A caller and a called endpoint, with what happened at both.
struct Pair {
    called: Endpoint,
    caller: Endpoint,
    at: SocketAddr,
    accepted: Option<Channel>,
    received: Vec<Vec<u8>>,
    answers: Vec<Vec<u8>>,
    called_closed: Option<CloseReason>,
    caller_closed: Option<CloseReason>,
}

impl Pair {
    fn new(server: Option<TlsServer>) -> Self {
        let of_called = Security {
            server,
            ..Security::default()
        };
        Self::with(of_called, Security::default())
    }

    /// Two members with these keys.
    fn members(of_called: &Keyring, of_caller: &Keyring) -> Self {
        let security = |keyring: &Keyring| Security {
            keyring: Some(keyring.clone()),
            ..Security::default()
        };
        Self::with(security(of_called), security(of_caller))
    }

    fn with(of_called: Security, of_caller: Security) -> Self {
        let config = |security| EndpointConfig {
            shared_memory: false,
            security,
            ..EndpointConfig::default()
        };
        let mut called = Endpoint::new(config(of_called)).unwrap();
        let at = called.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        Self {
            called,
            caller: Endpoint::new(config(of_caller)).unwrap(),
            at,
            accepted: None,
            received: Vec::new(),
            answers: Vec::new(),
            called_closed: None,
            caller_closed: None,
        }
    }

    fn poll(&mut self) {
        let (accepted, received, closed) = (
            &mut self.accepted,
            &mut self.received,
            &mut self.called_closed,
        );
        self.called
            .poll(TURN, &mut |event| match event {
                Event::Accepted { channel, .. } => {
                    channel.trust();
                    *accepted = Some(channel);
                }
                Event::Frame { bytes, .. } => received.push(bytes.to_vec()),
                Event::Closed { reason, .. } => *closed = Some(reason),
                _ => {}
            })
            .unwrap();
        let (answers, closed) = (&mut self.answers, &mut self.caller_closed);
        self.caller
            .poll(TURN, &mut |event| match event {
                Event::Frame { bytes, .. } => answers.push(bytes.to_vec()),
                Event::Closed { reason, .. } => *closed = Some(reason),
                _ => {}
            })
            .unwrap();
    }

    /// Polls until it holds.
    fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            self.poll();
        }
    }

    fn refused(server: Option<TlsServer>, client: Option<&TlsClient>) -> String {
        let mut pair = Self::new(server);
        let channel = match client {
            Some(client) => pair.caller.remote().connect_over_tls(pair.at, client),
            None => pair.caller.connect(&Address::Tcp(pair.at)),
        };
        channel.send_parts(&[b"the password"]).unwrap();
        pair.until(|pair| pair.caller_closed.is_some());
        assert!(pair.received.is_empty());
        assert!(pair.accepted.is_none());
        pair.caller_closed.unwrap().to_string()
    }
}

/// Sends both ways, with frames beyond the size of a record, over a connection that `client` makes to `at`.
fn exchange(pair: &mut Pair, at: SocketAddr, client: &TlsClient) -> Channel {
    let channel = pair.caller.remote().connect_over_tls(at, client);
    exchange_on(pair, channel)
}

fn exchange_on(pair: &mut Pair, channel: Channel) -> Channel {
    channel.trust();
    let frames = [vec![b'a'; 10], vec![b'b'; 300_000], b"the value".to_vec()];
    for frame in &frames {
        channel.send_parts(&[frame]).unwrap();
    }
    pair.until(|pair| pair.received.len() == 3);
    assert_eq!(pair.received, frames);
    let back = pair.accepted.clone().unwrap();
    assert!(back.is_private() && channel.is_private());
    for frame in &frames {
        back.send_parts(&[frame]).unwrap();
    }
    pair.until(|pair| pair.answers.len() == 3);
    assert_eq!(pair.answers, frames);
    channel
}

#[test]
fn each_identity_carries_frames_both_ways() {
    let (pem, key) = certificate("localhost");
    let server = TlsServer::with_certificate(pem.as_bytes(), key.as_bytes()).unwrap();
    let pin = Fingerprint::of_pem(pem.as_bytes()).unwrap();
    for (server, client) in [
        (server.clone(), TlsClient::with_fingerprint(pin)),
        (
            server,
            TlsClient::with_trusted(pem.as_bytes(), "elsewhere.example"),
        ),
        (
            TlsServer::with_secret(SECRET).unwrap(),
            TlsClient::with_secret(SECRET),
        ),
    ] {
        let mut pair = Pair::new(Some(server));
        let at = pair.at;
        exchange(&mut pair, at, &client.unwrap());
    }
}

#[test]
fn a_server_that_is_not_the_right_one_is_refused_with_the_reason() {
    let (pem, key) = certificate("localhost");
    let server = || Some(TlsServer::with_certificate(pem.as_bytes(), key.as_bytes()).unwrap());
    let (other, _) = certificate("localhost");

    let pin = Fingerprint::of_pem(other.as_bytes()).unwrap();
    let pinned = TlsClient::with_fingerprint(pin).unwrap();
    let text = Pair::refused(server(), Some(&pinned));
    assert!(
        text.contains(&pin.to_string()) && text.contains("rti.pin"),
        "{text}"
    );
    assert!(
        text.contains(&Fingerprint::of_pem(pem.as_bytes()).unwrap().to_string()),
        "{text}"
    );

    let trusted = TlsClient::with_trusted(other.as_bytes(), "localhost").unwrap();
    let text = Pair::refused(server(), Some(&trusted));
    assert!(text.contains("rti.trust"), "{text}");

    let secret = TlsClient::with_secret(b"another secret of 16 bytes").unwrap();
    let of_secret = Some(TlsServer::with_secret(SECRET).unwrap());
    let text = Pair::refused(of_secret, Some(&secret));
    assert!(text.contains("rti.secret_file"), "{text}");

    let text = Pair::refused(server(), Some(&secret));
    assert!(text.contains("rti.secret_file"), "{text}");
}

#[test]
fn sides_of_which_one_encrypts_are_told_what_helps() {
    let text = Pair::refused(Some(TlsServer::with_secret(SECRET).unwrap()), None);
    assert!(text.contains("rti.security = tls"), "{text}");

    let client = TlsClient::with_secret(SECRET).unwrap();
    let text = Pair::refused(None, Some(&client));
    assert!(text.contains("rti.security = off"), "{text}");
}

#[test]
fn a_caller_in_clear_is_accepted_where_that_is_allowed() {
    let server = TlsServer::with_secret(SECRET).unwrap().allowing_clear();
    let mut pair = Pair::new(Some(server));

    let channel = pair.caller.connect(&Address::Tcp(pair.at));
    channel.send_parts(&[b"hello"]).unwrap();
    pair.until(|pair| !pair.received.is_empty());

    let accepted = pair.accepted.clone().unwrap();
    assert!(!accepted.is_private());
    let (at, client) = (pair.at, TlsClient::with_secret(SECRET).unwrap());
    pair.received.clear();
    exchange(&mut pair, at, &client);
}

#[test]
fn keys_change_under_load_and_nothing_is_lost() {
    let mut pair = Pair::new(Some(TlsServer::with_secret(SECRET).unwrap()));
    let (at, client) = (pair.at, TlsClient::with_secret(SECRET).unwrap());
    let channel = exchange(&mut pair, at, &client);
    pair.received.clear();

    for number in 0..2_000_u32 {
        if number % 100 == 0 {
            channel.change_keys();
            let back = pair.accepted.as_ref().unwrap();
            back.change_keys();
            back.send_parts(&[b"back"]).unwrap();
        }
        let sent = channel.send_parts(&[&number.to_le_bytes()]);
        assert!(
            sent.is_ok(),
            "{:?} {:?}",
            pair.caller_closed,
            pair.called_closed
        );
        if number % 50 == 0 {
            pair.poll();
        }
    }
    pair.until(|pair| pair.received.len() == 2_000);

    let numbers = pair
        .received
        .iter()
        .map(|frame| u32::from_le_bytes(frame[..].try_into().unwrap()));
    assert!(numbers.eq(0..2_000));
}

#[test]
fn a_slow_reader_gets_every_large_frame_while_keys_change() {
    const FRAMES: u32 = 150;

    let mut pair = Pair::new(Some(TlsServer::with_secret(SECRET).unwrap()));
    let (at, client) = (pair.at, TlsClient::with_secret(SECRET).unwrap());
    let channel = exchange(&mut pair, at, &client);
    pair.received.clear();

    // More than sockets hold, before anything is read.
    for number in 0..FRAMES {
        if number % 20 == 0 {
            channel.change_keys();
        }
        let frame = number.to_le_bytes().repeat(30_000);
        channel.send_parts(&[&frame]).unwrap();
    }
    pair.until(|pair| pair.received.len() == FRAMES as usize);

    for (number, frame) in (0..FRAMES).zip(&pair.received) {
        assert!(*frame == number.to_le_bytes().repeat(30_000), "{number}");
    }
}

/// Forwards one connection, and may change what the caller sends.
struct Relay {
    at: SocketAddr,
    seen: Arc<Mutex<Vec<u8>>>,
    seen_of_caller: Arc<Mutex<Vec<u8>>>,
    threads: Vec<JoinHandle<()>>,
}

/// Change that a relay makes to the `n`th read of the caller's bytes.
type Change = fn(usize, Vec<u8>) -> Vec<u8>;

impl Relay {
    fn new(to: SocketAddr, change: Change) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&seen);
        let seen_of_caller = Arc::new(Mutex::new(Vec::new()));
        let of_caller = Arc::clone(&seen_of_caller);
        let thread = thread::spawn(move || {
            let (caller, _) = listener.accept().unwrap();
            let called = TcpStream::connect(to).unwrap();
            let (back_from, back_to) = (called.try_clone().unwrap(), caller.try_clone().unwrap());
            let other = Arc::clone(&all);
            let back = thread::spawn(move || forward(back_from, back_to, &other, |_, bytes| bytes));
            forward(caller, called, &of_caller, change);
            back.join().unwrap();
        });
        Self {
            at,
            seen,
            seen_of_caller,
            threads: vec![thread],
        }
    }

    fn seen(self) -> Vec<u8> {
        for thread in self.threads {
            thread.join().unwrap();
        }
        let mut seen = std::mem::take(&mut *self.seen.lock().unwrap());
        seen.append(&mut self.seen_of_caller.lock().unwrap());
        seen
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream, seen: &Mutex<Vec<u8>>, change: Change) {
    let mut buffer = vec![0; 64 << 10];
    for number in 0.. {
        let count = from.read(&mut buffer).unwrap_or(0);
        if count == 0 {
            break;
        }
        seen.lock().unwrap().extend_from_slice(&buffer[..count]);
        if to
            .write_all(&change(number, buffer[..count].to_vec()))
            .is_err()
        {
            break;
        }
    }
    let _gone = to.shutdown(std::net::Shutdown::Write);
}

#[test]
fn nobody_between_reads_anything() {
    let mut pair = Pair::new(Some(TlsServer::with_secret(SECRET).unwrap()));
    let relay = Relay::new(pair.at, |_, bytes| bytes);
    let client = TlsClient::with_secret(SECRET).unwrap();

    let channel = exchange(&mut pair, relay.at, &client);
    channel.close("done");
    pair.until(|pair| pair.called_closed.is_some());
    drop(pair);

    let seen = relay.seen();
    assert!(seen.len() > 600_000);
    for plain in [&b"HYLA"[..], b"the value", b"aaaa", b"bbbb"] {
        assert!(!seen.windows(plain.len()).any(|found| found == plain));
    }
}

#[test]
fn what_somebody_between_changes_is_refused() {
    let changes: [Change; 3] = [
        // The first record after the handshake is altered, repeated, or cut off.
        |number, mut bytes| {
            if number >= 2 {
                let last = bytes.len() - 1;
                bytes[last] ^= 1;
            }
            bytes
        },
        |number, mut bytes| {
            if number >= 2 {
                bytes.extend(bytes.clone());
            }
            bytes
        },
        |number, bytes| match number {
            0 | 1 => bytes,
            _ => bytes[..bytes.len() - 1].to_vec(),
        },
    ];
    for change in changes {
        for sealed in [false, true] {
            let mut pair = match sealed {
                true => Pair::members(&keys(), &keys()),
                false => Pair::new(Some(TlsServer::with_secret(SECRET).unwrap())),
            };
            let relay = Relay::new(pair.at, change);
            let client = TlsClient::with_secret(SECRET).unwrap();
            let channel = match sealed {
                true => pair.caller.connect(&Address::Tcp(relay.at)),
                false => pair.caller.remote().connect_over_tls(relay.at, &client),
            };
            // The frames that arrive are the first ones sent.
            for number in 0..100_u8 {
                if pair.called_closed.is_some() || pair.caller_closed.is_some() {
                    break;
                }
                let _ = channel.send_parts(&[&[number; 40]]);
                for _ in 0..20 {
                    pair.poll();
                }
            }
            drop(channel);
            let expected: Vec<_> = (0..100_u8).map(|number| vec![number; 40]).collect();
            assert!(expected.starts_with(&pair.received));
            assert!(pair.received.len() < 100);
            if let Some(reason) = &pair.called_closed {
                assert!(matches!(reason, CloseReason::NotSecured(_)), "{reason}");
            }
            drop(pair);
            relay.seen();
        }
    }
}

/// The first key of a federation.
fn keys() -> Keyring {
    let keyring = Keyring::default();
    keyring.install([1; 32]);
    keyring
}

#[test]
fn members_with_the_same_key_exchange_frames_that_nobody_between_reads() {
    let mut pair = Pair::members(&keys(), &keys());
    let relay = Relay::new(pair.at, |_, bytes| bytes);

    let channel = pair.caller.connect(&Address::Tcp(relay.at));
    let channel = exchange_on(&mut pair, channel);
    channel.close("done");
    pair.until(|pair| pair.called_closed.is_some());
    assert_eq!(pair.called_closed, Some(CloseReason::Peer));
    drop(pair);

    let seen = relay.seen();
    assert!(seen.len() > 600_000);
    for plain in [&b"the value"[..], b"aaaa", b"bbbb"] {
        assert!(!seen.windows(plain.len()).any(|found| found == plain));
    }
}

#[test]
fn members_of_which_one_has_no_key_do_not_exchange_anything() {
    let demanding = Keyring::default();
    demanding.demand();
    for (of_called, of_caller) in [
        (keys(), Keyring::default()),
        (Keyring::default(), keys()),
        (Keyring::default(), demanding),
    ] {
        let mut pair = Pair::members(&of_called, &of_caller);
        let channel = pair.caller.connect(&Address::Tcp(pair.at));
        channel.send_parts(&[b"a value"]).unwrap();

        pair.until(|pair| pair.caller_closed.is_some() || !pair.received.is_empty());

        assert!(pair.received.is_empty(), "the value arrived");
        let reason = pair.caller_closed.unwrap();
        assert!(matches!(reason, CloseReason::NotSecured(_)), "{reason}");
    }
}

#[test]
fn a_caller_with_a_key_that_has_not_come_yet_waits_for_it() {
    let of_called = Keyring::default();
    of_called.demand();
    let mut pair = Pair::members(&of_called, &keys());
    let channel = pair.caller.connect(&Address::Tcp(pair.at));
    channel.send_parts(&[b"a value"]).unwrap();
    for _ in 0..20 {
        pair.poll();
    }
    assert!(pair.received.is_empty());

    of_called.install([1; 32]);
    pair.until(|pair| !pair.received.is_empty());

    assert_eq!(pair.received, [b"a value"]);
}

/// How long a channel may be silent in the test below.
const IDLE: Duration = Duration::from_millis(400);

/// A channel whose called side ends silent channels, and has not got the key of the caller's last frame.
fn awaiting_key() -> (Pair, Keyring) {
    let (of_called, of_caller) = (keys(), keys());
    let mut pair = Pair::members(&of_called, &of_caller);
    pair.called = Endpoint::new(EndpointConfig {
        shared_memory: false,
        idle_timeout: Some(IDLE),
        security: Security {
            keyring: Some(of_called.clone()),
            ..Security::default()
        },
        ..EndpointConfig::default()
    })
    .unwrap();
    let at = pair.called.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let channel = pair.caller.connect(&Address::Tcp(at));
    channel.send_parts(&[b"first"]).unwrap();
    pair.until(|pair| pair.received.len() == 1);
    of_caller.install([2; 32]);
    channel.send_parts(&[b"a value"]).unwrap();
    for _ in 0..5 {
        pair.poll();
    }
    (pair, of_called)
}

#[test]
fn a_channel_that_waits_for_a_key_does_not_end_as_idle() {
    let (mut pair, of_called, start) = loop {
        let start = Instant::now();
        let (pair, of_called) = awaiting_key();
        // On a machine that did something else meanwhile the channel may have ended before it waited.
        if start.elapsed() < IDLE / 2 {
            break (pair, of_called, start);
        }
    };
    while start.elapsed() < IDLE * 2 {
        pair.poll();
    }
    assert_eq!((pair.called_closed.take(), pair.received.len()), (None, 1));

    of_called.install([2; 32]);
    pair.until(|pair| pair.received.len() == 2 || pair.called_closed.is_some());

    assert_eq!(pair.received, [&b"first"[..], b"a value"]);
}

#[test]
fn a_member_that_left_its_federation_accepts_nobody_of_it() {
    let (of_called, of_caller) = (keys(), keys());
    of_called.forget();
    let mut pair = Pair::members(&of_called, &of_caller);
    let channel = pair.caller.connect(&Address::Tcp(pair.at));
    channel.send_parts(&[b"a value"]).unwrap();
    for _ in 0..50 {
        pair.poll();
    }
    assert!(pair.received.is_empty() && pair.accepted.is_none());

    // In its next federation it accepts members of that one alone.
    of_called.install([2; 32]);
    for _ in 0..50 {
        pair.poll();
    }
    assert!(pair.received.is_empty() && pair.accepted.is_none());
    let next = Keyring::default();
    next.install([2; 32]);
    let mut pair = Pair::members(&of_called, &next);
    let channel = pair.caller.connect(&Address::Tcp(pair.at));
    channel.send_parts(&[b"another value"]).unwrap();
    pair.until(|pair| !pair.received.is_empty());
    assert_eq!(pair.received, [b"another value"]);
}

#[test]
fn keys_of_members_change_under_load_and_nothing_is_lost() {
    let (of_called, of_caller) = (keys(), keys());
    let mut pair = Pair::members(&of_called, &of_caller);
    let channel = pair.caller.connect(&Address::Tcp(pair.at));
    let channel = exchange_on(&mut pair, channel);
    pair.received.clear();

    for number in 0..2_000_u32 {
        if number % 100 == 0 {
            // The receiver gets it later.
            let key = [0x80 | u8::try_from(number / 100).unwrap(); 32];
            of_caller.install(key);
            for _ in 0..3 {
                pair.poll();
            }
            of_called.install(key);
        }
        channel.send_parts(&[&number.to_le_bytes()]).unwrap();
        if number % 50 == 0 {
            pair.poll();
        }
    }
    pair.until(|pair| pair.received.len() == 2_000);

    let numbers = pair
        .received
        .iter()
        .map(|frame| u32::from_le_bytes(frame[..].try_into().unwrap()));
    assert!(numbers.eq(0..2_000));
}

#[test]
fn a_recorded_connection_opens_nothing() {
    let mut pair = Pair::members(&keys(), &keys());
    let relay = Relay::new(pair.at, |_, bytes| bytes);
    let recorded = Arc::clone(&relay.seen_of_caller);
    let channel = pair.caller.connect(&Address::Tcp(relay.at));
    channel.send_parts(&[b"a value"]).unwrap();
    pair.until(|pair| pair.received.len() == 1);
    let recorded = recorded.lock().unwrap().clone();
    pair.received.clear();

    let mut again = TcpStream::connect(pair.at).unwrap();
    again.write_all(&recorded).unwrap();
    again.shutdown(std::net::Shutdown::Write).unwrap();
    let reader = thread::spawn(move || again.read_to_end(&mut Vec::new()));
    while !reader.is_finished() {
        pair.poll();
    }

    assert!(pair.received.is_empty());
    drop((pair, channel));
    relay.seen();
}
