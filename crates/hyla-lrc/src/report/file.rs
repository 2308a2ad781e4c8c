//! The file that service reports of one membership go to (2025, `sendServiceReportsToFile`).
//!
//! A line for each record: first one that says whose reports these are, then the invocations.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use hyla_core::mom::{ArgumentType, ReportedArgument, ServiceReport};
use hyla_types::{Edition, FederateHandle};
use serde::Serialize;

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
        this.record(&InitialRecord {
            kind: ArgumentType::ServiceReportInitialRecord as i32,
            federation,
            federate_name: name,
            federate_handle: federate,
        })?;
        Ok(this)
    }

    /// Path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one report.
    pub(crate) fn append(&mut self, serial: u32, report: &ServiceReport) -> std::io::Result<()> {
        self.record(&Record {
            kind: ArgumentType::ServiceReportRecord as i32,
            serial_number: serial,
            service: &ServiceReport::service_name(report.service, Edition::Hla2025),
            service_type: report.service.service_group().code(),
            success: report.exception.is_none(),
            supplied_arguments: report.supplied.iter().map(Argument::of).collect(),
            returned_argument: report.returned.as_ref().map(Argument::of),
            exception: report.exception.as_deref(),
        })
    }

    fn record(&mut self, record: &impl Serialize) -> std::io::Result<()> {
        serde_json::to_writer(&mut self.file, record)?;
        writeln!(self.file)?;
        // A reader of the file, also after a crash, finds each call.
        self.file.flush()
    }
}

/// Federate of the reports.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InitialRecord<'a> {
    #[serde(rename = "type")]
    kind: i32,
    federation: &'a str,
    federate_name: &'a str,
    federate_handle: FederateHandle,
}

/// One invocation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Record<'a> {
    #[serde(rename = "type")]
    kind: i32,
    serial_number: u32,
    service: &'a str,
    service_type: i32,
    success: bool,
    supplied_arguments: Vec<Argument<'a>>,
    returned_argument: Option<Argument<'a>>,
    exception: Option<&'a str>,
}

#[derive(Serialize)]
struct Argument<'a> {
    #[serde(rename = "type")]
    kind: i32,
    name: &'a str,
    value: &'a str,
}

impl<'a> Argument<'a> {
    fn of(argument: &'a ReportedArgument) -> Self {
        Self {
            kind: argument.kind,
            name: &argument.name,
            value: &argument.value,
        }
    }
}
