//! What happens when callbacks wait, and when receivers do not keep up.
//!
//! A federate that is not held back itself pauses everybody that sends to it. One that is held back pauses only those that joined
//! after it: so no circle of federates that are held back waits for itself (`docs/decisions/0026-waiting-callbacks.md`).

use std::time::Instant;

use hyla_link::Hold;

use super::{Core, Engine};

impl Core {
    /// Reads no more from other members while too many callbacks wait, and again once half of them are delivered.
    #[inline]
    pub(super) fn bound_callbacks(&mut self) {
        if self.links.is_pausing() || self.member.waiting_bytes() > self.callback_bytes {
            self.pause_or_resume();
        }
    }

    #[cold]
    fn pause_or_resume(&mut self) {
        let waiting = self.member.waiting_bytes();
        let pauses = self.links.is_pausing();
        let limit = match pauses {
            true => self.callback_bytes / 2,
            false => self.callback_bytes,
        };
        let full = waiting > limit && self.needs_streams == 0;
        let held = self.links.is_congested_anywhere();
        let own = self.member.handle();
        self.links
            .pause(|peer| full && (!held || own.is_some_and(|own| peer > own)));
        if self.links.is_pausing() && !pauses {
            let (federation, federate) = self.who();
            tracing::warn!(
                federation,
                federate,
                bytes = waiting,
                "callbacks wait and nothing more is read from other federates, which holds them back: evoke more often or do \
                 less in each (limits.callback_queue_bytes)"
            );
        } else if pauses && !self.links.is_pausing() {
            let (federation, federate) = self.who();
            let dropped = self.links.total_overflowed();
            tracing::info!(
                federation,
                federate,
                dropped,
                "other federates are read from again"
            );
        }
    }

    /// Says who holds back this federate for long.
    pub(super) fn tell_holders(&mut self, now: Instant) {
        for hold in self.links.note_holders(now) {
            let (federation, federate) = self.who();
            let name = |member| match member {
                hyla_types::FederateHandle::RTI => "the RTI".to_owned(),
                member => self.member.federate_name(member).unwrap_or("?").to_owned(),
            };
            match hold {
                Hold::Lasts(member, held) => tracing::warn!(
                    federation,
                    federate,
                    by = name(member),
                    ?held,
                    "held back: what is sent is not taken, since the receiver is stopped or too slow, or its callbacks wait"
                ),
                Hold::Over(member, held) => tracing::info!(
                    federation,
                    federate,
                    by = name(member),
                    ?held,
                    "no longer held back"
                ),
            }
        }
    }
}

impl Engine {
    /// Runs what waits for something that comes on the streams of other members: these are read meanwhile.
    pub(super) fn with_streams<T>(&self, wait: impl FnOnce() -> T) -> T {
        let count = |change: isize| {
            let mut core = self.core();
            core.needs_streams = core.needs_streams.wrapping_add_signed(change);
            core.bound_callbacks();
        };
        count(1);
        let outcome = wait();
        count(-1);
        outcome
    }
}
