//! Declaration management in the random program.

use std::collections::BTreeSet;

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, InteractionClassHandle,
    InteractionClassHandleSet, ObjectClassHandle, Service,
};

use crate::fom::RATES;
use crate::model::{Membership, Subscription};
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::world::World;

impl World {
    /// Publishes or subscribes; after the start, also unpublishes and unsubscribes.
    pub(crate) fn declare_something(&mut self, id: ProcessId, settling: bool) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let object = &schema.objects[self.rng.usize(..schema.objects.len())];
        let interaction = &schema.interactions[self.rng.usize(..schema.interactions.len())];
        let (class, sent) = (object.handle, interaction.handle);
        let mut attributes: BTreeSet<AttributeHandle> = object
            .attributes
            .keys()
            .copied()
            .filter(|_| self.rng.u8(..3) != 0)
            .collect();
        if self.rng.u8(..10) == 0 {
            attributes.insert(schema.privilege);
        }
        let directed: BTreeSet<_> = object.directed.iter().copied().collect();
        let interaction = sent;
        let operation = match self.rng.u8(..if settling { 12 } else { 20 }) {
            0..3 => Operation::Publish { class, attributes },
            3..7 => Operation::Subscribe {
                class,
                attributes,
                active: self.rng.u8(..4) != 0,
                rate: self.choose_rate(5),
            },
            7..9 => Operation::PublishInteraction { interaction },
            9..11 => Operation::SubscribeInteraction {
                interaction,
                active: self.rng.u8(..4) != 0,
            },
            11 => return self.choose_directed(id, class, directed, false),
            12 | 13 if self.rng.bool() => Operation::UnpublishClass { class },
            12 | 13 => Operation::Unpublish { class, attributes },
            14..16 if self.rng.bool() => Operation::UnsubscribeClass { class },
            14..16 => Operation::Unsubscribe { class, attributes },
            16 => Operation::UnpublishInteraction { interaction },
            17 | 18 => Operation::UnsubscribeInteraction { interaction },
            _ => return self.choose_directed(id, class, directed, true),
        };
        self.act(id, operation);
    }

    /// Gives an update rate in one of `times` cases.
    pub(super) fn choose_rate(&mut self, times: u8) -> Option<u32> {
        (self.rng.u8(..times) == 0).then(|| self.rng.usize(..RATES.len()) as u32)
    }

    pub(super) fn publish(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        attributes: &BTreeSet<AttributeHandle>,
        privilege: AttributeHandle,
    ) {
        let service = Service::PublishObjectClassAttributes;
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let done = self.call(id, service, |member, links| {
            member.publish_object_class_attributes(class, &set, links)
        });
        self.agree(id, service, &done, None);
        if !attributes.is_empty() {
            self.judge.declare(membership, |mine| {
                let at_class = mine.published.entry(class).or_default();
                at_class.extend(attributes);
                at_class.insert(privilege);
            });
        }
    }

    pub(super) fn unpublish_class(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
    ) {
        let service = Service::UnpublishObjectClass;
        let done = self.call(id, service, |member, links| {
            member.unpublish_object_class(class, links)
        });
        self.agree_on_acquisitions(id, membership, None, service, &done, None);
        if done.is_ok() {
            self.judge.unpublished(membership, class, None);
        }
    }

    pub(super) fn unpublish(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        attributes: &BTreeSet<AttributeHandle>,
    ) {
        let service = Service::UnpublishObjectClassAttributes;
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let done = self.call(id, service, |member, links| {
            member.unpublish_object_class_attributes(class, &set, links)
        });
        self.agree_on_acquisitions(id, membership, None, service, &done, None);
        if done.is_ok() {
            self.judge.unpublished(membership, class, Some(attributes));
        }
    }

    pub(super) fn subscribe(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        attributes: &BTreeSet<AttributeHandle>,
        active: bool,
        reduced: Option<usize>,
    ) {
        let service = Service::SubscribeObjectClassAttributes;
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let activity = if active {
            Activity::Active
        } else {
            Activity::Passive
        };
        let rate = reduced.map_or("", |at| RATES[at]);
        let done = self.call(id, service, |member, links| {
            member.subscribe_object_class_attributes(class, &set, activity, rate, links)
        });
        self.agree(id, service, &done, None);
        let fresh = self.judge.new_epoch();
        if attributes.is_empty() {
            return;
        }
        self.judge.declare(membership, |mine| {
            let at_class = mine.subscribed.entry(class).or_default();
            for attribute in attributes {
                let before = at_class.get(attribute).filter(|s| s.reduced == reduced);
                let epoch = before.map_or(fresh, |s| s.epoch);
                at_class.insert(
                    *attribute,
                    Subscription {
                        active,
                        reduced,
                        epoch,
                    },
                );
            }
        });
    }

    /// Unsubscribes these attributes, or the whole class.
    pub(super) fn unsubscribe(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        attributes: Option<&BTreeSet<AttributeHandle>>,
    ) {
        let set: AttributeHandleSet = attributes.into_iter().flatten().copied().collect();
        if attributes.is_none() {
            let service = Service::UnsubscribeObjectClass;
            let done = self.call(id, service, |member, links| {
                member.unsubscribe_object_class(class, links)
            });
            self.agree(id, service, &done, None);
        } else {
            let service = Service::UnsubscribeObjectClassAttributes;
            let done = self.call(id, service, |member, links| {
                member.unsubscribe_object_class_attributes(class, &set, links)
            });
            self.agree(id, service, &done, None);
        }
        self.judge.loosen_scope(membership, Some(class));
        self.judge.declare(membership, |mine| {
            if let Some(at_class) = mine.subscribed.get_mut(&class) {
                at_class.retain(|a, _| attributes.is_some_and(|some| !some.contains(a)));
                if at_class.is_empty() {
                    mine.subscribed.remove(&class);
                }
            }
        });
    }

    pub(super) fn publish_interaction(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
    ) {
        let service = Service::PublishInteractionClass;
        let done = self.call(id, service, |member, links| {
            member.publish_interaction_class(class, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(membership, |mine| {
            mine.sends.insert(class);
        });
    }

    pub(super) fn unpublish_interaction(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
    ) {
        let service = Service::UnpublishInteractionClass;
        let done = self.call(id, service, |member, links| {
            member.unpublish_interaction_class(class, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(membership, |mine| {
            mine.sends.remove(&class);
        });
        self.judge.interaction_types.remove(&(membership, class));
        if let Some(member) = self.judge.members.get_mut(&membership) {
            member.told_interactions.remove(&class);
        }
    }

    pub(super) fn subscribe_interaction(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        active: bool,
    ) {
        let service = Service::SubscribeInteractionClass;
        let activity = if active {
            Activity::Active
        } else {
            Activity::Passive
        };
        let done = self.call(id, service, |member, links| {
            member.subscribe_interaction_class(class, activity, links)
        });
        self.agree(id, service, &done, None);
        let fresh = self.judge.new_epoch();
        self.judge.declare(membership, |mine| {
            mine.receives.entry(class).or_insert((active, fresh)).0 = active;
        });
    }

    pub(super) fn unsubscribe_interaction(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
    ) {
        let service = Service::UnsubscribeInteractionClass;
        let done = self.call(id, service, |member, links| {
            member.unsubscribe_interaction_class(class, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(membership, |mine| {
            mine.receives.remove(&class);
        });
    }

    /// Declares or sends directed interactions.
    pub(crate) fn work_with_directed(&mut self, id: ProcessId, membership: Membership) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        if self.rng.bool() {
            self.choose_directed_message(id, membership, &schema);
            return;
        }
        let object = &schema.objects[self.rng.usize(..schema.objects.len())];
        let directed: BTreeSet<_> = object.directed.iter().copied().collect();
        let undo = self.rng.u8(..8) == 0;
        self.choose_directed(id, object.handle, directed, undo);
    }

    /// Directed interactions, in 2025 only.
    fn choose_directed(
        &mut self,
        id: ProcessId,
        class: ObjectClassHandle,
        interactions: BTreeSet<InteractionClassHandle>,
        undo: bool,
    ) {
        if self.process(id).edition != Edition::Hla2025 || interactions.is_empty() {
            return;
        }
        let operation = match (undo, self.rng.bool()) {
            (false, true) => Operation::PublishDirected {
                class,
                interactions,
            },
            (false, false) => Operation::SubscribeDirected {
                class,
                interactions,
                universal: self.rng.u8(..4) != 0,
            },
            (true, true) => Operation::UnpublishDirected { class },
            (true, false) => Operation::UnsubscribeDirected {
                class,
                interactions,
            },
        };
        self.act(id, operation);
    }

    pub(super) fn publish_directed(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        interactions: &BTreeSet<InteractionClassHandle>,
    ) {
        let set: InteractionClassHandleSet = interactions.iter().copied().collect();
        let service = Service::PublishObjectClassDirectedInteractions;
        let done = self.call(id, service, |member, links| {
            member.publish_object_class_directed_interactions(class, &set, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(membership, |mine| {
            mine.directs.entry(class).or_default().extend(interactions);
        });
    }

    pub(super) fn subscribe_directed(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        interactions: &BTreeSet<InteractionClassHandle>,
        universal: bool,
    ) {
        let set: InteractionClassHandleSet = interactions.iter().copied().collect();
        let service = Service::SubscribeObjectClassDirectedInteractions;
        let scope = if universal {
            DirectedScope::Universal
        } else {
            DirectedScope::Owned
        };
        let done = self.call(id, service, |member, links| {
            member.subscribe_object_class_directed_interactions(class, &set, scope, links)
        });
        self.agree(id, service, &done, None);
        let fresh = self.judge.new_epoch();
        self.judge.declare(membership, |mine| {
            let at_class = mine.directed.entry(class).or_default();
            at_class.extend(interactions.iter().map(|i| (*i, (universal, fresh))));
        });
    }

    pub(super) fn unpublish_directed(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
    ) {
        let service = Service::UnpublishObjectClassDirectedInteractions;
        let done = self.call(id, service, |member, links| {
            member.unpublish_object_class_directed_interactions(class, None, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(membership, |mine| {
            mine.directs.remove(&class);
        });
    }

    pub(super) fn unsubscribe_directed(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        interactions: &BTreeSet<InteractionClassHandle>,
    ) {
        let set: InteractionClassHandleSet = interactions.iter().copied().collect();
        let service = Service::UnsubscribeObjectClassDirectedInteractions;
        let done = self.call(id, service, |member, links| {
            member.unsubscribe_object_class_directed_interactions(class, Some(&set), links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(membership, |mine| {
            if let Some(at_class) = mine.directed.get_mut(&class) {
                at_class.retain(|i, _| !interactions.contains(i));
                if at_class.is_empty() {
                    mine.directed.remove(&class);
                }
            }
        });
    }
}
