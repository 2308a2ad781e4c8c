//! The judge at synchronization points: who is called, who has come, and that each point ends.

use std::collections::{BTreeMap, BTreeSet};

use hyla_core::callback::Callback;
use hyla_types::{FederateHandle, SynchronizationPointFailureReason as Reason};

use crate::invariants::Judge;
use crate::model::Seat;
use crate::receiving::{Verdict, ensure};

/// A point as the RTI has to see it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    /// Empty: everybody, newcomers included.
    fixed: BTreeSet<FederateHandle>,
    members: BTreeSet<FederateHandle>,
    arrived: BTreeMap<FederateHandle, bool>,
}

/// What one federate was told of points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Announced {
    /// Labels that it registered and was not answered.
    pub(crate) asked: Vec<String>,
    /// Labels announced, and whether it has arrived.
    pub(crate) open: BTreeMap<String, bool>,
}

impl Judge {
    /// The RTI handles a registration.
    pub(crate) fn point_registered(
        &mut self,
        seat: Seat,
        label: &str,
        fixed: BTreeSet<FederateHandle>,
    ) {
        let Some(execution) = self.executions.get(&seat.execution) else {
            return;
        };
        let there: BTreeSet<_> = execution.members.keys().copied().collect();
        let taken = self
            .points
            .contains_key(&(seat.execution, label.to_owned()));
        if taken || !fixed.is_subset(&there) {
            return;
        }
        let members = if fixed.is_empty() {
            there
        } else {
            fixed.clone()
        };
        let point = Point {
            fixed,
            members,
            arrived: BTreeMap::new(),
        };
        self.points
            .insert((seat.execution, label.to_owned()), point);
    }

    /// The RTI hears that a federate has arrived.
    pub(crate) fn point_achieved(&mut self, seat: Seat, label: &str, successfully: bool) {
        let at = (seat.execution, label.to_owned());
        if let Some(point) = self.points.get_mut(&at) {
            point.arrived.insert(seat.federate, successfully);
        }
        self.end_points(seat.execution);
    }

    /// A federate joined: open points concern it as well.
    pub(crate) fn point_newcomer(&mut self, seat: Seat) {
        for ((execution, _), point) in &mut self.points {
            if *execution == seat.execution && point.fixed.is_empty() {
                point.members.insert(seat.federate);
            }
        }
    }

    /// A federate left.
    pub(crate) fn point_leaver(&mut self, seat: Seat) {
        for ((execution, _), point) in &mut self.points {
            if *execution == seat.execution {
                point.members.remove(&seat.federate);
                point.arrived.remove(&seat.federate);
            }
        }
        self.end_points(seat.execution);
    }

    fn end_points(&mut self, of: u64) {
        let done: Vec<_> = self
            .points
            .iter()
            .filter(|((execution, _), point)| {
                *execution == of && point.members.iter().all(|m| point.arrived.contains_key(m))
            })
            .map(|(at, point)| (at.clone(), point.clone()))
            .collect();
        for ((execution, label), point) in done {
            self.points.remove(&(execution, label.clone()));
            let failed: BTreeSet<_> = point
                .arrived
                .iter()
                .filter(|(_, successfully)| !**successfully)
                .map(|(federate, _)| *federate)
                .collect();
            for federate in point.members {
                let seat = Seat {
                    execution,
                    federate,
                };
                let told = self.synchronized.entry((seat, label.clone())).or_default();
                told.push_back(failed.clone());
            }
        }
    }

    /// Callbacks about points.
    pub(crate) fn about_points(&mut self, seat: Seat, callback: &Callback<'_>) -> Verdict {
        let Some(member) = self.members.get_mut(&seat) else {
            return Ok(());
        };
        let announced = &mut member.announced;
        let answer = |announced: &mut Announced, label: &String| {
            let at = announced.asked.iter().position(|asked| asked == label);
            let at = at.ok_or("it did not register that")?;
            announced.asked.remove(at);
            Ok(())
        };
        match callback {
            Callback::SynchronizationPointRegistrationSucceeded { label } => {
                answer(announced, label)
            }
            Callback::SynchronizationPointRegistrationFailed { label, reason } => {
                answer(announced, label)?;
                let known = matches!(reason, Reason::LabelNotUnique | Reason::SetMemberNotJoined);
                ensure(known, || "that is no reason".into())
            }
            Callback::AnnounceSynchronizationPoint { label, .. } => {
                let before = announced.open.insert(label.clone(), false);
                ensure(before.is_none(), || "that was announced before".into())
            }
            Callback::FederationSynchronized { label, failed } => {
                let arrived = announced.open.remove(label);
                ensure(arrived == Some(true), || {
                    format!("it has not arrived there: {arrived:?}")
                })?;
                let due = self.synchronized.get_mut(&(seat, label.clone()));
                let due = due.and_then(std::collections::VecDeque::pop_front);
                let told: BTreeSet<_> = failed.iter().collect();
                ensure(due.as_ref() == Some(&told), || {
                    format!("those without success are {due:?}")
                })
            }
            _ => Ok(()),
        }
    }

    /// Everything has arrived: no point is open at a federate that the RTI has ended, or the other
    /// way round.
    pub(crate) fn point_problem(&self) -> Option<String> {
        let open = self.members.iter().find_map(|(seat, member)| {
            let announced = &member.announced;
            if !announced.asked.is_empty() {
                return Some(format!("{seat:?} was not answered {announced:?}"));
            }
            let stale = announced.open.keys().find(|label| {
                let point = self.points.get(&(seat.execution, (*label).clone()));
                point.is_none_or(|point| !point.members.contains(&seat.federate))
            });
            let unheard = announced.open.iter().find(|(label, arrived)| {
                let point = self.points.get(&(seat.execution, (*label).clone()));
                **arrived && point.is_some_and(|p| !p.arrived.contains_key(&seat.federate))
            });
            let unheard = unheard
                .map(|(label, _)| format!("nobody heard that {seat:?} arrived at {label:?}"));
            stale
                .map(|label| format!("{seat:?} was not told that {label:?} ended"))
                .or(unheard)
        });
        open.or_else(|| {
            self.points.iter().find_map(|((execution, label), point)| {
                let missing = point.members.iter().find(|federate| {
                    let seat = Seat {
                        execution: *execution,
                        federate: **federate,
                    };
                    let member = self.members.get(&seat);
                    member.is_some_and(|m| !m.announced.open.contains_key(label))
                });
                missing.map(|m| format!("{m:?} was not told of the point {label:?}"))
            })
        })
    }
}
