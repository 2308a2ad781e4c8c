//! Socket reads under a wait strategy, and writes of several parts.

use std::io::{self, IoSlice, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::wait::Waiter;

/// Reads available data, or waits for some.
///
/// # Errors
/// Those of the socket; `TimedOut` when `until` has passed, also if there is data: a peer that never
/// pauses gets no more time than others.
pub(crate) fn read(
    stream: &TcpStream,
    into: &mut [u8],
    waiter: &mut Waiter,
    until: Option<Instant>,
) -> io::Result<usize> {
    if until.is_some_and(|until| Instant::now() >= until) {
        return Err(io::ErrorKind::TimedOut.into());
    }
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
    // Not by a timeout of the socket: the system counts those in its clock's ticks, up to 10 ms each,
    // and setting and resetting one are two more calls.
    loop {
        if !wait_until(stream, until)? {
            return Err(io::ErrorKind::TimedOut.into());
        }
        match read_now(stream, into) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            other => return other,
        }
    }
}

/// Waits for data or the end of the stream; `false` if `until` has passed before.
fn wait_until(stream: &TcpStream, until: Instant) -> io::Result<bool> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        // A time that the system's type cannot hold is looked at again.
        let timeout = Timespec::try_from(left).unwrap_or(Timespec {
            tv_sec: 3600,
            tv_nsec: 0,
        });
        let mut watched = [PollFd::new(stream, PollFlags::IN)];
        match poll(&mut watched, Some(&timeout)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
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
    let now = Timespec::default();
    if poll(&mut [PollFd::new(stream, PollFlags::IN)], Some(&now))? == 0 {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    uninterrupted(|| (&*stream).read(into))
}

/// A timeout that a socket takes: zero is none to the system.
pub(crate) fn timeout(time: Option<Duration>) -> Option<Duration> {
    time.map(|time| time.max(Duration::from_millis(1)))
}

/// Writes a part.
///
/// # Errors
/// As of [`write_both`].
pub(crate) fn write(stream: &TcpStream, octets: &[u8]) -> io::Result<()> {
    write_both(stream, octets, &[])
}

/// Writes two parts, with one system call where the socket takes them.
///
/// # Errors
/// Those of the socket; `TimedOut` if the peer has not made room within the socket's timeout, after
/// which a part of the octets may have left.
pub(crate) fn write_both(mut stream: &TcpStream, head: &[u8], tail: &[u8]) -> io::Result<()> {
    let whole = head.len() + tail.len();
    let mut done = 0;
    let mut began = None;
    while done < whole {
        let written = match head.get(done..) {
            Some(head) if !head.is_empty() => {
                let parts = [IoSlice::new(head), IoSlice::new(tail)];
                uninterrupted(|| stream.write_vectored(&parts))
            }
            _ => uninterrupted(|| stream.write(&tail[done - head.len()..])),
        };
        match written {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(octets) => done += octets,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(io::ErrorKind::TimedOut.into());
            }
            Err(error) => return Err(error),
        }
        if done < whole {
            // The system's timeout begins anew with each call: a peer that reads a little does not
            // stretch it.
            let limit = stream.write_timeout()?;
            let began = *began.get_or_insert_with(Instant::now);
            if limit.is_some_and(|limit| began.elapsed() >= limit) {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }
    Ok(())
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
