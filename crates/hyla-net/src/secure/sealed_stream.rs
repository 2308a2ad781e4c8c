//! The halves of a sealed connection that do not depend on the form of its records: sealed bytes to a socket that does not
//! block, and records from it, opened within the buffer of the reader.

use std::io::{self, IoSlice};

use super::session_read::{SessionRead, read_once};
use crate::CloseReason;

/// Most bytes that are copied to be sealed. Longer ones are sealed where they are, and written with what stands around them.
pub(super) const COPIED_BYTES: usize = 4 << 10;

/// Most records of one write.
pub(super) const PARTS: usize = 5;

/// Bytes of one read of the socket, and of a buffer for what is opened: it has to hold the rest of a record, too.
pub(super) const READ_BYTES: usize = 64 << 10;

/// Bytes to be sealed.
pub(super) enum Bytes<'a> {
    /// Of somebody else.
    Theirs(&'a [u8]),
    /// Of a bundle that nobody reads any more: they may be sealed where they are.
    Ours(&'a mut [u8]),
}

impl Bytes<'_> {
    pub(super) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Theirs(bytes) => bytes,
            Self::Ours(bytes) => bytes,
        }
    }
}

/// Sealed bytes on their way to the socket.
#[derive(Debug, Default)]
pub(super) struct Outgoing {
    /// Sealed bytes to be written, from `written` on.
    pub(super) sealed: Vec<u8>,
    written: usize,
    /// Bytes of the coming writes that were sealed before the socket was full.
    owed: usize,
}

impl Outgoing {
    /// Begins a write of `length` bytes: writes what waits, and gives how many of these bytes were part of it.
    pub(super) fn begin(
        &mut self,
        socket: &mut impl io::Write,
        length: usize,
    ) -> io::Result<Option<usize>> {
        self.flush(socket)?;
        if self.owed == 0 {
            return Ok(None);
        }
        let count = self.owed.min(length);
        self.owed -= count;
        Ok(Some(count))
    }

    /// Writes what `count` bytes were sealed to. On `WouldBlock` the next writes count as done, as far as these bytes reach.
    pub(super) fn send(&mut self, socket: &mut impl io::Write, count: usize) -> io::Result<usize> {
        match self.flush(socket) {
            Ok(()) => Ok(count),
            Err(error) => {
                self.owed = count;
                Err(error)
            }
        }
    }

    /// Writes `sealed` and then records, each with what stands before and behind its content, in one call; what the socket does
    /// not take is left in `sealed`.
    pub(super) fn write_parts<'p>(
        &mut self,
        socket: &mut impl io::Write,
        parts: impl Iterator<Item = [&'p [u8]; 3]>,
    ) -> io::Result<()> {
        let mut before = std::mem::take(&mut self.sealed);
        let mut slices = [IoSlice::new(&[]); 1 + 3 * PARTS];
        slices[0] = IoSlice::new(&before);
        let mut count = 1;
        for part in parts {
            for bytes in part {
                slices[count] = IoSlice::new(bytes);
                count += 1;
            }
        }
        let mut left = &mut slices[..count];
        let written = loop {
            match socket.write_vectored(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => break count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break 0,
                Err(error) => return Err(error),
            }
        };
        IoSlice::advance_slices(&mut left, written);
        for part in left {
            self.sealed.extend_from_slice(part);
        }
        if self.sealed.is_empty() {
            before.clear();
            self.sealed = before;
        }
        Ok(())
    }

    /// Writes sealed bytes.
    pub(super) fn flush(&mut self, socket: &mut impl io::Write) -> io::Result<()> {
        while self.written < self.sealed.len() {
            match socket.write(&self.sealed[self.written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.sealed.clear();
        self.written = 0;
        Ok(())
    }
}

/// Result of opening a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Opened {
    /// Bytes of the record, and of its content.
    Content { record: usize, content: usize },
    /// The record is incomplete.
    Incomplete,
    /// The peer uses a key that has not come yet.
    UnknownKey,
    /// The peer has ended.
    End,
    /// Not what the peer has sealed, or not at its place.
    Forged,
}

/// Opens records.
pub(super) trait Open {
    /// Opens the record at `bytes[at..]`; its content goes to the beginning of `bytes`.
    fn open(&mut self, bytes: &mut [u8], at: usize) -> Opened;

    /// Why the last record was [`Opened::Forged`].
    fn reason(&mut self) -> CloseReason;
}

/// Records from the socket.
#[derive(Debug, Default)]
pub(super) struct Incoming {
    /// Bytes of the socket that were not opened yet: of the handshake, a part of a record, or records whose key has not come.
    pub(super) raw: Vec<u8>,
    /// A key has to come before more is read.
    pub(super) awaits_key: bool,
    /// Nothing more is read.
    end: Option<SessionRead>,
    /// The socket may have more, or content is left.
    pub(super) has_more: bool,
}

impl Incoming {
    /// Reads the socket once, during the handshake; gives the bytes, 0 at its end.
    pub(super) fn read_early(
        &mut self,
        socket: &mut impl io::Read,
        most: usize,
    ) -> Result<usize, SessionRead> {
        let before = self.raw.len();
        self.raw.resize(before + most, 0);
        let read = read_once(socket, &mut self.raw[before..]);
        let count = *read.as_ref().unwrap_or(&0);
        self.raw.truncate(before + count);
        self.has_more = count == most;
        read
    }

    /// Opens records within `buffer`: content at its beginning, behind it what was not opened yet. Reads the socket once, unless
    /// that was `asked` before.
    pub(super) fn read_records(
        &mut self,
        socket: &mut impl io::Read,
        buffer: &mut [u8],
        opener: &mut impl Open,
        mut asked: bool,
    ) -> SessionRead {
        if let Some(end) = &self.end {
            return end.clone();
        }
        debug_assert!(
            buffer.len() >= 2 * READ_BYTES,
            "too small to open records in"
        );
        // Less than one read and one record.
        let mut arrived = self.raw.len();
        buffer[..arrived].copy_from_slice(&self.raw);
        self.raw.clear();
        let (mut filled, mut at) = (0, 0);
        let end = loop {
            match opener.open(&mut buffer[filled..arrived], at - filled) {
                Opened::Content { record, content } => {
                    filled += content;
                    at += record;
                }
                Opened::Incomplete if asked => break None,
                Opened::Incomplete if arrived == buffer.len() => {
                    self.has_more = true;
                    break None;
                }
                Opened::Incomplete => {
                    asked = true;
                    let room = &mut buffer[arrived..];
                    let room_bytes = room.len().min(READ_BYTES);
                    match read_once(socket, &mut room[..room_bytes]) {
                        Ok(0) => {
                            let end = SessionRead::Failed(io::ErrorKind::UnexpectedEof);
                            break Some(end);
                        }
                        Ok(count) => {
                            arrived += count;
                            self.has_more = count == room_bytes;
                        }
                        Err(SessionRead::Nothing) => break None,
                        Err(end) => break Some(end),
                    }
                }
                Opened::UnknownKey => {
                    self.awaits_key = true;
                    self.has_more = false;
                    break None;
                }
                Opened::End => break Some(SessionRead::End),
                Opened::Forged => break Some(SessionRead::Rejected(opener.reason())),
            }
        };
        if end.is_none() {
            self.raw.extend_from_slice(&buffer[at..arrived]);
        }
        self.end.clone_from(&end);
        match end {
            None if filled == 0 => SessionRead::Nothing,
            None => SessionRead::Bytes(filled),
            Some(end) if filled == 0 => end,
            // The next read gives the end.
            Some(_) => {
                self.has_more = true;
                SessionRead::Bytes(filled)
            }
        }
    }
}
