//! Ownership management (clause 7).

use hyla_core::Result;
use hyla_core::member::Member;
use hyla_core::outbox::Outbox;
use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectInstanceHandle, Service};

use super::RtiAmbassador;
use crate::report::Argument;

impl RtiAmbassador {
    /// `unconditionalAttributeOwnershipDivestiture` (7.2): the attributes are not owned from now on. An
    /// ambassador of 2010 has no tag and passes an empty one.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn unconditional_attribute_ownership_divestiture(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.tagged(
            Service::UnconditionalAttributeOwnershipDivestiture,
            object,
            attributes,
            tag,
            Member::unconditional_attribute_ownership_divestiture,
        )
    }

    /// `negotiatedAttributeOwnershipDivestiture` (7.3): the attributes are offered, and owned until the
    /// divestiture is confirmed.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeAlreadyBeingDivested`.
    pub fn negotiated_attribute_ownership_divestiture(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.tagged(
            Service::NegotiatedAttributeOwnershipDivestiture,
            object,
            attributes,
            tag,
            Member::negotiated_attribute_ownership_divestiture,
        )
    }

    /// `confirmDivestiture` (7.6): the attributes go to their taker.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeDivestitureWasNotRequested`, `NoAcquisitionPending`.
    pub fn confirm_divestiture(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.tagged(
            Service::ConfirmDivestiture,
            object,
            attributes,
            tag,
            Member::confirm_divestiture,
        )
    }

    /// `attributeOwnershipAcquisition` (7.8): an owner is asked; a callback says when the attributes are
    /// owned here.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `ObjectClassNotPublished`,
    /// `AttributeNotPublished`, `FederateOwnsAttributes`.
    pub fn attribute_ownership_acquisition(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.tagged(
            Service::AttributeOwnershipAcquisition,
            object,
            attributes,
            tag,
            Member::attribute_ownership_acquisition,
        )
    }

    /// `attributeOwnershipAcquisitionIfAvailable` (7.9): what is unowned or being divested. An ambassador
    /// of 2010 has no tag and passes an empty one.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `ObjectClassNotPublished`,
    /// `AttributeNotPublished`, `FederateOwnsAttributes`, `AttributeAlreadyBeingAcquired`.
    pub fn attribute_ownership_acquisition_if_available(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.tagged(
            Service::AttributeOwnershipAcquisitionIfAvailable,
            object,
            attributes,
            tag,
            Member::attribute_ownership_acquisition_if_available,
        )
    }

    /// `attributeOwnershipReleaseDenied` (7.12): the attributes stay owned. An ambassador of 2010 has no
    /// tag and passes an empty one.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn attribute_ownership_release_denied(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<()> {
        self.tagged(
            Service::AttributeOwnershipReleaseDenied,
            object,
            attributes,
            tag,
            Member::attribute_ownership_release_denied,
        )
    }

    /// `attributeOwnershipDivestitureIfWanted` (7.13): attributes that somebody acquires go to it; the
    /// result says which. May be called inside callbacks. An ambassador of 2010 has no tag and passes
    /// an empty one.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn attribute_ownership_divestiture_if_wanted(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Result<AttributeHandleSet> {
        self.tagged(
            Service::AttributeOwnershipDivestitureIfWanted,
            object,
            attributes,
            tag,
            Member::attribute_ownership_divestiture_if_wanted,
        )
    }

    /// `cancelNegotiatedAttributeOwnershipDivestiture` (7.14): the attributes stay owned.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`,
    /// `AttributeDivestitureWasNotRequested`.
    pub fn cancel_negotiated_attribute_ownership_divestiture(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().call(
            Service::CancelNegotiatedAttributeOwnershipDivestiture,
            &[&object, &attributes],
            |member, links| {
                member.cancel_negotiated_attribute_ownership_divestiture(object, attributes, links)
            },
        )
    }

    /// `cancelAttributeOwnershipAcquisition` (7.15): a callback confirms it, unless the attributes have
    /// come meanwhile.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeAlreadyOwned`,
    /// `AttributeAcquisitionWasNotRequested`.
    pub fn cancel_attribute_ownership_acquisition(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().call(
            Service::CancelAttributeOwnershipAcquisition,
            &[&object, &attributes],
            |member, links| {
                member.cancel_attribute_ownership_acquisition(object, attributes, links)
            },
        )
    }

    /// `queryAttributeOwnership` (7.17): the answers come as callbacks. In 2010 the service is for one
    /// attribute, and there is one callback for each.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn query_attribute_ownership(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().call(
            Service::QueryAttributeOwnership,
            &[&object, &attributes],
            |member, _| member.query_attribute_ownership(object, attributes),
        )
    }

    /// `isAttributeOwnedByFederate` (7.19).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn is_attribute_owned_by_federate(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<bool> {
        self.engine().look(
            Service::IsAttributeOwnedByFederate,
            &[&object, &attribute],
            |member| member.is_attribute_owned_by_federate(object, attribute),
        )
    }

    /// A service about attributes of an instance, with a tag.
    fn tagged<T: Argument>(
        &self,
        service: Service,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        call: Tagged<T>,
    ) -> Result<T> {
        self.engine()
            .call(service, &[&object, &attributes, &tag], |member, links| {
                call(member, object, attributes, tag, links)
            })
    }
}

/// The core's side of such a service.
type Tagged<T> =
    fn(&mut Member, ObjectInstanceHandle, &AttributeHandleSet, &[u8], &mut dyn Outbox) -> Result<T>;
