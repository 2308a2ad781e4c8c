//! Content of frames.

use bytes::{Bytes, BytesMut};

/// A payload that can be written into a frame.
pub trait Written {
    /// Bytes that [`Self::write`] appends.
    fn length(&self) -> usize;

    /// Appends it.
    fn write(&self, into: &mut BytesMut);
}

/// A message that is already written.
impl Written for [u8] {
    fn length(&self) -> usize {
        self.len()
    }

    fn write(&self, into: &mut BytesMut) {
        into.extend_from_slice(self);
    }
}

/// The same in a buffer of its own.
impl Written for Bytes {
    fn length(&self) -> usize {
        self.len()
    }

    fn write(&self, into: &mut BytesMut) {
        into.extend_from_slice(self);
    }
}
