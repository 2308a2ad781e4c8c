//! Calls of a client, carried out at its host: in order, each once, and none before it may begin.

use hyla_fedpro_session::call_order::{CallDependency, CallOrder, CallStart};
use hyla_fedpro_session::wire::SequenceNumber;
use hyla_types::Service;

use super::ledger::{payload, read};
use crate::faults::Sabotage;
use crate::network::{Event, Micros, Party, ProcessId, mix};
use crate::operations::Operation;
use crate::process::{Process, rti_channel};
use crate::world::World;

/// Most calls in one round.
const CALLS: usize = 256;

/// Pause before a federate checks its receivers' back-pressure again.
const CONGESTION_PAUSE: Micros = 2_000;

/// A call that waits for the RTI.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingCall {
    number: SequenceNumber,
    call: u32,
    /// A connect, which ends when the RTI has accepted it.
    connects: bool,
}

impl PendingCall {
    /// Whether the RTI has answered, or never will.
    pub(super) fn is_over(self, process: &Process) -> bool {
        let lost = process.wires.is_over(rti_channel(process.id));
        let connects = self.connects && !process.member.is_connected() && !lost;
        process.waiting.is_none() && !connects
    }
}

/// Dependency between call and callback, as the server's task sees it.
fn dependence(operation: &Operation, callback: Service) -> Option<CallDependency> {
    let (state, stamp) = match callback {
        Service::TimeAdvanceGrant
        | Service::FlushQueueGrant
        | Service::TimeRegulationEnabled
        | Service::TimeConstrainedEnabled => (
            matches!(
                operation,
                Operation::Advance { .. }
                    | Operation::Regulate { .. }
                    | Operation::StopRegulating {}
                    | Operation::Constrain {}
                    | Operation::StopConstraining {}
                    | Operation::ChangeLookahead { .. }
                    | Operation::Retract { .. }
                    | Operation::Save { stamp: Some(_), .. }
            ),
            matches!(
                operation,
                Operation::Update { stamp: Some(_), .. }
                    | Operation::Send { stamp: Some(_), .. }
                    | Operation::SendDirected { stamp: Some(_), .. }
                    | Operation::SendWithRegions { stamp: Some(_), .. }
                    | Operation::Delete { stamp: Some(_), .. }
            ),
        ),
        Service::ConfirmAttributeTransportationTypeChange => (
            matches!(
                operation,
                Operation::ChangeTransportation { .. } | Operation::QueryTransportation { .. }
            ),
            false,
        ),
        Service::ConfirmInteractionTransportationTypeChange => (
            matches!(
                operation,
                Operation::ChangeInteractionTransportation { .. }
                    | Operation::QueryInteractionTransportation { .. }
            ),
            false,
        ),
        Service::InitiateFederateSave => (
            matches!(
                operation,
                Operation::Answer { .. }
                    | Operation::BeginUnasked {}
                    | Operation::CompleteUnasked {}
            ),
            false,
        ),
        _ => (false, false),
    };
    if state || (stamp && callback == Service::TimeRegulationEnabled) {
        Some(CallDependency::State)
    } else {
        stamp.then_some(CallDependency::Stamp)
    }
}

impl World {
    /// Carries out calls in order until one has to wait.
    pub(super) fn carry_out(&mut self, id: ProcessId) {
        self.judge_held(id);
        let call_order = |world: &mut Self| {
            let host = &mut world.remote(id)?.host;
            host.call_order.as_mut().map(CallOrder::take_answers)
        };
        if call_order(self) == Some(true) {
            self.take_effect(id);
        }
        for _ in 0..CALLS {
            if !self.answer_pending(id) || !self.may_carry_out(id) || !self.carry_out_next(id) {
                return;
            }
        }
        let now = self.network.now();
        self.network.schedule(now, Event::Host(id));
    }

    /// Answers the call that waited for the RTI; `false` while it still waits.
    fn answer_pending(&mut self, id: ProcessId) -> bool {
        let process = self.process(id);
        let pending = process.remote.as_ref().and_then(|it| it.host.pending);
        let Some(pending) = pending else {
            return true;
        };
        if !pending.is_over(process) {
            return false;
        }
        self.answer_call(id, pending.number, pending.call);
        true
    }

    fn answer_call(&mut self, id: ProcessId, number: SequenceNumber, call: u32) {
        let Some(remote) = self.remote(id) else {
            return;
        };
        remote.host.pending = None;
        let filler = (mix(&[remote.lot, 9, u64::from(call)]) % 60) as usize;
        if let Some(call_order) = &mut remote.host.call_order {
            let answered = call_order
                .session
                .answer(number, &payload(call, false, filler)[..]);
            if let Err(problem) = answered
                && !call_order.is_leaving()
                && !call_order.session.is_over()
            {
                self.judge
                    .violated(format!("{id:?} cannot answer call {call}: {problem}"));
            }
        }
    }

    /// Whether the federate's receivers keep up. Termination does not wait for them.
    fn may_carry_out(&mut self, id: ProcessId) -> bool {
        let now = self.network.now();
        let process = self.process(id);
        let congested = process.membership.is_some() && process.links.is_congested_anywhere();
        let Some(remote) = &mut process.remote else {
            return false;
        };
        let host = &mut remote.host;
        let Some(call_order) = &host.call_order else {
            return false;
        };
        if call_order.is_leaving() {
            return true;
        }
        host.congested_until = host.congested_until.filter(|until| *until > now);
        if host.congested_until.is_none() && congested && call_order.waiting_calls() > 0 {
            host.congested_until = Some(now + CONGESTION_PAUSE);
            self.outcome.held_steps += 1;
            return false;
        }
        host.congested_until.is_none()
    }

    /// Carries out the next call; `false` if none may begin.
    fn carry_out_next(&mut self, id: ProcessId) -> bool {
        let clock = self.clock();
        let Some(remote) = self.remote(id) else {
            return false;
        };
        let host = &mut remote.host;
        let Some(call_order) = &mut host.call_order else {
            return false;
        };
        let Some((number, bytes)) = call_order.next_call() else {
            return false;
        };
        let call = bytes.as_ref().map_err(ToString::to_string);
        let call = call.and_then(|bytes| read(bytes)).map(|(call, _)| call);
        let operation = call
            .as_ref()
            .ok()
            .and_then(|call| remote.operations.get(call))
            .cloned();
        let (Ok(call), Some(operation)) = (call, operation) else {
            self.judge
                .violated(format!("{id:?} got a call that its client did not make"));
            return false;
        };
        let service = host.held.as_ref().map(|(_, callback)| callback.service());
        let depends = service.and_then(|service| dependence(&operation, service));
        match call_order.begin(depends, clock) {
            CallStart::Later => {
                call_order.put_back((number, bytes));
                return false;
            }
            CallStart::InEffect => self.take_effect(id),
            CallStart::Now => {}
        }
        let again = self.config.sabotage == Some(Sabotage::CarryOutTwice)
            && self.chance(Party::Process(id), 20);
        let Some(remote) = self.remote(id) else {
            return false;
        };
        if let Some(call_order) = remote.host.call_order.as_mut().filter(|_| again) {
            call_order.put_back((number, bytes));
        }
        if let Err(problem) = remote.ledger.carry_out(call) {
            self.judge.violated(format!("{id:?}: {problem}"));
            return false;
        }
        self.stirred = true;
        let connects = matches!(operation, Operation::Connect {});
        if self.is_ready_there(id, &operation) {
            self.perform(id, operation);
        } else {
            self.note(format_args!("{id:?}: not possible any more: {operation:?}"));
        }
        if let Some(remote) = self.remote(id) {
            remote.host.pending = Some(PendingCall {
                number,
                call,
                connects,
            });
        }
        self.judge_held(id);
        true
    }
}
