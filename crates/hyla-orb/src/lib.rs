//! Object request broker: objects of other processes, called by CORBA's protocols.
//!
//! | module | |
//! |---|---|
//! | [`cdr`] | how values become octets |
//! | [`any`] | values that carry their type |
//! | [`giop`] | messages |
//! | [`reference`](mod@reference) | which object, and where it is |
//!
//! None of these does I/O, and each checks lengths against what is there and against [`cdr::Limits`] before it takes memory.
//!
//! | module | |
//! |---|---|
//! | [`client`] | bindings: explicit or at the first call; the calling thread does the call itself |
//! | [`server`] | objects, their keys and threads |
//! | [`naming`] | a naming service: objects by name |
//! | [`qos`] | what a binding asks for |
//! | [`exception`] | system exceptions |
//!
//! Stubs and servants are written by `hyla-idl` from IDL.
#![forbid(unsafe_code)]

// Generated code names this crate.
extern crate self as hyla_orb;

pub mod any;
pub mod cdr;
pub mod client;
pub mod exception;
pub mod giop;
pub mod naming;
pub mod qos;
pub mod reference;
pub mod server;
mod socket;
