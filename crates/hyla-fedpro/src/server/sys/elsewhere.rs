//! Systems without descriptors, such as Windows: a member has no channels to other processes there, and no socket to watch.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::task::{Context, Poll};

use hyla_lrc::RtiAmbassador;

/// Something to watch: anything, since nothing is watched.
pub(crate) trait Watchable {}

impl<T> Watchable for T {}

/// There is none.
pub(crate) struct MemberIo(Infallible);

/// Always `None`.
pub(crate) fn io(_: &RtiAmbassador) -> Option<MemberIo> {
    None
}

/// Never made.
pub(crate) struct Watched<I: Watchable>(Infallible, PhantomData<I>);

impl<I: Watchable> Watched<I> {
    /// # Errors
    /// Always: there is nothing to watch.
    pub(crate) fn new(_: I) -> std::io::Result<Self> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn watches(&self, _: &I) -> bool {
        match self.0 {}
    }

    pub(crate) fn poll_readable(&self, _: &mut Context<'_>) -> Poll<()> {
        match self.0 {}
    }
}
