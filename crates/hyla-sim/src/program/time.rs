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
use crate::deeds::Deed;
use crate::model::Seat;
use crate::network::ProcessId;
use crate::process::Ask;
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
    fn is_integer(&self, seat: Seat) -> bool {
        let execution = self.judge.executions.get(&seat.execution);
        execution.is_some_and(|execution| execution.name == FEDERATIONS[0])
    }

    pub(crate) fn time(&self, seat: Seat, time: i64) -> Option<LogicalTime> {
        time_of(self.is_integer(seat), time)
    }

    fn interval(&self, seat: Seat, length: i64) -> LogicalTimeInterval {
        let interval = interval_of(self.is_integer(seat), length);
        interval.unwrap_or_else(|| unreachable!("lookaheads are not negative"))
    }

    /// A time for a message: mostly one that may be sent, sometimes none, sometimes too early.
    pub(crate) fn choose_stamp(&mut self, seat: Seat) -> Option<i64> {
        if !self.config.groups.time || self.rng.u8(..6) == 0 {
            return None;
        }
        let ahead = self.rng.i64(0..8);
        let clock = self.judge.clock(seat)?;
        let least = match clock.send_bound() {
            Some((time, exclusive)) => time + i64::from(exclusive),
            None => clock.now,
        };
        if self.rng.u8(..16) == 0 {
            return Some((least - ahead).max(0));
        }
        Some(least + ahead)
    }

    pub(crate) fn work_with_time(&mut self, id: ProcessId, seat: Seat) {
        let Some(clock) = self.judge.clock(seat) else {
            return;
        };
        let idle = clock.lookahead.is_none() && !clock.constrained;
        match self.rng.u8(..if idle { 16 } else { 48 }) {
            0..4 => {
                let lookahead = [0, 0, 1, 3, 10][self.rng.usize(..5)];
                self.act(id, Deed::Regulate { lookahead });
            }
            4..8 => self.act(id, Deed::Constrain {}),
            8 => self.choose_order(id, seat),
            // A new owner starts with the order type of the object model.
            9 if self.config.groups.ownership => {}
            9 => self.choose_attribute_order(id, seat),
            10 => {
                let on = self.rng.bool();
                self.act(id, Deed::Asynchronous { on });
            }
            11 => self.act(id, Deed::Galt {}),
            12..16 => self.choose_advance(id, seat),
            16 => self.act(id, Deed::StopRegulating {}),
            17 => self.act(id, Deed::StopConstraining {}),
            18..20 => {
                let lookahead = self.rng.i64(0..8);
                self.act(id, Deed::ChangeLookahead { lookahead });
            }
            20..24 => self.choose_retraction(id, seat),
            24 | 25 => self.choose_order(id, seat),
            _ => self.choose_advance(id, seat),
        }
    }

    pub(super) fn regulate(&mut self, id: ProcessId, seat: Seat, ahead: i64) {
        let Some(clock) = self.judge.clock(seat) else {
            return;
        };
        let expected = if clock.lookahead.is_some() {
            Some(Kind::TimeRegulationAlreadyEnabled)
        } else if clock.regulating.is_some() {
            Some(Kind::RequestForTimeRegulationPending)
        } else {
            clock.asked.map(|_| Kind::InTimeAdvancingState)
        };
        let lookahead = self.interval(seat, ahead);
        let service = Service::EnableTimeRegulation;
        let done = self.call(id, service, |member, links| {
            member.enable_time_regulation(lookahead, links)
        });
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(seat)
        {
            clock.regulating = Some(ahead);
        }
    }

    pub(super) fn constrain(&mut self, id: ProcessId, seat: Seat) {
        let Some(clock) = self.judge.clock(seat) else {
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
            && let Some(clock) = self.judge.clock_mut(seat)
        {
            clock.constraining = true;
        }
    }

    pub(crate) fn stop_regulating(&mut self, id: ProcessId, seat: Seat) {
        let regulates = self.judge.regulates(seat);
        let service = Service::DisableTimeRegulation;
        let done = self.call(id, service, |member, links| {
            member.disable_time_regulation(links)
        });
        let expected = (!regulates).then_some(Kind::TimeRegulationIsNotEnabled);
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(seat)
        {
            clock.lookahead = None;
            clock.sent.clear();
        }
    }

    pub(crate) fn stop_constraining(&mut self, id: ProcessId, seat: Seat) {
        let constrained = self.judge.clock(seat).is_some_and(|c| c.constrained);
        let service = Service::DisableTimeConstrained;
        let done = self.call(id, service, |member, links| {
            member.disable_time_constrained(links)
        });
        let expected = (!constrained).then_some(Kind::TimeConstrainedIsNotEnabled);
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(seat)
        {
            clock.constrained = false;
            clock.past = None;
            // Its grant may be among the callbacks already, for less than it asked.
            clock.freed = clock.asked.is_some();
        }
    }

    pub(super) fn change_lookahead(&mut self, id: ProcessId, seat: Seat, ahead: i64) {
        let Some(clock) = self.judge.clock(seat) else {
            return;
        };
        let expected = if clock.lookahead.is_none() {
            Some(Kind::TimeRegulationIsNotEnabled)
        } else {
            clock.asked.map(|_| Kind::InTimeAdvancingState)
        };
        let lookahead = self.interval(seat, ahead);
        let service = Service::ModifyLookahead;
        let done = self.call(id, service, |member, links| {
            member.modify_lookahead(lookahead, links)
        });
        self.agree(id, service, &done, expected);
        if done.is_ok()
            && let Some(clock) = self.judge.clock_mut(seat)
        {
            clock.lookahead = Some(ahead);
            let now = clock.now;
            clock.raise_floor(now, false);
            let right = clock.floor.0 - now;
            let member = &self.processes[id.0 as usize].member;
            let told = member.lookahead().map(length);
            if told.as_ref().ok() != Some(&right) {
                self.judge
                    .violated(format!("{id:?} looks ahead {told:?}, not {right}"));
            }
        }
    }

    fn choose_advance(&mut self, id: ProcessId, seat: Seat) {
        let Some(clock) = self.judge.clock(seat) else {
            return;
        };
        let now = clock.now;
        let to = match self.rng.u8(..24) {
            0 => now - 1,
            1..4 => now,
            4 => now + 40,
            _ => now + self.rng.i64(1..8),
        };
        if let Some((kind, _)) = self.pick(&KINDS) {
            self.act(id, Deed::Advance { kind, to });
        }
    }

    pub(super) fn advance(&mut self, id: ProcessId, seat: Seat, kind: AdvanceKind, to: i64) {
        let Some(clock) = self.judge.clock(seat) else {
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
        let (Some(time), Some((_, service))) = (self.time(seat, to), service) else {
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
            && let Some(clock) = self.judge.clock_mut(seat)
        {
            clock.asked = Some((kind, to));
            clock.freed = false;
            if !clock.constrained || !kind.is_conditional() {
                clock.raise_floor(to, kind.is_final());
            }
        }
    }

    fn choose_order(&mut self, id: ProcessId, seat: Seat) {
        let Some(member) = self.judge.members.get(&seat) else {
            return;
        };
        let published: Vec<_> = member.mine.sends.iter().copied().collect();
        let Some(interaction) = self.pick(&published) else {
            return;
        };
        let deed = Deed::InteractionOrder {
            interaction,
            stamped: self.rng.u8(..5) != 0,
        };
        self.act(id, deed);
    }

    pub(super) fn change_order(
        &mut self,
        id: ProcessId,
        seat: Seat,
        class: InteractionClassHandle,
        stamped: bool,
    ) {
        let member = self.judge.members.get(&seat);
        if !member.is_some_and(|m| m.mine.sends.contains(&class)) {
            return;
        }
        let service = Service::ChangeInteractionOrderType;
        let done = self.call(id, service, |member, _| {
            member.change_interaction_order_type(class, order(stamped))
        });
        self.agree(id, service, &done, None);
        if let Some(clock) = self.judge.clock_mut(seat) {
            clock.orders.insert(class, stamped);
        }
    }

    fn choose_attribute_order(&mut self, id: ProcessId, seat: Seat) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let stamped = self.rng.u8(..5) != 0;
        if self.process(id).edition == Edition::Hla2025 && self.rng.bool() {
            let class = schema.objects[self.rng.usize(..schema.objects.len())].handle;
            self.act(id, Deed::DefaultOrder { class, stamped });
            return;
        }
        let Some(object) = self.choose_object(seat) else {
            return;
        };
        let attributes = self.choose_attributes(seat, &schema, object);
        let deed = Deed::AttributeOrder {
            object,
            attributes: attributes.into_iter().collect(),
            stamped,
        };
        self.act(id, deed);
    }

    pub(super) fn change_default_order(
        &mut self,
        id: ProcessId,
        seat: Seat,
        class: ObjectClassHandle,
        stamped: bool,
    ) {
        let set = self.all_attributes(id, class);
        let service = Service::ChangeDefaultAttributeOrderType;
        let done = self.call(id, service, |member, _| {
            member.change_default_attribute_order_type(class, &set, order(stamped))
        });
        self.agree(id, service, &done, None);
        if let Some(clock) = self.judge.clock_mut(seat) {
            let defaults = set.iter().map(|a| ((class, a), stamped));
            clock.defaults.extend(defaults);
        }
    }

    pub(super) fn change_attribute_order(
        &mut self,
        id: ProcessId,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
        stamped: bool,
    ) {
        let attributes: Vec<_> = attributes.iter().copied().collect();
        let expected = self.judge.update_refusal(seat, object, &attributes);
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let service = Service::ChangeAttributeOrderType;
        let done = self.call(id, service, |member, _| {
            member.change_attribute_order_type(object, &set, order(stamped))
        });
        if expected.is_none() || attributes.len() < 2 {
            self.agree(id, service, &done, expected);
        }
        if done.is_ok()
            && let Some(it) = self.judge.object_mut(seat, object)
        {
            let set: BTreeSet<_> = attributes.into_iter().collect();
            if stamped {
                it.stamped.extend(set);
            } else {
                it.stamped.retain(|a| !set.contains(a));
            }
        }
    }

    pub(super) fn switch_asynchronous(&mut self, id: ProcessId, seat: Seat, on: bool) {
        let Some(clock) = self.judge.clock(seat) else {
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
        if let Some(clock) = self.judge.clock_mut(seat) {
            clock.asynchronous = on;
        }
    }

    pub(super) fn ask_galt(&mut self, id: ProcessId) {
        let asked = self.call(id, Service::QueryGalt, |member, links| {
            member.request_galt(links)
        });
        match asked {
            Ok(Some(request)) => self.process(id).waiting = Some((request, Ask::Galt)),
            Ok(None) => {}
            Err(exception) => self
                .judge
                .violated(format!("{id:?} may not ask for GALT: {exception}")),
        }
    }

    fn choose_retraction(&mut self, id: ProcessId, seat: Seat) {
        let Some(clock) = self.judge.clock(seat) else {
            return;
        };
        let sent: Vec<_> = clock.sent.keys().copied().collect();
        let any: Vec<_> = self
            .judge
            .subjects
            .keys()
            .filter(|(execution, _)| *execution == seat.execution)
            .map(|(_, handle)| *handle)
            .collect();
        let handle = if self.rng.u8(..10) == 0 {
            self.pick(&any)
        } else {
            self.pick(&sent)
        };
        if let Some(message) = handle {
            self.act(id, Deed::Retract { message });
        }
    }

    pub(super) fn retract(&mut self, id: ProcessId, seat: Seat, handle: MessageRetractionHandle) {
        let expected = self.judge.retract_refusal(seat, handle);
        let service = Service::Retract;
        let done = self.call(id, service, |member, links| member.retract(handle, links));
        self.agree(id, service, &done, expected);
        if done.is_ok() {
            self.judge.retracted(seat, handle);
        }
    }

    /// Everybody gives its part in time up, so that all that waits is delivered.
    pub(crate) fn leave_time(&mut self) -> bool {
        let mut any = false;
        for at in 0..self.processes.len() {
            let id = ProcessId(at as u32);
            let process = &self.processes[at];
            let (true, Some(seat)) = (process.alive, process.seat) else {
                continue;
            };
            let Some(clock) = self.judge.clock(seat) else {
                continue;
            };
            let (regulates, constrained) = (clock.lookahead.is_some(), clock.constrained);
            if process.waiting.is_some() || !process.member.is_connected() {
                continue;
            }
            if constrained {
                self.stop_constraining(id, seat);
            }
            if regulates {
                self.stop_regulating(id, seat);
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
