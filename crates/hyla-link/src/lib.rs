//! Links between members: how they are connected, by which ways frames go, and in which order.
//!
//! [`Links`] is what the core calls its outbox. It is told what happens on channels ([`Links::accept`], [`Links::opened`],
//! [`Links::dispatch`], [`Links::closed`]) and how late it is ([`Links::at`], [`Links::turn`]), and appends to channels of a
//! [network](hyla_net::network): that of sockets, or one of a simulation. What is a matter of settings or of the system, it asks its [`Host`].
//! It has no sockets, no threads and no clock.
//!
//! | module | content |
//! |---|---|
//! | [`lanes`] | order among several ways from one member to another: fences, merging, marks and audiences of multicast groups |
#![forbid(unsafe_code)]

pub mod lanes;
mod links;

pub use links::{
    Arrived, BoundChannel, Bounded, Came, Congestion, Due, Hold, Host, LinkSettings, Links,
    Nonsense, Relayer, Role, Route, StreamTuning, Unheard, Wish,
};
