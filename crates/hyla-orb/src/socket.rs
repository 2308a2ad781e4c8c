//! Socket reads under a wait strategy, and writes of several parts.

use std::io::{self, IoSlice, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use crate::wait::Waiter;

/// Reads available data, or waits for some.
///
/// # Errors
/// Those of the socket; `TimedOut` when `until` has passed.
pub(crate) fn read(
    stream: &TcpStream,
    into: &mut [u8],
    waiter: &mut Waiter,
    until: Option<Instant>,
) -> io::Result<usize> {
    if let Some(mut turn) = waiter.begin() {
        loop {
            match read_now(stream, into) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return other,
            }
            if !waiter.again(&mut turn, until) {
                break;
            }
        }
    }
    let Some(until) = until else {
        return uninterrupted(|| (&*stream).read(into));
    };
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    // Setting a timeout of the socket is a system call; it is set only for calls with a deadline,
    // and reset.
    stream.set_read_timeout(Some(left))?;
    let result = uninterrupted(|| (&*stream).read(into));
    stream.set_read_timeout(None)?;
    match result {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            Err(io::ErrorKind::TimedOut.into())
        }
        other => other,
    }
}

/// Reads available data.
///
/// # Errors
/// `WouldBlock` without any.
#[cfg(not(windows))]
pub(crate) fn read_now(stream: &TcpStream, into: &mut [u8]) -> io::Result<usize> {
    let flags = rustix::net::RecvFlags::DONTWAIT;
    uninterrupted(|| Ok(rustix::net::recv(stream, &mut *into, flags)?.0))
}

/// The same: without such a flag of the call, the socket is asked first. One thread reads.
#[cfg(windows)]
pub(crate) fn read_now(stream: &TcpStream, into: &mut [u8]) -> io::Result<usize> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let now = Timespec::default();
    if poll(&mut [PollFd::new(stream, PollFlags::IN)], Some(&now))? == 0 {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    uninterrupted(|| (&*stream).read(into))
}

/// Writes two parts, with one system call where the socket takes them.
///
/// # Errors
/// Those of the socket.
pub(crate) fn write_both(mut stream: &TcpStream, head: &[u8], tail: &[u8]) -> io::Result<()> {
    let mut done = 0;
    while done < head.len() {
        let parts = [IoSlice::new(&head[done..]), IoSlice::new(tail)];
        match uninterrupted(|| stream.write_vectored(&parts))? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            octets => done += octets,
        }
    }
    stream.write_all(&tail[done - head.len()..])
}

/// Marks packets of the socket for a priority of the service context RTCorbaPriority: one of eight
/// classes of Differentiated Services.
///
/// # Errors
/// Those of the socket.
#[cfg(not(windows))]
pub(crate) fn mark(stream: &TcpStream, priority: i16) -> io::Result<()> {
    let class = crate::qos::class_of(priority) << 5;
    match stream.local_addr()? {
        std::net::SocketAddr::V4(_) => rustix::net::sockopt::set_ip_tos(stream, class)?,
        std::net::SocketAddr::V6(_) => {
            rustix::net::sockopt::set_ipv6_tclass(stream, class.into())?;
        }
    }
    Ok(())
}

/// The same: here only an administrator's policy marks packets.
#[cfg(windows)]
pub(crate) fn mark(_: &TcpStream, _: i16) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}
