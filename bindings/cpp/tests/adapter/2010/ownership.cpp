// Services of clause 7 that have no tags here.
#include "../call.h"

using namespace over;

hyla_exception hyla_unconditional_attribute_ownership_divestiture(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   (void)tag;
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unconditionalAttributeOwnershipDivestiture(
         ambassador.object(object),
         ambassador.attributes(attributes));
   });
}

hyla_exception hyla_attribute_ownership_acquisition_if_available(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   (void)tag;
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->attributeOwnershipAcquisitionIfAvailable(
         ambassador.object(object),
         ambassador.attributes(attributes));
   });
}

hyla_exception hyla_attribute_ownership_release_denied(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   (void)tag;
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->attributeOwnershipReleaseDenied(ambassador.object(object), ambassador.attributes(attributes));
   });
}

hyla_exception hyla_attribute_ownership_divestiture_if_wanted(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag,
   hyla_owned_handles *out)
{
   (void)tag;
   return get(rti, out, [&](Ambassador &ambassador) {
      AttributeHandleSet divested;
      ambassador->attributeOwnershipDivestitureIfWanted(
         ambassador.object(object), ambassador.attributes(attributes), divested);
      return divested;
   });
}

hyla_exception hyla_query_attribute_ownership(hyla_rti rti, hyla_object_instance_handle object, hyla_handles attributes)
{
   // This edition asks for one attribute at a time.
   return call(rti, [&](Ambassador &ambassador) {
      for (const AttributeHandle &attribute : ambassador.attributes(attributes))
      {
         ambassador->queryAttributeOwnership(ambassador.object(object), attribute);
      }
   });
}
