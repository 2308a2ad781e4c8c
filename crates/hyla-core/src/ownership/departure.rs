//! Attributes that a departing federate owned, and its requests.

use hyla_types::{FederateHandle, ObjectInstanceHandle};

use super::dealings::InstanceAttribute;
use super::settlement::Settlement;
use crate::executive::{Executive, Transmit};
use crate::message::Departure;

/// Attributes of a federate at its departure, as far as they need to be dealt with one by one.
pub(crate) struct Belongings {
    /// Instances that it has deleted with a stamp: no retraction is possible any more.
    deleted: Vec<ObjectInstanceHandle>,
    /// Others whose privilege to delete it owned.
    deletable: Vec<ObjectInstanceHandle>,
    /// Attributes that were transferred to it, or about which something is going on.
    attributes: Vec<InstanceAttribute>,
}

impl Executive {
    /// Has to be asked while the federate is still a member.
    pub(crate) fn belongings(&self, federate: FederateHandle) -> Belongings {
        let privilege = self.models.fdd.privilege_to_delete();
        let owns = |(object, attribute): &InstanceAttribute| {
            self.owner_of(*object, *attribute) == Some(federate)
        };
        let mut attributes = self.ownership.table.owned_by(federate);
        let gained = attributes.iter().filter(|(_, it)| *it == privilege);
        let gained = gained.map(|(object, _)| *object);
        let own = self.registry.of(federate).map(|(object, _)| object);
        let mut deletable: Vec<_> = own
            .filter(|object| owns(&(*object, privilege)))
            .chain(gained)
            .collect();
        let going_on = self.ownership.transfers.going_on.keys().copied();
        attributes.extend(going_on.filter(owns));
        attributes.sort_unstable();
        attributes.dedup();
        let deleted: Vec<_> = self.registry.scheduled_by(federate).collect();
        let is_left = |object: &_| {
            let registered = self.registry.get(*object);
            registered.is_some_and(|it| it.deleter != Some(federate))
        };
        deletable.retain(is_left);
        deletable.sort_unstable();
        deletable.dedup();
        Belongings {
            deleted,
            deletable,
            attributes,
        }
    }

    /// The federate has left: its acquisitions end, then its deletions and those by its departure are carried out, and
    /// acquirers of its other attributes get them. Attributes without acquirers are unowned; attributes
    /// of its own instances are so without a log entry, since their registrant is not there any more.
    pub(crate) fn settle_belongings(
        &mut self,
        federate: FederateHandle,
        belongings: Belongings,
        departure: Departure,
        out: &mut Vec<Transmit>,
    ) {
        self.forget_acquirer(federate, out);
        for object in belongings.deleted {
            self.forget_object(object, federate, out);
        }
        if departure == Departure::Delete {
            for object in belongings.deletable {
                self.forget_object(object, federate, out);
            }
        }
        for (object, attribute) in belongings.attributes {
            if self.registry.get(object).is_none() {
                continue;
            }
            let mut settled = Settlement::default();
            if let Some(transfer) = self.ownership.transfers.find(object, attribute) {
                // A departed federate cannot object to a cancellation.
                transfer.acquirers.retain(|acquirer| {
                    if acquirer.cancelling {
                        settled.confirm_cancellation(attribute, acquirer);
                    }
                    !acquirer.cancelling
                });
            }
            self.give(object, attribute, federate, &[], &mut settled);
            settled.carry_out(object, self, out);
        }
    }

    fn forget_acquirer(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        for early in self.ownership.transfers.early.values_mut() {
            early.retain(|(who, _)| *who != federate);
        }
        self.ownership
            .transfers
            .early
            .retain(|object, early| object.registrant() != federate && !early.is_empty());
        let wanted: Vec<InstanceAttribute> = self
            .ownership
            .transfers
            .going_on
            .iter_mut()
            .filter_map(|(at, transfer)| transfer.acquirer(federate).map(|_| *at))
            .collect();
        for (object, attribute) in wanted {
            if let Some(transfer) = self.ownership.transfers.find(object, attribute) {
                transfer.acquirers.retain(|a| a.id.federate != federate);
            }
            let mut settled = Settlement::default();
            self.open_offer(object, attribute, &mut settled);
            settled.carry_out(object, self, out);
        }
    }
}
