//! Callbacks that wait for delivery.
//!
//! Data frames wait as the bytes that arrived, in one ring of bytes, and are interpreted when they
//! are delivered: nothing is allocated per message in steady state, and the federate's view of the
//! federation moves exactly when it is told.

use std::collections::VecDeque;

use hyla_types::{FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use crate::callback::Callback;
use crate::message::Estate;

/// Something to be delivered.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Item {
    /// A data frame; its bytes are at the front of the ring.
    Frame { from: FederateHandle, length: usize },
    /// A finished callback.
    Ready(Box<Callback<'static>>),
    /// An instance that the federate's own subscription may have made discoverable.
    Rediscover(ObjectInstanceHandle),
    /// A member is gone and nothing more comes from it.
    Sweep {
        federate: FederateHandle,
        estate: Estate,
    },
}

/// The queue. Follow-ups of a delivery come before everything that arrived later.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct CallbackQueue {
    /// Callbacks of saves and restores: delivered first, and also while everything else waits.
    #[serde(skip)]
    urgent: VecDeque<Callback<'static>>,
    follow_ups: VecDeque<Callback<'static>>,
    items: VecDeque<Item>,
    bytes: VecDeque<u8>,
}

impl CallbackQueue {
    pub(crate) fn is_empty(&self) -> bool {
        self.follow_ups.is_empty() && self.items.is_empty() && self.urgent.is_empty()
    }

    pub(crate) fn has_urgent(&self) -> bool {
        !self.urgent.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.follow_ups.len() + self.items.len() + self.urgent.len()
    }

    pub(crate) fn push_urgent(&mut self, callback: Callback<'static>) {
        self.urgent.push_back(callback);
    }

    pub(crate) fn next_urgent(&mut self) -> Option<Callback<'static>> {
        self.urgent.pop_front()
    }

    /// What waits, without the callbacks of saves and restores.
    pub(crate) fn take_state(&mut self) -> Self {
        let urgent = std::mem::take(&mut self.urgent);
        let state = std::mem::take(self);
        self.urgent = urgent;
        state
    }

    /// Puts other contents in the place of what waits.
    pub(crate) fn put_state(&mut self, state: Self) {
        let urgent = std::mem::take(&mut self.urgent);
        self.leave_execution();
        self.urgent = urgent;
        self.follow_ups = state.follow_ups;
        self.items.extend(state.items);
        self.bytes = state.bytes;
    }

    pub(crate) fn push(&mut self, callback: Callback<'static>) {
        self.items.push_back(Item::Ready(Box::new(callback)));
    }

    pub(crate) fn push_item(&mut self, item: Item) {
        self.items.push_back(item);
    }

    /// Delivered next, after other follow-ups.
    pub(crate) fn follow_up(&mut self, callback: Callback<'static>) {
        self.follow_ups.push_back(callback);
    }

    pub(crate) fn push_frame(&mut self, from: FederateHandle, frame: &[u8]) {
        self.bytes.extend(frame);
        self.items.push_back(Item::Frame {
            from,
            length: frame.len(),
        });
    }

    pub(crate) fn next_follow_up(&mut self) -> Option<Callback<'static>> {
        self.follow_ups.pop_front()
    }

    /// The item at the front; a frame's bytes are copied to `scratch`.
    pub(crate) fn front(&mut self, scratch: &mut Vec<u8>) -> Option<&Item> {
        let item = self.items.front()?;
        if let Item::Frame { length, .. } = item {
            scratch.clear();
            let (head, tail) = self.bytes.as_slices();
            let from_head = head.len().min(*length);
            scratch.extend_from_slice(&head[..from_head]);
            scratch.extend_from_slice(&tail[..*length - from_head]);
        }
        Some(item)
    }

    /// Takes the item at the front out.
    pub(crate) fn pop(&mut self) -> Option<Item> {
        let item = self.items.pop_front()?;
        if let Item::Frame { length, .. } = item {
            self.bytes.drain(..length);
        }
        Some(item)
    }

    /// Drops finished callbacks that wait and do not hold any more.
    pub(crate) fn withdraw(&mut self, moot: impl Fn(&Callback<'static>) -> bool) {
        self.items
            .retain(|item| !matches!(item, Item::Ready(callback) if moot(callback)));
    }

    /// Drops what belongs to an execution that the federate has left; answers to questions about
    /// executions stay.
    pub(crate) fn leave_execution(&mut self) {
        self.urgent.clear();
        self.follow_ups.clear();
        self.bytes.clear();
        self.items.retain(|item| {
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
