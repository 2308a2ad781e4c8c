//! Systems whose sockets are not watched by a number, such as Windows: mio wants to own the socket
//! there, while here senders share it. Channels within a process work; a channel to another process
//! is refused when it is made.

use std::io;

use mio::{Interest, Registry, Token};

/// Never exists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descriptor;

/// No type has one.
pub(crate) trait HasDescriptor {}

impl<T> HasDescriptor for T {}

pub(crate) fn descriptor(_: &impl HasDescriptor) -> Descriptor {
    Descriptor
}

/// # Errors
/// Always.
pub(crate) fn watch(_: &Registry, _: Descriptor, _: Token, _: Interest) -> io::Result<()> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "channels to other processes need a system with descriptors, such as Linux",
    ))
}

/// # Errors
/// Always.
pub(crate) fn unwatch(_: &Registry, _: Descriptor) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Nothing is inherited: such a system does not fork.
#[derive(Debug)]
pub(crate) struct KeptFromChildren;

impl KeptFromChildren {
    pub(crate) fn new(_: &impl HasDescriptor) -> Self {
        Self
    }
}

/// Whether fewer descriptors are free than are to be reserved: not known here.
pub(crate) fn is_short_of_descriptors(_: usize) -> bool {
    false
}

/// Number of forks between this process and the first process of this program that used channels:
/// none here.
#[must_use]
pub fn forks() -> u32 {
    0
}
