//! Threads that carry calls out for all connections.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::cdr::{Format, Limits};
use crate::giop::Response;
use crate::server::adapter::Adapter;
use crate::server::dispatch::{ReplyPath, request_of, run};

/// A call with its reply path.
pub(super) struct Job {
    /// Number of a call that has a reply.
    pub(super) id: Option<u32>,
    pub(super) octets: Vec<u8>,
    pub(super) format: Format,
    pub(super) back: Arc<ReplyPath>,
    pub(super) fragment_bytes: Option<usize>,
}

/// The threads of a pool.
#[derive(Clone)]
pub(super) struct Workers(Arc<Queue>);

struct Queue {
    state: Mutex<PoolState>,
    /// A call came, or the pool ends.
    came: Condvar,
    /// A call was taken or answered.
    went: Condvar,
    most: usize,
    /// Buffers that are kept.
    buffers: usize,
    /// Octets of a buffer that is kept.
    buffer_bytes: usize,
}

struct PoolState {
    jobs: VecDeque<Job>,
    /// Buffers for the octets of calls.
    spare: Vec<Vec<u8>>,
    /// Connections of the calls that are being carried out.
    running: Vec<Arc<ReplyPath>>,
    ends: bool,
}

impl Workers {
    /// Starts threads; they end with [`Workers::end`].
    ///
    /// # Errors
    /// Where a thread cannot be made.
    pub(super) fn start(
        threads: usize,
        (most, buffer_bytes): (usize, usize),
        adapter: &Arc<Adapter>,
        limits: Limits,
    ) -> std::io::Result<(Self, Vec<JoinHandle<()>>)> {
        let (most, threads) = (most.max(1), threads.max(1));
        // Each thread holds one, too.
        let buffers = most + threads;
        let spare = (0..buffers).map(|_| Vec::with_capacity(buffer_bytes));
        let queue = Arc::new(Queue {
            state: Mutex::new(PoolState {
                jobs: VecDeque::with_capacity(most),
                spare: spare.collect(),
                running: Vec::with_capacity(threads),
                ends: false,
            }),
            came: Condvar::new(),
            went: Condvar::new(),
            most,
            buffers,
            buffer_bytes,
        });
        let mut handles = Vec::new();
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let adapter = Arc::clone(adapter);
            let builder = std::thread::Builder::new().name(format!("orb-pool-{number}"));
            handles.push(builder.spawn(move || queue.work(&adapter, &limits))?);
        }
        Ok((Self(queue), handles))
    }

    /// Queues a call in a buffer of the pool; waits while too many are queued.
    pub(super) fn hand_over(&self, octets: &[u8], job: impl FnOnce(Vec<u8>) -> Job) {
        let queue = &*self.0;
        let mut state = queue.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.jobs.len() >= queue.most && !state.ends {
            state = queue
                .went
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if !state.ends {
            let mut buffer = state.spare.pop().unwrap_or_default();
            buffer.clear();
            buffer.extend_from_slice(octets);
            state.jobs.push_back(job(buffer));
            queue.came.notify_one();
        }
    }

    /// Drops a call of a connection that has not begun; gives whether there was one.
    pub(super) fn cancel(&self, back: &Arc<ReplyPath>, id: u32) -> bool {
        let queue = &*self.0;
        let mut state = queue.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |job: &Job| job.id == Some(id) && Arc::ptr_eq(&job.back, back);
        let Some(at) = state.jobs.iter().position(waits) else {
            return false;
        };
        let job = state.jobs.remove(at).expect("it was found there");
        queue.keep(&mut state, job.octets);
        drop(state);
        queue.went.notify_all();
        true
    }

    /// Waits until all calls of a connection are answered.
    pub(super) fn drain(&self, back: &Arc<ReplyPath>) {
        let queue = &*self.0;
        let mut state = queue.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let waits = state.jobs.iter().any(|job| Arc::ptr_eq(&job.back, back));
            let runs = state
                .running
                .iter()
                .any(|running| Arc::ptr_eq(running, back));
            if !waits && !runs {
                return;
            }
            state = queue
                .went
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the threads, once nothing waits any more.
    pub(super) fn end(&self) {
        let queue = &*self.0;
        let mut state = queue.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.ends = true;
        queue.came.notify_all();
        queue.went.notify_all();
    }
}

impl Queue {
    /// Keeps a buffer for another call.
    fn keep(&self, state: &mut PoolState, octets: Vec<u8>) {
        if state.spare.len() < self.buffers && octets.capacity() <= self.buffer_bytes {
            state.spare.push(octets);
        }
    }

    fn work(&self, adapter: &Adapter, limits: &Limits) {
        let mut out = Vec::with_capacity(self.buffer_bytes);
        while let Some(job) = self.take() {
            if let Some(request) = request_of(&job.octets, job.format, limits) {
                let entry = adapter.find(request.target.key());
                run(entry.as_ref(), &request, job.format, limits, &mut out);
                if request.response != Response::Nothing {
                    job.back.send_in_pieces(&out, job.fragment_bytes);
                }
            }
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let running = &mut state.running;
            if let Some(at) = running.iter().position(|back| Arc::ptr_eq(back, &job.back)) {
                running.swap_remove(at);
            }
            self.keep(&mut state, job.octets);
            drop(state);
            self.went.notify_all();
        }
    }

    fn take(&self) -> Option<Job> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(job) = state.jobs.pop_front() {
                state.running.push(Arc::clone(&job.back));
                drop(state);
                self.went.notify_all();
                return Some(job);
            }
            if state.ends {
                return None;
            }
            state = self
                .came
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
