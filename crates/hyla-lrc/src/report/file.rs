//! The file that service reports of one membership go to (2025, `sendServiceReportsToFile`).
//!
//! A line for each record: first one that says whose reports these are, then the invocations.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use hyla_core::mom::{ArgumentType, ReportedArgument, ServiceReport, quote};
use hyla_types::{Edition, FederateHandle};

/// A file of service reports, open for appending.
#[derive(Debug)]
pub(crate) struct ReportFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl ReportFile {
    /// Makes the file of a membership in that directory, with its first record.
    pub(crate) fn create(
        directory: &Path,
        federation: &str,
        execution: u64,
        federate: FederateHandle,
        name: &str,
    ) -> std::io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        // Names of federations and federates may hold what no file name may.
        let plain: String = federation
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' })
            .take(64)
            .collect();
        let path = directory.join(format!("{plain}-{execution:016x}-{federate}.jsonl"));
        let file = File::create(&path)?;
        let mut this = Self {
            path,
            file: BufWriter::new(file),
        };
        let kind = ArgumentType::ServiceReportInitialRecord as i32;
        let mut line = format!("{{\"type\":{kind},\"federation\":");
        quote(federation, &mut line);
        line.push_str(",\"federateName\":");
        quote(name, &mut line);
        let _ = write!(line, ",\"federateHandle\":{federate}}}");
        this.line(&line)?;
        Ok(this)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one report.
    pub(crate) fn append(&mut self, serial: u32, report: &ServiceReport) -> std::io::Result<()> {
        let kind = ArgumentType::ServiceReportRecord as i32;
        let service = ServiceReport::service_name(report.service, Edition::Hla2025);
        let group = report.service.service_group().code();
        let success = report.exception.is_none();
        let mut line = format!(
            "{{\"type\":{kind},\"serialNumber\":{serial},\"service\":\"{service}\",\
             \"serviceType\":{group},\"success\":{success},\"suppliedArguments\":["
        );
        for (position, argument) in report.supplied.iter().enumerate() {
            if position > 0 {
                line.push(',');
            }
            put(argument, &mut line);
        }
        line.push_str("],\"returnedArgument\":");
        match &report.returned {
            Some(argument) => put(argument, &mut line),
            None => line.push_str("null"),
        }
        line.push_str(",\"exception\":");
        match &report.exception {
            Some(exception) => quote(exception, &mut line),
            None => line.push_str("null"),
        }
        line.push('}');
        self.line(&line)
    }

    fn line(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.file, "{line}")?;
        // Whoever reads along, or reads after a crash, sees what was called.
        self.file.flush()
    }
}

fn put(argument: &ReportedArgument, line: &mut String) {
    let _ = write!(line, "{{\"type\":{},\"name\":", argument.kind);
    quote(&argument.name, line);
    line.push_str(",\"value\":");
    quote(&argument.value, line);
    line.push('}');
}
