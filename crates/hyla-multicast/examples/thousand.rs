//! A thousand members, a hundred thousand interests, a thousand changes of interest a second, losses and faults.
//!
//! `cargo run --release -p hyla-multicast --example thousand [SEED]` simulates two seconds and prints what it took. It
//! fails if a message is lost, doubled or overtaken, if a bound of memory does not hold, or if control is 5 % of the
//! data or more.

#[path = "../tests/world/mod.rs"]
mod world;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use fastrand::Rng;
use hyla_multicast::{InterestId, MemberId, RegionMap, RegionMapConfig};
use world::{Churn, Fault, Load, Scenario, World, ms};

const MEMBERS: u32 = 1000;
const SIDE: u32 = 316;

fn main() {
    let seed = std::env::args()
        .nth(1)
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let mut random = Rng::with_seed(seed);
    let began = Instant::now();
    let mut map = RegionMap::new(
        (SIDE * SIDE) as usize,
        1,
        RegionMapConfig {
            regions: 32,
            hot: 16,
            ..RegionMapConfig::default()
        },
    );
    // Members gather in forty places.
    let centres: Vec<_> = (0..40)
        .map(|_| (random.u32(0..SIDE), random.u32(0..SIDE)))
        .collect();
    let mut places = Vec::new();
    let mut wanted = HashMap::new();
    for member in 0..MEMBERS {
        let (x, y) = centres[random.usize(0..centres.len())];
        let (x, y) = ((x + random.u32(0..8)) % SIDE, (y + random.u32(0..8)) % SIDE);
        places.push((x, y));
        let block = (0..10).flat_map(|row| (0..10).map(move |column| (row, column)));
        let block =
            block.map(|(row, column)| InterestId((y + row) % SIDE * SIDE + (x + column) % SIDE));
        let block: Vec<_> = block.collect();
        wanted.insert(member, block.iter().copied().collect());
        map.join(MemberId(member), block);
    }
    for _ in 0..20 {
        map.rebalance();
    }
    let prepared = began.elapsed();

    let mut scenario = Scenario::new(MEMBERS, 0);
    scenario.seed = seed;
    scenario.groups.clear();
    scenario.loads = (0..100)
        .map(|sender| Load {
            sender: sender * 10 + 1,
            groups: Vec::new(),
            messages: 400,
            bytes: 128,
            every: ms(5),
        })
        .collect();
    scenario.net.loss = 0.005;
    scenario.config.round_min = ms(100);
    scenario.config.round_max = ms(200);
    scenario.config.straggler_after = ms(1000);
    scenario.config.deaf_after = ms(1000);
    scenario.config.silence = ms(5000);
    let faults = [
        (300, Fault::Crash(20, ms(500))),
        (500, Fault::CrashTokenHolder(ms(500))),
        (700, Fault::Sleep(33, ms(700))),
        (900, Fault::Deaf(44, ms(1000))),
        (1100, Fault::CutOff((900..950).collect(), ms(1000))),
    ];
    scenario.faults = faults.map(|(at, fault)| (ms(at), fault)).into();
    // Ten members move to the places of others: each of their hundred interests changes.
    let movers: Vec<u32> = (0..10).map(|mover| mover * 100 + 7).collect();
    for mover in &movers {
        places[*mover as usize] = places[(*mover as usize + 333) % places.len()];
    }
    let mut churn = Churn::new(map, SIDE, places);
    (churn.movers, churn.wanted) = (movers, wanted);
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
    assert!(outcome.control_share() < 0.05, "control");
}
