//! Channels: move frames between endpoints, in one process, between processes of one host or over
//! TCP or UDP. Independent of HLA.
//!
//! An [`Endpoint`] is owned and driven by one thread (it creates none of its own); [`Channel`]s are
//! used from any thread. A frame is a sequence of bytes that arrives whole, in order and exactly
//! once, or the channel closes and both sides are notified. Over UDP a [`Profile`] says whether
//! frames may be lost, and which [modules] they pass through.
//!
//! ```
//! use hyla_net::{Endpoint, EndpointConfig, Event};
//!
//! # fn main() -> std::io::Result<()> {
//! let mut server = Endpoint::new(EndpointConfig::default())?;
//! let mut client = Endpoint::new(EndpointConfig::default())?;
//! let channel = client.connect(&server.in_process_address());
//! let _pressure = channel.send(|frame| frame.extend_from_slice(b"kroak"));
//!
//! let mut received = Vec::new();
//! while received.is_empty() {
//!     server.poll(None, &mut |event| {
//!         if let Event::Frame { bytes, .. } = event {
//!             received.extend_from_slice(bytes);
//!         }
//!     })?;
//! }
//! assert_eq!(received, b"kroak");
//! # Ok(())
//! # }
//! ```
//!
//! On the wire a frame is its length (`u32`, little-endian) and its bytes, nothing more; length 0
//! is a heartbeat. Between processes each side first sends a handshake of eight bytes that name the
//! protocol. `datagram/packet.rs` describes datagrams. Over TCP, another protocol's [`Framing`] can
//! replace all that.
//!
//! The benches `tcp_pingpong`, `tcp_throughput`, `udp_pingpong`, `udp_throughput`,
//! `memory_pingpong`, `memory_throughput`, `modules` and `in_process` guard the speed of this
//! crate, `tests/allocation.rs` that nothing is allocated per frame.

mod address;
mod admission;
mod board;
mod bundle;
mod carrier;
mod chained;
mod channel;
mod channel_entry;
mod config;
mod counters;
mod datagram;
mod decoder;
mod delivery;
pub mod diagnosis;
mod endpoint;
mod event;
mod following;
mod frame;
mod framing;
mod group_range;
mod handshake;
mod heartbeat;
mod in_process;
mod leadership;
mod mailbox;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(not(target_os = "linux"))]
#[path = "memory/elsewhere.rs"]
mod memory;
pub mod modules;
pub mod network;
mod poller_state;
mod probe;
mod profile;
mod realtime;
mod reference;
mod remote;
#[cfg(target_os = "linux")]
mod same_host;
mod secure;
mod stranger_limits;
mod stream;
mod sync;
mod sys;
mod table;
mod tcp;
mod tcp_health;
mod wait_strategy;
mod wire;
mod writability;
mod write_time;

pub use address::{
    Address, AddressError, InProcessName, PeerAddress, PeerProcess, SharedMemoryAddress,
};
pub use admission::{Demand, Granted, Refusal, Refused, admit};
pub use board::{
    BOARD_WORDS, ChannelBoards, Posting, Watch, Watched, WatchedPlaces, settle_postings,
};
pub use channel::{Channel, ChannelId, Closed, NoRoom, NotAdjusted, Pressure};
pub use config::{EndpointConfig, Unattended};
pub use counters::{ChannelCounters, Dropped};
pub use datagram::{
    GroupCounters, GroupOptions, GroupSender, MAX_GROUP_FRAME_BYTES, MulticastGroup,
};
pub use endpoint::Endpoint;
pub use endpoint::line_budget::LineBudget;
pub use event::{CloseReason, Event};
pub use following::{Following, KeptFrame};
pub use framing::{Framing, MAX_HEADER_BYTES};
pub use group_range::{GroupRange, InvalidGroups};
pub use leadership::{Lead, Leadership};
pub use memory::SharedFrame;
pub use probe::probe_shared_memory;
pub use profile::{
    Admit, Late, Multicast, Profile, Recovery, Reliability, Resources, Scheduling, Transport, Wait,
    Wish,
};
pub use realtime::{PlanError, ThreadPlan, lock_all_memory};
pub use remote::Remote;
pub use secure::{
    DatagramProtection, Fingerprint, Keyring, RefusedSeals, Security, TlsClient, TlsError,
    TlsServer,
};
pub use stranger_limits::{StrangerLimits, StrangerPermit, Strangers};
pub use sys::{ClockReading, forks, read_clocks};
pub use table::{MOST_ROWS, SharedTable};
