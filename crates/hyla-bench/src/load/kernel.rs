//! Computation of a processor load. A *pass* is the unit: the same work each time.

use std::hint::black_box;
use std::time::Duration;

use crate::job;

/// A kernel with its data.
#[derive(Clone, Debug)]
pub enum Computation {
    /// Records, strings and branches.
    Integer(Box<Ledger>),
    /// A system of linear equations.
    Float(Box<Equations>),
}

impl Computation {
    /// Creates a kernel.
    #[must_use]
    pub fn new(kernel: job::Kernel) -> Self {
        match kernel {
            job::Kernel::Integer => Self::Integer(Box::default()),
            job::Kernel::Float => Self::Float(Box::default()),
        }
    }

    /// Computes once. A pass takes some microseconds.
    pub fn pass(&mut self) {
        match self {
            Self::Integer(ledger) => {
                black_box(ledger.pass());
            }
            Self::Float(equations) => {
                black_box(equations.pass());
            }
        }
    }

    /// Number of passes, at least 1, that take about `wanted` by `clock`, which gives the processor
    /// time used. Takes several times as long.
    pub fn passes_in(&mut self, wanted: Duration, mut clock: impl FnMut() -> Duration) -> u32 {
        let mut passes = 1u32;
        loop {
            let from = clock();
            for _ in 0..passes {
                self.pass();
            }
            let taken = clock().saturating_sub(from);
            // Long enough that the resolution of the clock matters little.
            if taken >= wanted || passes > 1 << 24 {
                let taken = taken.as_secs_f64().max(1e-9);
                let fit = f64::from(passes) * wanted.as_secs_f64() / taken;
                return (fit.round() as u32).max(1);
            }
            passes *= 2;
        }
    }
}

/// Rows of the ledger.
const ROWS: usize = 64;
/// Letters of a name.
const LETTERS: usize = 30;

/// Integer work, as in control programs: records are copied and compared, names are built and
/// compared letter by letter, tables are indexed by data, and branches depend on data.
#[derive(Clone, Debug)]
pub struct Ledger {
    rows: [Row; ROWS],
    table: [i32; 256],
    turn: u32,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    kind: Kind,
    amount: i32,
    next: usize,
    name: [u8; LETTERS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Open,
    Paid,
    Void,
}

impl Default for Ledger {
    fn default() -> Self {
        let rows = std::array::from_fn(|at| Row {
            kind: Kind::Open,
            amount: at as i32 * 7 - 100,
            // A path that visits every row in irregular order.
            next: (at * 5 + 3) % ROWS,
            name: name(at as u32),
        });
        Self {
            rows,
            table: std::array::from_fn(|at| at as i32),
            turn: 0,
        }
    }
}

fn name(number: u32) -> [u8; LETTERS] {
    std::array::from_fn(|at| b'A' + ((number as usize + at * at) % 26) as u8)
}

impl Ledger {
    /// Visits all rows once, and gives the result.
    pub fn pass(&mut self) -> u64 {
        self.turn = self.turn.wrapping_add(1);
        let mut at = self.turn as usize % ROWS;
        let mut sum = 0u64;
        for _ in 0..ROWS {
            let other = self.rows[self.rows[at].next];
            let row = &mut self.rows[at];
            let order = compare(&row.name, &other.name);
            // The turn keeps the rows changing.
            let dice = row.amount ^ self.turn as i32;
            row.kind = match (row.kind, order) {
                (Kind::Open, std::cmp::Ordering::Less) => Kind::Paid,
                (Kind::Paid, _) if dice & 1 == 0 => Kind::Void,
                (Kind::Void, _) if dice & 3 == 0 => Kind::Open,
                (kind, _) => kind,
            };
            let cell = &mut self.table[(row.amount & 255) as usize];
            row.amount = match row.kind {
                Kind::Open => row.amount.wrapping_mul(3).wrapping_add(*cell),
                Kind::Paid => row.amount / 7 + other.amount % 13,
                Kind::Void => row.amount ^ (other.amount >> 2),
            };
            *cell = cell.wrapping_add(row.amount & 15);
            if dice & 7 == 0 {
                row.name = name(row.amount as u32 % 1000);
            }
            sum = sum.wrapping_mul(31).wrapping_add(row.amount as u64);
            at = row.next;
        }
        sum
    }
}

/// Letter by letter, without a library.
fn compare(one: &[u8; LETTERS], other: &[u8; LETTERS]) -> std::cmp::Ordering {
    for (a, b) in one.iter().zip(other) {
        if a != b {
            return a.cmp(b);
        }
    }
    std::cmp::Ordering::Equal
}

/// Unknowns of the system of equations. Its matrix fits into the fastest cache.
const UNKNOWNS: usize = 40;

/// Floating-point work: solves a dense system of linear equations with a known solution, by LU
/// decomposition with pivots.
#[derive(Clone, Debug)]
pub struct Equations {
    given: [[f64; UNKNOWNS]; UNKNOWNS],
    right: [f64; UNKNOWNS],
}

impl Default for Equations {
    fn default() -> Self {
        let mut seed = 1u32;
        let mut given = [[0.0; UNKNOWNS]; UNKNOWNS];
        for cell in given.as_flattened_mut() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *cell = f64::from(seed) / f64::from(u32::MAX) - 0.5;
        }
        // With this right side all unknowns are 1.
        let right = given.map(|row| row.iter().sum());
        Self { given, right }
    }
}

impl Equations {
    /// Solves the system, and gives the largest error of the solution.
    pub fn pass(&mut self) -> f64 {
        let mut matrix = self.given;
        let mut unknowns = self.right;
        for column in 0..UNKNOWNS {
            let pivot = (column..UNKNOWNS)
                .max_by(|a, b| {
                    matrix[*a][column]
                        .abs()
                        .total_cmp(&matrix[*b][column].abs())
                })
                .unwrap_or(column);
            matrix.swap(column, pivot);
            unknowns.swap(column, pivot);
            let (done, rest) = matrix.split_at_mut(column + 1);
            let upper = &done[column];
            for (offset, row) in rest.iter_mut().enumerate() {
                let factor = row[column] / upper[column];
                for (cell, above) in row[column..].iter_mut().zip(&upper[column..]) {
                    *cell -= factor * above;
                }
                unknowns[column + 1 + offset] -= factor * unknowns[column];
            }
        }
        for row in (0..UNKNOWNS).rev() {
            let known: f64 = (row + 1..UNKNOWNS)
                .map(|column| matrix[row][column] * unknowns[column])
                .sum();
            unknowns[row] = (unknowns[row] - known) / matrix[row][row];
        }
        let errors = unknowns.iter().map(|value| (value - 1.0).abs());
        errors.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equations_are_solved() {
        let mut equations = Equations::default();

        let error = equations.pass();

        assert!(error < 1e-9, "{error}");
        assert_eq!(equations.pass(), error);
    }

    #[test]
    fn the_ledger_goes_on_through_all_branches() {
        let mut ledger = Ledger::default();
        let mut sums = std::collections::BTreeSet::new();
        let mut kinds = [0; 3];
        for _ in 0..1000 {
            sums.insert(ledger.pass());
            for row in &ledger.rows {
                kinds[row.kind as usize] += 1;
            }
        }

        assert!(sums.len() > 900, "{} different sums", sums.len());
        assert!(kinds.iter().all(|count| *count > 1000), "{kinds:?}");
    }

    #[test]
    fn the_walk_visits_every_row() {
        let ledger = Ledger::default();
        let mut seen = std::collections::BTreeSet::new();
        let mut at = 0;
        while seen.insert(at) {
            at = ledger.rows[at].next;
        }

        assert_eq!(seen.len(), ROWS);
    }

    #[test]
    fn passes_are_counted_for_the_time_that_is_wanted() {
        // A clock by which a pass takes 3 us: it is read before and after 1, 2, 4... passes.
        let mut readings = [0, 3, 3, 9, 9, 21, 21, 45, 45, 93, 93, 189].into_iter();
        let clock = || Duration::from_micros(readings.next().unwrap());
        let mut kernel = Computation::new(job::Kernel::Integer);

        let passes = kernel.passes_in(Duration::from_micros(60), clock);

        assert_eq!(passes, 20);
    }
}
