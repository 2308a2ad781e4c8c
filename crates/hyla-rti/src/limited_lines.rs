//! Limit of audit lines about refused requests: who is refused again and again neither fills the disk nor pushes what others did
//! out of the audit file.

use std::collections::HashMap;
use std::time::Instant;

use hyla_net::LineBudget;

/// Callers with a budget of their own. Those beyond share one.
const MOST_CALLERS: usize = 1000;

/// A budget of lines for each caller: the first 20 refusals have a line, then one each second has one, with the number of those
/// that have none. What was permitted always has a line.
#[derive(Debug, Default)]
pub(super) struct RefusedLines {
    callers: HashMap<String, LineBudget>,
    others: LineBudget,
}

impl RefusedLines {
    /// Whether a refusal of this caller has a line, and how many had none since the last one that had.
    pub(super) fn take(&mut self, caller: &str, now: Instant) -> Option<u64> {
        if !self.callers.contains_key(caller) {
            if self.callers.len() >= MOST_CALLERS {
                self.callers.retain(|_, budget| !budget.is_full(now));
            }
            if self.callers.len() >= MOST_CALLERS {
                return self.others.take(now);
            }
        }
        let budget = self.callers.entry(caller.to_owned()).or_default();
        budget.take(now)
    }

    /// Writes lines with the numbers of refusals that had none, where no other line is about to tell them.
    pub(super) fn write_left_out(&mut self, authorizer: &str, now: Instant) {
        for (peer, suppressed) in self.left_out(now) {
            tracing::warn!(
                target: "audit", federation = "-", federate = "-", action = "refused", peer, suppressed, authorizer, "audit"
            );
        }
    }

    /// Whether there were refusals without a line that no line has told.
    pub(super) fn has_left_out(&self) -> bool {
        let mut budgets = self.callers.values().chain([&self.others]);
        budgets.any(LineBudget::has_suppressed)
    }

    /// Callers with refusals without a line whose number may be told now, since nothing else may come that would tell it.
    fn left_out(&mut self, now: Instant) -> Vec<(String, u64)> {
        let told = |(caller, budget): (&String, &mut LineBudget)| {
            Some((caller.clone(), budget.take_suppressed(now)?))
        };
        let mut found: Vec<_> = self.callers.iter_mut().filter_map(told).collect();
        let others = self.others.take_suppressed(now);
        found.extend(others.map(|count| ("others".to_owned(), count)));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_caller_that_is_refused_often_takes_no_line_of_another_one() {
        let start = Instant::now();
        let mut lines = RefusedLines::default();

        let written = (0..5000).filter(|_| lines.take("10.0.0.1", start).is_some());
        assert_eq!(written.count(), 20);
        assert_eq!(lines.take("10.0.0.2", start), Some(0));
        assert_eq!(lines.left_out(start), []);

        let later = start + Duration::from_secs(1);
        assert_eq!(lines.left_out(later), [("10.0.0.1".to_owned(), 4980)]);
        assert_eq!(lines.left_out(later), []);
    }

    #[test]
    fn memory_is_bounded_and_callers_that_are_quiet_are_forgotten() {
        let start = Instant::now();
        let mut lines = RefusedLines::default();

        let many = (0..3000).map(|number| number.to_string());
        let written = many.filter(|caller| lines.take(caller, start).is_some());
        assert_eq!(written.count(), MOST_CALLERS + 20);
        assert_eq!(lines.callers.len(), MOST_CALLERS);

        let later = start + Duration::from_secs(30);
        assert_eq!(lines.left_out(later), [("others".to_owned(), 1980)]);
        assert_eq!(lines.take("new", later), Some(0));
        assert_eq!(lines.callers.len(), 1);
    }
}
