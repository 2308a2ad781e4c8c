//! Merges the trees of object and interaction classes.

use super::comparison::DifferenceKind::{Conflict, Remark, Tolerated};
use super::comparison::{Comparison, DifferenceKind, fill, list, same_names, unite};
use super::merging::{Merging, Row};
use crate::model::{
    Attribute, DirectedInteraction, InteractionClass, ObjectClass, Origin, Parameter, Sharing,
};
use std::collections::HashMap;

/// The standard attribute whose owner may delete an instance.
const DELETE_PRIVILEGE: &str = "HLAprivilegeToDeleteObject";

/// Indices of subclasses, by superclass and name.
type Places = HashMap<(Option<usize>, String), usize>;

impl Merging {
    pub(super) fn object_classes(&mut self, given: Vec<ObjectClass>) {
        let classes = self.model.object_classes.iter().enumerate();
        let mut places: Places = classes
            .map(|(index, class)| ((class.parent, class.name.clone()), index))
            .collect();
        let mut indexes: Vec<usize> = Vec::with_capacity(given.len());
        for mut class in given {
            class.parent = class.parent.and_then(|parent| indexes.get(parent).copied());
            let key = (class.parent, class.name.clone());
            let index = if let Some(&index) = places.get(&key) {
                self.object_class(index, class);
                index
            } else {
                let index = self.model.object_classes.len();
                let (name, origin) = (class.name.clone(), class.origin);
                self.model.object_classes.push(class);
                let element = self.object_element(index);
                self.check_reserved(&name, origin, || element.clone());
                places.insert(key, index);
                index
            };
            indexes.push(index);
        }
    }

    fn object_class(&mut self, index: usize, given: ObjectClass) {
        let mut comparison = Comparison::default();
        let mut known = std::mem::take(&mut self.model.object_classes[index]);
        let row_known = known.origin;
        sharing(&mut comparison, &mut known.sharing, given.sharing);
        fill(&mut known.semantics, given.semantics);
        unite(&mut known.notes, given.notes);
        unite(&mut known.dimensions, given.dimensions);
        directed_interactions(
            &mut comparison,
            &mut known.directed_interactions,
            given.directed_interactions,
        );
        let mut reports = Vec::new();
        let grown = if self.is_2025() {
            members_2025(&mut known.attributes, given.attributes, &mut reports)
        } else {
            let takes_over = !given.attributes.is_empty() && known.attributes.is_empty();
            members_2010(
                &mut known.attributes,
                given.attributes,
                &mut comparison,
                &mut reports,
            );
            if takes_over {
                known.origin = given.origin;
            }
            Vec::new()
        };
        let name = known.name.clone();
        self.model.object_classes[index] = known;
        let element = self.object_element(index);
        let row = Row {
            name: &name,
            known: row_known,
            given: given.origin,
        };
        self.report(&row, || element.clone(), comparison);
        for report in reports {
            let row = Row {
                name: &report.name,
                known: report.known,
                given: report.given,
            };
            self.report(
                &row,
                || format!("{element}/attribute[{}]", report.name),
                report.comparison,
            );
        }
        for (name, origin) in grown {
            self.check_reserved(&name, origin, || format!("{element}/attribute[{name}]"));
        }
    }

    pub(super) fn interaction_classes(&mut self, given: Vec<InteractionClass>) {
        let classes = self.model.interaction_classes.iter().enumerate();
        let mut places: Places = classes
            .map(|(index, class)| ((class.parent, class.name.clone()), index))
            .collect();
        let mut indexes: Vec<usize> = Vec::with_capacity(given.len());
        for mut class in given {
            class.parent = class.parent.and_then(|parent| indexes.get(parent).copied());
            let key = (class.parent, class.name.clone());
            let index = if let Some(&index) = places.get(&key) {
                self.interaction_class(index, class);
                index
            } else {
                let index = self.model.interaction_classes.len();
                let (name, origin) = (class.name.clone(), class.origin);
                self.model.interaction_classes.push(class);
                let element = self.interaction_element(index);
                self.check_reserved(&name, origin, || element.clone());
                places.insert(key, index);
                index
            };
            indexes.push(index);
        }
    }

    fn interaction_class(&mut self, index: usize, given: InteractionClass) {
        let mut comparison = Comparison::default();
        let mut known = std::mem::take(&mut self.model.interaction_classes[index]);
        let row_known = known.origin;
        // The root is never sent; modules only declare it to satisfy the schema.
        let kind = if known.parent.is_none() {
            Remark
        } else {
            Conflict
        };
        sharing(&mut comparison, &mut known.sharing, given.sharing);
        comparison.part(
            kind,
            "transportation",
            &mut known.transportation,
            given.transportation,
        );
        comparison.part(kind, "order", &mut known.order, given.order);
        fill(&mut known.semantics, given.semantics);
        unite(&mut known.notes, given.notes);
        if self.is_2025() {
            unite(&mut known.dimensions, given.dimensions);
        } else {
            dimensions_2010(&mut comparison, &mut known.dimensions, given.dimensions);
        }
        let mut reports = Vec::new();
        let grown = if self.is_2025() {
            members_2025(&mut known.parameters, given.parameters, &mut reports)
        } else {
            let takes_over = !given.parameters.is_empty() && known.parameters.is_empty();
            members_2010(
                &mut known.parameters,
                given.parameters,
                &mut comparison,
                &mut reports,
            );
            if takes_over {
                known.origin = given.origin;
            }
            Vec::new()
        };
        let name = known.name.clone();
        self.model.interaction_classes[index] = known;
        let element = self.interaction_element(index);
        let row = Row {
            name: &name,
            known: row_known,
            given: given.origin,
        };
        self.report(&row, || element.clone(), comparison);
        for report in reports {
            let row = Row {
                name: &report.name,
                known: report.known,
                given: report.given,
            };
            self.report(
                &row,
                || format!("{element}/parameter[{}]", report.name),
                report.comparison,
            );
        }
        for (name, origin) in grown {
            self.check_reserved(&name, origin, || format!("{element}/parameter[{name}]"));
        }
    }

    fn object_element(&self, index: usize) -> String {
        format!(
            "objects/objectClass[{}]",
            self.model.object_class_path(index)
        )
    }

    fn interaction_element(&self, index: usize) -> String {
        format!(
            "interactions/interactionClass[{}]",
            self.model.interaction_class_path(index)
        )
    }
}

/// `Neither` and a missing value add nothing; other differences are documentation.
fn sharing(comparison: &mut Comparison, known: &mut Option<Sharing>, given: Option<Sharing>) {
    if matches!(known, None | Some(Sharing::Neither)) {
        *known = given.or(*known);
    } else if given != Some(Sharing::Neither) {
        comparison.part(Remark, "sharing", known, given);
    }
}

/// The directed interactions of both definitions.
fn directed_interactions(
    comparison: &mut Comparison,
    known: &mut Vec<DirectedInteraction>,
    given: Vec<DirectedInteraction>,
) {
    let mut places: HashMap<String, usize> = known
        .iter()
        .enumerate()
        .map(|(index, row)| (row.name.clone(), index))
        .collect();
    for row in given {
        if let Some(&index) = places.get(&row.name) {
            sharing(comparison, &mut known[index].sharing, row.sharing);
        } else {
            places.insert(row.name.clone(), known.len());
            known.push(row);
        }
    }
}

/// Dimensions of an interaction class of 2010 belong to a complete definition; scaffolding leaves them out.
fn dimensions_2010(comparison: &mut Comparison, known: &mut Vec<String>, given: Vec<String>) {
    if known.is_empty() {
        *known = given;
    } else if !given.is_empty() {
        same_dimensions(comparison, Conflict, known, &given);
    }
}

fn same_dimensions(
    comparison: &mut Comparison,
    kind: DifferenceKind,
    known: &[String],
    given: &[String],
) {
    if !same_names(known, given) {
        let names = |names: &[String]| list(names.iter().map(String::as_str));
        let text = format!(
            "dimensions are {} here and {} there",
            names(given),
            names(known)
        );
        comparison.differ(kind, text);
    }
}

/// Common interface of attributes and parameters.
trait Member {
    const KIND: &'static str;
    fn name(&self) -> &str;
    fn origin(&self) -> Origin;
    /// Compares with another definition, by the rules of 2025 or of 2010.
    fn compare(&mut self, given: Self, kind: DifferenceKind) -> Comparison;
}

/// The comparison of a member that two modules define.
struct MemberReport {
    name: String,
    known: Origin,
    given: Origin,
    comparison: Comparison,
}

/// 2010: two definitions are equivalent, or one of them is scaffolding without members.
fn members_2010<M: Member>(
    known: &mut Vec<M>,
    given: Vec<M>,
    comparison: &mut Comparison,
    reports: &mut Vec<MemberReport>,
) {
    if given.is_empty() {
        return;
    }
    if known.is_empty() {
        *known = given;
        return;
    }
    let names: std::collections::HashSet<String> = given
        .iter()
        .map(|member| member.name().to_owned())
        .collect();
    let left_out: Vec<&str> = known
        .iter()
        .map(Member::name)
        .filter(|name| !names.contains(*name))
        .collect();
    if !left_out.is_empty() {
        let text = format!(
            "{}s that the other definition has are left out: {}",
            M::KIND,
            list(left_out)
        );
        comparison.differ(Conflict, text);
    }
    let places = places(known);
    let mut added = Vec::new();
    for member in given {
        match places.get(member.name()) {
            Some(&index) => reports.push(compare(&mut known[index], member, Remark)),
            None => added.push(member),
        }
    }
    if !added.is_empty() {
        let names = list(added.iter().map(Member::name));
        let text = format!(
            "{}s are added to a class that another module defines with {}s: {names}",
            M::KIND,
            M::KIND
        );
        comparison.differ(Conflict, text);
    }
}

/// 2025: members are united; those that both modules name have to agree. Gives the new ones.
fn members_2025<M: Member>(
    known: &mut Vec<M>,
    given: Vec<M>,
    reports: &mut Vec<MemberReport>,
) -> Vec<(String, Origin)> {
    let places = places(known);
    let mut grown = Vec::new();
    for member in given {
        match places.get(member.name()) {
            Some(&index) => reports.push(compare(&mut known[index], member, Conflict)),
            None => {
                grown.push((member.name().to_owned(), member.origin()));
                known.push(member);
            }
        }
    }
    grown
}

fn places<M: Member>(members: &[M]) -> HashMap<String, usize> {
    members
        .iter()
        .enumerate()
        .map(|(index, member)| (member.name().to_owned(), index))
        .collect()
}

fn compare<M: Member>(known: &mut M, given: M, documentation: DifferenceKind) -> MemberReport {
    let (name, first, second) = (known.name().to_owned(), known.origin(), given.origin());
    let comparison = known.compare(given, documentation);
    MemberReport {
        name,
        known: first,
        given: second,
        comparison,
    }
}

impl Member for Attribute {
    const KIND: &'static str = "attribute";

    fn name(&self) -> &str {
        &self.name
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn compare(&mut self, given: Self, documentation: DifferenceKind) -> Comparison {
        let mut comparison = Comparison::default();
        // Many object models declare the standard attribute, with receive order.
        let of_standard = if self.name == DELETE_PRIVILEGE {
            Tolerated
        } else {
            Conflict
        };
        comparison.part(Conflict, "data type", &mut self.data_type, given.data_type);
        comparison.part(
            Conflict,
            "transportation",
            &mut self.transportation,
            given.transportation,
        );
        comparison.part(of_standard, "order", &mut self.order, given.order);
        // Those of 2025 have none of their own.
        same_dimensions(
            &mut comparison,
            of_standard,
            &self.dimensions,
            &given.dimensions,
        );
        comparison.part(
            documentation,
            "update type",
            &mut self.update_type,
            given.update_type,
        );
        comparison.part(
            documentation,
            "ownership",
            &mut self.ownership,
            given.ownership,
        );
        comparison.part(
            documentation,
            "value required",
            &mut self.value_required,
            given.value_required,
        );
        sharing(&mut comparison, &mut self.sharing, given.sharing);
        fill(&mut self.update_condition, given.update_condition);
        fill(&mut self.semantics, given.semantics);
        unite(&mut self.notes, given.notes);
        comparison
    }
}

impl Member for Parameter {
    const KIND: &'static str = "parameter";

    fn name(&self) -> &str {
        &self.name
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn compare(&mut self, given: Self, _: DifferenceKind) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.part(Conflict, "data type", &mut self.data_type, given.data_type);
        fill(&mut self.semantics, given.semantics);
        unite(&mut self.notes, given.notes);
        comparison
    }
}
