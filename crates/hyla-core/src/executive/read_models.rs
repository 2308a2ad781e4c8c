//! Requests wait while their modules are read, and are carried out then.

use std::sync::Arc;

use hyla_types::Edition;

use super::reading::{ModelTask, ModelTicket, ReadModels};
use super::rti::Rti;
use super::session::SessionId;
use crate::federation::Models;
use crate::message::{RequestId, ToRti};

/// Requests of one session that may wait behind one whose modules are being read.
const MOST_WAITING: usize = 64;

impl Rti {
    /// From now on, the poller of [`Self::poll_model_task`] reads modules, outside of
    /// [`Self::handle_message`].
    pub fn read_models_aside(&mut self) {
        self.reading.aside = true;
    }

    /// The next modules to read: users take turns, and each has at most two tasks at work, of two sessions. Each is given to
    /// [`Self::handle_models`] when it has been carried out.
    pub fn poll_model_task(&mut self) -> Option<ModelTask> {
        self.reading.next()
    }

    /// Takes the result of a task of [`Self::poll_model_task`]. Without effect for a session that has ended.
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
        self.reading.finish(ticket);
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
        let user = self.user_of(session);
        let reading = &mut self.reading;
        reading.tickets += 1;
        let ticket = ModelTicket(reading.tickets);
        reading.open.insert(ticket, session);
        reading.behind.entry(session).or_default();
        let task = ModelTask {
            ticket,
            message,
            edition,
            base,
            strictness,
        };
        reading.add(user, task);
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
