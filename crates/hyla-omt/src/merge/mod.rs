//! Makes one object model of a MIM and FOM modules (1516.2, merging rules of 2010 and 2025).
//!
//! Existing elements stay in place: classes, attributes, dimensions and transportations keep their index when
//! modules are added, new ones are appended. Reference checks come last, so that a later module may define
//! names that an earlier one uses.

mod classes;
mod comparison;
mod convert;
mod data_types;
mod inherited;
mod merging;
mod mim;
mod recursion;
mod references;
mod tables;

pub use mim::check_mim;
pub use references::check_references;

use crate::finding::{Finding, OmtError, OmtErrorKind};
use crate::model::{ObjectModel, OmtEdition};
use crate::read::{Module, Strictness};
use merging::{Merging, Occasion};

/// Merges a MIM and the FOM modules of a new federation, in this order. The edition of the MIM is that of
/// the federation. Modules of 2010 and of HLA 1.3 are converted in a federation of 2025.
///
/// # Errors
/// [`OmtErrorKind::Inconsistent`] if modules contradict each other or refer to what none of them defines,
/// [`OmtErrorKind::NotValid`] if a module is of an edition that the federation cannot use.
pub fn merge(mim: &Module, modules: &[Module]) -> Result<ObjectModel, OmtError> {
    merge_reporting(mim, modules, Strictness::Lenient, &mut Vec::new())
}

/// As [`merge`]; adds to `warnings` what is odd about the set of modules. What object models in use have although
/// the standard forbids it (receive order of `HLAprivilegeToDeleteObject`, attributes that a superclass has already)
/// is refused only if strict.
///
/// # Errors
/// As [`merge`]; the error then has the warnings.
pub fn merge_reporting(
    mim: &Module,
    modules: &[Module],
    strictness: Strictness,
    warnings: &mut Vec<Finding>,
) -> Result<ObjectModel, OmtError> {
    let edition = match mim.model.edition {
        OmtEdition::Hla2025 => OmtEdition::Hla2025,
        OmtEdition::Hla2010 | OmtEdition::Hla13 => OmtEdition::Hla2010,
    };
    let mut model = ObjectModel::new(edition);
    model.identification.name = Some("Merged object model".to_owned());
    model.identification.kind = Some("FOM".to_owned());
    let mut merging = Merging::new(model, Occasion::Create, strictness);
    merging.add(mim)?;
    add_all(merging, modules, strictness, warnings)
}

/// Adds the modules of a joining federate to the model of a federation. `current` stays as it is; in the
/// result every class, attribute, parameter, dimension and transportation of `current` has its old index.
/// Switches do not change.
///
/// # Errors
/// As [`merge`].
pub fn extend(current: &ObjectModel, modules: &[Module]) -> Result<ObjectModel, OmtError> {
    extend_reporting(current, modules, Strictness::Lenient, &mut Vec::new())
}

/// As [`extend`]; adds to `warnings` what is odd about the set of modules. `strictness` as for [`merge_reporting`].
///
/// # Errors
/// As [`merge`]; the error then has the warnings.
pub fn extend_reporting(
    current: &ObjectModel,
    modules: &[Module],
    strictness: Strictness,
    warnings: &mut Vec<Finding>,
) -> Result<ObjectModel, OmtError> {
    add_all(
        Merging::new(current.clone(), Occasion::Join, strictness),
        modules,
        strictness,
        warnings,
    )
}

fn add_all(
    mut merging: Merging,
    modules: &[Module],
    strictness: Strictness,
    warnings: &mut Vec<Finding>,
) -> Result<ObjectModel, OmtError> {
    // Definitions from before a join have handles in use, and stay.
    let settled = match merging.occasion {
        Occasion::Create => 0,
        Occasion::Join => merging.model.sources.0.len(),
    };
    for module in modules {
        merging.add(module)?;
    }
    if strictness == Strictness::Lenient {
        let redefined = inherited::leave_out_redefined(&mut merging.model, settled);
        merging.findings.extend(redefined);
    }
    let mut findings = merging.findings;
    findings.extend(check_references(&merging.model));
    warnings.extend(OmtError::unless_harmless(
        OmtErrorKind::Inconsistent,
        findings,
    )?);
    Ok(merging.model)
}
