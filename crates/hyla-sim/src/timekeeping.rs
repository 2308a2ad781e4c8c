//! The judge of clause 8: valid stamps, messages that may come, and due grants.

use std::collections::BTreeSet;

use hyla_core::callback::{Callback, Delivery};
use hyla_core::time::AdvanceKind;
use hyla_types::{
    AttributeHandle, Edition, ExceptionKind as Kind, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType,
};

use crate::clock::{Bound, Estimate, RetractionTarget, galt, number};
use crate::invariants::Judge;
use crate::model::{InstanceFate, Member, Membership};
use crate::receiving::{Verdict, ensure};

impl Judge {
    pub(crate) fn regulates(&self, membership: Membership) -> bool {
        self.clock(membership)
            .is_some_and(|clock| clock.lookahead.is_some())
    }

    /// Whether an interaction is sent in time-stamp order.
    pub(crate) fn sends_stamped(
        &self,
        membership: Membership,
        class: InteractionClassHandle,
        time: Option<i64>,
    ) -> bool {
        time.is_some()
            && self.regulates(membership)
            && self
                .clock(membership)
                .and_then(|clock| clock.orders.get(&class).copied())
                // The root's order type comes from the MIM.
                .unwrap_or_else(|| {
                    let schema = self.schema(membership);
                    schema.is_some_and(|schema| schema.interactions[0].handle == class)
                })
    }

    /// Whether any attribute of an update is sent in time-stamp order.
    pub(crate) fn updates_stamped(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
        time: Option<i64>,
    ) -> bool {
        time.is_some()
            && self.regulates(membership)
            && self
                .object_mut(membership, object)
                .is_some_and(|it| it.stamped.iter().any(|a| attributes.contains(a)))
    }

    /// Whether a deletion is sent in time-stamp order.
    pub(crate) fn deletes_stamped(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        time: Option<i64>,
    ) -> bool {
        let privilege: BTreeSet<_> = self
            .schema(membership)
            .map(|s| s.privilege)
            .into_iter()
            .collect();
        self.updates_stamped(membership, object, &privilege, time)
    }

    /// Attributes of an instance registered now that are sent in time-stamp order.
    pub(crate) fn default_stamped(
        &self,
        membership: Membership,
        class: ObjectClassHandle,
    ) -> BTreeSet<AttributeHandle> {
        let mut stamped: BTreeSet<_> = self
            .schema(membership)
            .map(|s| s.privilege)
            .into_iter()
            .collect();
        if let Some(clock) = self.clock(membership) {
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

    /// A message in time-stamp order was sent: every member may have it queued.
    pub(crate) fn may_queue(&mut self, membership: Membership, message: u64, time: Option<i64>) {
        let (Some(time), Some(sender)) = (time, self.members.get(&membership)) else {
            return;
        };
        self.stamps.insert((membership.execution, time));
        let others: Vec<_> = sender.view.keys().copied().collect();
        for federate in others {
            if let Some(clock) = self.clock_mut(Membership {
                federate,
                ..membership
            }) {
                clock.inbox.insert(message, time);
            }
        }
    }

    /// The exception that a time stamp must raise.
    pub(crate) fn stamp_refusal(&self, membership: Membership, time: Option<i64>) -> Option<Kind> {
        let bound = self.clock(membership)?.send_bound()?;
        ((time?, false) < bound).then_some(Kind::InvalidLogicalTime)
    }

    /// A message was sent: whether it can be retracted, and by which handle.
    pub(crate) fn named(
        &mut self,
        membership: Membership,
        handle: Option<MessageRetractionHandle>,
        ordered: bool,
        subject: RetractionTarget,
        time: Option<i64>,
    ) {
        if handle.is_some() != ordered {
            self.violated(format!(
                "{membership:?} sent {subject:?}, in time-stamp order: {ordered}, and got {handle:?}"
            ));
        }
        if let (Some(handle), Some(time)) = (handle, time) {
            self.stamps.insert((membership.execution, time));
            self.subjects
                .insert((membership.execution, handle), subject.clone());
            if let Some(clock) = self.clock_mut(membership) {
                clock.sent.insert(handle, (subject, time));
            }
        }
    }

    /// The exception that a retraction must raise.
    pub(crate) fn retract_refusal(
        &self,
        membership: Membership,
        handle: MessageRetractionHandle,
    ) -> Option<Kind> {
        let clock = self.clock(membership)?;
        let Some(bound) = clock.send_bound() else {
            return Some(Kind::TimeRegulationIsNotEnabled);
        };
        if handle.sender() != membership.federate {
            return Some(Kind::InvalidMessageRetractionHandle);
        }
        match clock.sent.get(&handle) {
            Some((_, time)) if *time > bound.0 => None,
            _ => Some(Kind::MessageCanNoLongerBeRetracted),
        }
    }

    pub(crate) fn retracted(&mut self, membership: Membership, handle: MessageRetractionHandle) {
        let sent = self
            .clock_mut(membership)
            .and_then(|c| c.sent.remove(&handle));
        match sent.map(|(subject, _)| subject) {
            Some(RetractionTarget::Message(message)) => {
                self.messages[message as usize].retracted = true;
                for (at, member) in &mut self.members {
                    if at.execution == membership.execution {
                        member.clock.inbox.remove(&message);
                    }
                }
            }
            Some(RetractionTarget::Deletion(object, owned, known)) => {
                if let Some(it) = self.object_mut(membership, object) {
                    // Attributes of other owners that knew of the deletion are unowned; the others
                    // kept theirs.
                    let own = owned.into_iter().filter(|(_, f)| *f == membership.federate);
                    it.owner.extend(own);
                    it.fate = InstanceFate::Unsure;
                }
                if let (Some(known), Some(member)) = (known, self.members.get_mut(&membership)) {
                    member.known.insert(object, known);
                    member.removed.remove(&object);
                }
            }
            None => {}
        }
    }

    /// Whether a message or a removal may be delivered now.
    pub(crate) fn in_time(&mut self, membership: Membership, delivery: &Delivery<'_>) -> Verdict {
        let ordered = delivery.sent_order == OrderType::TimeStamp;
        ensure(delivery.retraction.is_some() == ordered, || {
            "it can be retracted only if it was sent in time-stamp order".into()
        })?;
        let Some(clock) = self.clock_mut(membership) else {
            return Err("the federate has left".into());
        };
        let moving = clock.asked.is_some() || clock.regulating.is_some();
        if delivery.received_order == OrderType::Receive {
            let gated = clock.constrained && !clock.asynchronous && !moving;
            return ensure(!gated, || "the federate does not advance".into());
        }
        let stamp = delivery.time.map(number).ok_or("it has no time stamp")?;
        ensure(ordered && clock.constrained && moving, || {
            format!("the federate gets nothing in time-stamp order: {clock:?}")
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
        membership: Membership,
        callback: &Callback<'_>,
    ) -> Verdict {
        match callback {
            Callback::TimeRegulationEnabled { time } => self.regulation_enabled(membership, *time),
            Callback::TimeConstrainedEnabled { time } => {
                let clock = self.clock_mut(membership).ok_or("the federate has left")?;
                let time = number(*time);
                ensure(clock.constraining && time == clock.now, || {
                    format!("it was not requested, or at another time: {clock:?}")
                })?;
                clock.constraining = false;
                clock.constrained = true;
                clock.since = time;
                clock.past = Some((time, false));
                clock.inbox.retain(|_, stamp| *stamp >= time);
                Ok(())
            }
            Callback::TimeAdvanceGrant { time } => self.granted(edition, membership, *time, None),
            Callback::FlushQueueGrant {
                time,
                optimistic_time,
            } => self.granted(edition, membership, *time, Some(*optimistic_time)),
            Callback::RequestRetraction { retraction } => self.asked_back(membership, *retraction),
            _ => Ok(()),
        }
    }

    fn regulation_enabled(&mut self, membership: Membership, time: LogicalTime) -> Verdict {
        let clock = self.clock_mut(membership).ok_or("the federate has left")?;
        let time = number(time);
        let lookahead = clock.regulating.take().ok_or("no federate asked for it")?;
        ensure(time >= clock.now, || {
            format!("its time was {} before", clock.now)
        })?;
        clock.now = time;
        clock.lookahead = Some(lookahead);
        clock.floor = (time + lookahead, false);
        if clock.constrained {
            clock.past = clock.past.max(Some((time, false)));
        }
        let floor = clock.floor;
        // A resigning federate sends nothing more, and the RTI may have let others advance without
        // it.
        if self
            .members
            .get(&membership)
            .is_some_and(|member| member.resigning)
        {
            return Ok(());
        }
        // No constrained federate may get a message in its past.
        let bound = self
            .members
            .iter()
            .filter(|(other, _)| other.execution == membership.execution && **other != membership)
            // Resigned and lost federates do not count once the RTI knows.
            .filter(|(other, member)| {
                member.clock.constrained && !member.resigning && self.is_enrolled(**other)
            })
            .map(|(other, member)| (*other, member.clock.reached()))
            .find(|(_, reached)| *reached > floor);
        ensure(bound.is_none(), || {
            format!("it may send from {floor:?}, which is before {bound:?}")
        })
    }

    fn granted(
        &mut self,
        edition: Edition,
        membership: Membership,
        time: LogicalTime,
        optimistic: Option<LogicalTime>,
    ) -> Verdict {
        let time = number(time);
        let clock = self.clock(membership).ok_or("the federate has left")?;
        let (kind, to) = clock.asked.ok_or("there was no request")?;
        ensure((clock.now..=to).contains(&time), || {
            format!("the federate asked for {to} at {}", clock.now)
        })?;
        let flushed = kind == AdvanceKind::FlushQueue && edition == Edition::Hla2025;
        ensure(flushed == optimistic.is_some(), || {
            format!("it does not answer {kind:?}")
        })?;
        let beyond = optimistic
            .map(number)
            .is_none_or(|o| (time..=to).contains(&o));
        ensure(beyond, || "the optimistic time is out of bounds".into())?;
        let early = kind.is_conditional() && (clock.constrained || clock.freed);
        let exact = time == to || early;
        ensure(exact, || format!("{kind:?} is granted as asked"))?;
        if clock.constrained {
            self.may_be_granted(membership, kind, to, time)?;
        }
        let clock = self.clock_mut(membership).ok_or("the federate has left")?;
        clock.asked = None;
        clock.now = time;
        clock.raise_floor(time, kind.is_final());
        if clock.constrained {
            let reached = Some((time, kind.is_final()));
            clock.past = match kind {
                // Flushed messages may lie beyond the grant.
                AdvanceKind::FlushQueue => reached.max(clock.past.filter(|past| past.0 <= time)),
                _ => reached,
            };
            let past = clock.past;
            clock.inbox.retain(|_, stamp| Some((*stamp, false)) >= past);
        }
        Ok(())
    }

    fn may_be_granted(
        &self,
        membership: Membership,
        kind: AdvanceKind,
        to: i64,
        time: i64,
    ) -> Verdict {
        let needed: Bound = (time, kind.is_final());
        // A resigning federate does not count for the others, and needs no grant.
        if self.members.get(&membership).is_some_and(|m| m.resigning)
            || self.untimely.contains(&membership)
        {
            return Ok(());
        }
        let promises = self.promises(membership.execution, Estimate::AtMost);
        let least = galt(&promises, membership);
        ensure(least.is_none_or(|galt| galt >= needed), || {
            format!("others may still send: {promises:?}")
        })?;
        let since = self.clock(membership).map_or(0, |clock| clock.since);
        let missing = self.due.iter().find_map(|(stream, queue)| {
            let (receiver, from, _, ordered) = *stream;
            let sure = receiver == membership
                && ordered
                && !self.lost.contains(&from)
                && !self.are_apart(membership, from);
            let mut undelivered = queue.iter().filter(|due| sure && !due.got);
            undelivered.find_map(|due| {
                let stamp = self.messages[due.message as usize].time?;
                let before = stamp >= since && (stamp, false) < needed;
                (before && self.still_due(*stream, due)).then_some((due.message, stamp))
            })
        });
        ensure(missing.is_none(), || {
            format!("message {missing:?} must come first")
        })?;
        let reason = time == to
            || kind == AdvanceKind::FlushQueue
            || self.stamps.contains(&(membership.execution, time));
        ensure(reason, || {
            format!("the federate asked for {to}, and no message has that time")
        })
    }

    fn asked_back(&mut self, membership: Membership, handle: MessageRetractionHandle) -> Verdict {
        let subject = self.subjects.get(&(membership.execution, handle));
        match subject.ok_or("no such message was sent")?.clone() {
            RetractionTarget::Message(message) => {
                let retracted = self.messages[message as usize].retracted;
                let got = self.got_ordered.contains(&(message, membership));
                ensure(retracted && got, || {
                    format!("{message}: retracted {retracted}, got {got}")
                })?;
                ensure(self.taken_back.insert((message, membership)), || {
                    "it was reported before".into()
                })
            }
            RetractionTarget::Deletion(object, ..) => {
                let member = self
                    .members
                    .get(&membership)
                    .ok_or("the federate has left")?;
                ensure(member.removed.contains(&object), || {
                    "the instance was not removed at the federate".into()
                })
            }
        }
    }

    /// No message is in flight and everything due is delivered: every waiting federate must have a
    /// reason.
    pub(crate) fn nobody_waits_in_vain(&mut self, edition: impl Fn(&Member) -> Edition) {
        let executions: Vec<_> = self.executions.keys().copied().collect();
        for execution in executions {
            let at: Vec<_> = self
                .members
                .iter()
                .filter(|(membership, _)| membership.execution == execution)
                .collect();
            let pending = at.iter().find(|(_, m)| m.clock.regulating.is_some());
            if let Some((membership, member)) = pending {
                let clock = &member.clock;
                if !clock.constrained && !clock.constraining {
                    let text = format!("{membership:?} waits to regulate: {clock:?}");
                    self.violated(text);
                }
                // Its promise is unknown, and others may wait for it.
                continue;
            }
            let promises = self.promises(execution, Estimate::AtLeast);
            let definite = self.definite(execution);
            let mut found = None;
            for (membership, member) in at {
                let clock = &member.clock;
                let galt = galt(&promises, *membership);
                let in_vain = match clock.asked {
                    None => {
                        clock.constraining && galt.is_none_or(|galt| galt >= (clock.now, false))
                    }
                    Some((AdvanceKind::FlushQueue, _)) => true,
                    Some(_) if !clock.constrained => true,
                    Some((kind, to)) => {
                        let next = definite.get(membership).filter(|_| kind.is_conditional());
                        let target = next.map_or(to, |next| to.min(*next));
                        match galt {
                            None => edition(member) == Edition::Hla2010,
                            Some(galt) => galt >= (target, kind.is_final()),
                        }
                    }
                };
                if in_vain {
                    found = Some(format!(
                        "{membership:?} waits without a reason: {clock:?}; promises {promises:?}"
                    ));
                    break;
                }
            }
            if let Some(text) = found {
                self.violated(text);
            }
        }
    }

    /// Receivers of a retracted message must be informed.
    pub(crate) fn retraction_problem(&self) -> Option<String> {
        self.got_ordered.iter().find_map(|(message, membership)| {
            let sent = &self.messages[*message as usize];
            let due = sent.retracted
                && self.members.contains_key(membership)
                && !self.lost.contains(&sent.from)
                && !self.are_apart(*membership, sent.from)
                && !self.taken_back.contains(&(*message, *membership));
            due.then(|| {
                format!("{membership:?} was not informed of the retraction of message {message}")
            })
        })
    }
}
