//! The judge of advisories about instances: scope, and turning updates on and off.
//!
//! Instances with ownership transfers are left out: the time at which both owners agree is
//! uncertain.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
};

use crate::fom::{RATES, Schema};
use crate::invariants::Judge;
use crate::model::{Declared, Execution, Member, Membership, Object};
use crate::receiving::{Verdict, ensure};
use crate::regions::SentRegions;

type InstanceAttribute = (ObjectInstanceHandle, AttributeHandle);

/// Advisories that a federate has received about instances.
#[derive(Clone, Debug, Default)]
pub(crate) struct AdvisoriesSeen {
    /// Attributes that an advisory reported in scope. `false`: uncertain since the federate changed
    /// its subscriptions, which causes no advisory.
    scope: BTreeMap<InstanceAttribute, bool>,
    /// Classes that the federate has unsubscribed since the last quiet point.
    loose: BTreeSet<ObjectClassHandle>,
    /// Regions of the federate were modified since then.
    moved: bool,
    /// Instances deleted locally since then: queued advisories may follow their rediscovery.
    forgotten: BTreeSet<ObjectInstanceHandle>,
    /// Attributes whose updates are turned on, with the rate.
    updates: BTreeMap<InstanceAttribute, Option<String>>,
    /// Not judged any more: the federate has changed the switch.
    pub(crate) no_scope: bool,
    pub(crate) no_updates: bool,
}

impl AdvisoriesSeen {
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
    /// The federate no longer knows an instance.
    pub(crate) fn forget_advisories(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
    ) {
        if let Some(member) = self.members.get_mut(&membership) {
            member.advised.forget(object);
        }
    }

    /// The federate has unsubscribed a class or modified regions.
    pub(crate) fn loosen_scope(
        &mut self,
        membership: Membership,
        class: Option<ObjectClassHandle>,
    ) {
        let Some(member) = self.members.get_mut(&membership) else {
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

    /// All messages have arrived.
    pub(crate) fn tighten_scope(&mut self) {
        for member in self.members.values_mut() {
            member.advised.loose.clear();
            member.advised.moved = false;
            member.advised.forgotten.clear();
        }
    }

    pub(crate) fn told_of_scope(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        enters: bool,
    ) -> Verdict {
        let schema = self.schema(membership).ok_or("no schema")?;
        let settled = object.registrant() == FederateHandle::RTI
            || self
                .object_mut(membership, object)
                .is_some_and(|it| it.is_settled());
        let member = self
            .members
            .get(&membership)
            .ok_or("the federate has left")?;
        let class = member.class_of(object).ok_or("the instance is unknown")?;
        let AdvisoriesSeen {
            moved,
            loose,
            forgotten,
            ..
        } = &member.advised;
        let loose = *moved || loose.contains(&class) || forgotten.contains(&object);
        let judged = settled && !member.advised.no_scope;
        ensure(
            object.registrant() != membership.federate || !settled,
            || "the federate owns it".into(),
        )?;
        for attribute in attributes {
            let member = self
                .members
                .get(&membership)
                .ok_or("the federate has left")?;
            let told = member.advised.scope.get(&(object, attribute)).copied();
            if judged && enters {
                ensure(told != Some(true) || loose, || {
                    format!("{attribute:?} is already in scope")
                })?;
                let mut subscribed = member.mine.attributes_at(class);
                ensure(subscribed.any(|(a, _)| a == attribute), || {
                    format!("{attribute:?} is not subscribed at {class:?}")
                })?;
                let right = self.may_be_in_scope(&schema, membership, object, class, attribute);
                ensure(right || loose, || {
                    format!("{attribute:?} is not in scope at {class:?}")
                })?;
            } else if judged {
                ensure(told.is_some() || loose, || {
                    format!("{attribute:?} was not in scope")
                })?;
            }
            let member = self
                .members
                .get_mut(&membership)
                .ok_or("the federate has left")?;
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
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        // `Some`: turn updates on at that rate; `None`: off.
        on: Option<&Option<String>>,
    ) -> Verdict {
        let leaves = self.members.get(&membership).is_some_and(|m| m.resigning);
        let it = self
            .object_mut(membership, object)
            .ok_or("no such instance")?;
        let settled = it.is_settled();
        let owned = attributes.iter().all(|a| it.owns(membership.federate, a));
        ensure(owned || leaves, || "the federate does not own it".into())?;
        let member = self
            .members
            .get_mut(&membership)
            .ok_or("the federate has left")?;
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
                format!("the last advisory for {attribute:?} was {before:?}")
            })?;
        }
        Ok(())
    }

    /// All messages have arrived: advisories must match the state.
    pub(crate) fn told_problem(
        &self,
        membership: Membership,
        member: &Member,
        execution: &Execution,
    ) -> Option<String> {
        let schema = execution.schema.as_ref()?;
        for (object, class) in member.managed.known() {
            let told = member.advised.scope.get(&(object, schema.privilege));
            let right = member.mine.subscription(class, schema.privilege).is_some();
            if !member.advised.no_scope && told != Some(&false) && told.is_some() != right {
                return Some(format!(
                    "{membership:?}: {object:?} in scope: {right}, but the advisories differ"
                ));
            }
        }
        for (object, known) in &member.known {
            let Some(it) = execution.objects.get(object) else {
                continue;
            };
            let registrant = Membership {
                federate: object.registrant(),
                ..membership
            };
            let there = execution.members.contains_key(&registrant.federate);
            if !there || !it.is_settled() {
                continue;
            }
            if registrant == membership {
                let found =
                    self.update_problem(membership, member, (*object, it), execution, schema);
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let unsure = self.lost.contains(&registrant) || self.are_apart(membership, registrant);
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
                        "{membership:?}: {attribute:?} of {object:?} in scope: {}, told {told}",
                        !passes.is_empty()
                    ));
                }
            }
        }
        None
    }

    fn update_problem(
        &self,
        membership: Membership,
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
            let sent = self.update_regions(schema, membership, it, *attribute);
            let others = execution.members.iter();
            let others = others.filter(|(federate, _)| **federate != membership.federate);
            let wanted = others
                .filter_map(|(_, (declared, _))| {
                    let class = declared.candidate(lineage)?;
                    declared.wants(schema, class, *attribute, &sent)
                })
                .max();
            let wanted = wanted.map(|WantedRate(rate)| rate.map(|at| RATES[at].to_owned()));
            let told = member.advised.updates.get(&(object, *attribute));
            if wanted.as_ref() != told {
                return Some(format!(
                    "{membership:?}: updates of {attribute:?} of {object:?} wanted: {wanted:?}, told {told:?}"
                ));
            }
        }
        None
    }
}

/// Wanted update rate: number in the table of rates, or unlimited.
#[derive(PartialEq, Eq)]
struct WantedRate(Option<usize>);

/// Faster rates compare greater, as in the table of rates.
impl Ord for WantedRate {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |WantedRate(rate): &Self| (rate.is_none(), *rate);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for WantedRate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Declared {
    /// Rate at which active subscriptions of exactly this class want updates sent with these
    /// regions.
    fn wants(
        &self,
        schema: &Schema,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
        sent: &SentRegions,
    ) -> Option<WantedRate> {
        let regional = self.regional.attributes.get(&class);
        let regional = regional.and_then(|at_class| at_class.get(&attribute));
        let passes = self.passes(schema, class, attribute, sent);
        let subscriptions = passes.into_keys().filter_map(|by| match by {
            None => self.subscription(class, attribute),
            Some(region) => regional?.get(&region).copied(),
        });
        let active = subscriptions.filter(|subscription| subscription.active);
        active
            .map(|subscription| WantedRate(subscription.reduced))
            .max()
    }
}
