//! The executive's book of transfers that are going on.

use std::collections::BTreeMap;

use hyla_types::{AttributeHandle, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use super::dealings::InstanceAttribute;
use crate::message::{AcquirerId, OwnershipRequest};

/// Transfers, by instance attribute; attributes without requests have no entry.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Transfers {
    pub(super) going_on: BTreeMap<InstanceAttribute, Transfer>,
    /// Requests about instances that the registrant has not announced yet: its announcement to the asker took
    /// another channel.
    pub(super) early: BTreeMap<ObjectInstanceHandle, Vec<(FederateHandle, OwnershipRequest)>>,
}

/// Pending transfer of one attribute of an instance.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Transfer {
    /// The owner is divesting.
    pub(super) offer: Option<Offer>,
    /// Acquirers, in order of request.
    pub(super) acquirers: Vec<Acquirer>,
}

/// A negotiated divestiture.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Offer {
    /// The owner's number for it.
    pub(super) number: u32,
    pub(super) tag: Vec<u8>,
    /// Whether the log says so.
    pub(super) open: bool,
}

/// A federate's acquisition of an attribute.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Acquirer {
    /// As the owner was notified.
    pub(super) id: AcquirerId,
    /// Its own number for the acquisition: a plain one takes over from one for what is available.
    pub(super) number: u32,
    pub(super) plain: bool,
    pub(super) tag: Vec<u8>,
    /// Whether the owner knows.
    pub(super) told: bool,
    /// Whether the owner was asked to release.
    pub(super) asked: bool,
    /// The acquirer wants to cancel; the owner is to take note.
    pub(super) cancelling: bool,
}

impl Transfers {
    pub(super) fn of(
        &mut self,
        object: ObjectInstanceHandle,
        at: AttributeHandle,
    ) -> &mut Transfer {
        self.going_on.entry((object, at)).or_default()
    }

    pub(super) fn find(
        &mut self,
        object: ObjectInstanceHandle,
        at: AttributeHandle,
    ) -> Option<&mut Transfer> {
        self.going_on.get_mut(&(object, at))
    }

    /// Removes an entry, with all its acquirers.
    pub(super) fn take(&mut self, object: ObjectInstanceHandle, at: AttributeHandle) -> Transfer {
        self.going_on.remove(&(object, at)).unwrap_or_default()
    }

    /// Whether the federate waits for anything.
    pub(crate) fn is_acquiring(&self, federate: FederateHandle) -> bool {
        let mut all = self.going_on.values().flat_map(|t| &t.acquirers);
        all.any(|acquirer| acquirer.id.federate == federate)
    }

    /// Drops the entry if nothing is going on.
    pub(super) fn tidy(&mut self, object: ObjectInstanceHandle, at: AttributeHandle) {
        let idle = |t: &Transfer| t.offer.is_none() && t.acquirers.is_empty();
        if self.going_on.get(&(object, at)).is_some_and(idle) {
            self.going_on.remove(&(object, at));
        }
    }

    /// The instance is gone: removes all requests.
    pub(crate) fn forget(&mut self, object: ObjectInstanceHandle) {
        let first = (object, AttributeHandle::new(0));
        let of_it = self.going_on.range(first..).map(|(at, _)| *at);
        let of_it: Vec<_> = of_it.take_while(|(o, _)| *o == object).collect();
        for at in of_it {
            self.going_on.remove(&at);
        }
        self.early.remove(&object);
    }

    /// The execution is without members.
    pub(crate) fn clear(&mut self) {
        self.going_on.clear();
        self.early.clear();
    }
}

impl Transfer {
    pub(super) fn acquirer(&mut self, federate: FederateHandle) -> Option<&mut Acquirer> {
        let mut all = self.acquirers.iter_mut();
        all.find(|acquirer| acquirer.id.federate == federate)
    }

    /// Takes out the one who gets it: the first, if possible one who does not want to cancel.
    pub(super) fn take_winner(&mut self) -> Option<Acquirer> {
        let willing = self.acquirers.iter().position(|a| !a.cancelling);
        let at = willing.or((!self.acquirers.is_empty()).then_some(0))?;
        Some(self.acquirers.remove(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: AttributeHandle = AttributeHandle::new(1);
    const B: AttributeHandle = AttributeHandle::new(2);

    fn object(index: u32) -> ObjectInstanceHandle {
        ObjectInstanceHandle::of(FederateHandle::new(1), index)
    }

    fn acquirer(federate: u32, cancelling: bool) -> Acquirer {
        let federate = FederateHandle::new(federate);
        Acquirer {
            id: AcquirerId {
                federate,
                number: 1,
            },
            number: 1,
            plain: true,
            tag: Vec::new(),
            told: true,
            asked: true,
            cancelling,
        }
    }

    #[test]
    fn the_first_acquirer_who_does_not_cancel_wins_or_else_the_first() {
        let mut transfer = Transfer {
            offer: None,
            acquirers: [(2, true), (3, false), (4, true), (5, false)]
                .map(|(federate, cancelling)| acquirer(federate, cancelling))
                .into(),
        };

        let winners: Vec<_> = std::iter::from_fn(|| transfer.take_winner())
            .map(|it| it.id.federate)
            .collect();

        assert_eq!(winners, [3, 5, 2, 4].map(FederateHandle::new));
    }

    #[test]
    fn a_federate_acquires_while_any_transfer_names_it() {
        let mut transfers = Transfers::default();
        transfers.of(object(1), A).acquirers = vec![acquirer(2, false), acquirer(3, false)];

        assert!(transfers.is_acquiring(FederateHandle::new(2)));
        assert!(transfers.is_acquiring(FederateHandle::new(3)));
        assert!(!transfers.is_acquiring(FederateHandle::new(4)));
    }

    #[test]
    fn an_attribute_of_which_nobody_wants_anything_has_no_entry() {
        let mut transfers = Transfers::default();
        transfers.of(object(1), A);
        transfers
            .of(object(1), B)
            .acquirers
            .push(acquirer(2, false));
        transfers.of(object(2), A).offer = Some(Offer {
            number: 1,
            tag: Vec::new(),
            open: false,
        });

        for (object, at) in [(object(1), A), (object(1), B), (object(2), A)] {
            transfers.tidy(object, at);
        }

        assert!(
            transfers
                .going_on
                .keys()
                .eq(&[(object(1), B), (object(2), A)])
        );
    }

    #[test]
    fn nothing_is_kept_of_a_deleted_instance_and_all_of_others() {
        let mut transfers = Transfers::default();
        for (object, at) in [
            (object(1), B),
            (object(2), A),
            (object(2), B),
            (object(3), A),
        ] {
            transfers.of(object, at);
            transfers.early.entry(object).or_default();
        }

        transfers.forget(object(2));

        assert!(
            transfers
                .going_on
                .keys()
                .eq(&[(object(1), B), (object(3), A)])
        );
        assert!(transfers.early.keys().eq(&[object(1), object(3)]));
        transfers.clear();
        assert!(transfers.going_on.is_empty() && transfers.early.is_empty());
    }
}
