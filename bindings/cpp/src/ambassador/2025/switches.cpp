// Switches, as 2025 has them.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
namespace
{
using Get = hyla_exception (*)(hyla_rti, bool *);

bool value(hyla_rti rti, Get get)
{
   bool value;
   check(get(rti, &value));
   return value;
}
}

bool Ambassador::getObjectClassRelevanceAdvisorySwitch() const
{
   return value(_rti, hyla_get_object_class_relevance_advisory_switch);
}

void Ambassador::setObjectClassRelevanceAdvisorySwitch(bool value)
{
   check(hyla_set_object_class_relevance_advisory_switch(_rti, value));
}

bool Ambassador::getAttributeRelevanceAdvisorySwitch() const
{
   return value(_rti, hyla_get_attribute_relevance_advisory_switch);
}

void Ambassador::setAttributeRelevanceAdvisorySwitch(bool value)
{
   check(hyla_set_attribute_relevance_advisory_switch(_rti, value));
}

bool Ambassador::getAttributeScopeAdvisorySwitch() const
{
   return value(_rti, hyla_get_attribute_scope_advisory_switch);
}

void Ambassador::setAttributeScopeAdvisorySwitch(bool value)
{
   check(hyla_set_attribute_scope_advisory_switch(_rti, value));
}

bool Ambassador::getInteractionRelevanceAdvisorySwitch() const
{
   return value(_rti, hyla_get_interaction_relevance_advisory_switch);
}

void Ambassador::setInteractionRelevanceAdvisorySwitch(bool value)
{
   check(hyla_set_interaction_relevance_advisory_switch(_rti, value));
}

bool Ambassador::getConveyRegionDesignatorSetsSwitch() const
{
   return value(_rti, hyla_get_convey_region_designator_sets_switch);
}

void Ambassador::setConveyRegionDesignatorSetsSwitch(bool value)
{
   check(hyla_set_convey_region_designator_sets_switch(_rti, value));
}

bool Ambassador::getServiceReportingSwitch() const
{
   return value(_rti, hyla_get_service_reporting_switch);
}

void Ambassador::setServiceReportingSwitch(bool value)
{
   check(hyla_set_service_reporting_switch(_rti, value));
}

bool Ambassador::getExceptionReportingSwitch() const
{
   return value(_rti, hyla_get_exception_reporting_switch);
}

void Ambassador::setExceptionReportingSwitch(bool value)
{
   check(hyla_set_exception_reporting_switch(_rti, value));
}

bool Ambassador::getSendServiceReportsToFileSwitch() const
{
   return value(_rti, hyla_get_send_service_reports_to_file_switch);
}

void Ambassador::setSendServiceReportsToFileSwitch(bool value)
{
   check(hyla_set_send_service_reports_to_file_switch(_rti, value));
}

bool Ambassador::getAutoProvideSwitch() const
{
   return value(_rti, hyla_get_auto_provide_switch);
}

bool Ambassador::getDelaySubscriptionEvaluationSwitch() const
{
   return value(_rti, hyla_get_delay_subscription_evaluation_switch);
}

bool Ambassador::getAdvisoriesUseKnownClassSwitch() const
{
   return value(_rti, hyla_get_advisories_use_known_class_switch);
}

bool Ambassador::getAllowRelaxedDDMSwitch() const
{
   return value(_rti, hyla_get_allow_relaxed_ddm_switch);
}

bool Ambassador::getNonRegulatedGrantSwitch() const
{
   return value(_rti, hyla_get_non_regulated_grant_switch);
}
}
