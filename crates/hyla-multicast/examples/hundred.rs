//! A hundred members whose interests change, losses and faults, for many seeds.
//!
//! `cargo run --release -p hyla-multicast --example hundred [FIRST] [LAST]` takes half a second for each seed. It prints those with
//! which a message is lost, doubled or overtaken, a bound of memory does not hold, or the members do not come to rest, and
//! fails if there are any.

#[path = "../tests/world/mod.rs"]
mod world;

use world::{Churn, World};

fn main() {
    let mut given = std::env::args().skip(1).map_while(|seed| seed.parse().ok());
    let first = given.next().unwrap_or(1);
    let last = given.next().unwrap_or(first + 99);
    let mut failed = 0;
    for seed in first..=last {
        let (scenario, churn) = Churn::hundred(seed);
        if let Err(error) = World::new(scenario).with_churn(churn).run() {
            println!("seed {seed}: {error}");
            failed += 1;
        }
    }
    println!("{failed} of {} seeds failed", last - first + 1);
    std::process::exit(i32::from(failed > 0));
}
