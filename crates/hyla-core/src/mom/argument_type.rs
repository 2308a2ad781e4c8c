//! Types of service arguments, by the numbers of the MIM (1516.1 clause 11).

/// `HLAargumentType` (2025): what an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ArgumentType {
    /// An attribute.
    AttributeHandle = 0,
    /// Attributes.
    AttributeHandleSet = 1,
    /// Attributes with their values.
    AttributeHandleValueMap = 2,
    /// Attributes with their regions.
    AttributeSetRegionSetPairList = 4,
    /// True or false.
    Boolean = 6,
    /// A callback model.
    CallbackModel = 7,
    /// Outcome of a configuration.
    ConfigurationResult = 8,
    /// Credentials.
    Credentials = 9,
    /// A dimension.
    DimensionHandle = 10,
    /// Dimensions.
    DimensionHandleSet = 11,
    /// A factory, by its name.
    FactoryClass = 12,
    /// A federate.
    FederateHandle = 15,
    /// Federates and how far they are in a save.
    FederateHandleSaveStatusPairSet = 17,
    /// Federates.
    FederateHandleSet = 18,
    /// Federates and how far they are in a restore.
    FederateRestoreStatusSet = 20,
    /// Federation executions.
    FederationExecutionInformationSet = 22,
    /// Members of a federation execution.
    FederationExecutionMemberSet = 24,
    /// Designators of object model modules.
    FomDesignatorSet = 26,
    /// An interaction class.
    InteractionClassHandle = 27,
    /// Interaction classes.
    InteractionClassHandleSet = 28,
    /// A logical time.
    LogicalTime = 31,
    /// An interval of logical time.
    LogicalTimeInterval = 32,
    /// The handle by which a message is retracted.
    MessageRetractionHandle = 33,
    /// Nothing.
    Null = 34,
    /// A number.
    Number = 35,
    /// An object class.
    ObjectClassHandle = 36,
    /// An object instance.
    ObjectInstanceHandle = 37,
    /// An order type.
    OrderType = 38,
    /// A parameter.
    ParameterHandle = 39,
    /// Parameters with their values.
    ParameterHandleValueMap = 40,
    /// A range in a dimension.
    RangeBounds = 41,
    /// A region.
    RegionHandle = 42,
    /// Regions.
    RegionHandleSet = 43,
    /// A resign action.
    ResignAction = 44,
    /// Why a restore failed.
    RestoreFailureReason = 45,
    /// How the RTI is reached.
    RtiConfiguration = 47,
    /// Why a save failed.
    SaveFailureReason = 48,
    /// A group of services.
    ServiceGroup = 50,
    /// The first record of a file of reports.
    ServiceReportInitialRecord = 51,
    /// A further record of such a file.
    ServiceReportRecord = 52,
    /// A text.
    String = 53,
    /// Texts.
    StringSet = 54,
    /// Why a synchronization point was refused.
    SynchronizationPointFailureReason = 56,
    /// A time that may not exist.
    TimeQueryReturn = 58,
    /// A transportation type.
    TransportationTypeHandle = 59,
    /// A tag.
    UserSuppliedTag = 60,
    /// Bytes.
    VariableLengthData = 61,
    /// A retraction handle that may not exist.
    MessageRetractionReturn = 62,
}
