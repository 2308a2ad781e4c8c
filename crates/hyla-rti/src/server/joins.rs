//! Joins wait while the answers of their user are unread: an answer carries the object model of its execution and what its members have
//! declared, and a federation of many federates with large models joins at one moment.

use std::cell::LazyCell;
use std::collections::VecDeque;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use hyla_core::message::ToRti;
use hyla_net::ChannelId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{ServerLoop, SessionChannel};

/// Answers with fewer bytes do not wait, and have no rest.
pub(super) const SHORT: usize = 256 << 10;

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
    /// Bytes of its modules.
    brought: usize,
    /// Bytes of its answer, about.
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

    /// Takes the join that is carried out next, if there is one. Joins whose session has ended are dropped on the way.
    ///
    /// `user_of` gives the user of a session, if the session exists. `unread` counts the bytes that all users leave unread; it looks
    /// at all sessions, and is asked once at most. Cost: linear in the joins.
    fn take_next(
        &mut self,
        now: Instant,
        user_of: impl Fn(ChannelId) -> Option<User>,
        unread: impl FnOnce() -> UnreadByUser,
        limit: usize,
    ) -> Option<WaitingJoin> {
        if self.is_empty() || !self.turns.may_begin(now) {
            return None;
        }
        let unread = LazyCell::new(unread);
        let mut full = FxHashSet::default();
        let mut gone = 0;
        let mut next = None;
        for (at, join) in self.joins.iter().enumerate() {
            let Some(user) = user_of(join.from) else {
                gone += 1;
                continue;
            };
            let is_late = join.until <= now;
            // The cheap questions first.
            let begins = is_late
                || (!full.contains(&user)
                    && user.is_none_or(|user| {
                        let unread = unread.get(&user).copied().unwrap_or(0);
                        has_room(unread, join.answer, limit)
                    }));
            if begins {
                next = Some(at);
                break;
            }
            full.insert(user);
        }
        let next = next.and_then(|at| self.joins.remove(at));
        if gone > 0 {
            self.joins.retain(|join| user_of(join.from).is_some());
        }
        next
    }
}

/// The number of a session's user; `None` if it has none, or is not known.
type User = Option<NonZeroU64>;

/// Bytes that the sessions of each user have not read, with answers to come.
type UnreadByUser = FxHashMap<NonZeroU64, usize>;

/// Whether a user who leaves so much unread has room for an answer: half of what it may leave is for others. One answer alone always
/// has room.
fn has_room(unread: usize, answer: usize, limit: usize) -> bool {
    unread < SHORT || unread.saturating_add(answer) <= limit / 2
}

impl ServerLoop {
    /// Lets a join with a long answer wait for its turn, and while the user of its session has left much unread. Gives back what does not wait.
    pub(super) fn wait_to_join(&mut self, id: ChannelId, message: ToRti) -> Option<ToRti> {
        let ToRti::Join { federation, .. } = &message else {
            return Some(message);
        };
        let brought = brought_bytes(&message);
        let answer = brought + self.rti.join_bytes_of(federation);
        if answer < SHORT {
            return Some(message);
        }
        let now = Instant::now();
        let is_first = self.joins.is_empty() && self.joins.turns.may_begin(now);
        let may_begin = match self.budget_of(id) {
            Some(user) => {
                is_first && self.has_room_for_answer(user, answer)
                    // Its modules take too much memory to wait.
                    || !self.has_room_to_wait(user, brought)
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
        session.hold_back();
        self.joins.joins.push_back(WaitingJoin {
            from: id,
            message,
            brought,
            answer,
            until: now + self.joins.patience,
        });
        None
    }

    /// Whether the sessions of the user leave half of what they may, with such an answer and those to come.
    fn has_room_for_answer(&self, user: NonZeroU64, answer: usize) -> bool {
        let theirs = self.channels.values().filter(|it| it.budget == Some(user));
        let unread = theirs.fold(0, |sum: usize, it| sum.saturating_add(it.unread()));
        has_room(unread, answer, self.budgets.limit())
    }

    /// Whether joins of the user that wait, with one that brings so many bytes, bring no more than half of what it may leave.
    fn has_room_to_wait(&self, user: NonZeroU64, brought: usize) -> bool {
        let theirs = self.joins.joins.iter().filter(|join| {
            let session = self.channels.get(&join.from);
            session.is_some_and(|session| session.budget == Some(user))
        });
        let waiting = theirs.map(|join| join.brought);
        waiting.fold(brought, usize::saturating_add) <= self.budgets.limit() / 2
    }

    /// Carries out a join for which there is room by now, at the end of a turn.
    pub(super) fn go_on_joining(&mut self) {
        self.joins.turns.end_turn();
        let channels = &self.channels;
        let next = self.joins.take_next(
            Instant::now(),
            |id| channels.get(&id).map(|it| it.budget),
            || unread_by_user(channels.values()),
            self.budgets.limit(),
        );
        let Some(join) = next else {
            return;
        };
        if let Some(session) = self.channels.get_mut(&join.from) {
            session.expect_long_answer(join.answer);
        }
        self.joins.turns.begin();
        // A join among what came behind it waits, too.
        self.resume(join.from, Ok(Some(join.message)));
        self.transmit();
        self.joins.turns.end_turn();
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
}

/// Bytes of the modules of a join.
fn brought_bytes(message: &ToRti) -> usize {
    match message {
        ToRti::Join { modules, .. } => modules.iter().map(|it| it.content.len()).sum(),
        _ => 0,
    }
}

fn unread_by_user<'a>(sessions: impl Iterator<Item = &'a SessionChannel>) -> UnreadByUser {
    let mut unread = UnreadByUser::default();
    for session in sessions {
        if let Some(user) = session.budget {
            let sum = unread.entry(user).or_default();
            *sum = sum.saturating_add(session.unread());
        }
    }
    unread
}

impl SessionChannel {
    /// Bytes that it has not read, with the answer to come.
    fn unread(&self) -> usize {
        let unread = self.channel.counters().queue_bytes;
        let unread = usize::try_from(unread).unwrap_or(usize::MAX);
        unread.saturating_add(self.answer_to_come)
    }

    /// It joins, and the answer will be about as long.
    fn expect_long_answer(&mut self, bytes: usize) {
        self.answer_to_come = bytes;
        self.awaits_long_answer = true;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    const LIMIT: usize = 100 << 20;
    const ANSWER: usize = 1 << 20;
    const PATIENCE: Duration = Duration::from_secs(10);

    /// Sessions by number, each of the user with its hundreds, which has left so much unread; session 0 has ended.
    struct World {
        start: Instant,
        joins: WaitingJoins,
        unread: UnreadByUser,
        counted: Cell<u32>,
    }

    fn user(number: u64) -> User {
        NonZeroU64::new(number / 100)
    }

    impl World {
        fn new(unread: &[(u64, usize)]) -> Self {
            let unread = unread
                .iter()
                .map(|(at, bytes)| (user(*at).unwrap(), *bytes));
            let joins = WaitingJoins::new(PATIENCE);
            Self {
                start: joins.turns.next,
                joins,
                unread: unread.collect(),
                counted: Cell::new(0),
            }
        }

        fn wait(&mut self, session: u64) {
            self.joins.joins.push_back(WaitingJoin {
                from: ChannelId::from_raw(session),
                message: ToRti::ListExecutions,
                brought: 0,
                answer: ANSWER,
                until: self.start + PATIENCE,
            });
        }

        /// The session whose join is carried out next, at a time after the start.
        fn next(&mut self, after: Duration) -> Option<u64> {
            let next = self.joins.take_next(
                self.start + after,
                |id| (id.raw() != 0).then(|| user(id.raw())),
                || {
                    self.counted.set(self.counted.get() + 1);
                    self.unread.clone()
                },
                LIMIT,
            );
            next.map(|join| join.from.raw())
        }
    }

    #[test]
    fn what_is_unread_is_counted_once_for_all_joins_that_wait() {
        let mut world = World::new(&[(100, LIMIT), (200, LIMIT), (300, 0)]);
        (100..200).for_each(|session| world.wait(session));
        (200..300).for_each(|session| world.wait(session));

        assert_eq!(world.next(Duration::ZERO), None);
        assert_eq!(world.counted.get(), 1);

        world.wait(300);
        assert_eq!(world.next(Duration::ZERO), Some(300));
        assert_eq!(world.counted.get(), 2);
        assert_eq!(world.joins.joins.len(), 200);
    }

    #[test]
    fn nothing_is_counted_for_joins_that_wait_for_a_turn_or_have_waited_for_long() {
        let mut world = World::new(&[(100, LIMIT)]);
        (100..200).for_each(|session| world.wait(session));
        world.joins.turns.begin();

        assert_eq!(world.next(PATIENCE), None);
        world.joins.turns.end_turn();
        assert_eq!(world.next(PATIENCE), Some(100));
        assert_eq!(world.next(PATIENCE), Some(101));

        assert_eq!(world.counted.get(), 0);
    }

    #[test]
    fn joins_of_a_user_go_on_in_their_order_and_those_of_ended_sessions_not_at_all() {
        let mut world = World::new(&[(100, LIMIT / 2 - ANSWER + 1)]);
        for session in [0, 100, 101, 200, 0, 300] {
            world.wait(session);
        }
        // A short answer would have room, but not before its turn.
        world.joins.joins[2].answer = 1;

        assert_eq!(world.next(Duration::ZERO), Some(200));
        assert_eq!(world.next(Duration::ZERO), Some(300));
        assert_eq!(world.next(Duration::ZERO), None);
        world.unread.clear();
        assert_eq!(world.next(Duration::ZERO), Some(100));
        assert_eq!(world.next(Duration::ZERO), Some(101));
        assert!(world.joins.is_empty());
    }

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
