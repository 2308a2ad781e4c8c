//! Two ends of a lane and the time between them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use hyla_net::Reliability::{self, BestEffort, Reliable};
use hyla_net::modules::{Chain, Facts, ModuleSpec, Outlet, To};

/// Datagrams of an Ethernet.
pub(crate) const DATAGRAM: usize = 1472;

/// Output of a chain.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) wire: VecDeque<Vec<u8>>,
    pub(crate) to: Vec<To>,
    pub(crate) heard: Vec<Vec<u8>>,
}

impl Outlet for Given {
    fn to_wire(&mut self, to: To, packet: &[u8]) {
        self.wire.push_back(packet.to_vec());
        self.to.push(to);
    }

    fn to_federate(&mut self, frame: &[u8]) {
        self.heard.push(frame.to_vec());
    }
}

/// A chain and its output.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) chain: Chain,
    pub(crate) given: Given,
}

impl End {
    pub(crate) fn new(specs: &[ModuleSpec], facts: Facts) -> Self {
        Self {
            chain: Chain::new(specs, facts).unwrap(),
            given: Given::default(),
        }
    }

    pub(crate) fn send(&mut self, frame: &[u8], now: Instant) {
        let _ = self.chain.send(frame, now, &mut self.given).unwrap();
    }

    pub(crate) fn turn(&mut self, now: Instant) {
        self.chain.turn(now, &mut self.given);
    }

    pub(crate) fn arrived(&mut self, packet: &[u8], now: Instant) {
        self.chain.arrived(packet, now, &mut self.given);
    }

    /// Value of a counter, written as `module.counter`.
    pub(crate) fn counter(&self, name: &str) -> u64 {
        let mut found = None;
        self.chain.counters(&mut |module, counter, value| {
            if name == format!("{module}.{counter}") {
                found = Some(value);
            }
        });
        found.unwrap_or_else(|| panic!("no counter {name}"))
    }
}

/// Both ends of a lane.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) sender: End,
    pub(crate) receiver: End,
    pub(crate) start: Instant,
    pub(crate) now: Instant,
    /// Packets over the wire, in both directions.
    pub(crate) packets: usize,
}

impl Pair {
    pub(crate) fn new(specs: &[ModuleSpec], facts: Facts) -> Self {
        let start = Instant::now();
        let sender = End::new(specs, facts);
        // As the receiver learns it when the lane opens.
        let told = ModuleSpec::decode(&ModuleSpec::encode(sender.chain.specs())).unwrap();
        assert_eq!(told, sender.chain.specs());
        Self {
            sender,
            receiver: End::new(&told, facts),
            start,
            now: start,
            packets: 0,
        }
    }

    pub(crate) fn send(&mut self, frame: &[u8]) {
        self.sender.send(frame, self.now);
    }

    /// Carries the packets that are on the wire now.
    pub(crate) fn carry(&mut self) {
        while !self.sender.given.wire.is_empty() || !self.receiver.given.wire.is_empty() {
            while let Some(packet) = self.sender.given.wire.pop_front() {
                self.packets += 1;
                self.receiver.arrived(&packet, self.now);
            }
            while let Some(packet) = self.receiver.given.wire.pop_front() {
                self.packets += 1;
                self.sender.arrived(&packet, self.now);
            }
        }
    }

    /// Advances the time to the next timer, at most to `until`. `false` if there is none.
    pub(crate) fn step(&mut self, until: Instant) -> bool {
        self.carry();
        let dues = [self.sender.chain.due(), self.receiver.chain.due()];
        match dues.into_iter().flatten().min() {
            Some(due) if due <= until => {
                self.now = self.now.max(due);
                self.sender.turn(self.now);
                self.receiver.turn(self.now);
                self.carry();
                true
            }
            _ => false,
        }
    }

    /// Advances the time by that much.
    pub(crate) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while self.step(until) {}
        self.now = until;
    }

    /// Advances the time until nothing is due any more; gives the time since the start.
    pub(crate) fn settle(&mut self, at_most: Duration) -> Duration {
        let until = self.start + at_most;
        while self.step(until) {
            assert!(self.packets < 10_000_000, "no end of packets");
        }
        assert_eq!(self.sender.chain.due(), None, "{:?}", self.sender.chain);
        self.now - self.start
    }

    pub(crate) fn heard(&self) -> &[Vec<u8>] {
        &self.receiver.given.heard
    }
}

/// Modules with default parameters.
pub(crate) fn named(names: &[&str]) -> Vec<ModuleSpec> {
    names
        .iter()
        .map(|name| ModuleSpec::from_name(name).unwrap())
        .collect()
}

pub(crate) fn datagrams(reliability: Reliability) -> Facts {
    Facts {
        max_packet_bytes: DATAGRAM,
        lossy: true,
        reliability,
    }
}

pub(crate) fn best_effort() -> Facts {
    datagrams(BestEffort)
}

pub(crate) fn reliable() -> Facts {
    datagrams(Reliable)
}

/// A wire that loses nothing.
pub(crate) fn stream(reliability: Reliability) -> Facts {
    Facts {
        max_packet_bytes: 128 << 20,
        lossy: false,
        reliability,
    }
}

/// A frame of that length with its number.
pub(crate) fn frame(number: usize, bytes: usize) -> Vec<u8> {
    let mut frame = (number as u32).to_le_bytes().to_vec();
    let wanted = bytes.max(4);
    while frame.len() < wanted {
        // Neither constant nor random, so that it compresses somewhat.
        frame.push((number + frame.len() / 7) as u8);
    }
    frame
}
