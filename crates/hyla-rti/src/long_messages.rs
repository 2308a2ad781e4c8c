//! Long messages of sessions, which carry object models, are decoded on threads of their own: that takes tens of milliseconds, for
//! which no federation should wait.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

use hyla_core::message::{ToRti, decode_control};
use hyla_net::{ChannelId, KeptFrame, Remote};

use super::models::yield_to_others;

/// Most messages that are decoded at once, and most that wait for it. One more is decoded by the RTI's own thread, so that senders cannot
/// fill its memory.
const MOST_AT_WORK: usize = 4;
const MOST_WAITING: usize = 4;

/// A decoded message, or what is wrong with it.
pub(super) type Decoded = (ChannelId, Result<ToRti, String>);

/// Decodes messages aside.
pub(super) struct LongMessages {
    /// Wakes the server when one is decoded.
    remote: Remote,
    waiting: VecDeque<(ChannelId, KeptFrame)>,
    at_work: usize,
    report: Sender<Decoded>,
    done: Receiver<Decoded>,
}

impl LongMessages {
    pub(super) fn new(remote: Remote) -> Self {
        let (report, done) = channel();
        Self {
            remote,
            waiting: VecDeque::new(),
            at_work: 0,
            report,
            done,
        }
    }

    /// Whether one more can be taken.
    pub(super) fn has_room(&self) -> bool {
        self.waiting.len() < MOST_WAITING
    }

    /// Takes a message; [`Self::next_done`] gives it back decoded.
    pub(super) fn begin(&mut self, from: ChannelId, frame: KeptFrame) {
        self.waiting.push_back((from, frame));
        self.go_on();
    }

    pub(super) fn next_done(&mut self) -> Option<Decoded> {
        let decoded = self.done.try_recv().ok()?;
        self.at_work -= 1;
        self.go_on();
        Some(decoded)
    }

    /// Frees a message that nobody needs, aside as well: one with thousands of names takes half a millisecond.
    pub(super) fn free(&self, message: ToRti) {
        let free = move || {
            yield_to_others();
            drop(message);
        };
        // Without a thread it is freed here.
        let _ = std::thread::Builder::new()
            .name("hyla-messages".into())
            .spawn(free);
    }

    fn go_on(&mut self) {
        while self.at_work < MOST_AT_WORK
            && let Some((from, frame)) = self.waiting.pop_front()
        {
            self.at_work += 1;
            let (report, remote) = (self.report.clone(), self.remote.clone());
            let kept = frame.clone();
            let spawned = std::thread::Builder::new()
                .name("hyla-messages".into())
                .spawn(move || {
                    yield_to_others();
                    let decoded = decode_control(&frame).map_err(|error| error.0);
                    if report.send((from, decoded)).is_ok() {
                        remote.wake();
                    }
                });
            if spawned.is_err() {
                let decoded = decode_control(&kept).map_err(|error| error.0);
                let _ = self.report.send((from, decoded));
                self.remote.wake();
            }
        }
    }
}
