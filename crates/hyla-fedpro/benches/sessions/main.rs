//! How fast sessions of the Federate Protocol reach each other, beside a bare relay of the same messages.
//!
//! Clients, server and relay are threads of this process over TCP on loopback; they take turns with the relay in one run, and
//! the medians are compared. The relay reads a call, decodes it with the same protobuf code, and writes the same answer and the
//! same callbacks as the server does, from a blocking thread for each client: what the protocol costs without an RTI.
//!
//! `cargo bench -p hyla-fedpro --bench sessions`
#![allow(clippy::unwrap_used, reason = "a bench")]

mod client;
mod relay;
mod server;

use std::time::{Duration, Instant};

use client::{Client, Party};

/// Turns of each, of which the median counts.
const TURNS: usize = 7;
const ROUND_TRIPS: usize = 3_000;
const WARM_UP: usize = 300;
const UPDATES: usize = 40_000;
const RECEIVERS: usize = 4;
/// Updates that wait for their answers at a time.
const WINDOW: usize = 256;
/// Bytes of one attribute's value.
const VALUE: usize = 128;

/// Times of one exchange of updates, there and back, between two clients.
fn round_trips(party: &mut Party, count: usize) -> Vec<Duration> {
    let [sender, receiver] = &mut party.clients[..] else {
        panic!("round trips are between two");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..count {
                receiver.hear_update();
                receiver.send_update(VALUE);
            }
        });
        (0..count)
            .map(|_| {
                let start = Instant::now();
                sender.send_update(VALUE);
                sender.hear_update();
                start.elapsed()
            })
            .collect()
    })
}

/// Updates per second from the first client to all others.
fn throughput(party: &mut Party) -> f64 {
    let (sender, receivers) = party.clients.split_first_mut().unwrap();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for receiver in receivers {
            scope.spawn(move || {
                for _ in 0..UPDATES {
                    receiver.hear_update();
                }
            });
        }
        sender.stream_updates(UPDATES, WINDOW, VALUE);
    });
    UPDATES as f64 / start.elapsed().as_secs_f64()
}

fn median<T: Copy + PartialOrd>(mut values: Vec<T>) -> T {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap());
    values[values.len() / 2]
}

fn microseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

fn latency() {
    let mut hyla = server::party(2);
    let mut bare = relay::party(2);
    let (mut of_hyla, mut of_bare) = (Vec::new(), Vec::new());
    for party in [&mut hyla, &mut bare] {
        round_trips(party, WARM_UP);
    }
    for _ in 0..TURNS {
        of_hyla.push(median(round_trips(&mut hyla, ROUND_TRIPS)));
        of_bare.push(median(round_trips(&mut bare, ROUND_TRIPS)));
    }
    let (hyla, bare) = (median(of_hyla), median(of_bare));
    println!(
        "update of {VALUE} bytes, there and back   hyla {:8.1} us   bare relay {:8.1} us   ratio {:.2} (target: at most 1.3)",
        microseconds(hyla),
        microseconds(bare),
        hyla.as_secs_f64() / bare.as_secs_f64()
    );
}

fn fan_out() {
    let mut hyla = server::party(1 + RECEIVERS);
    let mut bare = relay::party(1 + RECEIVERS);
    let (mut of_hyla, mut of_bare) = (Vec::new(), Vec::new());
    for party in [&mut hyla, &mut bare] {
        throughput(party);
    }
    for _ in 0..TURNS {
        of_hyla.push(throughput(&mut hyla));
        of_bare.push(throughput(&mut bare));
    }
    let (hyla, bare) = (median(of_hyla), median(of_bare));
    println!(
        "updates of {VALUE} bytes, one to {RECEIVERS}       hyla {hyla:8.0} /s   bare relay {bare:8.0} /s   ratio {:.2} (target: at least 0.7)",
        hyla / bare
    );
}

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let only: Option<String> = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    if only.as_deref().is_none_or(|only| only == "latency") {
        latency();
    }
    if only.as_deref().is_none_or(|only| only == "throughput") {
        fan_out();
    }
}

impl Client {
    /// Sends updates with at most `window` unanswered.
    fn stream_updates(&mut self, count: usize, window: usize, value: usize) {
        let (mut sent, mut answered) = (0, 0);
        while answered < count {
            while sent < count && sent - answered < window {
                self.queue_update(value);
                sent += 1;
            }
            self.flush();
            answered += self.hear_answers();
        }
    }
}
