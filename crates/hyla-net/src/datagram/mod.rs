//! Channels over datagrams (UDP): a chain of protocol modules at both ends, and a socket between.
//!
//! ```text
//!  caller                          listener
//!    hello ------------------------>          keeps nothing, whoever asks
//!    <------------------------ welcome        with an id that only that caller can know
//!    begin (id, name, chain) ------>          the channel is there: `Accepted`
//!    <-------------------------- begun        `Opened`
//!    data <========================> data     each with the id that its reader gave
//! ```
//!
//! A caller repeats what it says until it is answered. Each call has a socket of its own, connected and
//! marked with the priority of its profile; all channels of a listener share its socket, and their peers
//! are told apart by the ids, not by where datagrams come from. The end is said once; a peer that did not
//! hear it learns it from the answer to its next sign of life, or since nothing comes any more.

mod attended;
mod batch;
mod engine;
mod group;
mod group_queue;
mod group_sender;
mod link;
mod making;
mod options;
mod packet;
mod receive_pass;
mod slot;
mod socket;
mod state;

use crate::Reliability;
use crate::modules::{Facts, ModuleSpec};

pub(crate) use group::Group;
pub use group::{GroupOptions, MulticastGroup};
pub use group_sender::{GroupCounters, GroupSender, MAX_GROUP_FRAME_BYTES};
pub(crate) use link::DatagramCarrier;
pub(crate) use making::connect;
pub(crate) use packet::{Id, Packet, Step, Terms, packet, step, unknown};
pub(crate) use receive_pass::ReceivePass;
pub(crate) use slot::{Call, DatagramSlot, Stage};
pub(crate) use socket::{Destination, Inbound, UdpWire};

/// Largest datagram that is sent: what passes every usual network whole.
const MAX_DATAGRAM_BYTES: usize = 1400;

/// What a chain over datagrams can rely on.
fn facts(reliability: Reliability) -> Facts {
    Facts {
        max_packet_bytes: MAX_DATAGRAM_BYTES - packet::HEAD_BYTES,
        lossy: true,
        reliability,
    }
}

/// The chain of a profile that names none.
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
