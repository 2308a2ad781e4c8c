//! An executive's state of time.

use hyla_types::{FederateHandle, LogicalTime};

use super::sharing::Sharing;
use super::{Asked, Bound, Coordinator, MessageCount, StallWatch, TimeMode};
use crate::executive::RtiNotice;

/// Time management of a federation execution. Its parts are open to this folder only.
#[derive(Debug, Default)]
pub(crate) struct ExecutiveTime {
    pub(super) coordinator: Coordinator,
    pub(super) mode: TimeMode,
    /// Reports were taken in, and what follows was not said yet.
    pub(super) unsettled: bool,
    pub(super) stall_watch: StallWatch,
    pub(super) sharing: Sharing,
}

impl ExecutiveTime {
    /// Moves out the coordinator, which a save keeps, until [`Self::put_saved`].
    pub(crate) fn take_saved(&mut self) -> Coordinator {
        let Self {
            coordinator,
            // The executive coordinates time while the federation is saved or restored.
            mode: _,
            // All news has been sent before the state is asked for.
            unsettled: _,
            // Of the process, and kept when another state is put in force.
            stall_watch: _,
            // Of the process, as well.
            sharing: _,
        } = self;
        std::mem::take(coordinator)
    }

    /// Puts what a save has kept in force.
    pub(crate) fn put_saved(&mut self, coordinator: Coordinator) {
        self.coordinator = coordinator;
        self.mode = TimeMode::Central;
    }

    /// Whether the executive coordinates, and knows what there is to know.
    pub(crate) fn is_central(&self) -> bool {
        matches!(self.mode, TimeMode::Central)
    }

    /// Whether there is something to say about time: see [`crate::executive::Executive::settle_time`].
    pub(crate) fn is_unsettled(&self) -> bool {
        self.unsettled
    }

    pub(crate) fn is_constrained(&self, federate: FederateHandle) -> bool {
        self.coordinator.is_constrained(federate)
    }

    /// Logical time of a federate, as the coordinator knows it.
    pub(crate) fn time_of(&self, federate: FederateHandle) -> Option<LogicalTime> {
        self.coordinator.time_of(federate)
    }

    /// GALT of a federate that does not coordinate for itself; the outer `None` if it does.
    pub(crate) fn galt_of(&self, federate: FederateHandle) -> Option<Option<LogicalTime>> {
        if matches!(&self.mode, TimeMode::Direct(pair) if pair.contains(&federate)) {
            return None;
        }
        Some(self.coordinator.galt(federate).map(|galt| galt.bound.time))
    }

    /// A request for an advance that waits beyond a time, and the messages on the way to the federate.
    pub(crate) fn waits_beyond(
        &self,
        federate: FederateHandle,
        time: LogicalTime,
    ) -> Option<(Asked, Vec<MessageCount>)> {
        self.coordinator.waits_beyond(federate, time)
    }

    /// A federate promises to send nothing below a bound.
    pub(crate) fn promise(&mut self, federate: FederateHandle, bound: Bound) {
        self.coordinator.promise(federate, bound);
    }

    /// Keeps a notice for the log of the RTI.
    pub(crate) fn push_notice(&mut self, notice: RtiNotice) {
        self.stall_watch.notices.push(notice);
    }

    /// Notices since the last call.
    pub(crate) fn take_notices(&mut self) -> impl Iterator<Item = RtiNotice> + '_ {
        self.stall_watch.notices.drain(..)
    }
}
