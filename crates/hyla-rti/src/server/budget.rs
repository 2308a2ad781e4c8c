//! What the connections of one user hold of the RTI: messages that they have not read. What they have not ended is limited by the
//! endpoint, by the number that a user has here.

use std::num::NonZeroU64;
use std::sync::Arc;

use hyla_core::executive::Account;
use hyla_net::{ChannelId, Pressure};
use hyla_settings::Settings;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{ServerLoop, session_of};

/// Users without connections that are remembered.
const SPARE: usize = 1024;

/// Messages of the largest size that a user may leave unfinished, however small its memory is.
const LEAST_UNFINISHED: usize = 2;

/// Limit of what the federates of one user leave unfinished.
pub(super) fn most_unfinished(settings: &Settings) -> usize {
    let least = settings
        .channel
        .max_frame_bytes
        .saturating_mul(LEAST_UNFINISHED);
    settings.rti.limit_memory_bytes.max(least)
}

/// The budgets of all users.
pub(super) struct Budgets {
    /// Bytes that the connections of a user may leave unread.
    limit: usize,
    numbers: FxHashMap<Arc<str>, NonZeroU64>,
    of: FxHashMap<NonZeroU64, Budget>,
    next: NonZeroU64,
    closed: u64,
}

struct Budget {
    user: Arc<str>,
    unread: Account,
}

impl Budgets {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            numbers: FxHashMap::default(),
            of: FxHashMap::default(),
            next: NonZeroU64::MIN,
            closed: 0,
        }
    }

    /// Bytes that the connections of a user may leave unread.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Sessions that were closed since their users left too much unread.
    pub(super) fn closed(&self) -> u64 {
        self.closed
    }

    /// The number of a user.
    fn number_of(&mut self, user: &Arc<str>) -> NonZeroU64 {
        if let Some(number) = self.numbers.get(user) {
            return *number;
        }
        let number = self.next;
        self.next = number.saturating_add(1);
        self.numbers.insert(Arc::clone(user), number);
        let budget = Budget {
            user: Arc::clone(user),
            unread: Account::default(),
        };
        self.of.insert(number, budget);
        number
    }

    /// Forgets users without sessions.
    fn retain(&mut self, in_use: &FxHashSet<NonZeroU64>) {
        self.of.retain(|number, _| in_use.contains(number));
        self.numbers.retain(|_, number| in_use.contains(number));
    }
}

impl ServerLoop {
    /// Appends a frame of about that length for a session, unless the session is about to be closed: then, or by this, gives nothing.
    pub(super) fn append(
        &mut self,
        id: ChannelId,
        length: usize,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Option<Pressure> {
        self.append_within(id, (length, self.unread_limit), write)
    }

    /// The same with another limit of what the session has not read.
    pub(super) fn append_within(
        &mut self,
        id: ChannelId,
        (length, limit): (usize, usize),
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Option<Pressure> {
        self.make_room(id, length);
        let session = self.channels.get_mut(&id).filter(|it| !it.is_doomed)?;
        // Before the answer, a session that joins gets nothing but answers to its probes.
        session.answer_to_come = 0;
        let pressure = session.channel.append(write).ok();
        session.note(id, &mut self.dirty);
        if pressure == Some(Pressure::High) && session.channel.counters().queue_bytes > limit as u64
        {
            self.doom(id, "it has stopped reading from the RTI".into());
            return None;
        }
        pressure
    }

    /// Closes a session at the end of this turn.
    pub(super) fn doom(&mut self, id: ChannelId, problem: String) {
        if let Some(session) = self.channels.get_mut(&id) {
            session.is_doomed = true;
            self.doomed.push((id, problem));
        }
    }

    /// The budget of a session. Of callers that have not greeted there is little, and their user is not known.
    pub(super) fn budget_of(&mut self, id: ChannelId) -> Option<NonZeroU64> {
        let session = self.channels.get_mut(&id)?;
        if session.budget.is_none() && session.greeted {
            let user = self.rti.user_of(session_of(id));
            session.budget = Some(self.budgets.number_of(&user));
        }
        session.budget
    }

    /// Charges the user of a session with a frame. While its sessions have not read too much, the one that has left most is closed.
    fn make_room(&mut self, id: ChannelId, length: usize) {
        let Some(number) = self.budget_of(id) else {
            return;
        };
        let limit = self.budgets.limit;
        let charge = |budget: &mut Budget| budget.unread.charge(length, limit);
        if self.budgets.of.get_mut(&number).is_some_and(charge) {
            return;
        }
        self.forget_budgets();
        loop {
            let theirs = self
                .channels
                .iter()
                .filter(|(_, session)| !session.is_doomed && session.budget == Some(number));
            let unread = theirs.map(|(id, session)| (session.channel.counters().queue_bytes, *id));
            let (together, largest) = unread.fold((0, None), |(together, largest), next| {
                (together + next.0, largest.max(Some(next)))
            });
            let together = usize::try_from(together).unwrap_or(usize::MAX);
            let Some(budget) = self.budgets.of.get_mut(&number) else {
                return;
            };
            if budget.unread.enter(together, length, limit) {
                return;
            }
            let user = Arc::clone(&budget.user);
            // The frame alone may be too long.
            let largest = largest.filter(|(bytes, _)| *bytes > 0);
            let at = largest.map_or(id, |(_, at)| at);
            self.close_for_budget(at, &user, together);
            if at == id {
                return;
            }
        }
    }

    /// Closes a session, and drops what it has not read: others of its user have room then.
    fn close_for_budget(&mut self, id: ChannelId, user: &str, together: usize) {
        let problem = format!(
            "the sessions of {user} have not read {together} bytes from the RTI; the limit of a user is {} (rti.limit_memory_bytes)",
            self.budgets.limit
        );
        if let Some(session) = self.channels.get_mut(&id) {
            session.is_doomed = true;
            self.budgets.closed += 1;
            let peer = session.channel.peer_address();
            self.metrics.refused.over_budget(peer, &problem);
            session.channel.drop_queue_and_close(&problem);
        }
    }

    /// Forgets users without sessions, once these are many.
    fn forget_budgets(&mut self) {
        if self.budgets.of.len() > 2 * self.channels.len() + SPARE {
            let sessions = self.channels.values();
            let in_use = sessions.filter_map(|session| session.budget).collect();
            self.budgets.retain(&in_use);
        }
    }
}
