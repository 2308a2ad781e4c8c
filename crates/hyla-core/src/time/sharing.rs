//! When the executive leaves time to the boards of several members.

use std::time::Duration;

use super::Asked;
use super::boards::Sharer;
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
    /// A member of a pair has asked for boards.
    is_wished: bool,
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

    /// A member of a pair asks for boards. Pairs report to each other, so that their requests are counted by themselves ([`BoardsWish`]).
    pub(super) fn wish(&mut self) {
        self.is_wished = true;
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
    /// Several federates of one host coordinate without the executive. Whether each has a board to each other they find out.
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
        {
            self.share_boards(sharers, out);
        }
    }

    /// A pair goes from reports to boards, if one of the two has asked for it and nothing has come between; whether it does.
    pub(super) fn share_boards_as_wished(&mut self, out: &mut Vec<Transmit>) -> bool {
        if !matches!(self.time.mode, TimeMode::Central) {
            return false;
        }
        let is_wished = std::mem::take(&mut self.time.sharing.is_wished);
        if !is_wished || !self.coordination.is_idle() {
            return false;
        }
        let sharers = self.time.coordinator.sharers();
        sharers.is_some_and(|sharers| self.share_boards(sharers, out))
    }

    /// Whether it has left time to them: not if one is about to leave.
    fn share_boards(&mut self, sharers: Vec<Sharer>, out: &mut Vec<Transmit>) -> bool {
        let mut members = sharers.iter().map(|it| it.federate);
        if !members.all(|it| self.members.contains_key(&it)) {
            return false;
        }
        let members = sharers.iter().map(|it| it.federate).collect();
        self.time.mode = TimeMode::Direct(members);
        self.time.sharing.began = self.now;
        self.append(LogEvent::TimeBoards { sharers }, out);
        true
    }
}

/// When a member of a pair asks the executive for boards: after some unconditional requests in a row, and after each time in vain
/// only after [`FACTOR`] times as many.
#[derive(Debug)]
pub(super) struct BoardsWish {
    requests: usize,
    next: usize,
    has_asked: bool,
}

impl BoardsWish {
    /// Unconditional requests before the first wish.
    const FIRST: usize = 8;

    /// The member asks for an advance; whether it is time to ask for boards.
    pub(super) fn is_due(&mut self, asked: Asked) -> bool {
        if asked.kind.is_conditional() {
            self.requests = 0;
            return false;
        }
        self.requests += 1;
        self.requests >= self.next
    }

    /// The member asks for boards.
    pub(super) fn asked(&mut self) {
        self.has_asked = true;
        self.grow();
    }

    /// Coordination by boards begins: on the wish of this member, or of the other one.
    pub(super) fn granted(&mut self) {
        if !std::mem::take(&mut self.has_asked) {
            self.grow();
        }
    }

    fn grow(&mut self) {
        self.requests = 0;
        let most = Self::FIRST * (FACTOR as usize).pow(MOST);
        self.next = (self.next * FACTOR as usize).min(most);
    }

    /// Coordination by boards has ended after so many postings.
    pub(super) fn ended(&mut self, postings: usize) {
        if postings >= self.next {
            self.next = Self::FIRST;
        }
    }
}

impl Default for BoardsWish {
    fn default() -> Self {
        Self {
            requests: 0,
            next: Self::FIRST,
            has_asked: false,
        }
    }
}
