//! When the executive leaves time to the boards of more than two members.

use std::time::Duration;

use super::Asked;
use super::mode::TimeMode;
use crate::executive::{Executive, Transmit};
use crate::message::LogEvent;

/// So many unconditional requests of each federate come before the first trial.
const FIRST: usize = 2;

/// After each trial that did not last, so many times as many come before the next.
const FACTOR: u32 = 8;

/// Most trials that count.
const MOST: u32 = 7;

/// A trial that went on for so long was none in vain.
const LASTING: Duration = Duration::from_secs(1);

/// Experience with coordination by boards. Each change between the two ways asks all federates for full reports: a federation in which
/// some federates ask conditionally, or have no boards, stays with the executive but for rare trials.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    /// Unconditional requests since the last obstacle.
    requests: usize,
    /// Trials in a row that did not last.
    in_vain: u32,
    /// When the last one began.
    began: Duration,
}

impl Sharing {
    /// A federate has reported its request.
    pub(super) fn note(&mut self, asked: Option<Asked>) {
        match asked {
            Some(asked) if asked.kind.is_conditional() => self.requests = 0,
            Some(_) => self.requests = self.requests.saturating_add(1),
            None => {}
        }
    }

    /// Whether it is worth a trial with so many federates.
    fn pays(&self, federates: usize) -> bool {
        self.requests >= FIRST * federates * (FACTOR as usize).pow(self.in_vain)
    }

    /// Coordination by boards had to end.
    pub(super) fn obstacle(&mut self, now: Duration) {
        self.requests = 0;
        self.in_vain = if now.saturating_sub(self.began) < LASTING {
            (self.in_vain + 1).min(MOST)
        } else {
            0
        };
    }
}

impl Executive {
    /// More than two federates of one host coordinate without the executive. Whether each has a board to each other they find out.
    pub(super) fn share_boards_if_it_pays(&mut self, out: &mut Vec<Transmit>) {
        if !matches!(self.time.mode, TimeMode::Central) || !self.coordination.is_idle() {
            return;
        }
        // Counting comes first: it costs nothing.
        if !self.time.sharing.pays(3) {
            return;
        }
        if let Some(sharers) = self.time.coordinator.sharers()
            && self.time.sharing.pays(sharers.len())
            && sharers
                .iter()
                .all(|it| self.members.contains_key(&it.federate))
        {
            let members = sharers.iter().map(|it| it.federate).collect();
            self.time.mode = TimeMode::Direct(members);
            self.time.sharing.began = self.now;
            self.append(LogEvent::TimeBoards { sharers }, out);
        }
    }
}
