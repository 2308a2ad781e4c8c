//! Arrival of a stream's messages: new, repeated, or late.

/// Window of numbers in which repeated messages are detected.
const WINDOW: u64 = 512;
const WORDS: usize = (WINDOW / 64) as usize;

/// Arrivals of one sender's object. Numbers begin at 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrivals {
    highest: u64,
    /// Bit `n % WINDOW`: whether number n arrived, for the last `WINDOW` numbers.
    came: [u64; WORDS],
}

/// Relation of a message to earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Newer than all of them.
    Newest,
    /// A newer one came before it.
    Late,
    /// A duplicate.
    Again,
}

impl Arrivals {
    /// Records the message with that number. One before the window counts as late: no network
    /// delays a message that long without delaying the others of its object, too.
    pub(super) fn note(&mut self, number: u64) -> Arrival {
        if number > self.highest {
            if number - self.highest >= WINDOW {
                self.came = [0; WORDS];
            } else {
                for skipped in self.highest + 1..number {
                    self.came[word(skipped)] &= !bit(skipped);
                }
            }
            self.highest = number;
            self.came[word(number)] |= bit(number);
            return Arrival::Newest;
        }
        if self.highest - number >= WINDOW {
            return Arrival::Late;
        }
        let again = self.came[word(number)] & bit(number) != 0;
        self.came[word(number)] |= bit(number);
        if again { Arrival::Again } else { Arrival::Late }
    }
}

fn word(number: u64) -> usize {
    (number % WINDOW / 64) as usize
}

fn bit(number: u64) -> u64 {
    1 << (number % 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(numbers: &[u64]) -> Vec<Arrival> {
        let mut arrivals = Arrivals::default();
        numbers.iter().map(|&n| arrivals.note(n)).collect()
    }

    #[test]
    fn a_message_overtaken_by_another_is_late_once_and_then_comes_again() {
        use Arrival::{Again, Late, Newest};

        assert_eq!(
            noted(&[1, 3, 2, 2, 3, 4, 1]),
            [Newest, Newest, Late, Again, Again, Newest, Again]
        );
    }

    #[test]
    fn what_was_skipped_long_ago_does_not_pass_for_what_came_in_its_place() {
        use Arrival::{Late, Newest};

        // 2 shares its bit with 514, which arrived; 3 with 515, which did not.
        assert_eq!(
            noted(&[1, 2, 514, 516, 515, 513]),
            [Newest, Newest, Newest, Newest, Late, Late]
        );
        assert_eq!(
            noted(&[1, 2_000, 1_999, 1_000]),
            [Newest, Newest, Late, Late]
        );
    }

    #[test]
    fn all_in_order_are_new() {
        let numbers: Vec<u64> = (1..3_000).collect();

        assert!(noted(&numbers).iter().all(|a| *a == Arrival::Newest));
    }
}
