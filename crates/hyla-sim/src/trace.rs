//! Trace of a run, as text for people and as a hash for comparisons.

use std::fmt::Arguments;
use std::hash::Hasher;

use rustc_hash::FxHasher;

/// The trace of a run.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    hash: u64,
    lines: u64,
    print: bool,
    /// Last lines, shown with a violation.
    tail: std::collections::VecDeque<String>,
}

/// Number of those lines.
const TAIL: usize = 60;

impl Trace {
    pub(crate) fn new(print: bool) -> Self {
        Self {
            print,
            ..Self::default()
        }
    }

    pub(crate) fn line(&mut self, at: u64, text: Arguments<'_>) {
        let line = format!("{at:>10} {text}");
        let mut hasher = FxHasher::default();
        hasher.write_u64(self.hash);
        hasher.write(line.as_bytes());
        self.hash = hasher.finish();
        self.lines += 1;
        if self.print {
            println!("{line}");
        }
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(line);
    }

    /// Equal for equal runs.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    pub(crate) fn tail(&self) -> impl Iterator<Item = &str> {
        self.tail.iter().map(String::as_str)
    }
}
