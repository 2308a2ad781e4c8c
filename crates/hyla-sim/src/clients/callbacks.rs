//! Callbacks in flight to a client, and when they take effect.

use std::time::Duration;

use hyla_core::callback::{Callback, Delivery};
use hyla_core::member::{DeliveredFrame, Step};
use hyla_fedpro_session::call_order::Urgency;
use hyla_types::{OrderType, TransportationTypeHandle};

use super::ledger::payload;
use super::{ClientFederate, ClientStage};
use crate::invariants::Judge;
use crate::model::Membership;
use crate::network::{ProcessId, mix};
use crate::outcome::Outcome;
use crate::world::World;

const BEST_EFFORT: TransportationTypeHandle = TransportationTypeHandle::new(2);

/// Best effort in receive order may be dropped.
fn urgency(callback: &Callback<'_>) -> Urgency {
    let best_effort = |delivery: &Delivery<'_>| {
        delivery.transportation == BEST_EFFORT && delivery.received_order == OrderType::Receive
    };
    match callback {
        Callback::ReflectAttributeValues { delivery, .. }
        | Callback::ReceiveInteraction { delivery, .. }
        | Callback::ReceiveDirectedInteraction { delivery, .. }
            if best_effort(delivery) =>
        {
            Urgency::Droppable
        }
        _ => Urgency::Needed,
    }
}

impl Judge {
    /// Whether a callback still applies when it takes effect: the federate may have deleted the
    /// instance.
    fn still_concerns(&self, membership: Membership, callback: &Callback<'_>) -> bool {
        let Callback::ConfirmAttributeTransportationTypeChange { object, .. } = callback else {
            return true;
        };
        let member = self.members.get(&membership);
        member.is_some_and(|member| member.known.contains_key(object))
    }
}

impl World {
    /// The callback that waited for its answer takes effect.
    pub(super) fn take_effect(&mut self, id: ProcessId) {
        let process = self.process(id);
        process.member.callback_answered(&mut process.links);
        process.member.tell_changes(&mut process.links);
        self.judge_held(id);
    }

    /// Reports a callback to the judge when it takes effect.
    pub(super) fn judge_held(&mut self, id: ProcessId) {
        let World {
            processes, judge, ..
        } = self;
        let process = &mut processes[id.0 as usize];
        if process.member.unanswered().is_none()
            && let Some(remote) = &mut process.remote
            && let Some((membership, callback)) = remote.host.held.take()
            && process.membership == Some(membership)
            && judge.still_concerns(membership, &callback)
        {
            judge.callback(process.edition, Some(membership), &callback);
        }
    }

    /// Passes the member's next callback to the session; `false` if none is due, or there is no
    /// room.
    pub(crate) fn hand_to_client(&mut self, id: ProcessId) -> bool {
        let (now, clock) = (self.network.now(), self.clock());
        let open = |remote: &mut ClientFederate| {
            remote.host.has_room() && remote.stage != ClientStage::Fresh
        };
        if !self.remote(id).is_some_and(open) {
            return false;
        }
        let sabotage = self.mishandles(id);
        let mut scratch = DeliveredFrame::new();
        loop {
            let World {
                processes,
                judge,
                outcome,
                trace,
                ..
            } = self;
            let process = &mut processes[id.0 as usize];
            let Some(remote) = &mut process.remote else {
                return false;
            };
            let awaited = process.member.awaited_answers();
            let step = process
                .member
                .next_callback(clock, &mut scratch, &mut process.links);
            let callback = match step {
                Step::Again => continue,
                Step::Idle => return false,
                Step::Callback(callback) => callback,
            };
            trace.line(now, format_args!("{id:?} <- {callback:?}"));
            *outcome.callbacks.entry(callback.service()).or_default() += 1;
            let unanswered = process.member.unanswered().cloned();
            // Most urgent callbacks end the wait for an answer.
            if unanswered.is_none()
                && let Some((membership, held)) = remote.host.held.take()
                && process.membership == Some(membership)
                && judge.still_concerns(membership, &held)
            {
                judge.callback(process.edition, Some(membership), &held);
            }
            let number = process.member.awaited_answers();
            let waits = number > awaited;
            let awaited = unanswered.is_some().then_some(number);
            match (unanswered, process.membership) {
                (Some(unanswered), Some(membership)) if waits => {
                    remote.host.held.get_or_insert((membership, unanswered));
                }
                _ => {
                    let times = sabotage.map_or(1, |sabotage| sabotage.times(&callback));
                    for _ in 0..times {
                        judge.callback(process.edition, process.membership, &callback);
                    }
                }
            }
            let (restored, urgency) = (
                matches!(callback, Callback::FederationRestored),
                urgency(&callback),
            );
            let at_once = remote.calls_back(&callback, urgency, waits, awaited, clock, outcome);
            process.has_got(&callback);
            if at_once {
                self.take_effect(id);
            }
            if restored {
                self.look_around(id);
            }
            return true;
        }
    }
}

impl ClientFederate {
    /// Gives a callback to the session, which `waits` for its answer or not. `awaited`: the member's number of the callback
    /// that does. Whether it takes effect at once, because it does not reach the client.
    fn calls_back(
        &mut self,
        callback: &Callback<'_>,
        urgency: Urgency,
        waits: bool,
        awaited: Option<u64>,
        clock: Duration,
        outcome: &mut Outcome,
    ) -> bool {
        let Some(call_order) = &mut self.host.call_order else {
            return waits;
        };
        let number = self.ledger.next_callback();
        let filler =
            (mix(&[self.lot, callback.service() as u64, u64::from(number)]) % 120) as usize;
        let sent = call_order.call_back(&payload(number, waits, filler)[..], urgency);
        match sent {
            Ok(Some(_)) => self.ledger.send(),
            Ok(None) => outcome.left_out += 1,
            Err(_) => {}
        }
        call_order.turned(awaited, sent.is_ok(), clock)
    }
}
