//! The authority of a federation execution, and the RTI that hosts all of them.
//!
//! An [`Rti`] takes messages of sessions (connections) and gives messages to sessions. Each
//! federation execution in it has an `Executive`, which orders what must be agreed in its control
//! log.

mod authorization;
mod home;
mod listing;
mod log;
mod members;
mod reading;
mod rti;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use hyla_types::{
    AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle, TimeImplementation,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub use authorization::{
    Admission, AuthorizationRequest, AuthorizationTicket, Greeted, Operation, Verdict,
};
pub use reading::{ModelTask, ModelTicket, ReadModels};
pub(crate) use rti::transmit;
pub use rti::{NoticeLevel, Rti, RtiConfig, RtiNotice, SessionId, Transmit};

use crate::declaration::{Declarations, Following, Settlements};
use crate::federation::{Coordination, Models, StorageRequest, SynchronizationPoint};
use crate::message::MemberInfo;
use crate::ownership::{OwnershipTable, Transfers};

/// One federation execution, seen from its authority.
#[derive(Debug)]
pub(crate) struct Executive {
    pub(crate) name: String,
    /// Tells executions of the same name apart.
    pub(crate) execution: u64,
    pub(crate) models: Arc<Models>,
    pub(crate) time: TimeImplementation,
    /// What federates call it.
    pub(crate) time_name: String,
    pub(crate) members: BTreeMap<FederateHandle, Enrolled>,
    pub(crate) objects: FxHashMap<ObjectInstanceHandle, Registered>,
    pub(crate) names: FxHashMap<String, NameUse>,
    pub(crate) mom: crate::mom::Mom,
    /// Synchronization points in progress.
    pub(crate) points: BTreeMap<String, SynchronizationPoint>,
    pub(crate) coordination: Coordination,
    /// For the driver.
    pub(crate) storage: VecDeque<StorageRequest>,
    /// Sessions whose federates got other handles by a restore, to be told to the directory.
    pub(crate) renamed: Vec<(SessionId, FederateHandle)>,
    pub(crate) ownership: OwnershipTable,
    pub(crate) transfers: Transfers,
    pub(crate) coordinator: crate::time::Coordinator,
    pub(crate) time_mode: crate::time::TimeMode,
    /// Reports were taken in, and what follows was not said yet.
    pub(crate) time_unsettled: bool,
    /// Members are being asked what their channels have done.
    pub(crate) inquiry: Option<crate::metrics::Inquiry>,
    /// What the host of the RTI has asked for and not taken yet.
    pub(crate) told_metrics: Option<crate::metrics::FederationMetrics>,
    pub(crate) stall_watch: crate::time::StallWatch,
    pub(crate) settlements: Settlements,
    /// As the driver told it last.
    pub(crate) now: std::time::Duration,
    pub(crate) next_handle: u32,
    pub(crate) next_log: u64,
}

/// A member, as its executive keeps it.
#[derive(Debug)]
pub(crate) struct Enrolled {
    pub(crate) info: MemberInfo,
    pub(crate) session: SessionId,
    pub(crate) declarations: Declarations,
    pub(crate) following: Following,
    pub(crate) resign_directive: hyla_types::ResignAction,
    /// Index of the last registration seen of it.
    pub(crate) registered_up_to: u32,
    pub(crate) objects: u64,
    /// Name of the machine that it runs on.
    pub(crate) host: String,
    /// FOM modules that it gave when it joined.
    pub(crate) modules: Vec<crate::federation::ModuleText>,
    /// Since when the connection of its client is cut, if it is.
    pub(crate) cut: Option<Cut>,
}

/// A client's connection is cut: moments of the RTI's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) since: Duration,
    /// Until then its session is kept.
    pub(crate) until: Duration,
}

/// An object instance, as its executive keeps it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Registered {
    pub(crate) class: ObjectClassHandle,
    pub(crate) name: String,
    /// What the registrant owned from the start.
    pub(crate) initial: AttributeHandleSet,
    /// Who has deleted it with a stamp, and can still retract that.
    pub(crate) deleter: Option<FederateHandle>,
}

/// What an instance name is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum NameUse {
    /// Reserved by that federate and not used yet.
    Reserved(FederateHandle),
    /// Name of that instance.
    Instance(ObjectInstanceHandle),
}
