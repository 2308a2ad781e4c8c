//! Descriptors, watched by their numbers.

use std::io;

use mio::unix::SourceFd;
use mio::{Interest, Registry, Token};

/// What has a descriptor.
pub(crate) use std::os::fd::AsRawFd as HasDescriptor;
/// A socket, or something else that gets ready.
pub(crate) use std::os::fd::RawFd as Descriptor;

pub(crate) fn descriptor(of: &impl HasDescriptor) -> Descriptor {
    of.as_raw_fd()
}

/// Reports under `token` when it is ready.
///
/// # Errors
/// What the system says.
pub(crate) fn watch(
    registry: &Registry,
    descriptor: Descriptor,
    token: Token,
    interest: Interest,
) -> io::Result<()> {
    registry.register(&mut SourceFd(&descriptor), token, interest)
}

/// Reports nothing more of it.
///
/// # Errors
/// When it was not watched.
pub(crate) fn unwatch(registry: &Registry, descriptor: Descriptor) -> io::Result<()> {
    registry.deregister(&mut SourceFd(&descriptor))
}
