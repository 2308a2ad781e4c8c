//! System-dependent watching and reading of sockets. The rest of the crate is the same on all
//! systems, except the modules named after system features: `memory`, `realtime` and options of
//! sockets.

mod clock;
#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod fork;
mod processors;
#[cfg(unix)]
mod unix;

pub use clock::{ClockReading, read_clocks};
#[cfg(not(unix))]
pub use elsewhere::forks;
#[cfg(not(unix))]
pub(crate) use elsewhere::is_short_of_descriptors;
#[cfg(not(unix))]
pub(crate) use elsewhere::{
    Descriptor, HasDescriptor, KeptFromChildren, descriptor, unwatch, watch,
};
#[cfg(unix)]
pub(crate) use fork::KeptFromChildren;
#[cfg(unix)]
pub use fork::forks;
pub(crate) use processors::{online, online_processors};
#[cfg(unix)]
pub(crate) use unix::is_short_of_descriptors;
#[cfg(unix)]
pub(crate) use unix::{Descriptor, HasDescriptor, descriptor, unwatch, watch};

use std::io;

use mio::net::TcpStream;

/// Appends available bytes to `into`, at most `count`.
///
/// # Errors
/// Those of the system.
#[cfg(target_os = "linux")]
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

/// As above; zeroes the buffer first.
#[cfg(not(target_os = "linux"))]
pub(crate) fn append_to(
    mut stream: &TcpStream,
    into: &mut Vec<u8>,
    count: usize,
) -> io::Result<usize> {
    let before = into.len();
    into.resize(before + count, 0);
    let read = io::Read::read(&mut stream, &mut into[before..]);
    into.truncate(before + *read.as_ref().unwrap_or(&0));
    read
}
