//! Matching 10 000 update regions with 10 000 subscription regions of two dimensions while one in a
//! hundred of each moves in every step: compared anew, and kept up to date.
//!
//! `cargo bench -p hyla-core --bench region_matching`

use std::time::{Duration, Instant};

use fastrand::Rng;
use hyla_core::ddm::Matcher;
use hyla_types::{DimensionHandle, RangeBounds, Region};

const REGIONS: usize = 10_000;
const MOVING: usize = REGIONS / 100;
const STEPS: usize = 11;
const UPPER: u32 = 1_000_000;
/// Length of a side: a hundredth of the dimension, so a region overlaps four others on average.
const SIDE: u32 = UPPER / 100;

fn region(dice: &mut Rng) -> Region {
    [1, 2]
        .map(|dimension| {
            let lower = dice.u32(..UPPER - SIDE);
            let bounds = RangeBounds::new(lower, lower + SIDE).expect("not empty");
            (DimensionHandle::new(dimension), bounds)
        })
        .into_iter()
        .collect()
}

/// Compares everything with everything; the number of overlaps.
fn compared_anew(updates: &[Region], subscriptions: &[Region]) -> usize {
    let overlapping = |u: &Region| subscriptions.iter().filter(|s| s.overlaps(u)).count();
    updates.iter().map(overlapping).sum()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Medians of one step: compared anew, and incrementally with regions found by that many dimensions.
fn measure(axes: u32) -> (Duration, Duration) {
    let mut dice = Rng::with_seed(7);
    let mut updates: Vec<Region> = (0..REGIONS).map(|_| region(&mut dice)).collect();
    let mut subscriptions: Vec<Region> = (0..REGIONS).map(|_| region(&mut dice)).collect();
    let mut matcher = Matcher::new(&(1..=axes).map(DimensionHandle::new).collect());
    let mut changed = Vec::new();
    let update_ids: Vec<u32> = updates
        .iter()
        .map(|r| matcher.insert_update(r.clone()))
        .collect();
    // Each subscription is its own party, so that parties are overlaps.
    let subscription_ids: Vec<u32> = (0..)
        .zip(&subscriptions)
        .map(|(party, r)| matcher.insert_subscription(party, r.clone(), &mut changed))
        .collect();
    let (mut anew, mut incremental) = (Vec::new(), Vec::new());
    for step in 0..STEPS {
        let moving = (step * MOVING..(step + 1) * MOVING).map(|at| at % REGIONS);
        for at in moving.clone() {
            updates[at] = region(&mut dice);
            subscriptions[at] = region(&mut dice);
        }
        let start = Instant::now();
        for at in moving {
            changed.clear();
            matcher.move_update(update_ids[at], updates[at].clone());
            matcher.move_subscription(
                subscription_ids[at],
                subscriptions[at].clone(),
                &mut changed,
            );
        }
        incremental.push(start.elapsed());
        let start = Instant::now();
        let overlaps = compared_anew(&updates, &subscriptions);
        anew.push(start.elapsed());
        let kept: usize = update_ids
            .iter()
            .map(|id| matcher.parties(*id).count())
            .sum();
        assert_eq!(kept, overlaps, "both ways find the same overlaps");
    }
    (median(anew), median(incremental))
}

fn main() {
    println!(
        "{REGIONS} update and {REGIONS} subscription regions, 2 dimensions, {MOVING} of each move"
    );
    for axes in [1, 2] {
        let (anew, incremental) = measure(axes);
        println!(
            "found by {axes} dimension(s): anew {anew:?}, incremental {incremental:?}, ratio {:.0}",
            anew.as_secs_f64() / incremental.as_secs_f64()
        );
    }
}
