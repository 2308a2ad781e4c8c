//! Warnings about waiting callbacks and slow receivers (`docs/decisions/0026-waiting-callbacks.md`).

use std::time::Instant;

use hyla_link::{Bounded, Hold};

use super::{Core, Engine};

impl Core {
    /// [`hyla_link::Links::bound`], with a log line.
    #[inline]
    pub(super) fn bound_callbacks(&mut self) {
        let streams = self.needs_streams > 0;
        let bounded = self.links.bound(&self.member, self.callback_bytes, streams);
        if let Some(bounded) = bounded {
            self.tell_bounded(bounded);
            // Messages of groups waited, too.
            self.deliver_stirred();
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
                "callback queue full: reading from other federates is paused, their senders wait; evoke more often or do less in \
                 each callback (limits.callback_queue_bytes)"
            ),
            Bounded::Resumes(dropped) => tracing::info!(
                federation,
                federate,
                dropped,
                "reading from other federates is resumed"
            ),
        }
    }

    /// Logs which peers exert back-pressure on this federate for long.
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
                    "back-pressure: the receiver does not take messages; it is stopped, too slow, or does not evoke"
                ),
                Hold::Over(member, held) => tracing::info!(
                    federation,
                    federate,
                    by = name(member),
                    ?held,
                    "back-pressure is over"
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
