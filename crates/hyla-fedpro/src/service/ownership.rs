//! Ownership management (clause 7).

use super::serve::serve;
use crate::convert::Field;

serve! {
    UnconditionalAttributeOwnershipDivestitureRequest
        => UnconditionalAttributeOwnershipDivestitureResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        let tag = s.new_tag(&m.user_supplied_tag);
        s.rti.unconditional_attribute_ownership_divestiture(object, &attributes, tag)
    };
    NegotiatedAttributeOwnershipDivestitureRequest
        => NegotiatedAttributeOwnershipDivestitureResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        let tag = &m.user_supplied_tag;
        s.rti.negotiated_attribute_ownership_divestiture(object, &attributes, tag)
    };
    ConfirmDivestitureRequest => ConfirmDivestitureResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.confirmed_attributes.value());
        s.rti.confirm_divestiture(object, &attributes, &m.user_supplied_tag)
    };
    AttributeOwnershipAcquisitionRequest => AttributeOwnershipAcquisitionResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.desired_attributes.value());
        s.rti.attribute_ownership_acquisition(object, &attributes, &m.user_supplied_tag)
    };
    AttributeOwnershipAcquisitionIfAvailableRequest
        => AttributeOwnershipAcquisitionIfAvailableResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.desired_attributes.value());
        let tag = s.new_tag(&m.user_supplied_tag);
        s.rti.attribute_ownership_acquisition_if_available(object, &attributes, tag)
    };
    AttributeOwnershipReleaseDeniedRequest => AttributeOwnershipReleaseDeniedResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        let tag = s.new_tag(&m.user_supplied_tag);
        s.rti.attribute_ownership_release_denied(object, &attributes, tag)
    };
    AttributeOwnershipDivestitureIfWantedRequest
        => AttributeOwnershipDivestitureIfWantedResponse { result } |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        let tag = s.new_tag(&m.user_supplied_tag);
        s.rti.attribute_ownership_divestiture_if_wanted(object, &attributes, tag)
    };
    CancelNegotiatedAttributeOwnershipDivestitureRequest
        => CancelNegotiatedAttributeOwnershipDivestitureResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        s.rti.cancel_negotiated_attribute_ownership_divestiture(object, &attributes)
    };
    CancelAttributeOwnershipAcquisitionRequest
        => CancelAttributeOwnershipAcquisitionResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        s.rti.cancel_attribute_ownership_acquisition(object, &attributes)
    };
    QueryAttributeOwnershipRequest => QueryAttributeOwnershipResponse {} |s, m|
        s.rti.query_attribute_ownership(m.object_instance.value(), &m.attributes.value());
    IsAttributeOwnedByFederateRequest => IsAttributeOwnedByFederateResponse { result } |s, m|
        s.rti.is_attribute_owned_by_federate(m.object_instance.value(), m.attribute.value());
}
