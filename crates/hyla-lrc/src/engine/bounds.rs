//! What is said when callbacks wait, and when receivers do not keep up (`docs/decisions/0026-waiting-callbacks.md`).

use std::time::Instant;

use hyla_link::{Bounded, Hold};

use super::{Core, Engine};

impl Core {
    /// [`hyla_link::Links::bound`], with a word on it in the log.
    #[inline]
    pub(super) fn bound_callbacks(&mut self) {
        let streams = self.needs_streams > 0;
        let bounded = self.links.bound(&self.member, self.callback_bytes, streams);
        if let Some(bounded) = bounded {
            self.tell_bounded(bounded);
        }
    }

    #[cold]
    fn tell_bounded(&self, bounded: Bounded) {
        let (federation, federate) = self.who();
        match bounded {
            Bounded::Pauses(bytes) => tracing::warn!(
                federation,
                federate,
                bytes,
                "callbacks wait and nothing more is read from other federates, which holds them back: evoke more often or do \
                 less in each (limits.callback_queue_bytes)"
            ),
            Bounded::Resumes(dropped) => tracing::info!(
                federation,
                federate,
                dropped,
                "other federates are read from again"
            ),
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
