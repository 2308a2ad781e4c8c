//! The messages that travel by themselves, read and written by code that is compiled here and once.

use bytes::{Bytes, BytesMut};
use hyla_fedpro_session::Written;
use prost::{DecodeError, Message};

use crate::{CallRequest, CallResponse, CallbackRequest, CallbackResponse};

/// A message that is the payload of a frame. What it does, [`Message`] does too; but that is generic, and
/// each crate that uses it would compile the code of all the messages inside for itself.
pub trait Whole: Written + Sized {
    /// Reads one. `bytes` fields share the payload's buffer.
    ///
    /// # Errors
    /// That the payload is none.
    fn read(payload: Bytes) -> Result<Self, DecodeError>;
}

macro_rules! whole {
    ($($message:ident),*) => {
        $(
            impl Written for $message {
                #[inline(never)]
                fn length(&self) -> usize {
                    self.encoded_len()
                }

                #[inline(never)]
                fn write(&self, into: &mut BytesMut) {
                    self.encode_raw(into);
                }
            }

            impl Whole for $message {
                #[inline(never)]
                fn read(payload: Bytes) -> Result<Self, DecodeError> {
                    Self::decode(payload)
                }
            }
        )*
    };
}

whole!(CallRequest, CallResponse, CallbackRequest, CallbackResponse);
