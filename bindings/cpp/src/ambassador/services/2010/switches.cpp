// Switches (clause 10).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::enableObjectClassRelevanceAdvisorySwitch()
{
   check(hyla_enable_object_class_relevance_advisory_switch(_rti));
}

void Services::disableObjectClassRelevanceAdvisorySwitch()
{
   check(hyla_disable_object_class_relevance_advisory_switch(_rti));
}

void Services::enableAttributeRelevanceAdvisorySwitch()
{
   check(hyla_enable_attribute_relevance_advisory_switch(_rti));
}

void Services::disableAttributeRelevanceAdvisorySwitch()
{
   check(hyla_disable_attribute_relevance_advisory_switch(_rti));
}

void Services::enableAttributeScopeAdvisorySwitch()
{
   check(hyla_enable_attribute_scope_advisory_switch(_rti));
}

void Services::disableAttributeScopeAdvisorySwitch()
{
   check(hyla_disable_attribute_scope_advisory_switch(_rti));
}

void Services::enableInteractionRelevanceAdvisorySwitch()
{
   check(hyla_enable_interaction_relevance_advisory_switch(_rti));
}

void Services::disableInteractionRelevanceAdvisorySwitch()
{
   check(hyla_disable_interaction_relevance_advisory_switch(_rti));
}
}
