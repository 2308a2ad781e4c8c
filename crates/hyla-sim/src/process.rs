//! A simulated process: one member, its links, and its pending calls.

use std::collections::BTreeMap;
use std::rc::Rc;

use hyla_core::callback::Callback;
use hyla_core::member::Member;
use hyla_core::message::RequestId;
use hyla_types::{Edition, ObjectInstanceHandle, ResignAction};

use crate::clients::ClientFederate;
use crate::driver::{self, Boards, Links, SharedWires};
use crate::fom::Schema;
use crate::model::Membership;
use crate::network::{ChannelId, ProcessId};

/// A call that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PendingAnswer {
    Create,
    Destroy,
    Join,
    Resign,
    Galt,
    /// Waits until everyone has applied its declarations.
    Settle,
}

/// A resignation that waits for acknowledgements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resignation {
    pub(crate) action: ResignAction,
    /// It waits no longer than that.
    pub(crate) until: u64,
}

/// How its federate behaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Behavior {
    /// Callbacks come on arrival, not when the federate evokes them.
    pub(crate) immediate: bool,
    /// The process has an address for other members.
    pub(crate) has_address: bool,
    /// Of 100 steps, those that change declarations after the start.
    pub(crate) fickle: u8,
    /// Of 1000 steps, those that resign.
    pub(crate) restless: u16,
}

/// A process from its start to its end.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) id: ProcessId,
    pub(crate) edition: Edition,
    pub(crate) behavior: Behavior,
    pub(crate) member: Member,
    pub(crate) links: Links,
    pub(crate) wires: SharedWires,
    /// Next timer of the links.
    pub(crate) due: Option<u64>,
    /// Frames of unknown callers, for statistics.
    pub(crate) held_back: u64,
    /// Frames that its links had dropped, and messages that all had sent, at the last check.
    pub(crate) unsaid: (u64, usize),
    /// Frames through the RTI, for statistics.
    pub(crate) relayed: u64,
    pub(crate) alive: bool,
    pub(crate) greeted: bool,
    pub(crate) paused_until: u64,
    pub(crate) membership: Option<Membership>,
    pub(crate) schema: Option<Rc<Schema>>,
    pub(crate) waiting: Option<(RequestId, PendingAnswer)>,
    /// The federate resigns as soon as members of groups have what it sent.
    pub(crate) resigns: Option<Resignation>,
    /// Requests for lists without an answer.
    pub(crate) lists: u32,
    /// Restore requests neither granted nor refused.
    pub(crate) restores: u32,
    /// Callbacks that the connection is lost.
    pub(crate) told_lost: u32,
    /// Steps since it joined.
    pub(crate) age: u32,
    /// Its last callbacks about instances, for sabotage to repeat.
    pub(crate) discoveries: BTreeMap<ObjectInstanceHandle, Vec<u8>>,
    /// Its federate, if it uses a client.
    pub(crate) remote: Option<Box<ClientFederate>>,
}

/// Channel of a process to the RTI.
pub(crate) fn rti_channel(process: ProcessId) -> ChannelId {
    ChannelId(u64::from(process.0) << 32)
}

impl Process {
    pub(crate) fn new(
        id: ProcessId,
        edition: Edition,
        behavior: Behavior,
        modules: Option<u64>,
        multicast: bool,
        boards: &Boards,
    ) -> Self {
        let (links, wires) = driver::links(id, modules, multicast, boards);
        Self {
            id,
            edition,
            behavior,
            member: Member::new(edition),
            links,
            wires,
            due: None,
            held_back: 0,
            unsaid: (0, 0),
            relayed: 0,
            alive: true,
            greeted: false,
            paused_until: 0,
            membership: None,
            schema: None,
            waiting: None,
            resigns: None,
            lists: 0,
            restores: 0,
            told_lost: 0,
            age: 0,
            discoveries: BTreeMap::new(),
            remote: None,
        }
    }

    /// Its federate received a callback: calls that wait for it continue.
    pub(crate) fn has_got(&mut self, callback: &Callback<'_>) {
        match callback {
            Callback::ConnectionLost { .. } => self.told_lost += 1,
            Callback::ReportFederationExecutions { .. }
            | Callback::ReportFederationExecutionMembers { .. }
            | Callback::ReportFederationExecutionDoesNotExist { .. } => {
                self.lists = self.lists.saturating_sub(1);
            }
            Callback::RequestFederationRestoreSucceeded { .. }
            | Callback::RequestFederationRestoreFailed { .. } => {
                self.restores = self.restores.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// Looks up the object model's names again.
    pub(crate) fn refresh_schema(&mut self) {
        self.schema = Schema::look_up(&self.member).map(Rc::new);
    }
}
