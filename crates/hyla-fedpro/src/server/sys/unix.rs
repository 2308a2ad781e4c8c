//! Descriptors, which the runtime watches.

use std::task::{Context, Poll};

use hyla_lrc::RtiAmbassador;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

pub(crate) use hyla_lrc::MemberIo;
/// Something with a descriptor.
pub(crate) use std::os::fd::AsRawFd as Watchable;

/// Becomes readable when the member has something to read; `None` without a connection.
pub(crate) fn io(ambassador: &RtiAmbassador) -> Option<MemberIo> {
    ambassador.io()
}

/// A descriptor that the runtime watches.
pub(crate) struct Watched<I: Watchable>(AsyncFd<I>);

impl<I: Watchable> Watched<I> {
    /// # Errors
    /// The system's, when the runtime cannot watch the descriptor.
    pub(crate) fn new(io: I) -> std::io::Result<Self> {
        #[allow(
            deprecated,
            reason = "its successor is unsafe; the federate's descriptor stays open as long as this"
        )]
        let register = AsyncFd::with_interest;
        register(io, Interest::READABLE).map(Self)
    }

    /// Whether it watches the descriptor of `io`.
    pub(crate) fn watches(&self, io: &I) -> bool {
        self.0.get_ref().as_raw_fd() == io.as_raw_fd()
    }

    /// Ready once after something has come.
    pub(crate) fn poll_readable(&self, cx: &mut Context<'_>) -> Poll<()> {
        match self.0.poll_read_ready(cx) {
            Poll::Ready(Ok(mut guard)) => {
                guard.clear_ready();
                Poll::Ready(())
            }
            Poll::Ready(Err(_)) | Poll::Pending => Poll::Pending,
        }
    }
}
