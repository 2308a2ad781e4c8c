//! Stalls explain themselves: who has waited long is said in the log, with who holds it back.

use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime};

use super::TimeStanding;
use super::mode::Gathered;
use crate::executive::{Executive, NoticeLevel, RtiNotice, Transmit};

impl Executive {
    /// Waits longer than this are warned of, once each.
    pub(crate) fn watch_stalls(&mut self, after: Option<Duration>) {
        self.time.stall_watch.after = after;
        self.time.stall_watch.next = None;
    }

    /// When to look next, if anybody has to do with time.
    pub(crate) fn stall_deadline(&self) -> Option<Duration> {
        self.time.stall_watch.next
    }

    /// Looks if it is time to.
    pub(crate) fn look_for_stalls(&mut self, out: &mut Vec<Transmit>) {
        let Some(after) = self.time.stall_watch.after else {
            return;
        };
        if !self.time.coordinator.is_in_use() {
            self.time.stall_watch.next = None;
            self.time.stall_watch.told.clear();
            return;
        }
        match self.time.stall_watch.next {
            Some(next) if next <= self.now => {
                self.time.stall_watch.next = Some(self.now + after);
                self.when_central(Gathered::StallCheck, out);
            }
            Some(_) => {}
            None => self.time.stall_watch.next = Some(self.now + after),
        }
    }

    /// Warns of each wait that is too long and was not warned of.
    pub(crate) fn warn_of_stalls(&mut self) {
        let Some(after) = self.time.stall_watch.after else {
            return;
        };
        let standings = self.time_standings();
        let still = |federate: &FederateHandle, to: &LogicalTime| {
            standings.iter().any(|s: &TimeStanding| {
                s.federate == *federate && s.waiting.as_ref().is_some_and(|w| w.to == *to)
            })
        };
        self.time.stall_watch.told.retain(|f, to| still(f, to));
        for standing in standings {
            let Some(waiting) = standing.waiting.filter(|w| w.since >= after) else {
                continue;
            };
            let before = self
                .time
                .stall_watch
                .told
                .insert(standing.federate, waiting.to);
            if before == Some(waiting.to) {
                continue;
            }
            self.time.stall_watch.notices.push(RtiNotice {
                federation: Some(self.identity.name().to_owned()),
                federate: Some(standing.name),
                level: NoticeLevel::Warning,
                text: format!("waits in {waiting} (time.stall_warn_ms; `hyla time` shows all)"),
            });
        }
    }
}
