// Switches (clause 10).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
bool Services::getObjectClassRelevanceAdvisorySwitch() const
{
   bool out;
   check(hyla_get_object_class_relevance_advisory_switch(_rti, &out));
   return out;
}

void Services::setObjectClassRelevanceAdvisorySwitch(bool switchValue)
{
   check(hyla_set_object_class_relevance_advisory_switch(_rti, switchValue));
}

bool Services::getAttributeRelevanceAdvisorySwitch() const
{
   bool out;
   check(hyla_get_attribute_relevance_advisory_switch(_rti, &out));
   return out;
}

void Services::setAttributeRelevanceAdvisorySwitch(bool switchValue)
{
   check(hyla_set_attribute_relevance_advisory_switch(_rti, switchValue));
}

bool Services::getAttributeScopeAdvisorySwitch() const
{
   bool out;
   check(hyla_get_attribute_scope_advisory_switch(_rti, &out));
   return out;
}

void Services::setAttributeScopeAdvisorySwitch(bool switchValue)
{
   check(hyla_set_attribute_scope_advisory_switch(_rti, switchValue));
}

bool Services::getInteractionRelevanceAdvisorySwitch() const
{
   bool out;
   check(hyla_get_interaction_relevance_advisory_switch(_rti, &out));
   return out;
}

void Services::setInteractionRelevanceAdvisorySwitch(bool switchValue)
{
   check(hyla_set_interaction_relevance_advisory_switch(_rti, switchValue));
}

bool Services::getConveyRegionDesignatorSetsSwitch() const
{
   bool out;
   check(hyla_get_convey_region_designator_sets_switch(_rti, &out));
   return out;
}

void Services::setConveyRegionDesignatorSetsSwitch(bool switchValue)
{
   check(hyla_set_convey_region_designator_sets_switch(_rti, switchValue));
}

bool Services::getServiceReportingSwitch() const
{
   bool out;
   check(hyla_get_service_reporting_switch(_rti, &out));
   return out;
}

void Services::setServiceReportingSwitch(bool switchValue)
{
   check(hyla_set_service_reporting_switch(_rti, switchValue));
}

bool Services::getExceptionReportingSwitch() const
{
   bool out;
   check(hyla_get_exception_reporting_switch(_rti, &out));
   return out;
}

void Services::setExceptionReportingSwitch(bool switchValue)
{
   check(hyla_set_exception_reporting_switch(_rti, switchValue));
}

bool Services::getSendServiceReportsToFileSwitch() const
{
   bool out;
   check(hyla_get_send_service_reports_to_file_switch(_rti, &out));
   return out;
}

void Services::setSendServiceReportsToFileSwitch(bool switchValue)
{
   check(hyla_set_send_service_reports_to_file_switch(_rti, switchValue));
}

bool Services::getAutoProvideSwitch() const
{
   bool out;
   check(hyla_get_auto_provide_switch(_rti, &out));
   return out;
}

bool Services::getDelaySubscriptionEvaluationSwitch() const
{
   bool out;
   check(hyla_get_delay_subscription_evaluation_switch(_rti, &out));
   return out;
}

bool Services::getAdvisoriesUseKnownClassSwitch() const
{
   bool out;
   check(hyla_get_advisories_use_known_class_switch(_rti, &out));
   return out;
}

bool Services::getAllowRelaxedDDMSwitch() const
{
   bool out;
   check(hyla_get_allow_relaxed_ddm_switch(_rti, &out));
   return out;
}

bool Services::getNonRegulatedGrantSwitch() const
{
   bool out;
   check(hyla_get_non_regulated_grant_switch(_rti, &out));
   return out;
}
}
