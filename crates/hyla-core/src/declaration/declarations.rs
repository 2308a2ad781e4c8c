//! Publications and subscriptions of one federate.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, InteractionClassHandle, InteractionClassHandleSet,
    ObjectClassHandle,
};
use serde::{Deserialize, Serialize};

use super::regional::Regional;
use super::subscription::Subscription;
use crate::executive::ENTRY_BYTES;
use crate::message::DeclarationChange;

/// Everything that one federate publishes and subscribes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declarations {
    published: BTreeMap<ObjectClassHandle, AttributeHandleSet>,
    subscribed: BTreeMap<ObjectClassHandle, BTreeMap<AttributeHandle, Subscription>>,
    published_interactions: InteractionClassHandleSet,
    pub(super) subscribed_interactions: BTreeMap<InteractionClassHandle, bool>,
    pub(super) published_directed: BTreeMap<ObjectClassHandle, InteractionClassHandleSet>,
    /// The flag: universally.
    pub(super) subscribed_directed:
        BTreeMap<ObjectClassHandle, BTreeMap<InteractionClassHandle, bool>>,
    pub(super) regional: Regional,
}

impl Declarations {
    /// Applies a change that was checked before. Applying it twice is harmless.
    pub fn apply(&mut self, change: &DeclarationChange) {
        use DeclarationChange as Change;
        match change {
            Change::PublishObjectClass { class, attributes } => {
                if !attributes.is_empty() {
                    self.published.entry(*class).or_default().extend(attributes);
                }
            }
            Change::UnpublishObjectClass { class, attributes } => {
                take_out(&mut self.published, *class, attributes.as_ref());
            }
            Change::PublishInteractionClass { class } => {
                self.published_interactions.insert(*class);
            }
            Change::UnpublishInteractionClass { class } => {
                self.published_interactions.remove(*class);
            }
            Change::SubscribeObjectClass {
                class,
                attributes,
                active,
                rate,
            } => {
                if !attributes.is_empty() {
                    let subscription = Subscription {
                        active: *active,
                        rate: *rate,
                    };
                    let at_class = self.subscribed.entry(*class).or_default();
                    at_class.extend(attributes.iter().map(|a| (a, subscription)));
                }
            }
            Change::UnsubscribeObjectClass {
                class,
                attributes: None,
            } => {
                self.subscribed.remove(class);
            }
            Change::UnsubscribeObjectClass {
                class,
                attributes: Some(attributes),
            } => {
                if let Some(at_class) = self.subscribed.get_mut(class) {
                    at_class.retain(|a, _| !attributes.contains(*a));
                    if at_class.is_empty() {
                        self.subscribed.remove(class);
                    }
                }
            }
            Change::SubscribeInteractionClass { class, active } => {
                self.subscribed_interactions.insert(*class, *active);
            }
            Change::UnsubscribeInteractionClass { class } => {
                self.subscribed_interactions.remove(class);
            }
            Change::PublishDirected {
                class,
                interactions,
            } => {
                if !interactions.is_empty() {
                    self.published_directed
                        .entry(*class)
                        .or_default()
                        .extend(interactions);
                }
            }
            Change::UnpublishDirected {
                class,
                interactions,
            } => {
                take_out(&mut self.published_directed, *class, interactions.as_ref());
            }
            Change::SubscribeDirected {
                class,
                interactions,
                universally,
            } => {
                if !interactions.is_empty() {
                    let at_class = self.subscribed_directed.entry(*class).or_default();
                    at_class.extend(interactions.iter().map(|i| (i, *universally)));
                }
            }
            Change::UnsubscribeDirected {
                class,
                interactions: None,
            } => {
                self.subscribed_directed.remove(class);
            }
            Change::UnsubscribeDirected {
                class,
                interactions: Some(interactions),
            } => {
                if let Some(at_class) = self.subscribed_directed.get_mut(class) {
                    at_class.retain(|i, _| !interactions.contains(*i));
                    if at_class.is_empty() {
                        self.subscribed_directed.remove(class);
                    }
                }
            }
            Change::SubscribeObjectClassWithRegions { .. }
            | Change::UnsubscribeObjectClassWithRegions { .. }
            | Change::SubscribeInteractionClassWithRegions { .. }
            | Change::UnsubscribeInteractionClassWithRegions { .. }
            | Change::CommitRegions { .. } => self.regional.apply(change),
        }
    }

    /// Memory that they take, about.
    pub(crate) fn kept_bytes(&self) -> usize {
        let published = self.published.values().map(|set| 1 + set.len());
        let subscribed = self.subscribed.values().map(|set| 1 + set.len());
        let directed = self.published_directed.values().map(|set| 1 + set.len());
        let heard = self.subscribed_directed.values().map(|set| 1 + set.len());
        let interactions = [
            self.published_interactions.len(),
            self.subscribed_interactions.len(),
        ];
        let sets = published.chain(subscribed).chain(directed).chain(heard);
        let entries: usize = sets.chain(interactions).sum();
        ENTRY_BYTES * entries + self.regional.kept_bytes()
    }

    /// Attributes published at exactly this class.
    #[must_use]
    pub fn published(&self, class: ObjectClassHandle) -> Option<&AttributeHandleSet> {
        self.published.get(&class)
    }

    /// Classes at which something is published.
    pub fn published_classes(&self) -> impl Iterator<Item = ObjectClassHandle> + '_ {
        self.published.keys().copied()
    }

    /// Whether exactly this interaction class is published.
    #[must_use]
    pub fn publishes_interaction(&self, class: InteractionClassHandle) -> bool {
        self.published_interactions.contains(class)
    }

    /// Interaction classes that are published.
    pub fn published_interactions(&self) -> impl Iterator<Item = InteractionClassHandle> + '_ {
        self.published_interactions.iter()
    }

    /// Object classes with the interaction classes that may be directed at their instances.
    pub fn published_directed(
        &self,
    ) -> impl Iterator<Item = (ObjectClassHandle, &InteractionClassHandleSet)> {
        self.published_directed
            .iter()
            .map(|(class, set)| (*class, set))
    }

    /// Classes at which something is subscribed.
    pub fn subscribed_classes(&self) -> impl Iterator<Item = ObjectClassHandle> + '_ {
        let plain = self.subscribed.keys().copied();
        let regional = self.regional.classes();
        plain.chain(regional.filter(|class| !self.subscribed.contains_key(class)))
    }

    /// Interaction classes that are subscribed, and whether actively.
    pub fn subscribed_interactions(
        &self,
    ) -> impl Iterator<Item = (InteractionClassHandle, bool)> + '_ {
        let plain = self.subscribed_interactions.keys().copied();
        let regional = self.regional.interaction_classes();
        let regional = regional.filter(|class| !self.subscribed_interactions.contains_key(class));
        plain
            .chain(regional)
            .filter_map(|class| Some((class, self.interaction_activity(class)?)))
    }

    /// Object classes with the interaction classes of their directed subscriptions.
    pub fn subscribed_directed(
        &self,
    ) -> impl Iterator<
        Item = (
            ObjectClassHandle,
            impl Iterator<Item = InteractionClassHandle> + '_,
        ),
    > + '_ {
        self.subscribed_directed
            .iter()
            .map(|(class, set)| (*class, set.keys().copied()))
    }

    /// Whether anything is subscribed at exactly this class, plainly or with regions.
    #[must_use]
    pub fn subscribes_at(&self, class: ObjectClassHandle) -> bool {
        self.subscribed.contains_key(&class) || self.subscribes_regionally_at(class)
    }

    /// How an attribute is subscribed without regions at exactly this class.
    #[must_use]
    pub fn subscription(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Option<Subscription> {
        self.subscribed.get(&class)?.get(&attribute).copied()
    }

    /// Attributes subscribed without regions at exactly this class.
    pub fn subscribed_at(
        &self,
        class: ObjectClassHandle,
    ) -> impl Iterator<Item = (AttributeHandle, Subscription)> + '_ {
        self.subscribed
            .get(&class)
            .into_iter()
            .flatten()
            .map(|(a, s)| (*a, *s))
    }

    /// The class as which an instance is discovered: the nearest of `lineage` with a subscription.
    #[must_use]
    pub fn candidate(&self, lineage: &[ObjectClassHandle]) -> Option<ObjectClassHandle> {
        lineage.iter().copied().find(|c| self.subscribes_at(*c))
    }

    /// The class as which an interaction is received: the nearest of `lineage` that is subscribed,
    /// and whether actively.
    #[must_use]
    pub fn received_as(
        &self,
        lineage: &[InteractionClassHandle],
    ) -> Option<(InteractionClassHandle, bool)> {
        lineage
            .iter()
            .find_map(|c| Some((*c, self.interaction_activity(*c)?)))
    }

    /// Whether any class of `lineage` is subscribed actively.
    #[must_use]
    pub fn wants_actively(&self, lineage: &[InteractionClassHandle]) -> bool {
        lineage
            .iter()
            .any(|c| self.interaction_activity(*c) == Some(true))
    }
}

fn take_out<K: Ord, H: Copy + Ord>(
    table: &mut BTreeMap<K, hyla_types::HandleSet<H>>,
    class: K,
    what: Option<&hyla_types::HandleSet<H>>,
) {
    let Some(at_class) = table.get_mut(&class) else {
        return;
    };
    let rest = what
        .map(|gone| at_class.difference(gone))
        .unwrap_or_default();
    if rest.is_empty() {
        table.remove(&class);
    } else {
        *at_class = rest;
    }
}

/// The class whose instances a member may be able to discover by a change of its declarations, apart
/// from those that its regions reach anew.
pub(crate) fn discoverable_by(
    before: &Declarations,
    change: &DeclarationChange,
) -> Option<ObjectClassHandle> {
    match change {
        DeclarationChange::SubscribeObjectClass { class, .. } => Some(*class),
        DeclarationChange::SubscribeObjectClassWithRegions { class, pairs, .. } => {
            let mut attributes = pairs.iter().flat_map(|(attributes, _)| attributes);
            (!attributes.all(|a| before.subscribes(*class, a))).then_some(*class)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASS: ObjectClassHandle = ObjectClassHandle::new(2);
    const A: AttributeHandle = AttributeHandle::new(1);
    const B: AttributeHandle = AttributeHandle::new(2);

    fn subscribe(attributes: &[AttributeHandle], active: bool) -> DeclarationChange {
        let attributes = attributes.iter().copied().collect();
        DeclarationChange::SubscribeObjectClass {
            class: CLASS,
            attributes,
            active,
            rate: None,
        }
    }

    #[test]
    fn subscribing_again_replaces_the_flag_of_the_named_attributes_only() {
        let mut declarations = Declarations::default();

        declarations.apply(&subscribe(&[A, B], true));
        declarations.apply(&subscribe(&[A], false));

        assert_eq!(
            declarations.subscription(CLASS, A).map(|s| s.active),
            Some(false)
        );
        assert_eq!(
            declarations.subscription(CLASS, B).map(|s| s.active),
            Some(true)
        );
    }

    #[test]
    fn an_empty_set_changes_nothing() {
        let mut declarations = Declarations::default();

        declarations.apply(&subscribe(&[], true));

        assert_eq!(declarations, Declarations::default());
    }

    #[test]
    fn a_class_with_nothing_left_is_not_subscribed() {
        let mut declarations = Declarations::default();
        declarations.apply(&subscribe(&[A], true));

        let attributes = Some(AttributeHandleSet::from([A, B]));
        declarations.apply(&DeclarationChange::UnsubscribeObjectClass {
            class: CLASS,
            attributes,
        });

        assert_eq!(declarations.candidate(&[CLASS]), None);
    }
}
