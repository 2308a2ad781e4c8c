//! Reports of service invocations and of exceptions (1516.1 clause 11).

use hyla_types::{Edition, Exception, Service};

use super::argument::Argument;
use super::argument_type::ArgumentType;
use super::fields::Fields;
use super::invocation::report_of;
use super::report::{ReportedArgument, ServiceReport};
use super::stated::arguments;
use super::vocabulary::{Act, edition_of};
use crate::member::Member;
use crate::outbox::Outbox;

/// Reported kinds of a federate's calls and callbacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reporting {
    /// Every service invocation.
    pub services: bool,
    /// Every exception that a service raises.
    pub exceptions: bool,
    /// Service invocations go to a file.
    pub to_file: bool,
}

impl Member {
    /// Kinds that are to be reported of this federate now.
    #[must_use]
    pub fn reporting(&self) -> Reporting {
        self.joined
            .as_deref()
            .map_or_else(Reporting::default, |joined| Reporting {
                services: joined.switches.service_reporting,
                exceptions: joined.switches.exception_reporting,
                to_file: joined.switches.send_service_reports_to_file,
            })
    }

    /// Says where the service reports of this membership are written (`HLAreportServiceFile`).
    pub fn set_report_file(&mut self, path: impl Into<String>) {
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.managed.report_file = path.into();
            joined.managed.may_have_changed();
        }
    }

    /// The next report for the file of this federate, with its number.
    pub fn poll_report(&mut self) -> Option<(u32, ServiceReport)> {
        self.joined.as_deref_mut()?.managed.file_reports.pop_front()
    }

    /// Reports a service that the MOM called in the federate's place, if its calls are reported.
    pub(super) fn report_mom_service(
        &mut self,
        act: Act,
        service: Service,
        fields: Fields<'_>,
        outcome: Result<(), String>,
        out: &mut dyn Outbox,
    ) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        if !joined.switches.service_reporting {
            return;
        }
        let arguments = arguments(act, fields, joined.identity.time());
        let supplied: Vec<&dyn Argument> = arguments.iter().map(AsRef::as_ref).collect();
        let mut report = report_of(service, &supplied, Ok(&()));
        report.exception = outcome.err();
        self.report_service(report, out);
    }

    /// Numbers a report and sends it to the subscribers of `HLAreportServiceInvocation`; if the
    /// reports of this federate go to a file, it waits for [`Self::poll_report`].
    pub fn report_service(&mut self, report: ServiceReport, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let serial = joined.managed.serial;
        joined.managed.serial = serial.wrapping_add(1);
        if joined.switches.send_service_reports_to_file {
            joined.managed.file_reports.push_back((serial, report));
            return;
        }
        let edition = edition_of(&joined.fdd);
        let group = report.service.service_group();
        let number = i32::try_from(serial).unwrap_or(i32::MAX);
        let success = report.exception.is_none();
        let name = ServiceReport::service_name(report.service, edition);
        let message = joined.report("HLAreportServiceInvocation").map(|r| {
            let r = r
                .with("HLAservice", &*name)
                .with("HLAserviceType", &(group.code() as i16))
                .with("HLAsuccessIndicator", &success)
                .with(
                    "HLAexception",
                    report.exception.as_deref().unwrap_or_default(),
                )
                .with("HLAserialNumber", &number);
            match edition {
                Edition::Hla2010 => {
                    let texts = |all: &[ReportedArgument]| -> Vec<String> {
                        all.iter().map(|a| a.value.clone()).collect()
                    };
                    let returned = report.returned.as_slice();
                    r.with("HLAsuppliedArguments", &texts(&report.supplied))
                        .with("HLAreturnedArguments", &texts(returned))
                }
                Edition::Hla2025 => {
                    let record = |a: &ReportedArgument| (a.kind, a.name.clone(), a.value.clone());
                    let nothing = || (ArgumentType::Null as i32, String::new(), String::new());
                    let supplied: Vec<_> = report.supplied.iter().map(record).collect();
                    let returned = report.returned.as_ref().map_or_else(nothing, record);
                    r.with("HLAsuppliedArguments", &supplied)
                        .with("HLAreturnedArgument", &returned)
                }
            }
        });
        if let Some(message) = message {
            joined.send_report(message, Some(group.code().unsigned_abs()), out);
        }
    }

    /// Sends `HLAreportException`: a service that the federate called has raised one.
    pub fn report_exception(&self, service: Service, exception: &Exception, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        let name = ServiceReport::service_name(service, edition_of(&joined.fdd));
        let message = joined.report("HLAreportException").map(|r| {
            r.with("HLAservice", &*name)
                .with("HLAexception", &*exception.to_string())
        });
        if let Some(message) = message {
            joined.send_report(message, None, out);
        }
    }
}
