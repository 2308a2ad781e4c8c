//! The modules that a command line names.

use std::io;
use std::path::{Path, PathBuf};

use hyla_omt::{Finding, Report, Severity, Strictness, check_files};
use hyla_terminal::Painter;

use super::Failure;
use super::excerpt::Files;
use crate::settings_args::SettingsArgs;

/// Files to read, and strictness.
#[derive(Debug, clap::Args)]
pub(crate) struct ModuleArgs {
    /// Modules in the order of loading; a folder stands for the .xml, .fed and .fdd files in it
    #[arg(required_unless_present = "mim", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// MIM in the place of the standard one, which it has to contain
    #[arg(long, value_name = "FILE")]
    mim: Option<PathBuf>,

    /// Refuse all that the schema of the standard forbids, as the setting fom.strict does
    #[arg(long)]
    strict: bool,

    /// Leave warnings out
    #[arg(short, long)]
    quiet: bool,

    /// Print a JSON object for other programs
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    settings: SettingsArgs,
}

impl ModuleArgs {
    /// Reads the modules and merges them with the MIM: the one that was named, or else the standard one, that of
    /// 2025 as soon as one of the modules needs it.
    /// The report lists their defects.
    ///
    /// # Errors
    /// Settings are wrong, or a folder cannot be read or holds no module.
    pub(super) fn check(&self) -> Result<Report, Failure> {
        Ok(check_files(
            &self.files()?,
            self.strictness()?,
            self.mim.as_deref(),
        ))
    }

    /// The files, in the place of a folder those in it.
    ///
    /// # Errors
    /// A folder cannot be read or holds no module.
    pub(super) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for path in &self.files {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let found = modules_in(path).map_err(|cause| Failure::Folder {
                path: path.clone(),
                cause,
            })?;
            if found.is_empty() {
                return Err(Failure::EmptyFolder(path.clone()));
            }
            files.extend(found);
        }
        Ok(files)
    }

    /// From the option or else from the settings.
    ///
    /// # Errors
    /// Settings are wrong.
    pub(super) fn strictness(&self) -> Result<Strictness, Failure> {
        let strict = self.settings.sources().load()?.fom.strict || self.strict;
        Ok(if strict {
            Strictness::Strict
        } else {
            Strictness::Lenient
        })
    }

    /// The findings with excerpts of the files, those that are not wanted left out.
    pub(super) fn lines(&self, findings: &[Finding], painter: Painter) -> String {
        let mut files = Files::default();
        self.wanted(findings)
            .map(|finding| files.finding(finding, painter))
            .collect()
    }

    /// The findings that are wanted.
    pub(super) fn wanted<'f>(&self, findings: &'f [Finding]) -> impl Iterator<Item = &'f Finding> {
        let quiet = self.quiet;
        findings
            .iter()
            .filter(move |finding| !quiet || finding.severity == Severity::Error)
    }
}

/// The modules in a folder, by name.
fn modules_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in folder.read_dir()? {
        let file = entry?.path();
        let extension = file.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let extension = extension
            .as_deref()
            .and_then(|extension| extension.to_str());
        if file.is_file() && matches!(extension, Some("xml" | "fed" | "fdd")) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}
