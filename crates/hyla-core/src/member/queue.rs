//! Callbacks that wait for delivery.
//!
//! Data frames wait as the bytes that arrived, in rings of bytes, and are interpreted when they are
//! delivered: nothing is allocated per message in steady state, and the federate's view of the
//! federation moves exactly with its callbacks. Long ones are kept as they arrived, without a copy.
//!
//! There are two lists, in one order. What a constrained federate may get only while it advances waits
//! in the gated one: values, interactions, removals and grants. While the gate is shut the other list
//! overtakes it.

use std::collections::{BTreeSet, VecDeque, vec_deque};

use bytes::Bytes;
use hyla_types::{AttributeHandleSet, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use super::{ArrivedFrame, DeliveredFrame};
use crate::callback::Callback;
use crate::message::{DepartedInstances, data};
use crate::ownership::Due;

/// Something to be delivered.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Item {
    /// A data frame; its bytes are at the front of its list's ring.
    Frame {
        from: FederateHandle,
        length: usize,
        /// Its sender's number for it, if it is delivered in time-stamp order.
        serial: Option<u32>,
        /// Retracted while it waited.
        void: bool,
    },
    /// A finished callback.
    Ready(Box<Callback<'static>>),
    /// An instance that the federate's own subscription may have made discoverable.
    Rediscover(ObjectInstanceHandle),
    /// A callback about ownership, with its part that holds at its turn.
    Ownership(Box<Due>),
    /// A member is gone and nothing more comes from it.
    Sweep {
        federate: FederateHandle,
        instances: DepartedInstances,
    },
    /// A long data frame, as it arrived.
    Kept(Box<Kept>),
}

/// A frame with its bytes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    from: FederateHandle,
    frame: Bytes,
    /// As of [`Item::Frame`].
    serial: Option<u32>,
    void: bool,
}

/// A frame that is next: its sender, its sender's number for it, and whether it was retracted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextFrame {
    pub(crate) from: FederateHandle,
    pub(crate) serial: Option<u32>,
    pub(crate) void: bool,
}

impl Item {
    /// Itself as a frame, if it is one.
    #[inline]
    pub(crate) fn as_frame(&self) -> Option<NextFrame> {
        match self {
            Self::Frame {
                from, serial, void, ..
            } => Some(NextFrame {
                from: *from,
                serial: *serial,
                void: *void,
            }),
            Self::Kept(kept) => Some(NextFrame {
                from: kept.from,
                serial: kept.serial,
                void: kept.void,
            }),
            _ => None,
        }
    }
}

/// Where a change of scope takes attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    In,
    Out,
}

/// Items in the order of their numbers, and the bytes of their frames.
#[derive(Debug, Default, Serialize, Deserialize)]
struct NumberedItems {
    items: VecDeque<(u64, Item)>,
    bytes: VecDeque<u8>,
    /// Bytes of kept frames.
    #[serde(skip)]
    kept: usize,
}

/// The queue. Follow-ups of a delivery come before everything that arrived later.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct CallbackQueue {
    /// Callbacks of saves and restores: delivered first, and also while everything else waits.
    #[serde(skip)]
    urgent: VecDeque<Callback<'static>>,
    follow_ups: VecDeque<Callback<'static>>,
    free: NumberedItems,
    gated: NumberedItems,
    /// Number of the next item.
    next: u64,
    shut: bool,
    /// Upper bound of the changes of scope in the free list.
    #[serde(skip)]
    scope_changes: usize,
}

impl NumberedItems {
    fn front_number(&self) -> u64 {
        self.items.front().map_or(u64::MAX, |(number, _)| *number)
    }

    /// The frames that wait, each with its bytes, but for those that are kept: these bring values.
    fn frames(&self) -> impl Iterator<Item = (&Item, vec_deque::Iter<'_, u8>)> {
        let mut start = 0;
        self.items.iter().filter_map(move |(_, item)| {
            let Item::Frame { length, .. } = item else {
                return None;
            };
            let bytes = start..start + length;
            start += length;
            Some((item, self.bytes.range(bytes)))
        })
    }

    fn pop(&mut self) -> Option<Item> {
        let (_, item) = self.items.pop_front()?;
        match &item {
            Item::Frame { length, .. } => {
                self.bytes.drain(..*length);
            }
            Item::Kept(kept) => self.kept -= kept.frame.len(),
            _ => {}
        }
        Some(item)
    }

    fn count_kept(&self) -> usize {
        let kept = self.items.iter().map(|(_, item)| match item {
            Item::Kept(kept) => kept.frame.len(),
            _ => 0,
        });
        kept.sum()
    }
}

impl CallbackQueue {
    /// Whether nothing waits, deliverable or not.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn has_urgent(&self) -> bool {
        !self.urgent.is_empty()
    }

    /// Whether something besides urgent callbacks can be delivered now.
    pub(crate) fn is_ready(&self) -> bool {
        !self.follow_ups.is_empty()
            || !self.free.items.is_empty()
            || (!self.shut && !self.gated.items.is_empty())
    }

    pub(crate) fn len(&self) -> usize {
        let lists = self.free.items.len() + self.gated.items.len();
        self.urgent.len() + self.follow_ups.len() + lists
    }

    /// Bytes that what waits takes: frames, and a place for each item.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        let copied = self.free.bytes.len() + self.gated.bytes.len();
        let frames = copied + self.free.kept + self.gated.kept;
        let items = self.free.items.len() + self.gated.items.len();
        frames + items * size_of::<(u64, Item)>()
    }

    pub(crate) fn push_urgent(&mut self, callback: Callback<'static>) {
        self.urgent.push_back(callback);
    }

    pub(crate) fn next_urgent(&mut self) -> Option<Callback<'static>> {
        self.urgent.pop_front()
    }

    /// All waiting items, without the callbacks of saves and restores.
    pub(crate) fn take_state(&mut self) -> Self {
        let urgent = std::mem::take(&mut self.urgent);
        let state = std::mem::take(self);
        self.urgent = urgent;
        state
    }

    /// Puts other contents in the place of what waits; answers to questions about executions stay.
    pub(crate) fn put_state(&mut self, state: Self) {
        let urgent = std::mem::take(&mut self.urgent);
        self.leave_execution();
        let answers = std::mem::replace(self, state).free.items;
        for (_, answer) in answers.into_iter().rev() {
            self.free.items.push_front((0, answer));
        }
        let ready = self.free.items.iter().filter_map(|(_, item)| match item {
            Item::Ready(callback) => Some(callback),
            _ => None,
        });
        // A saved state does not hold the counts.
        self.scope_changes = ready.filter(|callback| is_scope_change(callback)).count();
        for list in [&mut self.free, &mut self.gated] {
            list.kept = list.count_kept();
        }
        self.urgent = urgent;
    }

    /// Whether what waits for an advance has to wait.
    pub(crate) fn gate(&mut self, shut: bool) {
        self.shut = shut;
    }

    pub(crate) fn is_shut(&self) -> bool {
        self.shut
    }

    fn put(&mut self, gated: bool, item: Item) {
        let number = self.next;
        self.next += 1;
        let list = if gated {
            &mut self.gated
        } else {
            &mut self.free
        };
        list.items.push_back((number, item));
    }

    /// A callback that may come at any time.
    pub(crate) fn push(&mut self, callback: Callback<'static>) {
        self.scope_changes += usize::from(is_scope_change(&callback));
        self.put(false, Item::Ready(Box::new(callback)));
    }

    /// A callback that keeps its place among values and interactions.
    pub(crate) fn push_gated(&mut self, callback: Callback<'static>) {
        self.put(true, Item::Ready(Box::new(callback)));
    }

    pub(crate) fn push_item(&mut self, item: Item) {
        self.put(matches!(item, Item::Sweep { .. }), item);
    }

    /// Delivered next, after other follow-ups. A change of scope replaces those that wait in the list, which are older.
    pub(crate) fn follow_up(&mut self, callback: Callback<'static>) {
        let opposite = match &callback {
            Callback::AttributesInScope { object, attributes } => {
                self.withdraw_scope(*object, attributes, Scope::In)
            }
            Callback::AttributesOutOfScope { object, attributes } => {
                self.withdraw_scope(*object, attributes, Scope::Out)
            }
            _ => None,
        };
        self.follow_ups.extend(opposite);
        self.follow_ups.push_back(callback);
    }

    /// Takes attributes that enter or leave scope out of the changes of scope that wait in the list. Gives the change that the
    /// federate has to receive first: a report of the opposite, where that waited first, so that the reports of an attribute
    /// alternate. Cost: a walk through the list if it may hold such changes; mostly it holds none, also when many discoveries
    /// wait.
    fn withdraw_scope(
        &mut self,
        of: ObjectInstanceHandle,
        changed: &AttributeHandleSet,
        to: Scope,
    ) -> Option<Callback<'static>> {
        if self.scope_changes == 0 {
            return None;
        }
        let mut left = 0;
        let mut seen = AttributeHandleSet::new();
        let mut opposite = AttributeHandleSet::new();
        self.free.items.retain_mut(|(_, item)| {
            let Item::Ready(callback) = item else {
                return true;
            };
            let (waits, object, attributes) = match &mut **callback {
                Callback::AttributesInScope { object, attributes } => {
                    (Scope::In, *object, attributes)
                }
                Callback::AttributesOutOfScope { object, attributes } => {
                    (Scope::Out, *object, attributes)
                }
                _ => return true,
            };
            if object == of {
                let withdrawn = attributes.intersection(changed);
                if waits != to {
                    opposite.extend(&withdrawn.difference(&seen));
                }
                seen.extend(&withdrawn);
                *attributes = attributes.difference(changed);
            }
            left += usize::from(!attributes.is_empty());
            !attributes.is_empty()
        });
        self.scope_changes = left;
        let (object, attributes) = (of, opposite);
        (!attributes.is_empty()).then_some(match to {
            Scope::In => Callback::AttributesOutOfScope { object, attributes },
            Scope::Out => Callback::AttributesInScope { object, attributes },
        })
    }

    /// Drops the changes of scope of an instance that the federate no longer knows: they would come after its next discovery.
    pub(crate) fn forget_scope(&mut self, of: ObjectInstanceHandle) {
        if self.scope_changes == 0 {
            return;
        }
        self.withdraw(|callback| {
            matches!(callback, Callback::AttributesInScope { object, .. }
                | Callback::AttributesOutOfScope { object, .. } if *object == of)
        });
    }

    /// A frame in receive order.
    #[inline]
    pub(crate) fn push_frame(&mut self, from: FederateHandle, frame: ArrivedFrame<'_>) {
        let gated = data::waits_for_advance(frame.bytes());
        self.put_frame(gated, from, None, frame);
    }

    /// A frame whose time has come.
    pub(crate) fn push_stamped_frame(
        &mut self,
        from: FederateHandle,
        serial: u32,
        frame: ArrivedFrame<'_>,
    ) {
        self.put_frame(true, from, Some(serial), frame);
    }

    #[inline]
    fn put_frame(
        &mut self,
        gated: bool,
        from: FederateHandle,
        serial: Option<u32>,
        frame: ArrivedFrame<'_>,
    ) {
        let list = if gated {
            &mut self.gated
        } else {
            &mut self.free
        };
        if let Some(kept) = frame.kept()
            && data::brings_values(kept)
        {
            list.kept += kept.len();
            let kept = Kept {
                from,
                frame: kept.clone(),
                serial,
                void: false,
            };
            return self.put(gated, Item::Kept(Box::new(kept)));
        }
        let frame = frame.bytes();
        list.bytes.extend(frame);
        let item = Item::Frame {
            from,
            length: frame.len(),
            serial,
            void: false,
        };
        self.put(gated, item);
    }

    /// Takes back frames of a message sent in time-stamp order, in whichever order they wait. Cost: a
    /// walk through all that waits.
    pub(crate) fn void(&mut self, sender: FederateHandle, number: u32) {
        let NumberedItems { items, bytes, .. } = &mut self.gated;
        let mut start = 0;
        for (_, item) in items {
            if let Item::Kept(kept) = item
                && kept.from == sender
            {
                let its_number = kept
                    .serial
                    .or_else(|| data::stamp_number(None, &kept.frame));
                kept.void |= its_number == Some(number);
            }
            let Item::Frame {
                from,
                length,
                serial,
                void,
            } = item
            else {
                continue;
            };
            let end = start + *length;
            if *from == sender {
                let its_number = serial.or_else(|| {
                    let frame: Vec<u8> = bytes.range(start..end).copied().collect();
                    data::stamp_number(None, &frame)
                });
                *void |= its_number == Some(number);
            }
            start = end;
        }
    }

    /// Whether a discovery of the instance waits. Cost: a walk through all that waits.
    pub(crate) fn holds_discovery(&self, object: ObjectInstanceHandle) -> bool {
        let mut frames = self.free.frames();
        frames.any(|(_, frame)| data::is_discovery_of(object, frame.copied()))
    }

    /// Instances that frames of that federate will remove whose time has come. Cost: a walk through all that waits.
    pub(crate) fn removals(&self, federate: FederateHandle) -> BTreeSet<ObjectInstanceHandle> {
        let coming = self.gated.frames().filter_map(|(item, frame)| {
            let is_one = matches!(
                item,
                Item::Frame { from, serial: Some(_), void: false, .. } if *from == federate
            );
            is_one.then(|| data::removed(&frame.copied().collect::<Vec<u8>>()))?
        });
        coming.collect()
    }

    /// Instances that may be discovered now, before everything that waits.
    pub(crate) fn rediscover_first(&mut self, objects: Vec<ObjectInstanceHandle>) {
        for object in objects.into_iter().rev() {
            self.free.items.push_front((0, Item::Rediscover(object)));
        }
    }

    /// Whether callbacks come before the front of the list.
    pub(crate) fn has_precedence(&self) -> bool {
        !self.urgent.is_empty() || !self.follow_ups.is_empty()
    }

    pub(crate) fn next_follow_up(&mut self) -> Option<Callback<'static>> {
        self.follow_ups.pop_front()
    }

    /// The items whose front is next.
    fn next_items(&mut self) -> &mut NumberedItems {
        if self.shut || self.free.front_number() < self.gated.front_number() {
            &mut self.free
        } else {
            &mut self.gated
        }
    }

    /// The item that is next; a frame comes to `delivered`.
    pub(crate) fn front(&mut self, delivered: &mut DeliveredFrame) -> Option<&Item> {
        let next = self.next_items();
        let (_, item) = next.items.front()?;
        match item {
            Item::Frame { length, .. } => {
                let into = delivered.room_for_copy();
                let (head, tail) = next.bytes.as_slices();
                let from_head = head.len().min(*length);
                into.extend_from_slice(&head[..from_head]);
                into.extend_from_slice(&tail[..*length - from_head]);
            }
            Item::Kept(kept) => delivered.keep(kept.frame.clone()),
            _ => {}
        }
        Some(item)
    }

    /// Takes the item that is next out.
    pub(crate) fn pop(&mut self) -> Option<Item> {
        self.next_items().pop()
    }

    /// Drops finished callbacks that wait and do not hold any more.
    pub(crate) fn withdraw(&mut self, moot: impl Fn(&Callback<'static>) -> bool) {
        for list in [&mut self.free, &mut self.gated] {
            list.items
                .retain(|(_, item)| !matches!(item, Item::Ready(callback) if moot(callback)));
        }
    }

    /// Drops waiting callbacks about attributes that the federate has gained of the instance.
    pub(crate) fn withdraw_gains(&mut self, object: ObjectInstanceHandle) {
        self.free.items.retain(|(_, item)| {
            !matches!(item, Item::Ownership(due) if matches!(**due, Due::Gained { object: of, .. } if of == object))
        });
    }

    /// Drops what belongs to an execution that the federate has left; answers to questions about
    /// executions stay.
    pub(crate) fn leave_execution(&mut self) {
        self.urgent.clear();
        self.follow_ups.clear();
        self.gated = NumberedItems::default();
        self.shut = false;
        self.scope_changes = 0;
        self.free.bytes.clear();
        self.free.kept = 0;
        self.free.items.retain(|(_, item)| {
            matches!(item, Item::Ready(callback) if matches!(
                **callback,
                Callback::ReportFederationExecutions { .. }
                    | Callback::ReportFederationExecutionMembers { .. }
                    | Callback::ReportFederationExecutionDoesNotExist { .. }
                    | Callback::FederateResigned { .. }
                    | Callback::ConnectionLost { .. }
            ))
        });
    }
}

fn is_scope_change(callback: &Callback<'_>) -> bool {
    matches!(
        callback,
        Callback::AttributesInScope { .. } | Callback::AttributesOutOfScope { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyla_types::AttributeHandle;

    fn object(index: u32) -> ObjectInstanceHandle {
        ObjectInstanceHandle::of(FederateHandle::new(1), index)
    }

    fn attributes(numbers: &[u32]) -> AttributeHandleSet {
        numbers.iter().copied().map(AttributeHandle::new).collect()
    }

    fn out_of_scope(index: u32, numbers: &[u32]) -> Callback<'static> {
        Callback::AttributesOutOfScope {
            object: object(index),
            attributes: attributes(numbers),
        }
    }

    fn in_scope(index: u32, numbers: &[u32]) -> Callback<'static> {
        Callback::AttributesInScope {
            object: object(index),
            attributes: attributes(numbers),
        }
    }

    /// What the queue delivers, follow-ups first.
    fn delivered(queue: &mut CallbackQueue) -> Vec<Callback<'static>> {
        let follow_ups = std::iter::from_fn(|| queue.next_follow_up());
        let mut all: Vec<_> = follow_ups.collect();
        while let Some(item) = queue.pop() {
            if let Item::Ready(callback) = item {
                all.push(*callback);
            }
        }
        all
    }

    #[test]
    fn a_follow_up_replaces_the_same_scope_change_that_waits() {
        let mut queue = CallbackQueue::default();
        queue.push(in_scope(1, &[1, 2]));
        queue.push(in_scope(2, &[1]));
        queue.push(out_of_scope(1, &[1]));

        queue.follow_up(in_scope(1, &[1]));

        assert_eq!(
            delivered(&mut queue),
            [in_scope(1, &[1]), in_scope(1, &[2]), in_scope(2, &[1])]
        );
    }

    #[test]
    fn a_scope_change_that_waits_comes_before_an_opposite_follow_up() {
        let mut queue = CallbackQueue::default();
        queue.push(out_of_scope(1, &[1, 2]));
        queue.push(in_scope(2, &[1]));
        queue.push(in_scope(1, &[2]));

        queue.follow_up(in_scope(1, &[1]));
        queue.follow_up(out_of_scope(1, &[2]));
        queue.follow_up(out_of_scope(2, &[1]));

        assert_eq!(
            delivered(&mut queue),
            [
                out_of_scope(1, &[1]),
                in_scope(1, &[1]),
                out_of_scope(1, &[2]),
                in_scope(2, &[1]),
                out_of_scope(2, &[1])
            ]
        );
    }

    #[test]
    fn a_follow_up_replaces_a_scope_change_of_a_restored_queue() {
        let mut queue = CallbackQueue::default();
        queue.push(in_scope(1, &[1]));
        let saved = postcard::to_allocvec(&queue).unwrap();
        let mut queue = CallbackQueue::default();
        queue.put_state(postcard::from_bytes(&saved).unwrap());

        queue.follow_up(in_scope(1, &[1]));

        assert_eq!(delivered(&mut queue), [in_scope(1, &[1])]);
    }

    #[test]
    fn scope_changes_of_a_forgotten_instance_are_dropped() {
        let mut queue = CallbackQueue::default();
        queue.push(out_of_scope(1, &[1]));
        queue.push(out_of_scope(2, &[1]));

        queue.forget_scope(object(1));
        queue.follow_up(in_scope(1, &[1]));

        assert_eq!(
            delivered(&mut queue),
            [in_scope(1, &[1]), out_of_scope(2, &[1])]
        );
    }

    #[test]
    fn a_queue_without_scope_changes_is_not_walked() {
        let mut queue = CallbackQueue::default();
        queue.push(out_of_scope(1, &[1]));
        queue.pop();
        queue.follow_up(in_scope(2, &[1]));

        assert_eq!(queue.scope_changes, 0);
    }
}
