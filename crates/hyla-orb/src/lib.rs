//! Object request broker (ORB): objects of other processes, called by CORBA's protocols.
//!
//! | module | |
//! |---|---|
//! | [`cdr`] | encoding of values as octets |
//! | [`any`] | values that carry their type |
//! | [`giop`] | messages |
//! | [`reference`](mod@reference) | identity and location of an object |
//!
//! None of these does I/O, and each checks lengths against the available octets and against
//! [`cdr::Limits`] before it takes memory.
//!
//! | module | |
//! |---|---|
//! | [`client`] | bindings: explicit or at the first call; the calling thread performs the call itself |
//! | [`server`] | objects, their keys and threads |
//! | [`naming`] | a naming service: objects by name |
//! | [`qos`] | quality of service of a binding |
//! | [`exception`] | system exceptions |
//!
//! The features `flow` (channels of Hyla beside IIOP: shared memory, TCP, datagrams, multicast
//! groups; scheduling of threads, admission) and `naming` are on by default.
//!
//! `hyla-idl` generates stubs, servants' traits and marshallers from IDL.
#![forbid(unsafe_code)]

// Generated code refers to this crate by name.
extern crate self as hyla_orb;

pub mod any;
pub mod cdr;
pub mod client;
pub mod exception;
#[cfg(feature = "flow")]
mod flow;
pub mod giop;
#[cfg(feature = "naming")]
pub mod naming;
pub mod qos;
pub mod reference;
pub mod server;
mod socket;
mod wait;
