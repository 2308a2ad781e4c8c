//! Reads one module file of any edition.

mod classes;
mod data_types;
mod fed;
mod fed_grammar;
mod fed_tokens;
mod identification;
pub(crate) mod limits;
pub(crate) mod names;
mod reading;
mod shape;
mod tables;
mod text;
mod tree;

use crate::finding::{Finding, Location, OmtError, OmtErrorKind, Rule, Severity};
use crate::model::{ObjectModel, OmtEdition, Source};
use reading::Reading;
use std::sync::Arc;
use tree::{NodeId, Tree};

/// How closely a module has to follow the schemas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Harmless irregularities are warnings: order of elements, unknown elements, odd documentation fields.
    #[default]
    Lenient,
    /// Violations of the OMT schema are errors. Rows have to be complete; tables may be missing, since
    /// a module need not be a complete model.
    Strict,
}

impl Strictness {
    /// Severity of what the standard does not allow but that does no harm.
    pub(crate) fn severity(self) -> Severity {
        match self {
            Self::Lenient => Severity::Warning,
            Self::Strict => Severity::Error,
        }
    }
}

/// A module file that was read.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name under which the caller gave it, a path or URL.
    pub designator: String,
    /// The file.
    pub content: Arc<[u8]>,
    /// Content.
    pub model: ObjectModel,
    /// Irregularities, all of severity warning.
    pub warnings: Vec<Finding>,
}

/// The text of a module file, in any of the encodings that [`read_module`] knows.
///
/// # Errors
/// Why it is no text.
pub fn module_text(content: &[u8]) -> Result<String, String> {
    text::decode(content).map(Into::into)
}

/// Reads a module: XML of 1516-2010 or 1516-2025, or a FED file of HLA 1.3, recognised by the content.
///
/// `designator` only names the module in findings and in merged models. Files may be encoded in UTF-8,
/// UTF-16 or ISO-8859-1. A document type definition and entities beyond the predefined ones are refused;
/// size, depth and number of elements are bounded.
///
/// # Errors
/// [`OmtErrorKind::NotReadable`] if the file is not well-formed or beyond the bounds,
/// [`OmtErrorKind::NotValid`] if it is no valid module, with everything that was found.
pub fn read_module(
    designator: &str,
    content: &[u8],
    strictness: Strictness,
) -> Result<Module, OmtError> {
    let unreadable = |line, column, rule, text: String| {
        let place = Location {
            module: designator.to_owned(),
            line,
            column,
        };
        let element = String::new();
        let finding = Finding {
            severity: Severity::Error,
            place,
            element,
            rule,
            text,
            other: None,
        };
        OmtError::single(OmtErrorKind::NotReadable, finding)
    };
    if content.len() > limits::BYTES {
        let text = format!(
            "the file has {} bytes; at most {} are read",
            content.len(),
            limits::BYTES
        );
        return Err(unreadable(0, 0, Rule::Limit, text));
    }
    let source = text::decode(content).map_err(|text| unreadable(0, 0, Rule::Encoding, text))?;
    let (mut model, findings) = match format_of(&source) {
        Some(Format::Xml) => {
            let tree = Tree::parse(&source)
                .map_err(|error| unreadable(error.line, error.column, error.rule, error.text))?;
            read_tree(designator, &tree, strictness)
        }
        Some(Format::Fed) => {
            let (model, strays) = fed::read(&source).map_err(|error| {
                unreadable(error.line, error.column, Rule::FedSyntax, error.text)
            })?;
            let severity = strictness.severity();
            let findings = strays.into_iter().map(|stray| Finding {
                severity,
                place: Location {
                    module: designator.to_owned(),
                    line: stray.line,
                    column: stray.column,
                },
                element: String::new(),
                rule: Rule::FedSyntax,
                text: stray.text,
                other: None,
            });
            (model, findings.collect())
        }
        None => {
            let text = "neither XML nor a FED file: it starts with neither `<` nor `(`".to_owned();
            return Err(unreadable(1, 1, Rule::Format, text));
        }
    };
    let warnings = OmtError::unless_harmless(OmtErrorKind::NotValid, findings)?;
    model.sources.0.push(Source::of(designator, content));
    Ok(Module {
        designator: designator.to_owned(),
        content: content.into(),
        model,
        warnings,
    })
}

enum Format {
    Xml,
    Fed,
}

/// Returns the format of a file, by its first character that is neither white space nor in a FED comment, or by a line that
/// starts a FED file below text of any kind.
fn format_of(source: &str) -> Option<Format> {
    let mut rest = source.trim_start();
    while rest.starts_with(';') {
        rest = rest.split_once('\n')?.1.trim_start();
    }
    match rest.chars().next()? {
        '<' => Some(Format::Xml),
        '(' => Some(Format::Fed),
        _ => {
            let starts_fed = |line: &str| {
                let start = line.trim_start().get(..4);
                start.is_some_and(|start| start.eq_ignore_ascii_case("(FED"))
            };
            rest.lines().any(starts_fed).then_some(Format::Fed)
        }
    }
}

fn read_tree(
    designator: &str,
    tree: &Tree<'_>,
    strictness: Strictness,
) -> (ObjectModel, Vec<Finding>) {
    let root = tree.root();
    let mut reading = Reading::new(designator, tree, OmtEdition::Hla2010, strictness);
    if tree.is_of_2000() {
        reading.error(root, Rule::Edition, EDITION_2000);
        return (ObjectModel::new(reading.edition), reading.findings);
    }
    if tree.node(root).name != "objectModel" {
        let text = format!(
            "the root element is `{}`, not `objectModel`",
            tree.node(root).name
        );
        reading.error(root, Rule::RootElement, text);
        return (ObjectModel::new(reading.edition), reading.findings);
    }
    let Some(edition) = edition(&mut reading, root) else {
        return (ObjectModel::new(reading.edition), reading.findings);
    };
    reading.edition = edition;
    reading.check_shape(root, &shape::OBJECT_MODEL);
    let mut model = ObjectModel::new(edition);
    let table = |name| tree.child(root, name);
    if let Some(at) = table("modelIdentification") {
        model.identification = identification::identification(&reading, at);
    }
    if let Some(at) = table("serviceUtilization") {
        model.service_utilization = tables::services(&reading, at);
    }
    if let Some(at) = table("objects") {
        model.object_classes = classes::object_classes(&mut reading, at);
    }
    if let Some(at) = table("interactions") {
        model.interaction_classes = classes::interaction_classes(&mut reading, at);
    }
    if let Some(at) = table("dimensions") {
        model.dimensions = tables::dimensions(&mut reading, at);
    }
    if let Some(at) = table("time") {
        model.time = tables::time(&reading, at);
    }
    if let Some(at) = table("tags") {
        model.tags = tables::tags(&reading, at);
    }
    if let Some(at) = table("synchronizations") {
        model.synchronizations = tables::synchronizations(&mut reading, at);
    }
    if let Some(at) = table("transportations") {
        model.transportations = tables::transportations(&mut reading, at);
    }
    if let Some(at) = table("switches") {
        model.switches = tables::switches(&mut reading, at);
    }
    if let Some(at) = table("updateRates") {
        model.update_rates = tables::update_rates(&mut reading, at);
    }
    if let Some(at) = table("dataTypes") {
        model.data_types = data_types::data_types(&mut reading, at);
    }
    if let Some(at) = table("notes") {
        model.notes = tables::notes(&mut reading, at);
    }
    (model, reading.findings)
}

/// Finding for a file of IEEE 1516-2000.
const EDITION_2000: &str = "the file is of IEEE 1516-2000, which is not read; convert it to 1516-2010 with an object model editor";

/// The edition by the namespace of the root, or by what is in the document if it has none.
fn edition(reading: &mut Reading<'_>, root: NodeId) -> Option<OmtEdition> {
    let tree = reading.tree;
    if let Some((line, column)) = tree.without_namespace {
        let text =
            format!("elements without a namespace, the first in line {line}, column {column}");
        reading.complain(root, Rule::Namespace, text);
    }
    match tree.namespace.as_deref() {
        Some("http://standards.ieee.org/IEEE1516-2010") => Some(OmtEdition::Hla2010),
        Some("http://standards.ieee.org/IEEE1516-2025") => Some(OmtEdition::Hla2025),
        Some(other) if other.contains("1516-2010") => {
            reading.complain(
                root,
                Rule::Namespace,
                format!("namespace `{other}` is taken for that of 2010"),
            );
            Some(OmtEdition::Hla2010)
        }
        Some(other) if other.contains("1516-2025") => {
            reading.complain(
                root,
                Rule::Namespace,
                format!("namespace `{other}` is taken for that of 2025"),
            );
            Some(OmtEdition::Hla2025)
        }
        Some(other) => {
            let text =
                format!("namespace `{other}` is of no edition that is read (1516-2010, 1516-2025)");
            reading.error(root, Rule::Namespace, text);
            None
        }
        None => {
            let edition = if tree.mentions_2025() {
                OmtEdition::Hla2025
            } else {
                OmtEdition::Hla2010
            };
            reading.complain(
                root,
                Rule::Namespace,
                format!("no namespace; taken for {edition}"),
            );
            Some(edition)
        }
    }
}
