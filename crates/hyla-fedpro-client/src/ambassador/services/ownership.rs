//! Ownership management (clause 7).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_fedpro_messages as pb;
use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectInstanceHandle, Service};

use crate::ambassador::FedProAmbassador;
use crate::convert::{FromWire, Wire};

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::unconditional_attribute_ownership_divestiture`.
    ///
    /// # Errors
    /// The same.
    pub fn unconditional_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::UnconditionalAttributeOwnershipDivestiture,
            pb::UnconditionalAttributeOwnershipDivestitureRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::negotiated_attribute_ownership_divestiture`.
    ///
    /// # Errors
    /// The same.
    pub fn negotiated_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::NegotiatedAttributeOwnershipDivestiture,
            pb::NegotiatedAttributeOwnershipDivestitureRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::confirm_divestiture`.
    ///
    /// # Errors
    /// The same.
    pub fn confirm_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        confirmed_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::ConfirmDivestiture,
            pb::ConfirmDivestitureRequest {
                object_instance: object_instance.wire(),
                confirmed_attributes: confirmed_attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_ownership_acquisition`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_ownership_acquisition(
        &self,
        object_instance: ObjectInstanceHandle,
        desired_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::AttributeOwnershipAcquisition,
            pb::AttributeOwnershipAcquisitionRequest {
                object_instance: object_instance.wire(),
                desired_attributes: desired_attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_ownership_acquisition_if_available`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_ownership_acquisition_if_available(
        &self,
        object_instance: ObjectInstanceHandle,
        desired_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::AttributeOwnershipAcquisitionIfAvailable,
            pb::AttributeOwnershipAcquisitionIfAvailableRequest {
                object_instance: object_instance.wire(),
                desired_attributes: desired_attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_ownership_release_denied`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_ownership_release_denied(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.tell(
            Service::AttributeOwnershipReleaseDenied,
            pb::AttributeOwnershipReleaseDeniedRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_ownership_divestiture_if_wanted`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_ownership_divestiture_if_wanted(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<AttributeHandleSet> {
        self.ask_for(
            Service::AttributeOwnershipDivestitureIfWanted,
            pb::AttributeOwnershipDivestitureIfWantedRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: user_supplied_tag.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::cancel_negotiated_attribute_ownership_divestiture`.
    ///
    /// # Errors
    /// The same.
    pub fn cancel_negotiated_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::CancelNegotiatedAttributeOwnershipDivestiture,
            pb::CancelNegotiatedAttributeOwnershipDivestitureRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::cancel_attribute_ownership_acquisition`.
    ///
    /// # Errors
    /// The same.
    pub fn cancel_attribute_ownership_acquisition(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::CancelAttributeOwnershipAcquisition,
            pb::CancelAttributeOwnershipAcquisitionRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_attribute_ownership`.
    ///
    /// # Errors
    /// The same.
    pub fn query_attribute_ownership(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.tell(
            Service::QueryAttributeOwnership,
            pb::QueryAttributeOwnershipRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::is_attribute_owned_by_federate`.
    ///
    /// # Errors
    /// The same.
    pub fn is_attribute_owned_by_federate(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<bool> {
        self.ask_for(
            Service::IsAttributeOwnedByFederate,
            pb::IsAttributeOwnedByFederateRequest {
                object_instance: object_instance.wire(),
                attribute: attribute.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }
}
