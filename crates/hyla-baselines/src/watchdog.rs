//! An end for tests that wait for ever where a wake-up is lost.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Longer than any machine needs.
const AT_MOST: Duration = Duration::from_secs(600);

/// Runs a test on a thread of its own, and fails if that does not end.
pub(crate) fn watch(test: impl FnOnce() + Send + 'static) {
    let (done, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        test();
        let _nobody_waits = done.send(());
    });
    if ended.recv_timeout(AT_MOST) == Err(RecvTimeoutError::Timeout) {
        panic!("still waits after {AT_MOST:?}");
    }
    thread.join().expect("the test holds");
}
