//! Filters too large messages out of the bytes of a WebSocket.
//!
//! The WebSocket layer buffers whole messages, and closes the connection above its limit. But a too large call must be
//! refused by itself. The filter passes only the beginning of a too large binary message, the header of the call, as a
//! message of its own, and drops the rest as it arrives.

use std::collections::VecDeque;
use std::io;
use std::task::{Context, Poll, ready};

use tokio::io::ReadBuf;

use crate::wire::{HEADER_BYTES, MAX_PACKET_BYTES, WireError};

/// Bytes of one read.
const ROOM: usize = 16 << 10;
/// The longest header of a frame of a WebSocket (RFC 6455, 5.2).
const MOST_HEAD: usize = 14;
/// End of the HTTP request that opens a WebSocket.
const END_OF_REQUEST: &[u8; 4] = b"\r\n\r\n";

/// Bit of the last frame of a message.
const FINAL: u8 = 0x80;
/// Bit of a masked payload; clients mask all.
const MASKED: u8 = 0x80;
/// Opcode of binary messages; 0 continues a message, 1 is text, above 2 control.
const BINARY: u8 = 2;

/// Filter for the bytes of one client, from the first one on.
pub(super) struct OversizeFilter {
    /// Larger payloads are truncated.
    limit: u64,
    /// Bytes of messages of several frames that have come, and of text, may not exceed the limit: the WebSocket layer, whose
    /// own limit may be larger, would keep them.
    is_strict: bool,
    /// Bytes of a message whose last frame has not come.
    unfinished: u64,
    state: ParseState,
    /// Bytes read; those from `at` to `end` are not parsed yet.
    read: Box<[u8]>,
    at: usize,
    end: usize,
    /// Header of a frame; the part from `given` to `head_end` must still be passed on.
    head: [u8; MOST_HEAD],
    given: usize,
    head_end: usize,
    /// Messages received, and messages returned by the WebSocket.
    come: u64,
    taken: u64,
    /// Truncated messages, each with its missing bytes.
    thinned: VecDeque<(u64, usize)>,
}

enum ParseState {
    /// Before the first frame; that many bytes of the end of the request have arrived.
    Request(usize),
    /// At the beginning of a frame.
    Frame,
    /// In a payload: bytes to pass on, then bytes to drop.
    Payload { pass: u64, drop: u64 },
}

impl OversizeFilter {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit: limit as u64,
            is_strict: true,
            unfinished: 0,
            state: ParseState::Request(0),
            read: vec![0; ROOM].into(),
            at: 0,
            end: 0,
            head: [0; MOST_HEAD],
            given: 0,
            head_end: 0,
            come: 0,
            taken: 0,
            thinned: VecDeque::new(),
        }
    }

    /// Whether large messages may not come yet ([`Self::widen`]). Then each message is to be handled before more is read: it
    /// may be what makes room for the next.
    pub(super) fn is_narrow(&self) -> bool {
        self.is_strict
    }

    /// The limit of the WebSocket layer, from the next frame on: it refuses by itself what cannot be truncated.
    pub(super) fn widen(&mut self, limit: usize) {
        self.limit = limit as u64;
        self.is_strict = false;
    }

    /// The WebSocket has given out one more message of data; how many bytes it lacks.
    pub(super) fn message(&mut self) -> Option<usize> {
        let number = self.taken;
        self.taken += 1;
        let (thinned, bytes) = *self.thinned.front()?;
        if thinned != number {
            return None;
        }
        self.thinned.pop_front();
        Some(bytes)
    }

    /// Reads as a stream does, from what `source` reads.
    pub(super) fn poll_read(
        &mut self,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
        mut source: impl FnMut(&mut Context<'_>, &mut ReadBuf<'_>) -> Poll<io::Result<()>>,
    ) -> Poll<io::Result<()>> {
        let before = out.filled().len();
        loop {
            self.give(out, before)?;
            if out.filled().len() > before || out.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            // The rest is less than a header.
            self.read.copy_within(self.at..self.end, 0);
            self.end -= self.at;
            self.at = 0;
            let mut room = ReadBuf::new(&mut self.read[self.end..]);
            ready!(source(cx, &mut room))?;
            let come = room.filled().len();
            if come == 0 {
                return Poll::Ready(Ok(()));
            }
            self.end += come;
        }
    }

    /// Gives on what there is, as much as `out` takes, which held `before` bytes when this read began.
    fn give(&mut self, out: &mut ReadBuf<'_>, before: usize) -> io::Result<()> {
        while out.remaining() > 0 {
            if self.given < self.head_end {
                let count = (self.head_end - self.given).min(out.remaining());
                out.put_slice(&self.head[self.given..self.given + count]);
                self.given += count;
                continue;
            }
            let unseen = &self.read[self.at..self.end];
            let count = match &mut self.state {
                ParseState::Payload { pass: 0, drop: 0 } => {
                    self.state = ParseState::Frame;
                    continue;
                }
                _ if unseen.is_empty() => return Ok(()),
                ParseState::Request(matched) => {
                    let most = unseen.len().min(out.remaining());
                    let ended = unseen[..most].iter().position(|byte| {
                        *matched = match *byte {
                            byte if byte == END_OF_REQUEST[*matched] => *matched + 1,
                            b'\r' => 1,
                            _ => 0,
                        };
                        *matched == END_OF_REQUEST.len()
                    });
                    if ended.is_some() {
                        self.state = ParseState::Frame;
                    }
                    let count = ended.map_or(most, |at| at + 1);
                    out.put_slice(&unseen[..count]);
                    count
                }
                ParseState::Payload { pass: 0, drop } => take(unseen.len(), drop),
                ParseState::Payload { pass, .. } => {
                    let count = take(unseen.len().min(out.remaining()), pass);
                    out.put_slice(&unseen[..count]);
                    count
                }
                ParseState::Frame => match self.begin_frame(out.filled().len() > before)? {
                    Some(count) => count,
                    None => return Ok(()),
                },
            };
            self.at += count;
        }
        Ok(())
    }

    /// Reads the header of a frame, if all of it is there; returns its length. One that is too large at the moment waits
    /// for the next read if this one `has_given` something.
    ///
    /// # Errors
    /// It is too large and cannot be truncated.
    fn begin_frame(&mut self, has_given: bool) -> io::Result<Option<usize>> {
        let unseen = &self.read[self.at..self.end];
        let [first, second, ..] = *unseen else {
            return Ok(None);
        };
        let extended = match second & !MASKED {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask = if second & MASKED == 0 { 0 } else { 4 };
        let Some(header) = unseen.get(..2 + extended + mask) else {
            return Ok(None);
        };
        let (length, key) = header[2..].split_at(extended);
        let length = match extended {
            0 => u64::from(second & !MASKED),
            _ => length
                .iter()
                .fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
        };
        let opcode = first & 0x0f;
        let is_whole = first & FINAL != 0;
        let size = self.unfinished.saturating_add(length);
        if self.is_strict && has_given && size > self.limit {
            return Ok(None);
        }
        let (mut pass, mut drop) = (length, 0);
        self.given = 0;
        if is_whole && opcode == BINARY && length > self.limit && length <= MAX_PACKET_BYTES as u64
        {
            pass = HEADER_BYTES as u64;
            drop = length - pass;
            self.thinned.push_back((self.come, drop as usize));
            self.head[..2].copy_from_slice(&[first, second & MASKED | HEADER_BYTES as u8]);
            self.head[2..2 + mask].copy_from_slice(key);
            self.head_end = 2 + mask;
        } else {
            if self.is_strict && size > self.limit {
                let size = u32::try_from(size).unwrap_or(u32::MAX);
                let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
                let error = WireError::TooLarge { size, limit };
                return Err(io::Error::new(io::ErrorKind::InvalidData, error));
            }
            self.head[..header.len()].copy_from_slice(header);
            self.head_end = header.len();
        }
        if opcode <= BINARY {
            self.unfinished = if is_whole { 0 } else { size };
        }
        if is_whole && opcode <= BINARY {
            self.come += 1;
        }
        let count = header.len();
        self.state = ParseState::Payload { pass, drop };
        Ok(Some(count))
    }
}

/// As much of `left` as there is.
fn take(there: usize, left: &mut u64) -> usize {
    let count = usize::try_from(*left).map_or(there, |left| left.min(there));
    *left -= count as u64;
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 70_000;

    /// A frame as a client sends it.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![first];
        match payload.len() {
            length @ 0..126 => bytes.push(MASKED | length as u8),
            length @ 126..65536 => {
                bytes.push(MASKED | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            length => {
                bytes.push(MASKED | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend([1, 2, 3, 4]);
        bytes.extend(payload);
        bytes
    }

    /// Output for bytes that come in pieces of that size and are read into as much room.
    fn thin(filter: &mut OversizeFilter, bytes: &[u8], piece: usize) -> Vec<u8> {
        let mut context = Context::from_waker(std::task::Waker::noop());
        let (mut rest, mut out) = (bytes, Vec::new());
        loop {
            let mut room = vec![0; piece];
            let mut room = ReadBuf::new(&mut room);
            let read = filter.poll_read(&mut context, &mut room, |_, into| {
                let (now, later) = rest.split_at(rest.len().min(piece).min(into.remaining()));
                into.put_slice(now);
                rest = later;
                Poll::Ready(Ok(()))
            });
            assert!(matches!(read, Poll::Ready(Ok(()))));
            if room.filled().is_empty() {
                return out;
            }
            out.extend(room.filled());
        }
    }

    #[test]
    fn only_whole_binary_messages_over_the_limit_are_thinned() {
        let request = b"GET / HTTP/1.1\r\nA: b\r\n\r\r\n\r\n".to_vec();
        let large = vec![7; LIMIT + 1];
        let kept = [
            request,
            frame(FINAL | BINARY, b"short"),
            frame(FINAL | 9, b"a ping"),
            frame(BINARY, &[5; 300]),
            frame(FINAL, &[6; 300]),
            frame(FINAL | 1, b""),
            frame(FINAL | BINARY, &large[..LIMIT]),
            frame(FINAL | 1, &large),
        ];
        for piece in [1, 3, 1000, 100_000] {
            let mut filter = OversizeFilter::new(1);
            filter.widen(LIMIT);
            let (mut bytes, mut expected) = (Vec::new(), Vec::new());
            for part in &kept {
                bytes.extend(part);
                expected.extend(part);
                if part.starts_with(&[FINAL]) {
                    bytes.extend(frame(FINAL | BINARY, &large));
                    expected.extend(frame(FINAL | BINARY, &large[..HEADER_BYTES]));
                }
            }

            assert!(thin(&mut filter, &bytes, piece) == expected, "{piece}");

            // The second message is in two frames, and the third is the one that was thinned.
            let lacking: Vec<_> = (0..7).map(|_| filter.message()).collect();
            let lacks = Some(large.len() - HEADER_BYTES);
            assert_eq!(lacking, [None, None, lacks, None, None, None, None]);
        }
    }

    #[test]
    fn a_message_that_no_client_may_send_is_left_to_be_refused() {
        let mut filter = OversizeFilter::new(1);
        filter.widen(LIMIT);
        let mut bytes = END_OF_REQUEST.to_vec();
        bytes.extend([FINAL | BINARY, MASKED | 127]);
        bytes.extend((1_u64 << 31).to_be_bytes());
        bytes.extend([0; 20]);

        assert!(thin(&mut filter, &bytes, 7) == bytes);
        assert_eq!(filter.message(), None);
    }

    #[test]
    fn what_cannot_be_thinned_ends_at_the_limit_until_it_is_widened() {
        let text = |bytes: usize| vec![frame(FINAL | 1, &vec![7; bytes])];
        let parts = |bytes: usize| {
            let half = vec![7; bytes / 2];
            vec![frame(BINARY, &half), frame(0, &half)]
        };
        for part in [text(LIMIT + 2), parts(LIMIT + 2)] {
            let all = [END_OF_REQUEST.to_vec(), part.concat()].concat();
            for is_strict in [true, false] {
                let mut filter = OversizeFilter::new(LIMIT);
                if !is_strict {
                    filter.widen(LIMIT);
                }
                let mut context = Context::from_waker(std::task::Waker::noop());
                let (mut rest, mut given, mut failed) = (&all[..], 0, false);
                while !failed {
                    let mut room = vec![0; ROOM];
                    let mut room = ReadBuf::new(&mut room);
                    let read = filter.poll_read(&mut context, &mut room, |_, into| {
                        let (now, later) = rest.split_at(rest.len().min(into.remaining()));
                        into.put_slice(now);
                        rest = later;
                        Poll::Ready(Ok(()))
                    });
                    failed = matches!(read, Poll::Ready(Err(_)));
                    given += room.filled().len();
                    if room.filled().is_empty() {
                        break;
                    }
                }
                assert_eq!(failed, is_strict);
                assert!(!failed || given < LIMIT);
            }
        }
        for part in [text(LIMIT), parts(LIMIT)] {
            let all = [END_OF_REQUEST.to_vec(), part.concat()].concat();
            assert!(thin(&mut OversizeFilter::new(LIMIT), &all, 1000) == all);
        }
    }
}
