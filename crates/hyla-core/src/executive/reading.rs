//! Object models that are read outside the RTI's own thread: a large FOM takes a second, and time in other
//! federation executions should not wait for it.
//!
//! The request waits; a [`ModelTask`] goes to the driver, which carries it out wherever it likes; with its result
//! the request is carried out as if it had come then. Without [`Rti::read_models_aside`] nothing waits.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hyla_omt::{Finding, Strictness};
use hyla_types::{Edition, Exception, ExceptionKind};
use rustc_hash::FxHashMap;

use super::rti::Rti;
use super::session::SessionId;
use crate::Result;
use crate::federation::{Extension, Models, merged};
use crate::message::{RequestId, ToRti};

/// Requests of one session that may wait behind one whose modules are being read.
const MOST_WAITING: usize = 64;

/// Says to which request the models belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModelTicket(u64);

/// A request whose modules are to be read and merged: computation alone, for any thread.
#[derive(Debug)]
pub struct ModelTask {
    ticket: ModelTicket,
    message: ToRti,
    edition: Edition,
    /// The models of the execution that is joined.
    base: Option<Arc<Models>>,
    strictness: Strictness,
}

/// What a [`ModelTask`] came to, for [`Rti::handle_models`].
#[derive(Debug)]
pub struct ReadModels {
    ticket: ModelTicket,
    message: ToRti,
    prepared: Option<Prepared>,
}

/// Models that were read before their request is carried out.
#[derive(Debug)]
pub(super) enum Prepared {
    /// For a new execution.
    Merged(Result<(Models, Vec<Finding>)>),
    /// For an execution with these models.
    Extended(Arc<Models>, Result<Extension>),
}

impl ModelTask {
    /// Reads and merges the modules. Takes as long as that takes.
    #[must_use]
    pub fn carry_out(self) -> ReadModels {
        let Self {
            ticket,
            message,
            edition,
            base,
            strictness,
        } = self;
        let prepared = match (&message, base) {
            (ToRti::Create { modules, mim, .. }, _) => Some(Prepared::Merged(guarded(|| {
                merged(edition, modules, mim.as_ref(), strictness)
            }))),
            (ToRti::Join { modules, .. }, Some(base)) => {
                let extension = guarded(|| base.extended(modules, strictness));
                Some(Prepared::Extended(base, extension))
            }
            _ => None,
        };
        ReadModels {
            ticket,
            message,
            prepared,
        }
    }
}

/// What a computation gives; a panic in it is an answer, too, or the request would wait for ever.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
        Err(Exception::new(
            ExceptionKind::RTIinternalError,
            "reading the modules panicked: this is a bug of Hyla",
        ))
    })
}

/// Requests that wait for their modules to be read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    aside: bool,
    tickets: u64,
    tasks: VecDeque<ModelTask>,
    open: BTreeMap<ModelTicket, SessionId>,
    /// Of each session with an open request: what it asked after that.
    behind: FxHashMap<SessionId, VecDeque<ToRti>>,
}

impl Reading {
    /// The session is gone; what it asked for matters no more.
    pub(super) fn forget(&mut self, session: SessionId) {
        let Self {
            tasks,
            open,
            behind,
            ..
        } = self;
        open.retain(|_, of| *of != session);
        tasks.retain(|task| open.contains_key(&task.ticket));
        behind.remove(&session);
    }

    /// Whether models are to be read elsewhere.
    pub(super) fn is_aside(&self) -> bool {
        self.aside
    }
}

impl Rti {
    /// From now on, modules are read by whoever polls [`Self::poll_model_task`], not inside
    /// [`Self::handle_message`].
    pub fn read_models_aside(&mut self) {
        self.reading.aside = true;
    }

    /// The next modules to read.
    pub fn poll_model_task(&mut self) -> Option<ModelTask> {
        self.reading.tasks.pop_front()
    }

    /// What a task of [`Self::poll_model_task`] came to. For a session that is gone it has no effect.
    ///
    /// # Errors
    /// As [`Self::handle_message`], for the session of the request, which is named.
    pub fn handle_models(
        &mut self,
        read: ReadModels,
    ) -> std::result::Result<(), (SessionId, String)> {
        let ReadModels {
            ticket,
            message,
            prepared,
        } = read;
        let Some(session) = self.reading.open.remove(&ticket) else {
            return Ok(());
        };
        let mut outcome = self.carry_out_with(session, message, prepared);
        // Unless its modules have to be read once more, the session's next request has its turn.
        while outcome.is_ok()
            && !self.reading.open.values().any(|of| *of == session)
            && let Some(behind) = self.reading.behind.get_mut(&session)
        {
            let Some(next) = behind.pop_front() else {
                self.reading.behind.remove(&session);
                break;
            };
            outcome = self.carry_out_with(session, next, None);
        }
        outcome.map_err(|problem| (session, problem))
    }

    /// Has the modules of a request read: for a new execution, or for one with the models `base`.
    pub(super) fn set_aside(
        &mut self,
        session: SessionId,
        edition: Edition,
        base: Option<Arc<Models>>,
        message: ToRti,
    ) {
        let strictness = self.config.strictness;
        let reading = &mut self.reading;
        reading.tickets += 1;
        let ticket = ModelTicket(reading.tickets);
        reading.open.insert(ticket, session);
        reading.behind.entry(session).or_default();
        reading.tasks.push_back(ModelTask {
            ticket,
            message,
            edition,
            base,
            strictness,
        });
    }

    /// The message, unless it has to wait until the modules of an earlier request of its session have been read:
    /// what creates, destroys and joins keeps its order within a session.
    ///
    /// # Errors
    /// The number of the request and why it cannot wait.
    pub(super) fn unless_it_waits_for_models(
        &mut self,
        session: SessionId,
        message: ToRti,
    ) -> std::result::Result<Option<ToRti>, (RequestId, String)> {
        let (ToRti::Create { request, .. }
        | ToRti::Destroy { request, .. }
        | ToRti::Join { request, .. }) = &message
        else {
            return Ok(Some(message));
        };
        let Some(behind) = self.reading.behind.get_mut(&session) else {
            return Ok(Some(message));
        };
        if behind.len() >= MOST_WAITING {
            let text = format!("{MOST_WAITING} requests wait for modules to be read already");
            return Err((*request, text));
        }
        behind.push_back(message);
        Ok(None)
    }
}
