//! Channels over datagrams (UDP): a chain of protocol modules at both ends, and a socket between.
//!
//! ```text
//!  caller                          listener
//!    hello ------------------------>          keeps no state
//!    <------------------------ welcome        with an id that only that caller can know
//!    begin (id, name, chain) ------>          the channel exists: `Accepted`
//!    <-------------------------- begun        `Opened`
//!    data <========================> data     each with the id that its reader gave
//! ```
//!
//! A caller repeats each step until it is answered. Each call has a socket of its own, connected
//! and marked with the priority of its profile; all channels of a listener share its socket until strangers flood it, and
//! ids distinguish their peers, not source addresses. The end is sent once; a peer that missed it
//! learns of it from the answer to its next heartbeat, or by a timeout.
//!
//! Where a federation has keys, all datagrams are sealed on their way to the socket (`secure/datagram_seal.rs`).

mod attended;
mod batch;
mod engine;
mod entry;
mod group;
mod group_queue;
mod group_sender;
mod link;
mod making;
mod options;
mod packet;
mod receive_pass;
mod socket;
mod state;

use crate::Reliability;
use crate::modules::{Facts, ModuleSpec};
use crate::secure::DATAGRAM_SEAL_BYTES;

pub(crate) use entry::{DatagramEntry, DatagramStage, PendingCall};
pub(crate) use group::Group;
pub use group::{GroupOptions, MulticastGroup};
pub use group_sender::{GroupCounters, GroupSender, MAX_GROUP_FRAME_BYTES};
pub(crate) use link::DatagramCarrier;
pub(crate) use making::connect;
pub(crate) use packet::{Id, Packet, Step, Terms, packet, step, unknown};
pub(crate) use receive_pass::ReceivePass;
pub(crate) use socket::{Destination, ReceiveBatch, UdpWire};

/// Largest datagram sent: passes every usual network unfragmented.
const MAX_DATAGRAM_BYTES: usize = 1400;

/// Conditions of a chain over datagrams.
fn facts(reliability: Reliability, are_sealed: bool) -> Facts {
    let seal = if are_sealed { DATAGRAM_SEAL_BYTES } else { 0 };
    Facts {
        max_packet_bytes: MAX_DATAGRAM_BYTES - packet::HEAD_BYTES - seal,
        lossy: true,
        reliability,
    }
}

/// The chain of a profile without modules.
fn standard_chain(reliability: Reliability) -> Vec<ModuleSpec> {
    let last = match reliability {
        Reliability::BestEffort => "sequence",
        Reliability::Reliable => "retransmit",
    };
    let names = ["bundle", "fragment", last];
    names
        .into_iter()
        .filter_map(ModuleSpec::from_name)
        .collect()
}
