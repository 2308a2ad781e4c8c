//! Updates that overtook the discovery of their instance.
//!
//! An owner that is not the registrant updates on its own stream, which is not ordered with that of
//! the registrant. Its updates wait here, in bounded space, until the instance can be discovered.

use std::collections::VecDeque;

use hyla_types::{FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use crate::message::data;

/// Most frames, and most bytes, that wait.
const MOST_FRAMES: usize = 1024;
const MOST_BYTES: usize = 1 << 20;

/// Frames that wait, in the order in which they came.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct EarlyFrames {
    waiting: VecDeque<EarlyFrame>,
    bytes: usize,
    ready: Vec<EarlyFrame>,
    dropped: u64,
}

/// An update of an instance that is not discovered yet.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EarlyFrame {
    pub(crate) from: FederateHandle,
    object: ObjectInstanceHandle,
    /// Its sender's number for it, if it was delivered in time-stamp order.
    pub(crate) serial: Option<u32>,
    pub(crate) frame: Vec<u8>,
}

impl EarlyFrames {
    /// Keeps a frame; the oldest go if there are too many.
    pub(crate) fn keep(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        serial: Option<u32>,
        frame: Vec<u8>,
    ) {
        self.bytes += frame.len();
        self.waiting.push_back(EarlyFrame {
            from,
            object,
            serial,
            frame,
        });
        while self.waiting.len() > MOST_FRAMES || self.bytes > MOST_BYTES {
            let Some(oldest) = self.waiting.pop_front() else {
                break;
            };
            self.bytes -= oldest.frame.len();
            self.dropped += 1;
        }
    }

    /// Frames that were given up to make room.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The instance is discovered: its frames are due.
    pub(crate) fn admit(&mut self, object: ObjectInstanceHandle) {
        let ready = self.take_out(|waiting| waiting.object == object);
        self.ready.extend(ready);
    }

    /// Frames that are due, in order.
    pub(crate) fn take_ready(&mut self) -> Vec<EarlyFrame> {
        std::mem::take(&mut self.ready)
    }

    /// The instance is gone.
    pub(crate) fn forget(&mut self, object: ObjectInstanceHandle) {
        self.take_out(|waiting| waiting.object == object);
    }

    /// The sender took back a message that it had sent in time-stamp order.
    pub(crate) fn retract(&mut self, from: FederateHandle, serial: u32) {
        self.take_out(|waiting| {
            waiting.from == from
                && data::stamp_number(waiting.serial, &waiting.frame) == Some(serial)
        });
    }

    /// The sender is gone.
    pub(crate) fn forget_sender(&mut self, federate: FederateHandle) {
        self.take_out(|waiting| waiting.from == federate);
    }

    fn take_out(&mut self, which: impl Fn(&EarlyFrame) -> bool) -> Vec<EarlyFrame> {
        if !self.waiting.iter().any(&which) {
            return Vec::new();
        }
        let (out, rest): (VecDeque<_>, VecDeque<_>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(which);
        self.waiting = rest;
        self.bytes = self.waiting.iter().map(|w| w.frame.len()).sum();
        out.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_frames_go_when_there_are_too_many_or_too_large_ones() {
        let mut early = EarlyFrames::default();
        let from = FederateHandle::new(2);
        let object = |index| ObjectInstanceHandle::of(FederateHandle::new(1), index);

        early.keep(from, object(1), None, vec![1; MOST_BYTES - 1]);
        early.keep(from, object(2), None, vec![2; 2]);
        for _ in 0..MOST_FRAMES {
            early.keep(from, object(3), None, vec![3]);
        }
        early.admit(object(3));

        assert_eq!(early.dropped(), 2);
        assert_eq!(early.take_ready().len(), MOST_FRAMES);
        assert_eq!(early.bytes, 0);
    }
}
