//! Socket reads under a [`Wait`] strategy.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::net::RecvFlags;

use crate::qos::Wait;

/// Reads available data, or waits for some.
///
/// # Errors
/// Those of the socket; `TimedOut` when `until` has passed.
pub(crate) fn read(
    stream: &mut TcpStream,
    into: &mut [u8],
    wait: Wait,
    until: Option<Instant>,
) -> io::Result<usize> {
    let yield_until = match wait {
        Wait::Block => None,
        Wait::Yield(time) => Some(Instant::now() + time),
        Wait::Spin => until.or_else(|| Instant::now().checked_add(Duration::from_secs(1 << 30))),
    };
    if let Some(yield_until) = yield_until {
        loop {
            match read_now(stream, into) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return other,
            }
            if Instant::now() >= yield_until {
                break;
            }
            match wait {
                Wait::Spin => std::hint::spin_loop(),
                _ => std::thread::yield_now(),
            }
        }
    }
    let Some(until) = until else {
        return uninterrupted(|| stream.read(into));
    };
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    // Setting a timeout of the socket is a system call; it is set only for calls with a deadline,
    // and reset.
    stream.set_read_timeout(Some(left))?;
    let result = uninterrupted(|| stream.read(into));
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
pub(crate) fn read_now(stream: &TcpStream, into: &mut [u8]) -> io::Result<usize> {
    uninterrupted(|| Ok(rustix::net::recv(stream, &mut *into, RecvFlags::DONTWAIT)?.0))
}

fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}
