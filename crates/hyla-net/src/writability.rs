//! Blocks a thread until a stream is writable, for senders that wait without the endpoint.

use std::cell::RefCell;
use std::io;
use std::time::Duration;

use mio::{Events, Interest, Poll, Token};

use crate::sys::{self, Descriptor, HasDescriptor};

/// Waits until `stream` is writable or has failed, at most for `timeout`. May return early.
pub(crate) fn wait(stream: &impl HasDescriptor, timeout: Duration) {
    thread_local! {
        /// One per thread that ever waits.
        static POLL: RefCell<Option<(Poll, Events)>> = const { RefCell::new(None) };
    }
    let waited = POLL.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = Some((Poll::new()?, Events::with_capacity(4)));
        }
        match slot {
            Some((poll, events)) => wait_in(poll, events, sys::descriptor(stream), timeout),
            None => Ok(()),
        }
    });
    if let Err(error) = waited
        && error.kind() != io::ErrorKind::Interrupted
    {
        // For example for lack of descriptors: slower, but the sender still continues.
        tracing::debug!(%error, "cannot wait for a stream to become writable");
        std::thread::sleep(timeout.min(Duration::from_millis(1)));
    }
}

fn wait_in(
    poll: &mut Poll,
    events: &mut Events,
    stream: Descriptor,
    timeout: Duration,
) -> io::Result<()> {
    sys::watch(poll.registry(), stream, Token(0), Interest::WRITABLE)?;
    let waited = poll.poll(events, Some(timeout));
    sys::unwatch(poll.registry(), stream)?;
    waited
}
