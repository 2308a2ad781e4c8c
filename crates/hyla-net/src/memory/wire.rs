//! Rings as the wire of a stream.

use std::io;
use std::time::Duration;

use mio::Interest;

use super::MemoryWire;
use crate::decoder::{Decoder, LARGE_FRAME};
use crate::framing::MAX_HEADER_BYTES;
use crate::reference::Reference;
use crate::sys::Descriptor;
use crate::wire::{PolledWire, Read, Wire};

impl Wire for MemoryWire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.write(bytes)
    }

    fn finish(&self) {
        self.finish();
    }

    fn is_memory(&self) -> bool {
        true
    }

    #[inline]
    fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        self.put(bytes)
    }

    fn wake(&self) {
        self.wake();
    }

    fn unused(&self) -> usize {
        self.unused()
    }

    fn look(&self, is_free: bool) {
        self.look(is_free);
    }
}

impl PolledWire for MemoryWire {
    fn socket(&self) -> Descriptor {
        self.socket()
    }

    fn interest(&self) -> Interest {
        // The socket only shows the peer's end.
        Interest::READABLE
    }

    /// Copies out of the ring: a large or split frame to its own buffer, otherwise as many bytes as
    /// fit into `buffer`.
    fn read<'b>(
        &self,
        decoder: Option<&mut Decoder>,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> Read<'b> {
        match copy(self, decoder, buffer) {
            Err(_) => Read::Damaged,
            // The end was seen before this read, so that no data came in between.
            Ok((0, _)) if hung_up => Read::End,
            Ok((0, _)) => Read::Nothing,
            Ok((count, in_buffer)) => Read::Bytes {
                count,
                bytes: &buffer[..in_buffer],
                full: true,
            },
        }
    }

    fn has_more(&self, _was_full: bool) -> bool {
        self.has_input()
    }

    fn wait_for_room(&self, timeout: Duration) {
        self.wait_for_room(timeout);
    }

    fn memory(&self) -> Option<&MemoryWire> {
        Some(self)
    }
}

/// Number of copied bytes, and how many of them went to `buffer`.
fn copy(
    wire: &MemoryWire,
    decoder: Option<&mut Decoder>,
    buffer: &mut [u8],
) -> io::Result<(usize, usize)> {
    if let Some(decoder) = decoder {
        let (header, missing) = begin_large_frame(wire, decoder)?;
        if missing > 0 {
            let at_most = missing.min(buffer.len());
            let count = wire.append_to(decoder.unfinished_frame(), at_most)?;
            return Ok((header + count, 0));
        }
    }
    wire.read(buffer).map(|count| (count, count))
}

/// Takes the length of a large frame out of the ring. Gives the bytes taken, and the missing bytes
/// of a frame to be assembled.
fn begin_large_frame(wire: &MemoryWire, decoder: &mut Decoder) -> io::Result<(usize, usize)> {
    if decoder.unfinished() > 0 {
        return Ok((0, decoder.missing()));
    }
    let frames = decoder.frames();
    let mut header = [0; MAX_HEADER_BYTES];
    let header = &mut header[..frames.header_bytes()];
    if !wire.peek(header)?
        || Reference::begins(header)
        || frames.whole_bytes(header) < LARGE_FRAME + header.len()
    {
        return Ok((0, 0));
    }
    // The peer may have written another length meanwhile: the bytes taken count.
    let taken = wire.append_to(decoder.unfinished_frame(), header.len())?;
    Ok((taken, decoder.missing()))
}
