//! Declaration management in the random program.

use std::collections::BTreeSet;

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, InteractionClassHandle,
    InteractionClassHandleSet, ObjectClassHandle, Service,
};

use crate::fom::RATES;
use crate::model::{Seat, Subscription};
use crate::network::ProcessId;
use crate::world::World;

impl World {
    /// Publishes or subscribes something; once it has settled, it also takes things back.
    pub(crate) fn declare_something(&mut self, id: ProcessId, seat: Seat, settling: bool) {
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
        match self.rng.u8(..if settling { 12 } else { 20 }) {
            0..3 => self.publish(id, seat, class, &attributes, schema.privilege),
            3..7 => self.subscribe(id, seat, class, &attributes),
            7..9 => self.publish_interaction(id, seat, sent),
            9..11 => self.subscribe_interaction(id, seat, sent),
            11 => self.direct(id, seat, class, &directed, false),
            12 | 13 => self.unpublish(id, seat, class, &attributes),
            14..16 => self.unsubscribe(id, seat, class, &attributes),
            16 => self.unpublish_interaction(id, seat, sent),
            17 | 18 => self.unsubscribe_interaction(id, seat, sent),
            _ => self.direct(id, seat, class, &directed, true),
        }
    }

    fn publish(
        &mut self,
        id: ProcessId,
        seat: Seat,
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
            self.judge.declare(seat, |mine| {
                let at_class = mine.published.entry(class).or_default();
                at_class.extend(attributes);
                at_class.insert(privilege);
            });
        }
    }

    fn unpublish(
        &mut self,
        id: ProcessId,
        seat: Seat,
        class: ObjectClassHandle,
        attributes: &BTreeSet<AttributeHandle>,
    ) {
        if self.rng.bool() {
            let service = Service::UnpublishObjectClass;
            let done = self.call(id, service, |member, links| {
                member.unpublish_object_class(class, links)
            });
            self.agree_on_acquisitions(id, seat, None, service, &done, None);
            if done.is_ok() {
                self.judge.unpublished(seat, class, None);
            }
        } else {
            let service = Service::UnpublishObjectClassAttributes;
            let set: AttributeHandleSet = attributes.iter().copied().collect();
            let done = self.call(id, service, |member, links| {
                member.unpublish_object_class_attributes(class, &set, links)
            });
            self.agree_on_acquisitions(id, seat, None, service, &done, None);
            if done.is_ok() {
                self.judge.unpublished(seat, class, Some(attributes));
            }
        }
    }

    fn subscribe(
        &mut self,
        id: ProcessId,
        seat: Seat,
        class: ObjectClassHandle,
        attributes: &BTreeSet<AttributeHandle>,
    ) {
        let service = Service::SubscribeObjectClassAttributes;
        let active = self.rng.u8(..4) != 0;
        let reduced = (self.rng.u8(..5) == 0).then(|| self.rng.usize(..RATES.len()));
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
        self.judge.declare(seat, |mine| {
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

    fn unsubscribe(
        &mut self,
        id: ProcessId,
        seat: Seat,
        class: ObjectClassHandle,
        attributes: &BTreeSet<AttributeHandle>,
    ) {
        let whole = self.rng.bool();
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        if whole {
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
        self.judge.declare(seat, |mine| {
            if let Some(at_class) = mine.subscribed.get_mut(&class) {
                at_class.retain(|a, _| !whole && !attributes.contains(a));
                if at_class.is_empty() {
                    mine.subscribed.remove(&class);
                }
            }
        });
    }

    fn publish_interaction(&mut self, id: ProcessId, seat: Seat, class: InteractionClassHandle) {
        let service = Service::PublishInteractionClass;
        let done = self.call(id, service, |member, links| {
            member.publish_interaction_class(class, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(seat, |mine| {
            mine.sends.insert(class);
        });
    }

    fn unpublish_interaction(&mut self, id: ProcessId, seat: Seat, class: InteractionClassHandle) {
        let service = Service::UnpublishInteractionClass;
        let done = self.call(id, service, |member, links| {
            member.unpublish_interaction_class(class, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(seat, |mine| {
            mine.sends.remove(&class);
        });
        self.judge.interaction_types.remove(&(seat, class));
        if let Some(member) = self.judge.members.get_mut(&seat) {
            member.told_interactions.remove(&class);
        }
    }

    fn subscribe_interaction(&mut self, id: ProcessId, seat: Seat, class: InteractionClassHandle) {
        let service = Service::SubscribeInteractionClass;
        let active = self.rng.u8(..4) != 0;
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
        self.judge.declare(seat, |mine| {
            mine.receives.entry(class).or_insert((active, fresh)).0 = active;
        });
    }

    fn unsubscribe_interaction(
        &mut self,
        id: ProcessId,
        seat: Seat,
        class: InteractionClassHandle,
    ) {
        let service = Service::UnsubscribeInteractionClass;
        let done = self.call(id, service, |member, links| {
            member.unsubscribe_interaction_class(class, links)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(seat, |mine| {
            mine.receives.remove(&class);
        });
    }

    /// Declares or sends directed interactions.
    pub(crate) fn work_with_directed(&mut self, id: ProcessId, seat: Seat) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        if self.rng.bool() {
            self.send_directed(id, seat, &schema);
            return;
        }
        let object = &schema.objects[self.rng.usize(..schema.objects.len())];
        let directed: BTreeSet<_> = object.directed.iter().copied().collect();
        let undo = self.rng.u8(..8) == 0;
        self.direct(id, seat, object.handle, &directed, undo);
    }

    /// Directed interactions, which only 2025 has.
    fn direct(
        &mut self,
        id: ProcessId,
        seat: Seat,
        class: ObjectClassHandle,
        interactions: &BTreeSet<InteractionClassHandle>,
        undo: bool,
    ) {
        if self.process(id).edition != Edition::Hla2025 || interactions.is_empty() {
            return;
        }
        let set: InteractionClassHandleSet = interactions.iter().copied().collect();
        match (undo, self.rng.bool()) {
            (false, true) => {
                let service = Service::PublishObjectClassDirectedInteractions;
                let done = self.call(id, service, |member, links| {
                    member.publish_object_class_directed_interactions(class, &set, links)
                });
                self.agree(id, service, &done, None);
                self.judge.declare(seat, |mine| {
                    mine.directs.entry(class).or_default().extend(interactions);
                });
            }
            (false, false) => {
                let service = Service::SubscribeObjectClassDirectedInteractions;
                let universal = self.rng.u8(..4) != 0;
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
                self.judge.declare(seat, |mine| {
                    let at_class = mine.directed.entry(class).or_default();
                    at_class.extend(interactions.iter().map(|i| (*i, (universal, fresh))));
                });
            }
            (true, true) => {
                let service = Service::UnpublishObjectClassDirectedInteractions;
                let done = self.call(id, service, |member, links| {
                    member.unpublish_object_class_directed_interactions(class, None, links)
                });
                self.agree(id, service, &done, None);
                self.judge.declare(seat, |mine| {
                    mine.directs.remove(&class);
                });
            }
            (true, false) => {
                let service = Service::UnsubscribeObjectClassDirectedInteractions;
                let done = self.call(id, service, |member, links| {
                    member.unsubscribe_object_class_directed_interactions(class, Some(&set), links)
                });
                self.agree(id, service, &done, None);
                self.judge.declare(seat, |mine| {
                    if let Some(at_class) = mine.directed.get_mut(&class) {
                        at_class.retain(|i, _| !interactions.contains(i));
                        if at_class.is_empty() {
                            mine.directed.remove(&class);
                        }
                    }
                });
            }
        }
    }
}
