//! 128-byte messages through chains of protocol modules, from the sender's federate to the
//! receiver's, without a wire; compared with plain copies of the messages. `cargo bench -p hyla-net
//! --bench modules`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use hyla_net::Reliability::{self, BestEffort, Reliable};
use hyla_net::modules::{Chain, Facts, ImpairSpec, ModuleSpec, Outlet, To};
use support::median;

const BYTES: usize = 128;
const ROUNDS: usize = 9;
const MESSAGES: usize = 400_000;

/// Simulated time between two messages; nothing waits for it.
const APART: Duration = Duration::from_nanos(100);

/// Packets of one end, as a driver collects them for one system call.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    heard: u64,
}

impl Outlet for Batch {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.bytes.extend_from_slice(packet);
        self.ends.push(self.bytes.len());
    }

    fn to_federate(&mut self, frame: &[u8]) {
        black_box(frame);
        self.heard += 1;
    }
}

struct Lane {
    name: &'static str,
    sender: (Chain, Batch),
    receiver: (Chain, Batch),
    now: Instant,
}

impl Lane {
    fn new(name: &'static str, specs: &[ModuleSpec], reliability: Reliability) -> Self {
        let facts = Facts {
            max_packet_bytes: 1472,
            lossy: true,
            reliability,
        };
        let sender = Chain::new(specs, facts).unwrap();
        let receiver = Chain::new(sender.specs(), facts).unwrap();
        Self {
            name,
            sender: (sender, Batch::default()),
            receiver: (receiver, Batch::default()),
            now: Instant::now(),
        }
    }

    /// Passes all packets of one end to the other.
    fn carry(from: &mut Batch, (chain, given): &mut (Chain, Batch), now: Instant) {
        let mut start = 0;
        for &end in &from.ends {
            chain.arrived(&from.bytes[start..end], now, given);
            start = end;
        }
        from.ends.clear();
        from.bytes.clear();
        if chain.due().is_some_and(|due| due <= now) {
            chain.turn(now, given);
        }
    }

    fn exchange(&mut self) {
        Self::carry(&mut self.sender.1, &mut self.receiver, self.now);
        Self::carry(&mut self.receiver.1, &mut self.sender, self.now);
    }

    /// Millions of messages per second.
    fn round(&mut self, message: &[u8]) -> f64 {
        let heard = self.receiver.1.heard;
        let start = Instant::now();
        for number in 0..MESSAGES {
            let (chain, given) = &mut self.sender;
            let _ = chain.send(message, self.now, given).unwrap();
            self.now += APART;
            if number % 256 == 255 {
                if chain.due().is_some_and(|due| due <= self.now) {
                    chain.turn(self.now, given);
                }
                self.exchange();
            }
        }
        loop {
            self.exchange();
            let dues = [self.sender.0.due(), self.receiver.0.due()];
            let Some(due) = dues.into_iter().flatten().min() else {
                break;
            };
            self.now = self.now.max(due);
            self.sender.0.turn(self.now, &mut self.sender.1);
            self.receiver.0.turn(self.now, &mut self.receiver.1);
        }
        let took = start.elapsed();
        assert_eq!(self.receiver.1.heard - heard, MESSAGES as u64);
        MESSAGES as f64 / took.as_secs_f64() / 1e6
    }
}

fn named(names: &[&str]) -> Vec<ModuleSpec> {
    names
        .iter()
        .map(|name| ModuleSpec::from_name(name).unwrap())
        .collect()
}

fn bare(message: &[u8]) -> f64 {
    let mut batch = Batch::default();
    let start = Instant::now();
    for number in 0..MESSAGES {
        batch.to_wire(To::Peer, black_box(message));
        if number % 256 == 255 {
            let mut from = 0;
            for &end in &batch.ends {
                black_box(&batch.bytes[from..end]);
                from = end;
            }
            batch.bytes.clear();
            batch.ends.clear();
        }
    }
    MESSAGES as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let mut lossy = named(&["bundle", "fragment", "retransmit"]);
    lossy.push(ModuleSpec::Impair(ImpairSpec {
        delay: Duration::from_micros(200),
        loss: 0.05,
        ..ImpairSpec::default()
    }));
    let mut lanes = [
        Lane::new("(sequence)", &named(&[]), BestEffort),
        Lane::new("bundle", &named(&["bundle"]), BestEffort),
        Lane::new(
            "bundle, fragment",
            &named(&["bundle", "fragment"]),
            BestEffort,
        ),
        Lane::new(
            "bundle, fragment, checksum",
            &named(&["bundle", "fragment", "checksum"]),
            BestEffort,
        ),
        Lane::new(
            "bundle, compress, fragment",
            &named(&["bundle", "compress", "fragment"]),
            BestEffort,
        ),
        Lane::new("retransmit", &named(&["retransmit"]), Reliable),
        Lane::new(
            "bundle, fragment, retransmit",
            &named(&["bundle", "fragment", "retransmit"]),
            Reliable,
        ),
        Lane::new("bundle, fragment, retransmit, impair 5 %", &lossy, Reliable),
    ];
    let message: Vec<u8> = (0..BYTES).map(|at| (at * at / 5) as u8).collect();

    let mut bares = Vec::new();
    let mut rates = vec![Vec::new(); lanes.len()];
    for _ in 0..ROUNDS {
        bares.push(bare(&message));
        for (lane, rates) in lanes.iter_mut().zip(&mut rates) {
            rates.push(lane.round(&message));
        }
    }

    println!("{BYTES} bytes through both ends of a chain; median of {ROUNDS} rounds");
    println!("{:<44} {:>14}", "chain", "million/s");
    println!("{:<44} {:>14.2}", "bare copy", median(bares.into_iter()));
    for (lane, rates) in lanes.iter().zip(rates) {
        println!("{:<44} {:>14.2}", lane.name, median(rates.into_iter()));
    }
}
