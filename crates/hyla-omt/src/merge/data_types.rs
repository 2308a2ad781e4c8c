//! Merges the data type tables.

use super::comparison::DifferenceKind::{Conflict, Remark};
use super::comparison::{Comparison, fill, list, unite};
use super::merging::{Merging, Row};
use crate::model::{
    ArrayData, BasicData, DataTypeKind, DataTypes, EnumeratedData, Enumerator, FixedRecordData,
    Origin, ReferenceData, SimpleData, VariantRecordData,
};
use std::collections::HashMap;

/// Edition whose rules for additions apply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Additions {
    /// 2010: none.
    Never,
    /// 2025: new enumerators, new alternatives of extendable variant records.
    Allowed,
}

/// Known types by name.
type Places = HashMap<String, (DataTypeKind, usize, Origin)>;

impl Merging {
    pub(super) fn data_types(&mut self, given: DataTypes) {
        let growth = if self.is_2025() {
            Additions::Allowed
        } else {
            Additions::Never
        };
        let mut types = std::mem::take(&mut self.model.data_types);
        let mut places = Places::new();
        let mut counts: HashMap<DataTypeKind, usize> = HashMap::new();
        for (name, kind, origin) in types.names() {
            let index = counts.entry(kind).or_default();
            places.insert(name.to_owned(), (kind, *index, origin));
            *index += 1;
        }
        self.group(&mut types.basic, given.basic, &mut places, growth);
        self.group(&mut types.simple, given.simple, &mut places, growth);
        self.group(&mut types.reference, given.reference, &mut places, growth);
        self.group(&mut types.enumerated, given.enumerated, &mut places, growth);
        self.group(&mut types.array, given.array, &mut places, growth);
        self.group(
            &mut types.fixed_record,
            given.fixed_record,
            &mut places,
            growth,
        );
        self.group(
            &mut types.variant_record,
            given.variant_record,
            &mut places,
            growth,
        );
        self.model.data_types = types;
    }

    fn group<T: DataType>(
        &mut self,
        known: &mut Vec<T>,
        given: Vec<T>,
        places: &mut Places,
        growth: Additions,
    ) {
        for row in given {
            let (name, origin) = (row.name().to_owned(), row.origin());
            let element = || format!("dataTypes/{}[{name}]", T::KIND.element());
            let Some((kind, index, first)) = places.get(&name).copied() else {
                self.check_reserved(&name, origin, element);
                places.insert(name, (T::KIND, known.len(), origin));
                known.push(row);
                continue;
            };
            let comparison = if kind == T::KIND {
                known[index].compare(row, growth)
            } else {
                let mut comparison = Comparison::default();
                let text = format!(
                    "it is a {} here and a {} there",
                    T::KIND.element(),
                    kind.element()
                );
                comparison.differ(Conflict, text);
                comparison
            };
            self.report(
                &Row {
                    name: &name,
                    known: first,
                    given: origin,
                },
                element,
                comparison,
            );
        }
    }
}

/// Common interface of the seven kinds of data types.
trait DataType {
    const KIND: DataTypeKind;
    fn name(&self) -> &str;
    fn origin(&self) -> Origin;
    /// Compares with another definition of the same name and adds its additions.
    fn compare(&mut self, given: Self, growth: Additions) -> Comparison;
}

macro_rules! data_type {
    ($type:ident, $kind:ident, $compare:expr) => {
        impl DataType for $type {
            const KIND: DataTypeKind = DataTypeKind::$kind;

            fn name(&self) -> &str {
                &self.name
            }

            fn origin(&self) -> Origin {
                self.origin
            }

            fn compare(&mut self, given: Self, growth: Additions) -> Comparison {
                let mut comparison = Comparison::default();
                let compare: fn(&mut Self, Self, Additions, &mut Comparison) = $compare;
                compare(self, given, growth, &mut comparison);
                comparison
            }
        }
    };
}

data_type!(BasicData, Basic, |known, given, _, comparison| {
    comparison.part(Conflict, "size", &mut known.size_bits, given.size_bits);
    comparison.part(Conflict, "endian", &mut known.endian, given.endian);
    fill(&mut known.interpretation, given.interpretation);
    fill(&mut known.encoding, given.encoding);
    unite(&mut known.notes, given.notes);
});

data_type!(SimpleData, Simple, |known, given, _, comparison| {
    comparison.part(
        Conflict,
        "representation",
        &mut known.representation,
        given.representation,
    );
    comparison.part(Remark, "unit", &mut known.units, given.units);
    comparison.part(
        Remark,
        "resolution",
        &mut known.resolution,
        given.resolution,
    );
    comparison.part(Remark, "accuracy", &mut known.accuracy, given.accuracy);
    fill(&mut known.semantics, given.semantics);
    unite(&mut known.notes, given.notes);
});

data_type!(ReferenceData, Reference, |known, given, _, comparison| {
    comparison.part(
        Conflict,
        "representation",
        &mut known.representation,
        given.representation,
    );
    comparison.part(
        Conflict,
        "class",
        &mut known.referenced_class,
        given.referenced_class,
    );
    comparison.part(
        Conflict,
        "attribute",
        &mut known.referenced_attribute,
        given.referenced_attribute,
    );
    fill(&mut known.semantics, given.semantics);
    unite(&mut known.notes, given.notes);
});

data_type!(ArrayData, Array, |known, given, _, comparison| {
    comparison.part(Conflict, "data type", &mut known.data_type, given.data_type);
    comparison.part(
        Conflict,
        "cardinality",
        &mut known.cardinality,
        given.cardinality,
    );
    comparison.part(Conflict, "encoding", &mut known.encoding, given.encoding);
    fill(&mut known.semantics, given.semantics);
    unite(&mut known.notes, given.notes);
});

data_type!(
    EnumeratedData,
    Enumerated,
    |known, given, growth, comparison| {
        comparison.part(
            Conflict,
            "representation",
            &mut known.representation,
            given.representation,
        );
        fill(&mut known.semantics, given.semantics);
        unite(&mut known.notes, given.notes);
        enumerators(
            &mut known.enumerators,
            given.enumerators,
            growth,
            comparison,
        );
    }
);

data_type!(
    FixedRecordData,
    FixedRecord,
    |known, given, _, comparison| {
        comparison.part(Conflict, "encoding", &mut known.encoding, given.encoding);
        fill(&mut known.semantics, given.semantics);
        unite(&mut known.notes, given.notes);
        let names_known: Vec<&str> = known
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        let names_given: Vec<&str> = given
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        if names_known != names_given {
            let (here, there) = (list(names_given), list(names_known));
            comparison.differ(
                Conflict,
                format!("fields are {here} here and {there} there"),
            );
            return;
        }
        for (known, given) in known.fields.iter_mut().zip(given.fields) {
            let part = format!("data type of field `{}`", known.name);
            comparison.part(Conflict, &part, &mut known.data_type, given.data_type);
            fill(&mut known.semantics, given.semantics);
            unite(&mut known.notes, given.notes);
        }
    }
);

data_type!(
    VariantRecordData,
    VariantRecord,
    |known, given, growth, comparison| {
        comparison.part(
            Conflict,
            "discriminant",
            &mut known.discriminant,
            given.discriminant,
        );
        comparison.part(Conflict, "data type", &mut known.data_type, given.data_type);
        comparison.part(Conflict, "encoding", &mut known.encoding, given.encoding);
        fill(&mut known.semantics, given.semantics);
        unite(&mut known.notes, given.notes);
        let places: HashMap<String, usize> = known
            .alternatives
            .iter()
            .enumerate()
            .map(|(index, row)| (row.enumerator.clone(), index))
            .collect();
        let grows = growth == Additions::Allowed && known.is_extendable();
        let before = known.alternatives.len();
        let mut repeated = 0;
        for row in given.alternatives {
            match places.get(&row.enumerator) {
                Some(&index) => {
                    repeated += 1;
                    let known = &mut known.alternatives[index];
                    let part = |what| format!("{what} of alternative `{}`", row.enumerator);
                    comparison.part(Conflict, &part("name"), &mut known.name, row.name);
                    comparison.part(
                        Conflict,
                        &part("data type"),
                        &mut known.data_type,
                        row.data_type,
                    );
                    fill(&mut known.semantics, row.semantics);
                    unite(&mut known.notes, row.notes);
                }
                None if grows => known.alternatives.push(row),
                None => comparison.differ(
                    Conflict,
                    format!("alternative `{}` is added", row.enumerator),
                ),
            }
        }
        if !grows && repeated < before {
            comparison.differ(
                Conflict,
                "alternatives that the other definition has are left out".to_owned(),
            );
        }
    }
);

fn enumerators(
    known: &mut Vec<Enumerator>,
    given: Vec<Enumerator>,
    growth: Additions,
    comparison: &mut Comparison,
) {
    let places: HashMap<String, usize> = known
        .iter()
        .enumerate()
        .map(|(index, row)| (row.name.clone(), index))
        .collect();
    let mut owners: HashMap<String, String> = HashMap::new();
    for row in known.iter() {
        for value in &row.values {
            owners.insert(number(value), row.name.clone());
        }
    }
    let before = known.len();
    let mut repeated = 0;
    for row in given {
        match places.get(&row.name) {
            Some(&index) => {
                repeated += 1;
                let values =
                    |row: &Enumerator| row.values.iter().map(|v| number(v)).collect::<Vec<_>>();
                let (here, there) = (values(&row), values(&known[index]));
                if there.is_empty() {
                    known[index].values = row.values;
                } else if !here.is_empty() && here != there {
                    let (here, there) = (here.join(", "), there.join(", "));
                    let text =
                        format!("enumerator `{}` is {here} here and {there} there", row.name);
                    comparison.differ(Conflict, text);
                }
                unite(&mut known[index].notes, row.notes);
            }
            None if growth == Additions::Never => {
                comparison.differ(Conflict, format!("enumerator `{}` is added", row.name));
            }
            None => {
                let taken = row
                    .values
                    .iter()
                    .find_map(|v| Some((v, owners.get(&number(v))?)));
                if let Some((value, owner)) = taken {
                    let text = format!(
                        "value {value} of enumerator `{}` is that of `{owner}` already",
                        row.name
                    );
                    comparison.differ(Conflict, text);
                } else {
                    known.push(row);
                }
            }
        }
    }
    if growth == Additions::Never && repeated < before {
        comparison.differ(
            Conflict,
            "enumerators that the other definition has are left out".to_owned(),
        );
    }
}

/// A value without leading zeros and signs that mean nothing.
fn number(text: &str) -> String {
    text.parse::<i128>()
        .map_or_else(|_| text.to_owned(), |number| number.to_string())
}
