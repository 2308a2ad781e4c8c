//! Reliable multicast as pure state machines: no sockets, clocks, threads, and no randomness of its own.
//!
//! [`Member`] is the engine of one process. It takes messages ([`Member::send`]), datagrams
//! ([`Member::handle_datagram`]) and time ([`Member::handle_timeout`]); it gives datagrams
//! ([`Member::poll_transmit`]), messages ([`Member::poll_delivery`]), events ([`Member::poll_event`])
//! and the time at which it wants to be called ([`Member::next_deadline`]).
//!
//! Members of a *group* share an address. Each member that sends to a group has one *stream* there, with sequence
//! numbers of its own. All recovery works per stream; interests of the application are mapped to groups by
//! [`RegionMap`]. The decision note 47 of the project gives the reasons; in short:
//!
//! - Each packet is cached by one *partition* of the group until all members have it. Who misses it asks a *keeper* of
//!   that partition, then another one, and last the sender.
//! - A *token* goes round each partition, collects what its members have and how much they can take, and shows who is
//!   silent. Its leader reports to the group's *aggregator*, which reports to all members and senders.
//! - A sender moves a member that is silent, deaf or slow to a *lane*: a reliable channel of the driver. The member
//!   comes back once it has caught up.
//! - Messages of one sender reach each receiver in the order in which they were sent, over all groups and lanes.

#![forbid(unsafe_code)]

mod aggregate;
mod backoff;
mod bundling;
mod config;
mod counters;
mod fec;
mod group;
mod hearing;
mod ids;
mod interface;
mod lanes;
mod member;
mod pace;
mod pool;
mod presence;
mod receiving;
mod regions;
mod repairs;
mod ring;
mod round_trip;
mod seal;
mod sending;
mod shared;
mod tuning;
mod view;
mod wire;

pub use config::{Config, ConfigError, FecConfig, Rule};
pub use counters::{Counters, Gauges};
pub use ids::{GroupId, InterestId, MemberId};
pub use interface::{Accepted, Arrival, Delivery, Destination, Event, InstallError, SendError};
pub use lanes::LaneReason;
pub use member::Member;
pub use regions::{GroupChange, GroupPurpose, RegionMap, RegionMapConfig, RegionSet, Route};
pub use seal::Key;
pub use tuning::Tuning;
pub use wire::{DecodeError, Entry, Exclusion, Frame, Summary};

/// The group of a datagram, without any check; for drivers with several engines.
#[must_use]
pub fn group_of(datagram: &[u8]) -> Option<GroupId> {
    wire::group_of(datagram)
}

/// Whether a datagram for one member is a request or a repair: if it is lost, it is asked for again.
#[must_use]
pub fn is_asked_again(datagram: &[u8]) -> bool {
    matches!(
        decode(datagram),
        Ok(Frame::Request { .. } | Frame::Data { .. })
    )
}

/// Decodes a datagram without a key; for fuzzing and diagnosis. The seal is not checked.
///
/// # Errors
/// Where and why the datagram is malformed.
pub fn decode(datagram: &[u8]) -> Result<Frame<'_>, DecodeError> {
    wire::decode(datagram).map(|(_, frame)| frame)
}
