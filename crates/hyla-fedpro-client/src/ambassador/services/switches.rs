//! Switches (clause 10).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_fedpro_messages as pb;
use hyla_types::Service;

use crate::ambassador::FedProAmbassador;
use crate::convert::{FromWire, Wire};

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::object_class_relevance_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn object_class_relevance_advisory_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetObjectClassRelevanceAdvisorySwitch,
            pb::GetObjectClassRelevanceAdvisorySwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_object_class_relevance_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_object_class_relevance_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetObjectClassRelevanceAdvisorySwitch,
            pb::SetObjectClassRelevanceAdvisorySwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_relevance_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_relevance_advisory_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetAttributeRelevanceAdvisorySwitch,
            pb::GetAttributeRelevanceAdvisorySwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_attribute_relevance_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_attribute_relevance_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetAttributeRelevanceAdvisorySwitch,
            pb::SetAttributeRelevanceAdvisorySwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_scope_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_scope_advisory_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetAttributeScopeAdvisorySwitch,
            pb::GetAttributeScopeAdvisorySwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_attribute_scope_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_attribute_scope_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetAttributeScopeAdvisorySwitch,
            pb::SetAttributeScopeAdvisorySwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::interaction_relevance_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn interaction_relevance_advisory_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetInteractionRelevanceAdvisorySwitch,
            pb::GetInteractionRelevanceAdvisorySwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_interaction_relevance_advisory_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_interaction_relevance_advisory_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetInteractionRelevanceAdvisorySwitch,
            pb::SetInteractionRelevanceAdvisorySwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::convey_region_designator_sets_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn convey_region_designator_sets_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetConveyRegionDesignatorSetsSwitch,
            pb::GetConveyRegionDesignatorSetsSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_convey_region_designator_sets_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_convey_region_designator_sets_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetConveyRegionDesignatorSetsSwitch,
            pb::SetConveyRegionDesignatorSetsSwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::service_reporting_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn service_reporting_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetServiceReportingSwitch,
            pb::GetServiceReportingSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_service_reporting_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_service_reporting_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetServiceReportingSwitch,
            pb::SetServiceReportingSwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::exception_reporting_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn exception_reporting_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetExceptionReportingSwitch,
            pb::GetExceptionReportingSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_exception_reporting_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_exception_reporting_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetExceptionReportingSwitch,
            pb::SetExceptionReportingSwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::send_service_reports_to_file_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn send_service_reports_to_file_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetSendServiceReportsToFileSwitch,
            pb::GetSendServiceReportsToFileSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_send_service_reports_to_file_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn set_send_service_reports_to_file_switch(&self, switch_value: bool) -> Result<()> {
        self.tell(
            Service::SetSendServiceReportsToFileSwitch,
            pb::SetSendServiceReportsToFileSwitchRequest {
                value: switch_value.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::auto_provide_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn auto_provide_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetAutoProvideSwitch,
            pb::GetAutoProvideSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::delay_subscription_evaluation_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn delay_subscription_evaluation_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetDelaySubscriptionEvaluationSwitch,
            pb::GetDelaySubscriptionEvaluationSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::advisories_use_known_class_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn advisories_use_known_class_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetAdvisoriesUseKnownClassSwitch,
            pb::GetAdvisoriesUseKnownClassSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::allow_relaxed_ddm_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn allow_relaxed_ddm_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetAllowRelaxedDdmSwitch,
            pb::GetAllowRelaxedDdmSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::non_regulated_grant_switch`.
    ///
    /// # Errors
    /// The same.
    pub fn non_regulated_grant_switch(&self) -> Result<bool> {
        self.ask_for(
            Service::GetNonRegulatedGrantSwitch,
            pb::GetNonRegulatedGrantSwitchRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }
}
