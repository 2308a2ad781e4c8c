// Services of clause 7 that have a tag here.
#include "../call.h"

using namespace over;

hyla_exception hyla_unconditional_attribute_ownership_divestiture(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unconditionalAttributeOwnershipDivestiture(
         ambassador.object(object),
         ambassador.attributes(attributes),
         data(tag));
   });
}

hyla_exception hyla_attribute_ownership_acquisition_if_available(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->attributeOwnershipAcquisitionIfAvailable(
         ambassador.object(object),
         ambassador.attributes(attributes),
         data(tag));
   });
}

hyla_exception hyla_attribute_ownership_release_denied(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->attributeOwnershipReleaseDenied(
         ambassador.object(object),
         ambassador.attributes(attributes),
         data(tag));
   });
}

hyla_exception hyla_attribute_ownership_divestiture_if_wanted(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag,
   hyla_owned_handles *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      AttributeHandleSet divested;
      ambassador->attributeOwnershipDivestitureIfWanted(
         ambassador.object(object), ambassador.attributes(attributes), data(tag), divested);
      return divested;
   });
}

hyla_exception hyla_query_attribute_ownership(hyla_rti rti, hyla_object_instance_handle object, hyla_handles attributes)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->queryAttributeOwnership(ambassador.object(object), ambassador.attributes(attributes));
   });
}
