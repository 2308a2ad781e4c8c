//! The bare counterparts: a blocking TCP connection, and a ring in shared memory.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::process::Child;
use std::time::Instant;

use hdrhistogram::Histogram;

use crate::processes::spawn;
use crate::ring::{BareRing, Waits, memory};

/// Bytes of a message: the value and as much header as Hyla sends.
pub(crate) const MESSAGE: usize = 128 + 24;

/// What to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bare {
    Tcp,
    RingFutex,
    RingYield,
}

/// Bytes both ways between two processes.
trait Pipe {
    fn send(&mut self, bytes: &[u8]);
    /// `false` if the other side has gone.
    fn receive(&mut self, bytes: &mut [u8]) -> bool;
}

impl Pipe for TcpStream {
    fn send(&mut self, bytes: &[u8]) {
        let _gone = self.write_all(bytes);
    }

    fn receive(&mut self, bytes: &mut [u8]) -> bool {
        self.read_exact(bytes).is_ok()
    }
}

/// A ring for each direction.
struct Rings {
    out: BareRing,
    back: BareRing,
}

impl Pipe for Rings {
    fn send(&mut self, bytes: &[u8]) {
        self.out.write(bytes);
    }

    fn receive(&mut self, bytes: &mut [u8]) -> bool {
        self.back.read(bytes);
        true
    }
}

impl Bare {
    fn waits(self) -> Waits {
        match self {
            Self::RingYield => Waits::Yield,
            Self::Tcp | Self::RingFutex => Waits::Futex,
        }
    }

    /// Starts the other process and connects to it.
    fn open(self, role: &str, arguments: &str) -> (Child, Box<dyn Pipe>) {
        if self == Self::Tcp {
            let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
            let at = listener.local_addr().expect("bound").to_string();
            let child = spawn(&format!("bare {role}"), &format!("{at} {arguments}"));
            let (stream, _) = listener.accept().expect("the child calls");
            stream.set_nodelay(true).expect("TCP");
            return (child, Box::new(stream));
        }
        let (there, back) = (memory(), memory());
        let waits = match self.waits() {
            Waits::Futex => "futex",
            Waits::Yield => "yield",
        };
        let at = format!(
            "{},{},{waits} {arguments}",
            there.as_raw_fd(),
            back.as_raw_fd()
        );
        let child = spawn(&format!("bare {role}"), &at);
        let rings = Rings {
            out: BareRing::new(&there, self.waits()),
            back: BareRing::new(&back, self.waits()),
        };
        (child, Box::new(rings))
    }

    /// Round trips in nanoseconds against a child that echoes.
    pub(crate) fn round_trips(self, count: u32) -> Histogram<u64> {
        let (mut child, mut pipe) = self.open("echo", &count.to_string());
        let mut message = [7; MESSAGE];
        let mut times = Histogram::new_with_bounds(1, 60_000_000_000, 3).expect("three digits");
        for number in 0..count {
            let start = Instant::now();
            pipe.send(&message);
            assert!(pipe.receive(&mut message), "the child lives");
            if number >= count / 10 {
                times.saturating_record(start.elapsed().as_nanos() as u64);
            }
        }
        drop(pipe);
        let _ = child.wait();
        times
    }

    /// Seconds for so many messages one way.
    pub(crate) fn bulk(self, count: u64, bytes: usize) -> f64 {
        let (mut child, mut pipe) = self.open("sink", &format!("{count} {bytes}"));
        let message = vec![7; bytes];
        // The child is there.
        assert!(pipe.receive(&mut [0]), "the child lives");
        let start = Instant::now();
        for _ in 0..count {
            pipe.send(&message);
        }
        assert!(pipe.receive(&mut [0]), "the child lives");
        let elapsed = start.elapsed().as_secs_f64();
        drop(pipe);
        let _ = child.wait();
        elapsed
    }
}

/// The other process.
pub(crate) fn child(role: &str, arguments: &str) {
    let mut words = arguments.split_whitespace();
    let at = words.next().expect("an address");
    let numbers: Vec<usize> = words.map(|word| word.parse().expect("a number")).collect();
    let mut pipe: Box<dyn Pipe> = if at.contains(',') {
        let mut parts = at.split(',');
        let mut part = || parts.next().expect("three parts");
        let (there, back) = (part(), part());
        let waits = match part() {
            "yield" => Waits::Yield,
            _ => Waits::Futex,
        };
        let ring = |number: &str| BareRing::inherited(number.parse().expect("a number"), waits);
        Box::new(Rings {
            out: ring(back),
            back: ring(there),
        })
    } else {
        let stream = TcpStream::connect(at).expect("the parent listens");
        stream.set_nodelay(true).expect("TCP");
        Box::new(stream)
    };
    if role == "bare echo" {
        let mut message = [0; MESSAGE];
        for _ in 0..numbers[0] {
            if !pipe.receive(&mut message) {
                return;
            }
            pipe.send(&message);
        }
        return;
    }
    let mut message = vec![0; numbers[1]];
    pipe.send(&[1]);
    for _ in 0..numbers[0] {
        if !pipe.receive(&mut message) {
            return;
        }
    }
    pipe.send(&[1]);
}
