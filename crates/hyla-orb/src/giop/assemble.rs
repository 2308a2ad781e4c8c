//! Assembles messages from the reads of a connection: several may come in one read, one in many,
//! and one in fragments between others.

use std::ops::Range;

use crate::cdr::{Limits, Version};
use crate::giop::{HEADER_BYTES, Header, HeaderError, Kind};

/// Smallest read, so that following messages come along.
const READ_BYTES: usize = 32 << 10;
/// A buffer enlarged for one message is freed above this.
const KEEP_BYTES: usize = 256 << 10;

/// Why a connection must end. Its peer gets MessageError.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProtocolError {
    /// A header.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A message too short for its fields.
    #[error("a message or fragment without its request number")]
    Short,
    /// A message and its fragments are larger than [`Limits::message_bytes`].
    #[error("a message in fragments of {size} octets passes the limit of {limit}")]
    FragmentedSize {
        /// Total size.
        size: usize,
        /// The setting.
        limit: usize,
    },
    /// More than [`Limits::fragmented_messages`].
    #[error("more than {0} messages in fragments at the same time")]
    FragmentedCount(usize),
    /// A fragment in another version or byte order, or a second message with the number of an
    /// unfinished one.
    #[error("a fragment that does not fit to what came before")]
    Fragment,
}

/// Takes octets as they arrive and gives complete messages. Does no I/O; allocates nothing once its
/// buffers are large enough.
#[derive(Debug)]
pub struct Assembler {
    limits: Limits,
    buffer: Vec<u8>,
    /// Octets read and not taken yet.
    unread: Range<usize>,
    /// Octets of the next message, once its header is known.
    wanted: usize,
    parts: Vec<Part>,
    /// The last message that came in fragments.
    whole: Vec<u8>,
    /// A message found and not taken.
    found: Option<FoundMessage>,
    /// Reusable buffers.
    spare: Vec<Vec<u8>>,
}

#[derive(Debug)]
struct Part {
    /// Request number; in 1.1 fragments have none, and are consecutive.
    id: Option<u32>,
    header: Header,
    octets: Vec<u8>,
}

#[derive(Clone, Debug)]
enum FoundMessage {
    InBuffer(Range<usize>),
    Whole,
}

impl Assembler {
    /// One for a new connection.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            buffer: Vec::new(),
            unread: 0..0,
            wanted: HEADER_BYTES,
            parts: Vec::new(),
            whole: Vec::new(),
            found: None,
            spare: Vec::new(),
        }
    }

    /// Buffer for the next read; never empty.
    pub fn space(&mut self) -> &mut [u8] {
        if self.unread.is_empty() {
            self.unread = 0..0;
            if self.buffer.len() > KEEP_BYTES && self.wanted <= READ_BYTES {
                self.buffer = Vec::new();
            }
        }
        let left = self.buffer.len() - self.unread.end;
        let missing = self.wanted.saturating_sub(self.unread.len());
        if left < missing || left == 0 || (self.unread.start > 0 && left < READ_BYTES / 2) {
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
            let length = self.wanted.max(self.unread.len() + 1).max(READ_BYTES);
            if self.buffer.len() < length {
                self.buffer.resize(length, 0);
            }
        }
        &mut self.buffer[self.unread.end..]
    }

    /// Allocates the buffer for reads of that many octets.
    pub(crate) fn reserve(&mut self, octets: usize) {
        if self.buffer.len() < octets {
            self.buffer.resize(octets, 0);
        }
    }

    /// As [`Assembler::space`], only for what the next header or message lacks.
    pub(crate) fn space_of_message(&mut self) -> &mut [u8] {
        let _ = self.space();
        let missing = self.wanted.saturating_sub(self.unread.len()).max(1);
        let start = self.unread.end;
        &mut self.buffer[start..start + missing]
    }

    /// Frees the buffer if it is empty.
    pub(crate) fn release(&mut self) {
        if self.unread.is_empty() && self.found.is_none() {
            self.unread = 0..0;
            self.buffer = Vec::new();
        }
    }

    /// Records octets read into [`Assembler::space`].
    pub fn filled(&mut self, octets: usize) {
        self.unread.end = (self.unread.end + octets).min(self.buffer.len());
    }

    /// Whether a message has begun and is not complete.
    pub fn is_within_message(&self) -> bool {
        !self.unread.is_empty() || !self.parts.is_empty()
    }

    /// The next complete message, header included; its fragments are joined.
    ///
    /// # Errors
    /// The connection must end.
    pub fn next_message(&mut self) -> Result<Option<&[u8]>, ProtocolError> {
        if self.has_message()? {
            return Ok(Some(self.message()));
        }
        Ok(None)
    }

    /// Whether there is a complete message for [`Assembler::message`].
    ///
    /// # Errors
    /// The connection must end.
    pub fn has_message(&mut self) -> Result<bool, ProtocolError> {
        while self.found.is_none() {
            let Some((header, range)) = self.next_piece()? else {
                return Ok(false);
            };
            self.found = self.piece(header, range)?;
        }
        Ok(true)
    }

    /// The message that [`Assembler::has_message`] found; empty if it found none. Each is given once.
    pub fn message(&mut self) -> &[u8] {
        match self.found.take() {
            Some(FoundMessage::InBuffer(range)) => &self.buffer[range],
            Some(FoundMessage::Whole) => &self.whole,
            None => &[],
        }
    }

    /// Header and place of the next message or fragment.
    fn next_piece(&mut self) -> Result<Option<(Header, Range<usize>)>, ProtocolError> {
        let unread = &self.buffer[self.unread.clone()];
        let Some(header) = unread.first_chunk::<HEADER_BYTES>() else {
            self.wanted = HEADER_BYTES;
            return Ok(None);
        };
        let header = Header::read(header, &self.limits)?;
        let length = HEADER_BYTES + header.size;
        if unread.len() < length {
            self.wanted = length;
            return Ok(None);
        }
        self.wanted = HEADER_BYTES;
        let start = self.unread.start;
        self.unread.start += length;
        Ok(Some((header, start..start + length)))
    }

    fn piece(
        &mut self,
        header: Header,
        range: Range<usize>,
    ) -> Result<Option<FoundMessage>, ProtocolError> {
        if header.kind == Kind::Fragment {
            return self.fragment(header, range);
        }
        if header.kind == Kind::CancelRequest {
            // The rest of the message will not come.
            let id = number(&self.buffer[range.clone()], header)?;
            self.parts.retain(|part| part.id != Some(id));
        }
        let is_unfinished_1_1 = |part: &Part| part.id.is_none();
        let may_continue = matches!(
            (header.kind, header.version),
            (Kind::Request | Kind::Reply, _)
                | (Kind::LocateRequest | Kind::LocateReply, Version::V1_2)
        );
        if !header.has_more || !may_continue {
            return Ok(Some(FoundMessage::InBuffer(range)));
        }
        let octets = &self.buffer[range];
        let id = match header.version {
            Version::V1_2 => Some(number(octets, header)?),
            _ => None,
        };
        if self
            .parts
            .iter()
            .any(|part| part.id == id || is_unfinished_1_1(part))
        {
            return Err(ProtocolError::Fragment);
        }
        let limit = self.limits.fragmented_messages;
        if self.parts.len() >= limit {
            return Err(ProtocolError::FragmentedCount(limit));
        }
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.clear();
        copy.extend_from_slice(octets);
        self.parts.push(Part {
            id,
            header,
            octets: copy,
        });
        Ok(None)
    }

    fn fragment(
        &mut self,
        header: Header,
        range: Range<usize>,
    ) -> Result<Option<FoundMessage>, ProtocolError> {
        let octets = &self.buffer[range];
        let (id, data) = match header.version {
            Version::V1_2 => (Some(number(octets, header)?), &octets[HEADER_BYTES + 4..]),
            _ => (None, &octets[HEADER_BYTES..]),
        };
        // Fragments of cancelled or unknown messages are skipped.
        let Some(at) = self.parts.iter().position(|part| part.id == id) else {
            return Ok(None);
        };
        let part = &mut self.parts[at];
        if (part.header.version, part.header.order) != (header.version, header.order) {
            return Err(ProtocolError::Fragment);
        }
        let size = part.octets.len() + data.len();
        let limit = self.limits.message_bytes;
        if size > limit {
            return Err(ProtocolError::FragmentedSize { size, limit });
        }
        part.octets.extend_from_slice(data);
        if header.has_more {
            return Ok(None);
        }
        let part = self.parts.swap_remove(at);
        let last = std::mem::replace(&mut self.whole, part.octets);
        if self.spare.len() < self.limits.fragmented_messages && last.capacity() <= KEEP_BYTES {
            self.spare.push(last);
        }
        let header = Header {
            has_more: false,
            size: self.whole.len() - HEADER_BYTES,
            ..part.header
        };
        self.whole[..HEADER_BYTES].copy_from_slice(&header.octets());
        Ok(Some(FoundMessage::Whole))
    }
}

/// The request number that messages of 1.2 and CancelRequest begin with.
fn number(octets: &[u8], header: Header) -> Result<u32, ProtocolError> {
    let at = octets
        .get(HEADER_BYTES..)
        .and_then(<[u8]>::first_chunk::<4>);
    let octets = *at.ok_or(ProtocolError::Short)?;
    Ok(match header.order {
        crate::cdr::Order::Big => u32::from_be_bytes(octets),
        crate::cdr::Order::Little => u32::from_le_bytes(octets),
    })
}
