//! The judge at clause 8: which stamps may be sent, which messages may come, which grants are due.

use std::collections::BTreeSet;

use hyla_core::callback::{Callback, Delivery};
use hyla_core::time::AdvanceKind;
use hyla_types::{
    AttributeHandle, Edition, ExceptionKind as Kind, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType,
};

use crate::clock::{Bound, Estimate, Subject, galt, number};
use crate::invariants::Judge;
use crate::model::{Fate, Member, Seat};
use crate::receiving::{Verdict, ensure};

impl Judge {
    pub(crate) fn regulates(&self, seat: Seat) -> bool {
        self.clock(seat)
            .is_some_and(|clock| clock.lookahead.is_some())
    }

    /// Whether an interaction goes in time-stamp order.
    pub(crate) fn sends_stamped(
        &self,
        seat: Seat,
        class: InteractionClassHandle,
        time: Option<i64>,
    ) -> bool {
        time.is_some()
            && self.regulates(seat)
            && self
                .clock(seat)
                .and_then(|clock| clock.orders.get(&class).copied())
                // The root's order type comes from the standard's module.
                .unwrap_or_else(|| {
                    let schema = self.schema(seat);
                    schema.is_some_and(|schema| schema.interactions[0].handle == class)
                })
    }

    /// Whether anything of an update goes in time-stamp order.
    pub(crate) fn updates_stamped(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
        time: Option<i64>,
    ) -> bool {
        time.is_some()
            && self.regulates(seat)
            && self
                .object_mut(seat, object)
                .is_some_and(|it| it.stamped.iter().any(|a| attributes.contains(a)))
    }

    /// Whether a deletion goes in time-stamp order.
    pub(crate) fn deletes_stamped(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        time: Option<i64>,
    ) -> bool {
        let privilege: BTreeSet<_> = self.schema(seat).map(|s| s.privilege).into_iter().collect();
        self.updates_stamped(seat, object, &privilege, time)
    }

    /// Attributes of an instance registered now that are sent in time-stamp order.
    pub(crate) fn default_stamped(
        &self,
        seat: Seat,
        class: ObjectClassHandle,
    ) -> BTreeSet<AttributeHandle> {
        let mut stamped: BTreeSet<_> = self.schema(seat).map(|s| s.privilege).into_iter().collect();
        if let Some(clock) = self.clock(seat) {
            for ((at, attribute), order) in &clock.defaults {
                if *at == class && *order {
                    stamped.insert(*attribute);
                } else if *at == class {
                    stamped.remove(attribute);
                }
            }
        }
        stamped
    }

    /// A message in time-stamp order was sent: whoever is there may have it queued.
    pub(crate) fn may_queue(&mut self, seat: Seat, message: u64, time: Option<i64>) {
        let (Some(time), Some(sender)) = (time, self.members.get(&seat)) else {
            return;
        };
        self.stamps.insert((seat.execution, time));
        let others: Vec<_> = sender.view.keys().copied().collect();
        for federate in others {
            if let Some(clock) = self.clock_mut(Seat { federate, ..seat }) {
                clock.inbox.insert(message, time);
            }
        }
    }

    /// The exception that a time stamp must raise.
    pub(crate) fn stamp_refusal(&self, seat: Seat, time: Option<i64>) -> Option<Kind> {
        let bound = self.clock(seat)?.send_bound()?;
        ((time?, false) < bound).then_some(Kind::InvalidLogicalTime)
    }

    /// A message was sent: whether it can be named, and by what.
    pub(crate) fn named(
        &mut self,
        seat: Seat,
        handle: Option<MessageRetractionHandle>,
        ordered: bool,
        subject: Subject,
        time: Option<i64>,
    ) {
        if handle.is_some() != ordered {
            self.violated(format!(
                "{seat:?} sent {subject:?}, in time-stamp order: {ordered}, and got {handle:?}"
            ));
        }
        if let (Some(handle), Some(time)) = (handle, time) {
            self.stamps.insert((seat.execution, time));
            self.subjects
                .insert((seat.execution, handle), subject.clone());
            if let Some(clock) = self.clock_mut(seat) {
                clock.sent.insert(handle, (subject, time));
            }
        }
    }

    /// The exception that a retraction must raise.
    pub(crate) fn retract_refusal(
        &self,
        seat: Seat,
        handle: MessageRetractionHandle,
    ) -> Option<Kind> {
        let clock = self.clock(seat)?;
        let Some(bound) = clock.send_bound() else {
            return Some(Kind::TimeRegulationIsNotEnabled);
        };
        if handle.sender() != seat.federate {
            return Some(Kind::InvalidMessageRetractionHandle);
        }
        match clock.sent.get(&handle) {
            Some((_, time)) if *time > bound.0 => None,
            _ => Some(Kind::MessageCanNoLongerBeRetracted),
        }
    }

    pub(crate) fn retracted(&mut self, seat: Seat, handle: MessageRetractionHandle) {
        let sent = self.clock_mut(seat).and_then(|c| c.sent.remove(&handle));
        match sent.map(|(subject, _)| subject) {
            Some(Subject::Message(message)) => {
                self.messages[message as usize].retracted = true;
                for (at, member) in &mut self.members {
                    if at.execution == seat.execution {
                        member.clock.inbox.remove(&message);
                    }
                }
            }
            Some(Subject::Deletion(object, owned, known)) => {
                if let Some(it) = self.object_mut(seat, object) {
                    // What others owned who were told of it is free; the rest they have kept.
                    let own = owned.into_iter().filter(|(_, f)| *f == seat.federate);
                    it.owner.extend(own);
                    it.fate = Fate::Unsure;
                }
                if let (Some(known), Some(member)) = (known, self.members.get_mut(&seat)) {
                    member.known.insert(object, known);
                    member.removed.remove(&object);
                }
            }
            None => {}
        }
    }

    /// Whether a message, or a removal, may come to a federate now.
    pub(crate) fn in_time(&mut self, seat: Seat, delivery: &Delivery<'_>) -> Verdict {
        let ordered = delivery.sent_order == OrderType::TimeStamp;
        ensure(delivery.retraction.is_some() == ordered, || {
            "it can be retracted only if it was sent in time-stamp order".into()
        })?;
        let Some(clock) = self.clock_mut(seat) else {
            return Err("it has left".into());
        };
        let moving = clock.asked.is_some() || clock.regulating.is_some();
        if delivery.received_order == OrderType::Receive {
            let gated = clock.constrained && !clock.asynchronous && !moving;
            return ensure(!gated, || "it does not advance".into());
        }
        let stamp = delivery.time.map(number).ok_or("it bears no time")?;
        ensure(ordered && clock.constrained && moving, || {
            format!("nothing comes in time-stamp order to {clock:?}")
        })?;
        let past = clock.past;
        let late = past.is_some_and(|past| (stamp, false) < past);
        ensure(!late, || format!("its time is after {past:?} already"))?;
        clock.past = Some((stamp, false)).max(past);
        Ok(())
    }

    /// Callbacks of clause 8.
    pub(crate) fn about_time(
        &mut self,
        edition: Edition,
        seat: Seat,
        callback: &Callback<'_>,
    ) -> Verdict {
        match callback {
            Callback::TimeRegulationEnabled { time } => self.regulation_enabled(seat, *time),
            Callback::TimeConstrainedEnabled { time } => {
                let clock = self.clock_mut(seat).ok_or("it has left")?;
                let time = number(*time);
                ensure(clock.constraining && time == clock.now, || {
                    format!("nobody asked for it, or not at that time: {clock:?}")
                })?;
                clock.constraining = false;
                clock.constrained = true;
                clock.since = time;
                clock.past = Some((time, false));
                clock.inbox.retain(|_, stamp| *stamp >= time);
                Ok(())
            }
            Callback::TimeAdvanceGrant { time } => self.granted(edition, seat, *time, None),
            Callback::FlushQueueGrant {
                time,
                optimistic_time,
            } => self.granted(edition, seat, *time, Some(*optimistic_time)),
            Callback::RequestRetraction { retraction } => self.asked_back(seat, *retraction),
            _ => Ok(()),
        }
    }

    fn regulation_enabled(&mut self, seat: Seat, time: LogicalTime) -> Verdict {
        let clock = self.clock_mut(seat).ok_or("it has left")?;
        let time = number(time);
        let lookahead = clock.regulating.take().ok_or("nobody asked for it")?;
        ensure(time >= clock.now, || {
            format!("it was at {} before", clock.now)
        })?;
        clock.now = time;
        clock.lookahead = Some(lookahead);
        clock.floor = (time + lookahead, false);
        if clock.constrained {
            clock.past = clock.past.max(Some((time, false)));
        }
        let floor = clock.floor;
        // Who has asked to leave sends nothing more, and the RTI may have let the others advance without it.
        if self
            .members
            .get(&seat)
            .is_some_and(|member| member.resigning)
        {
            return Ok(());
        }
        // Nobody constrained may get a message in its past.
        let bound = self
            .members
            .iter()
            .filter(|(other, _)| other.execution == seat.execution && **other != seat)
            // Who leaves or is lost does not count once the RTI has heard of it.
            .filter(|(other, member)| {
                member.clock.constrained && !member.resigning && self.is_enrolled(**other)
            })
            .map(|(other, member)| (*other, member.clock.reached()))
            .find(|(_, reached)| *reached > floor);
        ensure(bound.is_none(), || {
            format!("it may send from {floor:?} on, which is the past of {bound:?}")
        })
    }

    fn granted(
        &mut self,
        edition: Edition,
        seat: Seat,
        time: LogicalTime,
        optimistic: Option<LogicalTime>,
    ) -> Verdict {
        let time = number(time);
        let clock = self.clock(seat).ok_or("it has left")?;
        let (kind, to) = clock.asked.ok_or("nothing was asked")?;
        ensure((clock.now..=to).contains(&time), || {
            format!("it asked for {to} at {}", clock.now)
        })?;
        let flushed = kind == AdvanceKind::FlushQueue && edition == Edition::Hla2025;
        ensure(flushed == optimistic.is_some(), || {
            format!("that is no answer to {kind:?}")
        })?;
        let beyond = optimistic
            .map(number)
            .is_none_or(|o| (time..=to).contains(&o));
        ensure(beyond, || "the optimistic time is out of bounds".into())?;
        let early = kind.is_conditional() && (clock.constrained || clock.freed);
        let exact = time == to || early;
        ensure(exact, || format!("{kind:?} is granted as asked"))?;
        if clock.constrained {
            self.may_be_granted(seat, kind, to, time)?;
        }
        let clock = self.clock_mut(seat).ok_or("it has left")?;
        clock.asked = None;
        clock.now = time;
        clock.raise_floor(time, kind.is_final());
        if clock.constrained {
            let reached = Some((time, kind.is_final()));
            clock.past = match kind {
                // What was flushed may lie beyond the grant.
                AdvanceKind::FlushQueue => reached.max(clock.past.filter(|past| past.0 <= time)),
                _ => reached,
            };
            let past = clock.past;
            clock.inbox.retain(|_, stamp| Some((*stamp, false)) >= past);
        }
        Ok(())
    }

    fn may_be_granted(&self, seat: Seat, kind: AdvanceKind, to: i64, time: i64) -> Verdict {
        let needed: Bound = (time, kind.is_final());
        // Who has asked to leave does not count for the others any more, and is granted nothing that it could use.
        if self.members.get(&seat).is_some_and(|m| m.resigning) {
            return Ok(());
        }
        let promises = self.promises(seat.execution, Estimate::AtMost);
        let least = galt(&promises, seat);
        ensure(least.is_none_or(|galt| galt >= needed), || {
            format!("others may still send: {promises:?}")
        })?;
        let since = self.clock(seat).map_or(0, |clock| clock.since);
        let missing = self.due.iter().find_map(|(stream, queue)| {
            let (receiver, from, _, ordered) = *stream;
            let sure = receiver == seat
                && ordered
                && !self.lost.contains(&from)
                && !self.are_apart(seat, from);
            let mut undelivered = queue.iter().filter(|due| sure && !due.got);
            undelivered.find_map(|due| {
                let stamp = self.messages[due.message as usize].time?;
                let before = stamp >= since && (stamp, false) < needed;
                (before && self.still_due(*stream, due)).then_some((due.message, stamp))
            })
        });
        ensure(missing.is_none(), || {
            format!("message {missing:?} has to come before that")
        })?;
        let reason = time == to
            || kind == AdvanceKind::FlushQueue
            || self.stamps.contains(&(seat.execution, time));
        ensure(reason, || {
            format!("it asked for {to} and no message has that time")
        })
    }

    fn asked_back(&mut self, seat: Seat, handle: MessageRetractionHandle) -> Verdict {
        let subject = self.subjects.get(&(seat.execution, handle));
        match subject.ok_or("no such message was sent")?.clone() {
            Subject::Message(message) => {
                let retracted = self.messages[message as usize].retracted;
                let got = self.got_ordered.contains(&(message, seat));
                ensure(retracted && got, || {
                    format!("{message}: retracted {retracted}, got {got}")
                })?;
                ensure(self.taken_back.insert((message, seat)), || {
                    "that was told before".into()
                })
            }
            Subject::Deletion(object, ..) => {
                let member = self.members.get(&seat).ok_or("it has left")?;
                ensure(member.removed.contains(&object), || {
                    "the instance was not removed there".into()
                })
            }
        }
    }

    /// Nothing is on the way and everything due is delivered: who waits has a reason to.
    pub(crate) fn nobody_waits_in_vain(&mut self, edition: impl Fn(&Member) -> Edition) {
        let executions: Vec<_> = self.executions.keys().copied().collect();
        for execution in executions {
            let at: Vec<_> = self
                .members
                .iter()
                .filter(|(seat, _)| seat.execution == execution)
                .collect();
            let pending = at.iter().find(|(_, m)| m.clock.regulating.is_some());
            if let Some((seat, member)) = pending {
                let clock = &member.clock;
                if !clock.constrained && !clock.constraining {
                    let text = format!("{seat:?} waits to regulate: {clock:?}");
                    self.violated(text);
                }
                // Its promise is not known, and others may wait for it.
                continue;
            }
            let promises = self.promises(execution, Estimate::AtLeast);
            let definite = self.definite(execution);
            let mut found = None;
            for (seat, member) in at {
                let clock = &member.clock;
                let galt = galt(&promises, *seat);
                let in_vain = match clock.asked {
                    None => {
                        clock.constraining && galt.is_none_or(|galt| galt >= (clock.now, false))
                    }
                    Some((AdvanceKind::FlushQueue, _)) => true,
                    Some(_) if !clock.constrained => true,
                    Some((kind, to)) => {
                        let next = definite.get(seat).filter(|_| kind.is_conditional());
                        let target = next.map_or(to, |next| to.min(*next));
                        match galt {
                            None => edition(member) == Edition::Hla2010,
                            Some(galt) => galt >= (target, kind.is_final()),
                        }
                    }
                };
                if in_vain {
                    found = Some(format!(
                        "{seat:?} waits in vain: {clock:?}; promises {promises:?}"
                    ));
                    break;
                }
            }
            if let Some(text) = found {
                self.violated(text);
            }
        }
    }

    /// Who was given a message that was retracted was told so.
    pub(crate) fn retraction_problem(&self) -> Option<String> {
        self.got_ordered.iter().find_map(|(message, seat)| {
            let sent = &self.messages[*message as usize];
            let due = sent.retracted
                && self.members.contains_key(seat)
                && !self.lost.contains(&sent.from)
                && !self.are_apart(*seat, sent.from)
                && !self.taken_back.contains(&(*message, *seat));
            due.then(|| format!("{seat:?} was not told that message {message} was retracted"))
        })
    }
}
