//! Offers (clause 7.4, `requestAttributeOwnershipAssumption`).
//!
//! The log says what is on offer, so each member sees for itself what its federate could take: when
//! an offer is opened, and once more when the federate becomes able to take it.

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
};

use super::dealings::Due;
use crate::callback::Callback;
use crate::member::{Item, Joined, Member};

impl Member {
    /// Queues a check of the instance: acceptable attributes are offered at their turn.
    pub(crate) fn look_for_offers(&mut self, object: ObjectInstanceHandle) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        if joined.may_be_on_offer(object) && !joined.acceptable_offers(object).is_empty() {
            let due = Box::new(Due::Offers(object));
            self.queue.push_item(Item::Ownership(due));
        }
    }

    /// The federate publishes more attributes of a class: it may be able to take what is on offer.
    pub(crate) fn look_for_offers_of(&mut self, class: ObjectClassHandle) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        let known = joined
            .objects
            .sorted_where(|i| i.known == Some(class) && joined.may_be_on_offer(i.object));
        for object in known {
            self.look_for_offers(object);
        }
    }

    /// Reports offers that the federate could take and that are new to it; one callback for each tag, by the state at its
    /// turn.
    pub(super) fn tell_offers(
        &mut self,
        object: ObjectInstanceHandle,
    ) -> Option<Callback<'static>> {
        let joined = self.joined.as_deref_mut()?;
        let (tag, attributes) = joined.acceptable_offers(object).into_iter().next()?;
        let told = attributes.iter().map(|attribute| (object, attribute));
        joined.ownership.dealings.told.extend(told);
        self.look_for_offers(object);
        Some(Callback::RequestAttributeOwnershipAssumption {
            object,
            attributes,
            tag,
        })
    }
}

impl Joined {
    fn may_be_on_offer(&self, object: ObjectInstanceHandle) -> bool {
        self.ownership.table.has_offers(object) || self.is_orphan(object)
    }

    /// Whether the registrant has left, and with it the ownership that was not transferred.
    fn is_orphan(&self, object: ObjectInstanceHandle) -> bool {
        let registrant = object.registrant();
        registrant != FederateHandle::RTI
            && registrant != self.identity.handle()
            && self.roster.peer(registrant).is_none()
            && !self.streams.is_departing(registrant)
    }

    fn acceptable_offers(
        &self,
        object: ObjectInstanceHandle,
    ) -> Vec<(Vec<u8>, AttributeHandleSet)> {
        let Some((instance, known)) = self.objects.known(object) else {
            return Vec::new();
        };
        let Some(published) = self.declarations.own().published(known) else {
            return Vec::new();
        };
        let acceptable = |attribute: AttributeHandle| {
            let at = (object, attribute);
            published.contains(attribute)
                && !instance.owns(self.identity.handle(), attribute)
                && !self.ownership.dealings.acquiring.contains_key(&at)
                && !self.ownership.dealings.told.contains(&at)
        };
        let mut offers: Vec<(Vec<u8>, AttributeHandleSet)> = Vec::new();
        let mut gather = |attribute: AttributeHandle, tag: &[u8]| match offers
            .iter_mut()
            .find(|(t, _)| t == tag)
        {
            Some((_, attributes)) => {
                attributes.insert(attribute);
            }
            None => offers.push((tag.to_vec(), [attribute].into())),
        };
        for (attribute, tag) in self.ownership.table.offers(object) {
            if acceptable(attribute) {
                gather(attribute, tag);
            }
        }
        if self.is_orphan(object) {
            let left = instance.initial.iter();
            let left = left.filter(|a| self.ownership.table.owner(object, *a).is_none());
            for attribute in left.filter(|a| acceptable(*a)) {
                gather(attribute, &[]);
            }
        }
        offers
    }
}
