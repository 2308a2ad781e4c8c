//! One-way throughput of 128-byte messages between two processes over TCP loopback: bare sockets
//! compared with `Channel::send` in a tight loop, in the same run. The counterpart of a channel is
//! the socket that batches. `cargo bench -p hyla-net --bench tcp_throughput`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use std::net::SocketAddr;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use hyla_baselines::peer::Does;
use hyla_baselines::{Counterpart, Medium, Wait};
use hyla_net::{
    Address, Channel, ChannelCounters, Endpoint, EndpointConfig, Event, Pressure, Unattended,
};
use support::{Peer, is_peer, median};

const BYTES: usize = 128;
const ROUNDS: usize = 7;
const MESSAGES: u64 = 64 * 10_000;

fn main() {
    hyla_baselines::peer::run_if_peer();
    if is_peer() {
        return peer();
    }
    let setting = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |value| value.parse().unwrap())
    };
    let defaults = EndpointConfig::default();
    let config = EndpointConfig {
        bundle_bytes: setting("BUNDLE_BYTES", defaults.bundle_bytes as u64) as usize,
        bundle_gap: Duration::from_micros(setting("BUNDLE_GAP_US", 20)),
        ..defaults
    };
    let mut peer = Peer::start();
    let channel_at = peer.address();
    // A frame has four bytes of length.
    let take = Does::Take {
        bytes: BYTES + 4,
        count: MESSAGES,
    };
    let mut bare = Wait::ALL.map(|wait| {
        let medium = Medium::Tcp;
        let peer = hyla_baselines::peer::Peer::start(Counterpart { medium, wait }, take);
        (wait, peer.unwrap(), Vec::new())
    });
    let driven = Driven::new(channel_at, config.clone());
    let mut alone = Alone::new(channel_at, config.clone());

    let (mut channels, mut alones) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for (_, peer, rates) in &mut bare {
            let took = peer.stream().unwrap();
            rates.push(MESSAGES as f64 / took.as_secs_f64() / 1e6);
        }
        channels.push(driven.stream());
        alones.push(alone.stream());
    }

    println!(
        "TCP loopback, two processes, {BYTES} bytes one way, {ROUNDS} x {MESSAGES}; bundles of {} \
         KiB, gap {:?}",
        config.bundle_bytes >> 10,
        config.bundle_gap
    );
    println!(
        "{:<52} {:>8} {:>8} {:>8}",
        "million messages per second", "median", "lowest", "highest"
    );
    for (wait, _, rates) in &bare {
        line(&format!("bare tcp-{}", wait.name()), rates);
    }
    line(
        "Channel::send, endpoint polled by another thread",
        &channels,
    );
    line(
        "Channel::send, endpoint of the same thread (Gather)",
        &alones,
    );
    for (wait, _, rates) in &bare {
        let to = |ours: &[f64]| median(ours.iter().zip(rates).map(|(o, b)| o / b));
        println!(
            "ratio to bare {} in the same round: {:.2}, {:.2}",
            wait.name(),
            to(&channels),
            to(&alones)
        );
    }
    for (name, c) in [
        ("polled", driven.channel.counters()),
        ("same thread", alone.channel.counters()),
    ] {
        let ChannelCounters {
            frames_sent,
            bundles,
            writes,
            pressed_back,
            ..
        } = c;
        println!(
            "{name}: {:.0} frames a bundle, {writes} writes, pressed back {pressed_back} times",
            frames_sent as f64 / bundles as f64
        );
    }
}

fn line(name: &str, rates: &[f64]) {
    let middle = median(rates.iter().copied());
    let lowest = rates.iter().copied().fold(f64::MAX, f64::min);
    let highest = rates.iter().copied().fold(0.0, f64::max);
    println!("{name:<52} {middle:>8.2} {lowest:>8.2} {highest:>8.2}");
}

fn rate(start: Instant) -> f64 {
    MESSAGES as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn send_all(channel: &Channel) {
    for _ in 0..MESSAGES {
        let sent = channel
            .send(|frame| frame.extend_from_slice(&[1; BYTES]))
            .unwrap();
        if sent == Pressure::High {
            channel.wait_for_room(None).unwrap();
        }
    }
}

/// As in a federate with a thread for its endpoint.
struct Driven {
    channel: Channel,
    done: mpsc::Receiver<()>,
}

impl Driven {
    fn new(at: SocketAddr, config: EndpointConfig) -> Self {
        let mut endpoint = Endpoint::new(config).unwrap();
        let channel = endpoint.connect(&Address::Tcp(at));
        let (tell, done) = mpsc::channel();
        std::thread::spawn(move || {
            loop {
                endpoint
                    .poll(None, &mut |event| {
                        if let Event::Frame { .. } = event {
                            tell.send(()).unwrap();
                        }
                    })
                    .unwrap();
            }
        });
        Self { channel, done }
    }

    fn stream(&self) -> f64 {
        let start = Instant::now();
        send_all(&self.channel);
        self.done.recv().unwrap();
        rate(start)
    }
}

/// As in a single-threaded federate.
struct Alone {
    endpoint: Endpoint,
    channel: Channel,
}

impl Alone {
    fn new(at: SocketAddr, config: EndpointConfig) -> Self {
        let config = EndpointConfig {
            unattended: Unattended::Gather,
            ..config
        };
        let mut endpoint = Endpoint::new(config).unwrap();
        let channel = endpoint.connect(&Address::Tcp(at));
        Self { endpoint, channel }
    }

    fn stream(&mut self) -> f64 {
        let start = Instant::now();
        send_all(&self.channel);
        let mut done = false;
        while !done {
            self.endpoint
                .poll(None, &mut |event| {
                    done |= matches!(event, Event::Frame { .. });
                })
                .unwrap();
        }
        rate(start)
    }
}

fn peer() {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
    println!(
        "{}",
        endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap()
    );
    std::thread::spawn(move || {
        let mut channels = std::collections::HashMap::new();
        loop {
            endpoint
                .poll(None, &mut |event| match event {
                    Event::Accepted { channel, .. } => {
                        channels.insert(channel.id(), (channel, 0));
                    }
                    Event::Frame { channel, bytes, .. } => {
                        assert_eq!(bytes.len(), BYTES);
                        let known = channels.get_mut(&channel).unwrap();
                        known.1 += 1;
                        if known.1 == MESSAGES {
                            known.1 = 0;
                            known.0.send_parts(&[&[1]]).unwrap();
                        }
                    }
                    _ => {}
                })
                .unwrap();
        }
    });
    support::until_the_other_process_ends();
}
