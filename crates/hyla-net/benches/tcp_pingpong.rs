//! Round trip of 128 bytes between two processes over TCP loopback: bare blocking sockets against
//! channels, in turn in the same run. `cargo bench -p hyla-net --bench tcp_pingpong`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use hyla_net::Address;
use support::pingpong::{BYTES, Caller, ROUNDS, TRIPS, answer, bare_trips, configs};
use support::{Peer, is_peer, latency_header, latency_line};

fn main() {
    if is_peer() {
        return peer();
    }
    let mut peer = Peer::start();
    let mut bare = TcpStream::connect(peer.address()).unwrap();
    bare.set_nodelay(true).unwrap();
    let mut callers = configs().map(|config| Caller::new(&peer.line().parse().unwrap(), config));

    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        times[0].push(bare_trips(|buffer| {
            bare.write_all(buffer).unwrap();
            bare.read_exact(buffer).unwrap();
        }));
        for (caller, times) in callers.iter_mut().zip(&mut times[1..]) {
            times.push(caller.trips());
        }
    }

    println!("TCP loopback, two processes, {BYTES} bytes there and back, {ROUNDS} x {TRIPS}");
    latency_header();
    let bare = latency_line("bare blocking socket, nodelay", &times[0]);
    let yielding = latency_line("channel, yields 50 us, then blocks (default)", &times[1]);
    let blocking = latency_line("channel, blocks at once", &times[2]);
    println!(
        "ratio of p50 to bare: {:.2} (blocking at once: {:.2})",
        yielding / bare,
        blocking / bare
    );
}

fn peer() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    println!("{}", listener.local_addr().unwrap());
    answer(|endpoint| {
        let at = endpoint.listen("127.0.0.1:0".parse().unwrap());
        Address::Tcp(at.unwrap())
    });
    let (mut bare, _) = listener.accept().unwrap();
    bare.set_nodelay(true).unwrap();
    let mut buffer = [0; BYTES];
    // Until the other process ends.
    while bare.read_exact(&mut buffer).is_ok() {
        bare.write_all(&buffer).unwrap();
    }
}
