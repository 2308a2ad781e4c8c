//! Descriptors, watched by their numbers.

use std::io;

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
