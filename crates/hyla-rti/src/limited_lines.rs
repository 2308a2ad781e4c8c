//! Limit of audit lines: who asks again and again, and is refused or not, neither fills the disk nor pushes what others did
//! out of the audit file.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use hyla_net::LineBudget;

/// Pairs of callers and actions with a budget of their own. Those beyond share one.
const MOST: usize = 10_000;

/// Least time between two searches for budgets that are not needed any more, which take time in proportion to their number.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// A budget of lines for each caller and each of its actions, so that one action hides no other. What has no line is counted, and the next
/// line has the number.
#[derive(Debug)]
pub(super) struct LimitedLines {
    /// Of the lines that tell the numbers.
    action: &'static str,
    full: fn() -> LineBudget,
    /// By caller and action.
    budgets: HashMap<(String, String), LineBudget>,
    others: LineBudget,
    swept: Option<Instant>,
}

impl LimitedLines {
    /// For refusals: the first 20 have a line, then one each second has one.
    pub(super) fn refused() -> Self {
        Self::new("refused", LineBudget::new)
    }

    /// For what is permitted: 1000 lines at once, then ten each second.
    pub(super) fn permitted() -> Self {
        Self::new("permitted", large)
    }

    fn new(action: &'static str, full: fn() -> LineBudget) -> Self {
        Self {
            action,
            full,
            budgets: HashMap::new(),
            others: full(),
            swept: None,
        }
    }

    /// Whether an action of this caller has a line, and how many had none since the last one that had.
    pub(super) fn take(&mut self, caller: &str, what: &str, now: Instant) -> Option<u64> {
        let key = (caller.to_owned(), what.to_owned());
        if !self.budgets.contains_key(&key) {
            let may_sweep = self
                .swept
                .is_none_or(|swept| now.saturating_duration_since(swept) >= SWEEP_INTERVAL);
            if self.budgets.len() >= MOST && may_sweep {
                self.swept = Some(now);
                self.budgets.retain(|_, budget| !budget.is_full(now));
            }
            if self.budgets.len() >= MOST {
                return self.others.take(now);
            }
        }
        self.budgets.entry(key).or_insert_with(self.full).take(now)
    }

    /// Writes lines with the numbers of actions that had none, where no other line is about to tell them.
    pub(super) fn write_left_out(&mut self, authorizer: &str, now: Instant) {
        let action = self.action;
        for ((peer, what), suppressed) in self.left_out(now) {
            let what = (!what.is_empty()).then_some(what.as_str());
            tracing::warn!(
                target: "audit", federation = "-", federate = "-", action, what, peer, suppressed, authorizer, "audit"
            );
        }
    }

    /// Whether there were actions without a line that no line has told.
    pub(super) fn has_left_out(&self) -> bool {
        let mut budgets = self.budgets.values().chain([&self.others]);
        budgets.any(LineBudget::has_suppressed)
    }

    /// Callers and actions without a line whose number may be told now, since nothing else may come that would tell it.
    fn left_out(&mut self, now: Instant) -> Vec<((String, String), u64)> {
        let told = |(key, budget): (&(String, String), &mut LineBudget)| {
            Some((key.clone(), budget.take_suppressed(now)?))
        };
        let mut found: Vec<_> = self.budgets.iter_mut().filter_map(told).collect();
        let others = self.others.take_suppressed(now);
        found.extend(others.map(|count| (("others".to_owned(), String::new()), count)));
        found
    }
}

/// The budget of what is permitted.
fn large() -> LineBudget {
    LineBudget::with(1000, Duration::from_millis(100))
}

/// Limit of lines about federation executions and federates other than audit lines: both are in one file by default. All federation
/// executions share it, since a caller may create as many as it likes.
#[derive(Debug)]
pub(super) struct NoticeLines {
    information: LineBudget,
    warning: LineBudget,
}

impl NoticeLines {
    pub(super) fn new() -> Self {
        Self {
            information: large(),
            warning: large(),
        }
    }

    /// Whether such a line may be written now, and the number of those left out before, if there were some.
    pub(super) fn information(&mut self) -> Option<Option<u64>> {
        let suppressed = self.information.take(Instant::now())?;
        Some((suppressed > 0).then_some(suppressed))
    }

    /// The same for warnings.
    pub(super) fn warning(&mut self) -> Option<Option<u64>> {
        let suppressed = self.warning.take(Instant::now())?;
        Some((suppressed > 0).then_some(suppressed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(caller: &str, what: &str) -> (String, String) {
        (caller.to_owned(), what.to_owned())
    }

    #[test]
    fn a_caller_that_is_refused_often_takes_no_line_of_another_one() {
        let start = Instant::now();
        let mut lines = LimitedLines::refused();

        let written = (0..5000).filter(|_| lines.take("10.0.0.1", "", start).is_some());
        assert_eq!(written.count(), 20);
        assert_eq!(lines.take("10.0.0.2", "", start), Some(0));
        assert_eq!(lines.left_out(start), []);

        let later = start + Duration::from_secs(1);
        assert_eq!(lines.left_out(later), [(key("10.0.0.1", ""), 4980)]);
        assert_eq!(lines.left_out(later), []);
    }

    #[test]
    fn a_caller_that_may_do_much_leaves_the_lines_of_others_and_of_its_other_actions() {
        let start = Instant::now();
        let at = |n: u32| start + Duration::from_millis(1) * n;
        let mut lines = LimitedLines::permitted();
        let (mut written, mut suppressed) = (0, 0);

        for n in 0..100_000 {
            if let Some(count) = lines.take("address 10.0.0.1", "create", at(n)) {
                written += 1;
                suppressed += count;
            }
        }

        assert!(
            (1990..=2010).contains(&written),
            "1000, then 10 in each of 100 s: {written}"
        );
        for (caller, what) in [("user anna", "create"), ("address 10.0.0.1", "remove")] {
            assert_eq!(
                lines.take(caller, what, at(100_000)),
                Some(0),
                "{caller} {what}"
            );
        }
        let left: Vec<_> = lines.left_out(at(101_000));
        let [(of, count)] = &left[..] else {
            panic!("{left:?}");
        };
        assert_eq!(*of, key("address 10.0.0.1", "create"));
        assert_eq!(
            written + suppressed + count,
            100_000,
            "none is unaccounted for"
        );
    }

    #[test]
    fn honest_callers_meet_no_limit() {
        let start = Instant::now();
        let mut lines = LimitedLines::permitted();
        for host in 0..600 {
            for what in ["connect", "create", "join", "resign"] {
                for n in 0..10 {
                    let now = start + Duration::from_millis(100) * n;
                    assert_eq!(
                        lines.take(&format!("address 10.0.0.{host}"), what, now),
                        Some(0)
                    );
                }
            }
        }
        let all_on_one = (0..600).all(|_| lines.take("uid 1000", "join", start) == Some(0));
        assert!(all_on_one);
    }

    #[test]
    fn memory_is_bounded_and_callers_that_are_quiet_are_forgotten() {
        let start = Instant::now();
        let mut lines = LimitedLines::refused();

        let many = (0..3 * MOST).map(|number| number.to_string());
        let written = many.filter(|caller| lines.take(caller, "", start).is_some());
        assert_eq!(written.count(), MOST + 20);
        assert_eq!(lines.budgets.len(), MOST);

        let later = start + Duration::from_secs(30);
        let others = (2 * MOST - 20) as u64;
        assert_eq!(lines.left_out(later), [(key("others", ""), others)]);
        assert_eq!(lines.take("new", "", later), Some(0));
        assert_eq!(lines.budgets.len(), 1);
    }
}
