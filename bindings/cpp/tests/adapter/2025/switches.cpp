// Switches, which are set and read in this edition.
#include "../call.h"

using namespace over;

hyla_exception hyla_get_object_class_relevance_advisory_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getObjectClassRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_set_object_class_relevance_advisory_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setObjectClassRelevanceAdvisorySwitch(on); });
}

hyla_exception hyla_get_attribute_relevance_advisory_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getAttributeRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_set_attribute_relevance_advisory_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setAttributeRelevanceAdvisorySwitch(on); });
}

hyla_exception hyla_get_attribute_scope_advisory_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getAttributeScopeAdvisorySwitch(); });
}

hyla_exception hyla_set_attribute_scope_advisory_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setAttributeScopeAdvisorySwitch(on); });
}

hyla_exception hyla_get_interaction_relevance_advisory_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getInteractionRelevanceAdvisorySwitch(); });
}

hyla_exception hyla_set_interaction_relevance_advisory_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setInteractionRelevanceAdvisorySwitch(on); });
}

hyla_exception hyla_get_convey_region_designator_sets_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getConveyRegionDesignatorSetsSwitch(); });
}

hyla_exception hyla_set_convey_region_designator_sets_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setConveyRegionDesignatorSetsSwitch(on); });
}

hyla_exception hyla_get_service_reporting_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getServiceReportingSwitch(); });
}

hyla_exception hyla_set_service_reporting_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setServiceReportingSwitch(on); });
}

hyla_exception hyla_get_exception_reporting_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getExceptionReportingSwitch(); });
}

hyla_exception hyla_set_exception_reporting_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setExceptionReportingSwitch(on); });
}

hyla_exception hyla_get_send_service_reports_to_file_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getSendServiceReportsToFileSwitch(); });
}

hyla_exception hyla_set_send_service_reports_to_file_switch(hyla_rti rti, bool on)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->setSendServiceReportsToFileSwitch(on); });
}

hyla_exception hyla_get_auto_provide_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getAutoProvideSwitch(); });
}

hyla_exception hyla_get_delay_subscription_evaluation_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getDelaySubscriptionEvaluationSwitch(); });
}

hyla_exception hyla_get_advisories_use_known_class_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getAdvisoriesUseKnownClassSwitch(); });
}

hyla_exception hyla_get_allow_relaxed_ddm_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getAllowRelaxedDDMSwitch(); });
}

hyla_exception hyla_get_non_regulated_grant_switch(hyla_rti rti, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getNonRegulatedGrantSwitch(); });
}
