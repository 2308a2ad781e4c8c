//! Carriers of the messages of a connection.

use std::io;
use std::time::Instant;

use crate::cdr::{Bulk, MarshalError, MessageSize};
use crate::qos::Qos;

/// Writes one message behind what the buffer holds. Called twice where long sequences are not
/// copied.
pub(crate) type Encode<'e> =
    &'e mut dyn FnMut(&mut Vec<u8>, Bulk<'_>) -> Result<MessageSize, MarshalError>;

/// When a message has to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Now: somebody waits for the answer.
    Now,
    /// Now, or soon with others.
    Soon,
}

/// Why a message was not sent.
#[derive(Debug)]
pub(crate) enum SendError {
    /// It cannot be written; the carrier is as before.
    Marshal(MarshalError),
    /// The carrier failed.
    Carrier(io::Error),
}

/// Why no message came.
#[derive(Debug)]
pub(crate) enum ReceiveError {
    /// The time given has passed.
    TimedOut,
    /// The carrier ended.
    Ended(String),
}

/// A carrier, used by one call at a time.
pub(crate) trait Carrier: Send {
    /// Sends a message.
    fn send(&mut self, qos: &Qos, urgency: Urgency, encode: Encode<'_>) -> Result<(), SendError>;

    /// Gives messages to `on` until it gives true.
    fn receive(
        &mut self,
        qos: &Qos,
        until: Option<Instant>,
        on: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<(), ReceiveError>;

    /// Gives messages to `on` that are there already; false where the carrier has ended.
    fn look(&mut self, on: &mut dyn FnMut(&[u8])) -> bool;

    /// Name of the carrier, and address of the server.
    fn name(&self) -> (&'static str, String);

    /// Class of packets, if they are marked.
    fn class(&self) -> Option<u8>;
}
