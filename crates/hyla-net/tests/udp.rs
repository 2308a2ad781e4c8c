//! Channels over datagrams: real sockets on the loopback interface.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use hyla_net::modules::{Distribution, ImpairSpec, ModuleSpec};
use hyla_net::{
    Address, Channel, CloseReason, EndpointConfig, GroupOptions, GroupSender,
    MAX_GROUP_FRAME_BYTES, Pressure, Profile, Reliability,
};
use world::numbered::{chain, is_increasing, number_of, numbered, numbers};
use world::{Driven, World, until};

const HERE: &str = "127.0.0.1:0";

fn best_effort() -> Profile {
    Profile::standard("HLAbestEffort", Reliability::BestEffort)
}

fn reliable() -> Profile {
    Profile::standard("HLAreliable", Reliability::Reliable)
}

/// A world that listens for datagrams, and one with a channel to it.
struct Pair {
    a: World,
    b: World,
    at: SocketAddr,
    a_to_b: Channel,
    b_to_a: Channel,
}

fn pair(profile: &Profile, config: &EndpointConfig) -> Pair {
    let mut a = World::new(config.clone());
    let mut b = World::new(config.clone());
    let at = b.endpoint.listen_udp(HERE.parse().unwrap()).unwrap();
    let a_to_b = a.endpoint.remote().connect_with(&Address::Udp(at), profile);
    a_to_b.trust();
    until(&mut a, &mut b, |a, b| {
        a.opened.len() == 1 && b.accepted.len() == 1
    });
    let b_to_a = b.told.accepted[0].0.clone();
    Pair {
        a,
        b,
        at,
        a_to_b,
        b_to_a,
    }
}

#[test]
fn frames_go_both_ways_by_name_address_and_profile() {
    let Pair {
        mut a,
        mut b,
        at,
        a_to_b,
        b_to_a,
    } = pair(&best_effort(), &EndpointConfig::default());
    assert_eq!(a_to_b.peer_address(), Address::Udp(at));
    assert_eq!(b_to_a.local_address(), Address::Udp(at));
    assert_eq!(b_to_a.peer_address().to_string()[..14], *"udp:127.0.0.1:");
    assert_eq!(a_to_b.profile_name(), Some("HLAbestEffort"));
    assert_eq!(b_to_a.profile_name(), Some("HLAbestEffort"));

    for number in 0..100 {
        a_to_b.send_parts(&[&numbered(number, 20)]).unwrap();
        b_to_a.send_parts(&[&numbered(number, 30)]).unwrap();
    }
    until(&mut a, &mut b, |a, b| {
        a.frames.len() == 100 && b.frames.len() == 100
    });
    for told in [&a.told, &b.told] {
        let numbers = numbers(&told.bodies());
        assert_eq!(numbers, (0..100).collect::<Vec<_>>());
    }
    let counters = a_to_b.counters();
    assert_eq!(counters.frames_sent, 100);
    assert_eq!(counters.frames_received, 100);
    assert_eq!(counters.dropped.total(), 0);
    assert!(counters.frames_per_bundle() >= 1.0);
    let mut modules = Vec::new();
    a_to_b.module_counters(&mut |module, counter, value| {
        if (module, counter) == ("bundle", "messages") {
            modules.push(value);
        }
    });
    assert_eq!(modules, [100]);
}

#[test]
fn plain_connect_to_such_an_address_is_best_effort() {
    let mut a = World::new(EndpointConfig::default());
    let mut b = World::new(EndpointConfig::default());
    let at = b.endpoint.listen_udp(HERE.parse().unwrap()).unwrap();
    let channel = a.endpoint.connect(&Address::Udp(at));
    // Sent before the peer answered: it waits.
    channel.send_parts(&[b"early"]).unwrap();

    until(&mut a, &mut b, |_, b| b.frames.len() == 1);
    assert_eq!(b.told.bodies(), [b"early"]);
    assert_eq!(b.told.accepted[0].0.profile_name(), Some("HLAbestEffort"));
}

#[test]
fn values_of_any_length_arrive_whole_by_a_reliable_profile() {
    let Pair {
        mut a,
        mut b,
        a_to_b,
        ..
    } = pair(&reliable(), &EndpointConfig::default());
    let lengths = [0, 1, 1_300, 1_400, 1_500, 65_536, 1 << 20, 64 << 20];
    for (number, &length) in lengths.iter().enumerate() {
        a_to_b
            .send_parts(&[&numbered(number as u32, length)])
            .unwrap();
    }
    until(&mut a, &mut b, |_, b| b.frames.len() == lengths.len());
    // Unacknowledged frames leave even after the channel is closed.
    let last = lengths.len() as u32;
    a_to_b.send_parts(&[&numbered(last, 100_000)]).unwrap();
    a_to_b.close("said all");
    until(&mut a, &mut b, |a, b| {
        !a.closed.is_empty() && !b.closed.is_empty()
    });
    let found: Vec<_> = b.told.bodies().iter().map(|body| body.len() - 4).collect();
    assert_eq!(found, [&lengths[..], &[100_000]].concat());
    for (number, body) in b.told.bodies().into_iter().enumerate() {
        assert_eq!(number_of(body), number as u32);
    }
}

/// Loses a third, also in bursts, duplicates, delays and reorders.
fn bad_network(seed: u64) -> ModuleSpec {
    ModuleSpec::Impair(ImpairSpec {
        delay: Duration::from_millis(2),
        jitter: Duration::from_millis(1),
        distribution: Distribution::Normal,
        loss: 0.2,
        burst_begin: 0.03,
        burst_end: 0.2,
        duplicate: 0.1,
        reorder: 0.1,
        seed,
        ..ImpairSpec::default()
    })
}

#[test]
fn a_reliable_profile_under_impairment_loses_nothing() {
    let profile = Profile {
        modules: [
            chain(&["bundle", "fragment", "retransmit"]),
            vec![bad_network(5)],
        ]
        .concat(),
        ..reliable()
    };
    let config = EndpointConfig {
        // Heartbeats are not impaired.
        heartbeat: Duration::from_millis(100),
        ..EndpointConfig::default()
    };
    let Pair {
        mut a,
        mut b,
        a_to_b,
        ..
    } = pair(&profile, &config);
    for number in 0..300 {
        a_to_b
            .send_parts(&[&numbered(number, 10 + number as usize * 37 % 5_000)])
            .unwrap();
        a.poll(Duration::ZERO);
        b.poll(Duration::ZERO);
    }
    until(&mut a, &mut b, |_, b| b.frames.len() == 300);
    let numbers = numbers(&b.told.bodies());
    assert_eq!(numbers, (0..300).collect::<Vec<_>>());
    assert!(a_to_b.counters().retransmissions > 0);
}

#[test]
fn a_reliable_sender_that_is_faster_than_its_receiver_is_held_back() {
    let config = EndpointConfig {
        send_queue_bytes: 64 << 10,
        ..EndpointConfig::default()
    };
    let Pair {
        a, mut b, a_to_b, ..
    } = pair(&reliable(), &config);
    let a = Driven::new(a);
    let (tell, pressed) = std::sync::mpsc::channel();
    let sender = std::thread::spawn(move || {
        for number in 0..20_000 {
            let sent = a_to_b.send_parts(&[&numbered(number, 1_000)]).unwrap();
            if sent == Pressure::High {
                tell.send(()).unwrap();
                a_to_b.wait_for_room(None).unwrap();
            }
        }
        a_to_b.counters()
    });
    // The receiver does not read until the sender has back-pressure.
    pressed.recv_timeout(world::WATCHDOG).unwrap();
    b.until(|b| b.frames.len() == 20_000);
    let counters = sender.join().unwrap();
    assert!(counters.pressed_back > 0);
    for (at, body) in b.told.bodies().into_iter().enumerate() {
        assert_eq!(number_of(body), at as u32);
    }
    a.stop();
}

#[test]
fn values_of_any_length_arrive_whole_by_best_effort_where_nothing_is_lost() {
    let Pair {
        mut a, b, a_to_b, ..
    } = pair(&best_effort(), &EndpointConfig::default());
    let b = Driven::new(b);
    let lengths = [0, 1, 1_300, 1_400, 1_500, 65_536, 1 << 20];
    for (number, &length) in lengths.iter().enumerate() {
        a_to_b
            .send_parts(&[&numbered(number as u32, length)])
            .unwrap();
        a.poll(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(200));
    let mut b = b.stop();
    b.until(|b| b.frames.len() == lengths.len());
    for (number, body) in b.told.bodies().into_iter().enumerate() {
        assert_eq!(number_of(body), number as u32);
    }
}

#[test]
fn best_effort_under_impairment_loses_but_never_reorders_or_doubles() {
    let profile = Profile {
        modules: [
            chain(&["bundle", "fragment", "sequence"]),
            vec![bad_network(9)],
        ]
        .concat(),
        ..best_effort()
    };
    let Pair {
        mut a,
        mut b,
        a_to_b,
        b_to_a,
        ..
    } = pair(&profile, &EndpointConfig::default());
    for number in 0..2_000 {
        a_to_b
            .send_parts(&[&numbered(number, 10 + number as usize % 3_000)])
            .unwrap();
        if number % 20 == 0 {
            a.poll(Duration::ZERO);
            b.poll(Duration::ZERO);
        }
    }
    for _ in 0..200 {
        a.poll(Duration::from_millis(1));
        b.poll(Duration::from_millis(1));
    }
    let numbers = numbers(&b.told.bodies());
    assert!(is_increasing(&numbers));
    assert!((1..2_000).contains(&numbers.len()), "{}", numbers.len());
    let dropped = b_to_a.counters().dropped;
    assert!(dropped.missed > 0 && dropped.late > 0, "{dropped:?}");
}

#[test]
fn rubbish_creates_nothing_and_harms_nobody() {
    let Pair {
        mut a,
        mut b,
        at,
        a_to_b,
        ..
    } = pair(&best_effort(), &EndpointConfig::default());
    let stranger = UdpSocket::bind(HERE).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..3_000 {
        let mut bytes = vec![0; random.usize(..200)];
        random.fill(&mut bytes);
        match round % 4 {
            // Looks like the packet of a channel, or of a call.
            0 if !bytes.is_empty() => bytes[0] = random.u8(..6),
            1 if bytes.len() > 6 => bytes[..6].copy_from_slice(b"HYLD\x01\x03"),
            2 if bytes.len() > 6 => {
                bytes[..5].copy_from_slice(b"HYLD\x01");
                bytes[5] = random.u8(..8);
            }
            _ => {}
        }
        stranger.send_to(&bytes, at).unwrap();
        if round % 50 == 0 {
            b.poll(Duration::ZERO);
        }
    }
    a_to_b.send_parts(&[b"still here"]).unwrap();
    until(&mut a, &mut b, |_, b| b.frames.len() == 1);

    assert_eq!(b.told.bodies(), [b"still here"]);
    assert_eq!(b.told.accepted.len(), 1);
    assert!(b.told.closed.is_empty());
    assert!(b.endpoint.strange_datagrams() > 1_000);
}

/// Where strangers fill the socket that all call, datagrams of peers would be dropped.
#[cfg(target_os = "linux")]
#[test]
fn a_port_that_strangers_fill_still_hears_its_peers() {
    let Pair {
        mut a,
        mut b,
        at,
        a_to_b,
        ..
    } = pair(&best_effort(), &EndpointConfig::default());
    let stranger = UdpSocket::bind(HERE).unwrap();
    let rubbish = [7; 1400];
    while b.endpoint.strange_datagrams() < 2_000 {
        stranger.send_to(&rubbish, at).unwrap();
        b.poll(Duration::ZERO);
    }

    // More than its buffer takes, to the last byte.
    for length in [1400, 1] {
        for _ in 0..30_000 {
            let _lost = stranger.send_to(&rubbish[..length], at);
        }
    }
    let before = a_to_b.counters().bytes_sent;
    a_to_b.send_parts(&[b"still here"]).unwrap();
    while a_to_b.counters().bytes_sent == before {
        a.poll(Duration::from_millis(1));
    }
    until(&mut a, &mut b, |_, b| b.frames.len() == 1);

    assert_eq!(b.told.bodies(), [b"still here"]);
    assert!(b.told.closed.is_empty());
}

#[test]
fn a_hello_is_never_answered_with_more_than_was_said() {
    let mut b = World::new(EndpointConfig::default());
    let at = b.endpoint.listen_udp(HERE.parse().unwrap()).unwrap();
    let stranger = UdpSocket::bind(HERE).unwrap();
    stranger.set_nonblocking(true).unwrap();
    let hello = b"HYLD\x01\x01\0\0tokentokidididid";
    stranger.send_to(hello, at).unwrap();
    let mut answer = [0; 100];
    let length = loop {
        b.poll(Duration::from_millis(1));
        match stranger.recv(&mut answer) {
            Ok(length) => break length,
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
        }
    };
    assert!(length <= hello.len());
    assert!(b.told.accepted.is_empty());
}

#[test]
fn both_sides_are_told_when_one_closes() {
    for caller_closes in [true, false] {
        let Pair {
            mut a,
            mut b,
            a_to_b,
            b_to_a,
            ..
        } = pair(&best_effort(), &EndpointConfig::default());
        let (near, far) = if caller_closes {
            (&a_to_b, &b_to_a)
        } else {
            (&b_to_a, &a_to_b)
        };
        near.send_parts(&[b"last"]).unwrap();
        near.close("enough");
        assert!(near.send_parts(&[b"too late"]).is_err());
        until(&mut a, &mut b, |a, b| {
            a.closed.len() == 1 && b.closed.len() == 1
        });
        let (near_told, far_told) = if caller_closes {
            (&a.told, &b.told)
        } else {
            (&b.told, &a.told)
        };
        assert_eq!(
            near_told.closed[0].1,
            CloseReason::Local("enough".to_owned())
        );
        assert_eq!(far_told.closed[0].1, CloseReason::Peer);
        assert_eq!(far_told.bodies(), [b"last"]);
        assert!(far.send_parts(&[b"x"]).is_err());
    }
}

#[test]
fn a_call_that_nobody_answers_fails() {
    let config = EndpointConfig {
        connect_timeout: Duration::from_millis(200),
        ..EndpointConfig::default()
    };
    let mut a = World::new(config);
    // An address without a listener.
    let free = UdpSocket::bind(HERE).unwrap().local_addr().unwrap();
    a.endpoint.connect(&Address::Udp(free));
    // A socket that receives and does not answer.
    let deaf = UdpSocket::bind(HERE).unwrap();
    a.endpoint
        .connect(&Address::Udp(deaf.local_addr().unwrap()));
    a.until(|a| a.closed.len() == 2);

    let reasons: Vec<_> = a.told.closed.iter().map(|(_, reason)| reason).collect();
    assert!(reasons.contains(&&CloseReason::ConnectFailed(
        io::ErrorKind::ConnectionRefused
    )));
    assert!(reasons.contains(&&CloseReason::ConnectTimedOut(Duration::from_millis(200))));
}

/// Another process that listens until it is killed.
struct Listener {
    child: Child,
    at: SocketAddr,
}

const LISTEN: &str = "HYLA_NET_TEST_LISTEN";
const LISTENER: &str = "a_listener_that_is_killed_is_noticed_by_who_sends";

impl Listener {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([LISTENER, "--exact", "--nocapture"])
            .env(LISTEN, "yes")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let at = lines
            .find_map(|line| line.unwrap().split_once("listens at ")?.1.parse().ok())
            .unwrap();
        Self { child, at }
    }

    fn listen() -> ! {
        let mut world = World::new(EndpointConfig::default());
        let at = world.endpoint.listen_udp(HERE.parse().unwrap()).unwrap();
        println!("listens at {at}");
        loop {
            world.poll(Duration::from_secs(1));
        }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_listener_that_is_killed_is_noticed_by_who_sends() {
    if std::env::var_os(LISTEN).is_some() {
        Listener::listen();
    }
    let mut b = Listener::start();
    let mut a = World::new(EndpointConfig::default());
    let a_to_b = a.endpoint.connect(&Address::Udp(b.at));
    a.until(|a| a.opened.len() == 1);
    b.kill();
    while a.told.closed.is_empty() {
        let _closed_meanwhile = a_to_b.send_parts(&[b"anybody?"]);
        a.poll(Duration::from_millis(1));
    }
    assert_eq!(
        a.told.closed[0].1,
        CloseReason::Broken(io::ErrorKind::ConnectionRefused)
    );
}

#[test]
fn a_channel_that_the_peer_does_not_know_is_reset() {
    let config = EndpointConfig {
        heartbeat: Duration::from_millis(500),
        ..EndpointConfig::default()
    };
    let mut b = Listener::start();
    let mut a = World::new(config.clone());
    a.endpoint.connect(&Address::Udp(b.at));
    a.until(|a| a.opened.len() == 1);
    b.kill();
    // Another endpoint at the same address, as after a crash and a new start.
    let mut c = World::new(config);
    c.endpoint.listen_udp(b.at).unwrap();
    until(&mut a, &mut c, |a, _| a.closed.len() == 1);
    assert_eq!(
        a.told.closed[0].1,
        CloseReason::Broken(io::ErrorKind::ConnectionReset)
    );
    assert!(c.told.accepted.is_empty());
}

#[test]
fn a_peer_that_says_nothing_any_more_is_given_up() {
    let config = EndpointConfig {
        heartbeat: Duration::from_millis(20),
        host_timeout: Duration::from_millis(200),
        ..EndpointConfig::default()
    };
    let Pair { a, mut b, .. } = pair(&best_effort(), &config);
    // As if it had been stopped: nobody polls it.
    b.until(|b| b.closed.len() == 1);
    assert_eq!(
        b.told.closed[0].1,
        CloseReason::HostLost(Duration::from_millis(200))
    );
    drop(a);
}

#[test]
fn signs_of_life_keep_a_silent_channel() {
    let silence = Duration::from_millis(500);
    let config = EndpointConfig {
        heartbeat: Duration::from_millis(10),
        host_timeout: silence,
        ..EndpointConfig::default()
    };
    loop {
        let Pair { mut a, mut b, .. } = pair(&best_effort(), &config);
        let begun = std::time::Instant::now();
        let mut before = begun;
        let mut stood_still = Duration::ZERO;
        while begun.elapsed() < 3 * silence {
            a.poll(Duration::from_millis(1));
            b.poll(Duration::from_millis(1));
            stood_still = stood_still.max(before.elapsed());
            before = std::time::Instant::now();
        }
        // After a long pause of this thread, in which neither end sends heartbeats, the round
        // proves nothing.
        if stood_still < silence / 2 {
            assert!(a.told.closed.is_empty());
            assert!(b.told.closed.is_empty());
            return;
        }
    }
}

#[test]
fn a_chain_that_cannot_work_closes_the_channel_with_the_reason() {
    let mut a = World::new(EndpointConfig::default());
    let profile = Profile {
        modules: chain(&["fragment", "bundle"]),
        ..best_effort()
    };
    let to: Address = "udp:127.0.0.1:9".parse().unwrap();
    a.endpoint.remote().connect_with(&to, &profile);
    let unkept = Profile {
        modules: chain(&["bundle"]),
        ..reliable()
    };
    a.endpoint.remote().connect_with(&to, &unkept);
    a.until(|a| a.closed.len() == 2);
    for (_, reason) in &a.told.closed {
        assert!(matches!(reason, CloseReason::WrongChain(_)), "{reason}");
    }
}

#[test]
fn without_bundles_each_frame_is_a_datagram_and_many_leave_in_one_call() {
    let profile = Profile {
        modules: chain(&["sequence"]),
        ..best_effort()
    };
    let config = EndpointConfig {
        unattended: hyla_net::Unattended::Gather,
        bundle_gap: Duration::from_secs(10),
        ..EndpointConfig::default()
    };
    let Pair {
        mut a,
        mut b,
        a_to_b,
        ..
    } = pair(&profile, &config);
    let before = a_to_b.counters();
    for length in [60, 60, 60, 20, 70, 10, 300] {
        for number in 0..10 {
            a_to_b.send_parts(&[&numbered(number, length)]).unwrap();
        }
    }
    a_to_b.flush();
    until(&mut a, &mut b, |_, b| b.frames.len() == 70);

    let after = a_to_b.counters();
    assert_eq!(after.bundles - before.bundles, 70);
    assert!(after.writes - before.writes < 20, "{after:?}");
    for (at, body) in b.told.bodies().into_iter().enumerate() {
        assert_eq!(number_of(body), at as u32 % 10);
    }
    // Too large for one datagram.
    a_to_b.send_parts(&[&[1; 5_000]]).unwrap();
    a_to_b.flush();
    assert_eq!(a_to_b.counters().dropped.refused, 1);
}

#[test]
fn best_effort_never_blocks_and_what_it_drops_is_counted() {
    let config = EndpointConfig {
        send_queue_bytes: 10_000,
        ..EndpointConfig::default()
    };
    let mut a = World::new(config);
    let deaf = UdpSocket::bind(HERE).unwrap();
    let channel = a
        .endpoint
        .connect(&Address::Udp(deaf.local_addr().unwrap()));
    for _ in 0..1_000 {
        assert_eq!(channel.send_parts(&[&[1; 100]]), Ok(Pressure::Open));
    }
    channel.wait_for_room(None).unwrap();
    let counters = channel.counters();
    assert_eq!(counters.frames_sent, 1_000);
    assert!(counters.dropped.queue_full > 890, "{counters:?}");
    assert!(counters.queue_bytes < 11_000);
}

#[test]
fn an_owner_of_a_channel_may_ask_and_send_while_a_frame_is_handled() {
    let Pair {
        mut a,
        mut b,
        a_to_b,
        b_to_a,
        ..
    } = pair(&best_effort(), &EndpointConfig::default());
    a_to_b.send_parts(&[b"ping"]).unwrap();
    let mut asked = 0;
    while asked == 0 {
        a.poll(Duration::ZERO);
        b.endpoint
            .poll(Some(Duration::from_millis(1)), &mut |event| {
                if let hyla_net::Event::Frame { .. } = event {
                    asked += 1;
                    assert_eq!(b_to_a.counters().frames_sent, 0);
                    b_to_a.send_parts(&[b"pong"]).unwrap();
                    b_to_a.flush();
                    b_to_a.wait_for_room(None).unwrap();
                }
            })
            .unwrap();
    }
    until(&mut a, &mut b, |a, _| a.frames.len() == 1);
    assert_eq!(a.told.bodies(), [b"pong"]);
}

#[test]
fn a_frame_to_a_group_reaches_all_other_members_once() {
    let options = GroupOptions {
        interface: Some(Ipv4Addr::LOCALHOST),
        ttl: 0,
        ..GroupOptions::default()
    };
    // A port that nobody else of this host uses for a group just now.
    let port = UdpSocket::bind(HERE).unwrap().local_addr().unwrap().port();
    let at = SocketAddr::from(([239, 255, 17, 4], port));
    let other = SocketAddr::from(([239, 255, 17, 5], port));
    let mut worlds: Vec<_> = (0..3)
        .map(|_| World::new(EndpointConfig::default()))
        .collect();
    let mut groups: Vec<_> = worlds
        .iter_mut()
        .map(|world| world.endpoint.join_group(at, options).unwrap())
        .collect();
    let elsewhere = worlds[2].endpoint.join_group(other, options).unwrap();

    for number in 0..50 {
        groups[0].send(&numbered(number, 100)).unwrap();
        groups[1].send(&numbered(number, 200)).unwrap();
    }
    elsewhere.send(b"nobody hears this").unwrap();
    for (world, expected) in worlds.iter_mut().zip([50, 50, 100]) {
        world.until(|told| told.group_frames.len() == expected);
        world.poll(Duration::from_millis(20));
        assert_eq!(world.told.group_frames.len(), expected);
    }
    let of = |sender: u64| {
        let frames = worlds[2].told.group_frames.iter();
        let of = frames.filter(|(from, _)| *from == sender);
        of.map(|(_, body)| number_of(body)).collect::<Vec<_>>()
    };
    for group in &groups[..2] {
        assert_eq!(of(group.token()), (0..50).collect::<Vec<_>>());
    }

    let left = groups.remove(0);
    worlds[0].endpoint.leave_group(&left);
    groups[0].send(b"more").unwrap();
    worlds[2].until(|told| told.group_frames.len() == 101);
    worlds[0].poll(Duration::from_millis(20));
    assert_eq!(worlds[0].told.group_frames.len(), 50);
    // Not a group.
    let refused = worlds[0]
        .endpoint
        .join_group(HERE.parse().unwrap(), options);
    assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::InvalidInput);
    // Too large for one datagram.
    assert!(groups[0].send(&vec![1; 70_000]).is_err());
}

#[test]
fn who_sends_to_groups_need_not_be_in_them_and_each_member_hears_its_groups_only() {
    let options = GroupOptions {
        interface: Some(Ipv4Addr::LOCALHOST),
        ttl: 0,
        ..GroupOptions::default()
    };
    let port = UdpSocket::bind(HERE).unwrap().local_addr().unwrap().port();
    let group = |last| SocketAddr::from(([239, 255, 17, last], port));
    let mut worlds: Vec<_> = (0..2)
        .map(|_| World::new(EndpointConfig::default()))
        .collect();
    worlds[0].endpoint.join_group(group(6), options).unwrap();
    for last in [6, 7] {
        worlds[1].endpoint.join_group(group(last), options).unwrap();
    }
    let sender = GroupSender::open(true, options).unwrap();

    for number in 0..100 {
        assert!(sender.append(group(6 + number as u8 % 2), &numbered(number, 50)));
    }
    sender.depart();

    for (world, expected) in worlds.iter_mut().zip([50, 100]) {
        world.until(|told| told.group_frames.len() == expected);
        world.poll(Duration::from_millis(20));
        assert_eq!(world.told.group_frames.len(), expected);
        let mut senders = world.told.group_frames.iter().map(|(from, _)| *from);
        assert!(senders.all(|from| from == sender.token()));
    }
    let counters = sender.counters();
    assert_eq!((counters.datagrams, counters.queue_full), (100, 0));
    // Too large for one datagram.
    assert!(!sender.append(group(6), &[0; MAX_GROUP_FRAME_BYTES + 1]));
    assert_eq!(sender.counters().queue_full, 1);
}

#[test]
fn a_listener_on_all_addresses_answers_from_the_one_that_was_called() {
    for (listen, call) in [("0.0.0.0:0", "127.0.0.2"), ("[::]:0", "::1")] {
        let mut b = World::new(EndpointConfig::default());
        let Ok(at) = b.endpoint.listen_udp(listen.parse().unwrap()) else {
            // No IPv6 here.
            continue;
        };
        let mut a = World::new(EndpointConfig::default());
        let to = SocketAddr::new(call.parse().unwrap(), at.port());
        let a_to_b = a.endpoint.connect(&Address::Udp(to));
        until(&mut a, &mut b, |a, b| {
            a.opened.len() == 1 && b.accepted.len() == 1
        });
        let b_to_a = b.told.accepted[0].0.clone();
        assert_eq!(b_to_a.local_address(), Address::Udp(to));
        for number in 0..100 {
            a_to_b.send_parts(&[&numbered(number, 20)]).unwrap();
            b_to_a.send_parts(&[&numbered(number, 50)]).unwrap();
        }
        until(&mut a, &mut b, |a, b| {
            a.frames.len() == 100 && b.frames.len() == 100
        });
    }
}

#[test]
fn a_channel_with_priority_carries_frames_as_any_other() {
    for priority in [1, 6, 7] {
        let profile = Profile {
            priority,
            ..best_effort()
        };
        let Pair {
            mut a,
            mut b,
            a_to_b,
            ..
        } = pair(&profile, &EndpointConfig::default());
        for number in 0..200 {
            a_to_b.send_parts(&[&numbered(number, 200)]).unwrap();
        }
        until(&mut a, &mut b, |_, b| b.frames.len() == 200);
    }
}
