//! Checks the references of a merged model.

use super::inherited::Members;
use super::merging::place;
use super::recursion;
use crate::finding::{Finding, Rule, Severity};
use crate::model::{OBJECT_ROOT, ObjectModel, OmtEdition, Origin};
use crate::read::limits;
use std::collections::{HashMap, HashSet};

/// Checks the references within a complete model. Errors are what an RTI cannot work with: unknown dimensions,
/// transportation types and directed interaction classes, and attributes or parameters that a superclass has
/// already. Warnings are unknown data types and enumerators, representations that are not basic, types that contain
/// themselves without end, and rows without transportation or order, for which reliable transportation and receive
/// order count.
pub fn check_references(model: &ObjectModel) -> Vec<Finding> {
    let mut check = Check {
        model,
        dimensions: model
            .dimensions
            .iter()
            .map(|row| row.name.as_str())
            .collect(),
        transportations: model
            .transportations
            .iter()
            .map(|row| row.name.as_str())
            .collect(),
        types: model.data_types.names().map(|(name, ..)| name).collect(),
        basic: model
            .data_types
            .basic
            .iter()
            .map(|row| row.name.as_str())
            .collect(),
        findings: Vec::new(),
    };
    check.objects();
    check.interactions();
    check.tables();
    check.data_types();
    check.findings
}

struct Check<'m> {
    model: &'m ObjectModel,
    dimensions: HashSet<&'m str>,
    transportations: HashSet<&'m str>,
    types: HashSet<&'m str>,
    basic: HashSet<&'m str>,
    findings: Vec<Finding>,
}

impl<'m> Check<'m> {
    fn objects(&mut self) {
        let model = self.model;
        let interactions = interaction_names(model);
        let mut members = Members::new(model.object_classes.len());
        for (index, class) in model.object_classes.iter().enumerate() {
            let element = || format!("objects/objectClass[{}]", model.object_class_path(index));
            self.dimension_names(&class.dimensions, class.origin, element);
            for directed in &class.directed_interactions {
                let full_name = directed
                    .name
                    .strip_prefix("HLAinteractionRoot.")
                    .unwrap_or(&directed.name);
                if !interactions.contains(full_name) {
                    let text = format!("interaction class `{}` is in no module", directed.name);
                    self.find(
                        Severity::Error,
                        Rule::UnknownInteraction,
                        directed.origin,
                        element(),
                        text,
                    );
                }
            }
            for attribute in &class.attributes {
                let element = || format!("{}/attribute[{}]", element(), attribute.name);
                let origin = attribute.origin;
                self.data_type(attribute.data_type.as_deref(), origin, element);
                self.dimension_names(&attribute.dimensions, origin, element);
                self.transportation(attribute.transportation.as_deref(), origin, element);
                if attribute.order.is_none() {
                    self.missing("order", "receive order", origin, element());
                }
            }
            let rows = class
                .attributes
                .iter()
                .map(|row| (row.name.as_str(), row.origin));
            for (name, first, second) in members.enter(index, class.parent, rows) {
                let text = format!("attribute `{name}` is defined in a superclass already");
                self.clash(
                    first,
                    second,
                    format!("{}/attribute[{name}]", element()),
                    text,
                );
            }
        }
    }

    fn interactions(&mut self) {
        let model = self.model;
        let mut members = Members::new(model.interaction_classes.len());
        for (index, class) in model.interaction_classes.iter().enumerate() {
            let element = || {
                format!(
                    "interactions/interactionClass[{}]",
                    model.interaction_class_path(index)
                )
            };
            self.dimension_names(&class.dimensions, class.origin, element);
            self.transportation(class.transportation.as_deref(), class.origin, element);
            if class.order.is_none() {
                self.missing("order", "receive order", class.origin, element());
            }
            for parameter in &class.parameters {
                let element = || format!("{}/parameter[{}]", element(), parameter.name);
                self.data_type(parameter.data_type.as_deref(), parameter.origin, element);
            }
            let rows = class
                .parameters
                .iter()
                .map(|row| (row.name.as_str(), row.origin));
            for (name, first, second) in members.enter(index, class.parent, rows) {
                let text = format!("parameter `{name}` is defined in a superclass already");
                self.clash(
                    first,
                    second,
                    format!("{}/parameter[{name}]", element()),
                    text,
                );
            }
        }
    }

    fn tables(&mut self) {
        let model = self.model;
        for row in &model.dimensions {
            for name in row.data_type.iter().chain(&row.input_data_types) {
                self.data_type(Some(name), row.origin, || {
                    format!("dimensions/dimension[{}]", row.name)
                });
            }
        }
        let time = [
            ("timeStamp", &model.time.time_stamp),
            ("lookahead", &model.time.lookahead),
        ];
        for (element, row) in time.into_iter().chain(model.tags.entries()) {
            if let Some(row) = row {
                self.data_type(row.data_type.as_deref(), row.origin, || element.to_owned());
            }
        }
        for row in &model.synchronizations {
            let element = || format!("synchronizations/synchronizationPoint[{}]", row.label);
            self.data_type(row.data_type.as_deref(), row.origin, element);
        }
    }

    fn data_types(&mut self) {
        let types = &self.model.data_types;
        let element = |kind: &str, name: &str| format!("dataTypes/{kind}[{name}]");
        for row in &types.simple {
            let element = || element("simpleData", &row.name);
            self.representation(row.representation.as_deref(), row.origin, element);
        }
        for row in &types.enumerated {
            let element = || element("enumeratedData", &row.name);
            self.representation(row.representation.as_deref(), row.origin, element);
        }
        for row in &types.array {
            self.data_type(row.data_type.as_deref(), row.origin, || {
                element("arrayData", &row.name)
            });
        }
        for row in &types.fixed_record {
            for field in &row.fields {
                let element = || {
                    format!(
                        "{}/field[{}]",
                        element("fixedRecordData", &row.name),
                        field.name
                    )
                };
                self.data_type(field.data_type.as_deref(), field.origin, element);
            }
        }
        self.reference_types();
        self.variant_records();
        for cycle in recursion::endless(types) {
            let element = element(cycle.kind.element(), cycle.name);
            let text = format!(
                "a value would contain a value of the same type without end: {}",
                cycle.steps
            );
            self.find(
                Severity::Warning,
                Rule::RecursiveType,
                cycle.origin,
                element,
                text,
            );
        }
    }

    /// Simple and enumerated types name basic data.
    fn representation(&mut self, name: Option<&str>, origin: Origin, element: impl Fn() -> String) {
        self.data_type(name, origin, &element);
        let Some(name) = name else { return };
        if self.types.contains(name) && !self.basic.contains(name) {
            let text = format!("the representation `{name}` is no basic data representation");
            self.find(
                Severity::Warning,
                Rule::Representation,
                origin,
                element(),
                text,
            );
        }
    }

    fn reference_types(&mut self) {
        let model = self.model;
        if model.data_types.reference.is_empty() {
            return;
        }
        let paths =
            (0..model.object_classes.len()).map(|index| (model.object_class_path(index), index));
        let classes: HashMap<String, usize> = paths.collect();
        let attributes: HashSet<(usize, &str)> = model
            .object_classes
            .iter()
            .enumerate()
            .flat_map(|(index, class)| {
                class
                    .attributes
                    .iter()
                    .map(move |row| (index, row.name.as_str()))
            })
            .collect();
        let full_name = |name: &str| match name.strip_prefix(OBJECT_ROOT) {
            Some(rest) if rest.is_empty() || rest.starts_with('.') => name.to_owned(),
            _ => format!("{OBJECT_ROOT}.{name}"),
        };
        for row in &model.data_types.reference {
            let element = || format!("dataTypes/referenceDataType[{}]", row.name);
            self.data_type(row.representation.as_deref(), row.origin, element);
            let Some(class_name) = row.referenced_class.as_deref().filter(|name| *name != "NA")
            else {
                continue;
            };
            let Some(class) = classes.get(&full_name(class_name)).copied() else {
                let text = format!("object class `{class_name}` is in no module");
                self.find(
                    Severity::Warning,
                    Rule::UnknownAttribute,
                    row.origin,
                    element(),
                    text,
                );
                continue;
            };
            let Some(attribute) = row.referenced_attribute.as_deref() else {
                continue;
            };
            // The two names of the instance itself need no attribute.
            let known = matches!(
                attribute,
                "HLAobjectInstanceHandle" | "HLAobjectInstanceName" | "NA"
            ) || model
                .object_class_chain(class)
                .any(|index| attributes.contains(&(index, attribute)));
            if !known {
                let text = format!("object class `{class_name}` has no attribute `{attribute}`");
                self.find(
                    Severity::Warning,
                    Rule::UnknownAttribute,
                    row.origin,
                    element(),
                    text,
                );
            }
        }
    }

    fn variant_records(&mut self) {
        let types = &self.model.data_types;
        let enumerated: HashMap<&str, HashSet<&str>> = types
            .enumerated
            .iter()
            .map(|row| {
                (
                    row.name.as_str(),
                    row.enumerators.iter().map(|e| e.name.as_str()).collect(),
                )
            })
            .collect();
        for row in &types.variant_record {
            let element = || format!("dataTypes/variantRecordData[{}]", row.name);
            self.data_type(row.data_type.as_deref(), row.origin, element);
            let enumerators = row
                .data_type
                .as_deref()
                .and_then(|name| enumerated.get(name));
            for alternative in &row.alternatives {
                let element = || format!("{}/alternative[{}]", element(), alternative.enumerator);
                self.data_type(
                    alternative.data_type.as_deref(),
                    alternative.origin,
                    element,
                );
                let Some(enumerators) = enumerators else {
                    continue;
                };
                for name in alternative_names(&alternative.enumerator) {
                    if name != "HLAother" && !enumerators.contains(name) {
                        let text = format!("the discriminant has no enumerator `{name}`");
                        self.find(
                            Severity::Warning,
                            Rule::UnknownEnumerator,
                            alternative.origin,
                            element(),
                            text,
                        );
                    }
                }
            }
        }
    }

    fn dimension_names(&mut self, names: &[String], origin: Origin, element: impl Fn() -> String) {
        for name in names {
            if !self.dimensions.contains(name.as_str()) {
                let text = format!("dimension `{name}` is in no module");
                self.find(
                    Severity::Error,
                    Rule::UnknownDimension,
                    origin,
                    element(),
                    text,
                );
            }
        }
    }

    fn transportation(&mut self, name: Option<&str>, origin: Origin, element: impl Fn() -> String) {
        match name {
            None => self.missing("transportation", "HLAreliable", origin, element()),
            Some(name) if !self.transportations.contains(name) => {
                let text = format!("transportation `{name}` is in no module");
                self.find(
                    Severity::Error,
                    Rule::UnknownTransportation,
                    origin,
                    element(),
                    text,
                );
            }
            Some(_) => {}
        }
    }

    fn data_type(&mut self, name: Option<&str>, origin: Origin, element: impl Fn() -> String) {
        // FED files know no data types.
        let Some(name) =
            name.filter(|name| *name != "NA" && self.model.edition != OmtEdition::Hla13)
        else {
            return;
        };
        if !self.types.contains(name) {
            let text = format!("data type `{name}` is in no module");
            self.find(
                Severity::Warning,
                Rule::UnknownDataType,
                origin,
                element(),
                text,
            );
        }
    }

    fn missing(&mut self, part: &str, instead: &str, origin: Origin, element: String) {
        let text = format!("no module states the {part}; {instead} counts");
        self.find(
            Severity::Warning,
            Rule::MissingElement,
            origin,
            element,
            text,
        );
    }

    fn clash(&mut self, first: Origin, second: Origin, element: String, text: String) {
        self.find(Severity::Error, Rule::DuplicateName, second, element, text);
        if let Some(finding) = self.findings.last_mut() {
            finding.other = place(self.model, first);
        }
    }

    fn find(
        &mut self,
        severity: Severity,
        rule: Rule,
        origin: Origin,
        element: String,
        text: String,
    ) {
        if self.findings.len() >= limits::FINDINGS && severity == Severity::Warning {
            return;
        }
        let place = place(self.model, origin).unwrap_or_default();
        self.findings.push(Finding {
            severity,
            place,
            element,
            rule,
            text,
            other: None,
        });
    }
}

/// Full names of the interaction classes, without the root.
fn interaction_names(model: &ObjectModel) -> HashSet<String> {
    let paths =
        (0..model.interaction_classes.len()).map(|index| model.interaction_class_path(index));
    paths
        .map(|path| {
            path.strip_prefix("HLAinteractionRoot.")
                .unwrap_or(&path)
                .to_owned()
        })
        .collect()
}

/// The enumerators that an alternative names: a list, each a name or a range of names.
fn alternative_names(text: &str) -> impl Iterator<Item = &str> {
    let parts = text
        .split(',')
        .map(|part| part.trim().trim_start_matches('[').trim_end_matches(']'));
    parts
        .flat_map(|part| part.split(".."))
        .map(str::trim)
        .filter(|name| !name.is_empty())
}
