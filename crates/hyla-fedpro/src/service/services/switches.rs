//! Switches (clause 10).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;

use crate::convert::ToField;
use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::GetObjectClassRelevanceAdvisorySwitchRequest {
    type Response = fp::GetObjectClassRelevanceAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.object_class_relevance_advisory_switch()?;
        Ok(fp::GetObjectClassRelevanceAdvisorySwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetObjectClassRelevanceAdvisorySwitchRequest {
    type Response = fp::SetObjectClassRelevanceAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .set_object_class_relevance_advisory_switch(self.value)?;
        Ok(fp::SetObjectClassRelevanceAdvisorySwitchResponse {})
    }
}

impl Serve for fp::GetAttributeRelevanceAdvisorySwitchRequest {
    type Response = fp::GetAttributeRelevanceAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.attribute_relevance_advisory_switch()?;
        Ok(fp::GetAttributeRelevanceAdvisorySwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetAttributeRelevanceAdvisorySwitchRequest {
    type Response = fp::SetAttributeRelevanceAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .set_attribute_relevance_advisory_switch(self.value)?;
        Ok(fp::SetAttributeRelevanceAdvisorySwitchResponse {})
    }
}

impl Serve for fp::GetAttributeScopeAdvisorySwitchRequest {
    type Response = fp::GetAttributeScopeAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.attribute_scope_advisory_switch()?;
        Ok(fp::GetAttributeScopeAdvisorySwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetAttributeScopeAdvisorySwitchRequest {
    type Response = fp::SetAttributeScopeAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .set_attribute_scope_advisory_switch(self.value)?;
        Ok(fp::SetAttributeScopeAdvisorySwitchResponse {})
    }
}

impl Serve for fp::GetInteractionRelevanceAdvisorySwitchRequest {
    type Response = fp::GetInteractionRelevanceAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.interaction_relevance_advisory_switch()?;
        Ok(fp::GetInteractionRelevanceAdvisorySwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetInteractionRelevanceAdvisorySwitchRequest {
    type Response = fp::SetInteractionRelevanceAdvisorySwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .set_interaction_relevance_advisory_switch(self.value)?;
        Ok(fp::SetInteractionRelevanceAdvisorySwitchResponse {})
    }
}

impl Serve for fp::GetConveyRegionDesignatorSetsSwitchRequest {
    type Response = fp::GetConveyRegionDesignatorSetsSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.convey_region_designator_sets_switch()?;
        Ok(fp::GetConveyRegionDesignatorSetsSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetConveyRegionDesignatorSetsSwitchRequest {
    type Response = fp::SetConveyRegionDesignatorSetsSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .set_convey_region_designator_sets_switch(self.value)?;
        Ok(fp::SetConveyRegionDesignatorSetsSwitchResponse {})
    }
}

impl Serve for fp::GetServiceReportingSwitchRequest {
    type Response = fp::GetServiceReportingSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.service_reporting_switch()?;
        Ok(fp::GetServiceReportingSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetServiceReportingSwitchRequest {
    type Response = fp::SetServiceReportingSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.set_service_reporting_switch(self.value)?;
        Ok(fp::SetServiceReportingSwitchResponse {})
    }
}

impl Serve for fp::GetExceptionReportingSwitchRequest {
    type Response = fp::GetExceptionReportingSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.exception_reporting_switch()?;
        Ok(fp::GetExceptionReportingSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetExceptionReportingSwitchRequest {
    type Response = fp::SetExceptionReportingSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.set_exception_reporting_switch(self.value)?;
        Ok(fp::SetExceptionReportingSwitchResponse {})
    }
}

impl Serve for fp::GetSendServiceReportsToFileSwitchRequest {
    type Response = fp::GetSendServiceReportsToFileSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.send_service_reports_to_file_switch()?;
        Ok(fp::GetSendServiceReportsToFileSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetSendServiceReportsToFileSwitchRequest {
    type Response = fp::SetSendServiceReportsToFileSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .set_send_service_reports_to_file_switch(self.value)?;
        Ok(fp::SetSendServiceReportsToFileSwitchResponse {})
    }
}

impl Serve for fp::GetAutoProvideSwitchRequest {
    type Response = fp::GetAutoProvideSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.auto_provide_switch()?;
        Ok(fp::GetAutoProvideSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetDelaySubscriptionEvaluationSwitchRequest {
    type Response = fp::GetDelaySubscriptionEvaluationSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.delay_subscription_evaluation_switch()?;
        Ok(fp::GetDelaySubscriptionEvaluationSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetAdvisoriesUseKnownClassSwitchRequest {
    type Response = fp::GetAdvisoriesUseKnownClassSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.advisories_use_known_class_switch()?;
        Ok(fp::GetAdvisoriesUseKnownClassSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetAllowRelaxedDdmSwitchRequest {
    type Response = fp::GetAllowRelaxedDdmSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.allow_relaxed_ddm_switch()?;
        Ok(fp::GetAllowRelaxedDdmSwitchResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetNonRegulatedGrantSwitchRequest {
    type Response = fp::GetNonRegulatedGrantSwitchResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.non_regulated_grant_switch()?;
        Ok(fp::GetNonRegulatedGrantSwitchResponse {
            result: result.field(),
        })
    }
}
