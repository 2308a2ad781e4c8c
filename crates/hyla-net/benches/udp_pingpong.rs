//! Round trip of 128 bytes between two processes over UDP loopback: bare blocking sockets against
//! channels, in turn in the same run. `cargo bench -p hyla-net --bench udp_pingpong`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use std::net::UdpSocket;

use hyla_net::Address;
use support::pingpong::{BYTES, Caller, ROUNDS, TRIPS, answer, bare_trips, configs};
use support::{Peer, is_peer, latency_header, latency_line};

fn main() {
    if is_peer() {
        return peer();
    }
    let mut peer = Peer::start();
    let bare = UdpSocket::bind("127.0.0.1:0").unwrap();
    bare.connect(peer.address()).unwrap();
    let mut callers = configs().map(|config| Caller::new(&peer.line().parse().unwrap(), config));

    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        times[0].push(bare_trips(|buffer| {
            bare.send(buffer).unwrap();
            bare.recv(buffer).unwrap();
        }));
        for (caller, times) in callers.iter_mut().zip(&mut times[1..]) {
            times.push(caller.trips());
        }
    }

    println!("UDP loopback, two processes, {BYTES} bytes there and back, {ROUNDS} x {TRIPS}");
    latency_header();
    let bare = latency_line("bare blocking socket", &times[0]);
    let yielding = latency_line("channel, yields 50 us, then blocks (default)", &times[1]);
    let blocking = latency_line("channel, blocks at once", &times[2]);
    println!(
        "ratio of p50 to bare: {:.2} (blocking at once: {:.2})",
        yielding / bare,
        blocking / bare
    );
}

fn peer() {
    let bare = UdpSocket::bind("127.0.0.1:0").unwrap();
    println!("{}", bare.local_addr().unwrap());
    answer(|endpoint| {
        let at = endpoint.listen_udp("127.0.0.1:0".parse().unwrap());
        Address::Udp(at.unwrap())
    });
    let mut buffer = [0; BYTES];
    loop {
        let (count, caller) = bare.recv_from(&mut buffer).unwrap();
        bare.send_to(&buffer[..count], caller).unwrap();
    }
}
