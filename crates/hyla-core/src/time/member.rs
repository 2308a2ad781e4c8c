//! A member's state of time: its own state, its choices of order, deletions that can be retracted, and the pair.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandleSet, FederateHandle, LogicalTime, ObjectInstanceHandle, OrderType,
    TimeImplementation,
};
use serde::{Deserialize, Serialize};

use super::sharing::BoardsWish;
use super::state::Constraint;
use super::{Bound, DirectTime, Doomed, EarlyReport, OrderChoices, TimeState};
use crate::member::ArrivedFrame;
use crate::roster::Slot;

/// Time management of a joined federate. Its parts are open to this folder only.
#[derive(Debug)]
pub(crate) struct MemberTime {
    pub(super) order: OrderChoices,
    pub(super) state: TimeState,
    /// Coordination of time without the executive, while the log says so.
    pub(super) direct: Option<Box<DirectTime>>,
    /// Reports of another member that learned earlier that it coordinates for itself.
    pub(super) early_reports: Vec<EarlyReport>,
    /// When one of a pair asks for boards.
    pub(super) boards_wish: BoardsWish,
    /// Deletions in time-stamp order that can still be retracted, by the numbers of their messages.
    pub(super) doomed: BTreeMap<u32, Doomed>,
}

/// Its saved part. Members do not coordinate time for themselves while the federation is saved or restored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedTime {
    order: OrderChoices,
    state: TimeState,
    doomed: BTreeMap<u32, Doomed>,
}

impl MemberTime {
    /// Time of a federate that has just joined.
    pub(crate) fn new(time: TimeImplementation) -> Self {
        Self {
            order: OrderChoices::default(),
            state: TimeState::new(time),
            direct: None,
            early_reports: Vec::new(),
            boards_wish: BoardsWish::default(),
            doomed: BTreeMap::new(),
        }
    }

    /// Moves out what a save keeps, until [`Self::put_saved`].
    pub(crate) fn take_saved(&mut self) -> SavedTime {
        let Self {
            order,
            state,
            direct: _,
            early_reports: _,
            boards_wish: _,
            doomed,
        } = self;
        SavedTime {
            order: std::mem::take(order),
            state: state.clone(),
            doomed: std::mem::take(doomed),
        }
    }

    /// Puts what a save has kept in force.
    pub(crate) fn put_saved(&mut self, saved: SavedTime) {
        let SavedTime {
            order,
            state,
            doomed,
        } = saved;
        self.order = order;
        self.state = state;
        self.doomed = doomed;
    }

    /// A restore ends coordination by members.
    pub(crate) fn end_direct(&mut self) {
        self.direct = None;
        self.early_reports.clear();
    }

    /// Whether messages with this stamp are sent in time-stamp order if their kind prefers it.
    #[inline]
    pub(crate) fn stamps(&self, time: Option<LogicalTime>) -> bool {
        self.state.stamps(time)
    }

    /// Number of a new time-stamped message.
    pub(crate) fn new_serial(&mut self, time: LogicalTime) -> u32 {
        self.state.new_serial(time)
    }

    #[inline]
    pub(crate) fn is_constrained(&self) -> bool {
        self.state.is_constrained()
    }

    pub(crate) fn is_regulating(&self) -> bool {
        self.state.lookahead().is_some()
    }

    pub(crate) fn is_advancing(&self) -> bool {
        self.state.advance.is_some()
    }

    pub(crate) fn delivers_asynchronously(&self) -> bool {
        self.state.asynchronous_delivery
    }

    /// The federate's logical time.
    pub(crate) fn now(&self) -> LogicalTime {
        self.state.now
    }

    /// Least that may be sent in time-stamp order now.
    pub(crate) fn send_bound(&self) -> Bound {
        self.state.send_bound()
    }

    /// Least stamp among the messages that wait.
    pub(crate) fn first_queued(&self) -> Option<LogicalTime> {
        self.state.queue.first()
    }

    /// Time-stamped messages that wait.
    pub(crate) fn queued(&self) -> usize {
        self.state.queue.len()
    }

    /// GALT of this federate as it knows it, if it coordinates for itself; by boards, at its last look.
    pub(crate) fn own_galt(&self, own: FederateHandle) -> Option<LogicalTime> {
        match self.direct.as_deref()? {
            DirectTime::Pair(pair) => Some(pair.coordinator.galt(own)?.bound.time),
            DirectTime::Boards(boards) => Some(boards.galt()?.time),
        }
    }

    /// Received order of the message in delivery.
    #[inline]
    pub(crate) fn delivering(&self) -> OrderType {
        self.state.delivering
    }

    /// The message in delivery was released in time-stamp order, or not. A federate that is not constrained any more gets it
    /// in receive order.
    #[inline]
    pub(crate) fn deliver_in(&mut self, order: OrderType) {
        self.state.delivering = match order {
            OrderType::TimeStamp if !self.is_constrained() => OrderType::Receive,
            order => order,
        };
    }

    /// Whether nobody can send a message of that time any more: the federate was granted a later one, so that all who regulate had
    /// promised not to. At the same time a message may still come.
    pub(crate) fn has_passed(&self, time: LogicalTime) -> bool {
        self.state.is_constrained() && time < self.state.now
    }

    /// Keeps a time-stamped message until its time has come. `false` if the federate does not want that order.
    pub(crate) fn keep_until_due(
        &mut self,
        from: FederateHandle,
        (time, serial): (LogicalTime, u32),
        frame: ArrivedFrame<'_>,
    ) -> bool {
        let keeps = self.state.constraint != Constraint::Off;
        if keeps {
            self.state.queue.push(from, serial, time, frame);
        }
        keeps
    }

    /// Instances of which a removal by that federate waits for its time.
    pub(crate) fn removals_by(&self, from: FederateHandle) -> BTreeSet<ObjectInstanceHandle> {
        self.state.queue.removals(from)
    }

    /// Drops the removals by that federate that wait, of instances which exist.
    pub(crate) fn drop_removals(
        &mut self,
        from: FederateHandle,
        exists: impl Fn(ObjectInstanceHandle) -> bool,
    ) {
        self.state.queue.drop_removals(from, exists);
    }

    /// This federate owned attributes of an instance that a time-stamped message has deleted: a retraction gives them back.
    pub(crate) fn note_lost(
        &mut self,
        message: (FederateHandle, u32),
        object: ObjectInstanceHandle,
        owned: AttributeHandleSet,
    ) {
        self.state.lost.insert(message, (object, owned));
    }

    /// The deletion of the instance cannot be retracted any more.
    pub(crate) fn forget_lost(&mut self, object: ObjectInstanceHandle) {
        self.state.lost.retain(|_, (lost, _)| *lost != object);
    }

    /// This federate has deleted an instance by a message in time-stamp order, and can retract that.
    pub(crate) fn doom(&mut self, serial: u32, doomed: Doomed) {
        self.doomed.insert(serial, doomed);
    }

    /// Deletions that can still be retracted, with the numbers of their messages.
    pub(crate) fn doomed_mut(&mut self) -> impl Iterator<Item = (u32, &mut Doomed)> {
        let doomed = self.doomed.iter_mut();
        doomed.map(|(serial, doomed)| (*serial, doomed))
    }

    /// The member left and its place will be used again.
    pub(crate) fn forget_announcements(&mut self, slot: Slot) {
        for doomed in self.doomed.values_mut() {
            doomed.instance.announced_mut().remove(slot);
        }
    }
}
