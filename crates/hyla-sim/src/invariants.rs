//! The judge: observes services, the RTI and callbacks, and reports violated invariants.
//!
//! This file has its state and the invariants of a quiet world; `sending` observes services,
//! `authority` the RTI, `receiving` callbacks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hyla_types::{
    AttributeHandleSet, FederateHandle, InteractionClassHandle, ObjectInstanceHandle, RegionHandle,
    TransportationTypeHandle,
};

use crate::model::{
    Content, DeliveryReason, Execution, ExpectedDelivery, InstanceFate, Member, Membership,
    Message, Object,
};
use crate::network::ProcessId;

/// Messages of one sender to one receiver with one transportation type; messages in time-stamp
/// order are separate.
pub(crate) type OrderKey = (Membership, Membership, TransportationTypeHandle, bool);

/// Scope in which order holds even if the transportation type changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OrderSubject {
    Attribute(ObjectInstanceHandle, u32),
    Class(InteractionClassHandle),
}

/// Judge of one world.
#[derive(Debug, Default)]
pub(crate) struct Judge {
    pub(crate) executions: BTreeMap<u64, Execution>,
    pub(crate) members: BTreeMap<Membership, Member>,
    pub(crate) messages: Vec<Message>,
    /// Expected deliveries: receiver first, then sender.
    pub(crate) due: BTreeMap<OrderKey, VecDeque<ExpectedDelivery>>,
    /// Newest message delivered.
    pub(crate) last: BTreeMap<OrderKey, u64>,
    /// Newest message in receive order of any transportation type, by attribute of an instance and
    /// by interaction class.
    pub(crate) last_of: BTreeMap<(Membership, Membership, OrderSubject), u64>,
    /// Values delivered of each message.
    pub(crate) got: BTreeMap<(u64, Membership), BTreeSet<u32>>,
    /// Pairs of which one left before their link was established.
    pub(crate) apart: BTreeSet<(Membership, Membership)>,
    /// Best-effort messages that were lost on the way to a receiver.
    pub(crate) missed: BTreeSet<(Membership, u64)>,
    /// Receivers and senders whose channel broke: some messages before that number may be missing.
    pub(crate) severed: BTreeMap<(Membership, Membership), u64>,
    /// Killed or disconnected from the RTI: their last messages may be lost.
    pub(crate) lost: BTreeSet<Membership>,
    /// Members that have lied about time: others may miss what they send, and wait for them.
    pub(crate) untimely: BTreeSet<Membership>,
    /// Processes that the RTI reported as late with a declaration.
    pub(crate) late: BTreeSet<ProcessId>,
    pub(crate) interaction_types:
        BTreeMap<(Membership, hyla_types::InteractionClassHandle), TransportationTypeHandle>,
    pub(crate) violation: Option<String>,
    pub(crate) epochs: u64,
    /// Messages that had to arrive and did.
    pub(crate) fulfilled: u64,
    /// Of these, messages subscribed only with a region.
    pub(crate) through_regions: u64,
    pub(crate) requests: crate::requests::Requests,
    /// Times of messages sent in time-stamp order.
    pub(crate) stamps: BTreeSet<(u64, i64)>,
    /// Targets of retraction handles.
    pub(crate) subjects:
        BTreeMap<(u64, hyla_types::MessageRetractionHandle), crate::clock::RetractionTarget>,
    /// Messages delivered in time-stamp order.
    pub(crate) got_ordered: BTreeSet<(u64, Membership)>,
    /// Messages whose retraction a receiver was informed of.
    pub(crate) taken_back: BTreeSet<(u64, Membership)>,
    /// Acquisitions that have not ended for the federate.
    pub(crate) acquiring: BTreeMap<
        (
            Membership,
            ObjectInstanceHandle,
            hyla_types::AttributeHandle,
        ),
        crate::holdings::Acquisition,
    >,
    /// Synchronization points that the RTI must keep: execution and label.
    pub(crate) points: BTreeMap<(u64, String), crate::gathering::Point>,
    /// Ends of points that a federate must be informed of, with the federates that failed.
    pub(crate) synchronized: BTreeMap<(Membership, String), VecDeque<BTreeSet<FederateHandle>>>,
    /// Attributes under negotiated divestiture.
    pub(crate) divesting: BTreeSet<(
        Membership,
        ObjectInstanceHandle,
        hyla_types::AttributeHandle,
    )>,
    /// Ends of saves and restores that federates must be informed of.
    pub(crate) owed: crate::saving::ExpectedOutcomes,
    pub(crate) coordinations: BTreeMap<u64, crate::saving::Coordination>,
    /// Restores that were completed.
    pub(crate) restores: u64,
    /// Of these, restores in which a federate took another handle.
    pub(crate) moved: u64,
    /// All messages have arrived: callbacks must match the state.
    pub(crate) at_rest: bool,
}

impl Judge {
    pub(crate) fn violated(&mut self, text: String) {
        if self.violation.is_none() {
            self.violation = Some(text);
        }
    }

    pub(crate) fn new_epoch(&mut self) -> u64 {
        self.epochs += 1;
        self.epochs
    }

    /// Whether a message must still be delivered, as of now.
    pub(crate) fn still_due(
        &self,
        (to, from, _, ordered): OrderKey,
        due: &ExpectedDelivery,
    ) -> bool {
        if ordered && self.messages[due.message as usize].retracted {
            return false;
        }
        if self.untimely.contains(&from) {
            return false;
        }
        if let Some(before) = self.severed.get(&(to, from))
            && due.message < *before
        {
            return false;
        }
        if self.missed.contains(&(to, due.message)) {
            return false;
        }
        let Some(member) = self.members.get(&to) else {
            return false;
        };
        match &due.reason {
            DeliveryReason::Interaction { class, by, epoch } => {
                self.is_still_heard(to, due.message, *class, *by, *epoch)
            }
            DeliveryReason::Attribute {
                object,
                attribute,
                class,
                by,
                epoch,
                known,
                forgotten,
                losses,
                moves,
            } => {
                let schema = self.schema(to);
                // A subscription admits every message while its epoch is unchanged.
                let subscribed = schema.is_some_and(|schema| {
                    let passes = member.mine.passes(&schema, *class, *attribute, &None);
                    passes.get(by) == Some(epoch)
                });
                let objects = self.executions.get(&from.execution).map(|e| &e.objects);
                let it = objects.and_then(|objects| objects.get(object));
                let owned = it.is_some_and(|it| {
                    it.owns(from.federate, *attribute) && !matches!(it.fate, InstanceFate::Unsure)
                });
                // The receiver need not have discovered the instance if it lost its owner or
                // changed regions meanwhile: such changes overtake a message that waits for an
                // advance.
                let kept = it.is_some_and(|it| it.losses == *losses && it.moves == *moves);
                // The receiver became the owner before the message was due; own attributes are not
                // reflected.
                let own = it.is_some_and(|it| it.owns(to.federate, *attribute));
                subscribed
                    && member.known.get(object).is_some_and(|k| k.class == *class)
                    && member.forgotten.get(object).copied().unwrap_or(0) == *forgotten
                    && (*known || (owned && kept))
                    && !own
            }
        }
    }

    /// Removes expected deliveries that a declaration of the receiver may prevent, even if the
    /// declaration is reversed later: for example, a nearer class whose regions do not meet the
    /// message.
    pub(crate) fn let_lapse(&mut self, to: Membership) {
        let streams: Vec<_> = self.due.keys().filter(|s| s.0 == to).copied().collect();
        for stream in streams {
            let Some(mut queue) = self.due.remove(&stream) else {
                continue;
            };
            queue.retain(|due| due.got || self.is_let_in(to, due));
            self.due.insert(stream, queue);
        }
    }

    /// A federate became owner of attributes: updates of them that wait for its advance are not
    /// reflected, even if it divests before.
    pub(crate) fn let_owned_lapse(
        &mut self,
        to: Membership,
        of: ObjectInstanceHandle,
        gained: &AttributeHandleSet,
    ) {
        let held = self.members.get(&to).is_some_and(|member| {
            let clock = &member.clock;
            clock.constrained || clock.constraining
        });
        if !held {
            return;
        }
        for (_, queue) in self.due.iter_mut().filter(|(stream, _)| stream.0 == to) {
            queue.retain(|due| {
                let own = matches!(due.reason, DeliveryReason::Attribute { object, attribute, .. }
                    if object == of && gained.contains(attribute));
                due.got || !own
            });
        }
    }

    /// Whether a message would be delivered if it arrived now.
    fn is_let_in(&self, to: Membership, due: &ExpectedDelivery) -> bool {
        match &due.reason {
            DeliveryReason::Interaction { class, by, epoch } => {
                self.is_still_heard(to, due.message, *class, *by, *epoch)
            }
            DeliveryReason::Attribute {
                object,
                attribute,
                class,
                by,
                epoch,
                ..
            } => {
                let (Some(schema), Some(member)) = (self.schema(to), self.members.get(&to)) else {
                    return false;
                };
                let objects = self.executions.get(&to.execution).map(|e| &e.objects);
                let row = objects
                    .and_then(|objects| objects.get(object))
                    .and_then(|it| schema.object(it.class));
                let seen_as = match member.known.get(object) {
                    Some(known) => Some(known.class),
                    None => row.and_then(|row| member.mine.candidate(&row.lineage)),
                };
                let passes = member.mine.passes(&schema, *class, *attribute, &None);
                seen_as == Some(*class) && passes.get(by) == Some(epoch)
            }
        }
    }

    /// Whether a subscription of an interaction class is in force, without a nearer one that
    /// regions could close.
    fn is_still_heard(
        &self,
        to: Membership,
        message: u64,
        class: InteractionClassHandle,
        by: Option<RegionHandle>,
        epoch: u64,
    ) -> bool {
        let (Some(schema), Some(member)) = (self.schema(to), self.members.get(&to)) else {
            return false;
        };
        let Content::Interaction { class: sent, .. } = &self.messages[message as usize].what else {
            return false;
        };
        let lineage = schema.interaction(*sent).map(|row| &row.lineage[..]);
        let nearest = member.mine.received_as(lineage.unwrap_or_default());
        let stands = member.mine.hears(&schema, class, &None).get(&by) == Some(&epoch);
        let open = nearest.is_some_and(|c| c == class || member.mine.receives.contains_key(&c));
        stands && open
    }

    /// A message arrived or a stream ended: earlier messages must have arrived.
    pub(crate) fn settle_due(&mut self, stream: OrderKey, before: u64) {
        let Some(mut queue) = self.due.remove(&stream) else {
            return;
        };
        while queue.front().is_some_and(|due| due.message < before) {
            if let Some(due) = queue.pop_front() {
                self.settle_one(stream, &due);
            }
        }
        if !queue.is_empty() {
            self.due.insert(stream, queue);
        }
    }

    fn settle_one(&mut self, stream: OrderKey, due: &ExpectedDelivery) {
        if due.got {
            self.fulfilled += 1;
            let (DeliveryReason::Attribute { by, .. } | DeliveryReason::Interaction { by, .. }) =
                &due.reason;
            self.through_regions += u64::from(by.is_some());
        } else if self.still_due(stream, due) {
            let (to, from, ..) = stream;
            self.violated(format!(
                "{to:?} never received message {} of {from:?}: {:?} ({:?})",
                due.message,
                due.reason,
                self.messages.get(due.message as usize)
            ));
        }
    }

    /// An instance is removed at a receiver: messages about it must have arrived.
    pub(crate) fn settle_object(&mut self, to: Membership, object: ObjectInstanceHandle) {
        let from = Membership {
            execution: to.execution,
            federate: object.registrant(),
        };
        // After a retracted deletion, newer messages may have been sent.
        let open = |it: &mut Object| it.traded || it.fate == InstanceFate::Unsure;
        if self.object_mut(to, object).is_some_and(open)
            || self.lost.contains(&from)
            || self.are_apart(to, from)
        {
            return;
        }
        let streams: Vec<_> = self
            .due
            .keys()
            .filter(|(t, f, _, ordered)| *t == to && *f == from && !ordered)
            .copied()
            .collect();
        for stream in streams {
            let Some(queue) = self.due.remove(&stream) else {
                continue;
            };
            let (its, rest): (VecDeque<_>, VecDeque<_>) = queue.into_iter().partition(
                |due| matches!(due.reason, DeliveryReason::Attribute { object: o, .. } if o == object),
            );
            self.due.insert(stream, rest);
            its.iter().for_each(|due| self.settle_one(stream, due));
        }
    }

    pub(crate) fn are_apart(&self, a: Membership, b: Membership) -> bool {
        self.apart.contains(&(a, b)) || self.apart.contains(&(b, a))
    }

    /// A member discarded frames from or for another.
    pub(crate) fn give_up(&mut self, membership: Membership, other: FederateHandle) {
        self.apart.insert((
            membership,
            Membership {
                execution: membership.execution,
                federate: other,
            },
        ));
    }

    /// The channels between two federates broke: messages in flight are lost, and those sent until
    /// both notice.
    pub(crate) fn sever(&mut self, one: Membership, other: Membership) {
        self.give_up(one, other.federate);
        for pair in [(one, other), (other, one)] {
            self.severed.insert(pair, u64::MAX);
        }
    }

    /// Whether a channel of the federate broke and it has not noticed yet.
    pub(crate) fn is_severed(&self, from: Membership) -> bool {
        let mut severed = self.severed.iter();
        severed.any(|((_, of), before)| *of == from && *before == u64::MAX)
    }

    /// A federate now sends to another through the RTI. Messages from now on arrive.
    pub(crate) fn detoured(&mut self, from: Membership, to: FederateHandle) {
        let to = Membership {
            federate: to,
            ..from
        };
        let next = self.messages.len() as u64;
        if let Some(before) = self.severed.get_mut(&(to, from)) {
            *before = next.min(*before);
        }
    }

    /// The RTI has died, with all executions.
    pub(crate) fn forget_executions(&mut self) {
        let before = std::mem::take(self);
        *self = Self {
            messages: before.messages,
            violation: before.violation,
            epochs: before.epochs,
            fulfilled: before.fulfilled,
            through_regions: before.through_regions,
            restores: before.restores,
            moved: before.moved,
            // Saved states refer to requests by number.
            requests: before.requests.of_earlier_executions(),
            ..Self::default()
        };
    }

    /// A federate has left: nothing more must be delivered to it.
    pub(crate) fn out(&mut self, membership: Membership) {
        self.members.remove(&membership);
        self.acquiring.retain(|(who, ..), _| *who != membership);
        self.due.retain(|(to, ..), _| *to != membership);
        self.owed.remove(&membership);
    }

    /// All messages that need no advance have arrived, such as advisories and requests.
    pub(crate) fn check_told(&mut self) {
        let mut problems: Vec<String> = self.request_problem().into_iter().collect();
        for (membership, member) in &self.members {
            let execution = self.executions.get(&membership.execution);
            problems.extend(execution.and_then(|e| self.told_problem(*membership, member, e)));
        }
        if let Some(problem) = problems.into_iter().next() {
            self.violated(format!("at a quiet point: {problem}"));
        }
    }

    /// Checks the invariants of a quiet world. `core` asks a member.
    pub(crate) fn quiet<'m>(
        &mut self,
        core: impl Fn(&Member) -> Option<&'m hyla_core::member::Member>,
    ) {
        let streams: Vec<_> = self.due.keys().copied().collect();
        for stream in streams {
            if self.lost.contains(&stream.1) || self.are_apart(stream.0, stream.1) {
                self.due.remove(&stream);
            } else {
                self.settle_due(stream, u64::MAX);
            }
        }
        let mut problems: Vec<String> = self.retraction_problem().into_iter().collect();
        problems.extend(self.acquisition_problem());
        problems.extend(self.point_problem());
        for (membership, member) in &self.members {
            match (core(member), self.executions.get(&membership.execution)) {
                (Some(core), Some(execution)) => {
                    problems.extend(log_problem(*membership, member, core, execution));
                    problems.extend(self.knowledge_problem(*membership, member, core, execution));
                    problems.extend(advisory_problem(*membership, member, execution));
                    problems.extend(self.told_problem(*membership, member, execution));
                    problems.extend(self.managed_problem(*membership, member, execution));
                    if !member.reserving.is_empty() {
                        problems.push(format!(
                            "{membership:?}: {:?} never answered",
                            member.reserving
                        ));
                    }
                }
                _ => problems.push(format!("{membership:?} has no process or no execution")),
            }
        }
        for (number, execution) in &self.executions {
            let there = self
                .members
                .keys()
                .filter(|membership| membership.execution == *number);
            if !there
                .map(|membership| membership.federate)
                .eq(execution.members.keys().copied())
            {
                problems.push(format!(
                    "the RTI has members {:?} in {:?}, which are not all there",
                    execution.members.keys(),
                    execution.name
                ));
            }
        }
        if let Some(problem) = problems.into_iter().next() {
            self.violated(format!("at a quiet point: {problem}"));
        }
    }
}

fn log_problem(
    membership: Membership,
    member: &Member,
    core: &hyla_core::member::Member,
    execution: &Execution,
) -> Option<String> {
    let length = execution.log.len() as u64;
    let others: BTreeSet<_> = execution
        .members
        .keys()
        .copied()
        .filter(|f| *f != membership.federate)
        .collect();
    let view: BTreeSet<_> = member.view.keys().copied().collect();
    let same_declarations = execution.members.iter().all(|(federate, (declared, _))| {
        *federate == membership.federate || member.view.get(federate) == Some(declared)
    });
    if core.next_log() != Some(length) || member.next_log != length {
        let at = core.next_log();
        Some(format!(
            "{membership:?} has applied {at:?} of {length} log entries"
        ))
    } else if others != view || !same_declarations {
        Some(format!(
            "{membership:?} lists {view:?}, but {others:?} are joined"
        ))
    } else if *execution
        .members
        .get(&membership.federate)
        .map(|(d, _)| d)?
        != member.mine
    {
        Some(format!(
            "{membership:?}: its declarations did not all reach the RTI"
        ))
    } else {
        let stranger = others.iter().find(|f| core.federate_name(**f).is_err());
        stranger.map(|f| format!("{membership:?} does not list {f:?}"))
    }
}

impl Judge {
    /// Whether a removal may be lost for good with a channel: its registrant (or, after a transfer,
    /// any federate) left before it could announce its instances again.
    fn may_have_missed(
        &self,
        membership: Membership,
        object: ObjectInstanceHandle,
        it: &Object,
    ) -> bool {
        let mut broken = self.severed.keys().filter(|(to, _)| *to == membership);
        broken.any(|(_, from)| {
            (it.traded || from.federate == object.registrant()) && !self.is_enrolled(*from)
        })
    }

    fn knowledge_problem(
        &self,
        membership: Membership,
        member: &Member,
        core: &hyla_core::member::Member,
        execution: &Execution,
    ) -> Option<String> {
        let schema = execution.schema.as_ref()?;
        for (object, it) in &execution.objects {
            let known = member.known.get(object);
            let by_core = core.known_object_class_handle(*object).ok();
            if by_core != known.map(|k| k.class) {
                return Some(format!(
                    "{membership:?} knows {object:?} as {known:?}, the core as {by_core:?}"
                ));
            }
            let gone = match it.fate {
                InstanceFate::Deleted(_) => !self.may_have_missed(membership, *object, it),
                InstanceFate::Swept => true,
                InstanceFate::Alive | InstanceFate::Unsure => false,
            };
            if gone && known.is_some() {
                return Some(format!(
                    "{membership:?} still knows {object:?} ({:?})",
                    it.fate
                ));
            }
            if known.is_some() {
                let wrong = it.registered.iter().chain(it.owner.keys()).find(|a| {
                    core.is_attribute_owned_by_federate(*object, **a)
                        .unwrap_or(false)
                        != it.owns(membership.federate, **a)
                });
                if let Some(attribute) = wrong {
                    return Some(format!(
                        "{membership:?} and the core disagree on whether it owns {attribute:?} of {object:?}"
                    ));
                }
            }
            if known.is_some() && core.object_instance_handle(&it.name).ok() != Some(*object) {
                return Some(format!(
                    "{membership:?} does not find {object:?} by its name {:?}",
                    it.name
                ));
            }
            let own = object.registrant() == membership.federate
                || !execution.members.contains_key(&object.registrant());
            if own || it.traded || gone || it.fate == InstanceFate::Unsure || known.is_some() {
                continue;
            }
            let row = schema.object(it.class)?;
            let candidate = member.mine.candidate(&row.lineage);
            let visible = candidate.is_some_and(|class| {
                member.mine.attributes_at(class).any(|(a, _)| {
                    let owner = it.owner.get(&a).map(|owner| Membership {
                        federate: *owner,
                        ..membership
                    });
                    owner.is_some_and(|owner| {
                        let sent = self.update_regions(schema, owner, it, a);
                        !member.mine.passes(schema, class, a, &sent).is_empty()
                    })
                })
            });
            if visible && !member.forgotten.contains_key(object) {
                return Some(format!(
                    "{membership:?} should have discovered {object:?} ({:?}) as {candidate:?}",
                    it.name
                ));
            }
        }
        None
    }
}

fn advisory_problem(
    membership: Membership,
    member: &Member,
    execution: &Execution,
) -> Option<String> {
    if member.switched {
        return None;
    }
    let schema = execution.schema.as_ref()?;
    let others = || {
        execution
            .members
            .iter()
            .filter(|(f, _)| **f != membership.federate)
            .map(|(_, (d, _))| d)
    };
    for class in &member.mine.sends {
        let Some(row) = schema.interaction(*class) else {
            continue;
        };
        let wanted = others().any(|d| row.lineage.iter().any(|c| d.receives_actively(*c)));
        if wanted != member.told_interactions.contains(class) {
            return Some(format!(
                "{membership:?}: interactions {class:?} wanted: {wanted}, but the advisory differs"
            ));
        }
    }
    for (class, published) in &member.mine.published {
        let Some(row) = schema.object(*class) else {
            continue;
        };
        let wanted = others().any(|d| {
            row.lineage
                .iter()
                .flat_map(|c| d.attributes_at(*c))
                .any(|(attribute, active)| active && published.contains(&attribute))
        });
        if wanted != member.told_registration.contains(class) {
            return Some(format!(
                "{membership:?}: registration of {class:?} wanted: {wanted}, but the advisory differs"
            ));
        }
    }
    None
}
