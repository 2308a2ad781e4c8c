//! Switches and the automatic resign directive (clauses 10.2, 10.3 and 10.33 to 10.40 in 2010, 10.34
//! to 10.56 in 2025).

use hyla_types::{Exception, ExceptionKind, ResignAction};

use super::switch::Switch;
use crate::Result;
use crate::fdd::Switches;
use crate::member::Member;
use crate::message::{MemberRequest, ToRti};
use crate::outbox::Outbox;

/// The field of a switch that a federate may change.
fn own_field(switches: &mut Switches, switch: Switch) -> Option<&mut bool> {
    Some(match switch {
        Switch::ObjectClassRelevanceAdvisory => &mut switches.object_class_relevance_advisory,
        Switch::AttributeRelevanceAdvisory => &mut switches.attribute_relevance_advisory,
        Switch::AttributeScopeAdvisory => &mut switches.attribute_scope_advisory,
        Switch::InteractionRelevanceAdvisory => &mut switches.interaction_relevance_advisory,
        Switch::ConveyRegionDesignatorSets => &mut switches.convey_region_designator_sets,
        Switch::ServiceReporting => &mut switches.service_reporting,
        Switch::ExceptionReporting => &mut switches.exception_reporting,
        Switch::SendServiceReportsToFile => &mut switches.send_service_reports_to_file,
        _ => return None,
    })
}

fn value(switches: &Switches, switch: Switch) -> bool {
    match switch {
        Switch::AutoProvide => switches.auto_provide,
        Switch::DelaySubscriptionEvaluation => switches.delay_subscription_evaluation,
        Switch::AdvisoriesUseKnownClass => switches.advisories_use_known_class,
        Switch::AllowRelaxedDdm => switches.allow_relaxed_ddm,
        Switch::NonRegulatedGrant => switches.non_regulated_grant,
        Switch::ObjectClassRelevanceAdvisory => switches.object_class_relevance_advisory,
        Switch::AttributeRelevanceAdvisory => switches.attribute_relevance_advisory,
        Switch::AttributeScopeAdvisory => switches.attribute_scope_advisory,
        Switch::InteractionRelevanceAdvisory => switches.interaction_relevance_advisory,
        Switch::ConveyRegionDesignatorSets => switches.convey_region_designator_sets,
        Switch::ServiceReporting => switches.service_reporting,
        Switch::ExceptionReporting => switches.exception_reporting,
        Switch::SendServiceReportsToFile => switches.send_service_reports_to_file,
    }
}

impl Member {
    /// The value of a switch (`get...Switch`, 2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn switch(&self, switch: Switch) -> Result<bool> {
        Ok(value(&self.joined_ref()?.switches, switch))
    }

    /// Sets a switch of this federate (`set...Switch`, 2025). Setting the same value again is no
    /// error; callbacks missed while the switch was off are not made up for.
    ///
    /// # Errors
    /// `ReportServiceInvocationsAreSubscribed` when service reporting is switched on while the
    /// reports are subscribed; `RTIinternalError` for a switch of the whole federation.
    pub fn set_switch(&mut self, switch: Switch, on: bool) -> Result<()> {
        let joined = self.joined()?;
        if switch == Switch::ServiceReporting && on {
            let mut subscribed = joined.declarations.own().subscribed_interactions();
            if subscribed.any(|(class, _)| joined.fdd.is_service_report(class)) {
                return Err(Exception::new(
                    ExceptionKind::ReportServiceInvocationsAreSubscribed,
                    format!(
                        "{} subscribes HLAreportServiceInvocation",
                        joined.identity.name()
                    ),
                ));
            }
        }
        match own_field(&mut joined.switches, switch) {
            Some(field) => {
                *field = on;
                joined.managed.may_have_changed();
                Ok(())
            }
            None => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("{switch:?} is set for the whole federation and not by a federate"),
            )),
        }
    }

    /// Turns an advisory switch on or off in the manner of 2010
    /// (`enable...AdvisorySwitch`, `disable...AdvisorySwitch`).
    ///
    /// # Errors
    /// `...SwitchIsOn` or `...SwitchIsOff` if it has that value already.
    pub fn turn_advisory_switch(&mut self, switch: Switch, on: bool) -> Result<()> {
        if self.switch(switch)? != on {
            return self.set_switch(switch, on);
        }
        use ExceptionKind as Kind;
        let kind = match (switch, on) {
            (Switch::ObjectClassRelevanceAdvisory, true) => {
                Kind::ObjectClassRelevanceAdvisorySwitchIsOn
            }
            (Switch::ObjectClassRelevanceAdvisory, false) => {
                Kind::ObjectClassRelevanceAdvisorySwitchIsOff
            }
            (Switch::AttributeRelevanceAdvisory, true) => {
                Kind::AttributeRelevanceAdvisorySwitchIsOn
            }
            (Switch::AttributeRelevanceAdvisory, false) => {
                Kind::AttributeRelevanceAdvisorySwitchIsOff
            }
            (Switch::AttributeScopeAdvisory, true) => Kind::AttributeScopeAdvisorySwitchIsOn,
            (Switch::AttributeScopeAdvisory, false) => Kind::AttributeScopeAdvisorySwitchIsOff,
            (Switch::InteractionRelevanceAdvisory, true) => {
                Kind::InteractionRelevanceAdvisorySwitchIsOn
            }
            (Switch::InteractionRelevanceAdvisory, false) => {
                Kind::InteractionRelevanceAdvisorySwitchIsOff
            }
            _ => Kind::RTIinternalError,
        };
        let state = if on { "on" } else { "off" };
        Err(Exception::new(
            kind,
            format!("{switch:?} is {state} already"),
        ))
    }

    /// `getAutomaticResignDirective` (10.2 in 2010, 10.44 in 2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn automatic_resign_directive(&self) -> Result<ResignAction> {
        Ok(self.joined_ref()?.switches.automatic_resign_action)
    }

    /// `setAutomaticResignDirective` (10.3 in 2010, 10.45 in 2025): what the RTI does with what this
    /// federate leaves behind if it is lost.
    ///
    /// # Errors
    /// Only those of every service: an action that does not exist cannot be stated here.
    pub fn set_automatic_resign_directive(
        &mut self,
        action: ResignAction,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.switches.automatic_resign_action = action;
        joined.managed.may_have_changed();
        out.control(&ToRti::Member(MemberRequest::ResignDirective(action)));
        Ok(())
    }
}
