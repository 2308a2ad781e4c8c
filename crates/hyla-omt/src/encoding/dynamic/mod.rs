//! Values whose layout comes from the data type tables of an object model.
//!
//! [`TypeTable`] holds the tables, of a whole object model by [`TypeTable::of_model`];
//! [`TypeTable::resolve`] makes a [`DynamicType`] of a name, and that decodes bytes to a
//! [`DynamicValue`] and encodes it again. A value prints as text:
//!
//! ```
//! use hyla_omt::encoding::dynamic::{Definition, Field, TypeTable};
//!
//! let mut types = TypeTable::predefined();
//! let field = |name: &str, of: &str| Field { name: name.to_owned(), data_type: of.to_owned() };
//! types.define(
//!     "Flight",
//!     Definition::FixedRecord {
//!         encoding: "HLAfixedRecord".to_owned(),
//!         fields: vec![field("Callsign", "HLAASCIIstring"), field("Airborne", "HLAboolean")],
//!     },
//! );
//!
//! let flight = types.resolve("Flight")?;
//! let value = flight.decode(&[0, 0, 0, 2, b'Q', b'1', 0, 0, 0, 0, 0, 1])?;
//!
//! assert_eq!(value.to_string(), r#"{Callsign: "Q1", Airborne: HLAtrue}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Differences from the static side: an enumerated value that no enumerator has is kept, so that a
//! tool can show it. Encodings beyond the standard: `RPRlengthlessArray` and `RPRnullTerminatedArray`
//! of the RPR FOM are understood; of any other the bytes up to the end are kept as they are.

mod model;
mod read;
mod resolve;
mod type_table;
mod value;
mod write;

#[cfg(test)]
mod model_tests;
#[cfg(test)]
pub(crate) mod test_files;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use resolve::TypeError;
pub use type_table::{Alternative, Definition, Enumerator, Field, TypeTable};
pub use value::DynamicValue;
pub use write::DynamicEncodeError;

/// A data type with everything it consists of, ready to decode and encode.
///
/// Cheap to clone. Nesting is bounded when it is made, so decoding needs no more stack than that.
#[derive(Clone, Debug)]
pub struct DynamicType(Arc<Node>);

impl DynamicType {
    /// Name in the data type tables.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Bytes that every value has at least.
    #[must_use]
    pub fn octet_boundary(&self) -> usize {
        self.0.boundary
    }
}

#[derive(Debug)]
struct Node {
    name: String,
    shape: Shape,
    boundary: usize,
    /// Bytes that every value has at least.
    min_length: usize,
    /// Levels of types below this one.
    depth: usize,
}

#[derive(Debug)]
enum Shape {
    Number(NumberFormat),
    /// One ASCII character.
    AsciiChar,
    /// One UTF-16 code unit.
    UnicodeChar,
    Enumerated {
        format: NumberFormat,
        enumerators: Vec<(String, i128)>,
    },
    FixedArray {
        element: DynamicType,
        length: usize,
    },
    VariableArray {
        element: DynamicType,
    },
    /// Elements up to the end of the bytes (`RPRlengthlessArray`).
    LengthlessArray {
        element: DynamicType,
    },
    /// Elements up to one whose bytes are zero (`RPRnullTerminatedArray`).
    NullTerminatedArray {
        element: DynamicType,
    },
    FixedRecord {
        fields: Vec<(String, DynamicType)>,
    },
    VariantRecord(Variant),
    /// An unknown encoding: all bytes up to the end.
    Opaque,
}

#[derive(Debug)]
struct Variant {
    discriminant: DynamicType,
    alternatives: Vec<VariantAlternative>,
    /// Largest boundary of all alternatives.
    boundary: usize,
    extendable: bool,
}

#[derive(Debug)]
struct VariantAlternative {
    name: String,
    /// Discriminants that select it.
    values: Vec<i128>,
    /// Whether all other discriminants select it.
    other: bool,
    /// `None` for `NA` in the object model.
    data_type: Option<DynamicType>,
}

impl Variant {
    fn alternative(&self, discriminant: i128) -> Option<&VariantAlternative> {
        self.alternatives
            .iter()
            .find(|alternative| alternative.values.contains(&discriminant))
            .or_else(|| {
                self.alternatives
                    .iter()
                    .find(|alternative| alternative.other)
            })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NumberFormat {
    kind: NumberKind,
    /// 1 to 8 for integers, 4 or 8 for floating-point numbers, anything for octets.
    bytes: usize,
    little_endian: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberKind {
    Signed,
    Unsigned,
    Float,
    /// Bits without a numeric meaning. A single octet counts as unsigned in an enumeration.
    Octets,
}

impl NumberFormat {
    /// Smallest power of two that is not below the size.
    fn boundary(self) -> usize {
        self.bytes.next_power_of_two()
    }
}
