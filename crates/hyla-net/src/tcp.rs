//! A TCP connection as a channel wants it.

use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr};
use std::time::Duration;

use mio::net::TcpStream;
use socket2::{SockRef, TcpKeepalive};

use crate::EndpointConfig;

pub(crate) fn prepare(stream: &TcpStream, peer: SocketAddr, config: &EndpointConfig) {
    if let Err(error) = set_options(stream, config) {
        // Slower, or a lost host is noticed later; the channel works all the same.
        tracing::warn!(%peer, %error, "cannot set socket options");
    }
}

fn set_options(stream: &TcpStream, config: &EndpointConfig) -> io::Result<()> {
    stream.set_nodelay(true)?;
    if config.host_timeout.is_zero() {
        return Ok(());
    }
    // For idle connections nobody polls; the rest is in `tcp_health`. Whole seconds are the
    // system's resolution. TCP_USER_TIMEOUT is not set: it also ends connections to a stopped
    // peer whose window is full.
    let interval = (config.host_timeout / 4).max(Duration::from_secs(1));
    let keepalive = TcpKeepalive::new()
        .with_time(interval)
        .with_interval(interval);
    #[cfg(target_os = "linux")]
    let keepalive = keepalive.with_retries(3);
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

pub(crate) fn write(mut stream: &TcpStream, bytes: &[u8]) -> io::Result<usize> {
    match stream.write(bytes) {
        // Still connecting, on some systems.
        Err(error) if error.kind() == io::ErrorKind::NotConnected => {
            Err(io::ErrorKind::WouldBlock.into())
        }
        written => written,
    }
}

/// Appends what has come to `into`, at most `count` bytes.
///
/// # Errors
/// What the system says.
#[expect(
    unsafe_code,
    reason = "neither std nor rustix read into a part of the room that a vector has"
)]
pub(crate) fn append_to(stream: &TcpStream, into: &mut Vec<u8>, count: usize) -> io::Result<usize> {
    into.reserve(count);
    let (read, _) = rustix::io::read(stream, &mut into.spare_capacity_mut()[..count])?;
    let read = read.len();
    // SAFETY: the first bytes of the room were written, so many of them.
    unsafe { into.set_len(into.len() + read) };
    Ok(read)
}

pub(crate) fn finish(stream: &TcpStream) {
    // Fails only if the connection is gone, which is what is wanted.
    let _gone = stream.shutdown(Shutdown::Write);
}
