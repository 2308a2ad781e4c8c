//! The last samples, in order of time and of size.

use std::collections::VecDeque;

/// The last samples, up to a number.
#[derive(Clone, Debug)]
pub(super) struct Window {
    most: usize,
    by_time: VecDeque<f32>,
    sorted: Vec<f32>,
}

impl Window {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            by_time: VecDeque::new(),
            sorted: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Adds a sample; a full window drops the oldest. Cost: moves part of the sorted samples.
    pub(super) fn push(&mut self, x: f32) {
        let at = self.place(x);
        if self.by_time.len() < self.most {
            self.sorted.insert(at, x);
        } else if let Some(old) = self.by_time.pop_front() {
            let from = self.place(old);
            // One move of the samples between the two positions.
            if from < at {
                self.sorted.copy_within(from + 1..at, from);
                self.sorted[at - 1] = x;
            } else {
                self.sorted.copy_within(at..from, at + 1);
                self.sorted[at] = x;
            }
        }
        self.by_time.push_back(x);
    }

    fn place(&self, x: f32) -> usize {
        self.sorted.partition_point(|other| *other < x)
    }

    /// The sample of this rank, from 1 to [`Self::len`].
    pub(super) fn at(&self, rank: usize) -> f32 {
        self.sorted[rank - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_samples_are_held_in_order_of_size() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut window = Window::new(7);
        let mut all = Vec::new();

        for _ in 0..1000 {
            // Many are equal.
            let x = random.u8(0..10).into();
            window.push(x);
            all.push(x);
            let mut last = all[all.len().saturating_sub(7)..].to_vec();
            last.sort_unstable_by(f32::total_cmp);
            assert_eq!(window.sorted, last);
        }

        assert_eq!((window.len(), window.at(1)), (7, window.sorted[0]));
    }
}
