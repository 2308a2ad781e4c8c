//! The end of a channel whose chain holds packets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use hyla_net::modules::{ImpairSpec, ModuleSpec, RateLimitSpec};
use hyla_net::{Address, CloseReason, EndpointConfig, NoRoom, Pressure};

use super::world::numbered::{chain, numbered, numbers};
use super::world::{ALL, Driven, STREAMS, WATCHDOG, World, pair_with, until};
use super::{counted, reliable};

fn far_away(delay: Duration) -> ModuleSpec {
    ModuleSpec::Impair(ImpairSpec {
        delay,
        ..ImpairSpec::default()
    })
}

/// No timeouts, however slow the machine.
fn patient() -> EndpointConfig {
    EndpointConfig {
        linger: WATCHDOG,
        ..EndpointConfig::default()
    }
}

fn lossy() -> Vec<ModuleSpec> {
    let mut modules = chain(&["retransmit"]);
    modules.push(ModuleSpec::Impair(ImpairSpec {
        loss: 0.3,
        delay: Duration::from_millis(3),
        seed: 3,
        ..ImpairSpec::default()
    }));
    modules
}

#[test]
fn what_the_chain_holds_leaves_before_the_channel_is_closed() {
    for &transport in ALL {
        for modules in [vec![far_away(Duration::from_millis(100))], lossy()] {
            let profile = reliable(&modules);
            let mut p = pair_with(transport, &profile, &patient());
            for number in 0..100 {
                p.a_to_b.send_parts(&[&numbered(number, 100)]).unwrap();
            }
            p.a_to_b.close("all is said");
            assert!(p.a_to_b.send_parts(&[b"more"]).is_err());
            assert!(p.b.told.frames.is_empty());

            until(&mut p.a, &mut p.b, |a, b| {
                a.closed.len() == 1 && b.closed.len() == 1
            });
            assert_eq!(
                numbers(&p.b.told.bodies()),
                (0..100).collect::<Vec<_>>(),
                "{transport:?} {modules:?}"
            );
            let said = CloseReason::Local("all is said".to_owned());
            assert_eq!(p.a.told.closed[0].1, said);
            assert_eq!(p.b.told.closed[0].1, CloseReason::Peer);
            // Once, however long it took.
            for _ in 0..20 {
                p.a.poll(Duration::from_millis(1));
            }
            assert_eq!(p.a.told.closed.len(), 1);
        }
    }
}

#[test]
fn an_endpoint_that_is_dropped_sends_what_its_chains_hold() {
    for &transport in ALL {
        for modules in [vec![far_away(Duration::from_millis(100))], lossy()] {
            let profile = reliable(&modules);
            let p = pair_with(transport, &profile, &patient());
            let b = Driven::new(p.b);
            for number in 0..100 {
                p.a_to_b.send_parts(&[&numbered(number, 100)]).unwrap();
            }
            drop(p.a);
            let mut b = b.stop();
            b.until(|b| b.closed.len() == 1);
            let heard = numbers(&b.told.bodies());
            assert_eq!(heard, (0..100).collect::<Vec<_>>(), "{transport:?}");
        }
    }
}

#[test]
fn what_would_take_too_long_is_given_up() {
    for &transport in ALL {
        let profile = reliable(&[far_away(Duration::from_secs(60))]);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());
        p.a_to_b.send_parts(&[b"late"]).unwrap();
        p.a_to_b.close("no time");

        until(&mut p.a, &mut p.b, |a, b| {
            a.closed.len() == 1 && b.closed.len() == 1
        });
        assert!(p.b.told.frames.is_empty());
        assert_eq!(p.a_to_b.counters().queue_bytes, 0);
    }
}

#[test]
fn a_peer_that_goes_while_the_chain_is_full_is_told_and_nobody_waits_for_ever() {
    for &transport in ALL {
        let crawls = ModuleSpec::RateLimit(RateLimitSpec {
            bytes_per_second: 1000,
            burst_bytes: 1000,
            queue_bytes: 10_000,
        });
        let profile = reliable(&[crawls]);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());
        while p.a_to_b.send_parts(&[&[7; 1000]]).unwrap() == Pressure::Open {}
        let channel = p.a_to_b.clone();
        let waits = std::thread::spawn(move || channel.wait_for_room(None));

        drop(p.b);
        p.a.until(|a| a.closed.len() == 1);
        assert_eq!(waits.join().unwrap(), Err(NoRoom::Closed), "{transport:?}");
        assert!(p.a_to_b.send_parts(&[b"x"]).is_err());
        assert_eq!(p.a_to_b.counters().queue_bytes, 0);
    }
}

#[test]
fn a_peer_that_never_acknowledges_and_then_breaks_leaves_a_chain_that_lets_go() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let (breaks, all_sent) = mpsc::channel::<()>();
    let deaf = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HYLA\x01\0\0\0\x01\0\0\0\0").unwrap();
        let mut some = [0; 10_000];
        stream.read_exact(&mut some).unwrap();
        let _dropped = all_sent.recv();
    });
    let mut modules = chain(&["retransmit"]);
    modules.push(far_away(Duration::from_millis(1)));
    let mut a = World::new(EndpointConfig::default());
    let to = Address::Tcp(at);
    let channel = a.endpoint.remote().connect_with(&to, &reliable(&modules));
    a.until(|a| a.opened.len() == 1);
    for _ in 0..100 {
        channel.send_parts(&[&[7; 1000]]).unwrap();
    }
    assert!(counted(&channel, "retransmit", "packets") > 0);
    drop(breaks);
    a.until(|a| a.closed.len() == 1);
    deaf.join().unwrap();
    assert!(channel.send_parts(&[b"x"]).is_err());
    let mut any = 0;
    channel.module_counters(&mut |_, _, _| any += 1);
    assert_eq!(any, 0);
}

/// Address for the process to be killed.
const TO: &str = "HYLA_NET_TEST_CHAINED_TO";
const KILLED: &str = "closing::a_peer_that_is_killed_under_full_chains_leaves_nothing_that_waits";

/// The other process: fills its buffers and reads nothing, until it is killed.
fn hold(to: &str) -> ! {
    let mut world = World::new(EndpointConfig::default());
    let profile = reliable(&[far_away(Duration::from_secs(50))]);
    let to = to.parse().unwrap();
    let channel = world.endpoint.remote().connect_with(&to, &profile);
    world.until(|world| world.opened.len() == 1);
    while channel.send_parts(&[&[7; 10_000]]).unwrap() == Pressure::Open {}
    println!("full");
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

#[test]
fn a_peer_that_is_killed_under_full_chains_leaves_nothing_that_waits() {
    if let Ok(to) = std::env::var(TO) {
        hold(&to);
    }
    for &transport in STREAMS {
        let config = EndpointConfig {
            send_queue_bytes: 100_000,
            ..EndpointConfig::default()
        };
        let (mut b, at) = World::listening(config);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([KILLED, "--exact", "--nocapture"])
            .env(TO, b.address(transport, at).to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        b.until(|b| b.accepted.len() == 1);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.map_while(Result::ok).any(|l| l.contains("full")));
        // This end is full, too, since the other does not read.
        let channel = b.told.accepted[0].0.clone();
        while channel.wait_for_room(Some(Duration::from_millis(50))) == Ok(()) {
            for _ in 0..20 {
                channel.send_parts(&[&[1; 10_000]]).unwrap();
            }
        }
        let waits = std::thread::spawn(move || channel.wait_for_room(None));

        child.kill().unwrap();
        child.wait().unwrap();
        b.until(|b| b.closed.len() == 1);
        assert_eq!(waits.join().unwrap(), Err(NoRoom::Closed), "{transport:?}");
        assert!(b.told.frames.is_empty());
    }
}
