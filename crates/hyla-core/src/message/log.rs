//! The control log: accepted changes of a federation execution, numbered by its executive and
//! applied by each member in that order.

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, FederateHandle, ObjectInstanceHandle,
    TimeImplementation,
};
use serde::{Deserialize, Serialize};

use super::DeclarationChange;
use crate::declaration::Declarations;
use crate::fdd::Fdd;
use crate::ownership::OwnershipTable;
use crate::time::Coordinator;

/// A joined federate as the others see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberInfo {
    /// Its handle.
    pub handle: FederateHandle,
    /// Its name, unique among the joined.
    pub name: String,
    /// Its type.
    pub federate_type: String,
    /// Edition of the standard that it uses.
    pub edition: Edition,
    /// Where other members reach it, best first; opaque to the core.
    pub addresses: Vec<String>,
}

/// Why a member is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeaveCause {
    /// It resigned; what it sent before arrives.
    Resigned,
    /// Its connection was lost.
    Lost(String),
    /// The RTI removed it.
    Removed(String),
}

/// What becomes of what a leaving member owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Departure {
    /// Instances that it may delete go; other attributes become unowned.
    Delete,
    /// Everything becomes unowned.
    Divest,
}

/// What becomes of the instances that a departed member registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Estate {
    /// Its stream to each member says all that it did; then this happens to the rest.
    Orderly(Departure),
    /// Its streams were cut somewhere, at each member elsewhere: exactly the registrations with these
    /// indices, in ascending order, live on, without an owner.
    CutOff {
        /// Their indices.
        survivors: Vec<u32>,
    },
}

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LogEvent {
    /// A federate joined.
    MemberJoined(MemberInfo),
    /// A federate is gone.
    MemberLeft {
        /// Which.
        federate: FederateHandle,
        /// Why.
        cause: LeaveCause,
        /// What becomes of its instances.
        estate: Estate,
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
        /// Who owned them.
        from: Option<FederateHandle>,
        /// Who owns them.
        to: Option<FederateHandle>,
        /// Told to the new owner, or with the offer if there is none.
        tag: Vec<u8>,
    },
    /// The auto-provide switch of the federation was set through the MOM.
    AutoProvide {
        /// Its value.
        on: bool,
    },
    /// The MOM moved an attribute to another owner, or took it away; nothing of that is told.
    OwnershipForced {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
        /// Who owns it.
        to: Option<FederateHandle>,
    },
    /// The owner offers attributes and keeps them until there is a taker.
    OwnershipOffered {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// Told with the offer.
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
        /// What the executive knows. Messages of others may still be on their way to them.
        coordinator: Box<Coordinator>,
    },
    /// The executive coordinates again; who did so for itself tells it everything.
    TimeCentral,
    /// An instance is gone that somebody else than its registrant deleted, or of which attributes
    /// had changed owners.
    ObjectDeleted {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Who deleted it; `None` when nobody is left to own it.
        by: Option<FederateHandle>,
        /// The tag of the deletion.
        tag: Vec<u8>,
    },
}

/// A member's declarations and address at the moment of a join.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SnapshotMember {
    /// Who it is.
    pub info: MemberInfo,
    /// What it publishes and subscribes.
    pub declarations: Declarations,
    /// How many declarations these came by.
    pub declared: u64,
}

/// The state that a newcomer starts from; the log goes on at `next`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Name of the federation execution.
    pub federation: String,
    /// Tells executions of the same name apart.
    pub execution: u64,
    /// Number of the first log entry that the snapshot lacks.
    pub next: u64,
    /// The object model.
    pub fdd: Fdd,
    /// The logical time implementation.
    pub time: TimeImplementation,
    /// What federates call it.
    pub time_name: String,
    /// The other members.
    pub members: Vec<SnapshotMember>,
    /// Attributes whose owner is not what their instance's registration says.
    pub ownership: OwnershipTable,
}
