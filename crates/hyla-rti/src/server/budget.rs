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
    users: FxHashMap<Arc<str>, Budget>,
    next: NonZeroU64,
    closed: u64,
}

struct Budget {
    number: NonZeroU64,
    unread: Account,
}

impl Budgets {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            users: FxHashMap::default(),
            next: NonZeroU64::MIN,
            closed: 0,
        }
    }

    /// Sessions that were closed since their users left too much unread.
    pub(super) fn closed(&self) -> u64 {
        self.closed
    }

    /// The number of a user, for the endpoint.
    pub(super) fn number_of(&mut self, user: &Arc<str>) -> NonZeroU64 {
        self.of(user).number
    }

    fn of(&mut self, user: &Arc<str>) -> &mut Budget {
        let next = &mut self.next;
        self.users.entry(Arc::clone(user)).or_insert_with(|| {
            let number = *next;
            *next = next.saturating_add(1);
            Budget {
                number,
                unread: Account::default(),
            }
        })
    }

    fn charge(&mut self, user: &Arc<str>, more: usize) -> bool {
        let limit = self.limit;
        let budget = self.users.get_mut(user);
        budget.is_some_and(|budget| budget.unread.charge(more, limit))
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

    /// Charges the user of a session with a frame. While its sessions have not read too much, the one that has left most is closed.
    fn make_room(&mut self, id: ChannelId, length: usize) {
        let Some(session) = self.channels.get_mut(&id) else {
            return;
        };
        let user = match &session.user {
            Some(user) => Arc::clone(user),
            // Of callers that have not greeted there is little, and their user is not known.
            None if !session.greeted => return,
            None => {
                let user = self.rti.user_of(session_of(id));
                session.user = Some(Arc::clone(&user));
                user
            }
        };
        if self.budgets.charge(&user, length) {
            return;
        }
        self.forget_budgets();
        loop {
            let theirs = self
                .channels
                .iter()
                .filter(|(_, session)| !session.is_doomed && session.user.as_ref() == Some(&user));
            let unread = theirs.map(|(id, session)| (session.channel.counters().queue_bytes, *id));
            let (together, largest) = unread.fold((0, None), |(together, largest), next| {
                (together + next.0, largest.max(Some(next)))
            });
            let limit = self.budgets.limit;
            let together = usize::try_from(together).unwrap_or(usize::MAX);
            if self.budgets.of(&user).unread.enter(together, length, limit) {
                return;
            }
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
        if self.budgets.users.len() > 2 * self.channels.len() + SPARE {
            let sessions = self.channels.values();
            let users: FxHashSet<_> = sessions.filter_map(|it| it.user.clone()).collect();
            self.budgets.users.retain(|user, _| users.contains(user));
        }
    }
}
