//! Requests for metrics that wait for the members.

use std::collections::BTreeSet;
use std::time::Duration;

use hyla_types::FederateHandle;

use super::{FederationMetrics, MemberMetrics};
use crate::executive::SessionId;
use crate::message::RequestId;

/// A pending question. There is one at a time in an execution: later inquirers get the same answer, so
/// that many of them cost no more than one.
#[derive(Debug, Default)]
pub(super) struct Inquiry {
    pub(super) missing: BTreeSet<FederateHandle>,
    pub(super) until: Duration,
    pub(super) heard: Vec<(FederateHandle, MemberMetrics)>,
    pub(super) askers: Vec<(SessionId, RequestId)>,
    /// The process that hosts the RTI wants to know.
    pub(super) for_host: bool,
}

/// Questions to the members, and answers for the process that hosts the RTI.
#[derive(Debug, Default)]
pub(crate) struct Inquiries {
    /// Members are being asked what their channels have done.
    pub(super) inquiry: Option<Inquiry>,
    /// Metrics that the host of the RTI has asked for and not taken yet.
    pub(super) told: Option<FederationMetrics>,
}
