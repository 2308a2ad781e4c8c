//! Interfaces that a stream needs of its wire.

use std::io;
use std::time::{Duration, Instant};

use mio::Interest;

use crate::decoder::Decoder;
use crate::memory::MemoryWire;
use crate::sys::Descriptor;
use crate::tcp_health::HostWatch;
use crate::{Address, CloseReason};

/// Destination of bundles: a non-blocking stream.
pub(crate) trait Wire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// As [`Self::write`], from a bundle that only this call reads: its bytes are arbitrary from then on. What is not written
    /// has to be passed again, by this or by [`Self::write`].
    fn write_bundle(&self, bytes: &mut [u8]) -> io::Result<usize> {
        self.write(bytes)
    }
    /// No more data will be written.
    fn finish(&self);
    /// Whether a write is a copy to memory, without a system call except to wake a sleeping peer.
    fn is_memory(&self) -> bool {
        false
    }
    /// As [`Self::write`] to memory, without a system call: a sleeping peer must be woken by
    /// [`Self::wake`]. Gives the bytes written, and whether the peer sleeps.
    fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        self.write(bytes).map(|count| (count, false))
    }
    /// Wakes the peer.
    fn wake(&self) {}
    /// Capacity that is unused until it is needed.
    fn unused(&self) -> usize {
        0
    }
    /// Periodic check whether it uses more memory than it needs. `is_free`: nobody writes meanwhile, so that it may return some at once; else with the
    /// next write.
    fn look(&self, _is_free: bool) {}
}

/// The endpoint's side of a wire: reading and watching.
pub(crate) trait PolledWire {
    /// The socket that shows the peer's end.
    fn socket(&self) -> Descriptor;

    /// Readiness to watch.
    fn interest(&self) -> Interest;

    /// Reads once: missing bytes of a large frame into `decoder`'s buffer, otherwise as much as
    /// fits into `buffer`. Without a decoder the bytes are not frames yet. `hung_up`: the end was
    /// seen before this call.
    fn read<'b>(
        &self,
        decoder: Option<&mut Decoder>,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> Read<'b>;

    /// Whether more may be available after a full or partial read.
    fn has_more(&self, was_full: bool) -> bool;

    /// Waits until there is room or the wire has failed, at most for `timeout`. May return early.
    fn wait_for_room(&self, timeout: Duration);

    /// This end's address, if it becomes known later than the channel.
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

/// Result of one read.
#[derive(Debug)]
pub(crate) enum Read<'b> {
    /// Number of bytes read, and those in the buffer. `full`: as many as requested.
    Bytes {
        count: usize,
        bytes: &'b [u8],
        full: bool,
    },
    /// Nothing available now.
    Nothing,
    /// Interrupted.
    Again,
    /// The peer has closed.
    End,
    Failed(io::ErrorKind),
    /// The peer damaged the memory.
    Damaged,
    /// Encryption was not agreed on, or what arrived was not sealed by the peer.
    Rejected(CloseReason),
}
