//! The federation's object model (FDD) as the services need it: trees, handles, defaults.
//!
//! Handles are positions plus one. An extension by a later join only appends, so handles given out
//! stay valid.

mod compile;
mod dimension;
mod lookup;
mod regions;
mod switches;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandleSet, InteractionClassHandle,
    InteractionClassHandleSet, ObjectClassHandle, OrderType, ParameterHandleSet,
    TransportationTypeHandle,
};
use serde::{Deserialize, Serialize};

use crate::name_map::NameMap;

pub use dimension::Dimension;
pub use switches::Switches;

/// An object class of the federation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectClass {
    /// Full name from the root, with dots.
    pub name: String,
    /// This class and its ancestors, nearest first.
    pub lineage: Vec<ObjectClassHandle>,
    /// Attributes available here: declared at the class or above.
    pub attributes: AttributeHandleSet,
    /// Dimensions available for the class as a whole.
    pub dimensions: DimensionHandleSet,
    /// Dimensions stated at the class or above and not at an attribute (2025).
    pub stated_dimensions: DimensionHandleSet,
    /// Interaction classes that may be directed at instances of this class, inherited ones included.
    pub directed_interactions: InteractionClassHandleSet,
}

/// An attribute, where it is declared, and what updates of it start with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: ObjectClassHandle,
    /// Transportation type of the object model.
    pub transportation: TransportationTypeHandle,
    /// Preferred order of the object model.
    pub order: OrderType,
    /// Dimensions stated at the attribute (2010).
    pub dimensions: DimensionHandleSet,
}

/// An interaction class of the federation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InteractionClass {
    /// Full name from the root, with dots.
    pub name: String,
    /// This class and its ancestors, nearest first.
    pub lineage: Vec<InteractionClassHandle>,
    /// Parameters available here.
    pub parameters: ParameterHandleSet,
    /// Transportation type of the object model.
    pub transportation: TransportationTypeHandle,
    /// Preferred order of the object model.
    pub order: OrderType,
    /// Dimensions available for the class.
    pub dimensions: DimensionHandleSet,
}

/// A parameter and the interaction class that declares it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: InteractionClassHandle,
}

/// A transportation type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transportation {
    /// Its name.
    pub name: String,
    /// Whether messages of this type may not be lost.
    pub reliable: bool,
}

/// An update rate that subscriptions may name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UpdateRate {
    /// The designator.
    pub name: String,
    /// Highest rate in Hz.
    pub rate_hz: f64,
}

/// The object model of a federation execution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fdd {
    object_classes: Vec<ObjectClass>,
    attributes: Vec<Attribute>,
    interaction_classes: Vec<InteractionClass>,
    parameters: Vec<Parameter>,
    dimensions: Vec<Dimension>,
    transportations: Vec<Transportation>,
    update_rates: Vec<UpdateRate>,
    switches: Switches,
    privilege_to_delete: AttributeHandle,
    #[serde(skip)]
    names: Names,
}

/// Indexes by name, rebuilt after decoding.
#[derive(Clone, Debug, Default)]
struct Names {
    object_classes: NameMap<String, ObjectClassHandle>,
    interaction_classes: NameMap<String, InteractionClassHandle>,
}

impl PartialEq for Names {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Why a merged object model cannot serve a federation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{element}: {problem}")]
pub struct UnusableModel {
    /// Full name of the class, attribute or table at fault.
    pub element: String,
    /// The problem.
    pub problem: String,
}
