//! The authority of a federation execution, and the RTI that hosts all of them.
//!
//! An [`Rti`] takes messages of sessions (connections) and gives messages to sessions. Each
//! federation execution in it has an `Executive`, which orders what must be agreed in its control
//! log.

mod account;
mod applicant;
mod audit;
mod authorization;
mod authorize;
mod channel_keys;
mod control_log;
mod home;
mod inspection;
mod kept;
mod listing;
mod log;
mod members;
mod name_turns;
mod notice;
mod quota;
mod read_models;
mod reading;
mod requests;
mod rti;
mod session;
mod text;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use hyla_types::FederateHandle;

pub use account::Account;
pub use audit::AnsweredRequest;
pub use authorization::{
    Admission, AuthorizationRequest, AuthorizationTicket, Greeted, Operation, Verdict,
};
pub(crate) use control_log::ControlLog;
pub(crate) use kept::{
    ENTRY_BYTES, Tally, UNKNOWN_FEDERATE, held_values, instance_bytes, name_bytes, point_bytes,
    region_bytes,
};
pub use notice::{Audited, NoticeLevel, RtiNotice};
pub use quota::UserLimits;
pub(crate) use quota::{Usage, User};
pub use reading::{ModelTask, ModelTicket, ReadModels};
pub use rti::{Rti, RtiConfig};
pub(crate) use session::transmit;
pub use session::{SessionId, Transmit};
pub(crate) use text::{LONGEST_TEXT, check_text};

use crate::declaration::{Declarations, Following, Settlements};
use crate::federation::{Coordination, ExecutionIdentity, Models, SynchronizationPoint};
use crate::latency::LatencyInquiries;
use crate::message::MemberInfo;
use crate::metrics::Inquiries;
use crate::object::Registry;
use crate::ownership::{ExecutiveOwnership, Modification};
use crate::secrets::Seed;
use crate::time::ExecutiveTime;
use session::Cut;

/// One federation execution, seen from its authority.
#[derive(Debug)]
pub(crate) struct Executive {
    pub(crate) identity: ExecutionIdentity,
    pub(crate) seed: Seed,
    pub(crate) models: Arc<Models>,
    pub(crate) members: BTreeMap<FederateHandle, Enrolled>,
    pub(crate) registry: Registry,
    pub(crate) mom: crate::mom::Mom,
    /// Synchronization points in progress.
    pub(crate) points: BTreeMap<String, SynchronizationPoint>,
    pub(crate) coordination: Coordination,
    pub(crate) ownership: ExecutiveOwnership,
    pub(crate) time: ExecutiveTime,
    pub(crate) metrics: Inquiries,
    pub(crate) latency: LatencyInquiries,
    pub(crate) settlements: Settlements,
    /// As the driver set it last.
    pub(crate) now: std::time::Duration,
    pub(crate) next_handle: u32,
    pub(crate) log: ControlLog,
    /// User that created it.
    pub(crate) creator: User,
    /// Modules of each user, and the memory that they take.
    pub(crate) brought: BTreeMap<User, Usage>,
    /// Users of its members, and of those that have left and of which something is kept.
    pub(crate) users: BTreeMap<FederateHandle, User>,
    /// So many are remembered before those of departed federates are looked through.
    pub(crate) most_users: usize,
}

/// A member, as its executive keeps it.
#[derive(Debug)]
pub(crate) struct Enrolled {
    pub(crate) info: MemberInfo,
    pub(crate) session: SessionId,
    /// Whose quota what is kept for it counts against.
    pub(crate) user: User,
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
    /// `HLAmodifyAttributeState` that was passed on to it and that it has not answered, oldest first.
    pub(crate) expected: VecDeque<Modification>,
}
