//! A small client of the Federate Protocol (IEEE 1516.1-2025), for tests and measurements.
//!
//! It shares no code with the server but the messages, and behaves as the stock clients do: one thread
//! reads, calls wait for their answers, callbacks are answered when the federate's method has
//! returned, a broken connection is resumed. [`FedProAmbassador`] has the methods of
//! `hyla_lrc::RtiAmbassador`, so that the same scenarios run through both.
#![forbid(unsafe_code)]

mod ambassador;
mod callback;
mod client_session;
mod convert;
mod requests;
mod transport;
mod usage;
mod wire;

pub use ambassador::FedProAmbassador;
pub use client_session::{ClientSession, SessionEnd};
pub use requests::Request;
pub use transport::TransportKind;
pub use usage::Usage;
pub use wire::{Frame, Kind, NO_NUMBER, frame, split};
