//! The federate's side of a federation: the local RTI component without its I/O.
//!
//! A [`Member`] starts unconnected. The driver reports the connection
//! ([`Member::handle_connected`]), feeds what arrives ([`Member::handle_rti`],
//! [`Member::handle_data`], [`Member::handle_stream_end`]), calls the services (methods with the
//! standard's names, in the service groups' modules) and fetches callbacks
//! ([`Member::next_callback`]). What a member wants done goes to the [`crate::outbox::Outbox`].

mod arrival;
mod arrived_frame;
mod delivered_frame;
mod delivery;
mod held;
mod joined;
mod membership;
mod protocol;
mod queue;
mod step;
mod streams;

use hyla_types::{Edition, Exception, ExceptionKind, FederateHandle, ResignAction};

pub use arrival::Arrival;
pub use arrived_frame::ArrivedFrame;
pub(crate) use arrived_frame::WaitingFrame;
pub use delivered_frame::DeliveredFrame;
pub(crate) use held::{HeldStreams, Released};
pub(crate) use joined::Joined;
pub(crate) use membership::Membership;
pub use protocol::Protocol;
pub(crate) use queue::{CallbackQueue, Item};
pub(crate) use step::Resolved;
pub use step::Step;
pub(crate) use streams::Streams;

use crate::Result;
use crate::callback::Callback;
use crate::federation::Phase;
use crate::message::{Departure, RequestId};
use crate::object::Instance;
use crate::secrets::{ExecutionId, LinkKey};

/// One federate's local RTI component, from connect to disconnect.
#[derive(Debug)]
pub struct Member {
    pub(crate) edition: Edition,
    pub(crate) connected: bool,
    pub(crate) joined: Membership,
    pub(crate) queue: CallbackQueue,
    next_request: u32,
    callbacks_enabled: bool,
    /// Whether callbacks that change what the federate may do take effect when they are answered.
    answers: bool,
    /// The callback that was handed out and takes effect when it is answered.
    unanswered: Option<Box<Callback<'static>>>,
    /// How many have waited for their answers.
    awaited_answers: u64,
    /// The instance that the callback in progress removes: its name and class can still be asked.
    pub(crate) parting: Option<Instance>,
    /// Name of the machine, for the MOM.
    pub(crate) host: String,
}

impl Member {
    /// A member that is not connected, for a federate that uses this edition of the standard.
    #[must_use]
    pub fn new(edition: Edition) -> Self {
        Self {
            edition,
            connected: false,
            joined: Membership::default(),
            queue: CallbackQueue::default(),
            next_request: 0,
            callbacks_enabled: true,
            answers: false,
            unanswered: None,
            awaited_answers: 0,
            parting: None,
            host: String::new(),
        }
    }

    /// Names the machine that the federate runs on (`HLAfederateHost` of the MOM), for joins to come.
    pub fn set_host(&mut self, host: impl Into<String>) {
        self.host = host.into();
    }

    /// The edition its federate uses.
    #[must_use]
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// Whether there is a connection to an RTI.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// Whether the federate has joined a federation execution.
    #[must_use]
    pub fn is_joined(&self) -> bool {
        self.joined.is_some()
    }

    /// Handle of the joined federate.
    #[must_use]
    pub fn handle(&self) -> Option<FederateHandle> {
        Some(self.joined.as_deref()?.identity.handle())
    }

    /// Name of the joined federate.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        Some(self.joined.as_deref()?.identity.name())
    }

    /// Name of the federation execution that the federate has joined.
    #[must_use]
    pub fn federation(&self) -> Option<&str> {
        Some(self.joined.as_deref()?.identity.federation())
    }

    /// Distinguishes executions of the same name; cannot be guessed from outside.
    #[must_use]
    pub fn execution(&self) -> Option<ExecutionId> {
        Some(self.joined.as_deref()?.identity.execution())
    }

    /// The secret that this member shares with another, if the log has announced that one.
    #[must_use]
    pub fn link_key(&self, peer: FederateHandle) -> Option<LinkKey> {
        let joined = self.joined.as_deref()?;
        let peer = joined.roster.peer(peer)?;
        Some(joined.identity.link_key(&peer.info.token))
    }

    /// Whether this federate may be given another handle: the federation restores. Others may know of the new one before it does.
    #[must_use]
    pub fn may_be_renamed(&self) -> bool {
        let joined = self.joined.as_deref();
        joined.is_some_and(|joined| joined.participation.is_in_restore())
    }

    /// Number of the next entry of the control log.
    #[must_use]
    pub fn next_log(&self) -> Option<u64> {
        Some(self.joined.as_deref()?.declarations.next_log())
    }

    /// Callbacks waiting for delivery.
    #[must_use]
    pub fn pending_callbacks(&self) -> usize {
        self.queue.len()
    }

    /// Bytes that callbacks waiting for delivery take, about, and messages that wait for declarations which precede them.
    /// Messages whose time has not come are not among them.
    #[must_use]
    #[inline]
    pub fn waiting_bytes(&self) -> usize {
        self.queue.bytes() + self.held_bytes()
    }

    /// Whether a callback can be delivered now.
    #[must_use]
    pub fn has_callback(&self) -> bool {
        self.callbacks_enabled
            && (self.queue.has_urgent()
                || (self.queue.is_ready() && !self.is_held() && self.unanswered.is_none()))
    }

    /// Whether the federate waits for a grant of time.
    #[must_use]
    pub fn waits_for_time(&self) -> bool {
        let joined = self.joined.as_deref();
        joined.is_some_and(|joined| joined.asked().is_some())
    }

    /// Whether a save or restore holds all other callbacks back.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.phase() != Phase::Active
    }

    /// Object instances of which this member keeps a record.
    #[must_use]
    pub fn instance_count(&self) -> usize {
        self.joined
            .as_deref()
            .map_or(0, |joined| joined.objects.len())
    }

    /// A number for a request that wants an answer.
    pub(crate) fn new_request(&mut self) -> RequestId {
        self.next_request = self.next_request.wrapping_add(1);
        RequestId(self.next_request)
    }

    pub(crate) fn connection(&mut self) -> Result<&mut Self> {
        if self.connected {
            Ok(self)
        } else {
            Err(Exception::new(
                ExceptionKind::NotConnected,
                "connect to an RTI first",
            ))
        }
    }

    /// The joined state, or the exception that every service raises without it.
    pub(crate) fn joined(&mut self) -> Result<&mut Joined> {
        self.connection()?;
        self.joined.as_deref_mut().ok_or_else(not_joined)
    }

    /// As [`Self::joined`], for changes of counts and clocks only: see [`Membership::steady`].
    pub(crate) fn steady(&mut self) -> Result<&mut Joined> {
        self.connection()?;
        self.joined.steady().ok_or_else(not_joined)
    }

    /// The joined state, if there is one, and the queue.
    pub(crate) fn joined_and_queue(&mut self) -> Option<(&mut Joined, &mut CallbackQueue)> {
        Some((self.joined.as_deref_mut()?, &mut self.queue))
    }

    /// Like [`Self::joined`], with the queue for callbacks that a service causes.
    pub(crate) fn joined_with_queue(&mut self) -> Result<(&mut Joined, &mut CallbackQueue)> {
        self.connection()?;
        self.joined_and_queue().ok_or_else(not_joined)
    }

    /// As [`Self::joined_and_queue`], for what changes nothing but the standing in time: see [`Membership::steady`].
    pub(crate) fn steady_and_queue(&mut self) -> Option<(&mut Joined, &mut CallbackQueue)> {
        Some((self.joined.steady()?, &mut self.queue))
    }

    /// As [`Self::joined_with_queue`], for what changes nothing but the standing in time: see [`Membership::steady`].
    pub(crate) fn steady_with_queue(&mut self) -> Result<(&mut Joined, &mut CallbackQueue)> {
        self.connection()?;
        self.steady_and_queue().ok_or_else(not_joined)
    }

    /// The joined state for services that change nothing.
    pub(crate) fn joined_ref(&self) -> Result<&Joined> {
        if !self.connected {
            return Err(Exception::new(
                ExceptionKind::NotConnected,
                "connect to an RTI first",
            ));
        }
        self.joined.as_deref().ok_or_else(not_joined)
    }

    /// `enableCallbacks` (10.43 in 2010, 10.59 in 2025).
    pub fn enable_callbacks(&mut self) {
        self.callbacks_enabled = true;
    }

    /// `disableCallbacks` (10.44 in 2010, 10.60 in 2025): callbacks queue up until enabled again.
    pub fn disable_callbacks(&mut self) {
        self.callbacks_enabled = false;
    }

    /// The federate is out of its execution: nothing of it remains.
    pub(crate) fn leave_execution(&mut self) {
        self.joined = Membership::default();
        self.parting = None;
        self.unanswered = None;
        self.queue.leave_execution();
    }
}

fn not_joined() -> Exception {
    Exception::new(
        ExceptionKind::FederateNotExecutionMember,
        "join a federation execution first",
    )
}

impl Joined {
    /// Effect of a member's departure on what it leaves behind.
    pub(crate) fn departure_of(action: ResignAction) -> Departure {
        match action {
            ResignAction::DeleteObjects
            | ResignAction::DeleteObjectsThenDivest
            | ResignAction::CancelThenDeleteThenDivest => Departure::Delete,
            _ => Departure::Divest,
        }
    }
}
