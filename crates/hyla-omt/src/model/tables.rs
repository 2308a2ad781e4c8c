//! The smaller tables: dimensions, time, tags, synchronization points, transportations, update rates,
//! notes, service utilization.

use super::origin::Origin;
use super::words::SynchronizationCapability;
use serde::{Deserialize, Serialize};

/// A dimension of data distribution management.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    /// Name.
    pub name: String,
    /// Type of the values that are normalized; 2010 only.
    pub data_type: Option<String>,
    /// Types of the values that are normalized; 2025 only.
    pub input_data_types: Vec<String>,
    /// Description of the values; 2025 only.
    pub input_data_description: Option<String>,
    /// Exclusive upper bound of the dimension; if absent the RTI chooses.
    pub upper_bound: Option<u64>,
    /// How values are mapped onto the dimension.
    pub normalization: Option<String>,
    /// Meaning of the normalized values; 2025 only.
    pub output_data_semantics: Option<String>,
    /// Range used where a region lacks the dimension.
    pub value: Option<DefaultRange>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// Default of a dimension that a region lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DefaultRange {
    /// The dimension takes no part in the computation of overlap.
    Excluded,
    /// The half-open range `[lower..upper)`.
    Range {
        /// First value.
        lower: u64,
        /// First value behind the range.
        upper: u64,
    },
}

impl std::fmt::Display for DefaultRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Excluded => f.write_str("Excluded"),
            Self::Range { lower, upper } if lower.checked_add(1) == Some(*upper) => {
                write!(f, "[{lower})")
            }
            Self::Range { lower, upper } => write!(f, "[{lower}..{upper})"),
        }
    }
}

/// A data type named by the time or tag table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TypeUse {
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

/// Types of logical time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeTable {
    /// Type of time stamps: `timeStamp` in 2010, `logicalTime` in 2025.
    pub time_stamp: Option<TypeUse>,
    /// Type of intervals: `lookahead` in 2010, `logicalTimeInterval` in 2025.
    pub lookahead: Option<TypeUse>,
}

/// Types of user-supplied tags. Documentation; the RTI passes tags on as bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tags {
    /// Update and reflect.
    pub update_reflect: Option<TypeUse>,
    /// Send and receive.
    pub send_receive: Option<TypeUse>,
    /// Delete and remove.
    pub delete_remove: Option<TypeUse>,
    /// Divestiture request.
    pub divestiture_request: Option<TypeUse>,
    /// Divestiture completion.
    pub divestiture_completion: Option<TypeUse>,
    /// Acquisition request.
    pub acquisition_request: Option<TypeUse>,
    /// Update request.
    pub request_update: Option<TypeUse>,
}

impl Tags {
    /// Element names and entries, in the order of the schema.
    pub fn entries(&self) -> [(&'static str, &Option<TypeUse>); 7] {
        [
            ("updateReflectTag", &self.update_reflect),
            ("sendReceiveTag", &self.send_receive),
            ("deleteRemoveTag", &self.delete_remove),
            ("divestitureRequestTag", &self.divestiture_request),
            ("divestitureCompletionTag", &self.divestiture_completion),
            ("acquisitionRequestTag", &self.acquisition_request),
            ("requestUpdateTag", &self.request_update),
        ]
    }

    /// The same entries, to be changed.
    pub fn entries_mut(&mut self) -> [(&'static str, &mut Option<TypeUse>); 7] {
        [
            ("updateReflectTag", &mut self.update_reflect),
            ("sendReceiveTag", &mut self.send_receive),
            ("deleteRemoveTag", &mut self.delete_remove),
            ("divestitureRequestTag", &mut self.divestiture_request),
            ("divestitureCompletionTag", &mut self.divestiture_completion),
            ("acquisitionRequestTag", &mut self.acquisition_request),
            ("requestUpdateTag", &mut self.request_update),
        ]
    }
}

/// A synchronization point that federates agree on. Documentation; other labels may be used at run time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SynchronizationPoint {
    /// Label.
    pub label: String,
    /// Type of the user-supplied tag.
    pub data_type: Option<String>,
    /// Capability of federates.
    pub capability: Option<SynchronizationCapability>,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A transportation type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Transportation {
    /// Name.
    pub name: String,
    /// Whether messages must arrive.
    pub reliable: bool,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A named limit on the rate of updates that a subscriber asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UpdateRate {
    /// Name, the update rate designator of subscriptions.
    pub name: String,
    /// Largest rate in Hz, above 0.
    pub rate_hz: f64,
    /// Description.
    pub semantics: Option<String>,
    /// Labels of notes.
    pub notes: Vec<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// A note that rows refer to by its label.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Label.
    pub label: String,
    /// Text.
    pub semantics: Option<String>,
    /// Origin in the source.
    #[serde(skip)]
    pub origin: Origin,
}

/// Whether federates use one service of the standard. Documentation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ServiceUse {
    /// Name of the element, such as `createFederationExecution`.
    pub service: String,
    /// Clause of the interface specification.
    pub section: String,
    /// Whether the service is a callback.
    pub is_callback: bool,
    /// Whether it is used.
    pub is_used: bool,
    /// Labels of notes.
    pub notes: Vec<String>,
}
