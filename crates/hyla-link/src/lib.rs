//! Links between members: the ways that frames take, and their order. No sockets, threads or clocks.
//!
//! | module | content |
//! |---|---|
//! | [`lanes`] | several ways from one member to another, fences between them, and multicast groups beside them |
#![forbid(unsafe_code)]

pub mod lanes;
