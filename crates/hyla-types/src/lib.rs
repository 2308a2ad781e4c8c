//! The vocabulary of IEEE 1516.1 that every other crate speaks.
//!
//! | module | what it names |
//! |---|---|
//! | [`handle`] | handles as newtypes, one type per kind |
//! | [`handle_set`] | ordered sets of handles |
//!
//! Nothing here does I/O, reads a clock or makes a thread.
#![forbid(unsafe_code)]

pub mod handle;
pub mod handle_set;

pub use handle::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, TransportationTypeHandle,
};
pub use handle_set::{
    AttributeHandleSet, DimensionHandleSet, FederateHandleSet, HandleSet,
    InteractionClassHandleSet, ParameterHandleSet, RegionHandleSet,
};
