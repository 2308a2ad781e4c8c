//! Reads the smaller tables.

use super::classes::boolean;
use super::reading::Reading;
use super::tree::NodeId;
use crate::finding::Rule;
use crate::model::{
    DefaultRange, Dimension, Note, OmtEdition, ResignDirective, ServiceUse, Switches,
    SynchronizationCapability, SynchronizationPoint, Tags, TimeTable, Transportation, TypeUse,
    UpdateRate,
};

pub(super) fn services(reading: &Reading<'_>, at: NodeId) -> Vec<ServiceUse> {
    let tree = reading.tree;
    let is_true = |node, name| {
        tree.attribute(node, name)
            .and_then(|word| boolean(word.trim()))
            == Some(true)
    };
    tree.children(at)
        .map(|node| ServiceUse {
            service: tree.node(node).name.to_owned(),
            section: tree
                .attribute(node, "section")
                .unwrap_or_default()
                .trim()
                .to_owned(),
            is_callback: is_true(node, "isCallback"),
            is_used: is_true(node, "isUsed"),
            notes: reading.notes(node),
        })
        .collect()
}

pub(super) fn dimensions(reading: &mut Reading<'_>, at: NodeId) -> Vec<Dimension> {
    let rows: Vec<NodeId> = reading.tree.children_named(at, "dimension").collect();
    let dimensions: Vec<Dimension> = rows.iter().map(|node| dimension(reading, *node)).collect();
    reading.check_unique(
        rows.into_iter()
            .zip(dimensions.iter().map(|row| row.name.as_str())),
    );
    dimensions
}

fn dimension(reading: &mut Reading<'_>, at: NodeId) -> Dimension {
    let inputs = reading.tree.child(at, "inputDataTypes");
    let upper_bound = upper_bound(reading, at);
    Dimension {
        name: reading.name(at),
        data_type: reading.text(at, "dataType"),
        input_data_types: inputs
            .map(|list| reading.texts(list, "dataType"))
            .unwrap_or_default(),
        input_data_description: reading.text(at, "inputDataDescription"),
        upper_bound,
        normalization: reading.text(at, "normalization"),
        output_data_semantics: reading.text(at, "outputDataSemantics"),
        value: default_range(reading, at, upper_bound),
        notes: reading.notes(at),
        origin: reading.origin(at),
    }
}

fn upper_bound(reading: &mut Reading<'_>, at: NodeId) -> Option<u64> {
    let (node, text) = reading.text_node(at, "upperBound")?;
    match text.parse::<u64>() {
        Ok(bound) if bound > 0 => Some(bound),
        _ if text == "NA" => None,
        _ => {
            reading.error(
                node,
                Rule::Value,
                format!("upper bound `{text}` is no positive integer"),
            );
            None
        }
    }
}

fn default_range(
    reading: &mut Reading<'_>,
    at: NodeId,
    upper_bound: Option<u64>,
) -> Option<DefaultRange> {
    let (node, text) = reading.text_node(at, "value")?;
    if text == "NA" {
        return None;
    }
    let range = parse_default_range(text);
    match range {
        None => {
            let text =
                format!("`{text}` is none of `n`, `[n)`, `[a..b)` with a < b, and `Excluded`");
            reading.error(node, Rule::Value, text);
        }
        Some(DefaultRange::Range { upper, .. })
            if upper_bound.is_some_and(|bound| upper > bound) =>
        {
            let text =
                format!("the default range `{text}` exceeds the upper bound of the dimension");
            reading.error(node, Rule::Value, text);
        }
        Some(_) => {}
    }
    range
}

fn parse_default_range(text: &str) -> Option<DefaultRange> {
    if text == "Excluded" {
        return Some(DefaultRange::Excluded);
    }
    let point = |text: &str| {
        let lower: u64 = text.trim().parse().ok()?;
        Some(DefaultRange::Range {
            lower,
            upper: lower.checked_add(1)?,
        })
    };
    let Some(inside) = text.strip_prefix('[') else {
        return point(text);
    };
    let inside = inside.strip_suffix(')')?;
    let Some((lower, upper)) = inside.split_once("..") else {
        return point(inside);
    };
    let (lower, upper) = (lower.trim().parse().ok()?, upper.trim().parse().ok()?);
    (lower < upper).then_some(DefaultRange::Range { lower, upper })
}

pub(super) fn time(reading: &Reading<'_>, at: NodeId) -> TimeTable {
    let (time_stamp, lookahead) = match reading.edition {
        OmtEdition::Hla2025 => ("logicalTime", "logicalTimeInterval"),
        OmtEdition::Hla2010 | OmtEdition::Hla13 => ("timeStamp", "lookahead"),
    };
    TimeTable {
        time_stamp: type_use(reading, at, time_stamp),
        lookahead: type_use(reading, at, lookahead),
    }
}

pub(super) fn tags(reading: &Reading<'_>, at: NodeId) -> Tags {
    let mut tags = Tags::default();
    for (element, entry) in tags.entries_mut() {
        *entry = type_use(reading, at, element);
    }
    tags
}

fn type_use(reading: &Reading<'_>, at: NodeId, element: &str) -> Option<TypeUse> {
    let node = reading.tree.child(at, element)?;
    Some(TypeUse {
        data_type: reading.text(node, "dataType"),
        semantics: reading.text(node, "semantics"),
        notes: reading.notes(node),
        origin: reading.origin(node),
    })
}

pub(super) fn synchronizations(reading: &mut Reading<'_>, at: NodeId) -> Vec<SynchronizationPoint> {
    let rows: Vec<NodeId> = reading
        .tree
        .children_named(at, "synchronizationPoint")
        .collect();
    let points: Vec<SynchronizationPoint> = rows
        .iter()
        .map(|&node| SynchronizationPoint {
            // A label is any text at run time, so that white space in it is no error.
            label: reading.text(node, "label").unwrap_or_default(),
            data_type: reading.text(node, "dataType"),
            capability: reading.word(node, "capability", SynchronizationCapability::from_word),
            semantics: reading.text(node, "semantics"),
            notes: reading.notes(node),
            origin: reading.origin(node),
        })
        .collect();
    reading.check_unique(
        rows.into_iter()
            .zip(points.iter().map(|row| row.label.as_str())),
    );
    points
}

pub(super) fn transportations(reading: &mut Reading<'_>, at: NodeId) -> Vec<Transportation> {
    let rows: Vec<NodeId> = reading.tree.children_named(at, "transportation").collect();
    let transportations: Vec<Transportation> = rows
        .iter()
        .map(|&node| Transportation {
            name: reading.name(node),
            reliable: is_reliable(reading, node),
            semantics: reading.text(node, "semantics"),
            notes: reading.notes(node),
            origin: reading.origin(node),
        })
        .collect();
    reading.check_unique(
        rows.into_iter()
            .zip(transportations.iter().map(|row| row.name.as_str())),
    );
    transportations
}

/// `Yes` or `No`. A type that does not say is reliable: nothing is lost by that but speed. Files of before 2010
/// know only the two standard types, by name.
fn is_reliable(reading: &mut Reading<'_>, at: NodeId) -> bool {
    match reading.text_node(at, "reliable") {
        Some((_, "Yes")) => true,
        Some((_, "No")) => false,
        Some((node, other)) => {
            reading.error(
                node,
                Rule::Value,
                format!("`{other}` is neither `Yes` nor `No`"),
            );
            true
        }
        None => reading.text(at, "name").as_deref() != Some("HLAbestEffort"),
    }
}

pub(super) fn switches(reading: &mut Reading<'_>, at: NodeId) -> Switches {
    let tree = reading.tree;
    let mut switches = Switches::default();
    for (element, value) in switches.entries_mut() {
        if let Some(node) = tree.child(at, element) {
            *value = Some(enabled(reading, node));
        } else if let Some(word) = tree.attribute(at, element) {
            let text =
                format!("`{element}` is written as an attribute, in the manner of 1516-2000");
            reading.complain(at, Rule::OldSwitches, text);
            *value = Some(matches!(word, "Enabled" | "true" | "1"));
        }
    }
    if let Some(node) = tree.child(at, "automaticResignAction") {
        let word = tree
            .attribute(node, "resignAction")
            .unwrap_or("NoAction")
            .trim();
        switches.automatic_resign_action = ResignDirective::from_word(word);
        if switches.automatic_resign_action.is_none() {
            reading.error(
                node,
                Rule::Value,
                format!("`{word}` is no action of an automatic resign"),
            );
        }
    }
    switches
}

/// The attribute `isEnabled`, false if absent.
fn enabled(reading: &mut Reading<'_>, node: NodeId) -> bool {
    let Some(word) = reading.tree.attribute(node, "isEnabled") else {
        return false;
    };
    boolean(word.trim()).unwrap_or_else(|| {
        reading.error(
            node,
            Rule::Value,
            format!("isEnabled=`{word}` is neither true nor false"),
        );
        false
    })
}

pub(super) fn update_rates(reading: &mut Reading<'_>, at: NodeId) -> Vec<UpdateRate> {
    let rows: Vec<NodeId> = reading.tree.children_named(at, "updateRate").collect();
    let rates: Vec<UpdateRate> = rows
        .iter()
        .map(|&node| UpdateRate {
            name: reading.name(node),
            rate_hz: rate(reading, node),
            semantics: reading.text(node, "semantics"),
            notes: reading.notes(node),
            origin: reading.origin(node),
        })
        .collect();
    reading.check_unique(
        rows.into_iter()
            .zip(rates.iter().map(|row| row.name.as_str())),
    );
    rates
}

fn rate(reading: &mut Reading<'_>, at: NodeId) -> f64 {
    let Some((node, text)) = reading.text_node(at, "rate") else {
        reading.error(
            at,
            Rule::MissingElement,
            "an update rate without a rate says nothing",
        );
        return 0.0;
    };
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate.is_finite() => rate,
        _ => {
            reading.error(
                node,
                Rule::Value,
                format!("rate `{text}` is no number of Hz above 0"),
            );
            0.0
        }
    }
}

pub(super) fn notes(reading: &mut Reading<'_>, at: NodeId) -> Vec<Note> {
    let rows: Vec<NodeId> = reading.tree.children_named(at, "note").collect();
    let notes: Vec<Note> = rows
        .iter()
        .map(|&node| Note {
            label: reading.text(node, "label").unwrap_or_default(),
            semantics: reading.text(node, "semantics"),
            origin: reading.origin(node),
        })
        .collect();
    reading.check_unique(
        rows.into_iter()
            .zip(notes.iter().map(|row| row.label.as_str())),
    );
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_ranges_are_read_in_all_forms() {
        let range = |lower, upper| Some(DefaultRange::Range { lower, upper });

        assert_eq!(
            parse_default_range("Excluded"),
            Some(DefaultRange::Excluded)
        );
        assert_eq!(parse_default_range("7"), range(7, 8));
        assert_eq!(parse_default_range("[7)"), range(7, 8));
        assert_eq!(parse_default_range("[0..10)"), range(0, 10));
        for bad in [
            "",
            "[",
            "[1..1)",
            "[2..1)",
            "[1..2]",
            "x",
            "[18446744073709551615)",
            "-1",
        ] {
            assert_eq!(parse_default_range(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_default_range_is_written_as_it_is_read() {
        for text in ["Excluded", "[7)", "[0..10)"] {
            assert_eq!(parse_default_range(text).unwrap().to_string(), text);
        }
    }
}
