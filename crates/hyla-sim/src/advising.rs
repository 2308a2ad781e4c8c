//! The judge at advisories about instances: what comes into scope and leaves it, and which updates are wanted.
//!
//! Instances whose attributes change hands are left out: when their owners agree is not clear.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
};

use crate::fom::{RATES, Schema};
use crate::invariants::Judge;
use crate::model::{Declared, Execution, Member, Object, Seat};
use crate::receiving::{Verdict, ensure};
use crate::regions::Sent;

type Part = (ObjectInstanceHandle, AttributeHandle);

/// What a federate was told of instances.
#[derive(Clone, Debug, Default)]
pub(crate) struct Advised {
    /// Attributes that it was told are in scope; not sure any more if it has changed its subscriptions since, of which
    /// it is told nothing.
    scope: BTreeMap<Part, bool>,
    /// Classes whose subscriptions it has taken back since everything was quiet last.
    loose: BTreeSet<ObjectClassHandle>,
    /// Its regions have moved since then.
    moved: bool,
    /// Instances that it has deleted locally since then: what waited may come after they are discovered again.
    forgotten: BTreeSet<ObjectInstanceHandle>,
    /// Attributes that it was told to update, and the rate.
    updates: BTreeMap<Part, Option<String>>,
    /// Not judged any more: it has touched the switch.
    pub(crate) no_scope: bool,
    pub(crate) no_updates: bool,
}

impl Advised {
    pub(crate) fn forget_locally(&mut self, object: ObjectInstanceHandle) {
        self.forget(object);
        self.forgotten.insert(object);
    }

    pub(crate) fn forget(&mut self, object: ObjectInstanceHandle) {
        self.scope.retain(|(of, _), _| *of != object);
        self.updates.retain(|(of, _), _| *of != object);
    }
}

impl Judge {
    /// The federate does not know an instance any more.
    pub(crate) fn forget_advisories(&mut self, seat: Seat, object: ObjectInstanceHandle) {
        if let Some(member) = self.members.get_mut(&seat) {
            member.advised.forget(object);
        }
    }

    /// The federate has taken back subscriptions of a class, or moved regions.
    pub(crate) fn loosen_scope(&mut self, seat: Seat, class: Option<ObjectClassHandle>) {
        let Some(member) = self.members.get_mut(&seat) else {
            return;
        };
        let mut scope = std::mem::take(&mut member.advised.scope);
        for ((object, _), sure) in &mut scope {
            *sure &= class.is_some() && member.class_of(*object) != class;
        }
        let advised = &mut member.advised;
        advised.scope = scope;
        advised.moved |= class.is_none();
        advised.loose.extend(class);
    }

    /// Everything has arrived.
    pub(crate) fn tighten_scope(&mut self) {
        for member in self.members.values_mut() {
            member.advised.loose.clear();
            member.advised.moved = false;
            member.advised.forgotten.clear();
        }
    }

    pub(crate) fn told_of_scope(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        enters: bool,
    ) -> Verdict {
        let schema = self.schema(seat).ok_or("no schema")?;
        let settled = object.registrant() == FederateHandle::RTI
            || self
                .object_mut(seat, object)
                .is_some_and(|it| it.is_settled());
        let member = self.members.get(&seat).ok_or("it has left")?;
        let class = member.class_of(object).ok_or("the instance is unknown")?;
        let Advised {
            moved,
            loose,
            forgotten,
            ..
        } = &member.advised;
        let loose = *moved || loose.contains(&class) || forgotten.contains(&object);
        let judged = settled && !member.advised.no_scope;
        ensure(object.registrant() != seat.federate || !settled, || {
            "it is its own".into()
        })?;
        for attribute in attributes {
            let member = self.members.get(&seat).ok_or("it has left")?;
            let told = member.advised.scope.get(&(object, attribute)).copied();
            if judged && enters {
                ensure(told != Some(true) || loose, || {
                    format!("it was told before that {attribute:?} is in scope")
                })?;
                let mut subscribed = member.mine.attributes_at(class);
                ensure(subscribed.any(|(a, _)| a == attribute), || {
                    format!("{attribute:?} is not subscribed at {class:?}")
                })?;
                let right = self.may_be_in_scope(&schema, seat, object, class, attribute);
                ensure(right || loose, || {
                    format!("{attribute:?} is not in scope at {class:?}")
                })?;
            } else if judged {
                ensure(told.is_some() || loose, || {
                    format!("it was not told before that {attribute:?} is in scope")
                })?;
            }
            let member = self.members.get_mut(&seat).ok_or("it has left")?;
            if enters {
                let sure = judged && !loose;
                member.advised.scope.insert((object, attribute), sure);
            } else if loose {
                member.advised.scope.insert((object, attribute), false);
            } else {
                member.advised.scope.remove(&(object, attribute));
            }
        }
        Ok(())
    }

    pub(crate) fn told_to_update(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        // To update at that rate, or not any more.
        on: Option<&Option<String>>,
    ) -> Verdict {
        let leaves = self.members.get(&seat).is_some_and(|m| m.resigning);
        let it = self.object_mut(seat, object).ok_or("no such instance")?;
        let settled = it.is_settled();
        let owned = attributes.iter().all(|a| it.owns(seat.federate, a));
        ensure(owned || leaves, || "it does not own that".into())?;
        let member = self.members.get_mut(&seat).ok_or("it has left")?;
        let judged = settled && !member.advised.no_updates;
        for attribute in attributes {
            let part = (object, attribute);
            let before = match on {
                Some(rate) => member.advised.updates.insert(part, rate.clone()),
                None => member.advised.updates.remove(&part),
            };
            let right = match on {
                Some(rate) => before.as_ref() != Some(rate),
                None => before.is_some(),
            };
            ensure(right || !judged, || {
                format!("of {attribute:?} it was told {before:?} before")
            })?;
        }
        Ok(())
    }

    /// Everything has arrived: what a federate was told must be so.
    pub(crate) fn told_problem(
        &self,
        seat: Seat,
        member: &Member,
        execution: &Execution,
    ) -> Option<String> {
        let schema = execution.schema.as_ref()?;
        for (object, class) in member.managed.known() {
            let told = member.advised.scope.get(&(object, schema.privilege));
            let right = member.mine.subscription(class, schema.privilege).is_some();
            if !member.advised.no_scope && told != Some(&false) && told.is_some() != right {
                return Some(format!("{seat:?}: {object:?} in scope: {right}, told else"));
            }
        }
        for (object, known) in &member.known {
            let Some(it) = execution.objects.get(object) else {
                continue;
            };
            let registrant = Seat {
                federate: object.registrant(),
                ..seat
            };
            let there = execution.members.contains_key(&registrant.federate);
            if !there || !it.is_settled() {
                continue;
            }
            if registrant == seat {
                let found = self.update_problem(seat, member, (*object, it), execution, schema);
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let unsure = self.lost.contains(&registrant) || self.are_apart(seat, registrant);
            if unsure || member.advised.no_scope {
                continue;
            }
            for attribute in it.owner.keys() {
                let told = match member.advised.scope.get(&(*object, *attribute)) {
                    Some(false) => continue,
                    told => told.is_some(),
                };
                let sent = self.update_regions(schema, registrant, it, *attribute);
                let passes = member.mine.passes(schema, known.class, *attribute, &sent);
                if passes.is_empty() == told {
                    return Some(format!(
                        "{seat:?}: {attribute:?} of {object:?} in scope: {}, told {told}",
                        !passes.is_empty()
                    ));
                }
            }
        }
        None
    }

    fn update_problem(
        &self,
        seat: Seat,
        member: &Member,
        (object, it): (ObjectInstanceHandle, &Object),
        execution: &Execution,
        schema: &Schema,
    ) -> Option<String> {
        if member.advised.no_updates {
            return None;
        }
        let lineage = &schema.object(it.class)?.lineage;
        for attribute in it.owner.keys() {
            let sent = self.update_regions(schema, seat, it, *attribute);
            let others = execution.members.iter();
            let others = others.filter(|(federate, _)| **federate != seat.federate);
            let wanted = others
                .filter_map(|(_, (declared, _))| {
                    let class = declared.candidate(lineage)?;
                    declared.wants(schema, class, *attribute, &sent)
                })
                .max();
            let wanted = wanted.map(|Pace(rate)| rate.map(|at| RATES[at].to_owned()));
            let told = member.advised.updates.get(&(object, *attribute));
            if wanted.as_ref() != told {
                return Some(format!(
                    "{seat:?}: updates of {attribute:?} of {object:?} wanted: {wanted:?}, told {told:?}"
                ));
            }
        }
        None
    }
}

/// How often updates are wanted: at the rate of that number, or without limit.
#[derive(PartialEq, Eq)]
struct Pace(Option<usize>);

/// The faster is the greater, as rates in their table.
impl Ord for Pace {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |Pace(rate): &Self| (rate.is_none(), *rate);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Pace {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Declared {
    /// How often updates that are sent with these regions are wanted by active subscriptions at exactly this class.
    fn wants(
        &self,
        schema: &Schema,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
        sent: &Sent,
    ) -> Option<Pace> {
        let regional = self.regional.attributes.get(&class);
        let regional = regional.and_then(|at_class| at_class.get(&attribute));
        let passes = self.passes(schema, class, attribute, sent);
        let subscriptions = passes.into_keys().filter_map(|by| match by {
            None => self.subscription(class, attribute),
            Some(region) => regional?.get(&region).copied(),
        });
        let active = subscriptions.filter(|subscription| subscription.active);
        active.map(|subscription| Pace(subscription.reduced)).max()
    }
}
