//! The judge of synchronization points: announcements, arrivals, and the end of each point.

use std::collections::{BTreeMap, BTreeSet};

use hyla_core::callback::Callback;
use hyla_types::{FederateHandle, SynchronizationPointFailureReason as Reason};

use crate::invariants::Judge;
use crate::model::Membership;
use crate::receiving::{Verdict, ensure};

/// A point as the RTI must see it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    /// Empty: all federates, later ones included.
    fixed: BTreeSet<FederateHandle>,
    members: BTreeSet<FederateHandle>,
    arrived: BTreeMap<FederateHandle, bool>,
}

/// Points that one federate was informed of.
#[derive(Clone, Debug, Default)]
pub(crate) struct PointsSeen {
    /// Labels of registrations without an answer.
    pub(crate) asked: Vec<String>,
    /// Labels announced, and whether it has arrived.
    pub(crate) open: BTreeMap<String, bool>,
}

impl Judge {
    /// The RTI handles a registration.
    pub(crate) fn point_registered(
        &mut self,
        membership: Membership,
        label: &str,
        fixed: BTreeSet<FederateHandle>,
    ) {
        let Some(execution) = self.executions.get(&membership.execution) else {
            return;
        };
        let there: BTreeSet<_> = execution.members.keys().copied().collect();
        let taken = self
            .points
            .contains_key(&(membership.execution, label.to_owned()));
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
            .insert((membership.execution, label.to_owned()), point);
    }

    /// The RTI receives an arrival.
    pub(crate) fn point_achieved(
        &mut self,
        membership: Membership,
        label: &str,
        successfully: bool,
    ) {
        let at = (membership.execution, label.to_owned());
        if let Some(point) = self.points.get_mut(&at) {
            point.arrived.insert(membership.federate, successfully);
        }
        self.end_points(membership.execution);
    }

    /// A federate joined: open points concern it as well.
    pub(crate) fn point_newcomer(&mut self, membership: Membership) {
        for ((execution, _), point) in &mut self.points {
            if *execution == membership.execution && point.fixed.is_empty() {
                point.members.insert(membership.federate);
            }
        }
    }

    /// A federate left.
    pub(crate) fn point_leaver(&mut self, membership: Membership) {
        for ((execution, _), point) in &mut self.points {
            if *execution == membership.execution {
                point.members.remove(&membership.federate);
                point.arrived.remove(&membership.federate);
            }
        }
        self.end_points(membership.execution);
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
                let membership = Membership {
                    execution,
                    federate,
                };
                let told = self
                    .synchronized
                    .entry((membership, label.clone()))
                    .or_default();
                told.push_back(failed.clone());
            }
        }
    }

    /// Callbacks about points.
    pub(crate) fn about_points(
        &mut self,
        membership: Membership,
        callback: &Callback<'_>,
    ) -> Verdict {
        let Some(member) = self.members.get_mut(&membership) else {
            return Ok(());
        };
        let announced = &mut member.announced;
        let answer = |announced: &mut PointsSeen, label: &String| {
            let at = announced.asked.iter().position(|asked| asked == label);
            let at = at.ok_or("the federate did not register it")?;
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
                ensure(known, || "the reason for the failure is wrong".into())
            }
            Callback::AnnounceSynchronizationPoint { label, .. } => {
                let before = announced.open.insert(label.clone(), false);
                ensure(before.is_none(), || "it was announced before".into())
            }
            Callback::FederationSynchronized { label, failed } => {
                let arrived = announced.open.remove(label);
                ensure(arrived == Some(true), || {
                    format!("the federate has not arrived: {arrived:?}")
                })?;
                let due = self.synchronized.get_mut(&(membership, label.clone()));
                let due = due.and_then(std::collections::VecDeque::pop_front);
                let told: BTreeSet<_> = failed.iter().collect();
                ensure(due.as_ref() == Some(&told), || {
                    format!("the failed federates are {due:?}")
                })
            }
            _ => Ok(()),
        }
    }

    /// All messages have arrived: federates and RTI must agree which points are open.
    pub(crate) fn point_problem(&self) -> Option<String> {
        let open = self.members.iter().find_map(|(membership, member)| {
            let announced = &member.announced;
            if !announced.asked.is_empty() {
                return Some(format!("{membership:?} got no answer for {announced:?}"));
            }
            let stale = announced.open.keys().find(|label| {
                let point = self.points.get(&(membership.execution, (*label).clone()));
                point.is_none_or(|point| !point.members.contains(&membership.federate))
            });
            let unheard = announced.open.iter().find(|(label, arrived)| {
                let point = self.points.get(&(membership.execution, (*label).clone()));
                **arrived && point.is_some_and(|p| !p.arrived.contains_key(&membership.federate))
            });
            let unheard = unheard.map(|(label, _)| {
                format!("the RTI does not know that {membership:?} arrived at {label:?}")
            });
            stale
                .map(|label| format!("{membership:?} was not informed that {label:?} ended"))
                .or(unheard)
        });
        open.or_else(|| {
            self.points.iter().find_map(|((execution, label), point)| {
                let missing = point.members.iter().find(|federate| {
                    let membership = Membership {
                        execution: *execution,
                        federate: **federate,
                    };
                    let member = self.members.get(&membership);
                    member.is_some_and(|m| !m.announced.open.contains_key(label))
                });
                missing.map(|m| format!("{m:?} was not informed of the point {label:?}"))
            })
        })
    }
}
