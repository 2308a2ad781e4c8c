//! Common state of all readers of tables: the tree, the findings so far, and access to fields.

use super::Strictness;
use super::limits;
use super::names;
use super::shape::{Child, Occurs, Shape};
use super::tree::{NodeId, Tree};
use crate::finding::{Finding, Location, Rule, Severity};
use crate::model::{OmtEdition, Origin};

/// A module file that is being read.
pub(super) struct Reading<'t> {
    pub(super) tree: &'t Tree<'t>,
    pub(super) edition: OmtEdition,
    pub(super) strictness: Strictness,
    designator: &'t str,
    pub(super) findings: Vec<Finding>,
}

impl<'t> Reading<'t> {
    pub(super) fn new(
        designator: &'t str,
        tree: &'t Tree<'t>,
        edition: OmtEdition,
        strictness: Strictness,
    ) -> Self {
        Self {
            tree,
            edition,
            strictness,
            designator,
            findings: Vec::new(),
        }
    }

    /// Something that makes the module unusable.
    pub(super) fn error(&mut self, at: NodeId, rule: Rule, text: impl Into<String>) {
        self.add(Severity::Error, at, rule, text.into(), None);
    }

    /// Something that the standard does not allow but that does no harm: an error if strict, else a warning.
    pub(super) fn complain(&mut self, at: NodeId, rule: Rule, text: impl Into<String>) {
        self.add(self.strictness.severity(), at, rule, text.into(), None);
    }

    /// An error that points at another element of this module too.
    pub(super) fn clash(&mut self, at: NodeId, first: NodeId, rule: Rule, text: String) {
        self.point(Severity::Error, at, first, rule, text);
    }

    /// An irregularity of many object models in use, with the other element: an error if strict, else a warning.
    pub(super) fn tolerate(&mut self, at: NodeId, first: NodeId, rule: Rule, text: String) {
        self.point(self.strictness.severity(), at, first, rule, text);
    }

    fn point(&mut self, severity: Severity, at: NodeId, first: NodeId, rule: Rule, text: String) {
        let first = self.tree.node(first);
        let module = self.designator.to_owned();
        let place = Location {
            module,
            line: first.line,
            column: first.column,
        };
        self.add(severity, at, rule, text, Some(place));
    }

    fn add(
        &mut self,
        severity: Severity,
        at: NodeId,
        rule: Rule,
        text: String,
        other: Option<Location>,
    ) {
        // An error is never dropped for being late, unless there are errors enough.
        let full = self.findings.len() >= limits::FINDINGS;
        if full && (severity == Severity::Warning || self.findings.len() >= 2 * limits::FINDINGS) {
            return;
        }
        let node = self.tree.node(at);
        self.findings.push(Finding {
            severity,
            place: Location {
                module: self.designator.to_owned(),
                line: node.line,
                column: node.column,
            },
            element: self.tree.path(at),
            rule,
            text,
            other,
        });
    }

    /// Origin of an element.
    pub(super) fn origin(&self, at: NodeId) -> Origin {
        let node = self.tree.node(at);
        Origin {
            module: 0,
            line: node.line,
            column: node.column,
        }
    }

    /// Labels of the notes that an element refers to.
    pub(super) fn notes(&self, at: NodeId) -> Vec<String> {
        let labels = |name| {
            self.tree
                .attribute(at, name)
                .unwrap_or_default()
                .split_ascii_whitespace()
        };
        labels("noteReferences")
            .chain(labels("notes"))
            .map(str::to_owned)
            .collect()
    }

    /// Text of a child element; none if the child is absent or empty.
    pub(super) fn text(&self, at: NodeId, child: &str) -> Option<String> {
        self.text_node(at, child).map(|(_, text)| text.to_owned())
    }

    /// Texts of all children of a name, without the empty ones.
    pub(super) fn texts(&self, at: NodeId, child: &str) -> Vec<String> {
        let children = self.tree.children_named(at, child);
        children
            .filter_map(|child| self.tree.text(child))
            .map(str::to_owned)
            .collect()
    }

    /// A child element and its text; none if the child is absent or empty.
    pub(super) fn text_node(&self, at: NodeId, child: &str) -> Option<(NodeId, &'t str)> {
        let tree = self.tree;
        let child = tree.child(at, child)?;
        Some((child, tree.text(child)?))
    }

    /// A word of a closed vocabulary that only documents: what is wrong is left out.
    pub(super) fn word<T>(
        &mut self,
        at: NodeId,
        child: &str,
        parse: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let (node, text) = self.text_node(at, child)?;
        let value = parse(text);
        if value.is_none() {
            self.complain(
                node,
                Rule::Value,
                format!("`{text}` is no value of `{child}`"),
            );
        }
        value
    }

    /// The name of a row. Empty, with an error found, if it has none.
    pub(super) fn name(&mut self, at: NodeId) -> String {
        self.name_in(at, "name")
    }

    /// The name of a row that is in the child element `child`.
    pub(super) fn name_in(&mut self, at: NodeId, child: &str) -> String {
        let Some((node, name)) = self.text_node(at, child) else {
            // An absent element is found by the check of the shape.
            if let Some(empty) = self.tree.child(at, child) {
                self.error(empty, Rule::MissingElement, format!("`{child}` is empty"));
            }
            return String::new();
        };
        if name.chars().any(char::is_whitespace) || name.is_empty() {
            self.error(
                node,
                Rule::NameSyntax,
                format!("`{name}` is no name: it contains white space"),
            );
        } else if !names::is_nc_name(name) {
            self.complain(
                node,
                Rule::NameSyntax,
                format!("`{name}` is no name of XML without a colon"),
            );
        } else if name == "NA" {
            self.complain(
                node,
                Rule::ReservedName,
                "`NA` means `no value` and cannot be a name",
            );
        }
        name.to_owned()
    }

    /// A class, attribute or parameter name: no dots, since full names are joined by them.
    pub(super) fn simple_name(&mut self, at: NodeId) -> String {
        let name = self.name(at);
        if name.contains('.') {
            let node = self.tree.child(at, "name").unwrap_or(at);
            self.error(
                node,
                Rule::NameSyntax,
                format!("`{name}` contains a dot, which separates class names"),
            );
        }
        name
    }

    /// Finds rows of the same name; the second one is an error.
    pub(super) fn check_unique<'n>(&mut self, rows: impl Iterator<Item = (NodeId, &'n str)>) {
        let mut seen = std::collections::HashMap::new();
        for (node, name) in rows.filter(|(_, name)| !name.is_empty()) {
            if let Some(first) = seen.insert(name, node) {
                self.clash(
                    node,
                    first,
                    Rule::DuplicateName,
                    format!("`{name}` is defined twice"),
                );
            }
        }
    }

    /// Compares an element and all below it with the schema.
    pub(super) fn check_shape(&mut self, at: NodeId, shape: &Shape) {
        let tree = self.tree;
        if shape.open {
            return;
        }
        if !shape.children.is_empty() && tree.text(at).is_some() {
            self.complain(at, Rule::StrayText, "only elements may stand here, no text");
        }
        let mut counts = vec![0_usize; shape.children.len()];
        let mut furthest = 0;
        for child in tree.children(at) {
            let name = tree.node(child).name;
            let Some(index) = shape.children.iter().position(|known| known.name == name) else {
                self.complain(
                    child,
                    Rule::UnknownElement,
                    format!("`{name}` does not belong here"),
                );
                continue;
            };
            let known = &shape.children[index];
            match self.occurs(known.in_2010, known.in_2025) {
                Occurs::Absent => {
                    let text = format!("`{name}` is not part of {}", self.edition);
                    self.complain(child, Rule::UnknownElement, text);
                }
                Occurs::Optional | Occurs::OnceInOmt | Occurs::Once if counts[index] == 1 => {
                    // Two class trees would be two federations; of anything else the first one counts.
                    let text = format!("`{name}` may stand only once; only the first one counts");
                    match name {
                        "objectClass" | "interactionClass" => {
                            self.error(child, Rule::RepeatedElement, text);
                        }
                        _ => self.complain(child, Rule::RepeatedElement, text),
                    }
                }
                _ if index < furthest && self.strictness == Strictness::Strict => {
                    let text = format!(
                        "`{name}` has to stand before `{}`",
                        shape.children[furthest].name
                    );
                    self.error(child, Rule::ElementOrder, text);
                }
                _ => {}
            }
            if known.shape.is_text() && tree.text(child).is_none() && self.says_nothing(known) {
                self.complain(child, Rule::EmptyElement, format!("`{name}` is empty"));
            }
            counts[index] += 1;
            furthest = furthest.max(index);
            self.check_shape(child, known.shape);
        }
        for (known, count) in shape.children.iter().zip(counts) {
            let missing = match self.occurs(known.in_2010, known.in_2025) {
                Occurs::Once => count == 0,
                Occurs::OnceInOmt | Occurs::ManyInOmt => {
                    count == 0 && self.strictness == Strictness::Strict
                }
                _ => false,
            };
            if missing {
                self.error(
                    at,
                    Rule::MissingElement,
                    format!("element `{}` is missing", known.name),
                );
            }
        }
    }

    /// Whether an element that is empty leaves out something that counts. That of a name is found with the name,
    /// and documentation may be empty.
    fn says_nothing(&self, known: &Child) -> bool {
        let used_at_run_time = matches!(
            known.name,
            "dataType"
                | "dimension"
                | "order"
                | "sharing"
                | "transportation"
                | "upperBound"
                | "value"
        );
        let required = matches!(
            self.occurs(known.in_2010, known.in_2025),
            Occurs::Once | Occurs::OnceInOmt
        );
        known.name != "name" && (used_at_run_time || required)
    }

    fn occurs(&self, in_2010: Occurs, in_2025: Occurs) -> Occurs {
        match self.edition {
            OmtEdition::Hla2025 => in_2025,
            OmtEdition::Hla2010 | OmtEdition::Hla13 => in_2010,
        }
    }
}
