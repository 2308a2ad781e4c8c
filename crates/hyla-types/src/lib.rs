//! The vocabulary of IEEE 1516.1 that every other crate speaks.
//!
//! | module | what it names |
//! |---|---|
//! | [`connection`] | what `connect` takes and returns, lists of executions and members |
//! | [`edition`] | the two editions of the standard |
//! | [`enums`] | order types, resign actions, statuses, reasons and result codes |
//! | [`exception`] | the exceptions of both editions and how their names correspond |
//! | [`handle`] | handles as newtypes, one type per kind |
//! | [`handle_set`] | ordered sets of handles |
//! | [`range_bounds`] | a range along one dimension |
//! | [`region`] | ranges along several dimensions, and overlap |
//! | [`service`] | every service and callback with its clauses and exceptions |
//! | [`time`] | logical time and its intervals |
//!
//! Nothing here does I/O, reads a clock or makes a thread.
#![forbid(unsafe_code)]

pub mod connection;
pub mod edition;
pub mod enums;
pub mod exception;
pub mod handle;
pub mod handle_set;
pub mod range_bounds;
pub mod region;
pub mod service;
pub mod time;

pub use connection::{
    ConfigurationResult, Credentials, FederateRestoreStatus, FederateSaveStatus,
    FederationExecutionInformation, FederationExecutionMemberInformation, RtiConfiguration,
};
pub use edition::Edition;
pub use enums::{
    AdditionalSettingsResultCode, AuthorizationResultCode, CallbackModel, OrderType, ResignAction,
    RestoreFailureReason, RestoreStatus, SaveFailureReason, SaveStatus, ServiceGroup,
    SynchronizationPointFailureReason, UnknownCode, UnknownEnumerator,
};
pub use exception::{Exception, ExceptionKind, UnknownExceptionName};
pub use handle::{
    AttributeHandle, CouldNotDecodeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, TransportationTypeHandle,
};
pub use handle_set::{
    AttributeHandleSet, DimensionHandleSet, FederateHandleSet, HandleSet,
    InteractionClassHandleSet, ParameterHandleSet, RegionHandleSet,
};
pub use range_bounds::{InvalidRangeBound, RangeBounds};
pub use region::{Region, RegionDoesNotContainSpecifiedDimension};
pub use service::{
    Argument, Direction, Kind, Presence, Service, ServiceInfo, ServiceTableGroup, Signature, Value,
};
pub use time::{
    CouldNotCreateLogicalTimeFactory, CouldNotDecodeTime, Float64Interval, Float64Time,
    IllegalTimeArithmetic, Integer64Interval, Integer64Time, InvalidLogicalTime,
    InvalidLogicalTimeInterval, LogicalTime, LogicalTimeInterval, TimeImplementation, TimeName,
    TimeOperation,
};
