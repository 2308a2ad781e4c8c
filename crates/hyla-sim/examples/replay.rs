//! Replays one seed and prints its trace: `cargo run -p hyla-sim --example replay -- SEED [large]`.

use hyla_sim::{Config, World};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(seed) = arguments.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: replay SEED [large]");
        std::process::exit(2);
    };
    let config = if arguments.next().is_some() {
        Config::large(seed)
    } else {
        Config::small(seed)
    };
    let outcome = World::new(
        seed,
        Config {
            print: true,
            ..config
        },
    )
    .run();
    println!("{outcome}");
    std::process::exit(i32::from(outcome.violation.is_some()));
}
