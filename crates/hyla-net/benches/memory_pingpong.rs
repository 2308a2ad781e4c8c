//! Round trip of 128 bytes between two processes over shared memory: bare rings, blocking by futex and
//! yielding, against channels, in turn in the same run. `cargo bench -p hyla-net --bench memory_pingpong`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

#[cfg(target_os = "linux")]
#[path = "support/ring.rs"]
mod ring;
mod support;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    pingpong::main();
}

#[cfg(target_os = "linux")]
mod pingpong {
    use std::os::fd::AsRawFd;

    use hdrhistogram::Histogram;

    use crate::ring::{BareRing, Waits, memory};
    use crate::support::pingpong::{BYTES, Caller, ROUNDS, TRIPS, answer, bare_trips, configs};
    use crate::support::{Peer, is_peer, latency_header, latency_line};

    const WAYS: [Waits; 2] = [Waits::Futex, Waits::Yield];
    const MEMORY: &str = "HYLA_NET_BENCH_MEMORY";

    pub(super) fn main() {
        if is_peer() {
            return peer();
        }
        let memories: Vec<_> = WAYS.iter().map(|_| (memory(), memory())).collect();
        let numbers: Vec<_> = memories
            .iter()
            .flat_map(|(there, back)| [there.as_raw_fd().to_string(), back.as_raw_fd().to_string()])
            .collect();
        let mut peer = Peer::start_with(MEMORY, &numbers.join(","));
        let mut callers =
            configs().map(|config| Caller::new(&peer.line().parse().unwrap(), config));
        let mut bare: Vec<_> = WAYS
            .iter()
            .zip(&memories)
            .map(|(waits, (there, back))| {
                (BareRing::new(there, *waits), BareRing::new(back, *waits))
            })
            .collect();

        let mut times: [Vec<Histogram<u64>>; 4] = Default::default();
        for _ in 0..ROUNDS {
            for (at, (there, back)) in bare.iter_mut().enumerate() {
                times[at].push(bare_trips(|buffer| {
                    there.write(buffer);
                    back.read(buffer);
                }));
            }
            for (at, caller) in callers.iter_mut().enumerate() {
                times[2 + at].push(caller.trips());
            }
        }

        println!("shared memory, two processes, {BYTES} bytes there and back, {ROUNDS} x {TRIPS}");
        latency_header();
        let futex = latency_line("bare ring, futex", &times[0]);
        let yields = latency_line("bare ring, yields", &times[1]);
        let yielding = latency_line("channel, yields 50 us, then blocks (default)", &times[2]);
        let blocking = latency_line("channel, blocks at once", &times[3]);
        println!(
            "ratio of p50: blocking to futex {:.2}, default to yield {:.2}",
            blocking / futex,
            yielding / yields
        );
    }

    fn peer() {
        answer(|endpoint| {
            endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
            endpoint.shared_memory_addresses().next().unwrap()
        });
        let inherited = std::env::var(MEMORY).unwrap();
        let numbers: Vec<i32> = inherited.split(',').map(|n| n.parse().unwrap()).collect();
        let mut rings: Vec<_> = WAYS
            .iter()
            .zip(numbers.chunks(2))
            .map(|(waits, pair)| {
                let end = |number| BareRing::inherited(number, *waits);
                (end(pair[0]), end(pair[1]))
            })
            .collect();
        // In the order of the rounds: a ring that yields would not let the others be measured.
        loop {
            for (there, back) in &mut rings {
                let mut buffer = [0; BYTES];
                for _ in 0..TRIPS {
                    there.read(&mut buffer);
                    back.write(&buffer);
                }
            }
        }
    }
}
