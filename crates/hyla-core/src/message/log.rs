//! The control log: accepted changes of a federation execution, numbered by its executive and
//! applied by each member in that order.

use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use super::DeclarationChange;
use super::membership::{DepartedInstances, LeaveCause, MemberInfo};
use crate::fdd::Fdd;
use crate::time::{Coordinator, Sharer};

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LogEvent {
    /// A federate joined.
    MemberJoined(MemberInfo),
    /// A federate is gone.
    MemberLeft {
        /// The member.
        federate: FederateHandle,
        /// Why.
        cause: LeaveCause,
        /// Fate of its instances.
        instances: DepartedInstances,
    },
    /// A join brought further FOM modules.
    FddExtended(Box<Fdd>),
    /// A federate changed what it publishes or subscribes.
    Declared {
        /// The federate.
        federate: FederateHandle,
        /// The change.
        change: DeclarationChange,
    },
    /// Attributes have another owner, or none.
    OwnershipChanged {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// Owner before.
        from: Option<FederateHandle>,
        /// Owner after.
        to: Option<FederateHandle>,
        /// Part of the new owner's callback, or of the offer without a new owner.
        tag: Vec<u8>,
    },
    /// The auto-provide switch of the federation was set through the MOM.
    AutoProvide {
        /// Its value.
        on: bool,
    },
    /// The MOM moved an attribute to another owner, or took it away; without callbacks.
    OwnershipForced {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
        /// New owner.
        to: Option<FederateHandle>,
    },
    /// The owner offers attributes and keeps them until there is a taker.
    OwnershipOffered {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// Part of the offer.
        tag: Vec<u8>,
    },
    /// The owner keeps what it had offered.
    OfferWithdrawn {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
    },
    /// Two federates are left with a part in time: from here on each coordinates for itself, and their
    /// reports go straight to each other.
    TimeDirect {
        /// The two.
        pair: [FederateHandle; 2],
        /// The executive's knowledge. Messages of others may still be in transit to them.
        coordinator: Box<Coordinator>,
    },
    /// The executive coordinates again; members that coordinated for themselves report everything.
    TimeCentral,
    /// Another federate than the registrant deleted an instance, or one of which attributes
    /// had changed owners.
    ObjectDeleted {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Federate that deleted it; `None` if no possible owner is left.
        by: Option<FederateHandle>,
        /// The tag of the deletion.
        tag: Vec<u8>,
    },
    /// From here on these coordinate for themselves, by boards.
    TimeBoards {
        /// All federates with a part in time.
        sharers: Vec<Sharer>,
    },
}
