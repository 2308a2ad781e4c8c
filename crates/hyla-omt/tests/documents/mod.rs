//! Small module documents for tests.
#![allow(dead_code, clippy::unwrap_used)]

use hyla_omt::model::OmtEdition;
use hyla_omt::{Finding, Module, OmtError, Rule, Strictness, read_module};

/// A document of 2010 with these tables.
pub(crate) fn of_2010(tables: &str) -> String {
    format!(
        "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\">\n{tables}\n</objectModel>"
    )
}

/// A document of 2025 with these tables.
pub(crate) fn of_2025(tables: &str) -> String {
    of_2010(tables).replace("1516-2010", "1516-2025")
}

/// A document of an edition with these tables.
pub(crate) fn of(edition: OmtEdition, tables: &str) -> String {
    if edition == OmtEdition::Hla2025 {
        of_2025(tables)
    } else {
        of_2010(tables)
    }
}

/// An `objects` table with these children of the root.
pub(crate) fn objects(content: &str) -> String {
    format!("<objects><objectClass><name>HLAobjectRoot</name>{content}</objectClass></objects>")
}

/// An `interactions` table with these children of the root.
pub(crate) fn interactions(content: &str) -> String {
    format!(
        "<interactions><interactionClass><name>HLAinteractionRoot</name>{content}</interactionClass></interactions>"
    )
}

/// An object class with more in it.
pub(crate) fn object(name: &str, content: &str) -> String {
    format!("<objectClass><name>{name}</name>{content}</objectClass>")
}

/// An interaction class with more in it.
pub(crate) fn interaction(name: &str, content: &str) -> String {
    format!(
        "<interactionClass><name>{name}</name><transportation>HLAreliable</transportation>\
         <order>Receive</order>{content}</interactionClass>"
    )
}

/// A complete attribute.
pub(crate) fn attribute(name: &str, data_type: &str) -> String {
    format!(
        "<attribute><name>{name}</name><dataType>{data_type}</dataType><updateType>Static</updateType>\
         <ownership>NoTransfer</ownership><sharing>PublishSubscribe</sharing>\
         <transportation>HLAreliable</transportation><order>Receive</order></attribute>"
    )
}

/// A parameter.
pub(crate) fn parameter(name: &str, data_type: &str) -> String {
    format!("<parameter><name>{name}</name><dataType>{data_type}</dataType></parameter>")
}

/// Reads a document that has to be good.
pub(crate) fn module(name: &str, text: &str) -> Module {
    read_module(name, text.as_bytes(), Strictness::Lenient)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Reads a document that has to be bad.
pub(crate) fn refused(text: &str, strictness: Strictness) -> OmtError {
    read_module("m.xml", text.as_bytes(), strictness)
        .map(|module| module.model)
        .expect_err(text)
}

/// The only error there is.
#[track_caller]
pub(crate) fn only(error: &OmtError) -> Finding {
    let errors: Vec<&Finding> = error.errors().collect();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    errors[0].clone()
}

/// The rules that a lenient reader warns of and a strict one refuses by.
#[track_caller]
pub(crate) fn complaints(text: &str) -> Vec<Rule> {
    let lenient = module("m.xml", text).warnings;
    let strict = refused(text, Strictness::Strict);
    for warning in &lenient {
        assert!(
            strict
                .errors()
                .any(|e| e.rule == warning.rule && e.place == warning.place),
            "{strict}"
        );
    }
    lenient.iter().map(|warning| warning.rule).collect()
}
