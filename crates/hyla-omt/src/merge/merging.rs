//! State of a merge: the model so far and the findings.

use super::comparison::Comparison;
use super::convert;
use crate::finding::{Finding, Location, OmtError, OmtErrorKind, Rule, Severity};
use crate::model::{ObjectModel, OmtEdition, Origin, Reference};
use crate::read::{Module, Strictness, limits, names};

/// Whether modules come with the creation of the federation or with a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    Create,
    Join,
}

pub(super) struct Merging {
    pub(super) model: ObjectModel,
    pub(super) occasion: Occasion,
    pub(super) findings: Vec<Finding>,
    /// Severity of common violations of the standard.
    tolerated: Severity,
    /// The current module was converted from an older edition: for repeated standard names, the
    /// definition of the MIM applies.
    older: bool,
}

/// Two definitions of the same thing.
pub(super) struct Row<'a> {
    /// Name of the thing, without superclasses.
    pub(super) name: &'a str,
    /// Origin of the known definition.
    pub(super) known: Origin,
    /// Origin of the given definition.
    pub(super) given: Origin,
}

impl Merging {
    /// Goes on from `model`.
    pub(super) fn new(model: ObjectModel, occasion: Occasion, strictness: Strictness) -> Self {
        Self {
            model,
            occasion,
            findings: Vec::new(),
            tolerated: strictness.severity(),
            older: false,
        }
    }

    /// Merges one more module. One that is in the model already adds nothing.
    ///
    /// # Errors
    /// If the module is of an edition that the federation cannot use. Conflicts go to the findings.
    pub(super) fn add(&mut self, module: &Module) -> Result<(), OmtError> {
        let Some(source) = module.model.sources.0.first() else {
            return Ok(());
        };
        if self.model.sources.contains(source) {
            return Ok(());
        }
        let mut given = module.model.clone();
        match (self.model.edition, given.edition) {
            (OmtEdition::Hla2025, OmtEdition::Hla2025)
            | (OmtEdition::Hla2010, OmtEdition::Hla2010) => {
                self.older = false;
            }
            (OmtEdition::Hla2010, OmtEdition::Hla13) => self.older = true,
            (OmtEdition::Hla2025, _) => {
                self.older = true;
                convert::to_2025(&mut given);
            }
            (federation, edition) => return Err(wrong_edition(module, federation, edition)),
        }
        let number = u32::try_from(self.model.sources.0.len()).unwrap_or(u32::MAX);
        given.visit_rows(|origin, _| origin.module = number);
        self.model.sources.0.push(source.clone());
        self.model.identification.references.push(Reference {
            kind: Some("Composed_From".to_owned()),
            identification: Some(module.designator.clone()),
        });
        self.notes(&mut given);
        self.services(given.service_utilization);
        self.object_classes(given.object_classes);
        self.interaction_classes(given.interaction_classes);
        self.dimensions(given.dimensions);
        self.time(given.time);
        self.tags(given.tags);
        self.synchronizations(given.synchronizations);
        self.transportations(given.transportations);
        self.switches(&given.switches, number);
        self.update_rates(given.update_rates);
        self.data_types(given.data_types);
        Ok(())
    }

    /// Whether the rules of 2025 apply.
    pub(super) fn is_2025(&self) -> bool {
        self.model.edition == OmtEdition::Hla2025
    }

    /// Whether the module at hand is the MIM.
    fn at_mim(&self) -> bool {
        self.occasion == Occasion::Create && self.model.sources.0.len() <= 1
    }

    /// Turns the differences between two definitions into findings.
    pub(super) fn report(
        &mut self,
        row: &Row<'_>,
        element: impl Fn() -> String,
        comparison: Comparison,
    ) {
        let harmless = self.older && names::is_reserved(row.name);
        if !comparison.conflicts.is_empty() {
            let severity = if harmless {
                Severity::Warning
            } else {
                Severity::Error
            };
            self.find(
                severity,
                Rule::Conflict,
                row,
                element(),
                comparison.conflicts.join("; "),
            );
        }
        if !comparison.tolerated.is_empty() && !harmless {
            self.find(
                self.tolerated,
                Rule::Conflict,
                row,
                element(),
                format!(
                    "{}; the definition there counts",
                    comparison.tolerated.join("; ")
                ),
            );
        }
        if !comparison.remarks.is_empty() && !harmless {
            self.find(
                Severity::Warning,
                Rule::Conflict,
                row,
                element(),
                comparison.remarks.join("; "),
            );
        }
    }

    /// Warns of a name that belongs to the standard, in a module that is not the MIM.
    pub(super) fn check_reserved(
        &mut self,
        name: &str,
        origin: Origin,
        element: impl Fn() -> String,
    ) {
        if names::is_reserved(name) && !self.at_mim() && !self.older {
            let row = Row {
                name,
                known: Origin::UNKNOWN,
                given: origin,
            };
            let text = format!("`{name}` starts with HLA, as only names of the standard may");
            self.find(Severity::Warning, Rule::ReservedName, &row, element(), text);
        }
    }

    pub(super) fn find(
        &mut self,
        severity: Severity,
        rule: Rule,
        row: &Row<'_>,
        element: String,
        text: String,
    ) {
        if self.findings.len() >= limits::FINDINGS && severity == Severity::Warning {
            return;
        }
        let other = place(&self.model, row.known);
        let place = place(&self.model, row.given).unwrap_or_default();
        self.findings.push(Finding {
            severity,
            place,
            element,
            rule,
            text,
            other,
        });
    }
}

/// The place of a row in its file.
pub(super) fn place(model: &ObjectModel, origin: Origin) -> Option<Location> {
    let module = model.sources.designator(origin)?.to_owned();
    Some(Location {
        module,
        line: origin.line,
        column: origin.column,
    })
}

fn wrong_edition(module: &Module, federation: OmtEdition, edition: OmtEdition) -> OmtError {
    let text =
        format!("the module is of {edition}, which a federation of {federation} cannot load");
    let finding = Finding {
        severity: Severity::Error,
        place: Location {
            module: module.designator.clone(),
            line: 0,
            column: 0,
        },
        element: "objectModel".to_owned(),
        rule: Rule::Edition,
        text,
        other: None,
    };
    OmtError::single(OmtErrorKind::NotValid, finding)
}
