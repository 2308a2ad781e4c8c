//! Messages between a member and the RTI.

use std::sync::Arc;
use std::time::Duration;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Credentials, Edition, Exception, FederateHandle,
    FederationExecutionInformation, FederationExecutionMemberInformation, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, ResignAction,
};
use serde::{Deserialize, Serialize};

use super::module_source::ModuleSource;
use super::request_id::RequestId;
use super::{
    DeclarationChange, FederationNotice, FederationRequest, LogEvent, OwnershipNotice,
    OwnershipRequest, Snapshot,
};
use crate::callback::Callback;
use crate::latency::{LatencyAnswer, LatencyQuestion};
use crate::metrics::{FederationMetrics, MemberMetrics};
use crate::secrets::{Challenge, Proof};
use crate::time::{Bound, MessageCount, TimeNews, TimeRequest, TimeStanding};

/// First frame of a connection: who calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Greeting {
    /// A federate (or a tool) to the RTI.
    ToRti {
        /// Edition of the standard that it uses.
        edition: Edition,
        /// Credentials of the caller; `None` for the standard's `HLAnoCredentials`.
        credentials: Option<Credentials>,
    },
    /// A member to another member of the same execution, which has challenged it.
    ToMember {
        /// The caller.
        from: FederateHandle,
        /// The member that is called.
        to: FederateHandle,
        /// That the caller is this member: [`Purpose::Call`](crate::secrets::Purpose) over the challenge.
        proof: Proof,
        /// Challenge for the welcome.
        challenge: Challenge,
    },
}

/// From a connected federate to the RTI.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToRti {
    /// `createFederationExecution` in all its forms.
    Create {
        /// Answered with [`Reply::Done`].
        request: RequestId,
        /// Name of the execution.
        federation: String,
        /// FOM modules in argument order.
        modules: Vec<ModuleSource>,
        /// The MIM, if the caller brings one.
        mim: Option<ModuleSource>,
        /// Name of the logical time implementation; empty for the default.
        time: String,
    },
    /// `destroyFederationExecution`.
    Destroy {
        /// Answered with [`Reply::Done`].
        request: RequestId,
        /// Name of the execution.
        federation: String,
    },
    /// `listFederationExecutions`.
    ListExecutions,
    /// `listFederationExecutionMembers` (2025).
    ListMembers {
        /// Name of the execution.
        federation: String,
    },
    /// `joinFederationExecution` in all its forms.
    Join {
        /// Answered with [`Reply::Joined`].
        request: RequestId,
        /// Name wanted; the RTI makes one if absent.
        name: Option<String>,
        /// Type of the federate.
        federate_type: String,
        /// Name of the execution.
        federation: String,
        /// Additional FOM modules.
        modules: Vec<ModuleSource>,
        /// Addresses at which other members reach this one, best first.
        addresses: Vec<String>,
        /// Name of the machine that it runs on.
        host: String,
    },
    /// Request that only a joined federate may send.
    Member(MemberRequest),
    /// Lists the federation executions: for tools.
    Status {
        /// Answered with [`Reply::Status`].
        request: RequestId,
    },
    /// Asks for the times of an execution's federates, and their waits: for tools.
    TimeStatus {
        /// Answered with [`Reply::Time`].
        request: RequestId,
        /// Name of the execution.
        federation: String,
    },
    /// Asks for the channel metrics of an execution's members: for tools.
    Metrics {
        /// Answered with [`Reply::Metrics`].
        request: RequestId,
        /// Name of the execution.
        federation: String,
    },
    /// Asks a member for the latency of its messages to another one: for tools.
    Latency {
        /// Answered with [`Reply::Latency`].
        request: RequestId,
        /// Name of the execution.
        federation: String,
        /// Name of the sender, which is asked.
        sender: String,
        /// Name of the receiver; `None` for the RTI.
        receiver: Option<String>,
        /// The question; its `peer` is that of `receiver`.
        question: LatencyQuestion,
    },
    /// Removes a federate from its execution: for tools.
    RemoveFederate {
        /// Answered with [`Reply::Done`].
        request: RequestId,
        /// Name of the execution.
        federation: String,
        /// Name of the federate.
        federate: String,
        /// Reason for the callback `federateResigned` (2025).
        reason: String,
    },
    /// The caller acts for a client that reaches it over a connection of its own. That connection is cut, and the
    /// client has so long to come back; `None` once it is back.
    ClientCut {
        /// How long the client's session is kept.
        kept: Option<Duration>,
    },
}

impl ToRti {
    /// Number of the request, if the RTI answers it by that.
    #[must_use]
    pub fn request(&self) -> Option<RequestId> {
        match self {
            Self::Create { request, .. }
            | Self::Destroy { request, .. }
            | Self::RemoveFederate { request, .. }
            | Self::Join { request, .. }
            | Self::Status { request }
            | Self::TimeStatus { request, .. }
            | Self::Metrics { request, .. }
            | Self::Latency { request, .. } => Some(*request),
            Self::ListExecutions
            | Self::ListMembers { .. }
            | Self::Member(_)
            | Self::ClientCut { .. } => None,
        }
    }
}

/// A request that only a joined federate may send. Requests without a number are not answered: the member has
/// checked them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum MemberRequest {
    /// `resignFederationExecution`; the member has done its deletions.
    Resign {
        /// Answered with [`Reply::Done`].
        request: RequestId,
        /// The action.
        action: ResignAction,
    },
    /// Time management.
    Time(TimeRequest),
    /// `setAutomaticResignDirective`.
    ResignDirective(ResignAction),
    /// Publication or subscription.
    Declare(DeclarationChange),
    /// Name reservation; the answer is [`FromRti::NamesReserved`].
    ReserveNames {
        /// Identifies it in the answer, among the reservations of its federate that have none.
        number: u32,
        /// The names.
        names: Vec<Arc<str>>,
        /// Whether the plural service was called.
        multiple: bool,
    },
    /// Names reserved and not used.
    ReleaseNames {
        /// The names.
        names: Vec<Arc<str>>,
    },
    /// `registerObjectInstance`.
    Registered {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Its class.
        class: ObjectClassHandle,
        /// Its name: one reserved before, or one made from the handle.
        name: String,
        /// Attributes owned by the registrant.
        owned: AttributeHandleSet,
    },
    /// `deleteObjectInstance` of an instance whose privilege to delete the caller owns.
    Deleted {
        /// The instance.
        object: ObjectInstanceHandle,
    },
    /// `deleteObjectInstance` in time-stamp order, of which [`Self::Deleted`] follows when it cannot be retracted any more. If the
    /// caller is lost before, it is final.
    DeletionScheduled {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Whether the deletion is in force, or was retracted.
        stands: bool,
    },
    /// Ownership management.
    Ownership(OwnershipRequest),
    /// New values of the caller's own MOM instance.
    MomUpdate {
        /// Encoded values.
        values: Vec<(AttributeHandle, Vec<u8>)>,
    },
    /// Values of a MOM instance are wanted.
    MomRequest {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attributes wanted.
        attributes: AttributeHandleSet,
    },
    /// Values are wanted of all MOM instances of a class that the caller knows.
    MomClassRequest {
        /// The class, or one above it.
        class: ObjectClassHandle,
        /// The attributes wanted.
        attributes: AttributeHandleSet,
    },
    /// Answers `HLAmodifyAttributeState` of the MOM about the caller, which has checked it. Without a
    /// [`FromRti::Mom`] of the same instance, attribute and state before, it is a violation.
    MomModifyAttribute {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
        /// Whether the caller owns it from now on.
        owned: bool,
        /// Whether the caller can follow; otherwise nothing changes.
        agreed: bool,
    },
    /// The caller sent an interaction of the MOM.
    MomInteraction {
        /// Its class.
        class: InteractionClassHandle,
        /// Its parameters.
        parameters: Vec<(ParameterHandle, Vec<u8>)>,
    },
    /// The caller reports on itself: an interaction that the RTI sends.
    MomReport {
        /// Its class.
        class: InteractionClassHandle,
        /// Its parameters.
        parameters: Vec<(ParameterHandle, Vec<u8>)>,
        /// Normalized group of the service reported on, if it is one.
        group: Option<u32>,
    },
    /// A member cannot be reached directly: data for it goes through the RTI from now on.
    RelayOpened {
        /// The other member.
        with: FederateHandle,
    },
    /// Synchronization points, saves and restores.
    Federation(FederationRequest),
    /// Metrics of the caller's channels; answers [`FromRti::ReportMetrics`].
    Metrics(MemberMetrics),
    /// Latency of the caller's messages; answers [`FromRti::ReportLatency`].
    Latency {
        /// Number of the question.
        number: u64,
        /// The answer, or the defect of the question.
        answer: Result<LatencyAnswer, String>,
    },
    /// The caller waits until all others have applied what it declared.
    Settle {
        /// Answered with [`Reply::Settled`].
        request: RequestId,
    },
    /// The caller has applied declarations of others.
    Confirmed {
        /// Number of the first log entry that it has not applied.
        next: u64,
    },
}

/// Answers to numbered requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// Done.
    Done,
    /// Joined.
    Joined {
        /// Handle of the caller.
        handle: FederateHandle,
        /// Its name.
        name: String,
        /// State to start from.
        snapshot: Box<Snapshot>,
    },
    /// The federation executions.
    Status(Vec<FederationStatus>),
    /// GALT of the caller.
    Galt {
        /// `None` if no other federate regulates.
        galt: Option<Bound>,
        /// The value holds once these messages have arrived.
        expected: Vec<MessageCount>,
    },
    /// Times and waits of the federates.
    Time(Vec<TimeStanding>),
    /// Channel metrics of the execution's members.
    Metrics(Box<FederationMetrics>),
    /// Latency of the messages of a member.
    Latency(Box<LatencyAnswer>),
    /// All members that are waited for have applied the caller's declaration.
    Settled {
        /// Number of the log entry behind the caller's last declaration.
        position: u64,
        /// Whether all others have applied the entries before it; else some were not in time, or too many declarations of the
        /// caller wait.
        everyone: bool,
    },
}

/// A federation execution as tools show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederationStatus {
    /// Its name.
    pub name: String,
    /// Its logical time implementation.
    pub time: String,
    /// Object instances that exist.
    pub objects: u64,
    /// Entries of the control log so far.
    pub log_length: u64,
    /// Designators of its modules.
    pub modules: Vec<String>,
    /// Its members.
    pub members: Vec<MemberStatus>,
    /// Synchronization points that not everyone has achieved.
    pub points: Vec<PointStatus>,
}

/// A synchronization point as tools show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointStatus {
    /// Its label.
    pub label: String,
    /// Names of the members that have achieved it.
    pub achieved: Vec<String>,
    /// Names of the members that have not.
    pub missing: Vec<String>,
}

/// A member as tools show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberStatus {
    /// Its handle.
    pub handle: FederateHandle,
    /// Its name.
    pub name: String,
    /// Its type.
    pub federate_type: String,
    /// Edition of the standard that it uses.
    pub edition: Edition,
    /// Object instances that it registered and that still exist.
    pub objects: u64,
    /// Addresses at which other members reach it.
    pub addresses: Vec<String>,
    /// How the RTI reaches it, such as `tcp`; empty if the RTI does not know.
    pub transport: String,
    /// Its client's connection is cut (Federate Protocol); `None` for a federate that is connected.
    pub cut: Option<CutConnection>,
}

/// The connection of a federate's client is cut, and the client may come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutConnection {
    /// How long it has been cut.
    pub since: Duration,
    /// How much longer the session is kept.
    pub left: Duration,
}

impl std::fmt::Display for CutConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (since, left) = (self.since.as_secs_f64(), self.left.as_secs_f64());
        write!(
            f,
            "its connection has been cut for {since:.1} s, its session is kept for another {left:.1} s"
        )
    }
}

/// From the RTI to a connected federate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FromRti {
    /// The greeting was accepted.
    Welcome {
        /// Version of the RTI, for the log.
        version: String,
    },
    /// The greeting was refused; the connection closes.
    Refused(Exception),
    /// Answer to a numbered request.
    Answer {
        /// The request.
        request: RequestId,
        /// The outcome.
        outcome: Result<Reply, Exception>,
    },
    /// Answer to `listFederationExecutions`.
    Executions(Vec<FederationExecutionInformation>),
    /// Answer to `listFederationExecutionMembers`; `None` if there is no such execution.
    Members {
        /// The execution asked for.
        federation: String,
        /// Its members.
        members: Option<Vec<FederationExecutionMemberInformation>>,
    },
    /// The next entry of the control log.
    Log {
        /// Its number.
        number: u64,
        /// The change.
        event: LogEvent,
    },
    /// From the coordinator of time.
    Time(TimeNews),
    /// Result of a name reservation: the names themselves, which may be long, stay with the caller.
    NamesReserved {
        /// Of the reservation.
        number: u32,
        /// Positions in the request of the names that are not the caller's now, in order.
        refused: Vec<u32>,
    },
    /// Ownership management.
    Ownership(OwnershipNotice),
    /// The RTI removed the caller from the execution (`federateResigned`, 2025).
    Removed {
        /// Why.
        reason: String,
    },
    /// An interaction of the MOM that concerns the receiver.
    Mom {
        /// Its class as sent.
        class: InteractionClassHandle,
        /// Its parameters.
        parameters: Vec<(ParameterHandle, Vec<u8>)>,
    },
    /// Values of the receiver's MOM instance are wanted, by [`MemberRequest::MomUpdate`].
    MomProvide {
        /// The attributes wanted.
        attributes: AttributeHandleSet,
    },
    /// A member cannot reach the caller directly: data between them goes through the RTI.
    RelayOpened {
        /// The other member.
        with: FederateHandle,
    },
    /// Relayed data for that member has to wait (`true`) or may go on.
    RelayPressure {
        /// The receiving member.
        to: FederateHandle,
        /// Whether to wait.
        high: bool,
    },
    /// A callback that the RTI decided on.
    Callback(Box<Callback<'static>>),
    /// Saves and restores.
    Federation(FederationNotice),
    /// Asks for the metrics of the receiver's channels, by [`MemberRequest::Metrics`].
    ReportMetrics,
    /// Asks for the latency of the receiver's messages, by [`MemberRequest::Latency`].
    ReportLatency {
        /// Number of the question.
        number: u64,
        /// The question.
        question: LatencyQuestion,
    },
}
