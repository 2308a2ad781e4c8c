//! Owners of attributes, as far as they differ from the registrations.

use std::collections::BTreeMap;

use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use crate::message::LogEvent;

/// Attributes whose owner is not, or no more, what their instance's registration says, and open
/// offers.
///
/// The table is a function of the control log alone: the executive and every member that has applied the
/// same entries hold the same table, whether they know the instances or not. An instance without
/// transfers takes no room. An attribute without an entry belongs to the
/// registrant, as far as it was in its set at registration and the registrant is still joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnershipTable {
    owners: BTreeMap<ObjectInstanceHandle, BTreeMap<AttributeHandle, Option<FederateHandle>>>,
    offers: BTreeMap<ObjectInstanceHandle, BTreeMap<AttributeHandle, Vec<u8>>>,
    /// Former owners of attributes, besides the registrant: messages that they sent as owners may still be on their way.
    former: BTreeMap<ObjectInstanceHandle, BTreeMap<AttributeHandle, Vec<FederateHandle>>>,
}

impl OwnershipTable {
    /// Applies an entry of the log; other entries than those about ownership change nothing.
    pub(crate) fn apply(&mut self, event: &LogEvent) {
        match event {
            LogEvent::OwnershipChanged {
                object,
                attributes,
                to,
                tag,
                ..
            } => {
                for attribute in attributes {
                    self.set_owner(*object, attribute, *to);
                }
                match to {
                    Some(_) => self.withdraw(*object, attributes),
                    None => self.offer(*object, attributes, tag),
                }
            }
            LogEvent::OwnershipForced {
                object,
                attribute,
                to,
            } => {
                self.set_owner(*object, *attribute, *to);
                self.withdraw(*object, &[*attribute].into());
            }
            LogEvent::OwnershipOffered {
                object,
                attributes,
                tag,
            } => self.offer(*object, attributes, tag),
            LogEvent::OfferWithdrawn { object, attributes } => self.withdraw(*object, attributes),
            LogEvent::ObjectDeleted { object, .. } => {
                self.owners.remove(object);
                self.offers.remove(object);
                self.former.remove(object);
            }
            _ => {}
        }
    }

    fn set_owner(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        to: Option<FederateHandle>,
    ) {
        let owners = self.owners.entry(object).or_default();
        let Some(Some(before)) = owners.insert(attribute, to) else {
            return;
        };
        let former = self.former.entry(object).or_default();
        let former = former.entry(attribute).or_default();
        // The last one comes last.
        former.retain(|other| *other != before);
        former.push(before);
    }

    /// Whether the federate owns the attribute by a transfer, or has owned it by one.
    pub(super) fn has_gained(
        &self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> bool {
        self.owner(object, attribute) == Some(Some(federate)) || {
            let former = self.former.get(&object).and_then(|of| of.get(&attribute));
            former.is_some_and(|former| former.contains(&federate))
        }
    }

    /// Everybody who owns, or has owned, something of the instance by a transfer.
    pub(super) fn all_who_gained(&self, object: ObjectInstanceHandle) -> Vec<FederateHandle> {
        let owners = self.owners.get(&object).into_iter().flatten();
        let former = self.former.get(&object).into_iter().flatten();
        let former = former.flat_map(|(_, federates)| federates.iter().copied());
        owners
            .filter_map(|(_, owner)| *owner)
            .chain(former)
            .collect()
    }

    /// The last one who has owned the attribute by a transfer and does not any more.
    pub(super) fn last_who_gained(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<FederateHandle> {
        let former = self.former.get(&object)?.get(&attribute)?;
        former.last().copied()
    }

    /// Instances with attributes that were transferred, and the number of these.
    pub(super) fn transferred(&self) -> impl Iterator<Item = (ObjectInstanceHandle, usize)> {
        self.owners
            .iter()
            .map(|(object, owners)| (*object, owners.len()))
    }

    /// All offers, with their tags.
    pub(super) fn all_offers(
        &self,
    ) -> impl Iterator<Item = (ObjectInstanceHandle, AttributeHandle, &[u8])> {
        let all = self.offers.iter();
        all.flat_map(|(object, offers)| offers.iter().map(|(a, tag)| (*object, *a, &tag[..])))
    }

    fn offer(&mut self, object: ObjectInstanceHandle, attributes: &AttributeHandleSet, tag: &[u8]) {
        let offers = self.offers.entry(object).or_default();
        offers.extend(attributes.iter().map(|attribute| (attribute, tag.to_vec())));
    }

    fn withdraw(&mut self, object: ObjectInstanceHandle, attributes: &AttributeHandleSet) {
        if let Some(offers) = self.offers.get_mut(&object) {
            offers.retain(|attribute, _| !attributes.contains(*attribute));
            if offers.is_empty() {
                self.offers.remove(&object);
            }
        }
    }

    /// The owner that the log says; the outer `None` leaves it to the registration.
    pub(crate) fn owner(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<Option<FederateHandle>> {
        self.owners.get(&object)?.get(&attribute).copied()
    }

    /// Whether the table says anything of the instance.
    pub(crate) fn mentions(&self, object: ObjectInstanceHandle) -> bool {
        self.owners.contains_key(&object) || self.offers.contains_key(&object)
    }

    /// Attributes that a federate owns by transfer, in order.
    pub(crate) fn owned_by(
        &self,
        federate: FederateHandle,
    ) -> Vec<(ObjectInstanceHandle, AttributeHandle)> {
        let all = self.owners.iter();
        all.flat_map(|(object, owners)| owners.iter().map(|(a, owner)| (*object, *a, *owner)))
            .filter(|(_, _, owner)| *owner == Some(federate))
            .map(|(object, attribute, _)| (object, attribute))
            .collect()
    }

    /// Attributes of the instance on offer, with the tags of their offers.
    pub(crate) fn offers(
        &self,
        object: ObjectInstanceHandle,
    ) -> impl Iterator<Item = (AttributeHandle, &[u8])> {
        let offers = self.offers.get(&object).into_iter().flatten();
        offers.map(|(attribute, tag)| (*attribute, tag.as_slice()))
    }

    /// Whether anything of the instance is on offer.
    pub(crate) fn has_offers(&self, object: ObjectInstanceHandle) -> bool {
        self.offers.contains_key(&object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: AttributeHandle = AttributeHandle::new(1);
    const B: AttributeHandle = AttributeHandle::new(2);

    fn changed(attributes: &[AttributeHandle], to: Option<FederateHandle>) -> LogEvent {
        LogEvent::OwnershipChanged {
            object: object(),
            attributes: attributes.iter().copied().collect(),
            from: None,
            to,
            tag: b"t".to_vec(),
        }
    }

    fn object() -> ObjectInstanceHandle {
        ObjectInstanceHandle::of(FederateHandle::new(1), 1)
    }

    #[test]
    fn an_attribute_without_owner_is_on_offer_until_it_has_one() {
        let mut table = OwnershipTable::default();
        let owner = Some(FederateHandle::new(3));

        table.apply(&changed(&[A, B], None));
        table.apply(&changed(&[A], owner));

        assert_eq!(table.owner(object(), A), Some(owner));
        assert_eq!(table.owner(object(), B), Some(None));
        let offers: Vec<_> = table.offers(object()).collect();
        assert_eq!(offers, [(B, b"t".as_slice())]);
        assert_eq!(table.owned_by(FederateHandle::new(3)), [(object(), A)]);
    }

    #[test]
    fn former_owners_are_known_until_the_instance_is_gone() {
        let mut table = OwnershipTable::default();
        let [one, other] = [3, 4].map(FederateHandle::new);

        table.apply(&changed(&[A], Some(one)));
        table.apply(&changed(&[A], None));
        table.apply(&changed(&[A], Some(other)));

        let gained = |who, what| table.has_gained(who, object(), what);
        assert!(gained(one, A) && gained(other, A));
        assert!(!gained(one, B) && !gained(FederateHandle::new(5), A));
        assert_eq!(table.all_who_gained(object()), [other, one]);
    }

    #[test]
    fn nothing_is_kept_of_a_deleted_instance() {
        let mut table = OwnershipTable::default();
        table.apply(&changed(&[A], None));

        table.apply(&LogEvent::ObjectDeleted {
            object: object(),
            by: None,
            tag: Vec::new(),
        });

        assert_eq!(table, OwnershipTable::default());
    }

    #[test]
    fn only_what_is_owned_or_offered_differently_is_mentioned() {
        let mut table = OwnershipTable::default();
        let other = ObjectInstanceHandle::of(FederateHandle::new(1), 2);
        assert!(!table.mentions(object()) && !table.has_offers(object()));

        table.apply(&LogEvent::OwnershipOffered {
            object: object(),
            attributes: [A].into(),
            tag: Vec::new(),
        });
        assert!(table.mentions(object()) && table.has_offers(object()));
        assert!(!table.mentions(other) && !table.has_offers(other));

        table.apply(&LogEvent::OfferWithdrawn {
            object: object(),
            attributes: [A].into(),
        });
        assert!(!table.mentions(object()) && !table.has_offers(object()));

        table.apply(&changed(&[A], Some(FederateHandle::new(3))));
        assert!(table.mentions(object()) && !table.has_offers(object()));
        assert!(!table.mentions(other));
    }
}
