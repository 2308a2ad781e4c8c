//! The judge: watches services, the RTI and callbacks, and says what breaks an invariant.
//!
//! This file has its state and what holds when everything is quiet; `sending` watches services,
//! `authority` the RTI, `receiving` callbacks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hyla_types::{
    AttributeHandleSet, FederateHandle, InteractionClassHandle, ObjectInstanceHandle, RegionHandle,
    TransportationTypeHandle,
};

use crate::model::{Due, Execution, Fate, Member, Message, Object, Reason, Seat, What};
use crate::network::ProcessId;

/// Messages of one sender to one receiver with one transportation type, those in time-stamp order
/// apart.
pub(crate) type Stream = (Seat, Seat, TransportationTypeHandle, bool);

/// What keeps its order even if its transportation type changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Subject {
    Attribute(ObjectInstanceHandle, u32),
    Class(InteractionClassHandle),
}

/// Watches a world.
#[derive(Debug, Default)]
pub(crate) struct Judge {
    pub(crate) executions: BTreeMap<u64, Execution>,
    pub(crate) members: BTreeMap<Seat, Member>,
    pub(crate) messages: Vec<Message>,
    /// What each receiver has to get: receiver first, then sender.
    pub(crate) due: BTreeMap<Stream, VecDeque<Due>>,
    /// Last message that came.
    pub(crate) last: BTreeMap<Stream, u64>,
    /// The same in receive order, whatever the transportation type, for each attribute of an instance and
    /// each interaction class.
    pub(crate) last_of: BTreeMap<(Seat, Seat, Subject), u64>,
    /// Values that came of each message.
    pub(crate) got: BTreeMap<(u64, Seat), BTreeSet<u32>>,
    /// Pairs of which one left before a link between them stood.
    pub(crate) apart: BTreeSet<(Seat, Seat)>,
    /// Messages that were lost on the way to a receiver, and might be.
    pub(crate) missed: BTreeSet<(Seat, u64)>,
    /// Receivers and senders between whom a channel broke: of the messages before that number some may be missing.
    pub(crate) severed: BTreeMap<(Seat, Seat), u64>,
    /// Killed or cut off from the RTI: what they sent last may be lost.
    pub(crate) lost: BTreeSet<Seat>,
    /// Processes that took so long to apply a declaration that the RTI said so.
    pub(crate) late: BTreeSet<ProcessId>,
    pub(crate) interaction_types:
        BTreeMap<(Seat, hyla_types::InteractionClassHandle), TransportationTypeHandle>,
    pub(crate) violation: Option<String>,
    pub(crate) epochs: u64,
    /// Messages that had to arrive and did.
    pub(crate) fulfilled: u64,
    /// Of these, such as came by a subscription with a region only.
    pub(crate) through_regions: u64,
    pub(crate) requests: crate::requests::Requests,
    /// Times of messages sent in time-stamp order.
    pub(crate) stamps: BTreeSet<(u64, i64)>,
    /// What retraction handles stand for.
    pub(crate) subjects:
        BTreeMap<(u64, hyla_types::MessageRetractionHandle), crate::clock::Subject>,
    /// Messages in time-stamp order that came.
    pub(crate) got_ordered: BTreeSet<(u64, Seat)>,
    /// Messages whose retraction a receiver was told of.
    pub(crate) taken_back: BTreeSet<(u64, Seat)>,
    /// Acquisitions of which a federate was not told the end.
    pub(crate) acquiring: BTreeMap<
        (Seat, ObjectInstanceHandle, hyla_types::AttributeHandle),
        crate::holdings::Acquisition,
    >,
    /// Synchronization points that the RTI has to keep: execution and label.
    pub(crate) points: BTreeMap<(u64, String), crate::gathering::Point>,
    /// Ends of points that a federate has to be told, with those that failed.
    pub(crate) synchronized: BTreeMap<(Seat, String), VecDeque<BTreeSet<FederateHandle>>>,
    /// Attributes that their owner offers by negotiation.
    pub(crate) divesting: BTreeSet<(Seat, ObjectInstanceHandle, hyla_types::AttributeHandle)>,
    /// Ends of saves and restores that federates have to be told.
    pub(crate) owed: crate::saving::Owed,
    pub(crate) coordinations: BTreeMap<u64, crate::saving::Coordination>,
    /// Restores that were put in force.
    pub(crate) restores: u64,
    /// Of these, such in which a federate became another one.
    pub(crate) moved: u64,
    /// Everything has arrived: what federates are told must be so.
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

    /// Whether a message still has to arrive, seen from now.
    pub(crate) fn still_due(&self, (to, from, _, ordered): Stream, due: &Due) -> bool {
        if ordered && self.messages[due.message as usize].retracted {
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
            Reason::Interaction { class, by, epoch } => {
                self.is_still_heard(to, due.message, *class, *by, *epoch)
            }
            Reason::Attribute {
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
                // Every message passes a subscription as long as its epoch is the same.
                let subscribed = schema.is_some_and(|schema| {
                    let passes = member.mine.passes(&schema, *class, *attribute, &None);
                    passes.get(by) == Some(epoch)
                });
                let objects = self.executions.get(&from.execution).map(|e| &e.objects);
                let it = objects.and_then(|objects| objects.get(object));
                let owned = it.is_some_and(|it| {
                    it.owns(from.federate, *attribute) && !matches!(it.fate, Fate::Unsure)
                });
                // Without an owner meanwhile, or in other regions, the receiver need not have discovered the instance before
                // the message was due: one that is held until it advances is overtaken by such changes.
                let kept = it.is_some_and(|it| it.losses == *losses && it.moves == *moves);
                // It has become the owner before the message was due; what is its own is not reflected.
                let own = it.is_some_and(|it| it.owns(to.federate, *attribute));
                subscribed
                    && member.known.get(object).is_some_and(|k| k.class == *class)
                    && member.forgotten.get(object).copied().unwrap_or(0) == *forgotten
                    && (*known || (owned && kept))
                    && !own
            }
        }
    }

    /// What a federate declares may keep a message out that arrives now, even if it is as before at the end:
    /// a nearer class whose regions do not meet the message, for example. Such a message is not due any more.
    pub(crate) fn let_lapse(&mut self, to: Seat) {
        let streams: Vec<_> = self.due.keys().filter(|s| s.0 == to).copied().collect();
        for stream in streams {
            let Some(mut queue) = self.due.remove(&stream) else {
                continue;
            };
            queue.retain(|due| due.got || self.is_let_in(to, due));
            self.due.insert(stream, queue);
        }
    }

    /// A federate is the owner of attributes now: updates of them that its constraint holds back are not reflected, even if
    /// it divests before they would be.
    pub(crate) fn let_owned_lapse(
        &mut self,
        to: Seat,
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
                let own = matches!(due.reason, Reason::Attribute { object, attribute, .. }
                    if object == of && gained.contains(attribute));
                due.got || !own
            });
        }
    }

    /// Whether a message would be taken if it came now.
    fn is_let_in(&self, to: Seat, due: &Due) -> bool {
        match &due.reason {
            Reason::Interaction { class, by, epoch } => {
                self.is_still_heard(to, due.message, *class, *by, *epoch)
            }
            Reason::Attribute {
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

    /// Whether a subscription of an interaction class still stands, and no nearer one takes its place
    /// that regions could close.
    fn is_still_heard(
        &self,
        to: Seat,
        message: u64,
        class: InteractionClassHandle,
        by: Option<RegionHandle>,
        epoch: u64,
    ) -> bool {
        let (Some(schema), Some(member)) = (self.schema(to), self.members.get(&to)) else {
            return false;
        };
        let What::Interaction { class: sent, .. } = &self.messages[message as usize].what else {
            return false;
        };
        let lineage = schema.interaction(*sent).map(|row| &row.lineage[..]);
        let nearest = member.mine.received_as(lineage.unwrap_or_default());
        let stands = member.mine.hears(&schema, class, &None).get(&by) == Some(&epoch);
        let open = nearest.is_some_and(|c| c == class || member.mine.receives.contains_key(&c));
        stands && open
    }

    /// A message came or a stream ended: what had to come before it must have come.
    pub(crate) fn settle_due(&mut self, stream: Stream, before: u64) {
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

    fn settle_one(&mut self, stream: Stream, due: &Due) {
        if due.got {
            self.fulfilled += 1;
            let (Reason::Attribute { by, .. } | Reason::Interaction { by, .. }) = &due.reason;
            self.through_regions += u64::from(by.is_some());
        } else if self.still_due(stream, due) {
            let (to, from, ..) = stream;
            self.violated(format!(
                "{to:?} never got message {} of {from:?}: {:?} ({:?})",
                due.message,
                due.reason,
                self.messages.get(due.message as usize)
            ));
        }
    }

    /// An instance goes away at a receiver: what concerned it must have come by now.
    pub(crate) fn settle_object(&mut self, to: Seat, object: ObjectInstanceHandle) {
        let from = Seat {
            execution: to.execution,
            federate: object.registrant(),
        };
        // Of one whose deletion was retracted, more may have been sent since.
        let open = |it: &mut Object| it.traded || it.fate == Fate::Unsure;
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
                |due| matches!(due.reason, Reason::Attribute { object: o, .. } if o == object),
            );
            self.due.insert(stream, rest);
            its.iter().for_each(|due| self.settle_one(stream, due));
        }
    }

    pub(crate) fn are_apart(&self, a: Seat, b: Seat) -> bool {
        self.apart.contains(&(a, b)) || self.apart.contains(&(b, a))
    }

    /// A member gave frames from or for another up.
    pub(crate) fn give_up(&mut self, seat: Seat, other: FederateHandle) {
        self.apart.insert((
            seat,
            Seat {
                execution: seat.execution,
                federate: other,
            },
        ));
    }

    /// The channels between two federates broke: what is on the way is lost, and what is sent until both have noticed.
    pub(crate) fn sever(&mut self, one: Seat, other: Seat) {
        self.give_up(one, other.federate);
        for pair in [(one, other), (other, one)] {
            self.severed.insert(pair, u64::MAX);
        }
    }

    /// Whether a channel of it broke and it has not noticed yet.
    pub(crate) fn is_severed(&self, from: Seat) -> bool {
        let mut severed = self.severed.iter();
        severed.any(|((_, of), before)| *of == from && *before == u64::MAX)
    }

    /// A federate sends to another by the RTI. If it did not before a channel broke, what it sends from now on arrives.
    pub(crate) fn detoured(&mut self, from: Seat, to: FederateHandle) {
        let to = Seat {
            federate: to,
            ..from
        };
        let next = self.messages.len() as u64;
        if let Some(before) = self.severed.get_mut(&(to, from)) {
            *before = next.min(*before);
        }
    }

    /// The RTI is gone, and all executions with it.
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
            // What is saved refers to them by their numbers.
            requests: before.requests.of_earlier_executions(),
            ..Self::default()
        };
    }

    /// A federate is out: nothing more is due to it.
    pub(crate) fn out(&mut self, seat: Seat) {
        self.members.remove(&seat);
        self.acquiring.retain(|(who, ..), _| *who != seat);
        self.due.retain(|(to, ..), _| *to != seat);
        self.owed.remove(&seat);
    }

    /// Everything has arrived that needs no advance: advisories and requests, for example.
    pub(crate) fn check_told(&mut self) {
        let mut problems: Vec<String> = self.request_problem().into_iter().collect();
        for (seat, member) in &self.members {
            let execution = self.executions.get(&seat.execution);
            problems.extend(execution.and_then(|e| self.told_problem(*seat, member, e)));
        }
        if let Some(problem) = problems.into_iter().next() {
            self.violated(format!("when all was quiet: {problem}"));
        }
    }

    /// Everything has arrived and been delivered: what must hold then. `core` asks a member.
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
        for (seat, member) in &self.members {
            match (core(member), self.executions.get(&seat.execution)) {
                (Some(core), Some(execution)) => {
                    problems.extend(log_problem(*seat, member, core, execution));
                    problems.extend(self.knowledge_problem(*seat, member, core, execution));
                    problems.extend(advisory_problem(*seat, member, execution));
                    problems.extend(self.told_problem(*seat, member, execution));
                    problems.extend(self.managed_problem(*seat, member, execution));
                    if !member.reserving.is_empty() {
                        problems.push(format!("{seat:?}: {:?} never answered", member.reserving));
                    }
                }
                _ => problems.push(format!("{seat:?} has no process or no execution")),
            }
        }
        for (number, execution) in &self.executions {
            let there = self.members.keys().filter(|seat| seat.execution == *number);
            if !there
                .map(|seat| seat.federate)
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
            self.violated(format!("when all was quiet: {problem}"));
        }
    }
}

fn log_problem(
    seat: Seat,
    member: &Member,
    core: &hyla_core::member::Member,
    execution: &Execution,
) -> Option<String> {
    let length = execution.log.len() as u64;
    let others: BTreeSet<_> = execution
        .members
        .keys()
        .copied()
        .filter(|f| *f != seat.federate)
        .collect();
    let view: BTreeSet<_> = member.view.keys().copied().collect();
    let same_declarations = execution.members.iter().all(|(federate, (declared, _))| {
        *federate == seat.federate || member.view.get(federate) == Some(declared)
    });
    if core.next_log() != Some(length) || member.next_log != length {
        let at = core.next_log();
        Some(format!("{seat:?} is at {at:?} of {length} log entries"))
    } else if others != view || !same_declarations {
        Some(format!("{seat:?} sees {view:?}, but {others:?} are there"))
    } else if *execution.members.get(&seat.federate).map(|(d, _)| d)? != member.mine {
        Some(format!(
            "{seat:?}: its declarations did not all reach the RTI"
        ))
    } else {
        let stranger = others.iter().find(|f| core.federate_name(**f).is_err());
        stranger.map(|f| format!("{seat:?} does not list {f:?}"))
    }
}

impl Judge {
    /// Whether a removal was perhaps lost with a channel for good: its registrant, or, if it has changed hands, anybody has left
    /// before it could say again what exists.
    fn may_have_missed(&self, seat: Seat, object: ObjectInstanceHandle, it: &Object) -> bool {
        let mut broken = self.severed.keys().filter(|(to, _)| *to == seat);
        broken.any(|(_, from)| {
            (it.traded || from.federate == object.registrant()) && !self.is_enrolled(*from)
        })
    }

    fn knowledge_problem(
        &self,
        seat: Seat,
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
                    "{seat:?} was told {known:?} of {object:?}, core says {by_core:?}"
                ));
            }
            let gone = match it.fate {
                Fate::Deleted(_) => !self.may_have_missed(seat, *object, it),
                Fate::Swept => true,
                Fate::Alive | Fate::Unsure => false,
            };
            if gone && known.is_some() {
                return Some(format!("{seat:?} still knows {object:?} ({:?})", it.fate));
            }
            if known.is_some() {
                let wrong = it.registered.iter().chain(it.owner.keys()).find(|a| {
                    core.is_attribute_owned_by_federate(*object, **a)
                        .unwrap_or(false)
                        != it.owns(seat.federate, **a)
                });
                if let Some(attribute) = wrong {
                    return Some(format!(
                        "{seat:?} and the core disagree on whether it owns {attribute:?} of {object:?}"
                    ));
                }
            }
            if known.is_some() && core.object_instance_handle(&it.name).ok() != Some(*object) {
                return Some(format!(
                    "{seat:?} does not find {object:?} by its name {:?}",
                    it.name
                ));
            }
            let own = object.registrant() == seat.federate
                || !execution.members.contains_key(&object.registrant());
            if own || it.traded || gone || it.fate == Fate::Unsure || known.is_some() {
                continue;
            }
            let row = schema.object(it.class)?;
            let candidate = member.mine.candidate(&row.lineage);
            let visible = candidate.is_some_and(|class| {
                member.mine.attributes_at(class).any(|(a, _)| {
                    let owner = it.owner.get(&a).map(|owner| Seat {
                        federate: *owner,
                        ..seat
                    });
                    owner.is_some_and(|owner| {
                        let sent = self.update_regions(schema, owner, it, a);
                        !member.mine.passes(schema, class, a, &sent).is_empty()
                    })
                })
            });
            if visible && !member.forgotten.contains_key(object) {
                return Some(format!(
                    "{seat:?} should have discovered {object:?} ({:?}) as {candidate:?}",
                    it.name
                ));
            }
        }
        None
    }
}

fn advisory_problem(seat: Seat, member: &Member, execution: &Execution) -> Option<String> {
    if member.switched {
        return None;
    }
    let schema = execution.schema.as_ref()?;
    let others = || {
        execution
            .members
            .iter()
            .filter(|(f, _)| **f != seat.federate)
            .map(|(_, (d, _))| d)
    };
    for class in &member.mine.sends {
        let Some(row) = schema.interaction(*class) else {
            continue;
        };
        let wanted = others().any(|d| row.lineage.iter().any(|c| d.receives_actively(*c)));
        if wanted != member.told_interactions.contains(class) {
            return Some(format!(
                "{seat:?}: interactions {class:?} wanted: {wanted}, but told else"
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
                "{seat:?}: registration of {class:?} wanted: {wanted}, told else"
            ));
        }
    }
    None
}
