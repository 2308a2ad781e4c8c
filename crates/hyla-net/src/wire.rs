//! What a stream needs of the wire it runs over.

use std::io;
use std::time::{Duration, Instant};

use mio::Interest;

use crate::Address;
use crate::decoder::Decoder;
use crate::memory::MemoryWire;
use crate::sys::Descriptor;
use crate::tcp_health::HostWatch;

/// Where bundles are written to: a non-blocking stream.
pub(crate) trait Wire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// No more will be written.
    fn finish(&self);
    /// Whether a write is a copy to memory, without a system call but to wake a sleeping peer.
    fn is_memory(&self) -> bool {
        false
    }
    /// As [`Self::write`], where that is a copy to memory, without a system call: a peer that sleeps is to be
    /// woken by [`Self::wake`]. Gives how much was written, and whether the peer sleeps.
    fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        self.write(bytes).map(|count| (count, false))
    }
    /// Wakes the peer.
    fn wake(&self) {}
    /// Bytes that it could hold and does not, until it finds out that they are needed.
    fn unused(&self) -> usize {
        0
    }
    /// Time passes: looks whether it holds more memory than it needs. Makes no system call.
    fn look(&self) {}
}

/// Where an endpoint reads from, and what it watches.
pub(crate) trait Incoming {
    /// The socket that tells when the peer is gone.
    fn socket(&self) -> Descriptor;

    /// What of it the endpoint is told.
    fn interest(&self) -> Interest;

    /// Reads once: what a large frame lacks to where `decoder` puts it together, else as much as fits into `buffer`. No decoder:
    /// what comes are no frames yet. `hung_up`: the end was seen before this call.
    fn read<'b>(
        &self,
        decoder: Option<&mut Decoder>,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> Read<'b>;

    /// Whether there may be more at once after a read that brought all it asked for, or not.
    fn has_more(&self, was_full: bool) -> bool;

    /// Waits until it takes bytes or has failed, at most for `timeout`. May return early.
    fn wait_for_room(&self, timeout: Duration);

    /// This end's address, if it is known later than the channel.
    fn local_address(&self) -> Option<Address> {
        None
    }

    /// Whether the peer's host has not answered for `timeout`.
    fn is_host_lost(&self, _watch: &mut HostWatch, _timeout: Duration, _now: Instant) -> bool {
        false
    }

    /// The shared memory, if it is that.
    fn memory(&self) -> Option<&MemoryWire> {
        None
    }
}

/// What one read brought.
#[derive(Debug)]
pub(crate) enum Read<'b> {
    /// So many bytes, of which these are in the buffer. `full`: all that was asked for.
    Bytes {
        count: usize,
        bytes: &'b [u8],
        full: bool,
    },
    /// There is nothing for now.
    Nothing,
    /// It was interrupted.
    Again,
    /// The peer has closed.
    End,
    Failed(io::ErrorKind),
    /// The peer damaged the memory.
    Damaged,
}
