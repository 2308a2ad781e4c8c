//! Reports of `hyla fom` for other programs.

use hyla_omt::model::ObjectModel;
use hyla_omt::{Finding, Location, Module, Report};
use serde_json::{Value, json};

/// A report: findings, modules, and the size of the model that they are together.
pub(super) fn report<'f>(report: &Report, findings: impl Iterator<Item = &'f Finding>) -> Value {
    let model = report.model.as_ref().filter(|_| report.errors() == 0);
    json!({
        "accepted": report.errors() == 0,
        "errors": report.errors(),
        "warnings": report.warnings(),
        "findings": findings.map(finding).collect::<Value>(),
        "mim": report.mim.as_ref().map(module),
        "modules": report.modules.iter().map(module).collect::<Value>(),
        "model": model.map(size),
    })
}

pub(super) fn finding(finding: &Finding) -> Value {
    json!({
        "severity": finding.severity.to_string(),
        "rule": finding.rule.id(),
        "place": place(&finding.place),
        "element": finding.element,
        "text": finding.text,
        "first_defined": finding.other.as_ref().map(place),
    })
}

fn place(place: &Location) -> Value {
    let known = |number| (number > 0).then_some(number);
    json!({ "file": place.module, "line": known(place.line), "column": known(place.column) })
}

fn module(module: &Module) -> Value {
    json!({ "file": module.designator, "edition": module.model.edition.to_string() })
}

fn size(model: &ObjectModel) -> Value {
    let attributes = model.object_classes.iter();
    let parameters = model.interaction_classes.iter();
    json!({
        "edition": model.edition.to_string(),
        "object_classes": model.object_classes.len(),
        "attributes": attributes.map(|class| class.attributes.len()).sum::<usize>(),
        "interaction_classes": model.interaction_classes.len(),
        "parameters": parameters.map(|class| class.parameters.len()).sum::<usize>(),
    })
}
