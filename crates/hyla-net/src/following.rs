//! The complete frames of a read, handed out one by one: by the owner of the read, or by the
//! receiver of a frame, who may take the following ones.

use std::cell::Cell;
use std::ops::Deref;
use std::sync::Arc;

use crate::CloseReason;
use crate::framing::Frames;
use crate::memory::FarFrame;

/// Received bytes, of which frames are handed out one by one.
#[derive(Debug)]
pub(crate) struct Rest<'a> {
    frames: Frames,
    bytes: &'a [u8],
    at: Cell<usize>,
    /// Size limit of the previous frame.
    limit: Cell<usize>,
    handed_out: Cell<u64>,
    heartbeat: Cell<bool>,
}

/// The complete frames after one. The receiver of a frame may take these as well; then they do not
/// come as events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Following<'a>(Behind<'a>);

/// What is behind a frame.
#[derive(Clone, Copy, Debug, Default)]
enum Behind<'a> {
    /// Nothing that its receiver may take.
    #[default]
    Nothing,
    Rest(&'a Rest<'a>),
    /// The frame, which is long, has this buffer for itself, from that byte on.
    Itself(&'a Arc<Vec<u8>>, usize),
    /// The frame lies in memory of its sender.
    Far(&'a Arc<FarFrame>),
}

/// A frame with its buffer. One that lies in memory of its sender keeps the place there until all clones are dropped.
#[derive(Clone, Debug)]
pub struct KeptFrame(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Here { buffer: Arc<Vec<u8>>, from: usize },
    Far(Arc<FarFrame>),
}

impl Deref for KeptFrame {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Kept::Here { buffer, from } => &buffer[*from..],
            Kept::Far(frame) => frame,
        }
    }
}

impl AsRef<[u8]> for KeptFrame {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl<'a> Following<'a> {
    /// A long frame in a buffer of its own.
    pub(crate) fn itself(buffer: &'a Arc<Vec<u8>>, from: usize) -> Self {
        Self(Behind::Itself(buffer, from))
    }

    /// A frame that lies in memory of its sender.
    pub(crate) fn far(frame: &'a Arc<FarFrame>) -> Self {
        Self(Behind::Far(frame))
    }

    /// The frame itself, to be kept without a copy: if it lies in memory of its sender, or is long, 1 MiB or more, and came in
    /// parts.
    #[must_use]
    pub fn keep(&self) -> Option<KeptFrame> {
        let kept = match self.0 {
            Behind::Itself(buffer, from) => Kept::Here {
                buffer: Arc::clone(buffer),
                from,
            },
            Behind::Far(frame) => Kept::Far(Arc::clone(frame)),
            Behind::Nothing | Behind::Rest(_) => return None,
        };
        Some(KeptFrame(kept))
    }

    /// The next frame, if it is complete.
    #[inline]
    #[must_use]
    pub fn take(&self) -> Option<&'a [u8]> {
        let Behind::Rest(rest) = self.0 else {
            return None;
        };
        loop {
            let limit = rest.limit.get();
            match rest.next(|| limit) {
                Ok(Some([])) => {}
                Ok(Some(frame)) => return Some(frame),
                // The decoder finds the same error, and reports it.
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// No frames: they come as events.
    #[must_use]
    pub fn none() -> Self {
        Self(Behind::Nothing)
    }
}

impl<'a> Rest<'a> {
    pub(crate) fn new(frames: Frames, bytes: &'a [u8]) -> Self {
        Self {
            frames,
            bytes,
            at: Cell::new(0),
            heartbeat: Cell::new(false),
            limit: Cell::new(0),
            handed_out: Cell::new(0),
        }
    }

    /// Further frames, for the receiver of one.
    pub(crate) fn following(&'a self) -> Following<'a> {
        Following(Behind::Rest(self))
    }

    /// Number of frames handed out.
    pub(crate) fn handed_out(&self) -> u64 {
        self.handed_out.get()
    }

    /// Whether a heartbeat was among what was passed, by whomever.
    pub(crate) fn has_heartbeat(&self) -> bool {
        self.heartbeat.get()
    }

    /// Bytes not handed out yet.
    #[inline]
    pub(crate) fn left(&self) -> &'a [u8] {
        self.bytes.get(self.at.get()..).unwrap_or_default()
    }

    /// Passes over bytes that are no frame, which have been looked at.
    pub(crate) fn pass(&self, count: usize) {
        self.at.set(self.at.get() + count);
    }

    /// The next complete frame; a heartbeat is not a frame.
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
        if frame.is_empty() {
            self.heartbeat.set(true);
        }
        Ok(Some(frame))
    }
}
