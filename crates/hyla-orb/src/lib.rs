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
#![forbid(unsafe_code)]

pub mod any;
pub mod cdr;
pub mod giop;
pub mod reference;
