// Services that 2025 has not.
#include "../call.h"

using namespace over;

hyla_exception hyla_get_available_dimensions_for_class_attribute(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_attribute_handle attribute,
   hyla_owned_handles *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getAvailableDimensionsForClassAttribute(
         ambassador.object_class(object_class),
         ambassador.attribute(attribute));
   });
}

hyla_exception hyla_enable_object_class_relevance_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableObjectClassRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_disable_object_class_relevance_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableObjectClassRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_enable_attribute_relevance_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableAttributeRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_disable_attribute_relevance_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableAttributeRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_enable_attribute_scope_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableAttributeScopeAdvisorySwitch(); });
}

hyla_exception hyla_disable_attribute_scope_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableAttributeScopeAdvisorySwitch(); });
}

hyla_exception hyla_enable_interaction_relevance_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableInteractionRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_disable_interaction_relevance_advisory_switch(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableInteractionRelevanceAdvisorySwitch(); });
}
