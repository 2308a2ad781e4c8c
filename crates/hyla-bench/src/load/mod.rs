//! Processor and network load held at a wanted share.
//!
//! A load is a process of its own: what it does to the measured federation, it does through the machine, and what it
//! could do is seen in its reports. [`kernel`] says what a processor computes, [`share`] how much of the time,
//! [`pace`] when datagrams leave; both are arithmetic without a clock of their own.

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
/// It reports `listening` (of a sink), then `running` as soon as the load is there, `live` each second, and `done`
/// with the figures of the whole time. What it cannot do is reported as `failed`, and the exit code is not zero.
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
