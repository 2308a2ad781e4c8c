//! The type table of an object model.

use super::{Alternative, Definition, Enumerator, Field, TypeTable};
use crate::model::{self, DataTypes, Endian};

impl TypeTable {
    /// The data types of an object model, which should be merged with the MIM: modules use types of
    /// each other and of the MIM.
    ///
    /// A part that the model leaves out shows when a type that needs it is resolved. Values of
    /// enumerators that are no integers are left out.
    #[must_use]
    pub fn of_model(model: &DataTypes) -> Self {
        let mut table = Self::new();
        table.add_model(model);
        table
    }

    /// Adds the data types of one more module, in place of those that had their names before.
    pub fn add_model(&mut self, model: &DataTypes) {
        for row in &model.basic {
            self.define(&row.name, basic(row));
        }
        for row in &model.simple {
            self.define(
                &row.name,
                Definition::Simple {
                    representation: text(&row.representation),
                },
            );
        }
        for row in &model.reference {
            self.define(
                &row.name,
                Definition::Simple {
                    representation: text(&row.representation),
                },
            );
        }
        for row in &model.enumerated {
            self.define(&row.name, enumerated(row));
        }
        for row in &model.array {
            let data_type = text(&row.data_type);
            let (cardinality, encoding) = (text(&row.cardinality), text(&row.encoding));
            self.define(
                &row.name,
                Definition::Array {
                    data_type,
                    cardinality,
                    encoding,
                },
            );
        }
        for row in &model.fixed_record {
            let fields = row.fields.iter().map(|field| Field {
                name: field.name.clone(),
                data_type: text(&field.data_type),
            });
            let (encoding, fields) = (text(&row.encoding), fields.collect());
            self.define(&row.name, Definition::FixedRecord { encoding, fields });
        }
        for row in &model.variant_record {
            self.define(&row.name, variant_record(row));
        }
    }
}

fn text(part: &Option<String>) -> String {
    part.as_deref().unwrap_or_default().trim().to_owned()
}

fn basic(row: &model::BasicData) -> Definition {
    Definition::Basic {
        size: row.size_bits.unwrap_or_default() as usize,
        little_endian: row.endian == Some(Endian::Little),
        description: format!("{} {}", text(&row.interpretation), text(&row.encoding)),
    }
}

fn enumerated(row: &model::EnumeratedData) -> Definition {
    let enumerators = row.enumerators.iter().map(|item| Enumerator {
        name: item.name.clone(),
        values: item
            .values
            .iter()
            .filter_map(|value| value.trim().parse().ok())
            .collect(),
    });
    Definition::Enumerated {
        representation: text(&row.representation),
        enumerators: enumerators.collect(),
    }
}

fn variant_record(row: &model::VariantRecordData) -> Definition {
    let alternatives = row.alternatives.iter().map(|alternative| Alternative {
        enumerators: alternative.enumerator.clone(),
        name: text(&alternative.name),
        data_type: text(&alternative.data_type),
    });
    Definition::VariantRecord {
        data_type: text(&row.data_type),
        encoding: text(&row.encoding),
        alternatives: alternatives.collect(),
    }
}
