//! Processor and network load, held at a given share.
//!
//! A load runs in its own process: it affects the measured federation only through the machine, and
//! reports the load it achieved. [`kernel`] defines the computation, [`share`] its share of time,
//! [`pace`] the times of datagrams; the latter two are arithmetic without a clock.

pub mod kernel;
mod live;
mod network;
pub mod pace;
mod processor;
pub(crate) use processor::bind;
pub mod share;

use std::process::ExitCode;

use crate::job::Load;
use crate::lines;

/// A load process: reads one line, a [`Load`], from the standard input and goes on until that ends.
///
/// It reports `listening` (for a sink), then `running` once the load is active, `live` each second,
/// and `done` with the figures of the whole time, or `failed` with a non-zero exit code.
#[must_use]
pub fn run() -> ExitCode {
    let load = match lines::first::<Load>("a load") {
        Ok(load) => load,
        Err(reason) => return lines::failed(reason),
    };
    let end = lines::rest();
    let ended = match load {
        Load::Processor {
            share,
            threads,
            kernel,
            cpu,
        } => processor::run(share, threads, kernel, cpu, &end),
        Load::Network {
            to,
            bits_per_s,
            bytes,
        } => network::send(to, bits_per_s, bytes, &end),
        Load::Sink { at } => network::sink(at, &end),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => lines::failed(reason),
    }
}
/// Gives the calling thread, and those that it starts, a real-time priority from 1 to 99; 0 changes nothing.
///
/// # Errors
/// The system refuses it, in words.
pub fn prioritize(priority: u32) -> Result<(), String> {
    let Some(priority) = u8::try_from(priority).ok().filter(|priority| *priority > 0) else {
        return Ok(());
    };
    let plan = hyla_net::ThreadPlan {
        scheduling: hyla_net::Scheduling::Fifo(priority),
        cpus: Vec::new(),
    };
    plan.apply().map_err(|error| {
        format!(
            "rt-priority {priority}: {error}; it takes CAP_SYS_NICE, or a limit for it (ulimit -r)"
        )
    })
}
