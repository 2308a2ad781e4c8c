//! The bare counterpart: a blocking TCP ping-pong between two processes.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

use hdrhistogram::Histogram;

/// Bytes of a message: the value and as much header as Hyla sends.
pub(crate) const MESSAGE: usize = 128 + 24;

/// The child: sends everything back.
pub(crate) fn echo(at: &str) {
    let mut stream = TcpStream::connect(at).expect("the parent listens");
    stream.set_nodelay(true).expect("TCP");
    let mut message = [0; MESSAGE];
    while stream.read_exact(&mut message).is_ok() {
        if stream.write_all(&message).is_err() {
            return;
        }
    }
}

/// Round trips in nanoseconds against a child that echoes.
pub(crate) fn round_trips(count: u32) -> Histogram<u64> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let at = listener.local_addr().expect("bound").to_string();
    let mut child = crate::tcp::spawn("bare-echo", &at);
    let (mut stream, _) = listener.accept().expect("the child calls");
    stream.set_nodelay(true).expect("TCP");
    let mut message = [7; MESSAGE];
    let mut times = Histogram::new_with_bounds(1, 60_000_000_000, 3).expect("three digits");
    for number in 0..count {
        let start = Instant::now();
        stream.write_all(&message).expect("the child lives");
        stream.read_exact(&mut message).expect("the child lives");
        if number >= count / 10 {
            times.saturating_record(start.elapsed().as_nanos() as u64);
        }
    }
    drop(stream);
    let _ = child.wait();
    times
}
