//! The object model as plain data: what a module says, or what all modules of a federation say together.
//!
//! Rows stay in the order of the files. Every row knows the line it was read from ([`Origin`]).

mod classes;
mod data_types;
mod identification;
mod origin;
mod paths;
mod rows;
mod switches;
mod tables;
mod words;

pub use classes::{Attribute, DirectedInteraction, InteractionClass, ObjectClass, Parameter};
pub use data_types::{
    Alternative, ArrayData, BasicData, DataTypeKind, DataTypes, EnumeratedData, Enumerator, Field,
    FixedRecordData, ReferenceData, SimpleData, VariantRecordData,
};
pub use identification::{Glyph, Identification, Keyword, PointOfContact, Reference};
pub use origin::{Origin, Source, Sources};
pub use switches::Switches;
pub use tables::{
    DefaultRange, Dimension, Note, ServiceUse, SynchronizationPoint, Tags, TimeTable,
    Transportation, TypeUse, UpdateRate,
};
pub use words::{
    Endian, Order, Ownership, ResignDirective, Sharing, SynchronizationCapability, UpdateType,
};

use serde::{Deserialize, Serialize};

/// Name of the root of all object classes.
pub const OBJECT_ROOT: &str = "HLAobjectRoot";

/// Name of the root of all interaction classes.
pub const INTERACTION_ROOT: &str = "HLAinteractionRoot";

/// The format a module was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OmtEdition {
    /// IEEE 1516.2-2010.
    Hla2010,
    /// IEEE 1516.2-2025.
    Hla2025,
    /// A FED file of HLA 1.3, read into the model of 2010.
    Hla13,
}

impl std::fmt::Display for OmtEdition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Hla2010 => "IEEE 1516-2010",
            Self::Hla2025 => "IEEE 1516-2025",
            Self::Hla13 => "HLA 1.3",
        })
    }
}

/// An object model: one module, or the merged modules of a federation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectModel {
    /// Format of the module; of a merged model, that of its MIM.
    pub edition: OmtEdition,
    /// The modules it was made of.
    pub sources: Sources,
    /// Authors and purpose.
    pub identification: Identification,
    /// Services that federates use.
    pub service_utilization: Vec<ServiceUse>,
    /// Object classes, parents before children; the root, if present, is at 0.
    pub object_classes: Vec<ObjectClass>,
    /// Interaction classes, parents before children; the root, if present, is at 0.
    pub interaction_classes: Vec<InteractionClass>,
    /// Dimensions.
    pub dimensions: Vec<Dimension>,
    /// Types of logical time.
    pub time: TimeTable,
    /// Types of user-supplied tags.
    pub tags: Tags,
    /// Synchronization points.
    pub synchronizations: Vec<SynchronizationPoint>,
    /// Transportation types.
    pub transportations: Vec<Transportation>,
    /// Initial values of the switches.
    pub switches: Switches,
    /// Update rates.
    pub update_rates: Vec<UpdateRate>,
    /// Data types.
    pub data_types: DataTypes,
    /// Notes.
    pub notes: Vec<Note>,
}

impl ObjectModel {
    /// A model that says nothing.
    pub fn new(edition: OmtEdition) -> Self {
        Self {
            edition,
            sources: Sources::default(),
            identification: Identification::default(),
            service_utilization: Vec::new(),
            object_classes: Vec::new(),
            interaction_classes: Vec::new(),
            dimensions: Vec::new(),
            time: TimeTable::default(),
            tags: Tags::default(),
            synchronizations: Vec::new(),
            transportations: Vec::new(),
            switches: Switches::default(),
            update_rates: Vec::new(),
            data_types: DataTypes::default(),
            notes: Vec::new(),
        }
    }
}
