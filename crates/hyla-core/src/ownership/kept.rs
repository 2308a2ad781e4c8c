//! Memory of what federates have asked for.

use hyla_types::{AttributeHandle, FederateHandle, ObjectInstanceHandle};

use crate::executive::{Counted, ENTRY_BYTES, Executive};

impl Executive {
    /// Memory of acquisitions and early requests by their askers, of negotiations by owners, and of offers by those who made them.
    pub(crate) fn ownership_bytes(&self, counted: Counted<'_>) -> usize {
        let transfers = &self.ownership.transfers;
        let early = transfers.early.values().flatten();
        let early = early.filter(|(by, _)| counted(*by));
        let mut sum: usize = early.map(|(_, request)| request.kept_bytes()).sum();
        for ((object, attribute), transfer) in &transfers.going_on {
            let acquirers = transfer.acquirers.iter();
            let acquirers = acquirers.filter(|acquirer| counted(acquirer.id.federate));
            sum += acquirers
                .map(|it| 2 * ENTRY_BYTES + it.tag.len())
                .sum::<usize>();
            let owner = self.owner_of(*object, *attribute);
            if let Some(offer) = &transfer.offer
                && owner.is_some_and(counted)
            {
                sum += 2 * ENTRY_BYTES + offer.tag.len();
            }
        }
        let table = &self.ownership.table;
        let owners = table
            .transferred()
            .filter(|(object, _)| counted(object.registrant()));
        sum += owners
            .map(|(_, attributes)| attributes * ENTRY_BYTES)
            .sum::<usize>();
        let offers = table
            .all_offers()
            .filter(|(object, attribute, _)| counted(self.who_offers(*object, *attribute)));
        sum + offers
            .map(|(.., tag)| ENTRY_BYTES + tag.len())
            .sum::<usize>()
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
