//! Protocol modules: what happens to a message between the federate and the wire.
//!
//! A [`Module`] is pure: packets and the time go in, packets come out. [`Chain`] puts modules together, and the
//! same chain works at both ends of a lane: what is sent goes down through it, from the federate to the wire, and
//! what arrives goes up. Packets may go either way at either end, so that acknowledgements find their way back.
//!
//! A module appends its header to a packet, so that no bytes are copied to make room.
//!
//! ```
//! use std::time::Instant;
//! use hyla_net::Reliability;
//! use hyla_net::modules::{Chain, Facts, ModuleSpec, Outlet, To};
//!
//! /// Carries packets to the other end and frames to the federate.
//! #[derive(Default)]
//! struct Ends {
//!     wire: Vec<Vec<u8>>,
//!     heard: Vec<Vec<u8>>,
//! }
//!
//! impl Outlet for Ends {
//!     fn to_wire(&mut self, _to: To, packet: &[u8]) {
//!         self.wire.push(packet.to_vec());
//!     }
//!     fn to_federate(&mut self, frame: &[u8]) {
//!         self.heard.push(frame.to_vec());
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let named: Vec<_> = ["fragment", "checksum"].into_iter().filter_map(ModuleSpec::from_name).collect();
//! let facts = Facts { max_packet_bytes: 1472, lossy: true, reliability: Reliability::BestEffort };
//! let mut sender = Chain::new(&named, facts)?;
//! let mut receiver = Chain::new(sender.specs(), facts)?;
//!
//! let (now, mut ends) = (Instant::now(), Ends::default());
//! sender.send(&[7; 5000], now, &mut ends)?;
//! for packet in std::mem::take(&mut ends.wire) {
//!     receiver.arrived(&packet, now, &mut ends);
//! }
//! assert_eq!(ends.heard, [vec![7; 5000]]);
//! # Ok(())
//! # }
//! ```
//!
//! # Counters
//!
//! Counts since the lane opened, at each end by itself; packets unless said.
//!
//! | module | counter | meaning |
//! |---|---|---|
//! | `bundle` | `bundles`, `messages`, `bytes` | sent; bytes / bundles is the mean size |
//! | | `unbundled` | messages that came out of bundles |
//! | `fragment` | `whole`, `split`, `fragments` | needed no splitting; were split; into so many |
//! | | `reassembled`, `abandoned` | messages put together; given up since parts are missing |
//! | | `doubled` | parts that came again |
//! | `rate-limit` | `passed`, `delayed`, `dropped` | went down; waited before; found no room to wait |
//! | `multicast-emulation` | `packets`, `copies`, `unheard` | multiplied; into so many; the group had no members |
//! | `impair` | `lost`, `duplicated`, `reordered`, `damaged` | what was done to them |
//! | | `overflowed` | lost since too much was in flight |
//! | `compress` | `compressed`, `left_alone` | became smaller; did not |
//! | | `bytes_before`, `bytes_after` | of those compressed |
//! | | `decompressed` | were made what they had been |
//! | `checksum` | `sealed`, `intact`, `damaged` | sent; came as they were sent; did not, and were dropped |
//! | `retransmit` | `packets` | to be sent, without repetitions |
//! | | `resent_by_gap`, `resent_by_timeout` | sent again since later ones had arrived; without acknowledgement in time |
//! | | `acknowledgements_heard`, `acknowledgements` | came; were sent |
//! | | `in_flight`, `waiting`, `window` | now: in flight; not yet sent; limit of packets in flight |
//! | | `round_trip_us` | now: time of a round trip in microseconds, 0 if unknown |
//! | | `delivered`, `came_early`, `doubled` | given on in order; had to wait for others; came again |
//! | | `beyond_window` | dropped since too far ahead |
//! | `sequence` | `numbered`, `delivered` | sent; given on |
//! | | `overtaken`, `missed` | dropped since a later one was given on; never came, or too late |
//! | several | `malformed` | made no sense, and were dropped |
//!
//! The bench `modules` guards the speed of the chain.

mod bundle;
mod chain;
mod checksum;
mod compress;
mod drive;
mod fragment;
mod impair;
mod multicast_emulation;
mod packet;
mod rate_limit;
mod retransmit;
mod rules;
mod sequence;
mod spec;
mod totals;

use std::fmt;
use std::time::Instant;

pub use bundle::BundleSpec;
pub use chain::{Chain, TooLarge};
pub use checksum::ChecksumSpec;
pub use compress::CompressSpec;
pub use drive::{ChainBacklog, ChainCarrier, Driver, DriverOptions, FrameQueue};
pub use fragment::FragmentSpec;
pub use impair::{Distribution, ImpairSpec};
pub use multicast_emulation::MulticastEmulationSpec;
pub use packet::{ModuleOutput, Outlet, Packet, To};
pub use rate_limit::RateLimitSpec;
pub use retransmit::RetransmitSpec;
pub use rules::{ChainError, Facts, make_sense_on_streams};
pub use sequence::SequenceSpec;
pub use spec::{DescriptionError, ModuleSpec, SpecError};
pub(crate) use totals::ChainTotals;

/// Largest frame that passes through a chain with `fragment`: a value of 64 MiB with its overhead.
pub const MAX_MESSAGE_BYTES: usize = (64 << 20) + (1 << 20);

/// One protocol module at one end of one lane. Both ends have the same modules in the same order.
pub trait Module: fmt::Debug + Send {
    /// A packet for the wire.
    fn down(&mut self, packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        out.down(packet);
    }

    /// A packet that came from the wire.
    fn up(&mut self, packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        out.up(packet);
    }

    /// A frame of the federate, for the first module of the chain. As [`Self::down`], for modules
    /// that would copy the packet anyway.
    fn frame(&mut self, frame: &[u8], now: Instant, out: &mut ModuleOutput<'_>) {
        let packet = out.copy(frame);
        self.down(packet, now, out);
    }

    /// Next time for [`Self::turn`], if nothing else happens before.
    fn due(&self) -> Option<Instant> {
        None
    }

    /// Sends held packets that are due by now. Also called when back-pressure below has ended.
    fn turn(&mut self, _now: Instant, _out: &mut ModuleOutput<'_>) {}

    /// Sends gathered messages, due or not.
    fn flush(&mut self, _now: Instant, _out: &mut ModuleOutput<'_>) {}

    /// Whether it holds packets back: modules above may gather meanwhile.
    fn is_holding(&self) -> bool {
        false
    }

    /// Whether it holds so much that the sender should wait.
    fn is_full(&self) -> bool {
        false
    }

    /// Packets of this end not yet known to be delivered. 0: closing the lane would lose nothing.
    fn unfinished(&self) -> usize {
        0
    }

    /// Bytes of these packets.
    fn held_bytes(&self) -> usize {
        0
    }

    /// Arrived packets dropped as malformed or damaged.
    fn spoilt(&self) -> u64 {
        0
    }

    /// Changes its parameters, and keeps held packets. `false` if it cannot: both ends would have
    /// to change.
    fn adjust(&mut self, _spec: &ModuleSpec, _now: Instant) -> bool {
        false
    }

    /// Members of the group that a packet goes to, for the module that copies it.
    fn set_members(&mut self, _members: &[u32]) {}

    /// Its counters so far, by name.
    fn counters(&self, each: &mut dyn FnMut(&'static str, u64));
}
