//! From characters to a tree of elements with their places: XML within bounds, without a DTD.

use super::limits;
use crate::finding::Rule;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;
use std::borrow::Cow;

/// Index of an element in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// An element with the text directly in it.
#[derive(Debug)]
pub(super) struct Node<'a> {
    /// Name without prefix.
    pub(super) name: &'a str,
    /// Line and column, from 1.
    pub(super) line: u32,
    pub(super) column: u32,
    /// Character data of the element, without leading white space.
    pub(super) text: Cow<'a, str>,
    /// Attributes without a prefix.
    attributes: Vec<(String, String)>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next: Option<NodeId>,
}

/// The elements of a document that are in the namespace of its root.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    /// Namespace of the root; none if it has none.
    pub(super) namespace: Option<String>,
    /// Elements without a namespace in a document that has one: (line, column) of the first.
    pub(super) without_namespace: Option<(u32, u32)>,
}

/// Why a document cannot be read.
#[derive(Debug)]
pub(super) struct TreeError {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) rule: Rule,
    pub(super) text: String,
}

impl<'a> Tree<'a> {
    /// Reads a whole document.
    pub(super) fn parse(source: &'a str) -> Result<Self, TreeError> {
        Parser::new(source).run()
    }

    /// The root element.
    pub(super) fn root(&self) -> NodeId {
        NodeId(0)
    }

    pub(super) fn node(&self, id: NodeId) -> &Node<'a> {
        &self.nodes[id.0 as usize]
    }

    /// The element that holds an element; none for the root.
    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Child elements in order.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first_child, |child| self.node(*child).next)
    }

    /// Child elements of one name, in order.
    pub(super) fn children_named(&self, id: NodeId, name: &str) -> impl Iterator<Item = NodeId> {
        self.children(id)
            .filter(move |child| self.node(*child).name == name)
    }

    /// First child element of this name.
    pub(super) fn child(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.children_named(id, name).next()
    }

    /// Value of an attribute.
    pub(super) fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        let mut attributes = self.node(id).attributes.iter();
        attributes
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether there is an element that only 2025 has.
    pub(super) fn mentions_2025(&self) -> bool {
        let only_2025 = [
            "directedInteraction",
            "inputDataTypes",
            "logicalTime",
            "logicalTimeInterval",
            "referenceDataTypes",
            "valueRequired",
        ];
        self.nodes.iter().any(|node| only_2025.contains(&node.name))
    }

    /// Whether the document is an object model of IEEE 1516-2000: the root names the DTD, or classes have their
    /// names in attributes.
    pub(super) fn is_of_2000(&self) -> bool {
        let root = self.root();
        if self.node(root).name != "objectModel" {
            return false;
        }
        let of_2000 =
            |namespace: &str| namespace.contains("1516-2000") || namespace.contains("1516.2-2000");
        self.attribute(root, "DTDversion").is_some()
            || self.namespace.as_deref().is_some_and(of_2000)
            || self
                .children(root)
                .flat_map(|table| self.children(table))
                .filter(|row| matches!(self.node(*row).name, "objectClass" | "interactionClass"))
                .any(|row| {
                    self.attribute(row, "name").is_some() && self.child(row, "name").is_none()
                })
    }

    /// Text of an element without white space at its ends; none if nothing is left.
    pub(super) fn text(&self, id: NodeId) -> Option<&str> {
        let text = self.node(id).text.trim_matches(is_xml_space);
        (!text.is_empty()).then_some(text)
    }

    /// The way from the root to an element, with the names of what is named.
    pub(super) fn path(&self, id: NodeId) -> String {
        let mut steps: Vec<String> = std::iter::successors(Some(id), |id| self.node(*id).parent)
            .map(|id| {
                let name = self.node(id).name;
                // The name comes first; a search of all children could take long in a table of many rows.
                let is_key = |child: &NodeId| matches!(self.node(*child).name, "name" | "label");
                let key = self.children(id).take(4).find(is_key);
                match key.and_then(|key| self.text(key)) {
                    Some(key) if name != "modelIdentification" => format!("{name}[{key}]"),
                    _ => name.to_owned(),
                }
            })
            .collect();
        steps.reverse();
        steps.join("/")
    }
}

/// White space as XML defines it.
pub(super) fn is_xml_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

struct Parser<'a> {
    source: &'a str,
    reader: NsReader<&'a [u8]>,
    cursor: Cursor<'a>,
    tree: Tree<'a>,
    /// Elements that are open and kept.
    open: Vec<NodeId>,
    /// How many elements of another namespace are open; what is in them is skipped.
    foreign: usize,
    elements: usize,
    root_closed: bool,
}

impl<'a> Parser<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            source,
            reader: NsReader::from_str(source),
            cursor: Cursor {
                bytes: source.as_bytes(),
                offset: 0,
                line: 1,
                column: 1,
            },
            tree: Tree {
                nodes: Vec::new(),
                namespace: None,
                without_namespace: None,
            },
            open: Vec::new(),
            foreign: 0,
            elements: 0,
            root_closed: false,
        }
    }

    fn run(mut self) -> Result<Tree<'a>, TreeError> {
        loop {
            self.cursor
                .advance_to(offset(self.reader.buffer_position()));
            match self.reader.read_event() {
                Ok(Event::Start(start)) => self.start(&start)?,
                Ok(Event::Empty(start)) => {
                    self.start(&start)?;
                    self.end();
                }
                Ok(Event::End(_)) => self.end(),
                Ok(Event::Text(text)) => self.text(text.xml10_content())?,
                Ok(Event::CData(text)) => self.text(text.xml10_content())?,
                Ok(Event::GeneralRef(reference)) => self.reference(&reference)?,
                Ok(Event::DocType(text)) if text.trim_start().starts_with("objectModel") => {
                    // Object models had a document type in that edition only.
                    return Err(self.error(Rule::Edition, super::EDITION_2000));
                }
                Ok(Event::DocType(_)) => {
                    let text = "a document type definition is refused, since it can hide and multiply content";
                    return Err(self.error(Rule::DocumentType, text));
                }
                Ok(Event::Decl(_) | Event::PI(_) | Event::Comment(_)) => {}
                Ok(Event::Eof) => return self.finish(),
                Err(error) => {
                    let at = offset(self.reader.error_position());
                    self.cursor.advance_to(at);
                    return Err(self.error(Rule::WellFormed, error.to_string()));
                }
            }
        }
    }

    fn finish(self) -> Result<Tree<'a>, TreeError> {
        if let Some(open) = self.open.last() {
            let text = format!(
                "the file ends inside element `{}`",
                self.tree.node(*open).name
            );
            return Err(self.error(Rule::WellFormed, text));
        }
        if !self.root_closed || self.tree.nodes.is_empty() {
            return Err(self.error(Rule::WellFormed, "the file has no root element"));
        }
        Ok(self.tree)
    }

    fn start(&mut self, start: &BytesStart<'_>) -> Result<(), TreeError> {
        self.elements += 1;
        if self.elements > limits::ELEMENTS {
            return Err(self.error(
                Rule::Limit,
                format!("more than {} elements", limits::ELEMENTS),
            ));
        }
        if self.open.len() + self.foreign >= limits::DEPTH {
            return Err(self.error(
                Rule::Limit,
                format!("more than {} nested elements", limits::DEPTH),
            ));
        }
        if self.root_closed {
            return Err(self.error(Rule::WellFormed, "a second root element"));
        }
        let attributes = self.attributes(start)?;
        if self.foreign > 0 || !self.is_ours(start)? {
            self.foreign += 1;
            return Ok(());
        }
        let parent = self.open.last().copied();
        let id = NodeId(self.tree.nodes.len() as u32);
        self.tree.nodes.push(Node {
            name: self.name_in_source(start),
            line: self.cursor.line,
            column: self.cursor.column,
            text: Cow::Borrowed(""),
            attributes,
            parent,
            first_child: None,
            last_child: None,
            next: None,
        });
        if let Some(parent) = parent {
            match self.node_mut(parent).last_child.replace(id) {
                Some(previous) => self.node_mut(previous).next = Some(id),
                None => self.node_mut(parent).first_child = Some(id),
            }
        }
        self.open.push(id);
        Ok(())
    }

    fn end(&mut self) {
        if self.foreign > 0 {
            self.foreign -= 1;
        } else {
            self.open.pop();
            self.root_closed = self.open.is_empty();
        }
    }

    /// Whether an element belongs to the vocabulary of the root. The root decides the namespace.
    fn is_ours(&mut self, start: &BytesStart<'_>) -> Result<bool, TreeError> {
        let namespace = match self.reader.resolver().resolve_element(start.name()).0 {
            ResolveResult::Bound(namespace) => Some(namespace.0),
            ResolveResult::Unbound => None,
            ResolveResult::Unknown(prefix) => {
                return Err(self.error(
                    Rule::WellFormed,
                    format!("the prefix `{prefix}` is not declared"),
                ));
            }
        };
        if self.tree.nodes.is_empty() {
            self.tree.namespace = namespace.map(str::to_owned);
            return Ok(true);
        }
        match (namespace, &self.tree.namespace) {
            (Some(namespace), Some(root)) => Ok(namespace == root),
            (Some(_), None) => Ok(false),
            (None, Some(_)) => {
                self.tree
                    .without_namespace
                    .get_or_insert((self.cursor.line, self.cursor.column));
                Ok(true)
            }
            (None, None) => Ok(true),
        }
    }

    fn attributes(&self, start: &BytesStart<'_>) -> Result<Vec<(String, String)>, TreeError> {
        let mut attributes: Vec<(String, String)> = Vec::new();
        // The library compares every name with every other one; the bound keeps our own comparison cheap.
        for (count, attribute) in start.attributes().with_checks(false).enumerate() {
            let attribute =
                attribute.map_err(|error| self.error(Rule::WellFormed, error.to_string()))?;
            if count >= limits::ATTRIBUTES {
                let text = format!("more than {} attributes in one element", limits::ATTRIBUTES);
                return Err(self.error(Rule::Limit, text));
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| self.error(Rule::Entity, error.to_string()))?;
            let key = attribute.key.0;
            if key == "xmlns" || key.contains(':') {
                continue;
            }
            if attributes.iter().any(|(known, _)| known == key) {
                return Err(self.error(
                    Rule::WellFormed,
                    format!("attribute `{key}` is given twice"),
                ));
            }
            attributes.push((key.to_owned(), value.into_owned()));
        }
        Ok(attributes)
    }

    /// The local name as a part of the source, which outlives the event.
    fn name_in_source(&self, start: &BytesStart<'_>) -> &'a str {
        let qualified = start.name();
        let begin = self.cursor.offset + 1;
        let name = self
            .source
            .get(begin..begin + qualified.0.len())
            .unwrap_or_default();
        name.rsplit(':').next().unwrap_or_default()
    }

    fn text(&mut self, text: Cow<'a, str>) -> Result<(), TreeError> {
        if self.foreign > 0 {
            return Ok(());
        }
        let Some(id) = self.open.last().copied() else {
            if text.chars().all(is_xml_space) {
                return Ok(());
            }
            return Err(self.error(Rule::WellFormed, "text outside of the root element"));
        };
        if let Some(bad) = text.chars().find(|c| !is_xml_char(*c)) {
            let text = format!("character U+{:04X} is not allowed in XML", u32::from(bad));
            return Err(self.error(Rule::WellFormed, text));
        }
        let node = self.node_mut(id);
        if !node.text.is_empty() {
            node.text.to_mut().push_str(&text);
        } else if !text.chars().all(is_xml_space) {
            node.text = text;
        }
        Ok(())
    }

    fn reference(&mut self, reference: &quick_xml::events::BytesRef<'_>) -> Result<(), TreeError> {
        let character = match reference.resolve_char_ref() {
            Ok(Some(character)) if is_xml_char(character) => character,
            Ok(Some(_)) | Err(_) => {
                let text = format!("`&{}` is no character of XML", shortened(reference));
                return Err(self.error(Rule::WellFormed, text));
            }
            Ok(None) => match &**reference {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "apos" => '\'',
                "quot" => '"',
                other => {
                    let text = format!(
                        "entity `&{};` is refused; only amp, lt, gt, apos and quot are known",
                        shortened(other)
                    );
                    return Err(self.error(Rule::Entity, text));
                }
            },
        };
        self.text(Cow::Owned(character.to_string()))
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node<'a> {
        &mut self.tree.nodes[id.0 as usize]
    }

    fn error(&self, rule: Rule, text: impl Into<String>) -> TreeError {
        TreeError {
            line: self.cursor.line,
            column: self.cursor.column,
            rule,
            text: text.into(),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn is_xml_char(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

fn offset(position: u64) -> usize {
    // The position lies within a file that is in memory.
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// Line and column of an offset that only grows.
struct Cursor<'a> {
    bytes: &'a [u8],
    offset: usize,
    line: u32,
    column: u32,
}

impl Cursor<'_> {
    fn advance_to(&mut self, offset: usize) {
        let Some(passed) = self.bytes.get(self.offset..offset.min(self.bytes.len())) else {
            return;
        };
        for &byte in passed {
            if byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.column += 1;
            }
        }
        self.offset += passed.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(source: &str) -> TreeError {
        Tree::parse(source).unwrap_err()
    }

    #[test]
    fn elements_know_their_place_and_path() {
        let tree = Tree::parse("<r>\n  <c><name>é</name><d/></c>\n</r>").unwrap();
        let class = tree.child(tree.root(), "c").unwrap();
        let leaf = tree.child(class, "d").unwrap();

        assert_eq!(tree.path(leaf), "r/c[é]/d");
        assert_eq!((tree.node(class).line, tree.node(class).column), (2, 3));
        assert_eq!((tree.node(leaf).line, tree.node(leaf).column), (2, 20));
    }

    #[test]
    fn text_is_put_together_from_pieces() {
        let tree = Tree::parse("<r> a &amp; &lt;<!-- x --> b<![CDATA[ <c> ]]>&#233; </r>").unwrap();

        assert_eq!(tree.text(tree.root()), Some("a & < b <c> é"));
    }

    #[test]
    fn foreign_elements_are_skipped_with_all_they_contain() {
        let tree =
            Tree::parse("<r xmlns='u'><x:f xmlns:x='v'><name>n</name>t</x:f><name>m</name></r>");
        let tree = tree.unwrap();

        assert_eq!(tree.children(tree.root()).count(), 1);
        assert_eq!(tree.namespace.as_deref(), Some("u"));
    }

    #[test]
    fn a_document_type_definition_is_refused() {
        let bomb = "<!DOCTYPE r [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><r>&b;</r>";

        assert_eq!(refused(bomb).rule, Rule::DocumentType);
    }

    #[test]
    fn entities_beyond_the_predefined_ones_are_refused() {
        assert_eq!(refused("<r>&file;</r>").rule, Rule::Entity);
        assert_eq!(refused("<r a='&file;'/>").rule, Rule::Entity);
    }

    #[test]
    fn depth_and_numbers_are_bounded() {
        let deep = "<a>".repeat(100_000);
        let many = format!("<r>{}</r>", "<a/>".repeat(limits::ELEMENTS + 1));
        let attributes: String = (0..200_000).map(|i| format!(" a{i}=''")).collect();

        assert_eq!(refused(&deep).rule, Rule::Limit);
        assert_eq!(
            refused(&format!(
                "<r xmlns='u' xmlns:v='v'>{}",
                "<v:a>".repeat(1000)
            ))
            .rule,
            Rule::Limit
        );
        assert_eq!(refused(&many).rule, Rule::Limit);
        assert_eq!(refused(&format!("<r{attributes}/>")).rule, Rule::Limit);
    }

    #[test]
    fn what_is_not_well_formed_is_refused_with_its_place() {
        for source in [
            "",
            "text",
            "<r>",
            "<r></s>",
            "<r/><r/>",
            "<r/>x",
            "<r a='1' a='2'/>",
            "<x:r/>",
            "<r>&#1;</r>",
        ] {
            assert_eq!(refused(source).rule, Rule::WellFormed, "{source}");
        }
        let error = refused("<r>\n <a></b></r>");
        assert_eq!((error.line, error.column), (2, 5));
    }
}
