//! Writes an object model as an object model document of 1516.2.

mod data_types;
mod identification;
mod xml;

use crate::model::{
    Attribute, Dimension, InteractionClass, ObjectClass, ObjectModel, OmtEdition, Order, Ownership,
    Parameter, Sharing, SynchronizationCapability, TypeUse, UpdateType,
};
use xml::Xml;

/// The document of a model: UTF-8, indented, elements in the order of the schema, in the namespace of its
/// edition. A model that was read from a FED file is written as one of 2010. Reading the text gives the model
/// again.
pub fn write(model: &ObjectModel) -> String {
    let year = if model.edition == OmtEdition::Hla2025 {
        "2025"
    } else {
        "2010"
    };
    let namespace = format!("http://standards.ieee.org/IEEE1516-{year}");
    let location = format!(
        "{namespace} http://standards.ieee.org/downloads/1516/1516.2-{year}/IEEE1516-DIF-{year}.xsd"
    );
    let attributes = [
        ("xmlns", namespace.as_str()),
        ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
        ("xsi:schemaLocation", location.as_str()),
    ];
    let mut xml = Xml::new();
    xml.element("objectModel", &attributes, |xml| tables(xml, model));
    xml.finish()
}

/// The attribute that refers to notes.
struct Notes {
    key: &'static str,
    labels: String,
}

impl Notes {
    fn of(model: &ObjectModel, labels: &[String]) -> Self {
        let key = if model.edition == OmtEdition::Hla2025 {
            "noteReferences"
        } else {
            "notes"
        };
        Self {
            key,
            labels: labels.join(" "),
        }
    }

    fn attributes(&self) -> Vec<(&'static str, &str)> {
        if self.labels.is_empty() {
            Vec::new()
        } else {
            vec![(self.key, &self.labels)]
        }
    }
}

/// An element for one row, with its references to notes.
fn row(
    xml: &mut Xml,
    model: &ObjectModel,
    element: &'static str,
    labels: &[String],
    content: impl FnOnce(&mut Xml),
) {
    xml.element(element, &Notes::of(model, labels).attributes(), content);
}

fn tables(xml: &mut Xml, model: &ObjectModel) {
    identification::identification(xml, model);
    if !model.service_utilization.is_empty() {
        services(xml, model);
    }
    classes(xml, model);
    xml.element("dimensions", &[], |xml| {
        for row in &model.dimensions {
            dimension(xml, model, row);
        }
    });
    time_and_tags(xml, model);
    if !model.synchronizations.is_empty() {
        synchronizations(xml, model);
    }
    xml.element("transportations", &[], |xml| {
        for transportation in &model.transportations {
            row(xml, model, "transportation", &transportation.notes, |xml| {
                xml.text("name", &transportation.name);
                xml.text(
                    "reliable",
                    if transportation.reliable { "Yes" } else { "No" },
                );
                xml.optional("semantics", transportation.semantics.as_deref());
            });
        }
    });
    // The schema of 2010 asks for the table even if it is empty, that of 2025 does not.
    if model.edition != OmtEdition::Hla2025 || !model.switches.is_empty() {
        switches(xml, model);
    }
    if !model.update_rates.is_empty() {
        xml.element("updateRates", &[], |xml| {
            for rate in &model.update_rates {
                row(xml, model, "updateRate", &rate.notes, |xml| {
                    xml.text("name", &rate.name);
                    xml.text("rate", &rate.rate_hz.to_string());
                    xml.optional("semantics", rate.semantics.as_deref());
                });
            }
        });
    }
    data_types::data_types(xml, model);
    if !model.notes.is_empty() {
        xml.element("notes", &[], |xml| {
            for note in &model.notes {
                xml.element("note", &[], |xml| {
                    xml.text("label", &note.label);
                    xml.optional("semantics", note.semantics.as_deref());
                });
            }
        });
    }
}

/// The class trees; a table without a class would not be valid.
fn classes(xml: &mut Xml, model: &ObjectModel) {
    if !model.object_classes.is_empty() {
        xml.element("objects", &[], |xml| {
            let children = children(model.object_classes.iter().map(|class| class.parent));
            for root in children.roots() {
                object_class(xml, model, &children, root);
            }
        });
    }
    if !model.interaction_classes.is_empty() {
        xml.element("interactions", &[], |xml| {
            let children = children(model.interaction_classes.iter().map(|class| class.parent));
            for root in children.roots() {
                interaction_class(xml, model, &children, root);
            }
        });
    }
}

/// The subclasses of each class, so that writing a tree of many classes does not search it again and again.
struct Children {
    roots: Vec<usize>,
    of: Vec<Vec<usize>>,
}

impl Children {
    fn roots(&self) -> impl Iterator<Item = usize> {
        self.roots.iter().copied()
    }
}

fn children(parents: impl ExactSizeIterator<Item = Option<usize>>) -> Children {
    let mut children = Children {
        roots: Vec::new(),
        of: vec![Vec::new(); parents.len()],
    };
    for (index, parent) in parents.enumerate() {
        match parent.filter(|parent| *parent < index) {
            Some(parent) => children.of[parent].push(index),
            None => children.roots.push(index),
        }
    }
    children
}

fn object_class(xml: &mut Xml, model: &ObjectModel, children: &Children, index: usize) {
    let class: &ObjectClass = &model.object_classes[index];
    row(xml, model, "objectClass", &class.notes, |xml| {
        xml.text("name", &class.name);
        xml.optional("sharing", class.sharing.map(Sharing::word));
        for directed in &class.directed_interactions {
            row(xml, model, "directedInteraction", &directed.notes, |xml| {
                xml.text("name", &directed.name);
                xml.optional("sharing", directed.sharing.map(Sharing::word));
            });
        }
        dimension_names(xml, &class.dimensions);
        xml.optional("semantics", class.semantics.as_deref());
        for member in &class.attributes {
            attribute(xml, model, member);
        }
        for &subclass in &children.of[index] {
            object_class(xml, model, children, subclass);
        }
    });
}

fn attribute(xml: &mut Xml, model: &ObjectModel, attribute: &Attribute) {
    row(xml, model, "attribute", &attribute.notes, |xml| {
        xml.text("name", &attribute.name);
        xml.optional("dataType", attribute.data_type.as_deref());
        xml.optional("updateType", attribute.update_type.map(UpdateType::word));
        xml.optional("updateCondition", attribute.update_condition.as_deref());
        xml.optional("valueRequired", attribute.value_required.map(boolean));
        xml.optional("ownership", attribute.ownership.map(Ownership::word));
        xml.optional("sharing", attribute.sharing.map(Sharing::word));
        dimension_names(xml, &attribute.dimensions);
        xml.optional("transportation", attribute.transportation.as_deref());
        xml.optional("order", attribute.order.map(Order::word));
        xml.optional("semantics", attribute.semantics.as_deref());
    });
}

fn interaction_class(xml: &mut Xml, model: &ObjectModel, children: &Children, index: usize) {
    let class: &InteractionClass = &model.interaction_classes[index];
    row(xml, model, "interactionClass", &class.notes, |xml| {
        xml.text("name", &class.name);
        xml.optional("sharing", class.sharing.map(Sharing::word));
        dimension_names(xml, &class.dimensions);
        xml.optional("transportation", class.transportation.as_deref());
        xml.optional("order", class.order.map(Order::word));
        xml.optional("semantics", class.semantics.as_deref());
        for member in &class.parameters {
            parameter(xml, model, member);
        }
        for &subclass in &children.of[index] {
            interaction_class(xml, model, children, subclass);
        }
    });
}

fn parameter(xml: &mut Xml, model: &ObjectModel, parameter: &Parameter) {
    row(xml, model, "parameter", &parameter.notes, |xml| {
        xml.text("name", &parameter.name);
        xml.optional("dataType", parameter.data_type.as_deref());
        xml.optional("semantics", parameter.semantics.as_deref());
    });
}

fn dimension_names(xml: &mut Xml, names: &[String]) {
    if !names.is_empty() {
        xml.element("dimensions", &[], |xml| xml.each("dimension", names));
    }
}

fn dimension(xml: &mut Xml, model: &ObjectModel, dimension: &Dimension) {
    row(xml, model, "dimension", &dimension.notes, |xml| {
        xml.text("name", &dimension.name);
        if model.edition == OmtEdition::Hla2025 {
            xml.element("inputDataTypes", &[], |xml| {
                xml.each("dataType", &dimension.input_data_types);
            });
            xml.optional(
                "inputDataDescription",
                dimension.input_data_description.as_deref(),
            );
        } else {
            xml.optional("dataType", dimension.data_type.as_deref());
        }
        xml.optional(
            "upperBound",
            dimension
                .upper_bound
                .map(|bound| bound.to_string())
                .as_deref(),
        );
        xml.optional("normalization", dimension.normalization.as_deref());
        if model.edition == OmtEdition::Hla2025 {
            xml.optional(
                "outputDataSemantics",
                dimension.output_data_semantics.as_deref(),
            );
        }
        xml.optional(
            "value",
            dimension.value.map(|range| range.to_string()).as_deref(),
        );
    });
}

fn time_and_tags(xml: &mut Xml, model: &ObjectModel) {
    let (time_stamp, lookahead) = match model.edition {
        OmtEdition::Hla2025 => ("logicalTime", "logicalTimeInterval"),
        OmtEdition::Hla2010 | OmtEdition::Hla13 => ("timeStamp", "lookahead"),
    };
    let time = &model.time;
    if time.time_stamp.is_some() || time.lookahead.is_some() {
        xml.element("time", &[], |xml| {
            type_use(xml, model, time_stamp, time.time_stamp.as_ref());
            type_use(xml, model, lookahead, time.lookahead.as_ref());
        });
    }
    if model.tags.entries().iter().any(|(_, tag)| tag.is_some()) {
        xml.element("tags", &[], |xml| {
            for (element, tag) in model.tags.entries() {
                type_use(xml, model, element, tag.as_ref());
            }
        });
    }
}

fn type_use(xml: &mut Xml, model: &ObjectModel, element: &'static str, given: Option<&TypeUse>) {
    if let Some(given) = given {
        row(xml, model, element, &given.notes, |xml| {
            xml.optional("dataType", given.data_type.as_deref());
            xml.optional("semantics", given.semantics.as_deref());
        });
    }
}

fn synchronizations(xml: &mut Xml, model: &ObjectModel) {
    xml.element("synchronizations", &[], |xml| {
        for point in &model.synchronizations {
            row(xml, model, "synchronizationPoint", &point.notes, |xml| {
                xml.text("label", &point.label);
                xml.optional("dataType", point.data_type.as_deref());
                xml.optional(
                    "capability",
                    point.capability.map(SynchronizationCapability::word),
                );
                xml.optional("semantics", point.semantics.as_deref());
            });
        }
    });
}

fn services(xml: &mut Xml, model: &ObjectModel) {
    xml.element("serviceUtilization", &[], |xml| {
        for service in &model.service_utilization {
            let notes = Notes::of(model, &service.notes);
            let mut attributes = notes.attributes();
            attributes.push(("section", &service.section));
            attributes.push(("isCallback", boolean(service.is_callback)));
            attributes.push(("isUsed", boolean(service.is_used)));
            xml.empty(&service.service, &attributes);
        }
    });
}

fn switches(xml: &mut Xml, model: &ObjectModel) {
    xml.element("switches", &[], |xml| {
        for (element, value) in model.switches.entries() {
            if element == "allowRelaxedDDM"
                && let Some(action) = model.switches.automatic_resign_action
            {
                xml.empty("automaticResignAction", &[("resignAction", action.word())]);
            }
            if let Some(value) = value {
                xml.empty(element, &[("isEnabled", boolean(value))]);
            }
        }
    });
}

fn boolean(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
