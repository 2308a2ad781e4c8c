//! Reads the trees of object and interaction classes.

use super::reading::Reading;
use super::tree::NodeId;
use crate::finding::Rule;
use crate::model::{
    Attribute, DirectedInteraction, INTERACTION_ROOT, InteractionClass, OBJECT_ROOT, ObjectClass,
    OmtEdition, Order, Ownership, Parameter, Sharing, UpdateType,
};
use std::collections::{HashMap, HashSet};

/// Attributes or parameters that the class at hand inherits or has, with their places.
type Inherited<'t> = HashMap<&'t str, NodeId>;

/// Object classes below an `objects` element.
pub(super) fn object_classes(reading: &mut Reading<'_>, objects: NodeId) -> Vec<ObjectClass> {
    let mut classes = Vec::new();
    if let Some(root) = reading.tree.child(objects, "objectClass") {
        check_root(reading, root, OBJECT_ROOT);
        object_class(reading, root, None, &mut Inherited::new(), &mut classes);
    }
    classes
}

/// Interaction classes below an `interactions` element.
pub(super) fn interaction_classes(
    reading: &mut Reading<'_>,
    interactions: NodeId,
) -> Vec<InteractionClass> {
    let mut classes = Vec::new();
    if let Some(root) = reading.tree.child(interactions, "interactionClass") {
        check_root(reading, root, INTERACTION_ROOT);
        interaction_class(reading, root, None, &mut Inherited::new(), &mut classes);
    }
    classes
}

fn check_root(reading: &mut Reading<'_>, root: NodeId, expected: &str) {
    if let Some((node, name)) = reading.text_node(root, "name")
        && name != expected
    {
        let text = format!("the root of the class tree has to be `{expected}`, not `{name}`");
        reading.error(node, Rule::RootClass, text);
    }
}

fn object_class<'t>(
    reading: &mut Reading<'t>,
    at: NodeId,
    parent: Option<usize>,
    inherited: &mut Inherited<'t>,
    classes: &mut Vec<ObjectClass>,
) {
    let tree = reading.tree;
    let (own, rows) = enter(reading, at, "attribute", inherited);
    let attributes = rows
        .into_iter()
        .map(|node| attribute(reading, node))
        .collect();
    let directed = tree.children_named(at, "directedInteraction");
    let class = ObjectClass {
        name: reading.simple_name(at),
        parent,
        sharing: reading.word(at, "sharing", Sharing::from_word),
        attributes,
        dimensions: dimension_names_of(reading, at, OmtEdition::Hla2025),
        directed_interactions: directed
            .map(|node| directed_interaction(reading, node))
            .collect(),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    };
    let index = classes.len();
    classes.push(class);
    check_siblings(reading, at, "objectClass");
    for child in tree.children_named(at, "objectClass") {
        object_class(reading, child, Some(index), inherited, classes);
    }
    leave(own, inherited);
}

fn interaction_class<'t>(
    reading: &mut Reading<'t>,
    at: NodeId,
    parent: Option<usize>,
    inherited: &mut Inherited<'t>,
    classes: &mut Vec<InteractionClass>,
) {
    let tree = reading.tree;
    let (own, rows) = enter(reading, at, "parameter", inherited);
    let parameters = rows
        .into_iter()
        .map(|node| parameter(reading, node))
        .collect();
    let class = InteractionClass {
        name: reading.simple_name(at),
        parent,
        sharing: reading.word(at, "sharing", Sharing::from_word),
        parameters,
        dimensions: dimension_names(reading, at),
        transportation: transportation(reading, at),
        order: order(reading, at),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    };
    let index = classes.len();
    classes.push(class);
    check_siblings(reading, at, "interactionClass");
    for child in tree.children_named(at, "interactionClass") {
        interaction_class(reading, child, Some(index), inherited, classes);
    }
    leave(own, inherited);
}

/// Notes the attributes or parameters of a class. Gives the names that are new and the elements to read. One that
/// the class has twice is an error. One that is inherited occurs in object models in use: unless strict, the
/// definition of the superclass counts, and this one is left out.
fn enter<'t>(
    reading: &mut Reading<'t>,
    class: NodeId,
    element: &str,
    inherited: &mut Inherited<'t>,
) -> (Vec<&'t str>, Vec<NodeId>) {
    let tree = reading.tree;
    let (mut own, mut rows) = (Vec::new(), Vec::new());
    for node in tree.children_named(class, element) {
        let Some((_, name)) = reading.text_node(node, "name") else {
            rows.push(node);
            continue;
        };
        match inherited.get(name).copied() {
            Some(first) if tree.parent(first) == Some(class) => {
                let text = format!("{element} `{name}` is defined in this class already");
                reading.clash(node, first, Rule::DuplicateName, text);
            }
            Some(first) => {
                let text = format!(
                    "{element} `{name}` is defined in a superclass already, and that definition counts"
                );
                reading.tolerate(node, first, Rule::DuplicateName, text);
            }
            None => {
                inherited.insert(name, node);
                own.push(name);
                rows.push(node);
            }
        }
    }
    (own, rows)
}

fn leave(own: Vec<&str>, inherited: &mut Inherited<'_>) {
    for name in own {
        inherited.remove(name);
    }
}

fn check_siblings(reading: &mut Reading<'_>, parent: NodeId, element: &str) {
    let tree = reading.tree;
    let names = tree.children_named(parent, element).filter_map(|child| {
        let name = tree.child(child, "name").and_then(|name| tree.text(name))?;
        Some((child, name))
    });
    reading.check_unique(names);
}

fn attribute(reading: &mut Reading<'_>, at: NodeId) -> Attribute {
    Attribute {
        name: reading.simple_name(at),
        data_type: reading.text(at, "dataType"),
        update_type: reading.word(at, "updateType", UpdateType::from_word),
        update_condition: reading.text(at, "updateCondition"),
        value_required: reading.word(at, "valueRequired", boolean),
        ownership: reading.word(at, "ownership", Ownership::from_word),
        sharing: reading.word(at, "sharing", Sharing::from_word),
        dimensions: dimension_names_of(reading, at, OmtEdition::Hla2010),
        transportation: transportation(reading, at),
        order: order(reading, at),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn parameter(reading: &mut Reading<'_>, at: NodeId) -> Parameter {
    Parameter {
        name: reading.simple_name(at),
        data_type: reading.text(at, "dataType"),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn directed_interaction(reading: &mut Reading<'_>, at: NodeId) -> DirectedInteraction {
    DirectedInteraction {
        name: reading.name(at),
        sharing: reading.word(at, "sharing", Sharing::from_word),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn dimension_names(reading: &Reading<'_>, at: NodeId) -> Vec<String> {
    let Some(list) = reading.tree.child(at, "dimensions") else {
        return Vec::new();
    };
    let mut names = reading.texts(list, "dimension");
    let mut seen = HashSet::from(["NA".to_owned()]);
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Dimensions where only one of the editions has them; elsewhere the element was complained about.
fn dimension_names_of(reading: &Reading<'_>, at: NodeId, edition: OmtEdition) -> Vec<String> {
    if reading.edition == edition {
        dimension_names(reading, at)
    } else {
        Vec::new()
    }
}

fn transportation(reading: &Reading<'_>, at: NodeId) -> Option<String> {
    reading
        .text(at, "transportation")
        .filter(|name| name != "NA")
}

/// The order decides what federates receive, so that a word that is not understood is an error.
fn order(reading: &mut Reading<'_>, at: NodeId) -> Option<Order> {
    let (node, word) = reading.text_node(at, "order")?;
    if let Some(order) = Order::from_word(word) {
        return Some(order);
    }
    let same = |order: &&Order| order.word().eq_ignore_ascii_case(word);
    let order = Order::ALL.iter().find(same).copied();
    match order {
        Some(order) => reading.complain(
            node,
            Rule::Value,
            format!("`{word}` has to be written `{order}`"),
        ),
        None if word == "NA" => {}
        None => reading.error(
            node,
            Rule::Value,
            format!("`{word}` is neither `Receive` nor `TimeStamp`"),
        ),
    }
    order
}

/// `xs:boolean`.
pub(super) fn boolean(word: &str) -> Option<bool> {
    match word {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}
