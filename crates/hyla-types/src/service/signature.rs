//! Arguments and results of services, by the types of the standard.
//!
//! Faces of the RTI are written from this: in a language of its own, each kind has one type as an argument and one as
//! a result.

/// The arguments and the result of a service or callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// In the order of the service description.
    pub arguments: &'static [Argument],
    /// `None` for a service that returns nothing.
    pub result: Option<Value>,
}

/// An argument by its name in the C++ API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// In camel case, as the standard writes it.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
}

/// A kind of value, and whether it may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub kind: Kind,
    /// Whether it may be absent.
    pub presence: Presence,
}

/// Whether a value may be absent: an argument that an overload leaves out, a result that need not be valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// There in each overload.
    Always,
    /// Absent in some overload, or not valid in some case.
    Optional,
}

impl Value {
    /// Whether it may be absent.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        matches!(self.presence, Presence::Optional)
    }
}

/// The types of arguments and results, under the standard's names where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are those of the standard's types")]
pub enum Kind {
    FederateHandle,
    ObjectClassHandle,
    InteractionClassHandle,
    ObjectInstanceHandle,
    AttributeHandle,
    ParameterHandle,
    DimensionHandle,
    RegionHandle,
    TransportationTypeHandle,
    MessageRetractionHandle,
    FederateHandleSet,
    InteractionClassHandleSet,
    AttributeHandleSet,
    DimensionHandleSet,
    RegionHandleSet,
    /// Attributes with their values.
    AttributeHandleValueMap,
    /// Parameters with their values.
    ParameterHandleValueMap,
    /// Sets of attributes with the regions that go with them.
    AttributeRegionAssociations,
    /// A name, a label, a description.
    Text,
    TextSet,
    /// The federate's additional data for the receivers: bytes.
    Tag,
    /// A handle as bytes.
    Bytes,
    Bool,
    /// A count, or a coordinate of a dimension.
    Number,
    /// Updates in a second.
    Rate,
    /// A duration.
    Seconds,
    LogicalTime,
    LogicalTimeInterval,
    LogicalTimeFactory,
    OrderType,
    ResignAction,
    ServiceGroup,
    CallbackModel,
    RangeBounds,
    /// `active` of a subscription; absent means that it is.
    Activity,
    /// `universally` of a subscription of directed interactions; absent means that it is not.
    DirectedScope,
    FomModules,
    MimModule,
    /// The federate: what callbacks are called on.
    FederateAmbassador,
    RtiConfiguration,
    Credentials,
    ConfigurationResult,
    FederationExecutions,
    FederationExecutionMembers,
    FederateSaveStatuses,
    FederateRestoreStatuses,
    SynchronizationPointFailureReason,
    SaveFailureReason,
    RestoreFailureReason,
}
