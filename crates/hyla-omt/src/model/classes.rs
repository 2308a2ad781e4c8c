//! Object classes with their attributes, interaction classes with their parameters.

use super::origin::Origin;
use super::words::{Order, Ownership, Sharing, UpdateType};
use serde::{Deserialize, Serialize};

/// An object class. Classes are in a flat vector, parents before children.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObjectClass {
    /// Simple name, without those of the superclasses.
    pub name: String,
    /// Index of the superclass in the same vector; none for the root.
    pub parent: Option<usize>,
    /// Intended use.
    pub sharing: Option<Sharing>,
    /// Attributes that this class adds to the inherited ones.
    pub attributes: Vec<Attribute>,
    /// Names of the dimensions available for the attributes of this class; 2025 only.
    pub dimensions: Vec<String>,
    /// Interaction classes that may be directed at instances of this class; 2025 only.
    pub directed_interactions: Vec<DirectedInteraction>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// An attribute of an object class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attribute {
    /// Name, unique along the chain of superclasses.
    pub name: String,
    /// Name of the data type; `NA` is kept as written.
    pub data_type: Option<String>,
    /// When it is updated.
    pub update_type: Option<UpdateType>,
    /// Condition or rate of updates.
    pub update_condition: Option<String>,
    /// Whether discovered instances always have a value; 2025 only.
    pub value_required: Option<bool>,
    /// Whether ownership may move.
    pub ownership: Option<Ownership>,
    /// Intended use.
    pub sharing: Option<Sharing>,
    /// Names of the dimensions available for this attribute; 2010 only.
    pub dimensions: Vec<String>,
    /// Name of the initial transportation type.
    pub transportation: Option<String>,
    /// Initial order type.
    pub order: Option<Order>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// An interaction class that may be directed at instances of an object class (2025).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DirectedInteraction {
    /// Full name of the interaction class.
    pub name: String,
    /// Intended use.
    pub sharing: Option<Sharing>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// An interaction class. Classes are in a flat vector, parents before children.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InteractionClass {
    /// Simple name, without those of the superclasses.
    pub name: String,
    /// Index of the superclass in the same vector; none for the root.
    pub parent: Option<usize>,
    /// Intended use.
    pub sharing: Option<Sharing>,
    /// Parameters that this class adds to the inherited ones.
    pub parameters: Vec<Parameter>,
    /// Names of the available dimensions.
    pub dimensions: Vec<String>,
    /// Name of the initial transportation type.
    pub transportation: Option<String>,
    /// Initial order type.
    pub order: Option<Order>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A parameter of an interaction class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name, unique along the chain of superclasses.
    pub name: String,
    /// Name of the data type; `NA` is kept as written.
    pub data_type: Option<String>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}
