//! Joins wait while the answers of their user are unread: an answer carries the object model of its execution, and a federation of
//! many federates with large models joins at one moment.

use std::collections::VecDeque;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use hyla_core::message::ToRti;
use hyla_net::{ChannelId, Following};

use super::ServerLoop;

/// Answers with fewer bytes do not wait.
const SHORT: usize = 256 << 10;

/// Bytes of longer answers in a second: each takes the RTI's thread for milliseconds, and others have most of its time. One join with such an
/// answer is carried out in a turn, and none before the last such answer has had its time.
const RATE: u64 = 200_000_000;

/// Joins that wait, in the order in which they came.
pub(super) struct WaitingJoins {
    joins: VecDeque<WaitingJoin>,
    /// The next one is not carried out before.
    next: Instant,
    /// One is carried out in this turn.
    has_begun: bool,
    /// Then it goes on all the same: the session with most unread messages gives way.
    patience: Duration,
}

struct WaitingJoin {
    from: ChannelId,
    message: ToRti,
    answer: usize,
    until: Instant,
}

impl WaitingJoins {
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            joins: VecDeque::new(),
            next: Instant::now(),
            has_begun: false,
            patience,
        }
    }

    /// An answer leaves. Joins that were refused had a short one.
    pub(super) fn note_answer(&mut self, bytes: usize) {
        if bytes >= SHORT {
            let takes = Duration::from_nanos(bytes as u64 * 1_000_000_000 / RATE);
            self.next = self.next.max(Instant::now()) + takes;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.joins.is_empty()
    }
}

impl ServerLoop {
    /// Lets a join wait if the user of its session has left much unread: gives back what does not wait.
    pub(super) fn wait_to_join(&mut self, id: ChannelId, message: ToRti) -> Option<ToRti> {
        let ToRti::Join { federation, .. } = &message else {
            return Some(message);
        };
        let answer = brought_bytes(&message) + self.rti.model_bytes_of(federation);
        if answer < SHORT {
            return Some(message);
        }
        let now = Instant::now();
        let waits = !self.joins.is_empty() || self.joins.has_begun || now < self.joins.next;
        let may_begin = match self.budget_of(id) {
            // What it brings may be too much to be kept: then it is carried out, or refused, at once.
            Some(user) => {
                !waits && self.has_room_for_answer(user, answer)
                    || !self.has_room_to_wait(user, &message)
            }
            None => true,
        };
        let Some(session) = self.channels.get_mut(&id) else {
            return Some(message);
        };
        if may_begin {
            session.answer_to_come = answer;
            self.joins.has_begun = true;
            return Some(message);
        }
        session.channel.set_paused(true);
        // What came behind a long message may wait there already.
        session.behind.get_or_insert_default();
        self.joins.joins.push_back(WaitingJoin {
            from: id,
            message,
            answer,
            until: now + self.joins.patience,
        });
        None
    }

    /// Whether the sessions of the user leave half of what they may, with such an answer and those to come. One answer alone always has room.
    fn has_room_for_answer(&self, user: NonZeroU64, answer: usize) -> bool {
        let theirs = self.channels.values().filter(|it| it.budget == Some(user));
        let each = theirs.map(|session| {
            let unread = session.channel.counters().queue_bytes;
            session.answer_to_come + usize::try_from(unread).unwrap_or(usize::MAX)
        });
        let unread = each.fold(0, usize::saturating_add);
        unread < SHORT || unread.saturating_add(answer) <= self.budgets.limit() / 2
    }

    /// Whether joins of the user that wait, with this one, bring no more than half of what it may leave.
    fn has_room_to_wait(&self, user: NonZeroU64, message: &ToRti) -> bool {
        let theirs = self.joins.joins.iter().filter(|join| {
            let session = self.channels.get(&join.from);
            session.is_some_and(|session| session.budget == Some(user))
        });
        let brought = theirs.map(|join| &join.message).chain([message]);
        brought.map(brought_bytes).sum::<usize>() <= self.budgets.limit() / 2
    }

    /// Carries out a join for which there is room by now, at the end of a turn.
    pub(super) fn go_on_joining(&mut self) {
        self.joins.has_begun = false;
        let now = Instant::now();
        if self.joins.is_empty() || now < self.joins.next {
            return;
        }
        let mut full = Vec::new();
        let mut left = VecDeque::new();
        for join in std::mem::take(&mut self.joins.joins) {
            let Some(user) = self.channels.get(&join.from).map(|it| it.budget) else {
                continue;
            };
            let is_behind = full.contains(&user);
            let has_room = user.is_none_or(|user| self.has_room_for_answer(user, join.answer));
            let waits = join.until > now && (is_behind || !has_room);
            if self.joins.has_begun || waits {
                full.push(user);
                left.push_back(join);
                continue;
            }
            if let Some(session) = self.channels.get_mut(&join.from) {
                session.answer_to_come = join.answer;
            }
            self.joins.has_begun = true;
            self.resume(join.from, Ok(join.message));
            self.transmit();
        }
        self.joins.has_begun = false;
        // Of those that were behind it one may wait, too.
        left.append(&mut self.joins.joins);
        self.joins.joins = left;
    }

    /// Handles a message for which its session has waited, and what came behind it.
    pub(super) fn resume(&mut self, id: ChannelId, message: Result<ToRti, String>) {
        let Some(session) = self.channels.get_mut(&id) else {
            return;
        };
        let behind = session.behind.take().unwrap_or_default();
        session.channel.set_paused(false);
        let mut handled = message.and_then(|message| self.handle_message(id, message));
        for frame in behind {
            handled = handled.and_then(|()| self.handle_frame(id, &frame, Following::none()));
        }
        if let Err(problem) = handled {
            self.doom(id, problem);
        }
        self.log_notices();
    }
}

/// Bytes of the modules of a join.
fn brought_bytes(message: &ToRti) -> usize {
    match message {
        ToRti::Join { modules, .. } => modules.iter().map(|it| it.content.len()).sum(),
        _ => 0,
    }
}
