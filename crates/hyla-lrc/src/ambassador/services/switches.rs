//! Switches (clause 10).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_core::support::Switch;
use hyla_types::Service;

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `enableObjectClassRelevanceAdvisorySwitch` (10.33, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `ObjectClassRelevanceAdvisorySwitchIsOn`; and those of every service.
    pub fn enable_object_class_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableObjectClassRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::ObjectClassRelevanceAdvisory, true),
        )
    }

    /// `getObjectClassRelevanceAdvisorySwitch` (10.34, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
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

    /// `disableObjectClassRelevanceAdvisorySwitch` (10.34, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `ObjectClassRelevanceAdvisorySwitchIsOff`; and those of every service.
    pub fn disable_object_class_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableObjectClassRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::ObjectClassRelevanceAdvisory, false),
        )
    }

    /// `setObjectClassRelevanceAdvisorySwitch` (10.35, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_object_class_relevance_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetObjectClassRelevanceAdvisorySwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::ObjectClassRelevanceAdvisory, switch_value),
        )
    }

    /// `enableAttributeRelevanceAdvisorySwitch` (10.35, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeRelevanceAdvisorySwitchIsOn`; and those of every service.
    pub fn enable_attribute_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableAttributeRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeRelevanceAdvisory, true),
        )
    }

    /// `getAttributeRelevanceAdvisorySwitch` (10.36, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
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

    /// `disableAttributeRelevanceAdvisorySwitch` (10.36, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeRelevanceAdvisorySwitchIsOff`; and those of every service.
    pub fn disable_attribute_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableAttributeRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeRelevanceAdvisory, false),
        )
    }

    /// `setAttributeRelevanceAdvisorySwitch` (10.37, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_attribute_relevance_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetAttributeRelevanceAdvisorySwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::AttributeRelevanceAdvisory, switch_value),
        )
    }

    /// `enableAttributeScopeAdvisorySwitch` (10.37, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeScopeAdvisorySwitchIsOn`; and those of every service.
    pub fn enable_attribute_scope_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableAttributeScopeAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeScopeAdvisory, true),
        )
    }

    /// `getAttributeScopeAdvisorySwitch` (10.38, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn attribute_scope_advisory_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAttributeScopeAdvisorySwitch, &[], |member| {
                member.switch(Switch::AttributeScopeAdvisory)
            })
    }

    /// `disableAttributeScopeAdvisorySwitch` (10.38, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeScopeAdvisorySwitchIsOff`; and those of every service.
    pub fn disable_attribute_scope_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableAttributeScopeAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::AttributeScopeAdvisory, false),
        )
    }

    /// `setAttributeScopeAdvisorySwitch` (10.39, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_attribute_scope_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetAttributeScopeAdvisorySwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::AttributeScopeAdvisory, switch_value),
        )
    }

    /// `enableInteractionRelevanceAdvisorySwitch` (10.39, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InteractionRelevanceAdvisorySwitchIsOn`; and those of every service.
    pub fn enable_interaction_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::EnableInteractionRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::InteractionRelevanceAdvisory, true),
        )
    }

    /// `getInteractionRelevanceAdvisorySwitch` (10.40, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
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

    /// `disableInteractionRelevanceAdvisorySwitch` (10.40, 2010).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InteractionRelevanceAdvisorySwitchIsOff`; and those of every service.
    pub fn disable_interaction_relevance_advisory_switch(&self) -> Result<()> {
        self.engine().call(
            Service::DisableInteractionRelevanceAdvisorySwitch,
            &[],
            |member, _| member.turn_advisory_switch(Switch::InteractionRelevanceAdvisory, false),
        )
    }

    /// `setInteractionRelevanceAdvisorySwitch` (10.41, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_interaction_relevance_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetInteractionRelevanceAdvisorySwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::InteractionRelevanceAdvisory, switch_value),
        )
    }

    /// `getConveyRegionDesignatorSetsSwitch` (10.42, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
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

    /// `setConveyRegionDesignatorSetsSwitch` (10.43, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_convey_region_designator_sets_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetConveyRegionDesignatorSetsSwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::ConveyRegionDesignatorSets, switch_value),
        )
    }

    /// `getServiceReportingSwitch` (10.46, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn service_reporting_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetServiceReportingSwitch, &[], |member| {
                member.switch(Switch::ServiceReporting)
            })
    }

    /// `setServiceReportingSwitch` (10.47, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `ReportServiceInvocationsAreSubscribed`; and those of every service.
    pub fn set_service_reporting_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetServiceReportingSwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::ServiceReporting, switch_value),
        )
    }

    /// `getExceptionReportingSwitch` (10.48, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn exception_reporting_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetExceptionReportingSwitch, &[], |member| {
                member.switch(Switch::ExceptionReporting)
            })
    }

    /// `setExceptionReportingSwitch` (10.49, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_exception_reporting_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetExceptionReportingSwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::ExceptionReporting, switch_value),
        )
    }

    /// `getSendServiceReportsToFileSwitch` (10.50, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn send_service_reports_to_file_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetSendServiceReportsToFileSwitch, &[], |member| {
                member.switch(Switch::SendServiceReportsToFile)
            })
    }

    /// `setSendServiceReportsToFileSwitch` (10.51, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_send_service_reports_to_file_switch(&self, switch_value: bool) -> Result<()> {
        self.engine().call(
            Service::SetSendServiceReportsToFileSwitch,
            &[&switch_value],
            |member, _| member.set_switch(Switch::SendServiceReportsToFile, switch_value),
        )
    }

    /// `getAutoProvideSwitch` (10.52, 2025). Set for the whole federation by its object model.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn auto_provide_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAutoProvideSwitch, &[], |member| {
                member.switch(Switch::AutoProvide)
            })
    }

    /// `getDelaySubscriptionEvaluationSwitch` (10.53, 2025). Set for the whole federation by its
    /// object model.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
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

    /// `getAdvisoriesUseKnownClassSwitch` (10.54, 2025). Set for the whole federation by its object
    /// model.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn advisories_use_known_class_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAdvisoriesUseKnownClassSwitch, &[], |member| {
                member.switch(Switch::AdvisoriesUseKnownClass)
            })
    }

    /// `getAllowRelaxedDDMSwitch` (10.55, 2025). Set for the whole federation by its object model.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn allow_relaxed_ddm_switch(&self) -> Result<bool> {
        self.engine()
            .look(Service::GetAllowRelaxedDdmSwitch, &[], |member| {
                member.switch(Switch::AllowRelaxedDdm)
            })
    }

    /// `getNonRegulatedGrantSwitch` (10.56, 2025). Set for the whole federation by its object
    /// model.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
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
