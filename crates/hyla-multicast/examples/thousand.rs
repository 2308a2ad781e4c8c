//! A thousand members, a hundred thousand interests, a thousand changes of interest a second, losses and faults.
//!
//! `cargo run --release -p hyla-multicast --example thousand [SEED]` simulates two seconds and prints what it took. It
//! fails if a message is lost, doubled or overtaken, if a bound of memory does not hold, or if control is 5 % of the
//! data or more.

#[path = "../tests/world/mod.rs"]
mod world;

use std::time::{Duration, Instant};

use world::{Churn, Size, World};

const SIZE: Size = Size {
    members: 1000,
    side: 316,
    places: 40,
    regions: 32,
    senders: 100,
    messages: 400,
    movers: 10,
    change_every: Duration::from_millis(2),
};

fn main() {
    let seed = std::env::args()
        .nth(1)
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let began = Instant::now();
    let (mut scenario, churn) = Churn::scenario(SIZE, seed);
    let prepared = began.elapsed();
    let discovery = churn.discovery;
    let round_trip = (scenario.net.delay + scenario.net.jitter) * 2;
    scenario.trouble();
    let mut world = World::new(scenario).with_churn(churn);
    if let Err(error) = world.run() {
        println!("seed {seed}: {error}");
        std::process::exit(1);
    }
    let mut outcome = world.outcome;
    let took: Duration = began.elapsed();
    println!(
        "simulated in {took:.1?}, {prepared:.1?} of it for the first map, {} steps",
        outcome.steps
    );
    println!(
        "{} deliveries, {} changes of interest, {} of groups, {} groups removed",
        outcome.delivered, outcome.interest_changes, outcome.group_changes, outcome.groups_removed
    );
    println!(
        "control {:.2} % of data; most packets held: {} as sender, {} as receiver",
        outcome.control_share() * 100.0,
        outcome.most_sender,
        outcome.most_receiver
    );
    println!(
        "repaired {} times, {} from caches; lanes: {} begun, {} ended",
        outcome.sum(|c| c.repaired_single + c.repaired_group),
        outcome.sum(|c| c.repaired_from_cache),
        outcome.sum(|c| c.lanes_begun),
        outcome.sum(|c| c.lanes_ended)
    );
    println!(
        "latency in us: p50 {}, p99 {}, most {}",
        outcome.percentile(50),
        outcome.percentile(99),
        outcome.percentile(100)
    );
    println!(
        "from a subscription to the first message about it in us: p50 {}, p99 {}, most {} of {}; discovery {}, two round trips {}",
        outcome.first_percentile(50),
        outcome.first_percentile(99),
        outcome.first_percentile(100),
        outcome.first_us.len(),
        discovery.as_micros(),
        2 * round_trip.as_micros()
    );
    assert!(outcome.control_share() < 0.05, "control");
}
