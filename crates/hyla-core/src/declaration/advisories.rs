//! `startRegistrationForObjectClass`, `turnInteractionsOn` and their counterparts (clauses 5.10 to
//! 5.13 in 2010, 5.14 to 5.17 in 2025).
//!
//! The last report is kept, so that only changes are reported. It is kept up to date also while a
//! switch is off: turning the switch on replays nothing.

use std::collections::BTreeSet;

use hyla_types::{AttributeHandleSet, ObjectClassHandle, ObjectInstanceHandle};

use crate::callback::Callback;
use crate::member::{CallbackQueue, Joined, Member};

impl Member {
    /// Declarations or the roster changed: reports the advisories that changed.
    pub(crate) fn refresh_advisories(&mut self) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        joined.refresh_registration(&mut self.queue);
        joined.refresh_interactions(&mut self.queue);
        joined.refresh_relevance(&mut self.queue);
    }
}

impl Joined {
    fn refresh_registration(&mut self, queue: &mut CallbackQueue) {
        let wanted: BTreeSet<_> = self
            .declarations
            .own()
            .published_classes()
            .filter(|c| self.is_registration_wanted(*c))
            .collect();
        let before = std::mem::replace(&mut self.declarations.advisories.registration, wanted);
        if !self.switches.object_class_relevance_advisory {
            return;
        }
        let now = &self.declarations.advisories.registration;
        for class in now.difference(&before).copied() {
            queue.push(Callback::StartRegistrationForObjectClass { class });
        }
        for class in before.difference(now).copied() {
            if self.declarations.own().published(class).is_some() {
                queue.push(Callback::StopRegistrationForObjectClass { class });
            }
        }
    }

    /// Whether another member actively subscribes one of the attributes published at the class.
    fn is_registration_wanted(&self, class: ObjectClassHandle) -> bool {
        let Some(published) = self.declarations.own().published(class) else {
            return false;
        };
        let Some(lineage) = self.fdd.object_class(class).map(|c| &c.lineage) else {
            return false;
        };
        self.roster.peers().any(|(_, peer)| {
            lineage.iter().any(|c| {
                let mut subscribed = peer.declarations.subscribed_at(*c);
                let mut regional = peer.declarations.regional_at(*c);
                subscribed.any(|(a, subscription)| subscription.active && published.contains(a))
                    || regional.any(|(a, by)| {
                        published.contains(a) && by.values().any(|subscription| subscription.active)
                    })
            })
        })
    }

    fn refresh_interactions(&mut self, queue: &mut CallbackQueue) {
        let wanted: BTreeSet<_> = self
            .declarations
            .own()
            .published_interactions()
            .filter(|class| {
                let lineage = self
                    .fdd
                    .interaction_class(*class)
                    .map(|c| c.lineage.as_slice());
                let lineage = lineage.unwrap_or_default();
                self.roster
                    .peers()
                    .any(|(_, peer)| peer.declarations.wants_actively(lineage))
            })
            .collect();
        let before = std::mem::replace(&mut self.declarations.advisories.interactions, wanted);
        if !self.switches.interaction_relevance_advisory {
            return;
        }
        let now = &self.declarations.advisories.interactions;
        for class in now.difference(&before).copied() {
            queue.push(Callback::TurnInteractionsOn { class });
        }
        for class in before.difference(now).copied() {
            if self.declarations.own().publishes_interaction(class) {
                queue.push(Callback::TurnInteractionsOff { class });
            }
        }
    }

    /// Attributes in scope of known instances at or below the class, if the federate has enabled the
    /// advisories.
    pub(crate) fn scopes_below(
        &self,
        class: ObjectClassHandle,
    ) -> Vec<(ObjectInstanceHandle, AttributeHandleSet)> {
        if !self.switches.attribute_scope_advisory {
            return Vec::new();
        }
        let known = self
            .objects
            .sorted_where(|i| i.known.is_some() && self.fdd.descends(i.class, class));
        known
            .into_iter()
            .map(|object| (object, self.in_scope(object)))
            .collect()
    }

    /// Queues, before all other callbacks, the attributes that came into scope since: ahead of callbacks that take them out of scope again.
    pub(crate) fn tell_new_scopes(
        &self,
        before: Vec<(ObjectInstanceHandle, AttributeHandleSet)>,
        queue: &mut CallbackQueue,
    ) {
        for (object, earlier) in before {
            let attributes = self.in_scope(object).difference(&earlier);
            if !attributes.is_empty() {
                queue.follow_up(Callback::AttributesInScope { object, attributes });
            }
        }
    }
}
