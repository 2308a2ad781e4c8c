//! A member's side of transfers that are going on.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use crate::message::AcquirerId;

/// An attribute of an instance.
pub(crate) type InstanceAttribute = (ObjectInstanceHandle, AttributeHandle);

/// What this federate asks for, offers, and is asked for.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Dealings {
    /// Attributes that the federate acquires, until it is told the outcome.
    pub(crate) acquiring: BTreeMap<InstanceAttribute, Acquisition>,
    /// Attributes that the log has given to the federate, until it is told.
    pub(crate) gaining: BTreeSet<InstanceAttribute>,
    /// Attributes that the federate divests, with the number of the negotiation.
    pub(crate) divesting: BTreeMap<InstanceAttribute, u32>,
    /// Who wants attributes of this federate, as far as the RTI has told, in order. Never anybody
    /// of whom the RTI does not know.
    pub(crate) wanted: BTreeMap<InstanceAttribute, Vec<Wish>>,
    /// Open offers that need not be told any more.
    pub(crate) told: BTreeSet<InstanceAttribute>,
    last_number: u32,
}

/// An acquisition of this federate.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Acquisition {
    pub(crate) number: u32,
    /// Waits for owners that do not divest; without that, it is for what is available.
    pub(crate) plain: bool,
    pub(crate) cancelling: bool,
}

/// Somebody wants an attribute of this federate.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub(crate) by: AcquirerId,
    pub(crate) plain: bool,
    /// The federate was asked to confirm its divestiture for it.
    pub(crate) confirming: bool,
}

/// Something to be told when its turn comes, as far as it still holds then.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Due {
    /// The federate owns attributes from now on.
    Gained {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// Somebody wants attributes.
    Release {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        by: AcquirerId,
        tag: Vec<u8>,
    },
    /// Somebody takes attributes on offer.
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
    /// The log told of a deletion by somebody else than the registrant; nothing is told of that.
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

    /// Somebody wants the attribute.
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
