//! The judge's knowledge of an execution, captured when the RTI stores a save and put back by a
//! restore. After a restore, the state must be as it was.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hyla_types::FederateHandle;

use crate::causality::Preceding;
use crate::clock::{RetractionTarget, number};
use crate::gathering::Point;
use crate::holdings::Acquisition;
use crate::invariants::{Judge, OrderKey};
use crate::model::{Execution, ExpectedDelivery, InstanceFate, Member, Membership};
use crate::requests::SavedRequests;
use crate::saving::{SaveOutcome, SavePhase};

/// Ends of a point that a federate must be informed of, each with the federates that failed.
type Ends = VecDeque<BTreeSet<FederateHandle>>;

/// A saved execution.
#[derive(Debug)]
pub(crate) struct SavedExecution {
    execution: Execution,
    members: BTreeMap<FederateHandle, Member>,
    requests: SavedRequests,
    /// Messages, and whether each was retracted.
    messages: BTreeMap<u64, bool>,
    due: Vec<(OrderKey, VecDeque<ExpectedDelivery>)>,
    last: Vec<(OrderKey, u64)>,
    last_of: Vec<(
        (Membership, Membership, crate::invariants::OrderSubject),
        u64,
    )>,
    got: Vec<((u64, Membership), BTreeSet<u32>)>,
    got_ordered: Vec<(u64, Membership)>,
    taken_back: Vec<(u64, Membership)>,
    apart: Vec<(Membership, Membership)>,
    severed: Vec<((Membership, Membership), u64)>,
    missed: Vec<(Membership, u64)>,
    lost: Vec<Membership>,
    interaction_types: Vec<(
        (Membership, hyla_types::InteractionClassHandle),
        hyla_types::TransportationTypeHandle,
    )>,
    stamps: Vec<i64>,
    subjects: Vec<(hyla_types::MessageRetractionHandle, RetractionTarget)>,
    acquiring: Vec<(
        (
            Membership,
            hyla_types::ObjectInstanceHandle,
            hyla_types::AttributeHandle,
        ),
        Acquisition,
    )>,
    points: Vec<(String, Point)>,
    synchronized: Vec<((Membership, String), Ends)>,
    divesting: Vec<(
        Membership,
        hyla_types::ObjectInstanceHandle,
        hyla_types::AttributeHandle,
    )>,
}

impl Judge {
    /// The execution of that name, if it has members.
    pub(crate) fn execution_named(&self, name: &str) -> Option<u64> {
        let mut all = self.executions.iter();
        all.find(|(_, e)| e.name == name && !e.members.is_empty())
            .map(|(number, _)| *number)
    }

    /// Captures the knowledge of an execution; `None` while a member resigns, since its effects are
    /// uncertain.
    pub(crate) fn capture(&self, number: u64) -> Option<SavedExecution> {
        let execution = self.executions.get(&number)?.clone();
        let mut members = BTreeMap::new();
        for federate in execution.members.keys() {
            let membership = Membership {
                execution: number,
                federate: *federate,
            };
            let member = self.members.get(&membership).filter(|m| !m.resigning)?;
            members.insert(*federate, member.clone());
        }
        let here = |membership: &Membership| membership.execution == number;
        let messages = self.messages.iter().enumerate();
        Some(SavedExecution {
            members,
            requests: self.requests.capture(number),
            messages: messages
                .filter(|(_, m)| here(&m.from) && !m.undone)
                .map(|(at, m)| (at as u64, m.retracted))
                .collect(),
            due: picked(&self.due, |(to, ..)| here(to)),
            last: picked(&self.last, |(to, ..)| here(to)),
            last_of: picked(&self.last_of, |(to, ..)| here(to)),
            got: picked(&self.got, |(_, membership)| here(membership)),
            got_ordered: chosen(&self.got_ordered, |(_, membership)| here(membership)),
            taken_back: chosen(&self.taken_back, |(_, membership)| here(membership)),
            apart: chosen(&self.apart, |(a, _)| here(a)),
            severed: picked(&self.severed, |(a, _)| here(a)),
            missed: chosen(&self.missed, |(membership, _)| here(membership)),
            lost: chosen(&self.lost, here),
            interaction_types: picked(&self.interaction_types, |(membership, _)| here(membership)),
            stamps: chosen(&self.stamps, |(e, _)| *e == number)
                .into_iter()
                .map(|(_, time)| time)
                .collect(),
            subjects: picked(&self.subjects, |(e, _)| *e == number)
                .into_iter()
                .map(|((_, handle), subject)| (handle, subject))
                .collect(),
            acquiring: picked(&self.acquiring, |(membership, ..)| here(membership)),
            points: picked(&self.points, |(e, _)| *e == number)
                .into_iter()
                .map(|((_, label), point)| (label, point))
                .collect(),
            synchronized: picked(&self.synchronized, |(membership, _)| here(membership)),
            divesting: chosen(&self.divesting, |(membership, ..)| here(membership)),
            execution,
        })
    }

    /// Replaces the execution with the saved one; `handles` maps each member to the saved one.
    pub(crate) fn put_back(
        &mut self,
        number: u64,
        image: &SavedExecution,
        handles: &BTreeMap<FederateHandle, FederateHandle>,
    ) {
        let at = |federate| Membership {
            execution: number,
            federate,
        };
        let re = |membership: Membership| at(membership.federate);
        let here = |membership: &Membership| membership.execution == number;
        let sits: BTreeMap<_, _> = handles
            .iter()
            .filter_map(|(before, after)| Some((*after, self.members.get(&at(*before))?.process)))
            .collect();
        let leaving: BTreeSet<_> = handles
            .iter()
            .filter(|(before, _)| self.members.get(&at(**before)).is_some_and(|m| m.resigning))
            .map(|(_, after)| *after)
            .collect();
        let owed: BTreeMap<_, _> = handles
            .iter()
            .filter_map(|(before, after)| Some((*after, self.owed.remove(&at(*before))?)))
            .collect();
        let Some(now) = self.executions.get_mut(&number) else {
            return;
        };
        if !image
            .members
            .keys()
            .eq(handles.values().collect::<BTreeSet<_>>())
        {
            let saved = image.members.keys();
            let text = format!("saved: {saved:?}, restored: {handles:?}");
            return self.violated(text);
        }
        let next = now.log.len() as u64;
        *now = Execution {
            name: std::mem::take(&mut now.name),
            log: std::mem::take(&mut now.log),
            declarations: std::mem::take(&mut now.declarations),
            ..image.execution.clone()
        };
        // A resigning federate that does not know of the restore may delete restored instances.
        for (object, it) in &mut now.objects {
            let concerned = |f: &FederateHandle| it.owns_any(*f) || object.registrant() == *f;
            if it.fate == InstanceFate::Alive && leaving.iter().any(concerned) {
                it.fate = InstanceFate::Unsure;
            }
        }
        self.members.retain(|membership, _| {
            !here(membership) || !handles.contains_key(&membership.federate)
        });
        self.due.retain(|(to, ..), _| !here(to));
        self.last.retain(|(to, ..), _| !here(to));
        self.last_of.retain(|(to, ..), _| !here(to));
        self.got.retain(|(_, membership), _| !here(membership));
        self.got_ordered.retain(|(_, membership)| !here(membership));
        self.taken_back.retain(|(_, membership)| !here(membership));
        self.apart.retain(|(a, _)| !here(a));
        self.lost.retain(|membership| !here(membership));
        self.interaction_types
            .retain(|(membership, _), _| !here(membership));
        self.stamps.retain(|(e, _)| *e != number);
        self.subjects.retain(|(e, _), _| *e != number);
        self.acquiring
            .retain(|(membership, ..), _| !here(membership));
        self.points.retain(|(e, _), _| *e != number);
        self.synchronized
            .retain(|(membership, _), _| !here(membership));
        self.divesting.retain(|(membership, ..)| !here(membership));
        self.owed.retain(|membership, _| !here(membership));
        for (at, message) in self.messages.iter_mut().enumerate() {
            match image.messages.get(&(at as u64)) {
                Some(retracted) => {
                    message.from.execution = number;
                    message.retracted = *retracted;
                    message.undone = false;
                    // The declarations that preceded the message were saved with it.
                    message.preceding = Preceding::default();
                }
                None => message.undone |= here(&message.from),
            }
        }
        self.requests.put_back(number, &image.requests);
        for (federate, member) in &image.members {
            let membership = at(*federate);
            let Some(process) = sits.get(federate) else {
                // Its process is dead, and the RTI does not know yet.
                self.lost.insert(membership);
                continue;
            };
            let member = Member {
                process: *process,
                part: SavePhase::HasRestored,
                // The federate resigned before it knew of the restore.
                resigning: leaving.contains(federate),
                declared: 0,
                logged: Vec::new(),
                settling: None,
                newest: 0,
                next_log: next,
                first_log: next,
                ..member.clone()
            };
            self.members.insert(membership, member);
            let mut ends = owed.get(federate).cloned().unwrap_or_default();
            ends.push_back(SaveOutcome::Restored);
            self.owed.insert(membership, ends);
        }
        let there = |membership: &Membership| sits.contains_key(&membership.federate);
        let due = image.due.iter().filter(|((to, ..), _)| there(to));
        self.due
            .extend(due.map(|((to, from, t, o), q)| ((re(*to), re(*from), *t, *o), q.clone())));
        let last = image.last.iter();
        self.last
            .extend(last.map(|((to, from, t, o), m)| ((re(*to), re(*from), *t, *o), *m)));
        let last_of = image.last_of.iter();
        self.last_of
            .extend(last_of.map(|((to, from, what), m)| ((re(*to), re(*from), *what), *m)));
        let got = image.got.iter();
        self.got
            .extend(got.map(|((m, membership), v)| ((*m, re(*membership)), v.clone())));
        self.got_ordered
            .extend(image.got_ordered.iter().map(|(m, s)| (*m, re(*s))));
        self.taken_back
            .extend(image.taken_back.iter().map(|(m, s)| (*m, re(*s))));
        self.apart
            .extend(image.apart.iter().map(|(a, b)| (re(*a), re(*b))));
        // Channels that broke since the save stay broken.
        for ((a, b), before) in &image.severed {
            let known = self.severed.entry((re(*a), re(*b))).or_default();
            *known = (*known).max(*before);
        }
        self.missed.extend(
            image
                .missed
                .iter()
                .map(|(membership, m)| (re(*membership), *m)),
        );
        let lost = image.lost.iter().filter(|membership| !there(membership));
        self.lost.extend(lost.map(|membership| re(*membership)));
        let types = image.interaction_types.iter();
        self.interaction_types
            .extend(types.map(|((s, c), t)| ((re(*s), *c), *t)));
        self.stamps
            .extend(image.stamps.iter().map(|time| (number, *time)));
        let subjects = image.subjects.iter();
        self.subjects
            .extend(subjects.map(|(h, subject)| ((number, *h), subject.clone())));
        let acquiring = image
            .acquiring
            .iter()
            .filter(|((membership, ..), _)| there(membership));
        self.acquiring
            .extend(acquiring.map(|((s, o, a), it)| ((re(*s), *o, *a), *it)));
        let points = image.points.iter();
        self.points
            .extend(points.map(|(label, point)| ((number, label.clone()), point.clone())));
        let synchronized = image.synchronized.iter();
        self.synchronized
            .extend(synchronized.map(|((s, label), q)| ((re(*s), label.clone()), q.clone())));
        self.divesting
            .extend(image.divesting.iter().map(|(s, o, a)| (re(*s), *o, *a)));
        // A save that was requested before is given up.
        self.coordination(number).give_up_wanted();
        self.restores += 1;
        let moved = handles.iter().any(|(before, after)| before != after);
        self.moved += u64::from(moved);
    }

    /// The state of a federate right after a restore must equal the saved one.
    pub(crate) fn restored_problem(
        &self,
        membership: Membership,
        core: &hyla_core::member::Member,
    ) -> Option<String> {
        let member = self.members.get(&membership)?;
        let execution = self.executions.get(&membership.execution)?;
        if core.handle() != Some(membership.federate) {
            return Some(format!("its handle is {:?}", core.handle()));
        }
        if member.resigning {
            // The federate resigned before the callback, and has given up its attributes.
            return None;
        }
        for (object, it) in &execution.objects {
            let known = member.known.get(object).map(|k| k.class);
            let told = core.known_object_class_handle(*object).ok();
            if known != told {
                return Some(format!(
                    "{object:?} was known as {known:?}, and is now {told:?}"
                ));
            }
            if known.is_some() && core.object_instance_name(*object).ok() != Some(&it.name) {
                return Some(format!("{object:?} had the name {:?}", it.name));
            }
            let all = it.registered.iter().chain(it.owner.keys());
            let mut wrong = all.filter(|a| {
                let owns = core.is_attribute_owned_by_federate(*object, **a);
                known.is_some() && owns.unwrap_or(false) != it.owns(membership.federate, **a)
            });
            if let Some(attribute) = wrong.next() {
                return Some(format!("ownership of {attribute:?} of {object:?} differs"));
            }
        }
        let clock = &member.clock;
        let time = core.logical_time().ok().map(number);
        if time != Some(clock.now) && !(time.is_none() && clock.now == 0) {
            return Some(format!("its time was {}, and is now {time:?}", clock.now));
        }
        if core.lookahead().is_ok() != clock.lookahead.is_some() {
            return Some(format!("its lookahead was {:?}", clock.lookahead));
        }
        let differs = member.regions.iter().find(|(region, own)| {
            own.pending.iter().any(|(dimension, (from, to))| {
                let bounds = core.range_bounds(**region, *dimension).ok();
                bounds.map(|b| (b.lower(), b.upper())) != Some((*from, *to))
            })
        });
        differs.map(|(region, own)| format!("{region:?} was {own:?}"))
    }
}

fn picked<K: Clone, V: Clone>(from: &BTreeMap<K, V>, which: impl Fn(&K) -> bool) -> Vec<(K, V)> {
    let of = from.iter().filter(|(key, _)| which(key));
    of.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

fn chosen<K: Clone>(from: &BTreeSet<K>, which: impl Fn(&K) -> bool) -> Vec<K> {
    from.iter().filter(|key| which(key)).cloned().collect()
}
