//! TCP connections of channels.

use std::io::{self, Read as _, Write};
use std::net::{Shutdown, SocketAddr};
use std::time::{Duration, Instant};

use mio::Interest;
use mio::net::TcpStream;
use socket2::{SockRef, TcpKeepalive};

use crate::decoder::{Decoder, LARGE_FRAME};
use crate::heartbeat::SYSTEM_INTERVAL;
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
    if let Err(error) = set_options(stream, peer, config) {
        // Without the options the channel is slower or detects a lost host later, but works.
        tracing::warn!(%peer, %error, "cannot set socket options");
    }
}

fn set_options(stream: &TcpStream, peer: SocketAddr, config: &EndpointConfig) -> io::Result<()> {
    stream.set_nodelay(true)?;
    if config.host_timeout.is_zero() {
        return Ok(());
    }
    let is_this_host = |local: SocketAddr| local.ip().to_canonical() == peer.ip().to_canonical();
    if stream.local_addr().is_ok_and(is_this_host) {
        // A host does not lose itself.
        return Ok(());
    }
    // Asks an idle peer's host whether it is still there; `tcp_health` sees that no answer comes. TCP_USER_TIMEOUT is not set: it
    // also ends connections to a stopped peer whose window is full.
    let interval = probe_interval(config);
    let keepalive = TcpKeepalive::new()
        .with_time(interval)
        .with_interval(interval);
    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    let keepalive = keepalive.with_retries(probes(config.host_timeout, interval));
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

/// How often the system asks the host of an idle peer: as often as a heartbeat would, but not so seldom that a lost host is noticed late, and not so
/// often that it gives up too early.
fn probe_interval(config: &EndpointConfig) -> Duration {
    let seldom = config.host_timeout / 4;
    let interval = match config.heartbeat {
        Duration::ZERO => seldom,
        heartbeat => heartbeat
            .max(config.host_timeout / MOST_INTERVALS)
            .min(seldom),
    };
    // The systems count whole seconds, and round down.
    Duration::from_secs(interval.as_secs()).max(SYSTEM_INTERVAL)
}

/// Most intervals within `host_timeout`. A system gives up after as many questions without an answer as it is told, up to 127 on Linux; where
/// it cannot be told, after some ten.
const MOST_INTERVALS: u32 = match cfg!(any(target_os = "linux", target_os = "macos", windows)) {
    true => 100,
    false => 4,
};

/// After how many questions without an answer the system gives up by itself, for an endpoint that nobody polls: later than `tcp_health`.
#[cfg(any(target_os = "linux", target_os = "macos", windows))]
fn probes(host_timeout: Duration, interval: Duration) -> u32 {
    /// Linux takes no more.
    const MOST: u32 = 127;
    let needed = host_timeout.as_secs().div_ceil(interval.as_secs()) + 6;
    u32::try_from(needed).unwrap_or(MOST).min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    #[test]
    fn hosts_are_asked_as_often_as_heartbeats_would_and_often_enough_to_notice_in_time() {
        let ms = Duration::from_millis;
        for (heartbeat, host_timeout, expected) in [
            (1000, 10_000, 1),
            (50, 10_000, 1),
            (60_000, 10_000, 2),
            (0, 10_000, 2),
            (1000, 100, 1),
            (3_600_000, 3_600_000, 900),
            (1000, 3_600_000, 36),
        ] {
            let config = EndpointConfig {
                heartbeat: ms(heartbeat),
                host_timeout: ms(host_timeout),
                ..EndpointConfig::default()
            };
            let interval = probe_interval(&config);

            assert_eq!(interval.as_secs(), expected, "{heartbeat} {host_timeout}");
            assert!(interval * probes(config.host_timeout, interval) > config.host_timeout);
        }
    }
}
