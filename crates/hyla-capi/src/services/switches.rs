//! Switches (clause 10).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::RtiAmbassador;

use crate::call::{call, get};
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;

/// `enableObjectClassRelevanceAdvisorySwitch` (10.33, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_ON`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_object_class_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::enable_object_class_relevance_advisory_switch,
    )
}

/// `getObjectClassRelevanceAdvisorySwitch` (10.34, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
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

/// `disableObjectClassRelevanceAdvisorySwitch` (10.34, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_object_class_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::disable_object_class_relevance_advisory_switch,
    )
}

/// `setObjectClassRelevanceAdvisorySwitch` (10.35, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_object_class_relevance_advisory_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_object_class_relevance_advisory_switch(switch_value)
    })
}

/// `enableAttributeRelevanceAdvisorySwitch` (10.35, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_ON`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_attribute_relevance_advisory_switch(rti: hyla_rti) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::enable_attribute_relevance_advisory_switch,
    )
}

/// `getAttributeRelevanceAdvisorySwitch` (10.36, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_attribute_relevance_advisory_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::attribute_relevance_advisory_switch)
}

/// `disableAttributeRelevanceAdvisorySwitch` (10.36, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_attribute_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::disable_attribute_relevance_advisory_switch,
    )
}

/// `setAttributeRelevanceAdvisorySwitch` (10.37, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_attribute_relevance_advisory_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_attribute_relevance_advisory_switch(switch_value)
    })
}

/// `enableAttributeScopeAdvisorySwitch` (10.37, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_ON`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_attribute_scope_advisory_switch(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_attribute_scope_advisory_switch)
}

/// `getAttributeScopeAdvisorySwitch` (10.38, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_attribute_scope_advisory_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::attribute_scope_advisory_switch)
}

/// `disableAttributeScopeAdvisorySwitch` (10.38, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_attribute_scope_advisory_switch(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_attribute_scope_advisory_switch)
}

/// `setAttributeScopeAdvisorySwitch` (10.39, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_attribute_scope_advisory_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_attribute_scope_advisory_switch(switch_value)
    })
}

/// `enableInteractionRelevanceAdvisorySwitch` (10.39, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_ON`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_interaction_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::enable_interaction_relevance_advisory_switch,
    )
}

/// `getInteractionRelevanceAdvisorySwitch` (10.40, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
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

/// `disableInteractionRelevanceAdvisorySwitch` (10.40, 2010).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_interaction_relevance_advisory_switch(
    rti: hyla_rti,
) -> hyla_exception {
    call(
        rti,
        RtiAmbassador::disable_interaction_relevance_advisory_switch,
    )
}

/// `setInteractionRelevanceAdvisorySwitch` (10.41, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_interaction_relevance_advisory_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_interaction_relevance_advisory_switch(switch_value)
    })
}

/// `getConveyRegionDesignatorSetsSwitch` (10.42, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
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

/// `setConveyRegionDesignatorSetsSwitch` (10.43, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_convey_region_designator_sets_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_convey_region_designator_sets_switch(switch_value)
    })
}

/// `getServiceReportingSwitch` (10.46, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_service_reporting_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::service_reporting_switch)
}

/// `setServiceReportingSwitch` (10.47, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_REPORT_SERVICE_INVOCATIONS_ARE_SUBSCRIBED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_service_reporting_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| rti.set_service_reporting_switch(switch_value))
}

/// `getExceptionReportingSwitch` (10.48, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_exception_reporting_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::exception_reporting_switch)
}

/// `setExceptionReportingSwitch` (10.49, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_exception_reporting_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| rti.set_exception_reporting_switch(switch_value))
}

/// `getSendServiceReportsToFileSwitch` (10.50, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_send_service_reports_to_file_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::send_service_reports_to_file_switch)
}

/// `setSendServiceReportsToFileSwitch` (10.51, 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_set_send_service_reports_to_file_switch(
    rti: hyla_rti,
    switch_value: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.set_send_service_reports_to_file_switch(switch_value)
    })
}

/// `getAutoProvideSwitch` (10.52, 2025). Set for the whole federation by its object model.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_auto_provide_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::auto_provide_switch)
}

/// `getDelaySubscriptionEvaluationSwitch` (10.53, 2025). Set for the whole federation by its object model.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
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

/// `getAdvisoriesUseKnownClassSwitch` (10.54, 2025). Set for the whole federation by its object model.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_advisories_use_known_class_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::advisories_use_known_class_switch)
}

/// `getAllowRelaxedDDMSwitch` (10.55, 2025). Set for the whole federation by its object model.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_allow_relaxed_ddm_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::allow_relaxed_ddm_switch)
}

/// `getNonRegulatedGrantSwitch` (10.56, 2025). Set for the whole federation by its object model.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_non_regulated_grant_switch(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::non_regulated_grant_switch)
}
