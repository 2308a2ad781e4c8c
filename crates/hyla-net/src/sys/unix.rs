//! Descriptors, watched by their numbers.

use std::io;
use std::os::fd::AsRawFd;

use mio::unix::SourceFd;
use mio::{Interest, Registry, Token};

/// Types with a descriptor.
pub(crate) use std::os::fd::AsRawFd as HasDescriptor;
/// A socket, or another source of readiness.
pub(crate) use std::os::fd::RawFd as Descriptor;

pub(crate) fn descriptor(of: &impl HasDescriptor) -> Descriptor {
    of.as_raw_fd()
}

/// Reports readiness under `token`.
///
/// # Errors
/// Those of the system.
pub(crate) fn watch(
    registry: &Registry,
    descriptor: Descriptor,
    token: Token,
    interest: Interest,
) -> io::Result<()> {
    registry.register(&mut SourceFd(&descriptor), token, interest)
}

/// Stops reporting.
///
/// # Errors
/// If it was not watched.
pub(crate) fn unwatch(registry: &Registry, descriptor: Descriptor) -> io::Result<()> {
    registry.deregister(&mut SourceFd(&descriptor))
}

/// Whether this process can open fewer than `reserve` more descriptors; of a large reserve, a quarter of the process's limit
/// counts. Costs a few system calls.
pub(crate) fn is_short_of_descriptors(reserve: usize) -> bool {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let Some(limit) = limit.current else {
        return false;
    };
    let reserve = (reserve as u64).min(limit / 4);
    // The system gives the lowest number that is free: all below are taken.
    match std::fs::File::open("/dev/null") {
        Ok(file) => u64::try_from(file.as_raw_fd()).is_ok_and(|lowest| lowest + reserve >= limit),
        Err(error) => error.raw_os_error() == Some(libc::EMFILE),
    }
}
