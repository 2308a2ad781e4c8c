//! Results of a step of the executive, gathered attribute by attribute and sent as sets.

use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};

use super::authority::{Acquirer, Offer};
use crate::executive::{Executive, Transmit};
use crate::message::{AcquirerId, FromRti, LogEvent, OwnershipNotice};

/// Consequences for attributes of one instance. Attributes with the same fate travel together.
#[derive(Debug, Default)]
pub(super) struct Settlement {
    changes: Vec<(Change, AttributeHandleSet)>,
    offers: Vec<(Vec<u8>, AttributeHandleSet)>,
    withdrawn: AttributeHandleSet,
    notices: Vec<((FederateHandle, Notice), AttributeHandleSet)>,
}

#[derive(Debug, PartialEq, Eq)]
struct Change {
    from: Option<FederateHandle>,
    to: Option<FederateHandle>,
    tag: Vec<u8>,
}

#[derive(Debug, PartialEq, Eq)]
enum Notice {
    Release {
        by: AcquirerId,
        tag: Vec<u8>,
    },
    Confirmation {
        negotiation: u32,
        by: AcquirerId,
        plain: bool,
        tag: Vec<u8>,
    },
    Cancellation {
        by: AcquirerId,
    },
    Unavailable {
        number: u32,
        tag: Vec<u8>,
    },
    Confirmed {
        number: u32,
    },
    Waits {
        by: AcquirerId,
    },
}

impl Settlement {
    /// The attribute has another owner.
    pub(super) fn change(
        &mut self,
        attribute: AttributeHandle,
        from: Option<FederateHandle>,
        to: Option<FederateHandle>,
        tag: &[u8],
    ) {
        let tag = tag.to_vec();
        gather(&mut self.changes, Change { from, to, tag }, attribute);
    }

    /// The attribute is on offer.
    pub(super) fn offer(&mut self, attribute: AttributeHandle, tag: &[u8]) {
        gather(&mut self.offers, tag.to_vec(), attribute);
    }

    /// The attribute is not on offer any more, and keeps its owner.
    pub(super) fn withdraw(&mut self, attribute: AttributeHandle) {
        self.withdrawn.insert(attribute);
    }

    /// Notifies the owner of an acquirer of the attribute.
    pub(super) fn ask_release(
        &mut self,
        attribute: AttributeHandle,
        owner: FederateHandle,
        of: &Acquirer,
    ) {
        let (by, tag) = (of.id, of.tag.clone());
        self.tell(attribute, owner, Notice::Release { by, tag });
    }

    /// Notifies the owner of a taker.
    pub(super) fn ask_confirmation(
        &mut self,
        attribute: AttributeHandle,
        owner: FederateHandle,
        offer: &Offer,
        of: &Acquirer,
    ) {
        let notice = Notice::Confirmation {
            negotiation: offer.number,
            by: of.id,
            plain: of.plain,
            tag: of.tag.clone(),
        };
        self.tell(attribute, owner, notice);
    }

    /// Notifies the owner that an acquirer wants to cancel.
    pub(super) fn announce_cancellation(
        &mut self,
        attribute: AttributeHandle,
        owner: FederateHandle,
        by: AcquirerId,
    ) {
        self.tell(attribute, owner, Notice::Cancellation { by });
    }

    /// Notifies an owner that did not ask to be one of an acquirer, without a callback.
    pub(super) fn introduce(
        &mut self,
        attribute: AttributeHandle,
        owner: FederateHandle,
        by: AcquirerId,
    ) {
        self.tell(attribute, owner, Notice::Waits { by });
    }

    /// The acquirer does not get it.
    pub(super) fn refuse(&mut self, attribute: AttributeHandle, of: &Acquirer, tag: &[u8]) {
        let (number, tag) = (of.number, tag.to_vec());
        self.tell(
            attribute,
            of.id.federate,
            Notice::Unavailable { number, tag },
        );
    }

    /// The acquirer has cancelled.
    pub(super) fn confirm_cancellation(&mut self, attribute: AttributeHandle, of: &Acquirer) {
        let number = of.number;
        self.tell(attribute, of.id.federate, Notice::Confirmed { number });
    }

    fn tell(&mut self, attribute: AttributeHandle, to: FederateHandle, notice: Notice) {
        gather(&mut self.notices, (to, notice), attribute);
    }

    /// Logs and sends all of it, changes of owners first.
    pub(super) fn carry_out(
        self,
        object: ObjectInstanceHandle,
        executive: &mut Executive,
        out: &mut Vec<Transmit>,
    ) {
        for (Change { from, to, tag }, attributes) in self.changes {
            executive.record(
                LogEvent::OwnershipChanged {
                    object,
                    attributes,
                    from,
                    to,
                    tag,
                },
                out,
            );
        }
        for (tag, attributes) in self.offers {
            executive.record(
                LogEvent::OwnershipOffered {
                    object,
                    attributes,
                    tag,
                },
                out,
            );
        }
        if !self.withdrawn.is_empty() {
            let attributes = self.withdrawn;
            executive.record(LogEvent::OfferWithdrawn { object, attributes }, out);
        }
        for ((to, notice), attributes) in self.notices {
            let notice = notice.about(object, attributes);
            executive.tell(to, &FromRti::Ownership(notice), out);
        }
    }
}

impl Notice {
    fn about(
        self,
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    ) -> OwnershipNotice {
        match self {
            Self::Release { by, tag } => OwnershipNotice::ReleaseWanted {
                object,
                attributes,
                by,
                tag,
            },
            Self::Confirmation {
                negotiation,
                by,
                plain,
                tag,
            } => OwnershipNotice::ConfirmationWanted {
                object,
                attributes,
                negotiation,
                by,
                plain,
                tag,
            },
            Self::Cancellation { by } => OwnershipNotice::CancellationWanted {
                object,
                attributes,
                by,
            },
            Self::Unavailable { number, tag } => OwnershipNotice::Unavailable {
                object,
                attributes,
                number,
                tag,
            },
            Self::Confirmed { number } => OwnershipNotice::CancellationConfirmed {
                object,
                attributes,
                number,
            },
            Self::Waits { by } => OwnershipNotice::AcquirerWaits {
                object,
                attributes,
                by,
            },
        }
    }
}

fn gather<K: PartialEq>(
    all: &mut Vec<(K, AttributeHandleSet)>,
    kind: K,
    attribute: AttributeHandle,
) {
    match all.iter_mut().find(|(k, _)| *k == kind) {
        Some((_, attributes)) => {
            attributes.insert(attribute);
        }
        None => all.push((kind, [attribute].into())),
    }
}
