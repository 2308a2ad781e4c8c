//! Attributes and parameters that a class has from a superclass.

use super::merging::place;
use crate::finding::{Finding, Rule, Severity};
use crate::model::{ObjectModel, Origin};
use crate::read::limits;
use std::collections::{HashMap, HashSet};

/// Removes attributes and parameters from classes whose superclasses, in other modules, have them
/// already: the definition of the superclass applies. Those of the first `settled` modules stay,
/// since federates have handles of them. Gives a warning for each.
pub(super) fn leave_out_redefined(model: &mut ObjectModel, settled: usize) -> Vec<Finding> {
    let is_new = |origin: Origin| origin.module as usize >= settled;
    let mut findings = Vec::new();
    let mut find = |what: &str, element: &str, name: &str, first, second| {
        if findings.len() < limits::FINDINGS {
            findings.push(Finding {
                severity: Severity::Warning,
                place: place(model, second).unwrap_or_default(),
                element: format!("{element}/{what}[{name}]"),
                rule: Rule::DuplicateName,
                text: format!(
                    "{what} `{name}` is defined in a superclass already, and that definition counts"
                ),
                other: place(model, first),
            });
        }
    };
    let mut left_out: Vec<(Kind, usize, HashSet<String>)> = Vec::new();
    let mut members = Members::new(model.object_classes.len());
    for (index, class) in model.object_classes.iter().enumerate() {
        let rows = class.attributes.iter();
        let mut clashes = members.enter(
            index,
            class.parent,
            rows.map(|row| (row.name.as_str(), row.origin)),
        );
        clashes.retain(|(.., second)| is_new(*second));
        if clashes.is_empty() {
            continue;
        }
        let element = format!("objects/objectClass[{}]", model.object_class_path(index));
        for (name, first, second) in &clashes {
            find("attribute", &element, name, *first, *second);
        }
        let names = clashes.into_iter().map(|(name, ..)| name.to_owned());
        left_out.push((Kind::Attribute, index, names.collect()));
    }
    let mut members = Members::new(model.interaction_classes.len());
    for (index, class) in model.interaction_classes.iter().enumerate() {
        let rows = class.parameters.iter();
        let mut clashes = members.enter(
            index,
            class.parent,
            rows.map(|row| (row.name.as_str(), row.origin)),
        );
        clashes.retain(|(.., second)| is_new(*second));
        if clashes.is_empty() {
            continue;
        }
        let path = model.interaction_class_path(index);
        let element = format!("interactions/interactionClass[{path}]");
        for (name, first, second) in &clashes {
            find("parameter", &element, name, *first, *second);
        }
        let names = clashes.into_iter().map(|(name, ..)| name.to_owned());
        left_out.push((Kind::Parameter, index, names.collect()));
    }
    for (kind, index, names) in left_out {
        match kind {
            Kind::Attribute => {
                let attributes = &mut model.object_classes[index].attributes;
                attributes.retain(|row| !names.contains(&row.name));
            }
            Kind::Parameter => {
                let parameters = &mut model.interaction_classes[index].parameters;
                parameters.retain(|row| !names.contains(&row.name));
            }
        }
    }
    findings
}

#[derive(Clone, Copy)]
enum Kind {
    Attribute,
    Parameter,
}

/// The attributes or parameters of each class, to find those that a superclass has already.
pub(super) struct Members<'m> {
    of_class: Vec<(Option<usize>, HashMap<&'m str, Origin>)>,
}

impl<'m> Members<'m> {
    pub(super) fn new(classes: usize) -> Self {
        Self {
            of_class: Vec::with_capacity(classes),
        }
    }

    /// Notes the members of the next class; gives those that are in a superclass or twice in the class itself,
    /// with the places of both definitions.
    pub(super) fn enter(
        &mut self,
        index: usize,
        parent: Option<usize>,
        rows: impl Iterator<Item = (&'m str, Origin)>,
    ) -> Vec<(&'m str, Origin, Origin)> {
        let mut own: HashMap<&str, Origin> = HashMap::new();
        let mut clashes = Vec::new();
        for (name, origin) in rows {
            let mut ancestor = parent.filter(|parent| *parent < index);
            let mut first = own.get(name).copied();
            while let (Some(at), None) = (ancestor, first) {
                let (next, members) = &self.of_class[at];
                first = members.get(name).copied();
                ancestor = next.filter(|next| *next < at);
            }
            match first {
                Some(first) => clashes.push((name, first, origin)),
                None => {
                    own.insert(name, origin);
                }
            }
        }
        self.of_class.push((parent, own));
        clashes
    }
}
