//! Runs many seeds and sorts what they find:
//! `cargo run -r -p hyla-sim --example sweep -- FIRST COUNT [time+ownership+points+regions+saves+directed]`.
//!
//! Without groups each seed has its own. Every 50th world is large, every 500th has 200 federates.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hyla_sim::{Config, Groups, World};
use hyla_types::Service;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
    let first: u64 = number(0).unwrap_or(0);
    let count: u64 = number(1).unwrap_or(1000);
    let groups = arguments.get(2).and_then(|text| Groups::named(text));
    let (mut bad, mut sums) = (0, [0_u64; 5]);
    let mut callbacks: BTreeMap<Service, u64> = BTreeMap::new();
    for seed in first..first + count {
        let mut config = match seed % 500 {
            499 => Config::huge(seed),
            _ if seed % 50 == 49 => Config::large(seed),
            _ => Config::small(seed),
        };
        config.groups = groups.unwrap_or(config.groups);
        let outcome = catch_unwind(AssertUnwindSafe(|| World::new(seed, config).run()));
        let problem = match outcome {
            Ok(outcome) => {
                for (callback, count) in outcome.callbacks {
                    *callbacks.entry(callback).or_default() += count;
                }
                let counts = [
                    outcome.fulfilled,
                    outcome.through_regions,
                    outcome.restores,
                    outcome.moved,
                    outcome.faults,
                ];
                sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
                outcome.violation
            }
            Err(_) => Some("panicked".into()),
        };
        if let Some(violation) = problem {
            bad += 1;
            println!(
                "seed {seed}: {}",
                violation.lines().next().unwrap_or_default()
            );
        }
    }
    println!("callbacks: {callbacks:?}");
    let [fulfilled, through, restores, moved, faults] = sums;
    println!(
        "due and arrived {fulfilled}, by regions {through}, restores {restores} ({moved} by others), faults {faults}"
    );
    println!("{bad} of {count} seeds found something");
    std::process::exit(i32::from(bad > 0));
}
