//! Switches (clauses 10.33 to 10.40 in 2010, 10.34 to 10.56 in 2025): advisories and what comes along
//! with callbacks.

use hyla_core::Result;
use hyla_types::Service;

use super::{RtiAmbassador, Switch};

impl RtiAmbassador {
    /// `enableObjectClassRelevanceAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `ObjectClassRelevanceAdvisorySwitchIsOn`.
    pub fn enable_object_class_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableObjectClassRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::ObjectClassRelevanceAdvisory, true),
        )
    }

    /// `disableObjectClassRelevanceAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `ObjectClassRelevanceAdvisorySwitchIsOff`.
    pub fn disable_object_class_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableObjectClassRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::ObjectClassRelevanceAdvisory, false),
        )
    }

    /// `enableAttributeRelevanceAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `AttributeRelevanceAdvisorySwitchIsOn`.
    pub fn enable_attribute_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableAttributeRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeRelevanceAdvisory, true),
        )
    }

    /// `disableAttributeRelevanceAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `AttributeRelevanceAdvisorySwitchIsOff`.
    pub fn disable_attribute_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableAttributeRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeRelevanceAdvisory, false),
        )
    }

    /// `enableAttributeScopeAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `AttributeScopeAdvisorySwitchIsOn`.
    pub fn enable_attribute_scope_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableAttributeScopeAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeScopeAdvisory, true),
        )
    }

    /// `disableAttributeScopeAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `AttributeScopeAdvisorySwitchIsOff`.
    pub fn disable_attribute_scope_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableAttributeScopeAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeScopeAdvisory, false),
        )
    }

    /// `enableInteractionRelevanceAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `InteractionRelevanceAdvisorySwitchIsOn`.
    pub fn enable_interaction_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableInteractionRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::InteractionRelevanceAdvisory, true),
        )
    }

    /// `disableInteractionRelevanceAdvisorySwitch` (2010).
    ///
    /// # Errors
    /// `InteractionRelevanceAdvisorySwitchIsOff`.
    pub fn disable_interaction_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableInteractionRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::InteractionRelevanceAdvisory, false),
        )
    }

    /// `getObjectClassRelevanceAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn object_class_relevance_advisory_switch(&self) -> Result<bool> {
        self.engine().look(
            Service::GetObjectClassRelevanceAdvisorySwitch,
            &[],
            |member| member.switch(Switch::ObjectClassRelevanceAdvisory),
        )
    }

    /// `setObjectClassRelevanceAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_object_class_relevance_advisory_switch(&self, on: bool) -> Result<()> {
        self.engine().call(
            Service::SetObjectClassRelevanceAdvisorySwitch,
            &[&on],
            |member, _| member.set_switch(Switch::ObjectClassRelevanceAdvisory, on),
        )
    }

    /// `getAttributeRelevanceAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn attribute_relevance_advisory_switch(&self) -> Result<bool> {
        self.engine().look(
            Service::GetAttributeRelevanceAdvisorySwitch,
            &[],
            |member| member.switch(Switch::AttributeRelevanceAdvisory),
        )
    }

    /// `setAttributeRelevanceAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_attribute_relevance_advisory_switch(&self, on: bool) -> Result<()> {
        self.engine().call(
            Service::SetAttributeRelevanceAdvisorySwitch,
            &[&on],
            |member, _| member.set_switch(Switch::AttributeRelevanceAdvisory, on),
        )
    }

    /// `getAttributeScopeAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn attribute_scope_advisory_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAttributeScopeAdvisorySwitch, &[], |member| {
                member.switch(Switch::AttributeScopeAdvisory)
            })
    }

    /// `setAttributeScopeAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_attribute_scope_advisory_switch(&self, on: bool) -> Result<()> {
        self.engine().call(
            Service::SetAttributeScopeAdvisorySwitch,
            &[&on],
            |member, _| member.set_switch(Switch::AttributeScopeAdvisory, on),
        )
    }

    /// `getInteractionRelevanceAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn interaction_relevance_advisory_switch(&self) -> Result<bool> {
        self.engine().look(
            Service::GetInteractionRelevanceAdvisorySwitch,
            &[],
            |member| member.switch(Switch::InteractionRelevanceAdvisory),
        )
    }

    /// `setInteractionRelevanceAdvisorySwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_interaction_relevance_advisory_switch(&self, on: bool) -> Result<()> {
        self.engine().call(
            Service::SetInteractionRelevanceAdvisorySwitch,
            &[&on],
            |member, _| member.set_switch(Switch::InteractionRelevanceAdvisory, on),
        )
    }

    /// `getConveyRegionDesignatorSetsSwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn convey_region_designator_sets_switch(&self) -> Result<bool> {
        self.engine().look(
            Service::GetConveyRegionDesignatorSetsSwitch,
            &[],
            |member| member.switch(Switch::ConveyRegionDesignatorSets),
        )
    }

    /// `setConveyRegionDesignatorSetsSwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_convey_region_designator_sets_switch(&self, on: bool) -> Result<()> {
        self.engine().call(
            Service::SetConveyRegionDesignatorSetsSwitch,
            &[&on],
            |member, _| member.set_switch(Switch::ConveyRegionDesignatorSets, on),
        )
    }

    /// `getServiceReportingSwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn service_reporting_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetServiceReportingSwitch, &[], |member| {
                member.switch(Switch::ServiceReporting)
            })
    }

    /// `setServiceReportingSwitch` (2025).
    ///
    /// # Errors
    /// `ReportServiceInvocationsAreSubscribed`.
    pub fn set_service_reporting_switch(&self, on: bool) -> Result<()> {
        self.engine()
            .call(Service::SetServiceReportingSwitch, &[&on], |member, _| {
                member.set_switch(Switch::ServiceReporting, on)
            })
    }

    /// `getExceptionReportingSwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn exception_reporting_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetExceptionReportingSwitch, &[], |member| {
                member.switch(Switch::ExceptionReporting)
            })
    }

    /// `setExceptionReportingSwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_exception_reporting_switch(&self, on: bool) -> Result<()> {
        self.engine()
            .call(Service::SetExceptionReportingSwitch, &[&on], |member, _| {
                member.set_switch(Switch::ExceptionReporting, on)
            })
    }

    /// `getSendServiceReportsToFileSwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn send_service_reports_to_file_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetSendServiceReportsToFileSwitch, &[], |member| {
                member.switch(Switch::SendServiceReportsToFile)
            })
    }

    /// `setSendServiceReportsToFileSwitch` (2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_send_service_reports_to_file_switch(&self, on: bool) -> Result<()> {
        self.engine().call(
            Service::SetSendServiceReportsToFileSwitch,
            &[&on],
            |member, _| member.set_switch(Switch::SendServiceReportsToFile, on),
        )
    }

    /// `getAutoProvideSwitch` (2025): set for the whole federation by its object model.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn auto_provide_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAutoProvideSwitch, &[], |member| {
                member.switch(Switch::AutoProvide)
            })
    }

    /// `getDelaySubscriptionEvaluationSwitch` (2025): set for the whole federation by its object model.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn delay_subscription_evaluation_switch(&self) -> Result<bool> {
        self.engine().look(
            Service::GetDelaySubscriptionEvaluationSwitch,
            &[],
            |member| member.switch(Switch::DelaySubscriptionEvaluation),
        )
    }

    /// `getAdvisoriesUseKnownClassSwitch` (2025): set for the whole federation by its object model.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn advisories_use_known_class_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAdvisoriesUseKnownClassSwitch, &[], |member| {
                member.switch(Switch::AdvisoriesUseKnownClass)
            })
    }

    /// `getAllowRelaxedDDMSwitch` (2025): set for the whole federation by its object model.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn allow_relaxed_ddm_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAllowRelaxedDdmSwitch, &[], |member| {
                member.switch(Switch::AllowRelaxedDdm)
            })
    }

    /// `getNonRegulatedGrantSwitch` (2025): set for the whole federation by its object model.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn non_regulated_grant_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetNonRegulatedGrantSwitch, &[], |member| {
                member.switch(Switch::NonRegulatedGrant)
            })
    }
}
