//! Protocol modules: what happens to a message between the federate and the wire.
//!
//! A [`Module`] is pure: packets and the time go in, packets come out. [`Chain`] puts modules together, and the
//! same chain works at both ends of a lane: what is sent goes down through it, from the federate to the wire, and
//! what arrives goes up. Packets may go either way at either end, so that acknowledgements find their way back.
//!
//! What a module adds to a packet it adds at its end, so that nothing is copied to make room for it.
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
//! | | `overflowed` | lost since too much was under way |
//! | `compress` | `compressed`, `left_alone` | became smaller; did not |
//! | | `bytes_before`, `bytes_after` | of those compressed |
//! | | `decompressed` | were made what they had been |
//! | `checksum` | `sealed`, `intact`, `damaged` | sent; came as they were sent; did not, and were dropped |
//! | `retransmit` | `packets` | to be sent, without repetitions |
//! | | `resent_by_gap`, `resent_by_timeout` | sent again since later ones had arrived; since nothing was heard |
//! | | `acknowledgements_heard`, `acknowledgements` | came; were sent |
//! | | `in_flight`, `waiting`, `window` | now: under way; not yet sent; may be under way |
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
pub use drive::{Below, Driver, Held, Plan, Waiting};
pub use fragment::FragmentSpec;
pub use impair::{Distribution, ImpairSpec};
pub use multicast_emulation::MulticastEmulationSpec;
pub use packet::{Out, Outlet, Packet, To};
pub use rate_limit::RateLimitSpec;
pub use retransmit::RetransmitSpec;
pub use rules::{ChainError, Facts, make_sense_on_streams};
pub use sequence::SequenceSpec;
pub use spec::{DescriptionError, ModuleSpec, SpecError};
pub(crate) use totals::Totals;

/// Largest frame that passes through a chain that has `fragment`: a value of 64 MiB with what belongs to it.
pub const MAX_MESSAGE_BYTES: usize = (64 << 20) + (1 << 20);

/// One protocol module at one end of one lane. Both ends have the same modules in the same order.
pub trait Module: fmt::Debug + Send {
    /// A packet on its way to the wire.
    fn down(&mut self, packet: Packet, _now: Instant, out: &mut Out<'_>) {
        out.down(packet);
    }

    /// A packet that came from the wire.
    fn up(&mut self, packet: Packet, _now: Instant, out: &mut Out<'_>) {
        out.up(packet);
    }

    /// A frame of the federate, where this module is the first of the chain. As [`Self::down`], for modules that
    /// would copy the packet anyway.
    fn frame(&mut self, frame: &[u8], now: Instant, out: &mut Out<'_>) {
        let packet = out.copy(frame);
        self.down(packet, now, out);
    }

    /// When [`Self::turn`] has something to do, if nothing comes before.
    fn due(&self) -> Option<Instant> {
        None
    }

    /// Gives what was held back and is due by now. Also called when the way down has become free.
    fn turn(&mut self, _now: Instant, _out: &mut Out<'_>) {}

    /// Gives what it merely gathers, due or not.
    fn flush(&mut self, _now: Instant, _out: &mut Out<'_>) {}

    /// Whether it is holding packets back that would else be on their way down: modules above may gather meanwhile.
    fn is_holding(&self) -> bool {
        false
    }

    /// Whether it holds so much that the sender should wait.
    fn is_full(&self) -> bool {
        false
    }

    /// Packets of this end that are not yet known to be through. 0: nothing would be lost if the lane closed.
    fn unfinished(&self) -> usize {
        0
    }

    /// Bytes of these packets.
    fn held_bytes(&self) -> usize {
        0
    }

    /// Packets that came and were dropped since they made no sense or were damaged.
    fn spoilt(&self) -> u64 {
        0
    }

    /// Takes other parameters from now on, and keeps what it holds. `false` if it cannot: both ends would have to.
    fn adjust(&mut self, _spec: &ModuleSpec, _now: Instant) -> bool {
        false
    }

    /// The members of the group that a packet goes to, for the module that multiplies it.
    fn set_members(&mut self, _members: &[u32]) {}

    /// What it has counted so far, by name.
    fn counters(&self, each: &mut dyn FnMut(&'static str, u64));
}
