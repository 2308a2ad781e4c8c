//! The data type tables, as far as encoding needs them.

use std::collections::HashMap;

/// A field of a fixed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Name of its data type.
    pub data_type: String,
}

/// An enumerator with its values; most have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// Its numbers; the first one is encoded.
    pub values: Vec<i128>,
}

/// An alternative of a variant record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Enumerators that select it: a name, a list `A, B`, a range `[A..B]`, or `HLAother`.
    pub enumerators: String,
    /// Its name; empty when it has none.
    pub name: String,
    /// Name of its data type; empty or `NA` when it encodes to nothing.
    pub data_type: String,
}

/// One row of the data type tables. Names refer to other rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Definition {
    /// A basic data representation.
    Basic {
        /// Bits.
        size: usize,
        /// Whether the least significant octet comes first.
        little_endian: bool,
        /// Interpretation and encoding, which determine the number format.
        description: String,
    },
    /// A simple data type, or a reference data type (2025).
    Simple {
        /// Name of what represents it.
        representation: String,
    },
    /// An enumerated data type.
    Enumerated {
        /// Name of what represents it.
        representation: String,
        /// Its enumerators in their order.
        enumerators: Vec<Enumerator>,
    },
    /// An array data type.
    Array {
        /// Name of the type of its elements.
        data_type: String,
        /// `Dynamic`, a number, or a range; several, parted by commas, for more dimensions.
        cardinality: String,
        /// `HLAfixedArray`, `HLAvariableArray` or another name.
        encoding: String,
    },
    /// A fixed record data type.
    FixedRecord {
        /// `HLAfixedRecord` or another name.
        encoding: String,
        /// Its fields in their order.
        fields: Vec<Field>,
    },
    /// A variant record data type.
    VariantRecord {
        /// Name of the enumerated type of the discriminant.
        data_type: String,
        /// `HLAvariantRecord`, `HLAextendableVariantRecord` or another name.
        encoding: String,
        /// Its alternatives.
        alternatives: Vec<Alternative>,
    },
}

/// Data types by name.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    pub(super) rows: HashMap<String, Definition>,
}

impl TypeTable {
    /// No types at all.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The types that the standard predefines for use in every object model, of both editions.
    ///
    /// The types of the MOM come with the MIM.
    #[must_use]
    pub fn predefined() -> Self {
        let mut types = Self::new();
        for (name, size, description) in [
            ("HLAinteger16", 16, "integer"),
            ("HLAinteger32", 32, "integer"),
            ("HLAinteger64", 64, "integer"),
            ("HLAunsignedInteger16", 16, "unsigned integer"),
            ("HLAunsignedInteger32", 32, "unsigned integer"),
            ("HLAunsignedInteger64", 64, "unsigned integer"),
            ("HLAfloat32", 32, "float"),
            ("HLAfloat64", 64, "float"),
            ("HLAoctetPair", 16, "octets"),
        ] {
            for (suffix, little_endian) in [("BE", false), ("LE", true)] {
                let description = description.to_owned();
                let row = Definition::Basic {
                    size,
                    little_endian,
                    description,
                };
                types.define(&format!("{name}{suffix}"), row);
            }
        }
        for (name, description) in [("HLAoctet", "octet"), ("HLAunsignedInteger8", "unsigned")] {
            let description = description.to_owned();
            types.define(
                name,
                Definition::Basic {
                    size: 8,
                    little_endian: false,
                    description,
                },
            );
        }
        for (name, representation) in [
            ("HLAASCIIchar", "HLAoctet"),
            ("HLAunicodeChar", "HLAoctetPairBE"),
            ("HLAbyte", "HLAoctet"),
        ] {
            types.define(
                name,
                Definition::Simple {
                    representation: representation.to_owned(),
                },
            );
        }
        let enumerator = |name: &str, value| Enumerator {
            name: name.to_owned(),
            values: vec![value],
        };
        types.define(
            "HLAboolean",
            Definition::Enumerated {
                representation: "HLAinteger32BE".to_owned(),
                enumerators: vec![enumerator("HLAfalse", 0), enumerator("HLAtrue", 1)],
            },
        );
        for (name, element, cardinality, encoding) in [
            (
                "HLAASCIIstring",
                "HLAASCIIchar",
                "Dynamic",
                "HLAvariableArray",
            ),
            (
                "HLAunicodeString",
                "HLAunicodeChar",
                "Dynamic",
                "HLAvariableArray",
            ),
            ("HLAopaqueData", "HLAbyte", "Dynamic", "HLAvariableArray"),
            ("HLAtoken", "HLAbyte", "0", "HLAfixedArray"),
        ] {
            types.define(
                name,
                Definition::Array {
                    data_type: element.to_owned(),
                    cardinality: cardinality.to_owned(),
                    encoding: encoding.to_owned(),
                },
            );
        }
        types
    }

    /// Adds a type, in place of any that had the name before.
    pub fn define(&mut self, name: &str, definition: Definition) {
        self.rows.insert(name.to_owned(), definition);
    }

    /// The row of that name.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.rows.get(name)
    }

    /// Names of all types, in no order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(String::as_str)
    }
}
