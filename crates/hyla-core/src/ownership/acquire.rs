//! Services of who wants to own (clauses 7.8, 7.9, 7.15).

use hyla_types::{AttributeHandleSet, Exception, ExceptionKind, ObjectInstanceHandle};

use super::ask::{ask, refuse};
use super::dealings::{Acquisition, Dealings};
use crate::Result;
use crate::member::{Joined, Member};
use crate::message::OwnershipRequest;
use crate::object::{check_size, not_known};
use crate::outbox::{Control, Outbox};

impl Member {
    /// `attributeOwnershipAcquisition` (7.8). What has no owner is had at once, an owner is asked;
    /// either way a callback says when it is owned here. Asking again for what is being acquired
    /// does nothing.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `ObjectClassNotPublished`,
    /// `AttributeNotPublished`, `FederateOwnsAttributes`.
    pub fn attribute_ownership_acquisition(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_acquirable(object, attributes)?;
        check_size(std::iter::empty(), tag, out)?;
        let acquiring = &joined.ownership.dealings.acquiring;
        let new = Dealings::filter(object, attributes, |at| {
            !acquiring.get(at).is_some_and(|a| a.plain)
        });
        joined.acquire(object, new, true, tag, out);
        Ok(())
    }

    /// `attributeOwnershipAcquisitionIfAvailable` (7.9): what has no owner, or one that divests. The
    /// tag exists in 2025.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `ObjectClassNotPublished`,
    /// `AttributeNotPublished`, `FederateOwnsAttributes`, `AttributeAlreadyBeingAcquired`.
    pub fn attribute_ownership_acquisition_if_available(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_acquirable(object, attributes)?;
        let acquiring = &joined.ownership.dealings.acquiring;
        refuse(
            object,
            attributes,
            |at| acquiring.get(at).is_some_and(|a| a.plain),
            ExceptionKind::AttributeAlreadyBeingAcquired,
            "is being acquired",
        )?;
        check_size(std::iter::empty(), tag, out)?;
        let new = Dealings::filter(object, attributes, |at| !acquiring.contains_key(at));
        joined.acquire(object, new, false, tag, out);
        Ok(())
    }

    /// `cancelAttributeOwnershipAcquisition` (7.15). For each attribute either the cancellation is
    /// confirmed or the transfer had already happened and is notified.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeAlreadyOwned`,
    /// `AttributeAcquisitionWasNotRequested`.
    pub fn cancel_attribute_ownership_acquisition(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_instance(object, attributes)?;
        joined.check_not_owned(object, attributes, ExceptionKind::AttributeAlreadyOwned)?;
        let acquiring = &mut joined.ownership.dealings.acquiring;
        refuse(
            object,
            attributes,
            |at| !acquiring.get(at).is_some_and(|a| a.plain),
            ExceptionKind::AttributeAcquisitionWasNotRequested,
            "is not being acquired",
        )?;
        let new = Dealings::filter(object, attributes, |at| {
            let acquisition = acquiring.get_mut(at);
            acquisition.is_some_and(|a| !std::mem::replace(&mut a.cancelling, true))
        });
        if !new.is_empty() {
            let attributes = new;
            ask(
                OwnershipRequest::CancelAcquisition { object, attributes },
                out,
            );
        }
        Ok(())
    }
}

impl Joined {
    /// Checks that both acquisitions share.
    fn check_acquirable(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.check_instance(object, attributes)?;
        let Some((_, known)) = self.objects.known(object) else {
            return Err(not_known(object));
        };
        let Some(published) = self.declarations.own().published(known) else {
            return Err(Exception::new(
                ExceptionKind::ObjectClassNotPublished,
                format!(
                    "{} publishes no attribute of {known:?}",
                    self.identity.name()
                ),
            ));
        };
        if let Some(attribute) = attributes.iter().find(|a| !published.contains(*a)) {
            return Err(Exception::new(
                ExceptionKind::AttributeNotPublished,
                format!(
                    "{} does not publish {attribute:?} of {known:?}",
                    self.identity.name()
                ),
            ));
        }
        self.check_not_owned(object, attributes, ExceptionKind::FederateOwnsAttributes)
    }

    fn check_not_owned(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        exception: ExceptionKind,
    ) -> Result<()> {
        let instance = self.objects.record(object);
        refuse(
            object,
            attributes,
            |(_, a)| instance.is_some_and(|instance| instance.owns(self.identity.handle(), *a)),
            exception,
            "is owned by this federate",
        )
    }

    fn acquire(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        plain: bool,
        tag: &[u8],
        out: &mut dyn Control,
    ) {
        if attributes.is_empty() {
            return;
        }
        let number = self.ownership.dealings.new_number();
        for attribute in &attributes {
            let acquisition = Acquisition {
                number,
                plain,
                cancelling: false,
            };
            self.ownership
                .dealings
                .acquiring
                .insert((object, attribute), acquisition);
        }
        ask(
            OwnershipRequest::Acquire {
                object,
                attributes,
                number,
                plain,
                tag: tag.to_vec(),
            },
            out,
        );
    }
}
