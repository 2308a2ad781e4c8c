//! What a stream runs over: a TCP connection, or rings in shared memory. Bundles, greeting, frames,
//! heartbeats and flow control are the same for both.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

use mio::net::TcpStream;

use crate::bundle::Wire;
use crate::fork::KeptFromChildren;
use crate::memory::MemoryWire;
use crate::{tcp, writability};

/// Carries the bytes of one channel.
#[derive(Debug)]
pub(crate) enum StreamWire {
    Tcp(TcpWire),
    Memory(MemoryWire),
}

/// A TCP connection.
#[derive(Debug)]
pub(crate) struct TcpWire {
    /// Goes before the socket.
    _kept: KeptFromChildren,
    pub(crate) stream: TcpStream,
}

impl StreamWire {
    pub(crate) fn tcp(stream: TcpStream) -> Self {
        Self::Tcp(TcpWire {
            _kept: KeptFromChildren::new(&stream),
            stream,
        })
    }

    /// The shared memory, if it is that.
    pub(crate) fn memory(&self) -> Option<&MemoryWire> {
        match self {
            Self::Tcp(..) => None,
            Self::Memory(memory) => Some(memory),
        }
    }

    /// The socket that tells when the peer is gone.
    pub(crate) fn socket(&self) -> RawFd {
        match self {
            Self::Tcp(TcpWire { stream, .. }) => stream.as_raw_fd(),
            Self::Memory(memory) => memory.socket(),
        }
    }

    /// Waits until it takes bytes or has failed, at most for `timeout`. May return early.
    pub(crate) fn wait_for_room(&self, timeout: Duration) {
        match self {
            Self::Tcp(TcpWire { stream, .. }) => writability::wait(stream, timeout),
            Self::Memory(memory) => memory.wait_for_room(timeout),
        }
    }
}

impl Wire for StreamWire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(TcpWire { stream, .. }) => tcp::write(stream, bytes),
            Self::Memory(memory) => memory.write(bytes),
        }
    }

    fn is_memory(&self) -> bool {
        self.memory().is_some()
    }

    #[inline]
    fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        match self {
            Self::Tcp(TcpWire { stream, .. }) => {
                tcp::write(stream, bytes).map(|count| (count, false))
            }
            Self::Memory(memory) => memory.put(bytes),
        }
    }

    fn wake(&self) {
        if let Self::Memory(memory) = self {
            memory.wake();
        }
    }

    fn unused(&self) -> usize {
        self.memory().map_or(0, MemoryWire::unused)
    }

    fn finish(&self) {
        match self {
            Self::Tcp(TcpWire { stream, .. }) => tcp::finish(stream),
            Self::Memory(memory) => memory.finish(),
        }
    }

    fn look(&self) {
        if let Self::Memory(memory) = self {
            memory.look();
        }
    }
}
