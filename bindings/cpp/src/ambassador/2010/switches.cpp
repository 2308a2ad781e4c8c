// Switches, as 2010 has them.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::enableObjectClassRelevanceAdvisorySwitch()
{
   check(hyla_enable_object_class_relevance_advisory_switch(_rti));
}

void Ambassador::disableObjectClassRelevanceAdvisorySwitch()
{
   check(hyla_disable_object_class_relevance_advisory_switch(_rti));
}

void Ambassador::enableAttributeRelevanceAdvisorySwitch()
{
   check(hyla_enable_attribute_relevance_advisory_switch(_rti));
}

void Ambassador::disableAttributeRelevanceAdvisorySwitch()
{
   check(hyla_disable_attribute_relevance_advisory_switch(_rti));
}

void Ambassador::enableAttributeScopeAdvisorySwitch()
{
   check(hyla_enable_attribute_scope_advisory_switch(_rti));
}

void Ambassador::disableAttributeScopeAdvisorySwitch()
{
   check(hyla_disable_attribute_scope_advisory_switch(_rti));
}

void Ambassador::enableInteractionRelevanceAdvisorySwitch()
{
   check(hyla_enable_interaction_relevance_advisory_switch(_rti));
}

void Ambassador::disableInteractionRelevanceAdvisorySwitch()
{
   check(hyla_disable_interaction_relevance_advisory_switch(_rti));
}
}
