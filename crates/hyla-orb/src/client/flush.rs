//! Sends what gathers while nobody calls.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A bundle of calls that may have to leave without a further call.
pub(crate) trait Bundled: Send + Sync {
    /// Sends it. A failure is counted there.
    fn flush(&self);
}

/// A thread that flushes bundles after their gap; started with the first one, ended with the client.
#[derive(Default)]
pub(crate) struct Flusher {
    state: Mutex<State>,
    came: Condvar,
}

#[derive(Default)]
struct State {
    due: Vec<Arc<dyn Bundled>>,
    gap: Duration,
    thread: Option<JoinHandle<()>>,
    ends: bool,
}

impl Flusher {
    /// Flushes the bundle once `gap` has passed. Gives false where no thread can be made: then the
    /// caller has to send.
    pub(crate) fn add(self: &Arc<Self>, bundle: Arc<dyn Bundled>, gap: Duration) -> bool {
        let mut state = self.lock();
        if state.thread.is_none() {
            let flusher = Arc::clone(self);
            let builder = std::thread::Builder::new().name("orb-flush".to_owned());
            let Ok(thread) = builder.spawn(move || flusher.work()) else {
                return false;
            };
            state.thread = Some(thread);
        }
        state.gap = if state.due.is_empty() {
            gap
        } else {
            state.gap.min(gap)
        };
        state.due.push(bundle);
        if state.due.len() == 1 {
            self.came.notify_one();
        }
        true
    }

    /// Flushes what is there, and ends the thread.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.ends = true;
        self.came.notify_one();
        let thread = state.thread.take();
        drop(state);
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut taken = Vec::new();
        loop {
            let mut state = self.lock();
            while state.due.is_empty() {
                if state.ends {
                    return;
                }
                state = self
                    .came
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let until = Instant::now().checked_add(state.gap);
            while !state.ends {
                let left = match until {
                    Some(until) => until.saturating_duration_since(Instant::now()),
                    None => Duration::from_secs(1),
                };
                if left.is_zero() {
                    break;
                }
                let waited = self.came.wait_timeout(state, left);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            std::mem::swap(&mut state.due, &mut taken);
            drop(state);
            for bundle in taken.drain(..) {
                bundle.flush();
            }
        }
    }
}
