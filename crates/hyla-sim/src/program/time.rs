//! Time management in the random program.

use std::collections::BTreeSet;

use hyla_core::time::AdvanceKind;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, ExceptionKind as Kind, InteractionClassHandle,
    LogicalTime, LogicalTimeInterval, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, OrderType, Service,
};

use super::FEDERATIONS;
use crate::clock::{interval_of, length, time_of};
use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::process::PendingAnswer;
use crate::world::World;

const KINDS: [(AdvanceKind, Service); 5] = [
    (AdvanceKind::TimeAdvance, Service::TimeAdvanceRequest),
    (
        AdvanceKind::TimeAdvanceAvailable,
        Service::TimeAdvanceRequestAvailable,
    ),
    (AdvanceKind::NextMessage, Service::NextMessageRequest),
    (
        AdvanceKind::NextMessageAvailable,
        Service::NextMessageRequestAvailable,
    ),
    (AdvanceKind::FlushQueue, Service::FlushQueueRequest),
];

impl World {
    /// Whether the federation's times are integers.
    fn is_integer(&self, membership: Membership) -> bool {
        let execution = self.judge.executions.get(&membership.execution);
        execution.is_some_and(|execution| execution.name == FEDERATIONS[0])
    }

    pub(crate) fn time(&self, membership: Membership, time: i64) -> Option<LogicalTime> {
        time_of(self.is_integer(membership), time)
    }

    fn interval(&self, membership: Membership, length: i64) -> LogicalTimeInterval {
        let interval = interval_of(self.is_integer(membership), length);
        interval.unwrap_or_else(|| unreachable!("lookaheads are not negative"))
    }

    /// Time stamp of a message: mostly valid, sometimes none, sometimes too early.
    pub(crate) fn choose_stamp(&mut self, membership: Membership) -> Option<i64> {
        if !self.config.groups.time || self.rng.u8(..6) == 0 {
            return None;
        }
        let ahead = self.rng.i64(0..8);
        let clock = self.judge.clock(membership)?;
        let least = match clock.send_bound() {
            Some((time, exclusive)) => time + i64::from(exclusive),
            None => clock.now,
        };
        if self.rng.u8(..16) == 0 {
            return Some((least - ahead).max(0));
        }
        Some(least + ahead)
    }

    /// Whether federates of this world advance most of the time, and rarely conditionally: only such ones coordinate by boards.
    pub(crate) fn is_steady(&self) -> bool {
        self.config.groups.time && self.seed % 4 == 3
    }

    pub(crate) fn work_with_time(&mut self, id: ProcessId, membership: Membership) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let takes_part = clock.lookahead.is_some() && clock.constrained;
        if takes_part && self.is_steady() && self.rng.u8(..16) != 0 {
            return self.choose_advance(id, membership);
        }
        let idle = clock.lookahead.is_none() && !clock.constrained;
        match self.rng.u8(..if idle { 16 } else { 48 }) {
            0..4 => {
                let lookahead = [0, 0, 1, 3, 10][self.rng.usize(..5)];
                self.act(id, Operation::Regulate { lookahead });
            }
            4..8 => self.act(id, Operation::Constrain {}),
            8 => self.choose_order(id, membership),
            // A new owner starts with the order type of the object model.
            9 if self.config.groups.ownership => {}
            9 => self.choose_attribute_order(id, membership),
            10 => {
                let on = self.rng.bool();
                self.act(id, Operation::Asynchronous { on });
            }
            11 => self.act(id, Operation::Galt {}),
            12..16 => self.choose_advance(id, membership),
            16 => self.act(id, Operation::StopRegulating {}),
            17 => self.act(id, Operation::StopConstraining {}),
            18..20 => {
                let lookahead = self.rng.i64(0..8);
                self.act(id, Operation::ChangeLookahead { lookahead });
            }
            20..24 => self.choose_retraction(id, membership),
            24 | 25 => self.choose_order(id, membership),
            _ => self.choose_advance(id, membership),
        }
    }

    pub(super) fn regulate(&mut self, id: ProcessId, membership: Membership, ahead: i64) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let expected = if clock.lookahead.is_some() {
            Some(Kind::TimeRegulationAlreadyEnabled)
        } else if clock.regulating.is_some() {
            Some(Kind::RequestForTimeRegulationPending)
        } else {
            clock.asked.map(|_| Kind::InTimeAdvancingState)
        };
        let lookahead = self.interval(membership, ahead);
        let service = Service::EnableTimeRegulation;
        let done = self.call(id, service, |member, links| {
            member.enable_time_regulation(lookahead, links)
        });
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(membership)
        {
            clock.regulating = Some(ahead);
        }
    }

    pub(super) fn constrain(&mut self, id: ProcessId, membership: Membership) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let expected = if clock.constrained {
            Some(Kind::TimeConstrainedAlreadyEnabled)
        } else if clock.constraining {
            Some(Kind::RequestForTimeConstrainedPending)
        } else {
            clock.asked.map(|_| Kind::InTimeAdvancingState)
        };
        let service = Service::EnableTimeConstrained;
        let done = self.call(id, service, |member, links| {
            member.enable_time_constrained(links)
        });
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(membership)
        {
            clock.constraining = true;
        }
    }

    pub(crate) fn stop_regulating(&mut self, id: ProcessId, membership: Membership) {
        let regulates = self.judge.regulates(membership);
        let service = Service::DisableTimeRegulation;
        let done = self.call(id, service, |member, links| {
            member.disable_time_regulation(links)
        });
        let expected = (!regulates).then_some(Kind::TimeRegulationIsNotEnabled);
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(membership)
        {
            clock.lookahead = None;
            clock.sent.clear();
        }
    }

    pub(crate) fn stop_constraining(&mut self, id: ProcessId, membership: Membership) {
        let constrained = self.judge.clock(membership).is_some_and(|c| c.constrained);
        let service = Service::DisableTimeConstrained;
        let done = self.call(id, service, |member, links| {
            member.disable_time_constrained(links)
        });
        let expected = (!constrained).then_some(Kind::TimeConstrainedIsNotEnabled);
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(membership)
        {
            clock.constrained = false;
            clock.past = None;
            // Its grant may be queued already, for less than it asked.
            clock.freed = clock.asked.is_some();
        }
    }

    pub(super) fn change_lookahead(&mut self, id: ProcessId, membership: Membership, ahead: i64) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let expected = if clock.lookahead.is_none() {
            Some(Kind::TimeRegulationIsNotEnabled)
        } else {
            clock.asked.map(|_| Kind::InTimeAdvancingState)
        };
        let lookahead = self.interval(membership, ahead);
        let service = Service::ModifyLookahead;
        let done = self.call(id, service, |member, links| {
            member.modify_lookahead(lookahead, links)
        });
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(membership)
        {
            clock.lookahead = Some(ahead);
            let now = clock.now;
            clock.raise_floor(now, false);
            let right = clock.floor.0 - now;
            let member = &self.processes[id.0 as usize].member;
            let told = member.lookahead().map(length);
            if told.as_ref().ok() != Some(&right) {
                self.judge
                    .violated(format!("{id:?} has lookahead {told:?}, not {right}"));
            }
        }
    }

    fn choose_advance(&mut self, id: ProcessId, membership: Membership) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let now = clock.now;
        let to = match self.rng.u8(..24) {
            0 => now - 1,
            1..4 => now,
            4 => now + 40,
            _ => now + self.rng.i64(1..8),
        };
        let unconditionally = self.is_steady() && self.rng.u8(..64) != 0;
        let kinds = if unconditionally { &KINDS[..2] } else { &KINDS };
        if let Some((kind, _)) = self.pick(kinds) {
            self.act(id, Operation::Advance { kind, to });
        }
    }

    pub(super) fn advance(
        &mut self,
        id: ProcessId,
        membership: Membership,
        kind: AdvanceKind,
        to: i64,
    ) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let expected = if clock.asked.is_some() {
            Some(Kind::InTimeAdvancingState)
        } else if clock.regulating.is_some() {
            Some(Kind::RequestForTimeRegulationPending)
        } else if clock.constraining {
            Some(Kind::RequestForTimeConstrainedPending)
        } else {
            (to < clock.now).then_some(Kind::LogicalTimeAlreadyPassed)
        };
        let service = KINDS.iter().find(|(of, _)| *of == kind);
        let (Some(time), Some((_, service))) = (self.time(membership, to), service) else {
            return;
        };
        let service = *service;
        let done = self.call(id, service, |m, out| match kind {
            AdvanceKind::TimeAdvance => m.time_advance_request(time, out),
            AdvanceKind::TimeAdvanceAvailable => m.time_advance_request_available(time, out),
            AdvanceKind::NextMessage => m.next_message_request(time, out),
            AdvanceKind::NextMessageAvailable => m.next_message_request_available(time, out),
            AdvanceKind::FlushQueue => m.flush_queue_request(time, out),
        });
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(membership)
        {
            clock.asked = Some((kind, to));
            clock.freed = false;
            if !clock.constrained || !kind.is_conditional() {
                clock.raise_floor(to, kind.is_final());
            }
        }
    }

    fn choose_order(&mut self, id: ProcessId, membership: Membership) {
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let published: Vec<_> = member.mine.sends.iter().copied().collect();
        let Some(interaction) = self.pick(&published) else {
            return;
        };
        let operation = Operation::InteractionOrder {
            interaction,
            stamped: self.rng.u8(..5) != 0,
        };
        self.act(id, operation);
    }

    pub(super) fn change_order(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        stamped: bool,
    ) {
        let member = self.judge.members.get(&membership);
        if !member.is_some_and(|m| m.mine.sends.contains(&class)) {
            return;
        }
        let service = Service::ChangeInteractionOrderType;
        let done = self.call(id, service, |member, _| {
            member.change_interaction_order_type(class, order(stamped))
        });
        self.agree(id, service, &done, None);
        if let Some(clock) = self.judge.clock_mut(membership) {
            clock.orders.insert(class, stamped);
        }
    }

    fn choose_attribute_order(&mut self, id: ProcessId, membership: Membership) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let stamped = self.rng.u8(..5) != 0;
        if self.process(id).edition == Edition::Hla2025 && self.rng.bool() {
            let class = schema.objects[self.rng.usize(..schema.objects.len())].handle;
            self.act(id, Operation::DefaultOrder { class, stamped });
            return;
        }
        let Some(object) = self.choose_object(membership) else {
            return;
        };
        let attributes = self.choose_attributes(membership, &schema, object);
        let operation = Operation::AttributeOrder {
            object,
            attributes: attributes.into_iter().collect(),
            stamped,
        };
        self.act(id, operation);
    }

    pub(super) fn change_default_order(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        stamped: bool,
    ) {
        let set = self.all_attributes(id, class);
        let service = Service::ChangeDefaultAttributeOrderType;
        let done = self.call(id, service, |member, _| {
            member.change_default_attribute_order_type(class, &set, order(stamped))
        });
        self.agree(id, service, &done, None);
        if let Some(clock) = self.judge.clock_mut(membership) {
            let defaults = set.iter().map(|a| ((class, a), stamped));
            clock.defaults.extend(defaults);
        }
    }

    pub(super) fn change_attribute_order(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
        stamped: bool,
    ) {
        let attributes: Vec<_> = attributes.iter().copied().collect();
        let expected = self.judge.update_refusal(membership, object, &attributes);
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let service = Service::ChangeAttributeOrderType;
        let done = self.call(id, service, |member, _| {
            member.change_attribute_order_type(object, &set, order(stamped))
        });
        if expected.is_none() || attributes.len() < 2 {
            self.agree(id, service, &done, expected);
        }
        if done.is_ok()
            && let Some(it) = self.judge.object_mut(membership, object)
        {
            let set: BTreeSet<_> = attributes.into_iter().collect();
            if stamped {
                it.stamped.extend(set);
            } else {
                it.stamped.retain(|a| !set.contains(a));
            }
        }
    }

    pub(super) fn switch_asynchronous(&mut self, id: ProcessId, membership: Membership, on: bool) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let before = clock.asynchronous;
        let (service, kind) = if on {
            (
                Service::EnableAsynchronousDelivery,
                Kind::AsynchronousDeliveryAlreadyEnabled,
            )
        } else {
            (
                Service::DisableAsynchronousDelivery,
                Kind::AsynchronousDeliveryAlreadyDisabled,
            )
        };
        let done = self.call(id, service, |member, _| {
            if on {
                member.enable_asynchronous_delivery()
            } else {
                member.disable_asynchronous_delivery()
            }
        });
        self.agree(id, service, &done, (before == on).then_some(kind));
        if let Some(clock) = self.judge.clock_mut(membership) {
            clock.asynchronous = on;
        }
    }

    pub(super) fn ask_galt(&mut self, id: ProcessId) {
        let asked = self.call(id, Service::QueryGalt, |member, links| {
            member.request_galt(links)
        });
        match asked {
            Ok(Some(request)) => self.process(id).waiting = Some((request, PendingAnswer::Galt)),
            Ok(None) => {}
            Err(exception) => self
                .judge
                .violated(format!("{id:?} may not ask for GALT: {exception}")),
        }
    }

    fn choose_retraction(&mut self, id: ProcessId, membership: Membership) {
        let Some(clock) = self.judge.clock(membership) else {
            return;
        };
        let sent: Vec<_> = clock.sent.keys().copied().collect();
        let any: Vec<_> = self
            .judge
            .subjects
            .keys()
            .filter(|(execution, _)| *execution == membership.execution)
            .map(|(_, handle)| *handle)
            .collect();
        let handle = if self.rng.u8(..10) == 0 {
            self.pick(&any)
        } else {
            self.pick(&sent)
        };
        if let Some(message) = handle {
            self.act(id, Operation::Retract { message });
        }
    }

    pub(super) fn retract(
        &mut self,
        id: ProcessId,
        membership: Membership,
        handle: MessageRetractionHandle,
    ) {
        let expected = self.judge.retract_refusal(membership, handle);
        let service = Service::Retract;
        let done = self.call(id, service, |member, links| member.retract(handle, links));
        self.agree(id, service, &done, expected);
        if done.is_ok() {
            self.judge.retracted(membership, handle);
        }
    }

    /// All federates give up regulation and constraint, so that queued messages are delivered.
    pub(crate) fn leave_time(&mut self) -> bool {
        let mut any = false;
        for at in 0..self.processes.len() {
            let id = ProcessId(at as u32);
            let process = &self.processes[at];
            let (true, Some(membership)) = (process.alive, process.membership) else {
                continue;
            };
            let Some(clock) = self.judge.clock(membership) else {
                continue;
            };
            let (regulates, constrained) = (clock.lookahead.is_some(), clock.constrained);
            if process.waiting.is_some() || !process.member.is_connected() {
                continue;
            }
            if constrained {
                self.stop_constraining(id, membership);
            }
            if regulates {
                self.stop_regulating(id, membership);
            }
            any |= constrained || regulates;
            self.flush(id);
        }
        any
    }
}

fn order(stamped: bool) -> OrderType {
    if stamped {
        OrderType::TimeStamp
    } else {
        OrderType::Receive
    }
}
