//! Reports of calls and callbacks: they cost reading one number while nothing is reported.

use std::sync::atomic::Ordering;

use hyla_core::Result;
use hyla_core::callback::Callback;
use hyla_core::mom::Reporting;
use hyla_types::{Exception, Service};

use super::{Core, Engine};
use crate::report::{Argument, ReportFile, report_of};

const SERVICES: u8 = 1;
const EXCEPTIONS: u8 = 2;
const TO_FILE: u8 = 4;

fn bits(reporting: Reporting) -> u8 {
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    bit(reporting.services, SERVICES)
        | bit(reporting.exceptions, EXCEPTIONS)
        | bit(reporting.to_file, TO_FILE)
}

impl Engine {
    /// Notes what is reported from now on. To be called while the core is locked, after everything
    /// that may have changed a switch.
    pub(super) fn note_reporting(&self, core: &mut Core) {
        let now = bits(core.member.reporting());
        if self.reporting.load(Ordering::Relaxed) != now {
            self.change_reporting(now, core);
        }
        if now & TO_FILE != 0 {
            // Calls of the MOM in the federate's place.
            core.write_reports();
        }
    }

    #[cold]
    fn change_reporting(&self, now: u8, core: &mut Core) {
        self.reporting.store(now, Ordering::Relaxed);
        if !core.member.is_joined() {
            core.report_file = None;
        }
        if now & (SERVICES | TO_FILE) == SERVICES | TO_FILE && core.report_file.is_none() {
            Self::open_report_file(core);
        }
    }

    fn open_report_file(core: &mut Core) {
        let member = &core.member;
        let Some(handle) = member.handle() else {
            return;
        };
        let (federation, name) = core.who();
        let directory = &core.report_directory;
        let execution = member.execution().unwrap_or_default().low();
        match ReportFile::create(directory, &federation, execution, handle, &name) {
            Ok(file) => {
                core.member
                    .set_report_file(file.path().display().to_string());
                core.member.tell_changes(&mut core.links);
                core.report_file = Some(file);
            }
            Err(error) => tracing::warn!(
                federation,
                federate = name,
                directory = %directory.display(),
                %error,
                "cannot write service reports: they are lost (report.directory)"
            ),
        }
    }

    /// Reports a call, if calls are reported, and says whether. The core is locked; what is sent
    /// waits for its turn.
    pub(super) fn report_call<T: Argument>(
        &self,
        core: &mut Core,
        service: Service,
        supplied: &[&dyn Argument],
        outcome: &Result<T>,
    ) -> bool {
        let reporting = self.reporting.load(Ordering::Relaxed);
        let reported = reporting & (SERVICES | EXCEPTIONS) != 0;
        if reported {
            self.report(core, reporting, service, supplied, outcome);
        }
        reported
    }

    #[cold]
    fn report<T: Argument>(
        &self,
        core: &mut Core,
        reporting: u8,
        service: Service,
        supplied: &[&dyn Argument],
        outcome: &Result<T>,
    ) {
        let told = |exception: &Exception| exception.clone().for_service(service, self.edition);
        let exception = outcome.as_ref().err().map(told);
        if reporting & EXCEPTIONS != 0
            && let Some(exception) = &exception
        {
            core.member
                .report_exception(service, exception, &mut core.links);
        }
        if reporting & SERVICES != 0 {
            let outcome = match (outcome, &exception) {
                (_, Some(exception)) => Err(exception),
                (Ok(value), None) => Ok(value as &dyn Argument),
                (Err(exception), None) => Err(exception),
            };
            core.put_report(service, supplied, outcome);
        }
    }

    /// Whether invocations are reported.
    #[inline]
    pub(super) fn reports_services(&self) -> bool {
        self.reporting.load(Ordering::Relaxed) & SERVICES != 0
    }

    /// Reports a callback, if invocations are reported.
    pub(super) fn report_callback(&self, callback: &Callback<'_>, fault: Option<&Exception>) {
        if !self.reports_services() {
            return;
        }
        let mut core = self.core();
        let outcome = || match fault {
            None => Ok(&() as &dyn Argument),
            Some(exception) => Err(exception),
        };
        callback.with_arguments(|supplied| {
            core.put_report(callback.service(), supplied, outcome());
        });
        drop(core);
        self.depart();
    }
}

impl Core {
    fn put_report(
        &mut self,
        service: Service,
        supplied: &[&dyn Argument],
        outcome: std::result::Result<&dyn Argument, &Exception>,
    ) {
        if !self.member.is_joined() {
            return;
        }
        let report = report_of(service, supplied, outcome);
        self.member.report_service(report, &mut self.links);
        self.write_reports();
    }

    /// Writes what waits for the file.
    fn write_reports(&mut self) {
        while let Some((serial, report)) = self.member.poll_report() {
            let failed = match &mut self.report_file {
                Some(file) => file.append(serial, &report).err(),
                None => None,
            };
            if let Some(error) = failed {
                let (federation, federate) = self.who();
                tracing::warn!(federation, federate, %error, "a service report is lost");
            }
        }
    }
}
