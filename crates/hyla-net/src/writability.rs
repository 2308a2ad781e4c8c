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
    let wait_with = |slot: &mut Option<(Poll, Events)>| {
        if slot.is_none() {
            *slot = Some((Poll::new()?, Events::with_capacity(4)));
        }
        match slot {
            Some((poll, events)) => wait_in(poll, events, sys::descriptor(stream), timeout),
            None => Ok(()),
        }
    };
    let waited = POLL
        .try_with(|slot| wait_with(&mut slot.borrow_mut()))
        // While the thread ends, it keeps nothing any more.
        .unwrap_or_else(|_| wait_with(&mut None));
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Waits when the thread ends, and says whether that went well.
    struct WaitsAtEnd(Option<(TcpStream, Sender<bool>)>);

    impl Drop for WaitsAtEnd {
        fn drop(&mut self) {
            if let Some((stream, told)) = self.0.take() {
                let waited = std::panic::catch_unwind(|| wait(&stream, Duration::from_secs(60)));
                told.send(waited.is_ok()).unwrap();
            }
        }
    }

    thread_local! {
        static AT_END: Cell<WaitsAtEnd> = const { Cell::new(WaitsAtEnd(None)) };
    }

    #[test]
    fn a_thread_that_ends_may_wait() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (tell, told) = channel();

        let thread = std::thread::spawn(move || {
            // Before the first wait, and so the last that is destroyed.
            AT_END.set(WaitsAtEnd(None));
            wait(&stream, Duration::from_secs(60));
            AT_END.set(WaitsAtEnd(Some((stream, tell))));
        });

        assert_eq!(told.recv(), Ok(true));
        thread.join().unwrap();
    }
}
