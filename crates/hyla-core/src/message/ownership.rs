//! Ownership (1516.1 clause 7): what a member and the RTI say to each other about it.

use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

/// One acquisition: who asked for it, and the asker's number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AcquirerId {
    /// The federate.
    pub federate: FederateHandle,
    /// Its number.
    pub number: u32,
}

/// A member's request about ownership, checked as far as the member can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnershipRequest {
    /// The caller has given the attributes up; the first acquirer gets them.
    Divested {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// Part of the callback of the new owner, or of the offer.
        tag: Vec<u8>,
    },
    /// `negotiatedAttributeOwnershipDivestiture`.
    Negotiate {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// The caller's number for this negotiation.
        number: u32,
        /// Part of the offer.
        tag: Vec<u8>,
    },
    /// `cancelNegotiatedAttributeOwnershipDivestiture`.
    CancelNegotiation {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
    },
    /// `attributeOwnershipReleaseDenied`, to the acquirers that the caller knew of.
    Deny {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Denied attributes and acquirers.
        denied: Vec<(AttributeHandle, AcquirerId)>,
        /// Part of their callback.
        tag: Vec<u8>,
    },
    /// `attributeOwnershipAcquisition` and `attributeOwnershipAcquisitionIfAvailable`.
    Acquire {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// The caller's number for this acquisition.
        number: u32,
        /// Whether to wait for an owner that does not divest.
        plain: bool,
        /// Part of the owner's callback, or of the notification.
        tag: Vec<u8>,
    },
    /// `cancelAttributeOwnershipAcquisition`.
    CancelAcquisition {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
    },
    /// The owner has taken note of [`OwnershipNotice::CancellationWanted`].
    CancellationAccepted {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Attributes that it had not given up before.
        attributes: AttributeHandleSet,
        /// The acquirer.
        by: AcquirerId,
    },
}

/// Message of the RTI to one member about ownership.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnershipNotice {
    /// To the owner: another federate wants the attributes.
    ReleaseWanted {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// The acquirer.
        by: AcquirerId,
        /// Its tag.
        tag: Vec<u8>,
    },
    /// To the owner, who is divesting: there is a taker.
    ConfirmationWanted {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// Number of the owner's negotiation.
        negotiation: u32,
        /// The acquirer.
        by: AcquirerId,
        /// Whether it waits also if the owner stops divesting.
        plain: bool,
        /// Its tag.
        tag: Vec<u8>,
    },
    /// To the owner: an acquirer does not want the attributes any more.
    CancellationWanted {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// The acquirer.
        by: AcquirerId,
    },
    /// To an acquirer: it will not get the attributes.
    Unavailable {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// Its acquisition.
        number: u32,
        /// Tag of a denial.
        tag: Vec<u8>,
    },
    /// To an acquirer: its acquisition is cancelled.
    CancellationConfirmed {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// Its acquisition.
        number: u32,
    },
    /// To an owner whom the MOM has made one: another federate waits for the attributes. Without a callback.
    AcquirerWaits {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes.
        attributes: AttributeHandleSet,
        /// The acquirer.
        by: AcquirerId,
    },
}
