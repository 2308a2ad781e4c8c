//! Congestion control: the window is somewhat more than the packets that arrive in a round trip.
//!
//! Losses do not count, only arrivals: a network that loses a third at random still carries more if
//! more is sent, while a full one does not. A larger window builds a queue or is lost in one.

/// Window before anything is known, in packets.
const FIRST: usize = 64;

/// Smallest window.
const LEAST: usize = 16;

/// Round trips that are remembered.
const ROUNDS: usize = 8;

#[derive(Debug)]
pub(super) struct Congestion {
    most: usize,
    /// The round trip ends when this transmission, or a later one, has arrived.
    ends_with: u64,
    /// Packets acknowledged in this round trip.
    arrived: usize,
    /// A larger window would have sent more in this round trip.
    limited: bool,
    rounds: [usize; ROUNDS],
    round: usize,
}

impl Congestion {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            ends_with: 0,
            arrived: 0,
            limited: false,
            rounds: [0; ROUNDS],
            round: 0,
        }
    }

    /// Packets that may be in flight, after that many consecutive timeouts.
    pub(super) fn window(&self, timeouts: u32) -> usize {
        let best = self.best();
        // Growth by more than a third, so that a loss of a third does not shrink the window.
        let window = if best == 0 {
            FIRST
        } else {
            best + best / 2 + best / 10
        };
        (window.min(self.most) >> timeouts)
            .max(LEAST)
            .min(self.most)
    }

    fn best(&self) -> usize {
        self.rounds.iter().copied().max().unwrap_or_default()
    }

    /// The window keeps packets waiting.
    pub(super) fn limits(&mut self) {
        self.limited = true;
    }

    /// Takes the number of packets that are acknowledged for the first time, and the newest transmission that
    /// arrived (`newest`); `next` will be the next.
    pub(super) fn acknowledged(&mut self, packets: usize, newest: Option<u64>, next: u64) {
        self.arrived += packets;
        if newest.is_none_or(|newest| newest < self.ends_with) {
            return;
        }
        // A round trip with little to send is no evidence, unless it was more than before.
        if self.limited || self.arrived > self.best() {
            self.round = (self.round + 1) % ROUNDS;
            self.rounds[self.round] = self.arrived;
        }
        self.arrived = 0;
        self.limited = false;
        self.ends_with = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Round trips over a network that takes that many packets at a time and loses a share of them.
    fn after_rounds(rounds: usize, takes: usize, arrives_of_ten: usize) -> usize {
        let mut congestion = Congestion::new(1024);
        let mut next = 0;
        for _ in 0..rounds {
            let sent = congestion.window(0);
            next += sent as u64;
            congestion.limits();
            let arrived = sent.min(takes) * arrives_of_ten / 10;
            congestion.acknowledged(arrived, Some(next - 1), next);
        }
        congestion.window(0)
    }

    #[test]
    fn the_window_opens_while_more_arrives_even_with_losses() {
        assert_eq!(after_rounds(50, usize::MAX, 10), 1024);
        assert_eq!(after_rounds(50, usize::MAX, 7), 1024);
    }

    #[test]
    fn the_window_stays_near_what_the_network_takes() {
        assert_eq!(after_rounds(50, 100, 10), 160);
        assert_eq!(after_rounds(50, 3, 10), LEAST);
    }

    /// Round trips in which that many packets arrive; `limited`: the window kept more waiting.
    fn rounds(congestion: &mut Congestion, next: &mut u64, arrived: usize, limited: bool) {
        for _ in 0..100 {
            *next += 1;
            if limited {
                congestion.limits();
            }
            congestion.acknowledged(arrived, Some(*next - 1), *next);
        }
    }

    #[test]
    fn only_round_trips_in_which_more_would_have_been_sent_close_it() {
        let (mut congestion, mut next) = (Congestion::new(1024), 0);
        rounds(&mut congestion, &mut next, 500, true);
        assert_eq!(congestion.window(0), 800);

        rounds(&mut congestion, &mut next, 1, false);
        assert_eq!(congestion.window(0), 800);

        rounds(&mut congestion, &mut next, 50, true);
        assert_eq!(congestion.window(0), 80);
        // More than before grows the window, limited or not.
        rounds(&mut congestion, &mut next, 100, false);
        assert_eq!(congestion.window(0), 160);
    }

    #[test]
    fn timeouts_close_it_but_for_a_few_packets() {
        let congestion = Congestion::new(1024);
        assert_eq!(congestion.window(1), 32);
        assert_eq!(congestion.window(10), LEAST);
        assert_eq!(Congestion::new(4).window(0), 4);
    }

    #[test]
    fn the_best_of_eight_round_trips_counts_and_one_that_equals_it_is_no_other() {
        // Of 500 packets, before that many of 50; the resulting window.
        for (others, window) in [(0, 800), (1, 800), (7, 800), (8, 80)] {
            // An unlimited one in between that equals the best changes nothing.
            for equals in [false, true] {
                let (mut congestion, mut next) = (Congestion::new(1024), 0);
                let mut round = |arrived, limited| {
                    next += 1;
                    if limited {
                        congestion.limits();
                    }
                    congestion.acknowledged(arrived, Some(next - 1), next);
                    congestion.window(0)
                };
                let mut after = round(500, true);
                for other in 0..others {
                    if equals && other == 4 {
                        round(500, false);
                    }
                    after = round(50, true);
                }
                assert_eq!(after, window, "{others} others, {equals}");
            }
        }
    }
}
