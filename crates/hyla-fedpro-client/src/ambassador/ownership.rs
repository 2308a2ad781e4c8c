//! Ownership management (clause 7).

use hyla_fedpro_messages as pb;
use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectInstanceHandle, Service};

use super::{FedProAmbassador, Result};
use crate::convert::{Wire, tag};

/// Services about attributes of an instance, with a tag.
macro_rules! tagged {
    ($($name:ident $service:ident $request:ident $attributes:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(
                    &self,
                    object: ObjectInstanceHandle,
                    attributes: &AttributeHandleSet,
                    user_tag: &[u8],
                ) -> Result<()> {
                    self.tell(
                        Service::$service,
                        pb::$request {
                            object_instance: object.wire(),
                            $attributes: attributes.wire(),
                            user_supplied_tag: tag(user_tag),
                        },
                    )
                }
            )*
        }
    };
}

tagged! {
    unconditional_attribute_ownership_divestiture UnconditionalAttributeOwnershipDivestiture
        UnconditionalAttributeOwnershipDivestitureRequest attributes,
    negotiated_attribute_ownership_divestiture NegotiatedAttributeOwnershipDivestiture
        NegotiatedAttributeOwnershipDivestitureRequest attributes,
    confirm_divestiture ConfirmDivestiture ConfirmDivestitureRequest confirmed_attributes,
    attribute_ownership_acquisition AttributeOwnershipAcquisition
        AttributeOwnershipAcquisitionRequest desired_attributes,
    attribute_ownership_acquisition_if_available AttributeOwnershipAcquisitionIfAvailable
        AttributeOwnershipAcquisitionIfAvailableRequest desired_attributes,
    attribute_ownership_release_denied AttributeOwnershipReleaseDenied
        AttributeOwnershipReleaseDeniedRequest attributes,
}

/// The same without a tag.
macro_rules! plain {
    ($($name:ident $service:ident $request:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(
                    &self,
                    object: ObjectInstanceHandle,
                    attributes: &AttributeHandleSet,
                ) -> Result<()> {
                    self.tell(
                        Service::$service,
                        pb::$request {
                            object_instance: object.wire(),
                            attributes: attributes.wire(),
                        },
                    )
                }
            )*
        }
    };
}

plain! {
    cancel_negotiated_attribute_ownership_divestiture CancelNegotiatedAttributeOwnershipDivestiture
        CancelNegotiatedAttributeOwnershipDivestitureRequest,
    cancel_attribute_ownership_acquisition CancelAttributeOwnershipAcquisition
        CancelAttributeOwnershipAcquisitionRequest,
    query_attribute_ownership QueryAttributeOwnership QueryAttributeOwnershipRequest,
}

#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "as those of RtiAmbassador"
)]
impl FedProAmbassador {
    pub fn attribute_ownership_divestiture_if_wanted(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_tag: &[u8],
    ) -> Result<AttributeHandleSet> {
        self.ask_for(
            Service::AttributeOwnershipDivestitureIfWanted,
            pb::AttributeOwnershipDivestitureIfWantedRequest {
                object_instance: object.wire(),
                attributes: attributes.wire(),
                user_supplied_tag: tag(user_tag),
            },
            |response| Wire::from_wire(response.result),
        )
    }

    pub fn is_attribute_owned_by_federate(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<bool> {
        self.ask_for(
            Service::IsAttributeOwnedByFederate,
            pb::IsAttributeOwnedByFederateRequest {
                object_instance: object.wire(),
                attribute: attribute.wire(),
            },
            |response| Ok(response.result),
        )
    }
}
