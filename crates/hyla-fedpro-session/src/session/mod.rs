//! A session without I/O: sequence numbers, history, resume.
//!
//! A [`ClientSession`] takes frames and gives frames. It knows no clock (`now` is an argument, from any
//! starting point) and no HLA: calls and callbacks are payloads to it.
//!
//! | what a client does | what it gets |
//! |---|---|
//! | does not read | best-effort callbacks are dropped ([`Room::Tight`]), then calls and callbacks wait ([`Room::Full`]); disconnected after [`Limits::stall`] |
//! | calls faster than [`Limits::call_rate`] | its calls are read later ([`Reading::NotBefore`]) |
//! | calls faster than it is served | the same ([`Reading::WhenAnswered`]) |
//! | acknowledges nothing | the oldest messages are forgotten ([`Limits::history`]), which only a resume could miss |
//! | says nothing | disconnected after [`Limits::silence`] |
//! | sends a message of HLA again | it is dropped and counted |
//! | sends what no client may send | disconnected ([`SessionError`]) |
//! | closes its connection and does not come back | the session is over after [`Limits::resume`] |
//! | vanishes | the session is over after [`Limits::resume_silent`] |
//!
//! Nothing ever waits for an acknowledgement. A client may be slow to give one for good reasons (it
//! evokes no callbacks, its callbacks throw, it has nothing to say), and two clients that call
//! without waiting would wait for each other: neither is read while the other's member is full.
//! The criterion is whether the connection takes the output, which stock clients always read.
//!
//! A disconnected client may resume. No client gets a message that it does not expect, since the
//! stock clients stop listening upon one and do not notify their federate.
mod client_session;
mod connection;
mod error;
mod kinds;
mod limits;
mod opening;
mod outbox;
mod rate;

pub use client_session::ClientSession;
pub use error::{SendError, SessionError};
pub use kinds::{Counts, Cut, Expiry, Reading, ReceivedMessage, Room};
pub use limits::{Bound, CallRate, Limits, Load};
pub use opening::{
    MAX_OPENING_BYTES, NewSessionRefusal, Opening, PROTOCOL_VERSION, ResumeRefusal, ResumeRequest,
    new_session_refused, resume_refused,
};

#[cfg(test)]
mod tests;
