//! The instance and the interactions that concern the federation execution as a whole.

use std::borrow::Cow;
use std::sync::Arc;

use hyla_omt::encoding::{EncodedTime, encode};
use hyla_types::{FederateHandle, LogicalTime};

use super::fields::{Fault, Fields, Parameters, Report, report};
use super::vocabulary::{Act, federation_report};
use crate::executive::{Executive, Transmit};
use crate::federation::{ModuleText, PointProgress};
use crate::message::LogEvent;
use crate::time::Gathered;

impl Executive {
    /// The value of an attribute of the federation.
    pub(super) fn federation_value(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let switches = self.models.fdd.switches();
        let value = match name {
            // Perhaps tens of MiB.
            "HLAcurrentFDD" => return Some(Cow::Borrowed(self.models.current_fdd())),
            "HLAfederationName" => encode(self.identity.name()),
            "HLAfederatesInFederation" => encode(
                &self
                    .members
                    .keys()
                    .copied()
                    .collect::<Vec<FederateHandle>>(),
            ),
            "HLARTIversion" => encode(self.version()),
            "HLAMIMdesignator" => encode(&*self.models.mim.designator),
            "HLAFOMmoduleDesignatorList" => {
                let modules = self.models.modules.iter();
                encode(&modules.map(|m| m.designator.clone()).collect::<Vec<_>>())
            }
            "HLAtimeImplementationName" => encode(self.identity.time_name()),
            "HLAlastSaveName" => encode(self.last_save().map_or("", |(label, _)| label)),
            "HLAnextSaveName" => encode(self.next_save().map_or("", |(label, _)| label)),
            "HLAlastSaveTime" => encode(&time_of(self.last_save())),
            "HLAnextSaveTime" => encode(&time_of(self.next_save())),
            "HLAautoProvide" => encode(&switches.auto_provide),
            "HLAadvisoriesUseKnownClass" => encode(&switches.advisories_use_known_class),
            "HLAdelaySubscriptionEvaluation" => encode(&switches.delay_subscription_evaluation),
            "HLAnonRegulatedGrant" => encode(&switches.non_regulated_grant),
            "HLAallowRelaxedDDM" => encode(&switches.allow_relaxed_ddm),
            _ => return None,
        };
        Some(Cow::Owned(value))
    }

    /// Carries out or answers an interaction of `HLAmanager.HLAfederation`.
    pub(super) fn act_for_federation(
        &mut self,
        act: Act,
        parameters: &Parameters,
        out: &mut Vec<Transmit>,
    ) -> Result<(), Fault> {
        let fields = Fields::new(&self.models.fdd, parameters);
        match act {
            Act::SetFederationSwitches => {
                if let Some(on) = fields.switch("HLAautoProvide")? {
                    let models = Arc::make_mut(&mut self.models);
                    Arc::make_mut(&mut models.fdd).set_auto_provide(on);
                    self.append(LogEvent::AutoProvide { on }, out);
                    self.federation_changed(&["HLAautoProvide"], out);
                }
            }
            Act::RequestFederationModule => {
                let (index, text) = module(fields, &self.models.modules)?;
                let report = self.federation_report("HLAreportFOMmoduleData");
                self.send_own(
                    report.map(|r| {
                        r.with("HLAFOMmoduleIndicator", &index)
                            .with("HLAFOMmoduleData", &*text)
                    }),
                    out,
                );
            }
            Act::RequestMim => {
                let report = self.federation_report("HLAreportMIMdata");
                let text = self.models.mim.text();
                self.send_own(report.map(|r| r.with("HLAMIMdata", &*text)), out);
            }
            Act::RequestWaiting => self.when_central(Gathered::Report, out),
            Act::RequestSynchronizationPoints => {
                let labels: Vec<String> = self.point_labels().map(str::to_owned).collect();
                let report = self.federation_report("HLAreportSynchronizationPoints");
                self.send_own(report.map(|r| r.with("HLAsyncPoints", &labels)), out);
            }
            Act::RequestSynchronizationPointStatus => {
                // The MIM of 2010 has no parameter for the label: all points are reported.
                let wanted: Option<String> = fields.optional("HLAsyncPointName")?;
                let all = self.point_labels().map(str::to_owned);
                let labels: Vec<String> = all
                    .filter(|label| wanted.as_ref().is_none_or(|wanted| wanted == label))
                    .collect();
                if let (Some(wanted), []) = (wanted, labels.as_slice()) {
                    return Err(Fault::Parameter(format!(
                        "HLAsyncPointName: no synchronization point {wanted:?} is in progress"
                    )));
                }
                for label in labels {
                    self.report_point(&label, out);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn report_point(&self, label: &str, out: &mut Vec<Transmit>) {
        let federates: Vec<(FederateHandle, i32)> = self
            .point_progress(label)
            .map(|(federate, progress)| (federate, status(progress)))
            .collect();
        let report = self.federation_report("HLAreportSynchronizationPointStatus");
        self.send_own(
            report.map(|r| {
                r.with("HLAsyncPointName", label)
                    .with("HLAsyncPointFederates", &federates)
            }),
            out,
        );
    }

    /// Answers `HylaRequestWaitingFederates`: one report for each federate that waits to advance in time,
    /// or one that says that there is none.
    pub(crate) fn report_waiting(&self, out: &mut Vec<Transmit>) {
        let standings = self.time_standings();
        let waiting: Vec<_> = standings
            .iter()
            .filter_map(|s| Some((s, s.waiting.as_ref()?)))
            .collect();
        let number = i32::try_from(waiting.len()).unwrap_or(i32::MAX);
        let report = || {
            let report = self.federation_report("HylaReportWaitingFederate")?;
            Some(report.with("HylaNumberOfFederates", &number))
        };
        if waiting.is_empty() {
            self.send_own(report(), out);
        }
        for (standing, wait) in waiting {
            let since = i32::try_from(wait.since.as_millis()).unwrap_or(i32::MAX);
            let (holder, bound) = match &wait.held_by {
                Some((name, bound)) => (name.as_str(), Some(bound.time)),
                None => ("", None),
            };
            let told = report().map(|r| {
                r.with("HylaFederate", &standing.federate)
                    .with("HylaService", &*wait.service)
                    .with("HylaRequestedTime", &time_value(Some(wait.to)))
                    .with("HylaWaitingTime", &since)
                    .with("HylaHeldBackBy", holder)
                    .with("HylaBound", &time_value(bound))
            });
            self.send_own(told, out);
        }
    }

    fn federation_report(&self, name: &str) -> Option<Report<'_>> {
        let fdd = &self.models.fdd;
        federation_report(fdd, name).map(|class| Report::new(fdd, class))
    }

    fn send_own(&self, report: Option<Report<'_>>, out: &mut Vec<Transmit>) {
        if let Some((class, values)) = report.map(Report::into_parts) {
            self.send_mom_interaction(class, &values, None, None, out);
        }
    }

    /// Answers `HLAfederate.HLArequest.HLArequestFOMmoduleData`.
    pub(super) fn report_federate_module(
        &self,
        federate: FederateHandle,
        parameters: &Parameters,
        out: &mut Vec<Transmit>,
    ) -> Result<(), Fault> {
        let fdd = &self.models.fdd;
        let Some(member) = self.members.get(&federate) else {
            return Ok(());
        };
        let (index, text) = module(Fields::new(fdd, parameters), &member.modules)?;
        let report = report(fdd, "HLAreportFOMmoduleData").map(|r| {
            r.with("HLAfederate", &federate)
                .with("HLAFOMmoduleIndicator", &index)
                .with("HLAFOMmoduleData", &*text)
        });
        if let Some((class, values)) = report.map(Report::into_parts) {
            self.send_mom_interaction(class, &values, Some(federate), None, out);
        }
        Ok(())
    }
}

/// The time of a save; undefined if it has none.
fn time_of(save: Option<(&str, Option<LogicalTime>)>) -> EncodedTime {
    time_value(save.and_then(|(_, time)| time))
}

fn time_value(time: Option<LogicalTime>) -> EncodedTime {
    time.map_or(EncodedTime::UNDEFINED, EncodedTime::from)
}

/// `HLAsyncPointStatus`.
fn status(progress: PointProgress) -> i32 {
    const MOVING: i32 = 2;
    const WAITING_FOR_REST: i32 = 3;
    match progress {
        PointProgress::Moving => MOVING,
        PointProgress::Arrived { .. } => WAITING_FOR_REST,
    }
}

/// The module that `HLAFOMmoduleIndicator` points to: its index and its text.
fn module(fields: Fields<'_>, modules: &[ModuleText]) -> Result<(i32, String), Fault> {
    const INDICATOR: &str = "HLAFOMmoduleIndicator";
    let index: i32 = fields.value(INDICATOR)?;
    let found = usize::try_from(index).ok().and_then(|at| modules.get(at));
    found.map(|m| (index, m.text())).ok_or_else(|| {
        let last = modules.len();
        Fault::Parameter(format!("{INDICATOR}: {index} is not one of {last} modules"))
    })
}
