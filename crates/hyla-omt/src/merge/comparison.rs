//! Compares two definitions of the same thing, part by part.

use std::collections::HashSet;
use std::fmt::Display;

/// Weight of a difference in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifferenceKind {
    /// The definitions contradict each other.
    Conflict,
    /// The definitions contradict each other, but this is common: unless strict, the first definition applies,
    /// with a warning.
    Tolerated,
    /// Only documentation differs; the first definition applies.
    Remark,
}

/// The differences between the definition that is known and the one that is given.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub(super) conflicts: Vec<String>,
    pub(super) tolerated: Vec<String>,
    pub(super) remarks: Vec<String>,
}

impl Comparison {
    /// Compares a part. A part missing in the known definition is filled in; `NA` counts as
    /// missing.
    pub(super) fn part<T: PartialEq + Display>(
        &mut self,
        kind: DifferenceKind,
        name: &str,
        known: &mut Option<T>,
        given: Option<T>,
    ) {
        let Some(given) = given else { return };
        match known {
            None => *known = Some(given),
            Some(same) if *same == given => {}
            Some(_) if given.to_string() == "NA" => {}
            Some(unknown) if unknown.to_string() == "NA" => *known = Some(given),
            Some(other) => self.differ(
                kind,
                format!("{name} is `{given}` here and `{other}` there"),
            ),
        }
    }

    /// Notes a difference.
    pub(super) fn differ(&mut self, kind: DifferenceKind, text: String) {
        match kind {
            DifferenceKind::Conflict => self.conflicts.push(text),
            DifferenceKind::Tolerated => self.tolerated.push(text),
            DifferenceKind::Remark => self.remarks.push(text),
        }
    }
}

/// Takes over a text that is documentation if there is none yet.
pub(super) fn fill(known: &mut Option<String>, given: Option<String>) {
    if known.is_none() {
        *known = given;
    }
}

/// Adds the names that are not there yet, in their order.
pub(super) fn unite(known: &mut Vec<String>, given: Vec<String>) {
    if known.is_empty() {
        *known = given;
    } else if !given.is_empty() {
        let mut seen: HashSet<String> = known.iter().cloned().collect();
        known.extend(given.into_iter().filter(|name| seen.insert(name.clone())));
    }
}

/// Whether two lists hold the same names in any order.
pub(super) fn same_names(a: &[String], b: &[String]) -> bool {
    let sorted = |names: &[String]| {
        let mut names = names.to_vec();
        names.sort_unstable();
        names
    };
    a.len() == b.len() && sorted(a) == sorted(b)
}

/// The names for a message.
pub(super) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_left_out_is_filled_in() {
        let mut comparison = Comparison::default();
        let (mut empty, mut na, mut stated) = (None, Some("NA".to_owned()), Some("B".to_owned()));

        comparison.part(
            DifferenceKind::Conflict,
            "type",
            &mut empty,
            Some("A".to_owned()),
        );
        comparison.part(
            DifferenceKind::Conflict,
            "type",
            &mut na,
            Some("A".to_owned()),
        );
        comparison.part(
            DifferenceKind::Conflict,
            "type",
            &mut stated,
            Some("NA".to_owned()),
        );
        comparison.part(DifferenceKind::Conflict, "type", &mut stated, None);

        assert_eq!(
            (empty.as_deref(), na.as_deref(), stated.as_deref()),
            (Some("A"), Some("A"), Some("B"))
        );
        assert!(comparison.conflicts.is_empty() && comparison.remarks.is_empty());
    }

    #[test]
    fn a_difference_is_noted_by_its_weight() {
        let mut comparison = Comparison::default();
        let mut known = Some("A".to_owned());

        comparison.part(
            DifferenceKind::Conflict,
            "type",
            &mut known,
            Some("B".to_owned()),
        );
        comparison.part(
            DifferenceKind::Remark,
            "unit",
            &mut known,
            Some("B".to_owned()),
        );

        assert_eq!(comparison.conflicts, ["type is `B` here and `A` there"]);
        assert_eq!(comparison.remarks.len(), 1);
        assert_eq!(known.as_deref(), Some("A"));
    }
}
