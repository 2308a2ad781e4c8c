//! Sends what gathers while nobody calls.
//!
//! Binding makes the thread and the room in its lists, so that calls allocate nothing.

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
    /// The list of the thread, while that waits.
    spare: Vec<Arc<dyn Bundled>>,
    /// Connections, each with one bundle.
    members: usize,
    gap: Duration,
    thread: Option<JoinHandle<()>>,
    /// Whether the thread has begun.
    is_ready: bool,
    ends: bool,
}

/// A connection that may have a bundle; makes room for it.
pub(crate) struct Member(Arc<Flusher>);

impl Member {
    /// Flushes the bundle once `gap` has passed. Gives false where no thread can be made: then the
    /// caller has to send.
    pub(crate) fn add(&self, bundle: Arc<dyn Bundled>, gap: Duration) -> bool {
        self.0.add(bundle, gap)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.0.lock().members -= 1;
    }
}

impl Flusher {
    /// Makes room for the bundle of a further connection.
    pub(crate) fn member(self: &Arc<Self>) -> Member {
        let mut state = self.lock();
        state.members += 1;
        let room = state.members;
        let State { due, spare, .. } = &mut *state;
        for list in [due, spare] {
            list.reserve(room.saturating_sub(list.len()));
        }
        Member(Arc::clone(self))
    }

    /// Starts the thread and waits until it has begun, unless it runs already. Gives false where no
    /// thread can be made.
    pub(crate) fn start(self: &Arc<Self>) -> bool {
        let mut state = self.lock();
        if !self.spawn(&mut state) {
            return false;
        }
        while !state.is_ready {
            state = self
                .came
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        true
    }

    fn spawn(self: &Arc<Self>, state: &mut State) -> bool {
        if state.thread.is_none() {
            let flusher = Arc::clone(self);
            let builder = std::thread::Builder::new().name("orb-flush".to_owned());
            let Ok(thread) = builder.spawn(move || flusher.work()) else {
                return false;
            };
            state.thread = Some(thread);
        }
        true
    }

    fn add(self: &Arc<Self>, bundle: Arc<dyn Bundled>, gap: Duration) -> bool {
        let mut state = self.lock();
        if !self.spawn(&mut state) {
            return false;
        }
        state.gap = if state.due.is_empty() {
            gap
        } else {
            state.gap.min(gap)
        };
        state.due.push(bundle);
        if state.due.len() == 1 {
            self.came.notify_all();
        }
        true
    }

    /// Flushes what is there, and ends the thread.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.ends = true;
        self.came.notify_all();
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
        self.lock().is_ready = true;
        self.came.notify_all();
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
            let spare = std::mem::take(&mut state.spare);
            let mut taken = std::mem::replace(&mut state.due, spare);
            drop(state);
            for bundle in taken.drain(..) {
                bundle.flush();
            }
            // Connections that came meanwhile need room in both lists.
            let mut state = self.lock();
            taken.reserve(state.members);
            state.spare = taken;
        }
    }
}
