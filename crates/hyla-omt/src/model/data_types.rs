//! The data type tables.

use super::origin::Origin;
use super::words::Endian;
use serde::{Deserialize, Serialize};

/// All data types of a model. Names are unique over all groups.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DataTypes {
    /// Basic data representations.
    pub basic: Vec<BasicData>,
    /// Simple types.
    pub simple: Vec<SimpleData>,
    /// Reference types, 2025 only.
    pub reference: Vec<ReferenceData>,
    /// Enumerated types.
    pub enumerated: Vec<EnumeratedData>,
    /// Array types.
    pub array: Vec<ArrayData>,
    /// Fixed records.
    pub fixed_record: Vec<FixedRecordData>,
    /// Variant records.
    pub variant_record: Vec<VariantRecordData>,
}

/// A basic data representation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BasicData {
    /// Name.
    pub name: String,
    /// Size in bits.
    pub size_bits: Option<u32>,
    /// Meaning of the bits.
    pub interpretation: Option<String>,
    /// Order of the bytes.
    pub endian: Option<Endian>,
    /// How values are laid out.
    pub encoding: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A simple type: a basic representation with a unit and an accuracy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SimpleData {
    /// Name.
    pub name: String,
    /// Name of the basic representation.
    pub representation: Option<String>,
    /// Unit of measurement.
    pub units: Option<String>,
    /// Smallest difference of values.
    pub resolution: Option<String>,
    /// Largest deviation.
    pub accuracy: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A reference to an object instance through one of its attributes (2025).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReferenceData {
    /// Name.
    pub name: String,
    /// Data type of the referenced attribute.
    pub representation: Option<String>,
    /// Object class that is referred to.
    pub referenced_class: Option<String>,
    /// Attribute that identifies the instance, or `HLAobjectInstanceHandle` or `HLAobjectInstanceName`.
    pub referenced_attribute: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// An enumerated type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnumeratedData {
    /// Name.
    pub name: String,
    /// Name of the basic representation.
    pub representation: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Enumerators in order of declaration.
    pub enumerators: Vec<Enumerator>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// One value of an enumerated type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Enumerator {
    /// Name.
    pub name: String,
    /// Values as written, integers in text.
    pub values: Vec<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// An array type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ArrayData {
    /// Name.
    pub name: String,
    /// Type of the elements.
    pub data_type: Option<String>,
    /// `Dynamic`, a number, `[a..b]`, or several of these separated by commas.
    pub cardinality: Option<String>,
    /// `HLAfixedArray`, `HLAvariableArray` or another.
    pub encoding: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A fixed record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FixedRecordData {
    /// Name.
    pub name: String,
    /// `HLAfixedRecord` or another.
    pub encoding: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Fields in order.
    pub fields: Vec<Field>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A field of a fixed record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Name.
    pub name: String,
    /// Data type.
    pub data_type: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A variant record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VariantRecordData {
    /// Name.
    pub name: String,
    /// Name of the discriminant field.
    pub discriminant: Option<String>,
    /// Enumerated type of the discriminant.
    pub data_type: Option<String>,
    /// Alternatives in order.
    pub alternatives: Vec<Alternative>,
    /// `HLAvariantRecord`, `HLAextendableVariantRecord` (2025) or another.
    pub encoding: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

impl VariantRecordData {
    /// Whether modules may add alternatives (2025).
    pub fn is_extendable(&self) -> bool {
        self.encoding.as_deref() == Some("HLAextendableVariantRecord")
    }
}

/// An alternative of a variant record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// Enumerators that select it: a name, a list, a range `[A..B]` or `HLAother`.
    pub enumerator: String,
    /// Name of the field; none or `NA` if nothing follows the discriminant.
    pub name: Option<String>,
    /// Data type of the field.
    pub data_type: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// The seven groups of data types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataTypeKind {
    /// Basic data representation.
    Basic,
    /// Simple type.
    Simple,
    /// Reference type.
    Reference,
    /// Enumerated type.
    Enumerated,
    /// Array type.
    Array,
    /// Fixed record.
    FixedRecord,
    /// Variant record.
    VariantRecord,
}

impl DataTypeKind {
    /// The element that holds one type of this kind.
    pub fn element(self) -> &'static str {
        match self {
            Self::Basic => "basicData",
            Self::Simple => "simpleData",
            Self::Reference => "referenceDataType",
            Self::Enumerated => "enumeratedData",
            Self::Array => "arrayData",
            Self::FixedRecord => "fixedRecordData",
            Self::VariantRecord => "variantRecordData",
        }
    }
}

impl DataTypes {
    /// Every type with its kind and place, group by group.
    pub fn names(&self) -> impl Iterator<Item = (&str, DataTypeKind, Origin)> {
        let basic = self
            .basic
            .iter()
            .map(|t| (t.name.as_str(), DataTypeKind::Basic, t.origin));
        let simple = self
            .simple
            .iter()
            .map(|t| (t.name.as_str(), DataTypeKind::Simple, t.origin));
        let reference = self
            .reference
            .iter()
            .map(|t| (t.name.as_str(), DataTypeKind::Reference, t.origin));
        let enumerated = self
            .enumerated
            .iter()
            .map(|t| (t.name.as_str(), DataTypeKind::Enumerated, t.origin));
        let array = self
            .array
            .iter()
            .map(|t| (t.name.as_str(), DataTypeKind::Array, t.origin));
        let fixed = self
            .fixed_record
            .iter()
            .map(|t| (t.name.as_str(), DataTypeKind::FixedRecord, t.origin));
        let variant = self
            .variant_record
            .iter()
            .map(|t| (t.name.as_str(), DataTypeKind::VariantRecord, t.origin));
        basic
            .chain(simple)
            .chain(reference)
            .chain(enumerated)
            .chain(array)
            .chain(fixed)
            .chain(variant)
    }
}
