//! The whole frames of what was read, handed out one by one: some by the owner of the read, others by whoever was given
//! a frame and goes on by itself.

use std::cell::Cell;

use crate::CloseReason;
use crate::framing::Frames;

/// What a read brought, of which frames are handed out one by one.
#[derive(Debug)]
pub(crate) struct Rest<'a> {
    frames: Frames,
    bytes: &'a [u8],
    at: Cell<usize>,
    /// What was allowed for the frame before.
    limit: Cell<usize>,
    handed_out: Cell<u64>,
}

/// The frames that came behind one, as far as they are whole. Whoever is given a frame may take these as well: then they
/// do not come as events of their own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Following<'a>(Option<&'a Rest<'a>>);

impl<'a> Following<'a> {
    /// The next frame, if it is there.
    #[inline]
    #[must_use]
    pub fn take(&self) -> Option<&'a [u8]> {
        let rest = self.0?;
        loop {
            let limit = rest.limit.get();
            match rest.next(|| limit) {
                Ok(Some([])) => {}
                Ok(Some(frame)) => return Some(frame),
                // The decoder finds out the same, and says so.
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// No frames: they come as events.
    #[must_use]
    pub fn none() -> Self {
        Self(None)
    }
}

impl<'a> Rest<'a> {
    pub(crate) fn new(frames: Frames, bytes: &'a [u8]) -> Self {
        Self {
            frames,
            bytes,
            at: Cell::new(0),
            limit: Cell::new(0),
            handed_out: Cell::new(0),
        }
    }

    /// For whoever is given a frame of it.
    pub(crate) fn following(&'a self) -> Following<'a> {
        Following(Some(self))
    }

    /// How many frames have been handed out.
    pub(crate) fn handed_out(&self) -> u64 {
        self.handed_out.get()
    }

    /// What is not handed out yet.
    #[inline]
    pub(crate) fn left(&self) -> &'a [u8] {
        self.bytes.get(self.at.get()..).unwrap_or_default()
    }

    /// The next frame if it is whole; one without bytes is no frame.
    #[inline]
    pub(crate) fn next(&self, limit: impl Fn() -> usize) -> Result<Option<&'a [u8]>, CloseReason> {
        let limit = || {
            let limit = limit();
            self.limit.set(limit);
            limit
        };
        let Some((frame, whole)) = self.frames.first(self.left(), limit)? else {
            return Ok(None);
        };
        self.at.set(self.at.get() + whole);
        self.handed_out
            .set(self.handed_out.get() + u64::from(!frame.is_empty()));
        Ok(Some(frame))
    }
}
