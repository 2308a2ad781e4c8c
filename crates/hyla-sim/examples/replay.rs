//! Replays one seed or one action list, and prints its trace: `cargo run -p hyla-sim --example
//! replay -- SEED [small|large|huge] [time+ownership+points+regions+saves+directed]` `cargo run -p
//! hyla-sim --example replay -- LIST.txt`.
//!
//! `--multicast yes` before a seed: reliable types use reliable multicast. `--list FILE` before a seed writes the run as an action list; `--sabotage NAME` injects a fault
//! into the driver.

use hyla_sim::{ActionList, Config, Groups, Sabotage, World};

const USAGE: &str = "usage: replay [--sabotage NAME] [--list FILE] [--multicast yes] SEED [plain|small|large|huge] [GROUPS], or LIST.txt";

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        let value = arguments.get(at + 1).cloned();
        arguments.drain(at..(at + 2).min(arguments.len()));
        value
    };
    let (sabotage, to) = (option("--sabotage"), option("--list"));
    let multicast = option("--multicast").is_some();
    let sabotage = sabotage.map(|name| Sabotage::named(&name).unwrap_or_else(|| end(USAGE)));
    let Some(subject) = arguments.first() else {
        end(USAGE)
    };
    let outcome = match subject.parse() {
        Ok(seed) => {
            let mut config = match arguments.get(1).map(String::as_str) {
                Some("plain") => Config::plain(seed),
                Some("large") => Config::large(seed),
                Some("huge") => Config::huge(seed),
                _ => Config::small(seed),
            };
            if let Some(groups) = arguments.get(2).and_then(|text| Groups::named(text)) {
                config.groups = groups;
            }
            if multicast {
                config = config.with_multicast();
            }
            config.print = true;
            config.sabotage = sabotage;
            let (outcome, list) = World::record_run(seed, config);
            if let Some(to) = to {
                let written = std::fs::write(&to, list.to_string());
                written.unwrap_or_else(|problem| end(&format!("{to}: {problem}")));
            }
            outcome
        }
        Err(_) => {
            let text = std::fs::read_to_string(subject);
            let text = text.unwrap_or_else(|problem| end(&format!("{subject}: {problem}")));
            let list: Result<ActionList, _> = text.parse();
            let list = list.unwrap_or_else(|problem| end(&format!("{subject}: {problem}")));
            list.replay(sabotage, true)
        }
    };
    println!("{outcome}");
    std::process::exit(i32::from(outcome.violation.is_some()));
}

fn end(text: &str) -> ! {
    eprintln!("{text}");
    std::process::exit(2);
}
