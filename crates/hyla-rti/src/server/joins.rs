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

/// Bytes of longer answers in a second: each takes the RTI's thread for milliseconds, and others have most of its time.
const RATE: u64 = 200_000_000;

/// Joins that wait, in the order in which they came.
pub(super) struct WaitingJoins {
    joins: VecDeque<WaitingJoin>,
    /// The next one is not carried out before.
    next: Instant,
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
            patience,
        }
    }

    /// One with such an answer is carried out.
    fn begin(&mut self, answer: usize, now: Instant) {
        self.next = now + Duration::from_nanos(answer as u64 * 1_000_000_000 / RATE);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.joins.is_empty()
    }
}

impl ServerLoop {
    /// Lets a join wait if the user of its session has left much unread: gives back what does not wait.
    pub(super) fn wait_to_join(&mut self, id: ChannelId, message: ToRti) -> Option<ToRti> {
        let ToRti::Join {
            federation,
            modules,
            ..
        } = &message
        else {
            return Some(message);
        };
        let brought = modules.iter().map(|module| module.content.len());
        let answer = brought.sum::<usize>() + self.rti.model_bytes_of(federation);
        if answer < SHORT {
            return Some(message);
        }
        let now = Instant::now();
        let has_room = now >= self.joins.next
            && match self.budget_of(id) {
                Some(user) => {
                    let is_theirs =
                        |from| self.channels.get(&from).and_then(|s| s.budget) == Some(user);
                    !self.joins.joins.iter().any(|join| is_theirs(join.from))
                        && self.has_room_for_answer(user, answer)
                }
                None => true,
            };
        let Some(session) = self.channels.get_mut(&id) else {
            return Some(message);
        };
        if has_room {
            session.answer_to_come = answer;
            self.joins.begin(answer, now);
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

    /// Carries out joins for which there is room by now.
    pub(super) fn go_on_joining(&mut self) {
        let now = Instant::now();
        if self.joins.is_empty() || now < self.joins.next {
            return;
        }
        let mut full = Vec::new();
        for join in std::mem::take(&mut self.joins.joins) {
            let Some(user) = self.channels.get(&join.from).map(|it| it.budget) else {
                continue;
            };
            let is_behind = full.contains(&user);
            let has_room = user.is_none_or(|user| self.has_room_for_answer(user, join.answer));
            if now < self.joins.next || join.until > now && (is_behind || !has_room) {
                full.push(user);
                self.joins.joins.push_back(join);
                continue;
            }
            if let Some(session) = self.channels.get_mut(&join.from) {
                session.answer_to_come = join.answer;
            }
            self.joins.begin(join.answer, now);
            self.resume(join.from, Ok(join.message));
            self.transmit();
        }
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
