//! Joins wait while the answers of their user are unread: an answer carries the object model of its execution, and a federation of
//! many federates with large models joins at one moment.

use std::collections::VecDeque;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use hyla_core::message::ToRti;
use hyla_net::{ChannelId, Following};

use super::{ServerLoop, SessionChannel};

/// Answers with fewer bytes do not wait.
const SHORT: usize = 256 << 10;

/// Bytes of longer answers in a second: each takes the RTI's thread for milliseconds, and others have most of its time.
const RATE: u64 = 200_000_000;

/// When the next join with a long answer may be carried out: one in a turn, and none before the last such answer has had its time.
struct JoinTurns {
    next: Instant,
    /// One was carried out in this turn.
    has_begun: bool,
}

impl JoinTurns {
    fn may_begin(&self, now: Instant) -> bool {
        !self.has_begun && now >= self.next
    }

    fn begin(&mut self) {
        self.has_begun = true;
    }

    /// The answer to a join leaves.
    fn answered(&mut self, bytes: usize, now: Instant) {
        self.next = now + Duration::from_nanos(bytes as u64 * 1_000_000_000 / RATE);
    }

    fn end_turn(&mut self) {
        self.has_begun = false;
    }
}

/// Joins that wait, in the order in which they came.
pub(super) struct WaitingJoins {
    joins: VecDeque<WaitingJoin>,
    turns: JoinTurns,
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
            turns: JoinTurns {
                next: Instant::now(),
                has_begun: false,
            },
            patience,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.joins.is_empty()
    }
}

impl ServerLoop {
    /// Lets a join with a long answer wait for its turn, and while the user of its session has left much unread. Gives back what does not wait.
    pub(super) fn wait_to_join(&mut self, id: ChannelId, message: ToRti) -> Option<ToRti> {
        let ToRti::Join { federation, .. } = &message else {
            return Some(message);
        };
        let answer = brought_bytes(&message) + self.rti.model_bytes_of(federation);
        if answer < SHORT {
            return Some(message);
        }
        let now = Instant::now();
        let is_first = self.joins.is_empty() && self.joins.turns.may_begin(now);
        let may_begin = match self.budget_of(id) {
            Some(user) => {
                is_first && self.has_room_for_answer(user, answer)
                    // Its modules take too much memory to wait.
                    || !self.has_room_to_wait(user, &message)
            }
            None => true,
        };
        let Some(session) = self.channels.get_mut(&id) else {
            return Some(message);
        };
        if may_begin {
            session.expect_long_answer(answer);
            self.joins.turns.begin();
            return Some(message);
        }
        session.channel.set_paused(true);
        // Something may wait already, if this is a long message.
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
        self.joins.turns.end_turn();
        let now = Instant::now();
        if self.joins.is_empty() || !self.joins.turns.may_begin(now) {
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
            if waits || !self.joins.turns.may_begin(now) {
                full.push(user);
                left.push_back(join);
                continue;
            }
            if let Some(session) = self.channels.get_mut(&join.from) {
                session.expect_long_answer(join.answer);
            }
            self.joins.turns.begin();
            self.resume(join.from, Ok(join.message));
            self.transmit();
        }
        self.joins.turns.end_turn();
        // A join among what came behind it may wait, too.
        left.append(&mut self.joins.joins);
        self.joins.joins = left;
    }

    /// A frame leaves for a session: perhaps the long answer to its join. Joins that are refused have short answers.
    pub(super) fn note_answer(&mut self, id: ChannelId, bytes: usize) {
        if bytes >= SHORT
            && let Some(session) = self.channels.get_mut(&id)
            && std::mem::take(&mut session.awaits_long_answer)
        {
            self.joins.turns.answered(bytes, Instant::now());
        }
    }

    /// Handles a message for which its session has waited, and what came behind it.
    pub(super) fn resume(&mut self, id: ChannelId, message: Result<ToRti, String>) {
        let Some(session) = self.channels.get_mut(&id) else {
            return;
        };
        let behind = session.behind.take().unwrap_or_default();
        session.channel.set_paused(false);
        let mut handled = message.and_then(|message| match self.unless_late(id, message) {
            Some(message) => self.handle_message(id, message),
            None => Ok(()),
        });
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

impl SessionChannel {
    /// It joins, and the answer will be about as long.
    fn expect_long_answer(&mut self, bytes: usize) {
        self.answer_to_come = bytes;
        self.awaits_long_answer = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_join_with_a_long_answer_has_a_turn_and_the_next_waits_until_the_answer_had_its_time() {
        let start = Instant::now();
        let mut turns = JoinTurns {
            next: start,
            has_begun: false,
        };
        assert!(turns.may_begin(start));
        turns.begin();
        assert!(!turns.may_begin(start));
        turns.end_turn();
        // It was refused: its answer was short.
        assert!(turns.may_begin(start));

        turns.begin();
        let a_fifth = usize::try_from(RATE / 5).unwrap();
        turns.answered(a_fifth, start);
        turns.end_turn();

        assert!(!turns.may_begin(start + Duration::from_millis(199)));
        assert!(turns.may_begin(start + Duration::from_millis(200)));
    }
}
