//! Makes one object model of a MIM and FOM modules (1516.2, merging rules of 2010 and 2025).
//!
//! What exists stays where it is: classes, attributes, dimensions and transportations keep their index when
//! modules are added, new ones are appended. Reference checks come last, so that a later module may define
//! what an earlier one uses.

mod classes;
mod comparison;
mod convert;
mod data_types;
mod merging;
mod mim;
mod references;
mod tables;

pub use mim::check_mim;
pub use references::check_references;

use crate::finding::{Finding, OmtError, OmtErrorKind};
use crate::model::{ObjectModel, OmtEdition};
use crate::read::Module;
use merging::{Merging, Occasion};

/// Merges a MIM and the FOM modules of a new federation, in this order. The edition of the MIM is that of
/// the federation. Modules of 2010 and of HLA 1.3 are converted in a federation of 2025.
///
/// # Errors
/// [`OmtErrorKind::Inconsistent`] if modules contradict each other or refer to what none of them defines,
/// [`OmtErrorKind::NotValid`] if a module is of an edition that the federation cannot use.
pub fn merge(mim: &Module, modules: &[Module]) -> Result<ObjectModel, OmtError> {
    merge_reporting(mim, modules, &mut Vec::new())
}

/// As [`merge`]; adds to `warnings` what is odd about the set of modules.
///
/// # Errors
/// As [`merge`]; the error then has the warnings.
pub fn merge_reporting(
    mim: &Module,
    modules: &[Module],
    warnings: &mut Vec<Finding>,
) -> Result<ObjectModel, OmtError> {
    let edition = match mim.model.edition {
        OmtEdition::Hla2025 => OmtEdition::Hla2025,
        OmtEdition::Hla2010 | OmtEdition::Hla13 => OmtEdition::Hla2010,
    };
    let mut model = ObjectModel::new(edition);
    model.identification.name = Some("Merged object model".to_owned());
    model.identification.kind = Some("FOM".to_owned());
    let mut merging = Merging::new(model, Occasion::Create);
    merging.add(mim)?;
    add_all(merging, modules, warnings)
}

/// Adds the modules of a joining federate to the model of a federation. `current` stays as it is; in the
/// result every class, attribute, parameter, dimension and transportation of `current` has its old index.
/// Switches do not change.
///
/// # Errors
/// As [`merge`].
pub fn extend(current: &ObjectModel, modules: &[Module]) -> Result<ObjectModel, OmtError> {
    extend_reporting(current, modules, &mut Vec::new())
}

/// As [`extend`]; adds to `warnings` what is odd about the set of modules.
///
/// # Errors
/// As [`merge`]; the error then has the warnings.
pub fn extend_reporting(
    current: &ObjectModel,
    modules: &[Module],
    warnings: &mut Vec<Finding>,
) -> Result<ObjectModel, OmtError> {
    add_all(
        Merging::new(current.clone(), Occasion::Join),
        modules,
        warnings,
    )
}

fn add_all(
    mut merging: Merging,
    modules: &[Module],
    warnings: &mut Vec<Finding>,
) -> Result<ObjectModel, OmtError> {
    for module in modules {
        merging.add(module)?;
    }
    let mut findings = merging.findings;
    findings.extend(check_references(&merging.model));
    warnings.extend(OmtError::unless_harmless(
        OmtErrorKind::Inconsistent,
        findings,
    )?);
    Ok(merging.model)
}
