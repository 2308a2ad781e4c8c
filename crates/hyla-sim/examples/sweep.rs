//! Runs many seeds and sorts what they find: `cargo run -r -p hyla-sim --example sweep -- FIRST COUNT`.

use hyla_sim::{Config, World};

fn main() {
    let mut numbers = std::env::args().skip(1).map_while(|text| text.parse().ok());
    let first: u64 = numbers.next().unwrap_or(0);
    let count: u64 = numbers.next().unwrap_or(1000);
    let mut bad = 0;
    for seed in first..first + count {
        let config = if seed % 50 == 49 {
            Config::large(seed)
        } else {
            Config::small(seed)
        };
        let outcome = World::new(seed, config).run();
        if let Some(violation) = outcome.violation {
            bad += 1;
            println!(
                "seed {seed}: {}",
                violation.lines().next().unwrap_or_default()
            );
        }
    }
    println!("{bad} of {count} seeds found something");
    std::process::exit(i32::from(bad > 0));
}
