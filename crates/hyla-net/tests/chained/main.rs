//! Protocol modules on channels over TCP, in shared memory and within a process.
#![allow(clippy::unwrap_used, reason = "test code")]

#[path = "../world/mod.rs"]
mod world;

mod agreement;
mod carried;
mod closing;
mod held_back;
mod impaired;

use hyla_net::modules::ModuleSpec;
use hyla_net::{Channel, Profile, Reliability};

fn profile(reliability: Reliability, modules: &[ModuleSpec]) -> Profile {
    Profile {
        modules: modules.to_vec(),
        ..Profile::standard("Lane", reliability)
    }
}

fn reliable(modules: &[ModuleSpec]) -> Profile {
    profile(Reliability::Reliable, modules)
}

fn best_effort(modules: &[ModuleSpec]) -> Profile {
    profile(Reliability::BestEffort, modules)
}

/// A counter of a module.
fn counted(channel: &Channel, module: &str, counter: &str) -> u64 {
    let mut found = None;
    channel.module_counters(&mut |name, what, value| {
        if (name, what) == (module, counter) {
            found = Some(value);
        }
    });
    found.unwrap()
}
