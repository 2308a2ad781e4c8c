//! The merging rules of 2010 and 2025.
#![allow(clippy::unwrap_used)]

#[path = "../documents/mod.rs"]
mod documents;

mod classes;
mod modules;
mod references;
mod tables;

use hyla_omt::model::ObjectModel;
use hyla_omt::model::OmtEdition::{self, Hla2010, Hla2025};
use hyla_omt::{
    Finding, Module, OmtError, OmtErrorKind, Rule, Severity, Strictness, merge_reporting, mim,
};

use documents::{module, of, only};

const EDITIONS: [OmtEdition; 2] = [Hla2010, Hla2025];

/// Merges documents with the standard MIM of an edition.
fn merged(edition: OmtEdition, texts: &[&str]) -> Result<(ObjectModel, Vec<Finding>), OmtError> {
    merged_as(Strictness::Lenient, edition, texts)
}

/// The same, as strictly as asked for. The documents themselves are read leniently.
fn merged_as(
    strictness: Strictness,
    edition: OmtEdition,
    texts: &[&str],
) -> Result<(ObjectModel, Vec<Finding>), OmtError> {
    let modules: Vec<Module> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| module(&format!("{index}.xml"), text))
        .collect();
    let mut warnings = Vec::new();
    let model = merge_reporting(mim::standard(edition), &modules, strictness, &mut warnings)?;
    Ok((model, warnings))
}

/// Merges two modules that hold these tables; both may come first.
fn both_ways(
    edition: OmtEdition,
    a: &str,
    b: &str,
) -> [Result<(ObjectModel, Vec<Finding>), OmtError>; 2] {
    let (a, b) = (of(edition, a), of(edition, b));
    [merged(edition, &[&a, &b]), merged(edition, &[&b, &a])]
}

#[track_caller]
fn assert_agree(edition: OmtEdition, a: &str, b: &str) -> ObjectModel {
    let [one, other] = both_ways(edition, a, b);
    let (model, warnings) = one.unwrap_or_else(|error| panic!("{edition}: {error}"));
    assert_eq!(warnings, [], "{edition}");
    assert!(other.is_ok(), "{edition}: {}", other.unwrap_err());
    model
}

#[track_caller]
fn assert_conflict(edition: OmtEdition, a: &str, b: &str) -> Finding {
    let [one, other] = both_ways(edition, a, b);
    let error = one.expect_err("the modules contradict each other");
    assert_eq!(error.kind(), OmtErrorKind::Inconsistent, "{error}");
    assert_eq!(
        only(&other.expect_err("in this order too")).rule,
        Rule::Conflict
    );
    let finding = only(&error);
    assert_eq!(finding.rule, Rule::Conflict, "{error}");
    finding
}

/// Warns once and goes on with the first definition.
#[track_caller]
fn assert_remark(edition: OmtEdition, a: &str, b: &str) {
    for result in both_ways(edition, a, b) {
        let (_, warnings) = result.unwrap_or_else(|error| panic!("{edition}: {error}"));
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert_eq!(warnings[0].severity, Severity::Warning);
    }
}
