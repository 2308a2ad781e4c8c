//! A simulated process: one member, its links, and what its federate waits for.

use std::collections::BTreeMap;
use std::rc::Rc;

use hyla_core::callback::Callback;
use hyla_core::member::Member;
use hyla_core::message::RequestId;
use hyla_types::{Edition, ObjectInstanceHandle};

use crate::clients::Remote;
use crate::driver::{self, Links, SharedWires};
use crate::fom::Schema;
use crate::model::Seat;
use crate::network::{ChannelId, ProcessId};

/// A call whose answer the federate waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    Create,
    Destroy,
    Join,
    Resign,
    Galt,
    /// Whether everyone has applied what it has declared.
    Settle,
}

/// How its federate behaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// Callbacks on arrival, instead of when the federate evokes them.
    pub(crate) immediate: bool,
    /// Tells others where it is reached.
    pub(crate) has_address: bool,
    /// Of 100 steps, those that change declarations once it has settled.
    pub(crate) fickle: u8,
    /// Of 1000 steps, those that resign.
    pub(crate) restless: u16,
}

/// A process from its start to its end.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) id: ProcessId,
    pub(crate) edition: Edition,
    pub(crate) temper: Temper,
    pub(crate) member: Member,
    pub(crate) links: Links,
    pub(crate) wires: SharedWires,
    /// When the links are looked after next.
    pub(crate) due: Option<u64>,
    /// Frames of callers whom nobody knew yet, for the statistics.
    pub(crate) held_back: u64,
    /// Frames that its links have dropped, and how many messages all had sent, when that was last looked at.
    pub(crate) unsaid: (u64, usize),
    /// Frames that went through the RTI, for the statistics.
    pub(crate) relayed: u64,
    pub(crate) alive: bool,
    pub(crate) greeted: bool,
    pub(crate) paused_until: u64,
    pub(crate) seat: Option<Seat>,
    pub(crate) schema: Option<Rc<Schema>>,
    pub(crate) waiting: Option<(RequestId, Ask)>,
    /// Lists asked for and not answered yet.
    pub(crate) lists: u32,
    /// Restores asked for and neither granted nor refused yet.
    pub(crate) restores: u32,
    /// Callbacks that the connection is lost.
    pub(crate) told_lost: u32,
    /// Steps since it joined.
    pub(crate) age: u32,
    /// What it was last told of instances, to be repeated by sabotage.
    pub(crate) discoveries: BTreeMap<ObjectInstanceHandle, Vec<u8>>,
    /// Its federate, if that has a client.
    pub(crate) remote: Option<Box<Remote>>,
}

/// Channel of a process to the RTI.
pub(crate) fn rti_channel(process: ProcessId) -> ChannelId {
    ChannelId(u64::from(process.0) << 32)
}

impl Process {
    pub(crate) fn new(
        id: ProcessId,
        edition: Edition,
        temper: Temper,
        modules: Option<u64>,
    ) -> Self {
        let (links, wires) = driver::links(id, modules);
        Self {
            id,
            edition,
            temper,
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
            seat: None,
            schema: None,
            waiting: None,
            lists: 0,
            restores: 0,
            told_lost: 0,
            age: 0,
            discoveries: BTreeMap::new(),
            remote: None,
        }
    }

    /// Its federate has got a callback: what waits for it waits no longer.
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

    /// Looks the object model's names up anew.
    pub(crate) fn refresh_schema(&mut self) {
        self.schema = Schema::look_up(&self.member).map(Rc::new);
    }
}
