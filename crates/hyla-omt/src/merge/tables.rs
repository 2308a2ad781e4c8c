//! Merges the smaller tables.

use super::comparison::DifferenceKind::{Conflict, Remark};
use super::comparison::{Comparison, fill, list, same_names, unite};
use super::merging::{Merging, Occasion, Row};
use crate::finding::{Rule, Severity};
use crate::model::{
    Dimension, Note, ObjectModel, Origin, ServiceUse, Switches, SynchronizationPoint, Tags,
    TimeTable, Transportation, TypeUse, UpdateRate,
};
use std::collections::{HashMap, HashSet};

impl Merging {
    /// Adds the notes of a module, under new labels where another note has the label already.
    pub(super) fn notes(&mut self, given: &mut ObjectModel) {
        let notes = std::mem::take(&mut given.notes);
        let known: HashMap<&str, &Note> = self
            .model
            .notes
            .iter()
            .map(|note| (note.label.as_str(), note))
            .collect();
        let mut taken: HashSet<String> = known.keys().map(|label| (*label).to_owned()).collect();
        taken.extend(notes.iter().map(|note| note.label.clone()));
        let mut renamed: HashMap<String, String> = HashMap::new();
        let mut added = Vec::new();
        for mut note in notes {
            match known.get(note.label.as_str()) {
                None => added.push(note),
                Some(same) if same.semantics == note.semantics => {}
                Some(_) => {
                    let free = (2_u64..)
                        .map(|n| format!("{}_{n}", note.label))
                        .find(|l| !taken.contains(l));
                    let Some(label) = free else { continue };
                    taken.insert(label.clone());
                    renamed.insert(std::mem::replace(&mut note.label, label.clone()), label);
                    added.push(note);
                }
            }
        }
        self.model.notes.extend(added);
        if !renamed.is_empty() {
            given.visit_rows(|_, labels| {
                for label in labels {
                    if let Some(new) = renamed.get(label) {
                        label.clone_from(new);
                    }
                }
            });
        }
    }

    /// A service is used if any module says so.
    pub(super) fn services(&mut self, given: Vec<ServiceUse>) {
        let known = &mut self.model.service_utilization;
        let places: HashMap<String, usize> = known
            .iter()
            .enumerate()
            .map(|(index, row)| (row.service.clone(), index))
            .collect();
        for row in given {
            match places.get(&row.service) {
                Some(&index) => {
                    known[index].is_used |= row.is_used;
                    unite(&mut known[index].notes, row.notes);
                }
                None => known.push(row),
            }
        }
    }

    pub(super) fn dimensions(&mut self, given: Vec<Dimension>) {
        let mut places = places(&self.model.dimensions, |row| &row.name);
        for row in given {
            let element = format!("dimensions/dimension[{}]", row.name);
            let Some(&index) = places.get(&row.name) else {
                self.check_reserved(&row.name, row.origin, || element.clone());
                places.insert(row.name.clone(), self.model.dimensions.len());
                self.model.dimensions.push(row);
                continue;
            };
            let known = &mut self.model.dimensions[index];
            let mut comparison = Comparison::default();
            comparison.part(
                Conflict,
                "upper bound",
                &mut known.upper_bound,
                row.upper_bound,
            );
            comparison.part(Conflict, "default range", &mut known.value, row.value);
            comparison.part(Conflict, "data type", &mut known.data_type, row.data_type);
            comparison.part(
                Remark,
                "normalization",
                &mut known.normalization,
                row.normalization,
            );
            if known.input_data_types.is_empty() {
                known.input_data_types = row.input_data_types;
            } else if !row.input_data_types.is_empty()
                && !same_names(&known.input_data_types, &row.input_data_types)
            {
                let names = |names: &[String]| list(names.iter().map(String::as_str));
                let (here, there) = (names(&row.input_data_types), names(&known.input_data_types));
                comparison.differ(
                    Remark,
                    format!("input data types are {here} here and {there} there"),
                );
            }
            fill(
                &mut known.input_data_description,
                row.input_data_description,
            );
            fill(&mut known.output_data_semantics, row.output_data_semantics);
            unite(&mut known.notes, row.notes);
            let origin = known.origin;
            let row = Row {
                name: &row.name,
                known: origin,
                given: row.origin,
            };
            self.report(&row, || element.clone(), comparison);
        }
    }

    pub(super) fn time(&mut self, given: TimeTable) {
        let mut time = std::mem::take(&mut self.model.time);
        self.type_use("time/timeStamp", &mut time.time_stamp, given.time_stamp);
        self.type_use("time/lookahead", &mut time.lookahead, given.lookahead);
        self.model.time = time;
    }

    pub(super) fn tags(&mut self, mut given: Tags) {
        let mut tags = std::mem::take(&mut self.model.tags);
        for ((element, known), (_, given)) in
            tags.entries_mut().into_iter().zip(given.entries_mut())
        {
            self.type_use(&format!("tags/{element}"), known, given.take());
        }
        self.model.tags = tags;
    }

    fn type_use(&mut self, element: &str, known: &mut Option<TypeUse>, given: Option<TypeUse>) {
        let Some(given) = given else { return };
        let Some(known) = known else {
            *known = Some(given);
            return;
        };
        let mut comparison = Comparison::default();
        comparison.part(Conflict, "data type", &mut known.data_type, given.data_type);
        fill(&mut known.semantics, given.semantics);
        unite(&mut known.notes, given.notes);
        let row = Row {
            name: "",
            known: known.origin,
            given: given.origin,
        };
        self.report(&row, || element.to_owned(), comparison);
    }

    pub(super) fn synchronizations(&mut self, given: Vec<SynchronizationPoint>) {
        let mut places = places(&self.model.synchronizations, |row| &row.label);
        for row in given {
            let Some(&index) = places.get(&row.label) else {
                places.insert(row.label.clone(), self.model.synchronizations.len());
                self.model.synchronizations.push(row);
                continue;
            };
            let known = &mut self.model.synchronizations[index];
            let mut comparison = Comparison::default();
            comparison.part(Conflict, "data type", &mut known.data_type, row.data_type);
            comparison.part(
                Conflict,
                "capability",
                &mut known.capability,
                row.capability,
            );
            fill(&mut known.semantics, row.semantics);
            unite(&mut known.notes, row.notes);
            let origin = known.origin;
            let element = format!("synchronizations/synchronizationPoint[{}]", row.label);
            let row = Row {
                name: &row.label,
                known: origin,
                given: row.origin,
            };
            self.report(&row, || element.clone(), comparison);
        }
    }

    pub(super) fn transportations(&mut self, given: Vec<Transportation>) {
        let mut places = places(&self.model.transportations, |row| &row.name);
        for row in given {
            let element = format!("transportations/transportation[{}]", row.name);
            let Some(&index) = places.get(&row.name) else {
                self.check_reserved(&row.name, row.origin, || element.clone());
                places.insert(row.name.clone(), self.model.transportations.len());
                self.model.transportations.push(row);
                continue;
            };
            let known = &mut self.model.transportations[index];
            let mut comparison = Comparison::default();
            let word = |reliable| Some(if reliable { "Yes" } else { "No" });
            let mut reliable = word(known.reliable);
            comparison.part(Conflict, "reliable", &mut reliable, word(row.reliable));
            fill(&mut known.semantics, row.semantics);
            unite(&mut known.notes, row.notes);
            let origin = known.origin;
            let row = Row {
                name: &row.name,
                known: origin,
                given: row.origin,
            };
            self.report(&row, || element.clone(), comparison);
        }
    }

    /// The first module with a switch decides, at creation only.
    pub(super) fn switches(&mut self, given: &Switches, module: u32) {
        let mut ignored: Vec<&str> = Vec::new();
        let joining = self.occasion == Occasion::Join;
        let known = &mut self.model.switches;
        for ((name, known), (_, given)) in known.entries_mut().into_iter().zip(given.entries()) {
            match (&known, given) {
                (_, None) => {}
                (None, Some(_)) if !joining => *known = given,
                // A switch without a value is off.
                (_, Some(given)) if known.unwrap_or(false) == given => {}
                _ => ignored.push(name),
            }
        }
        match (known.automatic_resign_action, given.automatic_resign_action) {
            (_, None) => {}
            (None, given) if !joining => known.automatic_resign_action = given,
            (known, given) if known == given => {}
            _ => ignored.push("automaticResignAction"),
        }
        if !ignored.is_empty() {
            let why = if joining {
                "a join changes no switches"
            } else {
                "an earlier module decided"
            };
            let text = format!("switches are ignored, since {why}: {}", list(ignored));
            let row = Row {
                name: "",
                known: Origin::UNKNOWN,
                given: Origin {
                    module,
                    line: 0,
                    column: 0,
                },
            };
            self.find(
                Severity::Warning,
                Rule::Ignored,
                &row,
                "switches".to_owned(),
                text,
            );
        }
    }

    pub(super) fn update_rates(&mut self, given: Vec<UpdateRate>) {
        let mut places = places(&self.model.update_rates, |row| &row.name);
        for row in given {
            let Some(&index) = places.get(&row.name) else {
                places.insert(row.name.clone(), self.model.update_rates.len());
                self.model.update_rates.push(row);
                continue;
            };
            let known = &mut self.model.update_rates[index];
            let mut comparison = Comparison::default();
            let mut rate = Some(known.rate_hz);
            comparison.part(Conflict, "rate", &mut rate, Some(row.rate_hz));
            fill(&mut known.semantics, row.semantics);
            unite(&mut known.notes, row.notes);
            let origin = known.origin;
            let element = format!("updateRates/updateRate[{}]", row.name);
            let row = Row {
                name: &row.name,
                known: origin,
                given: row.origin,
            };
            self.report(&row, || element.clone(), comparison);
        }
    }
}

/// Rows of a table by name: a table may have very many.
fn places<T>(rows: &[T], name: impl Fn(&T) -> &String) -> HashMap<String, usize> {
    rows.iter()
        .enumerate()
        .map(|(index, row)| (name(row).clone(), index))
        .collect()
}
