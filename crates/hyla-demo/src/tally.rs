//! Counters of the air picture: instances, updates in sequence, latency.

use std::collections::{BTreeMap, BTreeSet};

use hdrhistogram::Histogram;
use hyla_types::{FederateHandle, ObjectInstanceHandle};

use super::report::Latency;
use super::vocabulary::Stamp;

/// Latencies above are counted as this long.
const LONGEST_NS: u64 = 60_000_000_000;
/// Figures are good to 1 %. With more digits it takes so long to find a percentile that updates wait for it.
const DIGITS: u8 = 2;

/// Instances that are known, and what came for them.
#[derive(Debug)]
pub(super) struct Tally {
    /// Sequence number that the next update of an instance must bear.
    next: BTreeMap<ObjectInstanceHandle, u64>,
    /// Federates that have sent updates.
    senders: BTreeSet<FederateHandle>,
    latencies_ns: Histogram<u64>,
    pub(super) discovered: u64,
    pub(super) removed: u64,
    pub(super) updates: u64,
    /// Updates whose number was not the one expected.
    pub(super) out_of_sequence: u64,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self {
            next: BTreeMap::new(),
            senders: BTreeSet::new(),
            latencies_ns: Histogram::new_with_bounds(1, LONGEST_NS, DIGITS)
                .expect("the bounds are in order and so many digits are allowed"),
            discovered: 0,
            removed: 0,
            updates: 0,
            out_of_sequence: 0,
        }
    }

    pub(super) fn discover(&mut self, object: ObjectInstanceHandle) {
        self.next.insert(object, 0);
        self.discovered += 1;
    }

    pub(super) fn remove(&mut self, object: ObjectInstanceHandle) {
        if self.next.remove(&object).is_some() {
            self.removed += 1;
        }
    }

    /// An update arrived at `now_ns`.
    pub(super) fn update(
        &mut self,
        object: ObjectInstanceHandle,
        producer: Option<FederateHandle>,
        stamp: Stamp,
        now_ns: u64,
    ) {
        self.updates += 1;
        match self.next.get_mut(&object) {
            Some(next) => {
                if stamp.sequence == 0
                    && let Some(producer) = producer
                {
                    self.senders.insert(producer);
                }
                if stamp.sequence != *next {
                    self.out_of_sequence += 1;
                }
                *next = stamp.sequence + 1;
            }
            None => self.out_of_sequence += 1,
        }
        self.latencies_ns
            .saturating_record(now_ns.saturating_sub(stamp.sent_ns).max(1));
    }

    /// Instances known now.
    pub(super) fn known(&self) -> usize {
        self.next.len()
    }

    /// Federates from which a first update came.
    pub(super) fn senders(&self) -> usize {
        self.senders.len()
    }

    pub(super) fn latency(&self) -> Latency {
        if self.latencies_ns.is_empty() {
            return Latency::default();
        }
        let at = |quantile| self.latencies_ns.value_at_quantile(quantile) as f64 / 1_000.0;
        Latency {
            p50_us: at(0.5),
            p99_us: at(0.99),
            p999_us: at(0.999),
            max_us: self.latencies_ns.max() as f64 / 1_000.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLANE: ObjectInstanceHandle = ObjectInstanceHandle::new(1);

    fn tally_of(sequences: &[u64]) -> Tally {
        let mut tally = Tally::new();
        tally.discover(PLANE);
        for &sequence in sequences {
            tally.update(
                PLANE,
                None,
                Stamp {
                    sequence,
                    sent_ns: 1_000,
                },
                3_000,
            );
        }
        tally
    }

    #[test]
    fn a_gap_and_a_repetition_are_out_of_sequence() {
        assert_eq!(tally_of(&[0, 1, 2]).out_of_sequence, 0);
        assert_eq!(tally_of(&[0, 2, 3]).out_of_sequence, 1);
        assert_eq!(tally_of(&[0, 0]).out_of_sequence, 1);
    }

    #[test]
    fn an_update_of_an_unknown_instance_is_out_of_sequence() {
        let mut tally = tally_of(&[]);
        tally.remove(PLANE);

        tally.update(
            PLANE,
            None,
            Stamp {
                sequence: 0,
                sent_ns: 0,
            },
            1,
        );

        assert_eq!(
            (tally.out_of_sequence, tally.removed, tally.known()),
            (1, 1, 0)
        );
    }

    #[test]
    fn latency_is_the_difference_of_the_two_clock_readings() {
        let latency = tally_of(&[0, 1]).latency();

        assert!((latency.p50_us - 2.0).abs() < 0.02, "{latency:?}");
    }
}
