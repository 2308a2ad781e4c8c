//! The switches (clause 10).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::RtiAmbassador;

use crate::call::{call, get};
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;

/// `enableObjectClassRelevanceAdvisorySwitch` (2010).
///
/// Errors: `HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_ON`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_object_class_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::enable_object_class_relevance_advisory_switch,
    )
}

/// `disableObjectClassRelevanceAdvisorySwitch` (2010).
///
/// Errors: `HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_OFF`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_object_class_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::disable_object_class_relevance_advisory_switch,
    )
}

/// `enableAttributeRelevanceAdvisorySwitch` (2010).
///
/// Errors: `HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_ON`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_attribute_relevance_advisory_switch(rti: hyla_rti) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::enable_attribute_relevance_advisory_switch,
    )
}

/// `disableAttributeRelevanceAdvisorySwitch` (2010).
///
/// Errors: `HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_OFF`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_attribute_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::disable_attribute_relevance_advisory_switch,
    )
}

/// `enableAttributeScopeAdvisorySwitch` (2010).
///
/// Errors: `HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_ON`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_attribute_scope_advisory_switch(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_attribute_scope_advisory_switch)
}

/// `disableAttributeScopeAdvisorySwitch` (2010).
///
/// Errors: `HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_OFF`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_attribute_scope_advisory_switch(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_attribute_scope_advisory_switch)
}

/// `enableInteractionRelevanceAdvisorySwitch` (2010).
///
/// Errors: `HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_ON`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_interaction_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::enable_interaction_relevance_advisory_switch,
    )
}

/// `disableInteractionRelevanceAdvisorySwitch` (2010).
///
/// Errors: `HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_OFF`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_interaction_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::disable_interaction_relevance_advisory_switch,
    )
}

/// `getObjectClassRelevanceAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_object_class_relevance_advisory_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(
        rti,
        out,
        RtiAmbassador::object_class_relevance_advisory_switch,
    )
}

/// `setObjectClassRelevanceAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_object_class_relevance_advisory_switch(
    rti: hyla_rti,
    on: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_object_class_relevance_advisory_switch(on)
    })
}

/// `getAttributeRelevanceAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_attribute_relevance_advisory_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::attribute_relevance_advisory_switch)
}

/// `setAttributeRelevanceAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_attribute_relevance_advisory_switch(
    rti: hyla_rti,
    on: bool,
) -> hyla_exception {
    call(rti, |rti| rti.set_attribute_relevance_advisory_switch(on))
}

/// `getAttributeScopeAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_attribute_scope_advisory_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::attribute_scope_advisory_switch)
}

/// `setAttributeScopeAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_attribute_scope_advisory_switch(
    rti: hyla_rti,
    on: bool,
) -> hyla_exception {
    call(rti, |rti| rti.set_attribute_scope_advisory_switch(on))
}

/// `getInteractionRelevanceAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_interaction_relevance_advisory_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(
        rti,
        out,
        RtiAmbassador::interaction_relevance_advisory_switch,
    )
}

/// `setInteractionRelevanceAdvisorySwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_interaction_relevance_advisory_switch(
    rti: hyla_rti,
    on: bool,
) -> hyla_exception {
    call(rti, |rti| rti.set_interaction_relevance_advisory_switch(on))
}

/// `getConveyRegionDesignatorSetsSwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_convey_region_designator_sets_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(
        rti,
        out,
        RtiAmbassador::convey_region_designator_sets_switch,
    )
}

/// `setConveyRegionDesignatorSetsSwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_convey_region_designator_sets_switch(
    rti: hyla_rti,
    on: bool,
) -> hyla_exception {
    call(rti, |rti| rti.set_convey_region_designator_sets_switch(on))
}

/// `getServiceReportingSwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_service_reporting_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::service_reporting_switch)
}

/// `setServiceReportingSwitch` (2025).
///
/// Errors: `HYLA_REPORT_SERVICE_INVOCATIONS_ARE_SUBSCRIBED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_service_reporting_switch(rti: hyla_rti, on: bool) -> hyla_exception {
    call(rti, |rti| rti.set_service_reporting_switch(on))
}

/// `getExceptionReportingSwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_exception_reporting_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::exception_reporting_switch)
}

/// `setExceptionReportingSwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_exception_reporting_switch(rti: hyla_rti, on: bool) -> hyla_exception {
    call(rti, |rti| rti.set_exception_reporting_switch(on))
}

/// `getSendServiceReportsToFileSwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_send_service_reports_to_file_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::send_service_reports_to_file_switch)
}

/// `setSendServiceReportsToFileSwitch` (2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_send_service_reports_to_file_switch(
    rti: hyla_rti,
    on: bool,
) -> hyla_exception {
    call(rti, |rti| rti.set_send_service_reports_to_file_switch(on))
}

/// `getAutoProvideSwitch` (2025): set for the whole federation by its object model.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_auto_provide_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::auto_provide_switch)
}

/// `getDelaySubscriptionEvaluationSwitch` (2025): set for the whole federation by its object model.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_delay_subscription_evaluation_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(
        rti,
        out,
        RtiAmbassador::delay_subscription_evaluation_switch,
    )
}

/// `getAdvisoriesUseKnownClassSwitch` (2025): set for the whole federation by its object model.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_advisories_use_known_class_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::advisories_use_known_class_switch)
}

/// `getAllowRelaxedDDMSwitch` (2025): set for the whole federation by its object model.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_allow_relaxed_ddm_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::allow_relaxed_ddm_switch)
}

/// `getNonRegulatedGrantSwitch` (2025): set for the whole federation by its object model.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_non_regulated_grant_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::non_regulated_grant_switch)
}
