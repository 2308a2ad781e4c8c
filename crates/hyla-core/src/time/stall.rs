//! Stalls explain themselves: who has waited long is said in the log, with who holds it back.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime};

use super::direct::Gathered;
use super::{TimeStanding, Waiting};
use crate::executive::{Executive, NoticeLevel, RtiNotice, Transmit};

/// Looks now and then whether somebody has waited too long.
#[derive(Debug, Default)]
pub(crate) struct StallWatch {
    /// How long a wait is too long; `None` for never.
    after: Option<Duration>,
    /// When to look next.
    next: Option<Duration>,
    /// The waits that were warned of.
    told: BTreeMap<FederateHandle, LogicalTime>,
    /// What is to be said.
    pub(super) notices: Vec<RtiNotice>,
}

/// What a wait means, in words: `timeAdvanceRequest to 7: 'slow' holds it back, which promises ...`.
impl std::fmt::Display for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} {} for {:.1} s: ",
            self.service,
            self.to,
            self.since.as_secs_f64()
        )?;
        match &self.held_by {
            Some((name, bound)) => {
                let reach = if bound.exclusive {
                    "after"
                } else {
                    "at or after"
                };
                write!(
                    f,
                    "{name:?} holds it back, which may still send messages {reach} {}",
                    bound.time
                )
            }
            None => f.write_str("nobody else regulates, and nonRegulatedGrant is off"),
        }
    }
}

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
