//! Callbacks of an ambassador, as messages for the client.
//!
//! | module | what is there |
//! |---|---|
//! | [`Callbacks`] | one message for each callback, as the client's edition knows it |
//! | `ambassador` | each callback's message |
//! | `delivery` | reflections, interactions and removals: what comes a thousand times a second |
//! | `fields` | how their fields are written |
//! | [`Outcalls`] | callbacks that wait for their session |
//! | [`lookup`] | the ranges of conveyed regions, and what transportation types are |
//!
//! Clients are fragile: every time has its eight bytes, every enumeration a number that exists. A
//! client of 2010 gets no callback that only 2025 has.

mod ambassador;
mod delivery;
mod fields;
pub mod lookup;
mod outcalls;

use bytes::Bytes;
use hyla_fedpro_messages as fp;
use hyla_fedpro_messages::Written;
use hyla_fedpro_messages::callback_request::CallbackRequest as Message;
use hyla_types::{AttributeHandleSet, Edition, LogicalTime, TransportationTypeHandle};

use crate::convert::ToField;
pub use hyla_fedpro_session::call_order::Urgency;
pub use lookup::Lookup;
pub use outcalls::Outcalls;

/// The federate ambassador of a client. Each callback becomes a message, a `CallbackRequest`,
/// for the sink to write; in a few cases for 2010 none or several.
pub struct Callbacks<S> {
    edition: Edition,
    sink: S,
    lookup: Lookup,
}

impl<S: FnMut(&dyn Written, Urgency) + Send> Callbacks<S> {
    /// Callbacks for a client of that edition.
    #[must_use]
    pub fn new(edition: Edition, sink: S) -> Self {
        Self {
            edition,
            sink,
            lookup: Lookup::default(),
        }
    }

    /// The same with an ambassador to ask; without, regions are conveyed without ranges.
    #[must_use]
    pub fn with_lookup(self, lookup: Lookup) -> Self {
        Self { lookup, ..self }
    }

    fn send(&mut self, message: Message) {
        let callback_request = Some(message);
        let request = fp::CallbackRequest { callback_request };
        (self.sink)(&request, Urgency::Needed);
    }

    /// For a client of 2025 only: those of 2010 do not know the message.
    fn send_new(&mut self, message: impl FnOnce() -> Message) {
        if self.edition == Edition::Hla2025 {
            self.send(message());
        }
    }

    /// The grant after a flush; a client of 2010 knows no other than that of a time.
    fn flushed(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {
        self.send(match self.edition {
            Edition::Hla2010 => {
                Message::TimeAdvanceGrant(fp::TimeAdvanceGrant { time: time.field() })
            }
            Edition::Hla2025 => Message::FlushQueueGrant(fp::FlushQueueGrant {
                time: time.field(),
                optimistic_time: optimistic_time.field(),
            }),
        });
    }

    /// A tag that callbacks of 2010 do not have.
    fn new_tag(&self, tag: &[u8]) -> Bytes {
        match self.edition {
            Edition::Hla2010 => Bytes::new(),
            Edition::Hla2025 => Bytes::copy_from_slice(tag),
        }
    }

    /// A transportation type for the client. Clients know those of the standard alone: C++ clients of 2010 and Java
    /// clients of 2025 fail at callbacks with others.
    fn transportation(
        &self,
        transportation: TransportationTypeHandle,
    ) -> Option<fp::TransportationTypeHandle> {
        self.lookup.standard(transportation).field()
    }

    /// One message for all attributes; for 2010 one for each.
    fn send_owned(
        &mut self,
        attributes: &AttributeHandleSet,
        message: impl Fn(Option<fp::AttributeHandleSet>) -> Message,
    ) {
        match self.edition {
            Edition::Hla2025 => self.send(message(attributes.field())),
            Edition::Hla2010 => attributes.iter().for_each(|attribute| {
                self.send(message(AttributeHandleSet::from([attribute]).field()));
            }),
        }
    }
}

#[cfg(test)]
mod tests;
