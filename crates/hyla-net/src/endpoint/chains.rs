//! Chains of protocol modules over streams at an endpoint: timers, and closed channels whose chains
//! still hold packets.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::Endpoint;
use crate::carrier::FlushOutcome;
use crate::channel::Shared;
use crate::mailbox::EndpointMailbox;
use crate::{ChannelId, CloseReason, Event};

/// The endpoint's state of chains over streams.
#[derive(Debug, Default)]
pub(super) struct Chains {
    /// Timers by channel.
    timers: Vec<(Instant, ChannelId)>,
    /// Closed and reported in-process channels whose chains still hold packets; for streams their
    /// stage shows it.
    leaving: FxHashMap<ChannelId, Instant>,
}

impl Chains {
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.timers.iter().map(|timer| timer.0).min()
    }

    /// Flushes a listed channel. `false` if its chain must be listed again.
    pub(super) fn flush_listed(&mut self, shared: &Arc<Shared>, force: bool, now: Instant) -> bool {
        let Some(chain) = shared.chain.get() else {
            return true;
        };
        match chain.flush_listed(shared, force, now) {
            FlushOutcome::Done => {}
            FlushOutcome::Again => return false,
            FlushOutcome::At(at) => self.timers.push((at, shared.id)),
        }
        true
    }

    /// A channel is over. Gives whether that was reported before.
    pub(super) fn forget(&mut self, id: ChannelId) -> bool {
        self.timers.retain(|(_, of)| *of != id);
        self.leaving.remove(&id).is_some()
    }
}

impl Endpoint {
    /// Runs due timers of chains over streams.
    pub(super) fn turn_chains(
        &mut self,
        mailbox: &EndpointMailbox,
        now: Instant,
        on: &mut impl FnMut(Event<'_>),
    ) {
        let timers = &mut self.chains.timers;
        if timers.iter().all(|timer| timer.0 > now) {
            return;
        }
        let mut due = Vec::new();
        timers.retain(|&(at, id)| {
            let later = at > now;
            if !later && !due.contains(&id) {
                due.push(id);
            }
            later
        });
        let _dispatching = mailbox.dispatch();
        for id in due {
            let until = self.chains.leaving.get(&id);
            if until.is_some_and(|until| *until <= now) {
                self.end(
                    id,
                    CloseReason::ConnectTimedOut(self.mailbox.config.linger),
                    on,
                );
            } else {
                self.turn_chain(id, now, on);
            }
        }
    }

    fn turn_chain(&mut self, id: ChannelId, now: Instant, on: &mut impl FnMut(Event<'_>)) {
        let Some(slot) = self.channels.get(&id) else {
            return;
        };
        let shared = Arc::clone(&slot.shared);
        if shared.chain.get().is_some_and(|chain| chain.asks_peer()) {
            // Awaited packets may have arrived and only need to be read.
            shared.link.hear(&shared, self, on);
        }
        if let Some(chain) = shared.chain.get()
            && let Err(reason) = chain.turn(&shared, now, on)
        {
            self.end(id, reason, on);
        }
    }

    /// An in-process channel was closed here: it stays until its chain is empty. `false` if the
    /// chain is empty already.
    pub(super) fn leaves_slowly(
        &mut self,
        shared: &Arc<Shared>,
        reason: &CloseReason,
        on: &mut impl FnMut(Event<'_>),
    ) -> bool {
        if !shared.is_leaving() {
            return false;
        }
        let until = Instant::now() + self.mailbox.config.linger;
        if self.chains.leaving.insert(shared.id, until).is_none() {
            self.chains.timers.push((until, shared.id));
            on(Event::Closed {
                channel: shared.id,
                reason: reason.clone(),
            });
        }
        true
    }

    /// The endpoint is dropped: held packets leave, until `deadline`.
    pub(super) fn finish_chains(&mut self, deadline: Instant) {
        loop {
            let leaving = self.channels.values().map(|slot| &slot.shared);
            let leaving: Vec<_> = leaving.filter(|s| s.is_leaving()).cloned().collect();
            if leaving.is_empty() || Instant::now() >= deadline {
                return;
            }
            for shared in leaving {
                // Edges are not reported any more.
                shared.link.write_blindly();
                self.turn_chain(shared.id, Instant::now(), &mut |_| ());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
