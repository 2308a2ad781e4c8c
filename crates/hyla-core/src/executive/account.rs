//! The account of a user: how many bytes it takes.

/// Bytes that a user takes: never fewer than it does.
///
/// A charge only adds. What has been released is found by a count, which is due when the sum of charges reaches the limit: so nothing
/// can be forgotten or charged twice, and a count, which takes long where much is held, comes at most once for each eighth of the limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Account {
    /// Unknown until the first count.
    at_most: Option<usize>,
    /// The next count is not due before the sum is beyond this.
    counted_until: usize,
}

impl Account {
    /// Charges so many bytes. `false` if they were not charged, since what is held has to be counted first, for [`Self::enter`].
    #[must_use]
    pub fn charge(&mut self, more: usize, limit: usize) -> bool {
        let sum = self.at_most.map(|held| held.saturating_add(more));
        let fits = sum.is_some_and(|sum| sum <= limit.max(self.counted_until));
        if fits {
            self.at_most = sum;
        }
        fits
    }

    /// Enters what is held, as counted, and charges `more` if it fits into the limit. Gives whether it does.
    #[must_use]
    pub fn enter(&mut self, held: usize, more: usize, limit: usize) -> bool {
        let sum = held.saturating_add(more);
        let fits = sum <= limit;
        self.at_most = Some(if fits { sum } else { held });
        self.counted_until = if fits {
            sum.saturating_add(limit / 8)
        } else {
            0
        };
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_charge_and_one_beyond_the_limit_ask_for_a_count() {
        let mut account = Account::default();
        assert!(!account.charge(1, 100));
        assert!(account.enter(0, 40, 100));

        assert!(account.charge(60, 100));
        assert!(!account.charge(1, 100));

        assert!(account.enter(30, 1, 100));
        assert!(account.charge(69, 100));
        assert!(!account.charge(1, 100));
    }

    #[test]
    fn what_does_not_fit_is_not_charged() {
        let mut account = Account::default();
        assert!(!account.enter(90, 11, 100));

        assert!(account.charge(10, 100));
        assert!(!account.charge(usize::MAX, 100));
    }

    #[test]
    fn close_to_the_limit_a_count_is_due_after_an_eighth_of_it() {
        let mut account = Account::default();
        assert!(account.enter(800, 150, 1000));

        let charged = (0..).find(|_| !account.charge(1, 1000));
        assert_eq!(charged, Some(125));
    }
}
