//! Datagrams of channels: their heads, and packets that pass through a chain of protocol modules.

use std::time::{Duration, Instant};

use hyla_net::Reliability;
use hyla_net::diagnosis::decode_datagram;
use hyla_net::modules::{Chain, Facts, ModuleSpec, Outlet, To};

/// Counts the bytes that leave.
#[derive(Default)]
struct Sink(usize);

impl Outlet for Sink {
    fn to_wire(&mut self, _: To, packet: &[u8]) {
        self.0 += packet.len();
    }

    fn to_federate(&mut self, frame: &[u8]) {
        self.0 += frame.len();
    }
}

/// Chains that datagrams may have, from the federate to the wire.
const CHAINS: [&[&str]; 6] = [
    &["sequence"],
    &["bundle", "sequence"],
    &["fragment", "sequence", "checksum"],
    &["compress", "fragment", "sequence"],
    &["fragment", "retransmit"],
    &["bundle", "compress", "fragment", "retransmit", "checksum"],
];

/// Checks one input.
pub fn check(input: &[u8]) {
    let _ = decode_datagram(input);
    let Some((&which, mut rest)) = input.split_first() else {
        return;
    };
    let names = CHAINS[usize::from(which) % CHAINS.len()];
    let specs: Vec<_> = names
        .iter()
        .filter_map(|name| ModuleSpec::from_name(name))
        .collect();
    let reliability = match names.contains(&"retransmit") {
        true => Reliability::Reliable,
        false => Reliability::BestEffort,
    };
    let facts = Facts {
        max_packet_bytes: 1400,
        lossy: true,
        reliability,
    };
    let mut chain = Chain::new(&specs, facts).expect("these modules go together");
    let (mut now, mut sink) = (Instant::now(), Sink::default());
    // Each packet begins with its length.
    while let Some((&length, tail)) = rest.split_first() {
        let (packet, tail) = tail.split_at(tail.len().min(length.into()));
        chain.arrived(packet, now, &mut sink);
        now += Duration::from_millis(u64::from(length));
        chain.turn(now, &mut sink);
        rest = tail;
    }
    let _ = chain.send(b"frame", now, &mut sink);
    chain.flush(now, &mut sink);
}
