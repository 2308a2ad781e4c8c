//! TCP connections of channels.

use std::io::{self, Read as _, Write};
use std::net::{Shutdown, SocketAddr};
use std::time::{Duration, Instant};

use mio::Interest;
use mio::net::TcpStream;
use socket2::{SockRef, TcpKeepalive};

use crate::decoder::{Decoder, LARGE_FRAME};
use crate::sys::{self, Descriptor, KeptFromChildren};
use crate::tcp_health::HostWatch;
use crate::wire::{PolledWire, Read, Wire};
use crate::{Address, EndpointConfig, writability};

/// A TCP connection.
#[derive(Debug)]
pub(crate) struct TcpWire {
    /// Dropped before the socket.
    _kept: KeptFromChildren,
    stream: TcpStream,
}

impl TcpWire {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self {
            _kept: KeptFromChildren::new(&stream),
            stream,
        }
    }
}

impl TcpWire {
    /// The socket, to read and write bytes that are not frames.
    pub(crate) fn socket_io(&self) -> &TcpStream {
        &self.stream
    }
}

impl Wire for TcpWire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match (&self.stream).write(bytes) {
            // Still connecting, on some systems.
            Err(error) if error.kind() == io::ErrorKind::NotConnected => {
                Err(io::ErrorKind::WouldBlock.into())
            }
            written => written,
        }
    }

    fn finish(&self) {
        // Fails only if the connection is gone already.
        let _gone = self.stream.shutdown(Shutdown::Write);
    }
}

impl PolledWire for TcpWire {
    fn socket(&self) -> Descriptor {
        sys::descriptor(&self.stream)
    }

    fn interest(&self) -> Interest {
        Interest::READABLE | Interest::WRITABLE
    }

    fn read<'b>(
        &self,
        decoder: Option<&mut Decoder>,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> Read<'b> {
        match self.read_once(decoder, buffer) {
            Ok((0, ..)) => Read::End,
            Ok((count, in_buffer, full)) => Read::Bytes {
                count,
                bytes: &buffer[..in_buffer],
                full,
            },
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock => Read::Nothing,
                io::ErrorKind::Interrupted => Read::Again,
                // Linux does not report this during connecting, others do.
                io::ErrorKind::NotConnected if !hung_up => Read::Nothing,
                kind => Read::Failed(kind),
            },
        }
    }

    fn has_more(&self, was_full: bool) -> bool {
        was_full
    }

    fn wait_for_room(&self, timeout: Duration) {
        writability::wait(&self.stream, timeout);
    }

    fn local_address(&self) -> Option<Address> {
        self.stream.local_addr().ok().map(Address::Tcp)
    }

    fn is_host_lost(&self, watch: &mut HostWatch, timeout: Duration, now: Instant) -> bool {
        watch.is_lost(&self.stream, timeout, now)
    }
}

impl TcpWire {
    /// Number of bytes read, how many of them to `buffer`, and whether the read was full.
    fn read_once(
        &self,
        decoder: Option<&mut Decoder>,
        buffer: &mut [u8],
    ) -> io::Result<(usize, usize, bool)> {
        let mut after_large = false;
        if let Some(decoder) = decoder {
            if decoder.missing() >= LARGE_FRAME {
                let at_most = decoder.next_part().min(buffer.len());
                let count = sys::append_to(&self.stream, decoder.unfinished_frame(), at_most)?;
                return Ok((count, 0, count == at_most));
            }
            after_large = decoder.is_after_large();
        }
        // The beginning of a large frame is copied once more: keep it short where one follows the
        // other.
        let at_most = match after_large {
            true => buffer.len().min(LARGE_FRAME),
            false => buffer.len(),
        };
        let count = (&self.stream).read(&mut buffer[..at_most])?;
        Ok((count, count, count == at_most))
    }
}

pub(crate) fn prepare(stream: &TcpStream, peer: SocketAddr, config: &EndpointConfig) {
    if let Err(error) = set_options(stream, config) {
        // Without the options the channel is slower or detects a lost host later, but works.
        tracing::warn!(%peer, %error, "cannot set socket options");
    }
}

fn set_options(stream: &TcpStream, config: &EndpointConfig) -> io::Result<()> {
    stream.set_nodelay(true)?;
    if config.host_timeout.is_zero() {
        return Ok(());
    }
    // For idle connections without a poller; `tcp_health` does the rest. Whole seconds are the
    // system's resolution. TCP_USER_TIMEOUT is not set: it also ends connections to a stopped peer
    // whose window is full.
    let interval = (config.host_timeout / 4).max(Duration::from_secs(1));
    let keepalive = TcpKeepalive::new()
        .with_time(interval)
        .with_interval(interval);
    #[cfg(target_os = "linux")]
    let keepalive = keepalive.with_retries(3);
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}
