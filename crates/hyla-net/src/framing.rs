//! Framing: how frames lie in a byte stream.
//!
//! Framing belongs to the stream. Endpoints of Hyla use [`HylaFraming`]: handshake, length,
//! heartbeat. For another protocol over TCP, implement [`Framing`]: bundles, flow control and
//! limits then apply to it as well.

use std::fmt;

use crate::CloseReason;
use crate::frame::HylaFraming;

/// Longest header, in bytes.
pub const MAX_HEADER_BYTES: usize = 32;

/// Framing of a byte stream: each frame begins with a header of fixed length, which determines the
/// number of following bytes.
///
/// Used by [`Endpoint::listen_framed`](crate::Endpoint::listen_framed) and
/// [`Remote::connect_framed`](crate::Remote::connect_framed). There is no handshake: a channel is
/// open as soon as it is connected, and the first bytes are a frame.
///
/// ```
/// use hyla_net::Framing;
///
/// /// A word, then the length of the body in network byte order.
/// #[derive(Debug)]
/// struct Words;
///
/// impl Framing for Words {
///     fn header_bytes(&self) -> usize {
///         8
///     }
///     fn body_bytes(&self, header: &[u8]) -> Option<usize> {
///         let length = header.strip_prefix(b"WORD")?;
///         Some(u32::from_be_bytes(length.try_into().ok()?) as usize)
///     }
///     fn set_body_bytes(&self, header: &mut [u8], body: u32) {
///         header[..4].copy_from_slice(b"WORD");
///         header[4..].copy_from_slice(&body.to_be_bytes());
///     }
/// }
/// ```
pub trait Framing: fmt::Debug + Send + Sync {
    /// Length of a header: 1 to [`MAX_HEADER_BYTES`].
    fn header_bytes(&self) -> usize;

    /// Number of bytes that follow the header, which has exactly [`Self::header_bytes`] bytes of
    /// any content. `None` closes the channel, with [`CloseReason::WrongHeader`].
    fn body_bytes(&self, header: &[u8]) -> Option<usize>;

    /// Completes a header with the length of the body. The header is zeroed or, if it [belongs to
    /// the frame](Self::is_header_of_frame), as its sender wrote it.
    fn set_body_bytes(&self, header: &mut [u8], body: u32);

    /// Whether the header is part of each frame for senders and receivers. Default `false`: they
    /// neither write nor see it.
    fn is_header_of_frame(&self) -> bool {
        false
    }

    /// A frame to send on a quiet channel, so that it does not count as idle. Default: none.
    fn heartbeat(&self) -> &[u8] {
        &[]
    }
}

/// The framing of a stream.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Frames {
    /// Resolved at compile time: no dynamic calls for updates.
    #[default]
    Hyla,
    Own(&'static dyn Framing),
}

macro_rules! each {
    ($frames:expr, $framing:ident => $call:expr) => {
        match $frames {
            Frames::Hyla => {
                let $framing = &HylaFraming;
                $call
            }
            Frames::Own($framing) => $call,
        }
    };
}

impl Frames {
    /// Another protocol's framing. `None` for an unsupported header length.
    pub(crate) fn own(framing: &'static dyn Framing) -> Option<Self> {
        (1..=MAX_HEADER_BYTES)
            .contains(&framing.header_bytes())
            .then_some(Self::Own(framing))
    }

    /// Whether both sides send a handshake before any frame.
    pub(crate) fn has_handshake(self) -> bool {
        matches!(self, Self::Hyla)
    }

    #[inline]
    pub(crate) fn header_bytes(self) -> usize {
        each!(self, framing => framing.header_bytes())
    }

    pub(crate) fn heartbeat(self) -> &'static [u8] {
        each!(self, framing => framing.heartbeat())
    }

    /// Start of the part of a frame that its receiver sees.
    #[inline]
    pub(crate) fn seen_from(self) -> usize {
        each!(self, framing => seen_from(framing))
    }

    /// Length of a frame with its header; `header_bytes` for an invalid header.
    pub(crate) fn whole_bytes(self, header: &[u8]) -> usize {
        let body = each!(self, framing => framing.body_bytes(header));
        header.len().saturating_add(body.unwrap_or(0))
    }

    /// The same, with the size limit checked.
    pub(crate) fn checked_bytes(
        self,
        header: &[u8],
        limit: impl FnOnce() -> usize,
    ) -> Result<usize, CloseReason> {
        each!(self, framing => checked_bytes(framing, header, limit))
    }

    /// The first frame in a peer's bytes, as its receiver sees it, and the bytes that it takes.
    /// `None` if it is incomplete.
    #[inline]
    pub(crate) fn first(
        self,
        bytes: &[u8],
        limit: impl FnOnce() -> usize,
    ) -> Result<Option<(&[u8], usize)>, CloseReason> {
        each!(self, framing => first(framing, bytes, limit))
    }

    /// Appends one frame written by `write`; `tail` further bytes follow it. Gives its length as
    /// its receiver sees it, 0 if nothing was written (then nothing is appended). If `write` panics
    /// or the frame is rejected, `into` is unchanged.
    #[inline]
    pub(crate) fn append(
        self,
        into: &mut Vec<u8>,
        limit: usize,
        tail: usize,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<usize, CloseReason> {
        match self {
            Self::Hyla => append_by(&HylaFraming, into, limit, tail, write),
            Self::Own(framing) => {
                let mut write = Some(write);
                append_own(framing, into, limit, tail, &mut |into| {
                    if let Some(write) = write.take() {
                        write(into);
                    }
                })
            }
        }
    }
}

/// Kept out of the path of Hyla's own frames.
#[cold]
fn append_own(
    framing: &dyn Framing,
    into: &mut Vec<u8>,
    limit: usize,
    tail: usize,
    write: &mut dyn FnMut(&mut Vec<u8>),
) -> Result<usize, CloseReason> {
    append_by(framing, into, limit, tail, write)
}

#[inline]
fn append_by<F: Framing + ?Sized>(
    framing: &F,
    into: &mut Vec<u8>,
    limit: usize,
    tail: usize,
    write: impl FnOnce(&mut Vec<u8>),
) -> Result<usize, CloseReason> {
    let (header_bytes, hidden_bytes) = (framing.header_bytes(), seen_from(framing));
    let mut undo = Undo {
        start: into.len(),
        into,
        keep: false,
    };
    undo.into
        .extend_from_slice(&[0; MAX_HEADER_BYTES][..hidden_bytes]);
    write(undo.into);
    let seen = undo.start + hidden_bytes;
    let Some(written) = undo.into.len().checked_sub(seen) else {
        return Err(CloseReason::BrokenFrame);
    };
    let length = written.saturating_add(tail);
    if length == 0 {
        return Ok(0);
    }
    // The greatest number marks a reference.
    let limit = limit.min(u32::MAX as usize - 1);
    if length > limit {
        return Err(CloseReason::FrameTooLarge { length, limit });
    }
    let header = undo.start..undo.start + header_bytes;
    let Some(header) = undo.into.get_mut(header) else {
        // The writer wrote less than a header.
        return Err(CloseReason::BrokenFrame);
    };
    // Fits: checked against u32::MAX just above. A visible header is included in the length, so
    // that the difference is not negative.
    let body = (hidden_bytes + length - header_bytes) as u32;
    framing.set_body_bytes(header, body);
    undo.keep = true;
    Ok(length)
}

#[inline]
fn seen_from<F: Framing + ?Sized>(framing: &F) -> usize {
    match framing.is_header_of_frame() {
        true => 0,
        false => framing.header_bytes(),
    }
}

#[inline]
fn checked_bytes<F: Framing + ?Sized>(
    framing: &F,
    header: &[u8],
    limit: impl FnOnce() -> usize,
) -> Result<usize, CloseReason> {
    let Some(body) = framing.body_bytes(header) else {
        return Err(CloseReason::WrongHeader);
    };
    let whole = header.len().saturating_add(body);
    let (length, limit) = (whole - seen_from(framing), limit());
    if length > limit {
        return Err(CloseReason::FrameTooLarge { length, limit });
    }
    Ok(whole)
}

#[inline]
fn first<'a, F: Framing + ?Sized>(
    framing: &F,
    bytes: &'a [u8],
    limit: impl FnOnce() -> usize,
) -> Result<Option<(&'a [u8], usize)>, CloseReason> {
    let Some(header) = bytes.get(..framing.header_bytes()) else {
        return Ok(None);
    };
    let whole = checked_bytes(framing, header, limit)?;
    let frame = bytes.get(seen_from(framing)..whole);
    Ok(frame.map(|frame| (frame, whole)))
}

struct Undo<'a> {
    start: usize,
    into: &'a mut Vec<u8>,
    keep: bool,
}

impl Drop for Undo<'_> {
    fn drop(&mut self) {
        if !self.keep {
            self.into.truncate(self.start);
        }
    }
}
