//! MOM interactions to a member, and `HLAfederate.HLAadjust`.

use std::time::Duration;

use hyla_types::{AttributeHandle, FederateHandle, InteractionClassHandle, ObjectInstanceHandle};

use super::fields::{Fault, Fields, Parameters, mom_exception, resign_action};
use super::vocabulary::Act;
use crate::member::{Joined, Member};
use crate::message::{MemberRequest, ToRti};
use crate::outbox::Outbox;
use crate::support::Switch;

impl Member {
    /// Handles an interaction of the MOM that concerns this federate. If the federate cannot act on it,
    /// `HLAreportMOMexception` has the reason.
    pub(crate) fn handle_mom(
        &mut self,
        class: InteractionClassHandle,
        parameters: &Parameters,
        out: &mut dyn Outbox,
    ) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        let fdd = joined.fdd.clone();
        let Some(act) = Act::of(&fdd, class) else {
            return;
        };
        let fields = Fields::new(&fdd, parameters);
        let outcome = match joined.answer_mom_request(act, fields, out) {
            Ok(false) => self.adjust(act, fields, out),
            other => other.map(drop),
        };
        self.tell_changes(out);
        let successfully = fields.optional("HLAsuccessIndicator");
        let successfully = successfully.ok().flatten().unwrap_or(true);
        if let Some(service) = act.service(successfully) {
            let told = match &outcome {
                Ok(()) => Ok(()),
                Err(fault) => Err(fault.text(self.edition)),
            };
            self.report_mom_service(act, service, fields, told, out);
        }
        let Err(fault) = outcome else { return };
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        let name = fdd.interaction_class(class).map_or("", |c| c.name.as_str());
        let edition = self.edition;
        if let Some(report) = mom_exception(&fdd, joined.identity.handle(), name, fault, edition) {
            joined.send_report(report, None, out);
        }
    }

    fn adjust(&mut self, act: Act, fields: Fields<'_>, out: &mut dyn Outbox) -> Result<(), Fault> {
        match act {
            Act::SetTiming => {
                let seconds: i32 = fields.value("HLAreportPeriod")?;
                let seconds = u64::try_from(seconds).map_err(|_| {
                    Fault::Parameter(format!("HLAreportPeriod: {seconds} is less than zero"))
                })?;
                let joined = self.joined()?;
                joined.managed.set_period(Duration::from_secs(seconds));
                Ok(())
            }
            Act::ModifyAttributeState => {
                let object = fields.handle("HLAobjectInstance", ObjectInstanceHandle::decode)?;
                let attribute = fields.handle("HLAattribute", AttributeHandle::decode)?;
                // `HLAownership`: Unowned and Owned.
                let owned = fields.value::<bool>("HLAattributeState")?;
                let outcome = self.modify_attribute_state(object, attribute, owned);
                out.control(&ToRti::Member(MemberRequest::MomModifyAttribute {
                    object,
                    attribute,
                    owned,
                    agreed: outcome.is_ok(),
                }));
                Ok(outcome?)
            }
            Act::BindChannel => {
                let peer = fields.handle("HylaPeer", FederateHandle::decode)?;
                let profile: String = fields.value("HylaProfile")?;
                if self.joined()?.roster.peer(peer).is_none() {
                    return Err(Fault::Parameter(format!(
                        "HylaPeer: {peer} is not another joined federate"
                    )));
                }
                out.bind(peer, &profile).map_err(Fault::Parameter)
            }
            Act::SetServiceReporting => {
                let on = fields.value("HLAreportingState")?;
                Ok(self.set_switch(Switch::ServiceReporting, on)?)
            }
            Act::SetExceptionReporting => {
                let on = fields.value("HLAreportingState")?;
                Ok(self.set_switch(Switch::ExceptionReporting, on)?)
            }
            Act::SetSwitches => self.set_switches(fields, out),
            Act::SetProfileParameter => {
                let profile: String = fields.value("HylaProfile")?;
                let parameter: String = fields.value("HylaParameter")?;
                let value: String = fields.value("HylaValue")?;
                out.set_profile_parameter(&profile, &parameter, &value)
                    .map_err(Fault::Parameter)
            }
            _ => self.serve(act, fields, out),
        }
    }

    /// `HLAsetSwitches`: all that it names, or none.
    fn set_switches(&mut self, fields: Fields<'_>, out: &mut dyn Outbox) -> Result<(), Fault> {
        let named = [
            (
                "HLAobjectClassRelevanceAdvisory",
                Switch::ObjectClassRelevanceAdvisory,
            ),
            (
                "HLAattributeRelevanceAdvisory",
                Switch::AttributeRelevanceAdvisory,
            ),
            ("HLAattributeScopeAdvisory", Switch::AttributeScopeAdvisory),
            (
                "HLAinteractionRelevanceAdvisory",
                Switch::InteractionRelevanceAdvisory,
            ),
            (
                "HLAconveyRegionDesignatorSets",
                Switch::ConveyRegionDesignatorSets,
            ),
            ("HLAserviceReporting", Switch::ServiceReporting),
            ("HLAexceptionReporting", Switch::ExceptionReporting),
            (
                "HLAsendServiceReportsToFile",
                Switch::SendServiceReportsToFile,
            ),
        ];
        let mut wanted = Vec::new();
        for (name, switch) in named {
            wanted.extend(fields.switch(name)?.map(|on| (switch, on)));
        }
        let producing = fields.switch("HLAconveyProducingFederate")?;
        let action = fields.optional::<i32>("HLAautomaticResignAction")?;
        let action = action.map(|code| resign_action(fields, code)).transpose()?;

        // The only one that can be refused goes first.
        wanted.sort_by_key(|(switch, _)| *switch != Switch::ServiceReporting);
        for (switch, on) in wanted {
            self.set_switch(switch, on)?;
        }
        if let Some(on) = producing {
            let joined = self.joined()?;
            joined.switches.convey_producing_federate = on;
            joined.managed.may_have_changed();
        }
        if let Some(action) = action {
            self.set_automatic_resign_directive(action, out)?;
        }
        Ok(())
    }
}

impl Joined {
    /// The federation-wide switch was changed through the MOM.
    pub(crate) fn set_auto_provide(&mut self, on: bool) {
        self.switches.auto_provide = on;
    }
}
