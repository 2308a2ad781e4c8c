//! The local RTI component: what a federate's process runs.
//!
//! | module | what is there |
//! |---|---|
//! | [`RtiAmbassador`] | one method for each service of the standard |
//! | [`FederateAmbassador`] | one method for each callback, to be implemented by the federate |
//! | [`settings`] | the RID: typed settings from file, environment and connect |
//!
//! Each connected ambassador has one thread for I/O, unless its process model is single-threaded or it is
//! [hosted](RtiAmbassador::connect_hosted). The RTI inside a federate's process (`rti.address = embedded`) is the feature
//! `embedded-rti`, on by default; without it a federate links no server and no password hashing.
#![forbid(unsafe_code)]

mod ambassador;
mod engine;
mod report;

pub use ambassador::{Activity, DirectedScope, RtiAmbassador, Switch};
pub use engine::BoundChannel;
#[cfg(unix)]
pub use engine::MemberIo;
pub use engine::{Host, ServiceUsage, Turn, Unanswered, callback_failed};
pub use hyla_net::{Address, admit, probe_shared_memory};
pub use hyla_settings as settings;

/// Data of callbacks.
pub use hyla_core::callback::{
    AttributeValues, Delivery, FederateAmbassador, NullFederateAmbassador, ParameterValues,
};
pub use hyla_core::latency::{LatencyAnswer, LatencyQuantity, LatencyQuestion, LatencyValidity};
/// Data of tools.
pub use hyla_core::message::{
    CutConnection, FederationStatus, MemberStatus, ModuleSource, PointStatus,
};
pub use hyla_core::metrics::{
    ChannelMetrics, DeadlineMetrics, FederationMetrics, GroupMetrics, MemberMetrics, NumberKind,
    ROUND_TRIP_BOUNDS_NS, RecoveryMetrics, RecoveryNumber, RoundTrips,
};
pub use hyla_core::time::{Bound, TimeStanding, Waiting};
