use std::collections::VecDeque;

use bytes::{Buf, Bytes, BytesMut};

use super::{Frame, HEADER_BYTES, Header, MAX_PACKET_BYTES, MessageType};

/// Room that a read finds at least.
const LEAST_ROOM: usize = 4 << 10;
/// Room made when there is less: what one read can take at once.
const ROOM: usize = 32 << 10;

/// Why bytes are not frames of the Federate Protocol. What follows in the stream cannot be read
/// either: the connection is to be closed. Only behind [`Self::CallTooLarge`] the stream goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// A packet shorter than its header.
    #[error("a packet of {0} bytes is shorter than its header of {HEADER_BYTES}")]
    TooShort(u32),
    /// A packet larger than is allowed.
    #[error("a packet of {size} bytes is larger than the {limit} allowed")]
    TooLarge {
        /// Its size.
        size: u32,
        /// The largest size allowed.
        limit: usize,
    },
    /// A call larger than is allowed, which was skipped ([`FrameDecoder::skip_large_calls`]).
    #[error("a call of {size} bytes is larger than the {limit} allowed")]
    CallTooLarge {
        /// Its header.
        header: Header,
        /// Its size.
        size: u32,
        /// The largest size allowed.
        limit: usize,
    },
    /// A type that the protocol does not know.
    #[error("unknown message type {0}")]
    UnknownType(u32),
    /// One message was expected, and these bytes hold less or more than one.
    #[error("{actual} bytes for a packet of {size}")]
    NotOneMessage {
        /// Size that the packet announces; 0 without a whole header.
        size: u32,
        /// Actual size.
        actual: usize,
    },
}

/// Cuts what a client sent into frames.
///
/// Payloads are split off the buffer and never copied. Memory grows with the bytes that arrived,
/// never with a size that was merely announced.
#[derive(Debug)]
pub struct FrameDecoder {
    buffer: BytesMut,
    limit: usize,
    skips_calls: bool,
    skipped: Option<Skipped>,
    /// Bytes of the stream before those in the buffer.
    passed: u64,
    /// Positions of dropped bytes in the stream, and their numbers.
    gaps: VecDeque<(u64, usize)>,
    failed: Option<WireError>,
}

/// A call that is too large, while its payload arrives.
#[derive(Debug)]
struct Skipped {
    header: Header,
    size: u32,
    /// Bytes to come.
    left: usize,
}

impl FrameDecoder {
    /// A decoder that takes packets of up to `limit` bytes, header included.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: BytesMut::new(),
            limit: limit.min(MAX_PACKET_BYTES),
            skips_calls: false,
            skipped: None,
            passed: 0,
            gaps: VecDeque::new(),
            failed: None,
        }
    }

    /// Takes packets of up to so many bytes from the next one on. Until the first frame of a
    /// connection has been handled, [`crate::session::MAX_OPENING_BYTES`] are enough.
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit.min(MAX_PACKET_BYTES);
    }

    /// From now on skips calls over the limit, without keeping their payload, and says so
    /// ([`WireError::CallTooLarge`]) when they are past: each can be refused by itself.
    pub fn skip_large_calls(&mut self) {
        self.skips_calls = true;
    }

    /// Notes that the next `bytes` of the stream were dropped on their way here. Only skipped bytes may
    /// be missing.
    pub fn gap(&mut self, bytes: usize) {
        self.gaps.push_back((self.end(), bytes));
    }

    /// Position of the next bytes.
    fn end(&self) -> u64 {
        self.passed + self.buffer.len() as u64
    }

    /// Buffer for the next bytes of the stream, behind those that are there; with room for a read.
    pub fn buffer(&mut self) -> &mut BytesMut {
        let length = self.buffer.len();
        if self.buffer.capacity() - length < LEAST_ROOM {
            // Of a large packet as much again as has arrived, so that it is moved a few times only.
            let missing = self.announced().saturating_sub(length).min(length);
            self.buffer.reserve(missing.max(ROOM));
        }
        &mut self.buffer
    }

    /// Takes the next bytes of the stream from elsewhere, at the cost of a copy.
    pub fn extend(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole frame, or `None` until more bytes have come.
    ///
    /// # Errors
    /// [`WireError`], from then on each time; [`WireError::CallTooLarge`] once.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, WireError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let frame = self.cut();
        if let Err(error) = frame
            && !matches!(error, WireError::CallTooLarge { .. })
        {
            self.failed = Some(error);
            self.buffer = BytesMut::new();
        }
        frame
    }

    fn cut(&mut self) -> Result<Option<Frame>, WireError> {
        if self.skipped.is_some() {
            return self.skip_on();
        }
        let size = match packet_size(&self.buffer, self.limit) {
            Ok(Some(size)) => size,
            Ok(None) => return Ok(None),
            Err(WireError::TooLarge { size, limit })
                if self.skips_calls && size as usize <= MAX_PACKET_BYTES =>
            {
                return self.begin_to_skip(size, limit);
            }
            Err(error) => return Err(error),
        };
        let Some(header) = self.buffer.first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        // Before the payload has come: what is unknown is not waited for.
        let header = Header::parse(header)?;
        if let Some((at, missing)) = self.gaps.front()
            && *at < self.passed + size as u64
        {
            let size = u32::try_from(self.buffer.len() + missing).unwrap_or(u32::MAX);
            let limit = self.limit;
            return Err(WireError::TooLarge { size, limit });
        }
        if self.buffer.len() < size {
            return Ok(None);
        }
        self.passed += size as u64;
        let mut payload = self.buffer.split_to(size).freeze();
        payload.advance(HEADER_BYTES);
        Ok(Some(Frame { header, payload }))
    }

    fn begin_to_skip(&mut self, size: u32, limit: usize) -> Result<Option<Frame>, WireError> {
        let Some(header) = self.buffer.first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        let header = Header::parse(header)?;
        if header.kind != MessageType::CallRequest {
            return Err(WireError::TooLarge { size, limit });
        }
        self.skipped = Some(Skipped {
            header,
            size,
            left: size as usize,
        });
        self.skip_on()
    }

    fn skip_on(&mut self) -> Result<Option<Frame>, WireError> {
        let Some(skipped) = &mut self.skipped else {
            return Ok(None);
        };
        let mut come = skipped.left.min(self.buffer.len());
        if let Some((at, missing)) = self.gaps.front().copied()
            && at <= self.passed + come as u64
        {
            self.gaps.pop_front();
            // Never more than the buffer holds.
            let before = (at - self.passed) as usize;
            let Some(left) = skipped.left.checked_sub(before + missing) else {
                let (size, limit) = (skipped.size, self.limit);
                return Err(WireError::TooLarge { size, limit });
            };
            self.buffer.advance(before);
            self.passed = at;
            skipped.left = left;
            come = left.min(self.buffer.len());
        }
        self.buffer.advance(come);
        self.passed += come as u64;
        skipped.left -= come;
        if skipped.left > 0 {
            return Ok(None);
        }
        let (header, size, limit) = (skipped.header, skipped.size, self.limit);
        self.skipped = None;
        Err(WireError::CallTooLarge {
            header,
            size,
            limit,
        })
    }

    /// Bytes kept of the frame that has not arrived whole; 0 between frames.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.buffer.len()
    }

    fn announced(&self) -> usize {
        if self.skipped.is_some() {
            return 0;
        }
        match packet_size(&self.buffer, self.limit) {
            Ok(Some(size)) => size,
            Ok(None) | Err(_) => 0,
        }
    }
}

impl Frame {
    /// The one frame that these bytes are, as a WebSocket message holds it; nothing is copied.
    ///
    /// # Errors
    /// [`WireError`].
    pub fn parse(mut bytes: Bytes, limit: usize) -> Result<Self, WireError> {
        let actual = bytes.len();
        let size = packet_size(&bytes, limit.min(MAX_PACKET_BYTES))?.unwrap_or(0);
        match bytes.first_chunk::<HEADER_BYTES>() {
            Some(header) if size == actual => {
                let header = Header::parse(header)?;
                bytes.advance(HEADER_BYTES);
                Ok(Self {
                    header,
                    payload: bytes,
                })
            }
            _ => Err(WireError::NotOneMessage {
                size: size as u32,
                actual,
            }),
        }
    }
}

fn packet_size(bytes: &[u8], limit: usize) -> Result<Option<usize>, WireError> {
    let Some(size) = bytes.first_chunk() else {
        return Ok(None);
    };
    let size = u32::from_be_bytes(*size);
    if (size as usize) < HEADER_BYTES {
        return Err(WireError::TooShort(size));
    }
    if size as usize > limit {
        return Err(WireError::TooLarge { size, limit });
    }
    Ok(Some(size as usize))
}

#[cfg(test)]
mod tests;
