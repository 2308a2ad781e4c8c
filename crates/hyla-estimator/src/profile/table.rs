//! A profile prepared for lookups: estimates by load and size, interpolated between sizes.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Document, Quantity, ReadError};
use crate::state::{BANDS, Band};
use crate::statistics::{Distribution, Estimate, mean, percentile};

/// Estimates by quantity, load of sender and receiver, and size.
#[derive(Debug)]
pub struct Table {
    /// Sizes of each combination in ascending order.
    cells: BTreeMap<Quantity, [[Vec<Cell>; 3]; 3]>,
}

#[derive(Debug)]
struct Cell {
    bytes: u64,
    of: Distribution,
    /// Mean of the messages themselves, more exact than that of their bins.
    mean_us: f64,
    /// The bootstrap takes a millisecond: cached.
    mean: OnceLock<Estimate>,
}

/// Result of a lookup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookup {
    /// The estimate; its interval includes the error of interpolation.
    pub estimate: Estimate,
    /// Number of messages: the smallest of the sizes used.
    pub samples: u64,
    /// Relation to the measured sizes.
    pub size: SizeBasis,
}

/// Relation of an estimate to the measured sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SizeBasis {
    /// The size was measured.
    Measured,
    /// It lies between two measured sizes.
    Interpolated {
        /// The measured size below.
        below: u64,
        /// The measured size above.
        above: u64,
        /// Added to both sides of the interval, in microseconds.
        error_us: f64,
    },
    /// Outside the measured sizes: the estimate is that of the nearest, without an upper end above
    /// the greatest.
    Outside {
        /// The nearest measured size.
        nearest: u64,
    },
}

/// Why a profile has no estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Missing {
    /// The quantity was not measured.
    #[error("the profile has no {0} latencies")]
    Quantity(Quantity),
    /// The combination of loads was not measured.
    #[error("the profile has nothing for a sender at {0} and a receiver at {1}")]
    Loads(Band, Band),
}

impl Table {
    /// Prepares the entries of updates through an RTI without real-time priority; see [`Self::of_level`].
    ///
    /// # Errors
    /// [`ReadError::Entry`] if the bins of an entry are not valid.
    pub fn new(document: &Document) -> Result<Self, ReadError> {
        Self::of_level(document, "hla", 0)
    }

    /// Prepares the entries of a level and a real-time priority.
    ///
    /// # Errors
    /// [`ReadError::Entry`] if the bins of an entry are not valid.
    pub fn of_level(document: &Document, via: &str, priority: u32) -> Result<Self, ReadError> {
        let mut cells: BTreeMap<Quantity, [[Vec<Cell>; 3]; 3]> = BTreeMap::new();
        for (index, entry) in document.entries.iter().enumerate() {
            let refused = |problem: String| ReadError::Entry {
                index,
                bytes: entry.bytes,
                problem,
            };
            let of = entry
                .distribution(document.bin_us)
                .map_err(|error| refused(error.to_string()))?;
            if entry.via != via || entry.priority != priority {
                continue;
            }
            let (quantity, Some(sender), Some(receiver), bytes, _) = entry.key() else {
                return Err(refused("its loads are no bands".to_owned()));
            };
            let sizes = &mut cells.entry(quantity).or_default()[sender.index()][receiver.index()];
            let at = sizes.partition_point(|cell| cell.bytes < bytes);
            let cell = Cell {
                bytes,
                of,
                mean_us: entry.mean_us,
                mean: OnceLock::new(),
            };
            sizes.insert(at, cell);
        }
        Ok(Self { cells })
    }

    /// Whether nothing was measured.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether any latency of this quantity was measured.
    #[must_use]
    pub fn has(&self, quantity: Quantity) -> bool {
        self.cells.contains_key(&quantity)
    }

    /// The mean, or the bound for `percentile`, at these loads for messages of `bytes`.
    ///
    /// # Errors
    /// [`Missing`] if the combination was not measured.
    pub fn lookup(
        &self,
        quantity: Quantity,
        (sender, receiver): (Band, Band),
        bytes: u64,
        percentile: Option<f64>,
    ) -> Result<Lookup, Missing> {
        let combinations = self
            .cells
            .get(&quantity)
            .ok_or(Missing::Quantity(quantity))?;
        let sizes = &combinations[sender.index()][receiver.index()];
        let (Some(first), Some(last)) = (sizes.first(), sizes.last()) else {
            return Err(Missing::Loads(sender, receiver));
        };
        let outside = |cell: &Cell, high: bool| {
            let mut lookup = cell.lookup(percentile);
            lookup.size = SizeBasis::Outside {
                nearest: cell.bytes,
            };
            if high {
                lookup.estimate.high_us = None;
            }
            lookup
        };
        let at = sizes.partition_point(|cell| cell.bytes < bytes);
        Ok(match sizes.get(at) {
            None => outside(last, true),
            Some(cell) if cell.bytes == bytes => cell.lookup(percentile),
            Some(_) if at == 0 => outside(first, false),
            Some(_) => interpolated(sizes, at, bytes, percentile),
        })
    }

    /// Bounds for unknown loads (`None`) of an end: from the lowest to the highest end of the
    /// intervals of all its bands, with the greatest estimate.
    ///
    /// # Errors
    /// [`Missing`] if none of the combinations was measured.
    pub fn whatever(
        &self,
        quantity: Quantity,
        (sender, receiver): (Option<Band>, Option<Band>),
        bytes: u64,
        percentile: Option<f64>,
    ) -> Result<Lookup, Missing> {
        let mut held: Option<Lookup> = None;
        let mut missing = Missing::Quantity(quantity);
        for sender in bands(sender) {
            for receiver in bands(receiver) {
                match self.lookup(quantity, (sender, receiver), bytes, percentile) {
                    Ok(lookup) => held = Some(held.map_or(lookup, |held| around(held, lookup))),
                    Err(error) => missing = error,
                }
            }
        }
        held.ok_or(missing)
    }
}

fn bands(known: Option<Band>) -> Vec<Band> {
    known.map_or(BANDS.to_vec(), |band| vec![band])
}

/// The lookup with the greater estimate, with an interval that contains both.
fn around(a: Lookup, b: Lookup) -> Lookup {
    let greater = if a.estimate.value_us >= b.estimate.value_us {
        a
    } else {
        b
    };
    let high = a.estimate.high_us.zip(b.estimate.high_us);
    Lookup {
        estimate: Estimate {
            value_us: greater.estimate.value_us,
            low_us: a.estimate.low_us.min(b.estimate.low_us),
            high_us: high.map(|(a, b)| a.max(b)),
        },
        samples: a.samples.min(b.samples),
        size: greater.size,
    }
}

impl Cell {
    fn estimate(&self, p: Option<f64>) -> Estimate {
        let n = self.of.count() as f64;
        let Some(p) = p else {
            return *self.mean.get_or_init(|| {
                let (estimate, _) = mean(&self.of, n);
                moved(estimate, self.mean_us - estimate.value_us)
            });
        };
        percentile(&self.of, p, n)
    }

    /// The estimate without its interval, which is the expensive part.
    fn value_us(&self, p: Option<f64>) -> f64 {
        p.map_or(self.mean_us, |p| self.of.quantile_us(p))
    }

    fn lookup(&self, p: Option<f64>) -> Lookup {
        Lookup {
            estimate: self.estimate(p),
            samples: self.of.count(),
            size: SizeBasis::Measured,
        }
    }
}

fn moved(estimate: Estimate, by_us: f64) -> Estimate {
    Estimate {
        value_us: estimate.value_us + by_us,
        low_us: (estimate.low_us + by_us).max(0.0),
        high_us: estimate.high_us.map(|high| high + by_us),
    }
}

/// Linear interpolation between the sizes at `at - 1` and `at`.
fn interpolated(sizes: &[Cell], at: usize, bytes: u64, p: Option<f64>) -> Lookup {
    let (below, above) = (&sizes[at - 1], &sizes[at]);
    let (from, to) = (below.estimate(p), above.estimate(p));
    let share = (bytes - below.bytes) as f64 / (above.bytes - below.bytes) as f64;
    // The distance of the neighbours from a line through theirs shows the curvature. The error is 0
    // at measured sizes and greatest between them.
    let off = [at.checked_sub(2).map(|_| at - 1), Some(at)]
        .into_iter()
        .flatten()
        .filter_map(|middle| off_line(sizes, middle, p))
        .fold(None, |most: Option<f64>, off| {
            Some(most.map_or(off, |most| most.max(off)))
        })
        .unwrap_or((to.value_us - from.value_us).abs() / 2.0);
    let error_us = off * 4.0 * share * (1.0 - share);
    Lookup {
        estimate: from.between(&to, share).widened(error_us),
        samples: below.of.count().min(above.of.count()),
        size: SizeBasis::Interpolated {
            below: below.bytes,
            above: above.bytes,
            error_us,
        },
    }
}

/// Distance of the estimate at `middle` from the line through its neighbours; `None` at either end.
fn off_line(sizes: &[Cell], middle: usize, p: Option<f64>) -> Option<f64> {
    let (before, after) = (sizes.get(middle.checked_sub(1)?)?, sizes.get(middle + 1)?);
    let share = (sizes[middle].bytes - before.bytes) as f64 / (after.bytes - before.bytes) as f64;
    let (from, to) = (before.value_us(p), after.value_us(p));
    Some((sizes[middle].value_us(p) - (from + (to - from) * share)).abs())
}

#[cfg(test)]
mod tests {
    use super::super::document::tests::{document, entry};
    use super::*;

    const LOADS: (Band, Band) = (Band::Low, Band::Low);

    /// Entries whose messages each take that many bins.
    fn table(sizes: &[(u64, u64)]) -> Table {
        let entries = sizes
            .iter()
            .map(|(bytes, bin)| entry(*bytes, &[(*bin, 1000)]));
        Table::new(&document(entries.collect())).unwrap()
    }

    fn value(table: &Table, bytes: u64) -> Lookup {
        table.lookup(Quantity::OneWay, LOADS, bytes, None).unwrap()
    }

    #[test]
    fn a_measured_size_is_answered_from_its_messages() {
        let table = Table::new(&document(vec![entry(64, &[(0, 990), (50, 10)])])).unwrap();

        let mean = value(&table, 64);
        let p99 = table
            .lookup(Quantity::OneWay, LOADS, 64, Some(0.999))
            .unwrap();

        assert_eq!(mean.estimate.value_us, 100.0);
        assert_eq!((mean.size, mean.samples), (SizeBasis::Measured, 1000));
        assert!(p99.estimate.value_us > 5000.0);
        assert_eq!(p99.estimate.high_us, None);
    }

    #[test]
    fn each_level_and_priority_has_its_own_entries() {
        let tcp = |priority, bin| {
            let mut entry = entry(64, &[(bin, 1000)]);
            entry.via = "tcp".to_owned();
            entry.priority = priority;
            entry
        };
        let document = document(vec![entry(64, &[(5, 1000)]), tcp(0, 2), tcp(50, 1)]);
        let document = Document::read(&document.to_json()).unwrap();
        let mean = |table: Table| value(&table, 64).estimate.value_us;

        assert_eq!(mean(Table::new(&document).unwrap()), 550.0);
        assert_eq!(mean(Table::of_level(&document, "tcp", 0).unwrap()), 250.0);
        assert_eq!(mean(Table::of_level(&document, "tcp", 50).unwrap()), 150.0);
        let none = Table::of_level(&document, "orb", 0).unwrap();
        assert!(!none.has(Quantity::OneWay));
    }

    #[test]
    fn a_size_on_a_straight_line_is_interpolated_without_error() {
        let table = table(&[(0, 1), (100, 2), (200, 3), (300, 4)]);

        let between = value(&table, 150);

        assert_eq!(between.estimate.value_us, 300.0);
        let SizeBasis::Interpolated {
            below,
            above,
            error_us,
        } = between.size
        else {
            panic!("{:?}", between.size);
        };
        assert_eq!((below, above), (100, 200));
        assert!(error_us < 1e-9);
    }

    #[test]
    fn a_curve_widens_the_interval_by_what_its_neighbours_show() {
        let table = table(&[(0, 1), (100, 2), (200, 9), (300, 10)]);

        let between = value(&table, 150);

        let SizeBasis::Interpolated { error_us, .. } = between.size else {
            panic!("{:?}", between.size);
        };
        // Both neighbours lie 300 us off the lines past them.
        assert!((error_us - 300.0).abs() < 1e-6, "{error_us}");
        assert!(between.estimate.contains(310.0) && between.estimate.contains(890.0));
    }

    #[test]
    fn a_size_outside_says_so_and_has_no_upper_end_above() {
        let table = table(&[(64, 1), (128, 2)]);

        let (small, large) = (value(&table, 10), value(&table, 4096));

        assert_eq!(small.size, SizeBasis::Outside { nearest: 64 });
        assert!(small.estimate.high_us.is_some());
        assert_eq!(large.size, SizeBasis::Outside { nearest: 128 });
        assert_eq!(large.estimate.high_us, None);
    }

    #[test]
    fn what_was_not_measured_is_missing() {
        let table = table(&[(64, 1)]);
        let high = (Band::High, Band::Low);

        let loads = table.lookup(Quantity::OneWay, high, 64, None);
        let quantity = table.lookup(Quantity::RoundTrip, LOADS, 64, None);

        assert_eq!(loads, Err(Missing::Loads(Band::High, Band::Low)));
        assert_eq!(quantity, Err(Missing::Quantity(Quantity::RoundTrip)));
    }

    #[test]
    fn an_end_of_unknown_load_has_an_interval_around_all_its_bands() {
        let mut busy = entry(64, &[(40, 1000)]);
        busy.receiver_load = (67, 100);
        let table = Table::new(&document(vec![entry(64, &[(1, 1000)]), busy])).unwrap();

        let any = table
            .whatever(Quantity::OneWay, (Some(Band::Low), None), 64, None)
            .unwrap();

        assert_eq!(any.estimate.value_us, 4050.0);
        assert!(any.estimate.contains(150.0) && any.estimate.contains(4050.0));
    }
}
