//! Time-stamped messages that wait for their time.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{FederateHandle, LogicalTime, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use super::bound::order_key;
use crate::member::{ArrivedFrame, WaitingFrame};
use crate::message::data;

/// Buffers kept for reuse.
const MOST_SPARE: usize = 1024;

/// A message in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) time: LogicalTime,
    pub(crate) from: FederateHandle,
    /// Its sender's number for it.
    pub(crate) serial: u32,
    pub(crate) frame: WaitingFrame,
}

/// The queue, in the order of stamps and among equal ones of arrival. Buffers are used again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TimeQueue {
    held: BTreeMap<(u64, u64), Held>,
    arrivals: u64,
    #[serde(skip)]
    spare: Vec<Vec<u8>>,
}

impl Held {
    /// The instance that it removes.
    fn removes(&self) -> Option<ObjectInstanceHandle> {
        data::removed(&self.frame)
    }
}

impl TimeQueue {
    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    /// The least stamp.
    pub(crate) fn first(&self) -> Option<LogicalTime> {
        Some(self.held.first_key_value()?.1.time)
    }

    pub(crate) fn push(
        &mut self,
        from: FederateHandle,
        serial: u32,
        time: LogicalTime,
        frame: ArrivedFrame<'_>,
    ) {
        let frame = match frame.kept() {
            Some(kept) => WaitingFrame::Kept(kept.clone()),
            None => {
                let mut buffer = self.spare.pop().unwrap_or_default();
                buffer.extend_from_slice(frame.bytes());
                WaitingFrame::Copied(buffer)
            }
        };
        self.arrivals += 1;
        let held = Held {
            time,
            from,
            serial,
            frame,
        };
        self.held.insert((order_key(time), self.arrivals), held);
    }

    /// Takes the first message out if `due` says so of its stamp.
    pub(crate) fn pop_if(&mut self, due: impl Fn(LogicalTime) -> bool) -> Option<Held> {
        let first = self.held.first_entry()?;
        due(first.get().time).then(|| first.remove())
    }

    /// Instances of whose removal by that federate a message waits here. Cost: linear in the queue, as below.
    pub(crate) fn removals(&self, from: FederateHandle) -> BTreeSet<ObjectInstanceHandle> {
        let held = self.held.values().filter(|held| held.from == from);
        held.filter_map(Held::removes).collect()
    }

    /// Drops messages by which that federate removes instances for which `which` holds.
    pub(crate) fn drop_removals(
        &mut self,
        from: FederateHandle,
        which: impl Fn(ObjectInstanceHandle) -> bool,
    ) {
        self.held
            .retain(|_, held| held.from != from || !held.removes().is_some_and(&which));
    }

    /// A frame does not wait here any more.
    pub(crate) fn recycle(&mut self, frame: WaitingFrame) {
        if let WaitingFrame::Copied(mut buffer) = frame
            && self.spare.len() < MOST_SPARE
        {
            buffer.clear();
            self.spare.push(buffer);
        }
    }

    /// Drops a message that was retracted; `false` if it is not here. Cost: linear in the queue.
    pub(crate) fn retract(&mut self, from: FederateHandle, serial: u32) -> bool {
        let before = self.held.len();
        self.held
            .retain(|_, held| (held.from, held.serial) != (from, serial));
        self.held.len() < before
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::Integer64Time;

    use super::*;

    fn at(time: i64) -> LogicalTime {
        LogicalTime::Integer64(Integer64Time::new(time).expect("a valid time"))
    }

    #[test]
    fn messages_come_out_in_the_order_of_stamps_and_then_of_arrival() {
        let (a, b) = (FederateHandle::new(1), FederateHandle::new(2));
        let mut queue = TimeQueue::default();
        queue.push(a, 1, at(5), b"late"[..].into());
        queue.push(b, 1, at(3), b"first"[..].into());
        queue.push(a, 2, at(3), b"second"[..].into());

        let order: Vec<_> =
            std::iter::from_fn(|| queue.pop_if(|time| time <= at(4)).map(|h| h.frame)).collect();

        let order: Vec<_> = order.iter().map(|frame| &frame[..]).collect();
        assert_eq!(order, [&b"first"[..], b"second"]);
        assert_eq!(queue.first(), Some(at(5)));
    }

    #[test]
    fn a_retracted_message_is_gone_with_all_its_parts() {
        let a = FederateHandle::new(1);
        let mut queue = TimeQueue::default();
        queue.push(a, 1, at(5), b"one part"[..].into());
        queue.push(a, 1, at(5), b"another"[..].into());
        assert_eq!(queue.len(), 2);

        assert!(queue.retract(a, 1));
        assert_eq!(queue.len(), 0);
        assert!(!queue.retract(a, 1));
        assert_eq!(queue.first(), None);
    }

    #[test]
    fn a_buffer_that_is_given_back_carries_the_next_message() {
        let a = FederateHandle::new(1);
        let mut queue = TimeQueue::default();
        queue.push(a, 1, at(5), [7; 1000][..].into());
        let held = queue.pop_if(|_| true).expect("it is due");
        let buffer = held.frame.as_ptr();
        queue.recycle(held.frame);

        queue.push(a, 2, at(6), b"short"[..].into());

        let held = queue.pop_if(|_| true).expect("it is due");
        assert_eq!(&held.frame[..], b"short");
        assert_eq!(held.frame.as_ptr(), buffer);
        // The number of kept buffers is bounded.
        for _ in 0..2 * MOST_SPARE {
            queue.recycle(WaitingFrame::Copied(Vec::new()));
        }
        assert_eq!(queue.spare.len(), MOST_SPARE);
    }
}
