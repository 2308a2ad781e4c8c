//! Probability that messages meet their deadline, from measured one-way latencies.

use std::fmt;

use crate::statistics::proportion;

/// A count of messages by their deadline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeadlineTrial {
    deadline_us: f64,
    /// In time whatever the offset of the clocks is.
    surely: u64,
    /// In time for some possible offset.
    possibly: u64,
    messages: u64,
}

/// Probability to meet a deadline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The deadline in microseconds.
    pub deadline_us: f64,
    /// Share of messages that were in time.
    pub share: f64,
    /// Lower end of the 95 % interval of the probability.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Messages measured.
    pub messages: u64,
}

impl DeadlineTrial {
    /// A trial without messages.
    #[must_use]
    pub fn new(deadline_us: f64) -> Self {
        Self {
            deadline_us,
            surely: 0,
            possibly: 0,
            messages: 0,
        }
    }

    /// Adds a message with its latency and the uncertainty of that; infinite for a lost message.
    pub fn push(&mut self, us: f64, uncertainty_us: f64) {
        self.messages += 1;
        self.surely += u64::from(us + uncertainty_us <= self.deadline_us);
        self.possibly += u64::from(us - uncertainty_us <= self.deadline_us);
    }

    /// Messages so far.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// The probability; `None` before the first message.
    #[must_use]
    pub fn chance(&self) -> Option<Chance> {
        let n = self.messages;
        (n > 0).then(|| Chance {
            deadline_us: self.deadline_us,
            share: (self.surely + self.possibly) as f64 / 2.0 / n as f64,
            low: proportion(self.surely, n).0,
            high: proportion(self.possibly, n).1,
            messages: n,
        })
    }
}

impl Chance {
    /// Whether the deadline is met as often as `promised`, as far as is known.
    #[must_use]
    pub fn meets(&self, promised: f64) -> bool {
        self.share >= promised
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            deadline_us,
            share,
            low,
            high,
            messages,
        } = self;
        write!(
            f,
            "a message arrives within {deadline_us:.0} us with a probability of {:.1} % (95 % interval {:.1} to {:.1} %, \
             from {messages} messages)",
            share * 100.0,
            low * 100.0,
            high * 100.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probability_is_that_of_the_messages_in_time() {
        let mut trial = DeadlineTrial::new(500.0);
        assert_eq!(trial.chance(), None);
        for turn in 0..400 {
            trial.push(if turn % 10 == 0 { 900.0 } else { 100.0 }, 0.0);
        }

        let chance = trial.chance().unwrap();

        assert_eq!((chance.share, chance.messages), (0.9, 400));
        assert!(chance.low > 0.86 && chance.high < 0.93, "{chance:?}");
        assert!(chance.meets(0.9) && !chance.meets(0.99));
        let text = chance.to_string();
        assert!(
            text.contains("within 500 us") && text.contains("90.0 %"),
            "{text}"
        );
    }

    #[test]
    fn an_uncertain_offset_widens_the_interval() {
        let mut trial = DeadlineTrial::new(500.0);
        for _ in 0..100 {
            trial.push(480.0, 50.0);
        }

        let chance = trial.chance().unwrap();

        assert_eq!((chance.low, chance.high), (0.0, 1.0));
    }

    #[test]
    fn a_lost_message_is_late() {
        let mut trial = DeadlineTrial::new(500.0);
        trial.push(f64::INFINITY, 0.0);

        assert_eq!(trial.chance().unwrap().share, 0.0);
    }
}
