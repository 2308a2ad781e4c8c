//! A connection within a test, with little room.

use std::collections::VecDeque;
use std::io::{self, IoSlice};

/// A direction of a connection.
#[derive(Default)]
pub(super) struct Pipe {
    pub(super) bytes: VecDeque<u8>,
    /// Most bytes.
    pub(super) room: usize,
    /// Nothing follows.
    pub(super) is_cut: bool,
}

impl Pipe {
    pub(super) fn with_room(room: usize) -> Self {
        Self {
            room,
            ..Self::default()
        }
    }
}

/// One end of a connection.
pub(super) struct Socket<'p> {
    pub(super) from: &'p mut Pipe,
    pub(super) to: &'p mut Pipe,
}

impl io::Read for Socket<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.from.bytes.read(buffer)? {
            0 if !self.from.is_cut => Err(io::ErrorKind::WouldBlock.into()),
            count => Ok(count),
        }
    }
}

impl io::Write for Socket<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_vectored(&[IoSlice::new(bytes)])
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        let before = self.to.bytes.len();
        let room = self.to.room.saturating_sub(before);
        let bytes = parts.iter().flat_map(|part| part.iter().copied());
        self.to.bytes.extend(bytes.take(room));
        match self.to.bytes.len() - before {
            0 => Err(io::ErrorKind::WouldBlock.into()),
            count => Ok(count),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
