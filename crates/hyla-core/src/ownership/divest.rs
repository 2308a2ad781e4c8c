//! Services of an owner (clauses 7.2, 7.3, 7.6, 7.12 to 7.14).

use hyla_types::{AttributeHandleSet, Edition, ExceptionKind, ObjectInstanceHandle};

use super::ask::{ask, refuse};
use super::dealings::Dealings;
use crate::Result;
use crate::member::{Joined, Member};
use crate::message::OwnershipRequest;
use crate::object::{check_size, not_known, not_owned};
use crate::outbox::Outbox;

impl Member {
    /// `unconditionalAttributeOwnershipDivestiture` (7.2). The attributes are not owned from now on;
    /// who has been waiting for them gets them, or they are offered. The tag exists in 2025.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn unconditional_attribute_ownership_divestiture(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_owned(object, attributes)?;
        check_size(std::iter::empty(), tag, out)?;
        joined.divest(object, attributes, tag, out);
        Ok(())
    }

    /// `negotiatedAttributeOwnershipDivestiture` (7.3). The attributes stay owned until a taker is
    /// there and the divestiture is confirmed.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeAlreadyBeingDivested`.
    pub fn negotiated_attribute_ownership_divestiture(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_owned(object, attributes)?;
        let divesting = &joined.ownership.dealings.divesting;
        refuse(
            object,
            attributes,
            |at| divesting.contains_key(at),
            ExceptionKind::AttributeAlreadyBeingDivested,
            "is being divested",
        )?;
        check_size(std::iter::empty(), tag, out)?;
        if attributes.is_empty() {
            return Ok(());
        }
        let number = joined.ownership.dealings.new_number();
        for attribute in attributes {
            joined
                .ownership
                .dealings
                .divesting
                .insert((object, attribute), number);
        }
        ask(
            OwnershipRequest::Negotiate {
                object,
                attributes: attributes.clone(),
                number,
                tag: tag.to_vec(),
            },
            out,
        );
        Ok(())
    }

    /// `confirmDivestiture` (7.6): the attributes go to their taker.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeDivestitureWasNotRequested`, `NoAcquisitionPending`.
    pub fn confirm_divestiture(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_owned(object, attributes)?;
        joined.check_divesting(object, attributes)?;
        let wanted = &joined.ownership.dealings.wanted;
        refuse(
            object,
            attributes,
            |at| !wanted.contains_key(at),
            ExceptionKind::NoAcquisitionPending,
            "has no acquirer",
        )?;
        check_size(std::iter::empty(), tag, out)?;
        joined.divest(object, attributes, tag, out);
        Ok(())
    }

    /// `attributeOwnershipDivestitureIfWanted` (7.13): attributes with a known acquirer
    /// go to it; the result says which. The tag exists in 2025. No round trip: it may be
    /// called inside a callback.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn attribute_ownership_divestiture_if_wanted(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<AttributeHandleSet> {
        let joined = self.joined()?;
        joined.check_owned(object, attributes)?;
        check_size(std::iter::empty(), tag, out)?;
        let wanted = &joined.ownership.dealings.wanted;
        let wanted = Dealings::filter(object, attributes, |at| wanted.contains_key(at));
        joined.divest(object, &wanted, tag, out);
        Ok(wanted)
    }

    /// `attributeOwnershipReleaseDenied` (7.12): the attributes stay owned. What that means to those
    /// who acquire them depends on their edition: in 2025 their acquisition ends, in 2010 it stays
    /// pending. The tag exists in 2025.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn attribute_ownership_release_denied(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_owned(object, attributes)?;
        check_size(std::iter::empty(), tag, out)?;
        let Joined {
            ownership, roster, ..
        } = joined;
        let dealings = &mut ownership.dealings;
        let mut denied = Vec::new();
        for attribute in attributes {
            let ends = |by| {
                let peer = roster.peer(by);
                peer.is_none_or(|peer| peer.info.edition == Edition::Hla2025)
            };
            let wishes = dealings
                .wanted
                .get(&(object, attribute))
                .into_iter()
                .flatten();
            let whom = wishes.filter(|wish| ends(wish.by.federate));
            denied.extend(whom.map(|wish| (attribute, wish.by)));
            dealings.unwish((object, attribute), |wish| ends(wish.by.federate));
        }
        if !denied.is_empty() {
            let tag = tag.to_vec();
            ask(
                OwnershipRequest::Deny {
                    object,
                    denied,
                    tag,
                },
                out,
            );
        }
        Ok(())
    }

    /// `cancelNegotiatedAttributeOwnershipDivestiture` (7.14): the attributes stay owned.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeDivestitureWasNotRequested`.
    pub fn cancel_negotiated_attribute_ownership_divestiture(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_owned(object, attributes)?;
        joined.check_divesting(object, attributes)?;
        if attributes.is_empty() {
            return Ok(());
        }
        for attribute in attributes {
            let at = (object, attribute);
            joined.ownership.dealings.divesting.remove(&at);
            // An acquirer that takes only available attributes does not wait for it any longer.
            joined.ownership.dealings.unwish(at, |wish| !wish.plain);
            for wish in joined
                .ownership
                .dealings
                .wanted
                .get_mut(&at)
                .into_iter()
                .flatten()
            {
                wish.confirming = false;
            }
        }
        let attributes = attributes.clone();
        ask(
            OwnershipRequest::CancelNegotiation { object, attributes },
            out,
        );
        Ok(())
    }
}

impl Joined {
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub(super) fn check_instance(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        let Some((_, known)) = self.objects.known(object) else {
            return Err(not_known(object));
        };
        self.check_attributes(known, attributes)
    }

    /// The same, and `AttributeNotOwned` unless this federate owns all of them.
    fn check_owned(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.check_instance(object, attributes)?;
        let owned = self
            .objects
            .record(object)
            .and_then(|i| i.owned(self.identity.handle()));
        let stranger = attributes
            .iter()
            .find(|a| !owned.is_some_and(|owned| owned.contains(*a)));
        stranger.map_or(Ok(()), |attribute| Err(not_owned(object, attribute)))
    }

    fn check_divesting(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        let divesting = &self.ownership.dealings.divesting;
        refuse(
            object,
            attributes,
            |at| !divesting.contains_key(at),
            ExceptionKind::AttributeDivestitureWasNotRequested,
            "is not being divested",
        )
    }

    /// The attributes are not owned here from now on; the log informs the others.
    pub(crate) fn divest(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) {
        if attributes.is_empty() {
            return;
        }
        self.release(object, attributes);
        self.ddm.give_up(object, attributes);
        ask(
            OwnershipRequest::Divested {
                object,
                attributes: attributes.clone(),
                tag: tag.to_vec(),
            },
            out,
        );
    }

    /// Attributes are not owned here any more.
    pub(super) fn release(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let handle = self.identity.handle();
        if let Some(instance) = self.objects.record_mut(object) {
            instance.release(handle, attributes);
            // An owner that gets them back sends them as the object model says.
            self.objects.note_transportation_change();
        }
        self.ownership.dealings.released(object, attributes);
    }
}
