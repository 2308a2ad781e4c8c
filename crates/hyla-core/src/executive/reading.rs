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

/// Requests that wait for their modules to be read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) aside: bool,
    pub(super) tickets: u64,
    pub(super) tasks: VecDeque<ModelTask>,
    pub(super) open: BTreeMap<ModelTicket, SessionId>,
    /// Of each session with an open request: what it asked after that.
    pub(super) behind: FxHashMap<SessionId, VecDeque<ToRti>>,
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
