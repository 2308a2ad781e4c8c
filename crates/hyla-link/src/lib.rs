//! Links between members: how a member reaches each peer, and in which order messages are delivered.
//!
//! [`Links`] implements the core's [`Outbox`](hyla_core::outbox::Outbox). The driver passes events of channels
//! ([`Links::accept`], [`Links::opened`], [`Links::dispatch`], [`Links::closed`]) and the time ([`Links::at`],
//! [`Links::turn`]). Links append frames to channels of a [network](hyla_net::network): sockets, or the network of a
//! simulation. Settings and system calls come from a [`LinkEnvironment`]. Links have no sockets, no threads and no
//! clock.
//!
//! | module | content |
//! |---|---|
//! | [`lanes`] | order among several ways from one member to another: fences, merging, marks and audiences of multicast groups |
#![forbid(unsafe_code)]

pub mod lanes;
mod links;

pub use links::{
    Admission, AdmissionVerdict, BoundChannel, Bounded, ChannelRole, Congestion, DispatchResult,
    Due, GroupRequest, Hold, LinkEnvironment, LinkSettings, Links, MissingReceiver,
    MulticastChange, MulticastNotice, ProtocolViolation, Relayer, Route, StreamTuning, Timeliness,
};
