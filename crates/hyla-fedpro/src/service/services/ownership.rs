//! Ownership management (clause 7).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;

use crate::convert::{Field, ToField};
use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::UnconditionalAttributeOwnershipDivestitureRequest {
    type Response = fp::UnconditionalAttributeOwnershipDivestitureResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.unconditional_attribute_ownership_divestiture(
            self.object_instance.value(),
            &self.attributes.value(),
            services.new_tag(&self.user_supplied_tag),
        )?;
        Ok(fp::UnconditionalAttributeOwnershipDivestitureResponse {})
    }
}

impl Serve for fp::NegotiatedAttributeOwnershipDivestitureRequest {
    type Response = fp::NegotiatedAttributeOwnershipDivestitureResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.negotiated_attribute_ownership_divestiture(
            self.object_instance.value(),
            &self.attributes.value(),
            &self.user_supplied_tag,
        )?;
        Ok(fp::NegotiatedAttributeOwnershipDivestitureResponse {})
    }
}

impl Serve for fp::ConfirmDivestitureRequest {
    type Response = fp::ConfirmDivestitureResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.confirm_divestiture(
            self.object_instance.value(),
            &self.confirmed_attributes.value(),
            &self.user_supplied_tag,
        )?;
        Ok(fp::ConfirmDivestitureResponse {})
    }
}

impl Serve for fp::AttributeOwnershipAcquisitionRequest {
    type Response = fp::AttributeOwnershipAcquisitionResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.attribute_ownership_acquisition(
            self.object_instance.value(),
            &self.desired_attributes.value(),
            &self.user_supplied_tag,
        )?;
        Ok(fp::AttributeOwnershipAcquisitionResponse {})
    }
}

impl Serve for fp::AttributeOwnershipAcquisitionIfAvailableRequest {
    type Response = fp::AttributeOwnershipAcquisitionIfAvailableResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.attribute_ownership_acquisition_if_available(
            self.object_instance.value(),
            &self.desired_attributes.value(),
            services.new_tag(&self.user_supplied_tag),
        )?;
        Ok(fp::AttributeOwnershipAcquisitionIfAvailableResponse {})
    }
}

impl Serve for fp::AttributeOwnershipReleaseDeniedRequest {
    type Response = fp::AttributeOwnershipReleaseDeniedResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.attribute_ownership_release_denied(
            self.object_instance.value(),
            &self.attributes.value(),
            services.new_tag(&self.user_supplied_tag),
        )?;
        Ok(fp::AttributeOwnershipReleaseDeniedResponse {})
    }
}

impl Serve for fp::AttributeOwnershipDivestitureIfWantedRequest {
    type Response = fp::AttributeOwnershipDivestitureIfWantedResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.attribute_ownership_divestiture_if_wanted(
            self.object_instance.value(),
            &self.attributes.value(),
            services.new_tag(&self.user_supplied_tag),
        )?;
        Ok(fp::AttributeOwnershipDivestitureIfWantedResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::CancelNegotiatedAttributeOwnershipDivestitureRequest {
    type Response = fp::CancelNegotiatedAttributeOwnershipDivestitureResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .cancel_negotiated_attribute_ownership_divestiture(
                self.object_instance.value(),
                &self.attributes.value(),
            )?;
        Ok(fp::CancelNegotiatedAttributeOwnershipDivestitureResponse {})
    }
}

impl Serve for fp::CancelAttributeOwnershipAcquisitionRequest {
    type Response = fp::CancelAttributeOwnershipAcquisitionResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.cancel_attribute_ownership_acquisition(
            self.object_instance.value(),
            &self.attributes.value(),
        )?;
        Ok(fp::CancelAttributeOwnershipAcquisitionResponse {})
    }
}

impl Serve for fp::QueryAttributeOwnershipRequest {
    type Response = fp::QueryAttributeOwnershipResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .query_attribute_ownership(self.object_instance.value(), &self.attributes.value())?;
        Ok(fp::QueryAttributeOwnershipResponse {})
    }
}

impl Serve for fp::IsAttributeOwnedByFederateRequest {
    type Response = fp::IsAttributeOwnedByFederateResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .is_attribute_owned_by_federate(self.object_instance.value(), self.attribute.value())?;
        Ok(fp::IsAttributeOwnedByFederateResponse {
            result: result.field(),
        })
    }
}
