//! Barriers made of TCP sockets and nothing else.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::time::Instant;

use crate::{line, rounds, slowest, spawn};

/// Size of a report: as long as the shortest that a coordinator could do with.
const REPORT: [u8; 16] = [7; 16];

fn ready(stream: &TcpStream) {
    stream.set_nodelay(true).expect("a TCP stream");
}

fn receive(stream: &mut TcpStream) {
    let mut report = REPORT;
    stream.read_exact(&mut report).expect("the others go on");
}

fn send(stream: &mut TcpStream) {
    stream.write_all(&REPORT).expect("the others go on");
}

/// Microseconds for a round through one process in the middle, which is this one.
pub(crate) fn central_round(of: usize) -> f64 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let at = listener.local_addr().expect("bound").to_string();
    let mut children: Vec<Child> = (0..of).map(|i| spawn("central", &at, i, of)).collect();
    let mut streams: Vec<TcpStream> = (0..of)
        .map(|_| {
            let (stream, _) = listener.accept().expect("the children call");
            ready(&stream);
            stream
        })
        .collect();
    for _ in 0..rounds(of) + rounds(of) / 10 {
        streams.iter_mut().for_each(receive);
        streams.iter_mut().for_each(send);
    }
    slowest(&mut children)
}

/// A process that takes part.
pub(crate) fn central(at: &str, of: usize) {
    let mut stream = TcpStream::connect(at).expect("the parent listens");
    ready(&stream);
    measure(of, || {
        send(&mut stream);
        receive(&mut stream);
    });
}

/// Microseconds for a round in which each tells each other.
pub(crate) fn mesh_round(of: usize) -> f64 {
    let mut children: Vec<Child> = (0..of).map(|i| spawn("mesh", "", i, of)).collect();
    let addresses: Vec<String> = children.iter_mut().map(line).collect();
    for child in &mut children {
        let input = child.stdin.as_mut().expect("piped");
        writeln!(input, "{}", addresses.join(" ")).expect("it listens");
    }
    slowest(&mut children)
}

/// A process that takes part.
pub(crate) fn mesh(index: usize, of: usize) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    println!("{}", listener.local_addr().expect("bound"));
    let mut addresses = String::new();
    std::io::stdin().read_line(&mut addresses).expect("text");
    let addresses: Vec<&str> = addresses.split_whitespace().collect();
    // Each calls those before it.
    let mut streams: Vec<TcpStream> = addresses[..index]
        .iter()
        .map(|at| TcpStream::connect(at).expect("it listens"))
        .collect();
    streams.extend((index + 1..of).map(|_| listener.accept().expect("it calls").0));
    streams.iter().for_each(ready);
    measure(of, || {
        streams.iter_mut().for_each(send);
        streams.iter_mut().for_each(receive);
    });
}

/// Runs the rounds and prints what one took.
pub(crate) fn measure(of: usize, mut round: impl FnMut()) {
    for _ in 0..rounds(of) / 10 {
        round();
    }
    let start = Instant::now();
    for _ in 0..rounds(of) {
        round();
    }
    println!(
        "{}",
        start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds(of))
    );
}
