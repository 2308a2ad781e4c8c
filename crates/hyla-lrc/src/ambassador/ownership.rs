//! Ownership management (clause 7).

use hyla_core::Result;
use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectInstanceHandle, Service};

use super::RtiAmbassador;

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
        self.engine().call(
            Service::UnconditionalAttributeOwnershipDivestiture,
            |member, links| {
                member.unconditional_attribute_ownership_divestiture(object, attributes, tag, links)
            },
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
        self.engine().call(
            Service::NegotiatedAttributeOwnershipDivestiture,
            |member, links| {
                member.negotiated_attribute_ownership_divestiture(object, attributes, tag, links)
            },
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
        self.engine()
            .call(Service::ConfirmDivestiture, |member, links| {
                member.confirm_divestiture(object, attributes, tag, links)
            })
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
        self.engine()
            .call(Service::AttributeOwnershipAcquisition, |member, links| {
                member.attribute_ownership_acquisition(object, attributes, tag, links)
            })
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
        self.engine().call(
            Service::AttributeOwnershipAcquisitionIfAvailable,
            |member, links| {
                member.attribute_ownership_acquisition_if_available(object, attributes, tag, links)
            },
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
        self.engine()
            .call(Service::AttributeOwnershipReleaseDenied, |member, links| {
                member.attribute_ownership_release_denied(object, attributes, tag, links)
            })
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
        self.engine().call(
            Service::AttributeOwnershipDivestitureIfWanted,
            |member, links| {
                member.attribute_ownership_divestiture_if_wanted(object, attributes, tag, links)
            },
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
        self.engine()
            .call(Service::QueryAttributeOwnership, |member, _| {
                member.query_attribute_ownership(object, attributes)
            })
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
        self.engine()
            .look(Service::IsAttributeOwnedByFederate, |member| {
                member.is_attribute_owned_by_federate(object, attribute)
            })
    }
}
