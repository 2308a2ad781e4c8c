//! Datagrams between members with keys: nobody between reads, forges, alters or repeats them, and a member without keys
//! injects nothing.

#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::Duration;

use hyla_net::{
    Address, Channel, CloseReason, DatagramProtection, EndpointConfig, GroupOptions, GroupSender,
    Keyring, Profile, RefusedSeals, Reliability, Security,
};
use world::World;
use world::numbered::{number_of, numbered};

const HERE: &str = "127.0.0.1:0";
const TURN: Duration = Duration::from_millis(1);

fn keys(number: u8) -> Keyring {
    let keyring = Keyring::default();
    keyring.install([number; 32]);
    keyring
}

fn security(keyring: &Keyring) -> Security {
    Security {
        keyring: Some(keyring.clone()),
        ..Security::default()
    }
}

fn config(keyring: &Keyring) -> EndpointConfig {
    EndpointConfig {
        security: security(keyring),
        ..EndpointConfig::default()
    }
}

fn profile(reliability: Reliability) -> Profile {
    let name = match reliability {
        Reliability::BestEffort => "HLAbestEffort",
        Reliability::Reliable => "HLAreliable",
    };
    // Each frame is a datagram of its own.
    let mut profile = Profile::standard(name, reliability);
    if reliability == Reliability::BestEffort {
        profile.modules = world::numbered::chain(&["fragment", "sequence"]);
    }
    profile
}

/// A member that calls, one that is called, and somebody between.
struct Road {
    caller: World,
    called: World,
    channel: Channel,
    of_caller: Keyring,
    of_called: Keyring,
    between: UdpSocket,
    caller_at: Option<SocketAddr>,
    called_at: SocketAddr,
    /// Datagrams of the caller, in order.
    seen: Vec<Vec<u8>>,
    /// Passes datagrams of the caller on.
    passes: bool,
}

impl Road {
    fn new(of_caller: Keyring, of_called: Keyring, reliability: Reliability) -> Self {
        let between = UdpSocket::bind(HERE).unwrap();
        between.set_nonblocking(true).unwrap();
        let at = between.local_addr().unwrap();
        let mut called = World::new(config(&of_called));
        let called_at = called.endpoint.listen_udp(HERE.parse().unwrap()).unwrap();
        let caller = World::new(config(&of_caller));
        let channel = caller
            .endpoint
            .remote()
            .connect_with(&Address::Udp(at), &profile(reliability));
        channel.trust();
        Self {
            caller,
            called,
            channel,
            of_caller,
            of_called,
            between,
            caller_at: None,
            called_at,
            seen: Vec::new(),
            passes: true,
        }
    }

    fn open(reliability: Reliability) -> Self {
        let mut road = Self::new(keys(1), keys(1), reliability);
        road.until(|road| {
            road.called.told.accepted.len() == 1 && !road.caller.told.opened.is_empty()
        });
        road
    }

    fn turn(&mut self) {
        self.caller.poll(TURN);
        self.carry();
        self.called.poll(TURN);
        self.carry();
    }

    fn carry(&mut self) {
        let mut bytes = [0; 2_000];
        while let Ok((length, from)) = self.between.recv_from(&mut bytes) {
            let datagram = &bytes[..length];
            let to = if from == self.called_at {
                self.caller_at
            } else {
                self.caller_at = Some(from);
                self.seen.push(datagram.to_vec());
                self.passes.then_some(self.called_at)
            };
            if let Some(to) = to {
                self.between.send_to(datagram, to).unwrap();
            }
        }
    }

    fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            self.turn();
        }
    }

    fn inject(&mut self, datagram: &[u8]) {
        self.between.send_to(datagram, self.called_at).unwrap();
    }

    fn refused(&self) -> RefusedSeals {
        self.of_called.refused()
    }

    fn send(&mut self, text: &[u8]) {
        self.channel.send_parts(&[text]).unwrap();
    }

    /// Datagrams of the caller with that text, not passed on.
    fn hold(&mut self, texts: &[&[u8]]) -> Vec<Vec<u8>> {
        self.carry();
        self.passes = false;
        let mut held = Vec::new();
        for text in texts {
            let before = self.seen.len();
            self.send(text);
            while self.seen.len() == before {
                self.caller.poll(TURN);
                self.carry();
            }
            held.extend(self.seen[before..].iter().cloned());
        }
        self.passes = true;
        held
    }
}

#[test]
fn members_with_keys_exchange_datagrams_that_nobody_between_reads() {
    for reliability in [Reliability::BestEffort, Reliability::Reliable] {
        let mut road = Road::open(reliability);
        road.send(b"the value");
        let back = road.called.told.accepted[0].0.clone();
        back.send_parts(&[b"the answer"]).unwrap();
        road.until(|road| {
            !road.called.told.frames.is_empty() && !road.caller.told.frames.is_empty()
        });

        assert_eq!(road.called.told.bodies(), [b"the value"]);
        assert_eq!(road.caller.told.bodies(), [b"the answer"]);
        let all = road.seen.concat();
        assert!(!all.windows(9).any(|part| part == b"the value"));
        // Not even the steps of the call, or the name of its profile.
        for plain in [&b"HYLD"[..], profile(reliability).name.as_bytes()] {
            assert!(!all.windows(plain.len()).any(|part| part == plain));
        }
        assert_eq!(road.refused(), RefusedSeals::default());
    }
}

#[test]
fn authenticated_datagrams_are_readable_and_altered_ones_are_refused() {
    let (of_caller, of_called) = (keys(1), keys(1));
    let mut called = World::new(config(&of_called));
    let at = called.endpoint.listen_udp(HERE.parse().unwrap()).unwrap();
    let open = EndpointConfig {
        security: Security {
            datagrams: DatagramProtection::Authenticated,
            ..security(&of_caller)
        },
        ..EndpointConfig::default()
    };
    let mut caller = World::new(open);
    let profile = profile(Reliability::BestEffort);
    let channel = caller
        .endpoint
        .remote()
        .connect_with(&Address::Udp(at), &profile);
    channel.trust();
    channel.send_parts(&[b"the value"]).unwrap();
    while called.told.frames.is_empty() {
        caller.poll(TURN);
        called.poll(TURN);
    }
    assert_eq!(called.told.bodies(), [b"the value"]);
}

#[test]
fn forged_replayed_truncated_and_clear_datagrams_are_refused_and_counted() {
    let mut road = Road::open(Reliability::BestEffort);
    let held = road.hold(&[b"one", b"two"]);
    assert_eq!(held.len(), 2);
    road.inject(&held[0]);
    road.until(|road| road.called.told.frames.len() == 1);

    for _ in 0..3 {
        road.inject(&held[0]);
    }
    let mut altered = held[1].clone();
    *altered.last_mut().unwrap() ^= 1;
    road.inject(&altered);
    road.inject(&held[1][..held[1].len() - 1]);
    // What a member without keys would send, with the right beginning.
    road.inject(b"\0\x01\x02\x03\x04\x05\x06\x07the value");
    road.inject(b"HYLD\x01\x01\0\0tokentokidididid");
    road.until(|road| road.refused().clear == 2);

    let expected = RefusedSeals {
        clear: 2,
        forged: 2,
        replayed: 3,
        ..RefusedSeals::default()
    };
    assert_eq!(road.refused(), expected);
    // The right one still counts, and the channel lives.
    road.inject(&held[1]);
    road.send(b"three");
    road.until(|road| road.called.told.frames.len() == 3);
    assert_eq!(road.called.told.bodies(), [&b"one"[..], b"two", b"three"]);
    assert!(road.called.told.closed.is_empty());
}

#[test]
fn lost_and_overtaken_datagrams_harm_no_later_one() {
    let mut road = Road::open(Reliability::BestEffort);
    let held = road.hold(&[b"lost", b"late", b"first"]);
    road.inject(&held[2]);
    road.inject(&held[1]);
    road.send(b"last");
    road.until(|road| road.called.told.frames.len() == 2);

    assert_eq!(road.called.told.bodies(), [&b"first"[..], b"last"]);
    assert_eq!(road.refused(), RefusedSeals::default());
}

#[test]
fn datagrams_under_keys_of_others_or_of_before_are_refused_and_counted() {
    let mut road = Road::open(Reliability::BestEffort);
    let held = road.hold(&[b"one"]);
    // The key changes twice: the first one opens nothing any more.
    for key in [2, 3] {
        road.of_called.install([key; 32]);
        road.of_caller.install([key; 32]);
    }
    road.inject(&held[0]);
    road.until(|road| road.refused().old_key == 1);

    let mut stranger = Road::new(keys(9), road.of_called.clone(), Reliability::BestEffort);
    stranger.until(|stranger| stranger.refused().unknown_key > 0);

    assert!(road.called.told.frames.is_empty());
    assert!(stranger.called.told.accepted.is_empty());
}

#[test]
fn a_member_without_keys_gets_no_answer() {
    let mut road = Road::new(Keyring::default(), keys(1), Reliability::BestEffort);
    road.until(|road| road.refused().clear >= 3);
    assert!(road.called.told.accepted.is_empty());

    // Nor does one that waits for a key say anything before.
    let demanding = Keyring::default();
    demanding.demand();
    let mut road = Road::new(demanding.clone(), keys(1), Reliability::BestEffort);
    for _ in 0..30 {
        road.turn();
    }
    assert!(road.seen.is_empty());
    demanding.install([1; 32]);
    road.until(|road| road.called.told.accepted.len() == 1);
}

#[test]
fn a_reliable_channel_over_datagrams_loses_nothing_while_keys_change() {
    let mut road = Road::open(Reliability::Reliable);
    for number in 0..400_u32 {
        if number % 100 == 50 {
            // The receiver gets it later.
            let key = [0x80 | u8::try_from(number / 100).unwrap(); 32];
            road.of_caller.install(key);
            road.turn();
            road.of_called.install(key);
        }
        road.channel.send_parts(&[&numbered(number, 40)]).unwrap();
        if number % 20 == 0 {
            road.turn();
        }
    }
    road.until(|road| road.called.told.frames.len() == 400);

    let frames = road.called.told.frames.iter();
    assert!(frames.map(|(_, body)| number_of(body)).eq(0..400));
}

#[test]
fn a_group_is_open_to_members_with_keys_alone() {
    let options = GroupOptions {
        interface: Some(Ipv4Addr::LOCALHOST),
        ttl: 0,
        ..GroupOptions::default()
    };
    // A port that nobody else of this host uses for a group just now.
    let port = UdpSocket::bind(HERE).unwrap().local_addr().unwrap().port();
    let at = SocketAddr::from(([239, 255, 17, 21], port));
    let other = SocketAddr::from(([239, 255, 17, 22], port));
    let (of_member, of_sender, of_stranger) = (keys(1), keys(1), keys(2));
    let mut member = World::new(config(&of_member));
    let mut listener = World::new(EndpointConfig::default());
    member.endpoint.join_group(at, options).unwrap();
    listener.endpoint.join_group(at, options).unwrap();
    let open = |keyring| GroupSender::open_sealed(true, options, &security(keyring)).unwrap();
    let sender = open(&of_sender);
    let clear = GroupSender::open(true, options).unwrap();
    let stranger = open(&of_stranger);

    let say = |sender: &GroupSender, to, text: &[u8]| {
        assert!(sender.append(to, text));
        sender.depart();
    };
    for round in 0..3 {
        say(&clear, at, b"forged");
        say(&stranger, at, b"forged");
        // To another group: not heard here.
        say(&sender, other, b"elsewhere");
        say(&sender, at, &numbered(round, 20));
        member.until(|told| told.group_frames.len() == round as usize + 1);
    }

    let frames = &member.told.group_frames;
    assert!(frames.iter().all(|(from, _)| *from == sender.token()));
    assert!(frames.iter().map(|(_, body)| number_of(body)).eq(0..3));
    let expected = RefusedSeals {
        clear: 3,
        unknown_key: 3,
        ..RefusedSeals::default()
    };
    assert_eq!(of_member.refused(), expected);
    // Who has no key reads nothing but what is in clear.
    listener.until(|told| told.group_frames.len() == 3);
    let heard = &listener.told.group_frames;
    assert!(heard.iter().all(|(_, body)| body == b"forged"));
    assert_eq!(sender.counters().refused, 0);
}

#[test]
fn a_call_to_members_that_never_answer_ends_as_any_other() {
    let short = EndpointConfig {
        connect_timeout: Duration::from_millis(100),
        ..config(&keys(1))
    };
    let silent = UdpSocket::bind(HERE).unwrap();
    let mut caller = World::new(short);
    let to = Address::Udp(silent.local_addr().unwrap());
    let _channel = caller.endpoint.connect(&to);

    caller.until(|told| !told.closed.is_empty());

    let (_, reason) = &caller.told.closed[0];
    assert!(matches!(reason, CloseReason::ConnectTimedOut(_)));
}
