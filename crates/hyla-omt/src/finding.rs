//! Findings in modules: rule and location.

use std::fmt::{self, Write};

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The module or the set of modules cannot be used.
    Error,
    /// The model can be used; a part is irregular, was corrected or was left out.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

macro_rules! rules {
    ($($(#[$meta:meta])* $variant:ident = $id:literal,)+) => {
        /// The rule that a finding is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$meta])* $variant,)+
        }

        impl Rule {
            /// Short name of the rule, as messages show it.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)+
                }
            }
        }
    };
}

rules! {
    /// The file can be opened and read.
    Unreadable = "unreadable-file",
    /// The file is XML or a FED file of HLA 1.3.
    Format = "unknown-format",
    /// The characters are in an encoding that is known, without errors.
    Encoding = "encoding",
    /// XML is well-formed.
    WellFormed = "not-well-formed",
    /// A FED file follows its grammar.
    FedSyntax = "fed-syntax",
    /// No document type definition.
    DocumentType = "dtd-refused",
    /// No entities but the five predefined ones.
    Entity = "entity-refused",
    /// Size, depth and number of elements stay within bounds.
    Limit = "limit",
    /// The root element is `objectModel`.
    RootElement = "root-element",
    /// The namespace is that of a known edition.
    Namespace = "namespace",
    /// Only elements of the schema are used.
    UnknownElement = "unknown-element",
    /// Elements are in the order of the schema.
    ElementOrder = "element-order",
    /// Elements that the schema asks for are there.
    MissingElement = "missing-element",
    /// Elements that may occur once occur once.
    RepeatedElement = "repeated-element",
    /// No text where only elements may occur.
    StrayText = "stray-text",
    /// Names are XML names without a colon.
    NameSyntax = "name-syntax",
    /// Names that start with HLA belong to the standard; `NA` is no name.
    ReservedName = "reserved-name",
    /// Names are unique among their kind, attributes and parameters also along the superclasses.
    DuplicateName = "duplicate-name",
    /// Class trees start at `HLAobjectRoot` and `HLAinteractionRoot`.
    RootClass = "root-class",
    /// Elements that say something are not empty.
    EmptyElement = "empty-element",
    /// Enumerators of a type have different values.
    DuplicateValue = "duplicate-value",
    /// A value is one that the schema allows.
    Value = "value",
    /// Switches are elements, not attributes of the table.
    OldSwitches = "old-switches",
    /// Dimensions that are used are declared.
    UnknownDimension = "unknown-dimension",
    /// Transportation types that are used are declared.
    UnknownTransportation = "unknown-transportation",
    /// Interaction classes that are directed at objects are declared.
    UnknownInteraction = "unknown-interaction",
    /// Object classes and attributes that are referred to are declared.
    UnknownAttribute = "unknown-attribute",
    /// Data types that are used are declared.
    UnknownDataType = "unknown-data-type",
    /// Simple and enumerated types are represented by basic data.
    Representation = "representation",
    /// No value contains a value of its own type without end.
    RecursiveType = "recursive-type",
    /// Enumerators that are used are declared.
    UnknownEnumerator = "unknown-enumerator",
    /// Notes that are referred to are there.
    UnknownNote = "unknown-note",
    /// Modules agree in what they say of the same thing.
    Conflict = "conflict",
    /// Modules are of an edition that the federation can use.
    Edition = "edition",
    /// A table that comes too late to count.
    Ignored = "ignored",
    /// A MIM contains the standard MIM.
    IncompleteMim = "incomplete-mim",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A place in a module file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Designator of the module.
    pub module: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column in characters, from 1; 0 if unknown.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.module),
            (line, 0) => write!(f, "{}:{line}", self.module),
            (line, column) => write!(f, "{}:{line}:{column}", self.module),
        }
    }
}

/// One thing that is wrong or odd. Shown as `file:line:column: severity: rule: text (at element)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// Its location.
    pub place: Location,
    /// The element, such as `objectModel/objects/objectClass[HLAobjectRoot]/attribute[Mass]`; may be empty.
    pub element: String,
    /// The rule it is about.
    pub rule: Rule,
    /// The finding and the expectation.
    pub text: String,
    /// For a conflict, where the other definition is.
    pub other: Option<Location>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}: {}: {}",
            self.place, self.severity, self.rule, self.text
        )?;
        if !self.element.is_empty() {
            write!(f, " (at {})", self.element)?;
        }
        if let Some(other) = &self.other {
            write!(f, "; first defined at {other}")?;
        }
        Ok(())
    }
}

/// Text of a file without line ends and control characters, safe for terminals.
pub(crate) struct OneLine<'t>(pub(crate) &'t str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars().map(|c| if c.is_control() { ' ' } else { c });
        characters.try_for_each(|c| f.write_char(c))
    }
}

/// Exceptions of the standard for an [`OmtError`].
///
/// | kind | 2010 | 2025 |
/// |---|---|---|
/// | `CouldNotOpen` | CouldNotOpenFDD, CouldNotOpenMIM | CouldNotOpenFOM, CouldNotOpenMIM |
/// | `NotReadable` | ErrorReadingFDD, ErrorReadingMIM | ErrorReadingFOM, ErrorReadingMIM |
/// | `NotValid` | ErrorReadingFDD, ErrorReadingMIM | InvalidFOM, InvalidMIM |
/// | `Inconsistent` | InconsistentFDD | InconsistentFOM |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OmtErrorKind {
    /// The file cannot be opened.
    CouldNotOpen,
    /// The file is not well-formed, not of a known format, or beyond the bounds.
    NotReadable,
    /// The file is well-formed, but no valid module.
    NotValid,
    /// Modules contradict each other or do not form a complete object model.
    Inconsistent,
}

/// Why a module cannot be read or modules cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmtError {
    kind: OmtErrorKind,
    findings: Vec<Finding>,
}

impl OmtError {
    /// An error of a single finding.
    pub(crate) fn single(kind: OmtErrorKind, finding: Finding) -> Self {
        Self {
            kind,
            findings: vec![finding],
        }
    }

    /// `Err` if there is an error among `findings`, else the findings, which are warnings.
    pub(crate) fn unless_harmless(
        kind: OmtErrorKind,
        mut findings: Vec<Finding>,
    ) -> Result<Vec<Finding>, Self> {
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        if findings.iter().any(is_error) {
            findings.sort_by_key(|finding| finding.severity != Severity::Error);
            return Err(Self { kind, findings });
        }
        Ok(findings)
    }

    /// Its exception of the standard.
    pub fn kind(&self) -> OmtErrorKind {
        self.kind
    }

    /// All findings: errors first, at least one, then warnings.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// All findings, by value.
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// The findings of severity error.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
    }
}

impl fmt::Display for OmtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut errors = self.errors();
        if let Some(first) = errors.next() {
            write!(f, "{first}")?;
        }
        match errors.count() {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

impl std::error::Error for OmtError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(severity: Severity, line: u32) -> Finding {
        Finding {
            severity,
            place: Location {
                module: "a.xml".into(),
                line,
                column: 5,
            },
            element: "objectModel/objects".into(),
            rule: Rule::Conflict,
            text: "differs".into(),
            other: Some(Location {
                module: "b.xml".into(),
                line: 3,
                column: 0,
            }),
        }
    }

    #[test]
    fn a_finding_names_place_rule_and_the_other_definition() {
        assert_eq!(
            finding(Severity::Error, 7).to_string(),
            "a.xml:7:5: error: conflict: differs (at objectModel/objects); first defined at b.xml:3"
        );
    }

    #[test]
    fn an_error_shows_its_first_error_and_counts_the_others() {
        let findings = vec![
            finding(Severity::Warning, 1),
            finding(Severity::Error, 2),
            finding(Severity::Error, 3),
        ];

        let error = OmtError::unless_harmless(OmtErrorKind::NotValid, findings).unwrap_err();

        assert!(error.to_string().starts_with("a.xml:2:5: error"));
        assert!(error.to_string().ends_with("(and 1 more error)"));
    }
}
