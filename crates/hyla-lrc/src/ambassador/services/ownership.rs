//! Ownership management (clause 7).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectInstanceHandle, Service};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `unconditionalAttributeOwnershipDivestiture` (7.2). This federate no longer owns the
    /// attributes. A federate of 2010 has no tag and passes an empty one.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeNotOwned`, `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every
    /// service.
    pub fn unconditional_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::UnconditionalAttributeOwnershipDivestiture,
            &[&object_instance, &attributes, &user_supplied_tag],
            |member, links| {
                member.unconditional_attribute_ownership_divestiture(
                    object_instance,
                    attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `negotiatedAttributeOwnershipDivestiture` (7.3). Offers the attributes, and owns them until
    /// the divestiture is confirmed.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeAlreadyBeingDivested`, `AttributeNotOwned`, `AttributeNotDefined`,
    /// `ObjectInstanceNotKnown`; and those of every service.
    pub fn negotiated_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::NegotiatedAttributeOwnershipDivestiture,
            &[&object_instance, &attributes, &user_supplied_tag],
            |member, links| {
                member.negotiated_attribute_ownership_divestiture(
                    object_instance,
                    attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `confirmDivestiture` (7.6). The attributes go to the federate that acquires them.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `NoAcquisitionPending`, `AttributeDivestitureWasNotRequested`, `AttributeNotOwned`,
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every service.
    pub fn confirm_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        confirmed_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::ConfirmDivestiture,
            &[&object_instance, &confirmed_attributes, &user_supplied_tag],
            |member, links| {
                member.confirm_divestiture(
                    object_instance,
                    confirmed_attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `attributeOwnershipAcquisition` (7.8). Asks the owner; a callback says when the attributes
    /// are owned here.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeNotPublished`, `ObjectClassNotPublished`, `FederateOwnsAttributes`,
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every service.
    pub fn attribute_ownership_acquisition(
        &self,
        object_instance: ObjectInstanceHandle,
        desired_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::AttributeOwnershipAcquisition,
            &[&object_instance, &desired_attributes, &user_supplied_tag],
            |member, links| {
                member.attribute_ownership_acquisition(
                    object_instance,
                    desired_attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `attributeOwnershipAcquisitionIfAvailable` (7.9). Takes attributes that are unowned or being
    /// divested. A federate of 2010 has no tag and passes an empty one.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeAlreadyBeingAcquired`, `AttributeNotPublished`, `ObjectClassNotPublished`,
    /// `FederateOwnsAttributes`, `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of
    /// every service.
    pub fn attribute_ownership_acquisition_if_available(
        &self,
        object_instance: ObjectInstanceHandle,
        desired_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::AttributeOwnershipAcquisitionIfAvailable,
            &[&object_instance, &desired_attributes, &user_supplied_tag],
            |member, links| {
                member.attribute_ownership_acquisition_if_available(
                    object_instance,
                    desired_attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `attributeOwnershipReleaseDenied` (7.12). The attributes stay owned. A federate of 2010 has
    /// no tag and passes an empty one.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeNotOwned`, `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every
    /// service.
    pub fn attribute_ownership_release_denied(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<()> {
        self.engine().call(
            Service::AttributeOwnershipReleaseDenied,
            &[&object_instance, &attributes, &user_supplied_tag],
            |member, links| {
                member.attribute_ownership_release_denied(
                    object_instance,
                    attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `attributeOwnershipDivestitureIfWanted` (7.13). Gives the attributes to federates that
    /// acquire them, and returns which were given. A federate of 2010 has no tag and passes an
    /// empty one.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeNotOwned`, `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every
    /// service.
    pub fn attribute_ownership_divestiture_if_wanted(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) -> Result<AttributeHandleSet> {
        self.engine().call(
            Service::AttributeOwnershipDivestitureIfWanted,
            &[&object_instance, &attributes, &user_supplied_tag],
            |member, links| {
                member.attribute_ownership_divestiture_if_wanted(
                    object_instance,
                    attributes,
                    user_supplied_tag,
                    links,
                )
            },
        )
    }

    /// `cancelNegotiatedAttributeOwnershipDivestiture` (7.14). The attributes stay owned.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeDivestitureWasNotRequested`, `AttributeNotOwned`, `AttributeNotDefined`,
    /// `ObjectInstanceNotKnown`; and those of every service.
    pub fn cancel_negotiated_attribute_ownership_divestiture(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().call(
            Service::CancelNegotiatedAttributeOwnershipDivestiture,
            &[&object_instance, &attributes],
            |member, links| {
                member.cancel_negotiated_attribute_ownership_divestiture(
                    object_instance,
                    attributes,
                    links,
                )
            },
        )
    }

    /// `cancelAttributeOwnershipAcquisition` (7.15). A callback confirms it, unless the attributes
    /// have come meanwhile.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `AttributeAcquisitionWasNotRequested`, `AttributeAlreadyOwned`, `AttributeNotDefined`,
    /// `ObjectInstanceNotKnown`; and those of every service.
    pub fn cancel_attribute_ownership_acquisition(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().call(
            Service::CancelAttributeOwnershipAcquisition,
            &[&object_instance, &attributes],
            |member, links| {
                member.cancel_attribute_ownership_acquisition(object_instance, attributes, links)
            },
        )
    }

    /// `queryAttributeOwnership` (7.17). The answers come as callbacks. In 2010 the service is for
    /// one attribute, with one callback for each.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every service.
    pub fn query_attribute_ownership(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        self.engine().call(
            Service::QueryAttributeOwnership,
            &[&object_instance, &attributes],
            |member, _| member.query_attribute_ownership(object_instance, attributes),
        )
    }

    /// `isAttributeOwnedByFederate` (7.19).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every service.
    pub fn is_attribute_owned_by_federate(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<bool> {
        self.engine().look(
            Service::IsAttributeOwnedByFederate,
            &[&object_instance, &attribute],
            |member| member.is_attribute_owned_by_federate(object_instance, attribute),
        )
    }
}
