//! Checks a set of module files, for `hyla fom check`.

use crate::finding::{Finding, Location, OmtError, OmtErrorKind, Rule, Severity};
use crate::merge::{check_mim, merge_reporting};
use crate::mim;
use crate::model::{ObjectModel, OmtEdition};
use crate::read::{Module, Strictness, limits, read_module};
use std::fmt;
use std::io::Read;
use std::path::Path;

/// Result of a check: one line for each finding when displayed.
#[derive(Clone, Debug)]
pub struct Report {
    /// All findings, file by file, then those of the merge.
    pub findings: Vec<Finding>,
    /// The requested MIM, if it is usable.
    pub mim: Option<Module>,
    /// The readable modules, in the order given.
    pub modules: Vec<Module>,
    /// The merged model; `None` if a file cannot be read or the modules contradict each other.
    pub model: Option<ObjectModel>,
}

impl Report {
    /// Number of findings of severity error.
    pub fn errors(&self) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .count()
    }

    /// Number of findings of severity warning.
    pub fn warnings(&self) -> usize {
        self.findings.len() - self.errors()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.findings
            .iter()
            .try_for_each(|finding| writeln!(f, "{finding}"))
    }
}

/// Reads a module file.
///
/// # Errors
/// [`OmtErrorKind::CouldNotOpen`] if the file cannot be read, and as [`read_module`].
pub fn read_file(path: &Path, strictness: Strictness) -> Result<Module, OmtError> {
    let designator = path.display().to_string();
    let could_not_open = |text: String| {
        let place = Location {
            module: designator.clone(),
            line: 0,
            column: 0,
        };
        let (severity, rule) = (Severity::Error, Rule::Unreadable);
        let finding = Finding {
            severity,
            place,
            element: String::new(),
            rule,
            text,
            other: None,
        };
        OmtError::single(OmtErrorKind::CouldNotOpen, finding)
    };
    let content = read_bounded(path).map_err(|error| could_not_open(error.to_string()))?;
    read_module(&designator, &content, strictness)
}

/// The bytes of a file, up to one more than the limit: a device may have unlimited data.
fn read_bounded(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    std::fs::File::open(path)?
        .take(limits::BYTES as u64 + 1)
        .read_to_end(&mut content)?;
    Ok(content)
}

/// Reads every file and merges all of them with a MIM: the one in the file `mim`, which must
/// contain the standard one of its edition, or by default the standard MIM of 2025 if any module is
/// of 2025, otherwise of 2010. If strict, warnings of a merge in a running federation become
/// errors: undefined data types, reserved names, incomplete rows.
pub fn check_files<P: AsRef<Path>>(
    paths: &[P],
    strictness: Strictness,
    mim: Option<&Path>,
) -> Report {
    let mut report = Report {
        findings: Vec::new(),
        mim: None,
        modules: Vec::new(),
        model: None,
    };
    if let Some(path) = mim {
        match read_file(path, strictness).and_then(|module| is_mim(&module).map(|()| module)) {
            Ok(module) => {
                report.findings.extend(module.warnings.iter().cloned());
                report.mim = Some(module);
            }
            Err(error) => report.findings.extend(error.into_findings()),
        }
    }
    for path in paths {
        match read_file(path.as_ref(), strictness) {
            Ok(module) => {
                report.findings.extend(module.warnings.iter().cloned());
                report.modules.push(module);
            }
            Err(error) => report.findings.extend(error.into_findings()),
        }
    }
    if report.modules.len() < paths.len() || report.mim.is_some() != mim.is_some() {
        return report;
    }
    let newest = report
        .modules
        .iter()
        .any(|module| module.model.edition == OmtEdition::Hla2025);
    let mim = report.mim.as_ref().unwrap_or_else(|| {
        mim::standard(if newest {
            OmtEdition::Hla2025
        } else {
            OmtEdition::Hla2010
        })
    });
    let mut warnings = Vec::new();
    match merge_reporting(mim, &report.modules, strictness, &mut warnings) {
        Ok(model) => report.model = Some(model),
        Err(error) => warnings = error.into_findings(),
    }
    if strictness == Strictness::Strict {
        for finding in &mut warnings {
            // Different documentation in two modules and late switches are harmless.
            if !matches!(finding.rule, Rule::Conflict | Rule::Ignored) {
                finding.severity = Severity::Error;
            }
        }
    }
    report.findings.extend(warnings);
    report
}

/// Whether a module can replace the standard MIM of its edition.
fn is_mim(module: &Module) -> Result<(), OmtError> {
    check_mim(module, mim::standard(module.model.edition))
}
