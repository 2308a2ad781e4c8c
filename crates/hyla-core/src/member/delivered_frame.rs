//! Where the values of a callback are while it is in progress.

use std::ops::Deref;

use bytes::Bytes;

/// The frame of the callback in progress: copied from the queue, or kept as it arrived.
///
/// Reused for the next callback. Call [`Self::let_go`] when there is none for now.
#[derive(Debug, Default)]
pub struct DeliveredFrame {
    copied: Vec<u8>,
    kept: Option<Bytes>,
}

impl DeliveredFrame {
    /// No frame.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            copied: Vec::new(),
            kept: None,
        }
    }

    /// The callback has returned: a frame that was kept for it may be needed elsewhere.
    pub fn let_go(&mut self) {
        self.kept = None;
    }

    /// Room for a copy of the next frame.
    #[inline]
    pub(crate) fn room_for_copy(&mut self) -> &mut Vec<u8> {
        self.kept = None;
        self.copied.clear();
        &mut self.copied
    }

    pub(crate) fn keep(&mut self, frame: Bytes) {
        self.kept = Some(frame);
    }
}

impl Deref for DeliveredFrame {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.kept {
            Some(frame) => frame,
            None => &self.copied,
        }
    }
}
