#![allow(clippy::unwrap_used, reason = "test code")]
//! Loads and baselines as processes: this program is one of them if its first argument says so,
//! otherwise the tests.

mod baselines;
mod loads;
mod process;

use std::process::ExitCode;

type Test = (&'static str, fn());

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or_default();
    match first.as_str() {
        "load" => return hyla_bench::load::run(),
        "baseline" => return hyla_bench::baseline::run(),
        // As test programs are asked by tools.
        "--list" => {
            for (name, _) in tests() {
                println!("{name}: test");
            }
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let wanted = if first.starts_with('-') { "" } else { &first };
    let mut failures = 0;
    for (name, test) in tests().filter(|(name, _)| name.contains(wanted)) {
        let passed = std::panic::catch_unwind(test).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failures += u32::from(!passed);
    }
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        println!("{failures} failed");
        ExitCode::FAILURE
    }
}

fn tests() -> impl Iterator<Item = Test> {
    loads::TESTS.iter().chain(baselines::TESTS).copied()
}
