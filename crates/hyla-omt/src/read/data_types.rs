//! Reads the data type tables.

use super::reading::Reading;
use super::tree::NodeId;
use crate::finding::Rule;
use crate::model::{
    Alternative, ArrayData, BasicData, DataTypes, Endian, EnumeratedData, Enumerator, Field,
    FixedRecordData, ReferenceData, SimpleData, VariantRecordData,
};
use std::collections::HashMap;

/// Reads a `dataTypes` element.
pub(super) fn data_types(reading: &mut Reading<'_>, at: NodeId) -> DataTypes {
    let types = DataTypes {
        basic: group(reading, at, "basicDataRepresentations", "basicData", basic),
        simple: group(reading, at, "simpleDataTypes", "simpleData", simple),
        reference: group(
            reading,
            at,
            "referenceDataTypes",
            "referenceDataType",
            reference,
        ),
        enumerated: group(
            reading,
            at,
            "enumeratedDataTypes",
            "enumeratedData",
            enumerated,
        ),
        array: group(reading, at, "arrayDataTypes", "arrayData", array),
        fixed_record: group(
            reading,
            at,
            "fixedRecordDataTypes",
            "fixedRecordData",
            fixed_record,
        ),
        variant_record: group(
            reading,
            at,
            "variantRecordDataTypes",
            "variantRecordData",
            variant_record,
        ),
    };
    check_unique(reading, at);
    types
}

fn group<T>(
    reading: &mut Reading<'_>,
    at: NodeId,
    group: &str,
    element: &str,
    row: fn(&mut Reading<'_>, NodeId) -> T,
) -> Vec<T> {
    let tree = reading.tree;
    let Some(group) = tree.child(at, group) else {
        return Vec::new();
    };
    tree.children_named(group, element)
        .map(|node| row(reading, node))
        .collect()
}

/// Names are unique over all groups.
fn check_unique(reading: &mut Reading<'_>, at: NodeId) {
    let tree = reading.tree;
    let rows = tree.children(at).flat_map(|group| tree.children(group));
    let names = rows.filter_map(|row| {
        let name = tree.child(row, "name").and_then(|name| tree.text(name))?;
        Some((row, name))
    });
    reading.check_unique(names);
}

fn basic(reading: &mut Reading<'_>, at: NodeId) -> BasicData {
    BasicData {
        name: reading.name(at),
        size_bits: reading.word(at, "size", |text| text.parse().ok()),
        interpretation: reading.text(at, "interpretation"),
        endian: reading.word(at, "endian", Endian::from_word),
        encoding: reading.text(at, "encoding"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn simple(reading: &mut Reading<'_>, at: NodeId) -> SimpleData {
    SimpleData {
        name: reading.name(at),
        representation: reading.text(at, "representation"),
        units: reading.text(at, "units"),
        resolution: reading.text(at, "resolution"),
        accuracy: reading.text(at, "accuracy"),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn reference(reading: &mut Reading<'_>, at: NodeId) -> ReferenceData {
    ReferenceData {
        name: reading.name(at),
        representation: reading.text(at, "representation"),
        referenced_class: reading.text(at, "referenceClass"),
        referenced_attribute: reading.text(at, "referencedAttribute"),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn enumerated(reading: &mut Reading<'_>, at: NodeId) -> EnumeratedData {
    EnumeratedData {
        name: reading.name(at),
        representation: reading.text(at, "representation"),
        semantics: reading.text(at, "semantics"),
        enumerators: enumerators(reading, at),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

/// The enumerators of a type. Object models in use repeat names and values: of two enumerators of one name the
/// first gets the values of both, and one value may have two names.
fn enumerators(reading: &mut Reading<'_>, at: NodeId) -> Vec<Enumerator> {
    let tree = reading.tree;
    let mut enumerators: Vec<Enumerator> = Vec::new();
    let mut names: HashMap<String, (usize, NodeId)> = HashMap::new();
    let mut values: HashMap<i128, (usize, NodeId)> = HashMap::new();
    for node in tree.children_named(at, "enumerator") {
        let row = enumerator(reading, node);
        let (index, repeated) = match names.get(&row.name) {
            Some(&(index, first)) if !row.name.is_empty() => {
                let text = format!("enumerator `{}` is defined twice", row.name);
                reading.tolerate(node, first, Rule::DuplicateName, text);
                (index, true)
            }
            _ => {
                names.insert(row.name.clone(), (enumerators.len(), node));
                enumerators.push(row.clone());
                (enumerators.len() - 1, false)
            }
        };
        for value in row.values {
            let owner = match value.parse::<i128>() {
                Ok(number) => *values.entry(number).or_insert((index, node)),
                Err(_) => (index, node),
            };
            if owner.0 != index {
                let text = format!(
                    "value {value} of enumerator `{}` is that of `{}` too",
                    row.name, enumerators[owner.0].name
                );
                reading.tolerate(node, owner.1, Rule::DuplicateValue, text);
            }
            if repeated && !enumerators[index].values.contains(&value) {
                enumerators[index].values.push(value);
            }
        }
    }
    enumerators
}

fn enumerator(reading: &mut Reading<'_>, at: NodeId) -> Enumerator {
    let tree = reading.tree;
    for value in tree.children_named(at, "value") {
        if let Some(text) = tree.text(value)
            && text.parse::<i128>().is_err()
        {
            reading.complain(
                value,
                Rule::Value,
                format!("value `{text}` of an enumerator is no integer"),
            );
        }
    }
    Enumerator {
        name: reading.name(at),
        values: reading.texts(at, "value"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn array(reading: &mut Reading<'_>, at: NodeId) -> ArrayData {
    if let Some((node, text)) = reading.text_node(at, "cardinality")
        && !text.split(',').all(|part| is_cardinality(part.trim()))
    {
        let text = format!(
            "cardinality `{text}` is none of `Dynamic`, `n`, `[a..b]`, nor a list of these"
        );
        reading.complain(node, Rule::Value, text);
    }
    ArrayData {
        name: reading.name(at),
        data_type: reading.text(at, "dataType"),
        cardinality: reading.text(at, "cardinality"),
        encoding: reading.text(at, "encoding"),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn is_cardinality(text: &str) -> bool {
    if text == "Dynamic" || text.parse::<u64>().is_ok() {
        return true;
    }
    let Some(range) = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    else {
        return false;
    };
    let Some((lower, upper)) = range.split_once("..") else {
        return false;
    };
    match (lower.trim().parse::<u64>(), upper.trim().parse::<u64>()) {
        (Ok(lower), Ok(upper)) => lower <= upper,
        _ => false,
    }
}

fn fixed_record(reading: &mut Reading<'_>, at: NodeId) -> FixedRecordData {
    let rows: Vec<NodeId> = reading.tree.children_named(at, "field").collect();
    let fields: Vec<Field> = rows
        .iter()
        .map(|&node| Field {
            name: reading.name(node),
            data_type: reading.text(node, "dataType"),
            semantics: reading.text(node, "semantics"),
            notes: reading.notes(node),
            origin: reading.origin(node),
        })
        .collect();
    reading.check_unique(
        rows.into_iter()
            .zip(fields.iter().map(|row| row.name.as_str())),
    );
    FixedRecordData {
        name: reading.name(at),
        encoding: reading.text(at, "encoding"),
        semantics: reading.text(at, "semantics"),
        fields,
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn variant_record(reading: &mut Reading<'_>, at: NodeId) -> VariantRecordData {
    let tree = reading.tree;
    let alternatives = tree.children_named(at, "alternative");
    VariantRecordData {
        name: reading.name(at),
        discriminant: reading.text(at, "discriminant"),
        data_type: reading.text(at, "dataType"),
        alternatives: alternatives
            .map(|node| Alternative {
                enumerator: reading.text(node, "enumerator").unwrap_or_default(),
                name: reading.text(node, "name"),
                data_type: reading.text(node, "dataType"),
                semantics: reading.text(node, "semantics"),
                notes: reading.notes(node),
                origin: reading.origin(node),
            })
            .collect(),
        encoding: reading.text(at, "encoding"),
        semantics: reading.text(at, "semantics"),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

#[cfg(test)]
mod tests {
    use super::is_cardinality;

    #[test]
    fn cardinalities_follow_the_standard() {
        for good in ["Dynamic", "0", "31", "[1..2147483647]", "[ 2 .. 2 ]"] {
            assert!(is_cardinality(good), "{good}");
        }
        for bad in ["", "dynamic", "-1", "[2..1]", "[1]", "1..2", "n"] {
            assert!(!is_cardinality(bad), "{bad}");
        }
    }
}
