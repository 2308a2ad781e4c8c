//! Walks every row of a model, for what all rows have: an origin and references to notes.

use super::{ObjectModel, Origin};

impl ObjectModel {
    /// Calls `visit` with the origin and the note labels of every row. Rows of the notes table have no labels
    /// of their own to refer to and come with an empty list.
    pub(crate) fn visit_rows(&mut self, mut visit: impl FnMut(&mut Origin, &mut Vec<String>)) {
        let mut nowhere = Origin::UNKNOWN;
        visit(&mut nowhere, &mut self.identification.notes);
        for row in &mut self.service_utilization {
            visit(&mut nowhere, &mut row.notes);
        }
        for class in &mut self.object_classes {
            visit(&mut class.origin, &mut class.notes);
            for row in &mut class.attributes {
                visit(&mut row.origin, &mut row.notes);
            }
            for row in &mut class.directed_interactions {
                visit(&mut row.origin, &mut row.notes);
            }
        }
        for class in &mut self.interaction_classes {
            visit(&mut class.origin, &mut class.notes);
            for row in &mut class.parameters {
                visit(&mut row.origin, &mut row.notes);
            }
        }
        for row in &mut self.dimensions {
            visit(&mut row.origin, &mut row.notes);
        }
        let time = [&mut self.time.time_stamp, &mut self.time.lookahead];
        let tags = self.tags.entries_mut().map(|(_, row)| row);
        for row in time.into_iter().chain(tags).flatten() {
            visit(&mut row.origin, &mut row.notes);
        }
        for row in &mut self.synchronizations {
            visit(&mut row.origin, &mut row.notes);
        }
        for row in &mut self.transportations {
            visit(&mut row.origin, &mut row.notes);
        }
        for row in &mut self.update_rates {
            visit(&mut row.origin, &mut row.notes);
        }
        self.visit_data_types(&mut visit);
        for row in &mut self.notes {
            visit(&mut row.origin, &mut Vec::new());
        }
    }

    fn visit_data_types(&mut self, visit: &mut impl FnMut(&mut Origin, &mut Vec<String>)) {
        let types = &mut self.data_types;
        for row in &mut types.basic {
            visit(&mut row.origin, &mut row.notes);
        }
        for row in &mut types.simple {
            visit(&mut row.origin, &mut row.notes);
        }
        for row in &mut types.reference {
            visit(&mut row.origin, &mut row.notes);
        }
        for row in &mut types.enumerated {
            visit(&mut row.origin, &mut row.notes);
            for row in &mut row.enumerators {
                visit(&mut row.origin, &mut row.notes);
            }
        }
        for row in &mut types.array {
            visit(&mut row.origin, &mut row.notes);
        }
        for row in &mut types.fixed_record {
            visit(&mut row.origin, &mut row.notes);
            for row in &mut row.fields {
                visit(&mut row.origin, &mut row.notes);
            }
        }
        for row in &mut types.variant_record {
            visit(&mut row.origin, &mut row.notes);
            for row in &mut row.alternatives {
                visit(&mut row.origin, &mut row.notes);
            }
        }
    }
}
