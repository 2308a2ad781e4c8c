//! The federation's rules as pure state machines: no sockets, threads, clocks, files or randomness.
//!
//! | module | what is there |
//! |---|---|
//! | [`executive`] | the authority of a federation execution, and the directory of all of them |
//! | [`member`] | the federate's side: the local RTI component without its I/O |
//! | [`message`] | what the two say to each other, and what members say among themselves |
//! | [`callback`] | what a member hands to its federate |
//! | [`metrics`] | what the channels of members have done |
//! | [`latency`] | questions about the latency of messages |
//! | [`fdd`] | the federation's object model with handles |
//! | [`federation`], [`declaration`], [`object`], [`ownership`], [`time`], [`ddm`], [`support`], [`mom`] | the service groups of 1516.1, each with its two sides |
//!
//! A driver (process, server, simulator) feeds messages and commands in and carries out what comes
//! back through an [`outbox::Outbox`]; time enters as an argument.
#![forbid(unsafe_code)]

pub mod callback;
pub mod ddm;
pub mod declaration;
pub mod executive;
pub mod fdd;
pub mod federation;
pub mod latency;
pub mod member;
pub mod message;
pub mod metrics;
pub mod mom;
mod name_map;
pub mod object;
pub mod outbox;
pub mod ownership;
mod roster;
pub mod secrets;
pub mod support;
pub mod time;

/// Shorthand for results whose error is an exception of the standard.
pub type Result<T> = std::result::Result<T, hyla_types::Exception>;
