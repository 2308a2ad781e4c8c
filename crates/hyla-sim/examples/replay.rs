//! Replays one seed and prints its trace:
//! `cargo run -p hyla-sim --example replay -- SEED [small|large|huge] [time+ownership+points+regions+saves+directed]`.

use hyla_sim::{Config, Groups, World};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(seed) = arguments.first().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: replay SEED [small|large|huge] [GROUPS]");
        std::process::exit(2);
    };
    let mut config = match arguments.get(1).map(String::as_str) {
        Some("large") => Config::large(seed),
        Some("huge") => Config::huge(seed),
        _ => Config::small(seed),
    };
    if let Some(groups) = arguments.get(2).and_then(|text| Groups::named(text)) {
        config.groups = groups;
    }
    config.print = true;
    let outcome = World::new(seed, config).run();
    println!("{outcome}");
    std::process::exit(i32::from(outcome.violation.is_some()));
}
