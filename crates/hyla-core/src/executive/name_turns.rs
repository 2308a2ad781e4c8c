//! When requests about many names go on: a piece at a time of one execution after the other, with a pause after each.

use std::ops::Bound;
use std::time::Duration;

use super::Executive;
use super::rti::Rti;

/// Time from one piece to the next, in which others are served.
const PAUSE: Duration = Duration::from_micros(200);

/// Which execution had the last piece, and when the next is due.
#[derive(Debug, Default)]
pub(super) struct NameTurns {
    /// When the next piece is due.
    due: Duration,
    /// The execution that had the last one.
    last: String,
}

impl Rti {
    /// When the next piece is due, if one waits.
    pub(super) fn names_deadline(&self) -> Option<Duration> {
        let mut executions = self.executions.values();
        let any = executions.any(Executive::has_name_changes);
        any.then_some(self.name_turns.due)
    }

    /// Carries out a piece, if one is due.
    pub(super) fn change_names(&mut self) {
        if self.names_deadline().is_none_or(|due| due > self.now) {
            return;
        }
        let after = (Bound::Excluded(&*self.name_turns.last), Bound::Unbounded);
        let in_turn = self.executions.range::<str, _>(after);
        let mut in_turn = in_turn.chain(&self.executions);
        let Some((name, _)) = in_turn.find(|(_, it)| it.has_name_changes()) else {
            return;
        };
        let name = name.clone();
        self.in_execution(&name, |execution, batch, _| execution.change_names(batch));
        self.name_turns.last = name;
        self.name_turns.due = self.now + PAUSE;
    }
}
