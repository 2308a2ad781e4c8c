//! The local RTI component: what a federate's process runs.
//!
//! | module | what is there |
//! |---|---|
//! | [`RtiAmbassador`] | one method for each service of the standard |
//! | [`FederateAmbassador`] | one method for each callback, to be implemented by the federate |
//! | [`RtiServer`] | the RTI that hosts federation executions |
//! | [`Authorizer`] | who may do what at an RTI |
//! | [`settings`] | the RID: typed settings from file, environment and connect |
//!
//! This is the only place where threads are made: one for I/O of each connected ambassador, unless
//! its process model is single-threaded or it is [hosted](RtiAmbassador::connect_hosted), one for an
//! embedded RTI, and one for an RTI's authorizer.
#![forbid(unsafe_code)]

mod ambassador;
mod engine;
mod federate;
mod report;
mod rti;
pub mod settings;
mod stranger;

pub use ambassador::{Activity, DirectedScope, RtiAmbassador, Switch};
pub use engine::BoundChannel;
pub use engine::{Host, MemberIo, ServiceUsage, Turn, Unanswered};
pub use federate::{FederateAmbassador, NullFederateAmbassador};
pub use hyla_net::{Address, admit, probe_shared_memory};
pub use rti::{
    Action, Authorization, Authorizer, Caller, FederationAction, FileAuthorizer, MetricsSource,
    Relayed, RtiMetrics, RtiServer, RtiStop, UsersFileError, add_user, hash_password,
};

pub use stranger::{FEDERATE_PROTOCOL, SESSION_REFUSED, Stranger};

/// Data of callbacks.
pub use hyla_core::callback::{AttributeValues, Delivery, ParameterValues};
/// Data of tools.
pub use hyla_core::message::{
    CutConnection, FederationStatus, MemberStatus, ModuleSource, PointStatus,
};
pub use hyla_core::metrics::{
    ChannelMetrics, FederationMetrics, GroupMetrics, MemberMetrics, ROUND_TRIP_BOUNDS_NS,
    RoundTrips,
};
pub use hyla_core::time::{Bound, TimeStanding, Waiting};
