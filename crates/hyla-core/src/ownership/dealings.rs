//! A member's side of transfers that are going on.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use crate::message::AcquirerId;

/// An attribute of an instance.
pub(crate) type InstanceAttribute = (ObjectInstanceHandle, AttributeHandle);

/// Requests and offers of this federate, and requests to it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Dealings {
    /// Attributes that the federate acquires, until the callback with the outcome.
    pub(super) acquiring: BTreeMap<InstanceAttribute, Acquisition>,
    /// Attributes that the log has given to the federate, until the callback.
    pub(super) gaining: BTreeSet<InstanceAttribute>,
    /// Attributes that the federate divests, with the number of the negotiation.
    pub(super) divesting: BTreeMap<InstanceAttribute, u32>,
    /// Acquirers of this federate's attributes, as far as the RTI has reported them, in order. The RTI knows
    /// each of them.
    pub(super) wanted: BTreeMap<InstanceAttribute, Vec<Wish>>,
    /// Open offers that have had their callback.
    pub(super) told: BTreeSet<InstanceAttribute>,
    last_number: u32,
}

/// An acquisition of this federate.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Acquisition {
    pub(super) number: u32,
    /// Waits for owners that do not divest; without that, it is for what is available.
    pub(super) plain: bool,
    pub(super) cancelling: bool,
}

/// An acquisition of an attribute of this federate.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub(super) by: AcquirerId,
    pub(super) plain: bool,
    /// The federate was asked to confirm its divestiture for it.
    pub(super) confirming: bool,
}

/// A callback for later, with its part that holds at its turn.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Due {
    /// The federate owns attributes from now on.
    Gained {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// Other federates want attributes.
    Release {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        by: AcquirerId,
        tag: Vec<u8>,
    },
    /// Other federates take offered attributes.
    Confirmation {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        negotiation: u32,
        by: AcquirerId,
        tag: Vec<u8>,
    },
    /// The federate does not get attributes.
    Unavailable {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        number: u32,
        tag: Vec<u8>,
    },
    /// The federate has cancelled an acquisition.
    Cancelled {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        number: u32,
    },
    /// Another federate than the registrant has deleted the instance; without callback.
    Deleted {
        object: ObjectInstanceHandle,
        by: FederateHandle,
    },
    /// Attributes of the instance may be on offer.
    Offers(ObjectInstanceHandle),
}

impl Due {
    /// The instance that it is about.
    pub(crate) fn object(&self) -> ObjectInstanceHandle {
        match self {
            Self::Gained { object, .. }
            | Self::Release { object, .. }
            | Self::Confirmation { object, .. }
            | Self::Unavailable { object, .. }
            | Self::Cancelled { object, .. }
            | Self::Deleted { object, .. }
            | Self::Offers(object) => *object,
        }
    }
}

impl Dealings {
    /// A number for an acquisition or negotiation; never zero.
    pub(crate) fn new_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    /// Attributes of the instance for which `holds`.
    pub(crate) fn filter(
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        mut holds: impl FnMut(&InstanceAttribute) -> bool,
    ) -> AttributeHandleSet {
        attributes.iter().filter(|a| holds(&(object, *a))).collect()
    }

    /// The federate does not own the attributes any more.
    pub(crate) fn released(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        for attribute in attributes {
            self.divesting.remove(&(object, attribute));
            self.wanted.remove(&(object, attribute));
        }
    }

    /// Whether the federate waits for attributes of the instance.
    pub(crate) fn acquires_of(&self, object: ObjectInstanceHandle) -> bool {
        self.acquiring.keys().any(|(o, _)| *o == object)
    }

    /// The instance is gone: so is everything about it.
    pub(crate) fn forget(&mut self, object: ObjectInstanceHandle) {
        self.acquiring.retain(|(o, _), _| *o != object);
        self.gaining.retain(|(o, _)| *o != object);
        self.divesting.retain(|(o, _), _| *o != object);
        self.wanted.retain(|(o, _), _| *o != object);
        self.told.retain(|(o, _)| *o != object);
    }

    /// A federate has left: it wants nothing.
    pub(crate) fn forget_member(&mut self, federate: FederateHandle) {
        self.wanted.retain(|_, wishes| {
            wishes.retain(|wish| wish.by.federate != federate);
            !wishes.is_empty()
        });
    }

    /// Records an acquisition of the attribute.
    pub(crate) fn wish(&mut self, at: InstanceAttribute, by: AcquirerId, plain: bool) {
        let wishes = self.wanted.entry(at).or_default();
        match wishes.iter_mut().find(|w| w.by.federate == by.federate) {
            Some(wish) if wish.by == by => wish.plain |= plain,
            Some(wish) => {
                *wish = Wish {
                    by,
                    plain,
                    confirming: false,
                }
            }
            None => wishes.push(Wish {
                by,
                plain,
                confirming: false,
            }),
        }
    }

    /// Takes out wishes for the attribute.
    pub(crate) fn unwish(&mut self, at: InstanceAttribute, gone: impl Fn(&Wish) -> bool) {
        if let Some(wishes) = self.wanted.get_mut(&at) {
            wishes.retain(|wish| !gone(wish));
            if wishes.is_empty() {
                self.wanted.remove(&at);
            }
        }
    }

    /// Whether that acquisition of the attribute is known here.
    pub(crate) fn knows(&self, at: InstanceAttribute, by: AcquirerId) -> bool {
        let wishes = self.wanted.get(&at).into_iter().flatten();
        wishes.into_iter().any(|wish| wish.by == by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: AttributeHandle = AttributeHandle::new(1);
    const B: AttributeHandle = AttributeHandle::new(2);
    const FEDERATE: FederateHandle = FederateHandle::new(3);

    fn object(index: u32) -> ObjectInstanceHandle {
        ObjectInstanceHandle::of(FederateHandle::new(1), index)
    }

    fn by(number: u32) -> AcquirerId {
        AcquirerId {
            federate: FEDERATE,
            number,
        }
    }

    /// Acquisitions of an attribute: the acquirer, whether plain, whether it waits for a confirmation.
    fn wanted(dealings: &Dealings, at: InstanceAttribute) -> Vec<(AcquirerId, bool, bool)> {
        let wishes = dealings.wanted[&at].iter();
        wishes.map(|w| (w.by, w.plain, w.confirming)).collect()
    }

    #[test]
    fn each_acquisition_and_negotiation_has_a_number_of_its_own() {
        let mut dealings = Dealings::default();
        let numbers: BTreeSet<_> = (0..5).map(|_| dealings.new_number()).collect();
        assert_eq!(numbers.len(), 5);
        assert!(!numbers.contains(&0));
    }

    #[test]
    fn a_wish_for_what_is_available_becomes_plain_and_stays_so() {
        let mut dealings = Dealings::default();
        let at = (object(1), A);
        dealings.wish(at, by(1), false);
        dealings.wanted.get_mut(&at).unwrap()[0].confirming = true;

        dealings.wish(at, by(1), true);
        dealings.wish(at, by(1), false);

        // The acquisition is the same: the owner that was asked to confirm it is not asked again.
        assert_eq!(wanted(&dealings, at), [(by(1), true, true)]);
    }

    #[test]
    fn a_later_acquisition_of_the_same_federate_takes_the_place_of_its_wish() {
        let mut dealings = Dealings::default();
        let at = (object(1), A);
        dealings.wish(at, by(1), true);
        dealings.wanted.get_mut(&at).unwrap()[0].confirming = true;

        dealings.wish(at, by(2), false);

        assert_eq!(wanted(&dealings, at), [(by(2), false, false)]);
    }

    #[test]
    fn nothing_is_kept_of_a_deleted_instance_and_all_of_others() {
        let mut dealings = Dealings::default();
        let acquisition = Acquisition {
            number: 1,
            plain: true,
            cancelling: false,
        };
        for at in [(object(1), A), (object(1), B), (object(2), A)] {
            dealings.acquiring.insert(at, acquisition);
            dealings.gaining.insert(at);
            dealings.divesting.insert(at, 1);
            dealings.wish(at, by(1), true);
            dealings.told.insert(at);
        }

        dealings.forget(object(1));

        let left = [(object(2), A)];
        assert!(dealings.acquiring.keys().eq(&left));
        assert!(dealings.gaining.iter().eq(&left));
        assert!(dealings.divesting.keys().eq(&left));
        assert!(dealings.wanted.keys().eq(&left));
        assert!(dealings.told.iter().eq(&left));
        assert!(dealings.acquires_of(object(2)) && !dealings.acquires_of(object(1)));
    }

    #[test]
    fn a_federate_that_left_wants_nothing_and_others_still_do() {
        let mut dealings = Dealings::default();
        let other = AcquirerId {
            federate: FederateHandle::new(4),
            number: 1,
        };
        dealings.wish((object(1), A), by(1), true);
        dealings.wish((object(1), A), other, true);
        dealings.wish((object(1), B), by(1), true);

        dealings.forget_member(FEDERATE);

        assert!(dealings.wanted.keys().eq(&[(object(1), A)]));
        assert_eq!(wanted(&dealings, (object(1), A)), [(other, true, false)]);
    }
}
