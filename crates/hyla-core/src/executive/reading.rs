//! Object models that are read outside the RTI's own thread: a large FOM takes a second, and time in other
//! federation executions should not wait for it.
//!
//! The request waits; a [`ModelTask`] goes to the driver, which carries it out wherever it likes; with its result
//! the request is carried out as if it had come then. Without
//! [`Rti::read_models_aside`](super::Rti::read_models_aside) nothing waits.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hyla_omt::{Finding, Strictness};
use hyla_types::{Edition, Exception, ExceptionKind};
use rustc_hash::FxHashMap;

use super::quota::{Usage, User};
use super::session::SessionId;
use crate::Result;
use crate::federation::{Extension, Models, merged};
use crate::message::ToRti;

/// Says to which request the models belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModelTicket(pub(super) u64);

/// A request whose modules are to be read and merged: computation alone, for any thread.
#[derive(Debug)]
pub struct ModelTask {
    pub(super) ticket: ModelTicket,
    pub(super) message: ToRti,
    pub(super) edition: Edition,
    /// The models of the execution that is joined.
    pub(super) base: Option<Arc<Models>>,
    pub(super) strictness: Strictness,
}

/// Result of a [`ModelTask`], for [`Rti::handle_models`](super::Rti::handle_models).
#[derive(Debug)]
pub struct ReadModels {
    pub(super) ticket: ModelTicket,
    pub(super) message: ToRti,
    pub(super) prepared: Option<Prepared>,
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

/// Result of a computation; a panic becomes an error, since the request would otherwise wait for ever.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
        Err(Exception::new(
            ExceptionKind::RTIinternalError,
            "reading the modules panicked: this is a bug of Hyla",
        ))
    })
}

/// Tasks of one user that are carried out at a time: a small one need not wait for a large one of another connection.
const MOST_AT_WORK: usize = 2;

/// Requests that wait for their modules to be read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) aside: bool,
    pub(super) tickets: u64,
    /// Of each user, in the order of arrival; a session has at most one.
    tasks: FxHashMap<User, VecDeque<ModelTask>>,
    /// Users with tasks: the next one first.
    turns: VecDeque<User>,
    /// Tasks that the driver carries out.
    at_work: BTreeMap<ModelTicket, (User, Usage)>,
    pub(super) open: BTreeMap<ModelTicket, SessionId>,
    /// Of each session with an open request: what it asked after that.
    pub(super) behind: FxHashMap<SessionId, VecDeque<ToRti>>,
}

impl Reading {
    /// The session is gone; what it asked for matters no more.
    pub(super) fn forget(&mut self, session: SessionId) {
        let Self {
            tasks,
            turns,
            open,
            behind,
            ..
        } = self;
        open.retain(|_, of| *of != session);
        for tasks in tasks.values_mut() {
            tasks.retain(|task| open.contains_key(&task.ticket));
        }
        tasks.retain(|_, tasks| !tasks.is_empty());
        turns.retain(|user| tasks.contains_key(user));
        behind.remove(&session);
    }

    /// Adds a task of a user.
    pub(super) fn add(&mut self, user: User, task: ModelTask) {
        let tasks = self.tasks.entry(Arc::clone(&user)).or_default();
        if tasks.is_empty() {
            self.turns.push_back(user);
        }
        tasks.push_back(task);
    }

    /// The next task: users take turns, and each has [`MOST_AT_WORK`].
    pub(super) fn next(&mut self) -> Option<ModelTask> {
        let at_work = |user: &User| self.at_work.values().filter(|(of, _)| of == user).count();
        let is_free = |user: &User| at_work(user) < MOST_AT_WORK;
        let at = self.turns.iter().position(is_free)?;
        let user = self.turns.remove(at)?;
        let tasks = self.tasks.get_mut(&user)?;
        let task = tasks.pop_front()?;
        if tasks.is_empty() {
            self.tasks.remove(&user);
        } else {
            self.turns.push_back(Arc::clone(&user));
        }
        let usage = Usage::of_waiting(&task.message);
        self.at_work.insert(task.ticket, (user, usage));
        Some(task)
    }

    /// A task of [`Self::next`] has been carried out.
    pub(super) fn finish(&mut self, ticket: ModelTicket) {
        self.at_work.remove(&ticket);
    }

    /// What the tasks of a user hold, also those whose session has ended meanwhile.
    pub(super) fn held_by(&self, user: &User) -> Usage {
        let waiting = self.tasks.get(user).into_iter().flatten();
        let at_work = self.at_work.values().filter(|(of, _)| of == user);
        waiting
            .map(|task| Usage::of_waiting(&task.message))
            .chain(at_work.map(|(_, usage)| *usage))
            .fold(Usage::default(), Usage::plus)
    }

    /// Whether models are to be read elsewhere.
    pub(super) fn is_aside(&self) -> bool {
        self.aside
    }
}
