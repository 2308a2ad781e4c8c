//! `turnUpdatesOnForObjectInstance` and its counterpart (clauses 6.21 and 6.22 in 2010, 6.23 and
//! 6.24 in 2025).
//!
//! Without regions, relevance depends on the class alone: it is kept for each class of which the
//! federate owns instances and reported for each instance. For instances with regions it is kept for
//! each: only subscriptions that overlap count.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{AttributeHandleSet, ObjectInstanceHandle};

use super::wanted::Wanted;
use crate::callback::Callback;
use crate::declaration::fastest;
use crate::fdd::Fdd;
use crate::member::{CallbackQueue, Joined};
use crate::message::Rate;

impl Joined {
    /// Attributes are owned from now on, all of the instance or `only` these: reports the relevant ones to the federate.
    pub(crate) fn advise_of_relevance(
        &mut self,
        object: ObjectInstanceHandle,
        only: Option<&AttributeHandleSet>,
        queue: &mut CallbackQueue,
    ) {
        let Some(class) = self.objects.record(object).map(|i| i.class) else {
            return;
        };
        if self.declarations.relevant(class).is_none() {
            self.declarations
                .refresh_relevant(class, &self.fdd, &self.roster);
        }
        let wanted = match self.wanted_of(object) {
            Some(wanted) => {
                self.ddm.note_relevant(object, wanted.clone());
                wanted
            }
            None if !self.switches.attribute_relevance_advisory => return,
            None => self
                .declarations
                .relevant(class)
                .cloned()
                .unwrap_or_default(),
        };
        if self.switches.attribute_relevance_advisory {
            self.tell_relevance(object, &Wanted::new(), &wanted, only, queue);
        }
    }

    /// Attributes of an instance with regions that others want; `None` for one without regions.
    fn wanted_of(&mut self, object: ObjectInstanceHandle) -> Option<Wanted> {
        let instance = self.objects.record(object)?;
        let used = self.ddm.used_by(object)?;
        let Self {
            declarations,
            fdd,
            roster,
            ..
        } = self;
        let lineage = &fdd.object_class(instance.class)?.lineage;
        let mut wanted = Wanted::new();
        for (attribute, interest) in declarations
            .interest_in_class(instance.class, fdd, roster)
            .attributes()
        {
            let Some(regions) = used.attributes.get(&attribute) else {
                wanted.extend(interest.wanted.map(|rate| (attribute, rate)));
                continue;
            };
            let overlapping = self
                .ddm
                .subscriptions_of_others((instance.class, attribute), regions)
                .filter(|party| {
                    let peer = party.member.and_then(|slot| roster.peer_at(slot));
                    let candidate = peer.and_then(|peer| peer.declarations.candidate(lineage));
                    candidate == Some(party.class)
                });
            let rate = overlapping.fold(interest.wanted_plainly, |so_far, party| {
                fastest(fdd, so_far, party.subscription)
            });
            wanted.extend(rate.map(|rate| (attribute, rate)));
        }
        Some(wanted)
    }

    /// Interest of others in instances with regions, or the existence of such instances, may have changed.
    pub(crate) fn refresh_relevance_of(
        &mut self,
        objects: BTreeSet<ObjectInstanceHandle>,
        queue: &mut CallbackQueue,
    ) {
        for object in objects {
            let Some(class) = self.objects.record(object).map(|i| i.class) else {
                continue;
            };
            let of_class = self.declarations.relevant(class).cloned();
            let of_class = of_class.unwrap_or_default();
            let before = self.ddm.take_relevant(object);
            let before = before.unwrap_or_else(|| of_class.clone());
            let now = match self.wanted_of(object) {
                Some(wanted) => {
                    self.ddm.note_relevant(object, wanted.clone());
                    wanted
                }
                None => of_class,
            };
            if before != now && self.switches.attribute_relevance_advisory {
                self.tell_relevance(object, &before, &now, None, queue);
            }
        }
    }

    /// Interest of others in a class may have changed: reports the instances whose relevance did.
    pub(crate) fn refresh_relevance(&mut self, queue: &mut CallbackQueue) {
        for class in self.declarations.relevant_classes() {
            let (before, now) = self
                .declarations
                .refresh_relevant(class, &self.fdd, &self.roster);
            if before == now || !self.switches.attribute_relevance_advisory {
                continue;
            }
            let handle = self.identity.handle();
            let own = self
                .objects
                .sorted_where(|i| i.class == class && i.owned(handle).is_some());
            let own = own
                .into_iter()
                .filter(|object| self.ddm.used_by(*object).is_none())
                .collect::<Vec<_>>();
            for object in own {
                self.tell_relevance(object, &before, &now, None, queue);
            }
        }
        self.refresh_relevance_of(self.ddm.with_regions(), queue);
    }

    fn tell_relevance(
        &self,
        object: ObjectInstanceHandle,
        before: &Wanted,
        now: &Wanted,
        only: Option<&AttributeHandleSet>,
        queue: &mut CallbackQueue,
    ) {
        let owned = self
            .objects
            .record(object)
            .and_then(|i| i.owned(self.identity.handle()));
        let Some(owned) = owned else { return };
        let owned = only.map_or_else(|| owned.clone(), |only| owned.intersection(only));
        let mut on: BTreeMap<Rate, AttributeHandleSet> = BTreeMap::new();
        for (attribute, rate) in now.iter().filter(|(a, rate)| before.get(a) != Some(rate)) {
            if owned.contains(*attribute) {
                on.entry(*rate).or_default().insert(*attribute);
            }
        }
        for (rate, attributes) in on {
            let update_rate_designator = designator(&self.fdd, rate);
            queue.push(Callback::TurnUpdatesOnForObjectInstance {
                object,
                attributes,
                update_rate_designator,
            });
        }
        let off: AttributeHandleSet = before
            .keys()
            .copied()
            .filter(|a| !now.contains_key(a) && owned.contains(*a))
            .collect();
        if !off.is_empty() {
            queue.push(Callback::TurnUpdatesOffForObjectInstance {
                object,
                attributes: off,
            });
        }
    }
}

fn designator(fdd: &Fdd, rate: Rate) -> Option<String> {
    Some(fdd.update_rate(rate?)?.name.clone())
}
