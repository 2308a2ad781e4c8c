//! Round trip of 128 bytes between two processes over UDP loopback: bare blocking sockets against
//! channels, in turn in the same run. `cargo bench -p hyla-net --bench udp_pingpong`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use std::net::{SocketAddr, UdpSocket};
use std::time::Instant;

use hdrhistogram::Histogram;
use hyla_net::{Address, Channel, Endpoint, EndpointConfig, Event};
use support::{Peer, histogram, is_peer, latency_header, latency_line, record};

const BYTES: usize = 128;
const ROUNDS: usize = 11;
const TRIPS: usize = 10_000;

fn main() {
    if is_peer() {
        return peer();
    }
    let mut peer = Peer::start();
    let (bare_at, yielding_at, blocking_at) = (peer.address(), peer.address(), peer.address());
    let bare = UdpSocket::bind("127.0.0.1:0").unwrap();
    bare.connect(bare_at).unwrap();
    let mut yielding = Caller::new(yielding_at, yielding_config());
    let mut blocking = Caller::new(blocking_at, blocking_config());

    let (mut bares, mut yields, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bares.push(bare_trips(&bare));
        yields.push(yielding.trips());
        blocks.push(blocking.trips());
    }

    println!("UDP loopback, two processes, {BYTES} bytes there and back, {ROUNDS} x {TRIPS}");
    latency_header();
    let bare = latency_line("bare blocking socket", &bares);
    let yielding = latency_line("channel, yields 50 us, then blocks (default)", &yields);
    let blocking = latency_line("channel, blocks at once", &blocks);
    println!(
        "ratio of p50 to bare: {:.2} (blocking at once: {:.2})",
        yielding / bare,
        blocking / bare
    );
}

fn yielding_config() -> EndpointConfig {
    EndpointConfig::default()
}

fn blocking_config() -> EndpointConfig {
    EndpointConfig {
        wait: hyla_net::Wait::Block,
        ..EndpointConfig::default()
    }
}

fn bare_trips(socket: &UdpSocket) -> Histogram<u64> {
    let mut times = histogram();
    let mut buffer = [1; BYTES];
    for _ in 0..TRIPS {
        let start = Instant::now();
        socket.send(&buffer).unwrap();
        socket.recv(&mut buffer).unwrap();
        record(&mut times, start.elapsed());
    }
    times
}

struct Caller {
    endpoint: Endpoint,
    channel: Channel,
}

impl Caller {
    fn new(at: SocketAddr, config: EndpointConfig) -> Self {
        let mut endpoint = Endpoint::new(config).unwrap();
        let channel = endpoint.connect(&Address::Udp(at));
        Self { endpoint, channel }
    }

    fn trips(&mut self) -> Histogram<u64> {
        let mut times = histogram();
        let mut left = TRIPS;
        let mut start = Instant::now();
        self.channel.send_parts(&[&[1; BYTES]]).unwrap();
        while left > 0 {
            self.endpoint
                .poll(None, &mut |event| {
                    if let Event::Frame { bytes, .. } = event {
                        record(&mut times, start.elapsed());
                        left -= 1;
                        if left > 0 {
                            start = Instant::now();
                            self.channel.send_parts(&[bytes]).unwrap();
                        }
                    }
                })
                .unwrap();
        }
        times
    }
}

fn peer() {
    let bare = UdpSocket::bind("127.0.0.1:0").unwrap();
    println!("{}", bare.local_addr().unwrap());
    for config in [yielding_config(), blocking_config()] {
        let mut endpoint = Endpoint::new(config).unwrap();
        println!(
            "{}",
            endpoint.listen_udp("127.0.0.1:0".parse().unwrap()).unwrap()
        );
        std::thread::spawn(move || {
            let mut back = None;
            loop {
                endpoint
                    .poll(None, &mut |event| match event {
                        Event::Accepted { channel, .. } => back = Some(channel),
                        Event::Frame { bytes, .. } => {
                            back.as_ref().unwrap().send_parts(&[bytes]).unwrap();
                        }
                        _ => {}
                    })
                    .unwrap();
            }
        });
    }
    let mut buffer = [0; BYTES];
    loop {
        let (count, caller) = bare.recv_from(&mut buffer).unwrap();
        bare.send_to(&buffer[..count], caller).unwrap();
    }
}
