//! The sender's view of the others' subscriptions: whom a message of a class goes to.
//!
//! Computed when first needed, thrown away when declarations change; sending only reads bits.

use hyla_types::{AttributeHandle, InteractionClassHandle, ObjectClassHandle};
use rustc_hash::FxHashMap;

use super::subscription::Subscription;
use crate::fdd::Fdd;
use crate::message::Rate;
use crate::roster::{MemberSet, Roster};

/// Receivers of the attributes and interactions of each class.
#[derive(Debug, Default)]
pub(crate) struct Interest {
    objects: FxHashMap<ObjectClassHandle, ClassInterest>,
    interactions: FxHashMap<InteractionClassHandle, MemberSet>,
}

/// Interest in instances registered at one class.
#[derive(Debug, Default)]
pub(crate) struct ClassInterest {
    by_attribute: Vec<(AttributeHandle, AttributeInterest)>,
    /// Members that subscribe anything that makes an instance of the class discoverable.
    pub(crate) discoverers: MemberSet,
}

/// Interest in one attribute of instances registered at one class.
#[derive(Debug, Default)]
pub(crate) struct AttributeInterest {
    /// Members that subscribe it, plainly or with regions: the default region overlaps all of these.
    pub(crate) members: MemberSet,
    /// Fastest rate among the active subscriptions; `None` if there is no active one.
    pub(crate) wanted: Option<Rate>,
    /// Members that subscribe it plainly: every update region overlaps these.
    pub(crate) plain: MemberSet,
    /// Fastest rate among the active plain subscriptions.
    pub(crate) wanted_plainly: Option<Rate>,
}

impl ClassInterest {
    pub(crate) fn attribute(&self, attribute: AttributeHandle) -> Option<&AttributeInterest> {
        let at = self
            .by_attribute
            .binary_search_by_key(&attribute, |(a, _)| *a)
            .ok()?;
        Some(&self.by_attribute[at].1)
    }

    pub(crate) fn attributes(
        &self,
    ) -> impl Iterator<Item = (AttributeHandle, &AttributeInterest)> + '_ {
        self.by_attribute.iter().map(|(a, interest)| (*a, interest))
    }

    /// Attributes with an active subscription, with the fastest rate.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = (AttributeHandle, Rate)> + '_ {
        self.by_attribute
            .iter()
            .filter_map(|(a, interest)| Some((*a, interest.wanted?)))
    }
}

impl Interest {
    /// Forgets everything: a declaration, the roster or the object model changed.
    pub(crate) fn clear(&mut self) {
        self.objects.clear();
        self.interactions.clear();
    }

    pub(crate) fn in_class(
        &mut self,
        class: ObjectClassHandle,
        fdd: &Fdd,
        roster: &Roster,
    ) -> &ClassInterest {
        self.objects
            .entry(class)
            .or_insert_with(|| class_interest(class, fdd, roster))
    }

    pub(crate) fn in_interaction(
        &mut self,
        class: InteractionClassHandle,
        fdd: &Fdd,
        roster: &Roster,
    ) -> &MemberSet {
        self.interactions.entry(class).or_insert_with(|| {
            let lineage = fdd.interaction_class(class).map(|c| c.lineage.as_slice());
            let lineage = lineage.unwrap_or_default();
            roster
                .peers()
                .filter(|(_, peer)| peer.declarations.received_as(lineage).is_some())
                .map(|(slot, _)| slot)
                .collect()
        })
    }
}

fn class_interest(class: ObjectClassHandle, fdd: &Fdd, roster: &Roster) -> ClassInterest {
    let mut interest = ClassInterest::default();
    let Some(class) = fdd.object_class(class) else {
        return interest;
    };
    interest.by_attribute = class
        .attributes
        .iter()
        .map(|a| (a, AttributeInterest::default()))
        .collect();
    for (slot, peer) in roster.peers() {
        let Some(candidate) = peer.declarations.candidate(&class.lineage) else {
            continue;
        };
        interest.discoverers.insert(slot);
        for (attribute, entry) in &mut interest.by_attribute {
            // The peer may know an instance by a class that it subscribed earlier, so any
            // subscription in the lineage counts; the receiver decides.
            let declarations = &peer.declarations;
            let mut lineage = class.lineage.iter();
            if lineage.any(|&c| declarations.subscription(c, *attribute).is_some()) {
                entry.plain.insert(slot);
            }
            let mut lineage = class.lineage.iter();
            if lineage.any(|&c| declarations.subscribes(c, *attribute)) {
                entry.members.insert(slot);
            }
            if let Some(subscription) = declarations.subscription(candidate, *attribute) {
                entry.wanted_plainly = fastest(fdd, entry.wanted_plainly, subscription);
                entry.wanted = fastest(fdd, entry.wanted, subscription);
            }
            let regional = declarations.regional(candidate, *attribute);
            for subscription in regional.into_iter().flat_map(|by| by.values()) {
                entry.wanted = fastest(fdd, entry.wanted, *subscription);
            }
        }
    }
    interest
}

/// Both subscriptions taken together: active if one is, at the higher rate.
pub(crate) fn faster(fdd: &Fdd, one: Subscription, other: Subscription) -> Subscription {
    let rate = if hertz(fdd, one.rate) >= hertz(fdd, other.rate) {
        one.rate
    } else {
        other.rate
    };
    Subscription {
        active: one.active || other.active,
        rate,
    }
}

fn hertz(fdd: &Fdd, rate: Rate) -> f64 {
    rate.and_then(|r| fdd.update_rate(r))
        .map_or(f64::INFINITY, |rate| rate.rate_hz)
}

/// The fastest rate among active subscriptions, with one more.
pub(crate) fn fastest(fdd: &Fdd, so_far: Option<Rate>, subscription: Subscription) -> Option<Rate> {
    if !subscription.active {
        return so_far;
    }
    match so_far {
        Some(rate) if hertz(fdd, rate) >= hertz(fdd, subscription.rate) => so_far,
        _ => Some(subscription.rate),
    }
}
