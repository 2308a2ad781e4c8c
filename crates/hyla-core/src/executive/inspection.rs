//! Questions of tools about federation executions: who may ask them, and how often.
//!
//! A caller that has only connected learns the names of executions and federates, as by the services of the standard, at the same rate. What
//! tools show beyond that needs the authorizer's consent for each execution, unless the caller has joined it.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{Exception, ExceptionKind};
use rustc_hash::FxHashMap;

use super::quota::User;
use super::rti::Rti;
use super::session::SessionId;
use crate::message::{Reply, RequestId, ToRti};
use crate::name_map::NameSet;

/// Questions of each kind that a session may ask at once, and later in each second: the answers cost members work, and the times
/// of an execution end the direct coordination of its federates for a moment.
const BURST: u32 = 100;
/// Time between two questions beyond [`BURST`].
const INTERVAL: Duration = Duration::from_millis(10);
/// Questions of each kind that wait for their turn.
const MOST_WAITING: u32 = 64;
/// Bytes of states of executions that one user gets in a second: to write a MiB takes the RTI's thread half a millisecond.
const ANSWER_BYTES_PER_SECOND: u64 = 8 << 20;
/// So long ahead of this rate a user may be.
const AHEAD: Duration = Duration::from_millis(100);
/// Users whose answers are remembered before it is looked which of them are ahead.
const USERS_KEPT: usize = 1024;
/// Bytes of the names in a question that may wait.
const MOST_BYTES: usize = 4 << 10;

/// A question of a tool, or about names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Status,
    Time,
    Metrics,
    Latency,
    Executions,
    Members,
}

impl Question {
    /// Whether everybody learns the answer.
    fn is_public(self) -> bool {
        matches!(self, Self::Executions | Self::Members)
    }
}

/// The question that a message asks, its number if its answer has one, and the execution that it is about.
fn question(message: &ToRti) -> Option<(Question, Option<RequestId>, Option<&str>)> {
    match message {
        ToRti::Status { request } => Some((Question::Status, Some(*request), None)),
        ToRti::TimeStatus {
            request,
            federation,
        } => Some((Question::Time, Some(*request), Some(federation))),
        ToRti::Metrics {
            request,
            federation,
        } => Some((Question::Metrics, Some(*request), Some(federation))),
        ToRti::Latency {
            request,
            federation,
            ..
        } => Some((Question::Latency, Some(*request), Some(federation))),
        ToRti::ListExecutions => Some((Question::Executions, None, None)),
        ToRti::ListMembers { federation } => Some((Question::Members, None, Some(federation))),
        _ => None,
    }
}

/// Bytes of a question's names.
fn bytes(message: &ToRti) -> usize {
    match message {
        ToRti::Latency {
            federation,
            sender,
            receiver,
            question,
            ..
        } => {
            let receiver = receiver.as_ref().map_or(0, String::len);
            federation.len() + sender.len() + receiver + question.profile.len()
        }
        message => question(message).map_or(0, |(.., name)| name.map_or(0, str::len)),
    }
}

/// The rates of questions.
#[derive(Debug, Default)]
pub(super) struct Pacing {
    /// When the questions of a session so far would have been asked at the steady rate.
    steady: FxHashMap<(SessionId, Question), Duration>,
    /// When each user could have had its answers so far at the steady rate.
    answered: FxHashMap<User, Duration>,
    /// Questions until their turn, which a number makes unique.
    waiting: BTreeMap<(Duration, u64), (SessionId, ToRti)>,
    numbers: u64,
}

impl Pacing {
    /// When the next question has its turn.
    pub(super) fn deadline(&self) -> Option<Duration> {
        let ((at, _), _) = self.waiting.first_key_value()?;
        Some(*at)
    }

    /// When the user may ask for more.
    fn user_turn(&self, user: &User) -> Duration {
        let answered = self.answered.get(user).copied().unwrap_or_default();
        answered.saturating_sub(AHEAD)
    }

    /// A user got an answer of so many bytes.
    fn charge_answer(&mut self, user: &User, bytes: usize, now: Duration) {
        if self.answered.len() > USERS_KEPT {
            self.answered.retain(|_, until| *until > now);
        }
        let takes = Duration::from_secs(1).mul_f64(bytes as f64 / ANSWER_BYTES_PER_SECOND as f64);
        let until = self.answered.entry(User::clone(user)).or_insert(now);
        *until = (*until).max(now) + takes;
    }

    /// The session is gone.
    pub(super) fn forget(&mut self, ended: SessionId) {
        if self.steady.is_empty() {
            return;
        }
        self.steady.retain(|(session, _), _| *session != ended);
        self.waiting.retain(|_, (session, _)| *session != ended);
    }
}

impl Rti {
    /// The message, unless it is a question beyond the rate of its session: then it waits, or is refused if many do.
    pub(super) fn at_its_turn(&mut self, session: SessionId, message: ToRti) -> Option<ToRti> {
        let Some((kind, request, federation)) = question(&message) else {
            return Some(message);
        };
        if !self.sessions.contains_key(&session) {
            return Some(message);
        }
        let now = self.now;
        let user_turn = self.pacing.user_turn(&self.user_of(session));
        let steady = self.pacing.steady.entry((session, kind)).or_insert(now);
        *steady = (*steady).max(now);
        let turn = steady.saturating_sub(INTERVAL * BURST).max(user_turn);
        if turn <= now {
            *steady += INTERVAL;
            return Some(message);
        }
        // Long answers to others of the user delay what has no refusal, and do not drop it.
        let own_turn = steady.saturating_sub(INTERVAL * BURST);
        let refused_from = request.map_or(own_turn, |_| turn);
        let is_full = refused_from.saturating_sub(now) > INTERVAL * MOST_WAITING;
        if is_full || bytes(&message) > MOST_BYTES {
            let text = format!(
                "more than {BURST} such questions of a session at once and {} each second, or answers to its user of more than {} MiB \
                 each second: ask less often",
                Duration::from_secs(1).as_millis() / INTERVAL.as_millis(),
                ANSWER_BYTES_PER_SECOND >> 20
            );
            let federation = federation.map(str::to_owned);
            self.note_refusal(session, federation.as_deref(), &text);
            if let Some(request) = request {
                let refusal = Exception::new(ExceptionKind::RTIinternalError, text);
                self.answer(session, request, Err(refusal));
            }
            return None;
        }
        *steady += INTERVAL;
        self.pacing.numbers += 1;
        let at = (turn, self.pacing.numbers);
        self.pacing.waiting.insert(at, (session, message));
        None
    }

    /// Questions whose turn has come.
    pub(super) fn ask_what_has_waited(&mut self) {
        while self.pacing.deadline().is_some_and(|at| at <= self.now) {
            let Some((_, (session, message))) = self.pacing.waiting.pop_first() else {
                return;
            };
            let turn = self.pacing.user_turn(&self.user_of(session));
            if turn > self.now {
                // Others of its user have had long answers meanwhile.
                self.pacing.numbers += 1;
                let at = (turn, self.pacing.numbers);
                self.pacing.waiting.insert(at, (session, message));
                continue;
            }
            if let Some(message) = self.unless_it_waits(session, message) {
                // No question breaks the protocol.
                let _ = self.carry_out(session, message);
            }
        }
    }

    /// Executions that a question is about and that its caller has not joined; `None` if it needs no consent.
    pub(super) fn watched(&self, session: SessionId, message: &ToRti) -> Option<Vec<String>> {
        let (kind, _, federation) = question(message)?;
        if kind.is_public() {
            return None;
        }
        let own = self.own_execution(session);
        let about: Vec<String> = match federation {
            Some(name) => vec![name.to_owned()],
            None => self.execution_names().map(str::to_owned).collect(),
        };
        let others: Vec<String> = about.into_iter().filter(|name| own != Some(name)).collect();
        (!others.is_empty()).then_some(others)
    }

    fn own_execution(&self, session: SessionId) -> Option<&str> {
        let (federation, handle) = self.sessions.get(&session)?.joined.as_ref()?;
        let execution = self.executions.get(&**federation)?;
        execution
            .members
            .contains_key(handle)
            .then_some(&**federation)
    }

    /// Answers with the executions that the caller may watch; all without an authorizer.
    pub(super) fn answer_status(
        &mut self,
        session: SessionId,
        request: RequestId,
        permitted: &[String],
    ) {
        let own = self.own_execution(session);
        let permitted: NameSet<&String> = permitted.iter().collect();
        let status = self
            .executions
            .iter()
            .filter(|(name, _)| {
                !self.authorization.asked || own == Some(name) || permitted.contains(name)
            })
            .map(|(_, execution)| execution.status(&self.transports))
            .collect();
        self.answer(session, request, Ok(Reply::Status(status)));
        self.charge_last_answer(session);
    }

    /// The last frame counts for the rate of its user.
    pub(super) fn charge_last_answer(&mut self, session: SessionId) {
        let bytes = self.transmits.back().map_or(0, |it| it.frame.len());
        let user = self.user_of(session);
        self.pacing.charge_answer(&user, bytes, self.now);
    }
}
