//! The executive decides who gets what: first come, first served.

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, FederateHandle, ObjectInstanceHandle,
};

use super::authority::{Acquirer, Offer};
use super::settlement::Settlement;
use crate::executive::{Executive, Transmit};
use crate::message::{AcquirerId, LogEvent, OwnershipRequest};

impl Executive {
    /// Owner of the attribute: its last new owner, or else the registrant while it is joined.
    pub(crate) fn owner_of(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<FederateHandle> {
        if let Some(owner) = self.ownership.table.owner(object, attribute) {
            return owner;
        }
        let registrant = object.registrant();
        let registered = self.registry.get(object)?;
        let there = registrant == FederateHandle::RTI || self.members.contains_key(&registrant);
        (there && registered.initial.contains(attribute)).then_some(registrant)
    }

    /// Logs a change of owners or offers, after having applied it.
    pub(super) fn record(&mut self, event: LogEvent, out: &mut Vec<Transmit>) {
        self.ownership.table.apply(&event);
        self.append(event, out);
    }

    /// Carries out what a member asks about ownership.
    ///
    /// # Errors
    /// A text for the log if no member of ours would ask for that.
    pub(crate) fn handle_ownership(
        &mut self,
        federate: FederateHandle,
        request: OwnershipRequest,
        out: &mut Vec<Transmit>,
    ) -> Result<(), String> {
        let object = request.object();
        if self.registry.get(object).is_none() {
            self.keep_early(federate, object, request);
            return Ok(());
        }
        let request = self.without_lost(federate, request);
        if !self.is_plausible(federate, &request) {
            return Err(format!("asked for what it may not: {request:?}"));
        }
        let mut settled = Settlement::default();
        match request {
            OwnershipRequest::Divested {
                attributes, tag, ..
            } => {
                for attribute in &attributes {
                    self.give(object, attribute, federate, &tag, &mut settled);
                }
            }
            OwnershipRequest::Negotiate {
                attributes,
                number,
                tag,
                ..
            } => {
                for attribute in &attributes {
                    let (tag, open) = (tag.clone(), false);
                    let offer = Offer { number, tag, open };
                    self.negotiate(object, attribute, federate, offer, &mut settled);
                }
            }
            OwnershipRequest::CancelNegotiation { attributes, .. } => {
                for attribute in &attributes {
                    self.cancel_negotiation(object, attribute, federate, &mut settled);
                }
            }
            OwnershipRequest::Deny { denied, tag, .. } => {
                for (attribute, whom) in denied {
                    self.deny(object, attribute, whom, &tag, &mut settled);
                }
            }
            OwnershipRequest::Acquire {
                attributes,
                number,
                plain,
                tag,
                ..
            } => {
                for attribute in &attributes {
                    let acquirer = Acquirer {
                        id: AcquirerId { federate, number },
                        number,
                        plain,
                        tag: tag.clone(),
                        told: false,
                        asked: false,
                        cancelling: false,
                    };
                    self.acquire(object, attribute, acquirer, &mut settled);
                }
            }
            OwnershipRequest::CancelAcquisition { attributes, .. } => {
                for attribute in &attributes {
                    self.cancel_acquisition(object, attribute, federate, &mut settled);
                }
            }
            OwnershipRequest::CancellationAccepted { attributes, by, .. } => {
                for attribute in &attributes {
                    self.cancellation_accepted(object, attribute, federate, by, &mut settled);
                }
            }
        }
        settled.carry_out(object, self, out);
        Ok(())
    }

    /// The announcement of an instance may reach the asker before the executive.
    fn keep_early(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        request: OwnershipRequest,
    ) {
        let registrant = self.members.get(&object.registrant());
        let to_come = registrant.is_some_and(|r| object.index() > r.registered_up_to);
        if to_come && object.registrant() != federate {
            let early = self.ownership.transfers.early.entry(object).or_default();
            early.push((federate, request));
        }
    }

    /// An instance was registered: what was asked before is carried out now.
    pub(crate) fn handle_early_ownership(
        &mut self,
        object: ObjectInstanceHandle,
        out: &mut Vec<Transmit>,
    ) {
        for (federate, request) in self
            .ownership
            .transfers
            .early
            .remove(&object)
            .unwrap_or_default()
        {
            // Invalid requests are dropped: the other requests of the sender were sound.
            let _ = self.handle_ownership(federate, request, out);
        }
    }

    /// Rest of an owner's request after the MOM has given attributes to another federate.
    fn without_lost(
        &self,
        federate: FederateHandle,
        mut request: OwnershipRequest,
    ) -> OwnershipRequest {
        let object = request.object();
        let is_lost = |attribute| {
            let owner = self.ownership.table.owner(object, attribute);
            owner.is_some_and(|owner| owner != Some(federate))
        };
        match &mut request {
            OwnershipRequest::Divested { attributes, .. }
            | OwnershipRequest::Negotiate { attributes, .. }
            | OwnershipRequest::CancelNegotiation { attributes, .. } => {
                *attributes = attributes.iter().filter(|a| !is_lost(*a)).collect();
            }
            OwnershipRequest::Deny { denied, .. } => denied.retain(|(a, _)| !is_lost(*a)),
            OwnershipRequest::Acquire { .. }
            | OwnershipRequest::CancelAcquisition { .. }
            | OwnershipRequest::CancellationAccepted { .. } => {}
        }
        request
    }

    /// A member has deleted an instance, and notified the others. The MOM may have given the privilege to
    /// another meanwhile, who may even have deleted the instance first: it is gone all the same.
    ///
    /// # Errors
    /// A text for the log if the privilege is not its own and was never moved.
    pub(crate) fn handle_deleted(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        out: &mut Vec<Transmit>,
    ) -> Result<(), String> {
        if self.may_delete(federate, object)? {
            self.forget_object(object, federate, out);
        }
        Ok(())
    }

    /// A deletion that can still be retracted, or was.
    pub(crate) fn schedule_deletion(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        stands: bool,
    ) -> Result<(), String> {
        if self.may_delete(federate, object)? {
            self.registry.schedule(object, federate, stands);
        }
        Ok(())
    }

    /// Whether a federate has the privilege to delete, as far as is known; not if the instance is gone.
    fn may_delete(
        &self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
    ) -> Result<bool, String> {
        let privilege = self.models.fdd.privilege_to_delete();
        let moved = self.ownership.table.owner(object, privilege).is_some();
        if self.owner_of(object, privilege) == Some(federate) || moved {
            return Ok(true);
        }
        let registrant = self.members.get(&object.registrant());
        let never_was = registrant.is_some_and(|r| object.index() > r.registered_up_to);
        if never_was || self.registry.get(object).is_some() {
            return Err(format!("deleted {object:?} without the privilege"));
        }
        Ok(false)
    }

    /// Whether a member of ours could ask for that: it owns what it gives, publishes what it wants.
    fn is_plausible(&self, federate: FederateHandle, request: &OwnershipRequest) -> bool {
        let object = request.object();
        let owns = |set: &AttributeHandleSet| {
            set.iter()
                .all(|a| self.owner_of(object, a) == Some(federate))
        };
        match request {
            OwnershipRequest::Divested { attributes, .. }
            | OwnershipRequest::Negotiate { attributes, .. }
            | OwnershipRequest::CancelNegotiation { attributes, .. } => owns(attributes),
            OwnershipRequest::Deny { denied, .. } => {
                owns(&denied.iter().map(|(a, _)| *a).collect())
            }
            OwnershipRequest::Acquire { attributes, .. } => {
                self.may_acquire(federate, object, attributes)
            }
            OwnershipRequest::CancelAcquisition { .. }
            | OwnershipRequest::CancellationAccepted { .. } => true,
        }
    }

    /// Whether it publishes these attributes of the instance, at its class or one above.
    pub(super) fn may_acquire(
        &self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> bool {
        let (Some(registered), Some(member)) =
            (self.registry.get(object), self.members.get(&federate))
        else {
            return false;
        };
        let Some(class) = self.models.fdd.object_class(registered.class) else {
            return false;
        };
        let published = |attribute| {
            let mut at = class.lineage.iter();
            at.any(|c| {
                let published = member.declarations.published(*c);
                published.is_some_and(|set| set.contains(attribute))
            })
        };
        let mut all = attributes.iter();
        all.all(|attribute| class.attributes.contains(attribute) && published(attribute))
    }

    /// The owner has let go: the first acquirer gets it, or it is unowned and on offer.
    pub(super) fn give(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        from: FederateHandle,
        tag: &[u8],
        settled: &mut Settlement,
    ) {
        let mut transfer = self.ownership.transfers.take(object, attribute);
        let Some(winner) = transfer.take_winner() else {
            settled.change(attribute, Some(from), None, tag);
            return;
        };
        let owner = winner.id.federate;
        settled.change(attribute, Some(from), Some(owner), tag);
        for mut other in transfer.acquirers {
            if other.cancelling {
                settled.confirm_cancellation(attribute, &other);
            } else if other.plain {
                (other.told, other.asked) = (true, true);
                settled.ask_release(attribute, owner, &other);
                self.ownership
                    .transfers
                    .of(object, attribute)
                    .acquirers
                    .push(other);
            } else {
                settled.refuse(attribute, &other, &[]);
            }
        }
    }

    fn negotiate(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        owner: FederateHandle,
        offer: Offer,
        settled: &mut Settlement,
    ) {
        let transfer = self.ownership.transfers.of(object, attribute);
        // Its member asks the owner for the first, and for the next if that one steps back before.
        for taker in transfer.acquirers.iter_mut().filter(|a| !a.cancelling) {
            taker.told = true;
            settled.ask_confirmation(attribute, owner, &offer, taker);
        }
        transfer.offer = Some(offer);
        self.open_offer(object, attribute, settled);
    }

    /// While an attribute that is being divested has no acquirer, all possible owners are asked.
    pub(super) fn open_offer(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        settled: &mut Settlement,
    ) {
        let Some(transfer) = self.ownership.transfers.find(object, attribute) else {
            return;
        };
        if let Some(offer) = &mut transfer.offer
            && transfer.acquirers.is_empty()
            && !offer.open
        {
            offer.open = true;
            settled.offer(attribute, &offer.tag);
        }
        self.ownership.transfers.tidy(object, attribute);
    }

    fn cancel_negotiation(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        owner: FederateHandle,
        settled: &mut Settlement,
    ) {
        let Some(transfer) = self.ownership.transfers.find(object, attribute) else {
            return;
        };
        if transfer.offer.take().is_some_and(|offer| offer.open) {
            settled.withdraw(attribute);
        }
        transfer.acquirers.retain_mut(|acquirer| {
            if !acquirer.plain {
                settled.refuse(attribute, acquirer, &[]);
            } else if !acquirer.asked && !acquirer.cancelling {
                (acquirer.told, acquirer.asked) = (true, true);
                settled.ask_release(attribute, owner, acquirer);
            }
            acquirer.plain
        });
        self.ownership.transfers.tidy(object, attribute);
    }

    /// The edition of the acquirer says whether a denial ends its acquisition.
    fn deny(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        whom: AcquirerId,
        tag: &[u8],
        settled: &mut Settlement,
    ) {
        let edition = self.members.get(&whom.federate).map(|m| m.info.edition);
        let Some(transfer) = self.ownership.transfers.find(object, attribute) else {
            return;
        };
        let known = transfer.acquirers.iter().position(|a| a.id == whom);
        if let Some(at) = known
            && edition == Some(Edition::Hla2025)
        {
            let acquirer = transfer.acquirers.remove(at);
            settled.refuse(attribute, &acquirer, tag);
        }
        self.open_offer(object, attribute, settled);
    }

    fn acquire(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        mut acquirer: Acquirer,
        settled: &mut Settlement,
    ) {
        let federate = acquirer.id.federate;
        let owner = match self.owner_of(object, attribute) {
            None => {
                settled.change(attribute, None, Some(federate), &acquirer.tag);
                return;
            }
            // Notified, but the notice had not arrived yet.
            Some(owner) if owner == federate => return,
            Some(owner) => owner,
        };
        let transfer = self.ownership.transfers.of(object, attribute);
        // One that it is cancelling ended at the federate with its deletion of the instance, which it has taken back.
        transfer
            .acquirers
            .retain(|before| before.id.federate != federate || !before.cancelling);
        if let Some(before) = transfer.acquirer(federate) {
            before.plain |= acquirer.plain;
            (before.number, before.tag) = (acquirer.number, acquirer.tag);
        } else if let Some(offer) = &transfer.offer {
            acquirer.told = true;
            settled.ask_confirmation(attribute, owner, offer, &acquirer);
            transfer.acquirers.push(acquirer);
        } else if !acquirer.plain {
            settled.refuse(attribute, &acquirer, &[]);
        } else {
            // The RTI never gives its attributes away: the acquirer waits until it cancels.
            if owner != FederateHandle::RTI {
                (acquirer.told, acquirer.asked) = (true, true);
                settled.ask_release(attribute, owner, &acquirer);
            }
            transfer.acquirers.push(acquirer);
        }
        self.ownership.transfers.tidy(object, attribute);
    }

    fn cancel_acquisition(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        federate: FederateHandle,
        settled: &mut Settlement,
    ) {
        let owner = self.owner_of(object, attribute);
        let Some(transfer) = self.ownership.transfers.find(object, attribute) else {
            return;
        };
        let Some(acquirer) = transfer.acquirer(federate).filter(|a| a.plain) else {
            return;
        };
        match owner.filter(|_| acquirer.told) {
            Some(owner) => {
                acquirer.cancelling = true;
                settled.announce_cancellation(attribute, owner, acquirer.id);
            }
            None => {
                settled.confirm_cancellation(attribute, acquirer);
                transfer.acquirers.retain(|a| a.id.federate != federate);
                self.open_offer(object, attribute, settled);
            }
        }
    }

    fn cancellation_accepted(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        owner: FederateHandle,
        by: AcquirerId,
        settled: &mut Settlement,
    ) {
        if self.owner_of(object, attribute) != Some(owner) {
            return;
        }
        let Some(transfer) = self.ownership.transfers.find(object, attribute) else {
            return;
        };
        let asked = |a: &Acquirer| a.id == by && a.cancelling;
        if let Some(at) = transfer.acquirers.iter().position(asked) {
            let acquirer = transfer.acquirers.remove(at);
            settled.confirm_cancellation(attribute, &acquirer);
        }
        self.open_offer(object, attribute, settled);
    }

    /// An instance is gone. The log has it if earlier entries about the instance are void now, or if
    /// another federate than the registrant deleted it: the registrant's deletions go by its own stream.
    pub(crate) fn forget_object(
        &mut self,
        object: ObjectInstanceHandle,
        by: FederateHandle,
        out: &mut Vec<Transmit>,
    ) {
        self.registry.remove(object);
        if let Some(member) = self.members.get_mut(&object.registrant()) {
            member.objects = member.objects.saturating_sub(1);
        }
        self.ownership.transfers.forget(object);
        if self.ownership.table.mentions(object) || object.registrant() != by {
            let (by, tag) = (Some(by), Vec::new());
            self.record(LogEvent::ObjectDeleted { object, by, tag }, out);
        }
    }
}

impl OwnershipRequest {
    fn object(&self) -> ObjectInstanceHandle {
        match self {
            Self::Divested { object, .. }
            | Self::Negotiate { object, .. }
            | Self::CancelNegotiation { object, .. }
            | Self::Deny { object, .. }
            | Self::Acquire { object, .. }
            | Self::CancelAcquisition { object, .. }
            | Self::CancellationAccepted { object, .. } => *object,
        }
    }
}
