//! Frames to groups that wait to be sent: any thread appends, one at a time sends.

use std::net::SocketAddr;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use super::batch::Batch;
use super::group::NUMBER_BYTES;
use super::packet::HEAD_BYTES;
use crate::sync::{AtomicBool, Mutex, MutexGuard};

/// Most bytes that wait to be sent.
const QUEUE_BYTES: usize = 4 << 20;

/// Sent batches that a queue keeps for their capacity.
const SPARE_BATCHES: usize = 16;

/// The queue.
///
/// No frame is left behind: a thread that appends and finds another one sending goes away, and the
/// sending thread stops only if it finds nothing more. Both check under the lock, in one order.
/// `try_lock` is not sufficient: it may fail although the holder has made its last check.
#[derive(Debug)]
pub(super) struct GroupQueue {
    state: Mutex<QueueState>,
    /// Something may have been appended since the queue was last taken. Changed under the lock
    /// only. A thread that has appended sees its own change or that of the thread that took the
    /// frame, so that a relaxed load suffices.
    more: AtomicBool,
}

/// Frames to groups; consecutive frames to one group form a batch.
type Runs = Vec<(SocketAddr, Batch)>;

#[derive(Debug, Default)]
struct QueueState {
    next: u32,
    runs: Runs,
    bytes: usize,
    /// A thread is sending, and checks again before it stops.
    is_sending: bool,
    /// Empty batches that the sending thread swaps for `runs`, to reuse their capacity.
    emptied: Runs,
    spare: Vec<Batch>,
}

/// The sending thread's turn. When it ends, others may send.
struct Sending<'a>(&'a GroupQueue);

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        // Sending has panicked.
        self.0.lock().is_sending = false;
    }
}

impl GroupQueue {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::default(),
            more: AtomicBool::new(false),
        }
    }

    /// Queues a frame behind that head. `false` if too much waits.
    pub(super) fn append(&self, to: SocketAddr, head: [u8; HEAD_BYTES], frame: &[u8]) -> bool {
        let mut state = self.lock();
        if state.bytes + frame.len() > QUEUE_BYTES {
            return false;
        }
        state.next = state.next.wrapping_add(1);
        let mut numbered = [0; HEAD_BYTES + NUMBER_BYTES];
        numbered[..HEAD_BYTES].copy_from_slice(&head);
        numbered[HEAD_BYTES..].copy_from_slice(&state.next.to_le_bytes());
        state.bytes += frame.len();
        if state.runs.last().is_none_or(|(group, _)| *group != to) {
            let batch = state.spare.pop().unwrap_or_default();
            state.runs.push((to, batch));
        }
        if let Some((_, batch)) = state.runs.last_mut() {
            batch.push(&numbered, frame);
        }
        self.more.store(true, Relaxed);
        true
    }

    /// Sends queued frames. If another thread is sending, that one sends these, too.
    pub(super) fn depart(&self, mut send: impl FnMut(SocketAddr, &Batch)) {
        if !self.more.load(Relaxed) {
            return;
        }
        let mut state = self.lock();
        if state.is_sending {
            return;
        }
        state.is_sending = true;
        let mut taken = std::mem::take(&mut state.emptied);
        let sending = Sending(self);
        while !state.runs.is_empty() {
            self.more.store(false, Relaxed);
            std::mem::swap(&mut state.runs, &mut taken);
            state.bytes = 0;
            drop(state);
            for (to, batch) in &taken {
                send(*to, batch);
            }
            state = self.lock();
            for (_, mut batch) in taken.drain(..) {
                batch.clear();
                batch.shrink_to(QUEUE_BYTES / 64);
                if state.spare.len() < SPARE_BATCHES {
                    state.spare.push(batch);
                }
            }
        }
        state.emptied = taken;
        state.is_sending = false;
        std::mem::forget(sending);
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // Nothing panics under this lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::atomic::Ordering::{Acquire, Release, SeqCst};

    use super::*;
    use crate::sync::model::{Scene, check, fails};

    const MOST: usize = 20_000;
    const HEAD: [u8; HEAD_BYTES] = [0; HEAD_BYTES];

    fn group(number: u8) -> SocketAddr {
        SocketAddr::from(([239, 0, 0, number], 1))
    }

    /// Number of frames sent.
    type Left = Arc<Mutex<usize>>;

    fn send(queue: &GroupQueue, left: &Left, number: u8) {
        assert!(queue.append(group(number), HEAD, &[number]));
        queue.depart(|_, batch| *left.lock().unwrap() += batch.len());
    }

    fn senders(count: u8, scene: &mut Scene) {
        let (queue, left) = (Arc::new(GroupQueue::new()), Left::default());
        for number in 0..count {
            let (queue, left) = (Arc::clone(&queue), Arc::clone(&left));
            scene.thread(move || send(&queue, &left, number));
        }
        scene.at_end(move || assert_eq!(*left.lock().unwrap(), usize::from(count)));
    }

    /// Proven with faults: a sending thread that stops without another check leaves a frame behind,
    /// and so does one that clears `more` after it has stopped and released the lock.
    #[test]
    fn every_frame_leaves_in_any_order_of_steps() {
        check(MOST, |scene| senders(2, scene));
        check(MOST, |scene| senders(3, scene));
    }

    /// Sends while there is more, with a lock that is only tried. A step-by-step model of that of
    /// `std`.
    fn send_by_trying(more: &AtomicBool, lock: &AtomicBool, queued: &Mutex<usize>) {
        *queued.lock().unwrap() += 1;
        more.store(true, SeqCst);
        while more.load(SeqCst) {
            if lock
                .compare_exchange(false, true, Acquire, Relaxed)
                .is_err()
            {
                return;
            }
            more.store(false, SeqCst);
            *queued.lock().unwrap() = 0;
            lock.swap(false, Release);
        }
    }

    /// The variant without the lock: x86 makes each exchange a fence, the language does not.
    #[test]
    fn a_lock_that_is_only_tried_leaves_a_frame_behind() {
        let failure = fails(MOST, |scene| {
            let queued = Arc::new(Mutex::new(0));
            let shared = Arc::new((AtomicBool::new(false), AtomicBool::new(false)));
            for _ in 0..2 {
                let (queued, shared) = (Arc::clone(&queued), Arc::clone(&shared));
                scene.thread(move || send_by_trying(&shared.0, &shared.1, &queued));
            }
            scene.at_end(move || assert_eq!(*queued.lock().unwrap(), 0, "left behind"));
        });

        assert!(failure.unwrap().to_string().contains("left behind"));
    }

    #[test]
    fn frames_leave_by_group_in_order_and_the_room_is_used_again() {
        let queue = GroupQueue::new();
        for to in [1, 1, 2, 1] {
            assert!(queue.append(group(to), HEAD, &[to]));
        }

        let mut left = Vec::new();
        queue.depart(|to, batch| left.push((to, batch.len())));

        assert_eq!(left, [(group(1), 2), (group(2), 1), (group(1), 1)]);
        assert_eq!(queue.lock().spare.len(), 3);
        queue.depart(|_, _| panic!("nothing was appended"));
    }

    #[test]
    fn a_frame_appended_while_others_leave_leaves_with_them() {
        let queue = GroupQueue::new();
        assert!(queue.append(group(1), HEAD, &[1]));

        let mut left = Vec::new();
        queue.depart(|to, _| {
            if left.is_empty() {
                assert!(queue.append(group(2), HEAD, &[2]));
                queue.depart(|_, _| panic!("one sends at a time"));
            }
            left.push(to);
        });

        assert_eq!(left, [group(1), group(2)]);
    }

    #[test]
    fn more_than_the_queue_holds_is_dropped() {
        let queue = GroupQueue::new();
        let frame = vec![0; QUEUE_BYTES / 2];

        assert!(queue.append(group(1), HEAD, &frame));
        assert!(queue.append(group(1), HEAD, &frame));
        assert!(!queue.append(group(1), HEAD, &[0]));
    }

    #[test]
    fn a_panic_while_sending_does_not_stop_the_queue() {
        let queue = GroupQueue::new();
        assert!(queue.append(group(1), HEAD, &[1]));
        let sends = AssertUnwindSafe(|| queue.depart(|_, _| panic!("of the test")));
        assert!(catch_unwind(sends).is_err());

        assert!(queue.append(group(2), HEAD, &[2]));
        let mut left = Vec::new();
        queue.depart(|to, _| left.push(to));

        assert_eq!(left, [group(2)]);
    }
}
