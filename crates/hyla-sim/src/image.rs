//! What the judge knows of an execution, taken when the RTI stores a save, and put back when it is
//! restored: from then on everything has to be as it was.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hyla_types::FederateHandle;

use crate::causality::Preceding;
use crate::clock::{Subject, number};
use crate::gathering::Point;
use crate::holdings::Acquisition;
use crate::invariants::{Judge, Stream};
use crate::model::{Due, Execution, Fate, Member, Seat};
use crate::requests::SavedRequests;
use crate::saving::{End, Part};

/// Ends of a point that a federate has to be told, each with those that failed.
type Ends = VecDeque<BTreeSet<FederateHandle>>;

/// A saved execution.
#[derive(Debug)]
pub(crate) struct Image {
    execution: Execution,
    members: BTreeMap<FederateHandle, Member>,
    requests: SavedRequests,
    /// Its messages, and whether each was retracted.
    messages: BTreeMap<u64, bool>,
    due: Vec<(Stream, VecDeque<Due>)>,
    last: Vec<(Stream, u64)>,
    last_of: Vec<((Seat, Seat, crate::invariants::Subject), u64)>,
    got: Vec<((u64, Seat), BTreeSet<u32>)>,
    got_ordered: Vec<(u64, Seat)>,
    taken_back: Vec<(u64, Seat)>,
    apart: Vec<(Seat, Seat)>,
    severed: Vec<((Seat, Seat), u64)>,
    missed: Vec<(Seat, u64)>,
    lost: Vec<Seat>,
    interaction_types: Vec<(
        (Seat, hyla_types::InteractionClassHandle),
        hyla_types::TransportationTypeHandle,
    )>,
    stamps: Vec<i64>,
    subjects: Vec<(hyla_types::MessageRetractionHandle, Subject)>,
    acquiring: Vec<(
        (
            Seat,
            hyla_types::ObjectInstanceHandle,
            hyla_types::AttributeHandle,
        ),
        Acquisition,
    )>,
    points: Vec<(String, Point)>,
    synchronized: Vec<((Seat, String), Ends)>,
    divesting: Vec<(
        Seat,
        hyla_types::ObjectInstanceHandle,
        hyla_types::AttributeHandle,
    )>,
}

impl Judge {
    /// The execution of that name with members.
    pub(crate) fn execution_named(&self, name: &str) -> Option<u64> {
        let mut all = self.executions.iter();
        all.find(|(_, e)| e.name == name && !e.members.is_empty())
            .map(|(number, _)| *number)
    }

    /// What is known of an execution; nothing if a member is on its way out, so that it is not clear
    /// what it leaves.
    pub(crate) fn capture(&self, number: u64) -> Option<Image> {
        let execution = self.executions.get(&number)?.clone();
        let mut members = BTreeMap::new();
        for federate in execution.members.keys() {
            let seat = Seat {
                execution: number,
                federate: *federate,
            };
            let member = self.members.get(&seat).filter(|m| !m.resigning)?;
            members.insert(*federate, member.clone());
        }
        let here = |seat: &Seat| seat.execution == number;
        let messages = self.messages.iter().enumerate();
        Some(Image {
            members,
            requests: self.requests.capture(number),
            messages: messages
                .filter(|(_, m)| here(&m.from) && !m.undone)
                .map(|(at, m)| (at as u64, m.retracted))
                .collect(),
            due: picked(&self.due, |(to, ..)| here(to)),
            last: picked(&self.last, |(to, ..)| here(to)),
            last_of: picked(&self.last_of, |(to, ..)| here(to)),
            got: picked(&self.got, |(_, seat)| here(seat)),
            got_ordered: chosen(&self.got_ordered, |(_, seat)| here(seat)),
            taken_back: chosen(&self.taken_back, |(_, seat)| here(seat)),
            apart: chosen(&self.apart, |(a, _)| here(a)),
            severed: picked(&self.severed, |(a, _)| here(a)),
            missed: chosen(&self.missed, |(seat, _)| here(seat)),
            lost: chosen(&self.lost, here),
            interaction_types: picked(&self.interaction_types, |(seat, _)| here(seat)),
            stamps: chosen(&self.stamps, |(e, _)| *e == number)
                .into_iter()
                .map(|(_, time)| time)
                .collect(),
            subjects: picked(&self.subjects, |(e, _)| *e == number)
                .into_iter()
                .map(|((_, handle), subject)| (handle, subject))
                .collect(),
            acquiring: picked(&self.acquiring, |(seat, ..)| here(seat)),
            points: picked(&self.points, |(e, _)| *e == number)
                .into_iter()
                .map(|((_, label), point)| (label, point))
                .collect(),
            synchronized: picked(&self.synchronized, |(seat, _)| here(seat)),
            divesting: chosen(&self.divesting, |(seat, ..)| here(seat)),
            execution,
        })
    }

    /// The execution is the saved one from now on; each member becomes the one that `handles` says.
    pub(crate) fn put_back(
        &mut self,
        number: u64,
        image: &Image,
        handles: &BTreeMap<FederateHandle, FederateHandle>,
    ) {
        let at = |federate| Seat {
            execution: number,
            federate,
        };
        let re = |seat: Seat| at(seat.federate);
        let here = |seat: &Seat| seat.execution == number;
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
            let text = format!("{saved:?} were saved, restored are {handles:?}");
            return self.violated(text);
        }
        let next = now.log.len() as u64;
        *now = Execution {
            name: std::mem::take(&mut now.name),
            log: std::mem::take(&mut now.log),
            declarations: std::mem::take(&mut now.declarations),
            ..image.execution.clone()
        };
        // What a federate deletes that has asked to leave and has not heard of the restore may be what is restored.
        for (object, it) in &mut now.objects {
            let concerned = |f: &FederateHandle| it.owns_any(*f) || object.registrant() == *f;
            if it.fate == Fate::Alive && leaving.iter().any(concerned) {
                it.fate = Fate::Unsure;
            }
        }
        self.members
            .retain(|seat, _| !here(seat) || !handles.contains_key(&seat.federate));
        self.due.retain(|(to, ..), _| !here(to));
        self.last.retain(|(to, ..), _| !here(to));
        self.last_of.retain(|(to, ..), _| !here(to));
        self.got.retain(|(_, seat), _| !here(seat));
        self.got_ordered.retain(|(_, seat)| !here(seat));
        self.taken_back.retain(|(_, seat)| !here(seat));
        self.apart.retain(|(a, _)| !here(a));
        self.lost.retain(|seat| !here(seat));
        self.interaction_types.retain(|(seat, _), _| !here(seat));
        self.stamps.retain(|(e, _)| *e != number);
        self.subjects.retain(|(e, _), _| *e != number);
        self.acquiring.retain(|(seat, ..), _| !here(seat));
        self.points.retain(|(e, _), _| *e != number);
        self.synchronized.retain(|(seat, _), _| !here(seat));
        self.divesting.retain(|(seat, ..)| !here(seat));
        self.owed.retain(|seat, _| !here(seat));
        for (at, message) in self.messages.iter_mut().enumerate() {
            match image.messages.get(&(at as u64)) {
                Some(retracted) => {
                    message.from.execution = number;
                    message.retracted = *retracted;
                    message.undone = false;
                    // The declarations that preceded it were saved with it.
                    message.preceding = Preceding::default();
                }
                None => message.undone |= here(&message.from),
            }
        }
        self.requests.put_back(number, &image.requests);
        for (federate, member) in &image.members {
            let seat = at(*federate);
            let Some(process) = sits.get(federate) else {
                // Its process is dead, and the RTI has not heard.
                self.lost.insert(seat);
                continue;
            };
            let member = Member {
                process: *process,
                part: Part::HasRestored,
                // It has asked to leave before it heard of the restore.
                resigning: leaving.contains(federate),
                declared: 0,
                logged: Vec::new(),
                settling: None,
                newest: 0,
                next_log: next,
                first_log: next,
                ..member.clone()
            };
            self.members.insert(seat, member);
            let mut ends = owed.get(federate).cloned().unwrap_or_default();
            ends.push_back(End::Restored);
            self.owed.insert(seat, ends);
        }
        let there = |seat: &Seat| sits.contains_key(&seat.federate);
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
            .extend(got.map(|((m, seat), v)| ((*m, re(*seat)), v.clone())));
        self.got_ordered
            .extend(image.got_ordered.iter().map(|(m, s)| (*m, re(*s))));
        self.taken_back
            .extend(image.taken_back.iter().map(|(m, s)| (*m, re(*s))));
        self.apart
            .extend(image.apart.iter().map(|(a, b)| (re(*a), re(*b))));
        // What broke since the save is broken all the same.
        for ((a, b), before) in &image.severed {
            let known = self.severed.entry((re(*a), re(*b))).or_default();
            *known = (*known).max(*before);
        }
        self.missed
            .extend(image.missed.iter().map(|(seat, m)| (re(*seat), *m)));
        let lost = image.lost.iter().filter(|seat| !there(seat));
        self.lost.extend(lost.map(|seat| re(*seat)));
        let types = image.interaction_types.iter();
        self.interaction_types
            .extend(types.map(|((s, c), t)| ((re(*s), *c), *t)));
        self.stamps
            .extend(image.stamps.iter().map(|time| (number, *time)));
        let subjects = image.subjects.iter();
        self.subjects
            .extend(subjects.map(|(h, subject)| ((number, *h), subject.clone())));
        let acquiring = image.acquiring.iter().filter(|((seat, ..), _)| there(seat));
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
        // A save that was asked for before is given up.
        self.coordination(number).give_up_wanted();
        self.restores += 1;
        let moved = handles.iter().any(|(before, after)| before != after);
        self.moved += u64::from(moved);
    }

    /// What a federate sees right after a restore must be what it saw when it saved.
    pub(crate) fn restored_problem(
        &self,
        seat: Seat,
        core: &hyla_core::member::Member,
    ) -> Option<String> {
        let member = self.members.get(&seat)?;
        let execution = self.executions.get(&seat.execution)?;
        if core.handle() != Some(seat.federate) {
            return Some(format!("its handle is {:?}", core.handle()));
        }
        if member.resigning {
            // Before it was told, and what it owned is given up already.
            return None;
        }
        for (object, it) in &execution.objects {
            let known = member.known.get(object).map(|k| k.class);
            let told = core.known_object_class_handle(*object).ok();
            if known != told {
                return Some(format!("{object:?} was known as {known:?}, is {told:?}"));
            }
            if known.is_some() && core.object_instance_name(*object).ok() != Some(&it.name) {
                return Some(format!("{object:?} was called {:?}", it.name));
            }
            let all = it.registered.iter().chain(it.owner.keys());
            let mut wrong = all.filter(|a| {
                let owns = core.is_attribute_owned_by_federate(*object, **a);
                known.is_some() && owns.unwrap_or(false) != it.owns(seat.federate, **a)
            });
            if let Some(attribute) = wrong.next() {
                return Some(format!("ownership of {attribute:?} of {object:?} differs"));
            }
        }
        let clock = &member.clock;
        let time = core.logical_time().ok().map(number);
        if time != Some(clock.now) && !(time.is_none() && clock.now == 0) {
            return Some(format!("it was at {}, is at {time:?}", clock.now));
        }
        if core.lookahead().is_ok() != clock.lookahead.is_some() {
            return Some(format!("it looked ahead {:?}", clock.lookahead));
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
