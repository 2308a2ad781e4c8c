//! Memory of what federates have asked for.

use hyla_types::{AttributeHandle, FederateHandle, ObjectInstanceHandle};

use crate::executive::{ENTRY_BYTES, Executive, Tally};

impl Executive {
    /// Memory of acquisitions and early requests by their askers, of negotiations by owners, and of offers by those who made them.
    pub(crate) fn tally_ownership(&self, add: Tally<'_>) {
        let transfers = &self.ownership.transfers;
        for (by, request) in transfers.early.values().flatten() {
            add(*by, request.kept_bytes());
        }
        for ((object, attribute), transfer) in &transfers.going_on {
            for acquirer in &transfer.acquirers {
                add(acquirer.id.federate, 2 * ENTRY_BYTES + acquirer.tag.len());
            }
            if let Some(offer) = &transfer.offer
                && let Some(owner) = self.owner_of(*object, *attribute)
            {
                add(owner, 2 * ENTRY_BYTES + offer.tag.len());
            }
        }
        let table = &self.ownership.table;
        for (object, attributes) in table.transferred() {
            add(object.registrant(), attributes * ENTRY_BYTES);
        }
        for (object, attribute, tag) in table.all_offers() {
            add(self.who_offers(object, attribute), ENTRY_BYTES + tag.len());
        }
    }

    /// The owner, or else the last one.
    fn who_offers(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> FederateHandle {
        let table = &self.ownership.table;
        let owner = table.owner(object, attribute).flatten();
        let last = owner.or_else(|| table.last_who_gained(object, attribute));
        last.unwrap_or(object.registrant())
    }
}
