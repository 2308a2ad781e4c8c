// Ownership management (clause 7).
#include "call.h"

using namespace over;

hyla_exception hyla_negotiated_attribute_ownership_divestiture(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->negotiatedAttributeOwnershipDivestiture(
         ambassador.object(object),
         ambassador.attributes(attributes),
         data(tag));
   });
}

hyla_exception hyla_confirm_divestiture(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->confirmDivestiture(ambassador.object(object), ambassador.attributes(attributes), data(tag));
   });
}

hyla_exception hyla_attribute_ownership_acquisition(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->attributeOwnershipAcquisition(
         ambassador.object(object),
         ambassador.attributes(attributes),
         data(tag));
   });
}

hyla_exception hyla_cancel_negotiated_attribute_ownership_divestiture(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->cancelNegotiatedAttributeOwnershipDivestiture(
         ambassador.object(object),
         ambassador.attributes(attributes));
   });
}

hyla_exception hyla_cancel_attribute_ownership_acquisition(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->cancelAttributeOwnershipAcquisition(ambassador.object(object), ambassador.attributes(attributes));
   });
}

hyla_exception hyla_is_attribute_owned_by_federate(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_attribute_handle attribute,
   bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->isAttributeOwnedByFederate(ambassador.object(object), ambassador.attribute(attribute));
   });
}
