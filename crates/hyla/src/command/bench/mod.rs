//! `hyla bench`: measures RTIs.

mod check;
mod report;
#[allow(
    dead_code,
    reason = "it is offered as soon as there is a console to run experiments"
)]
mod suite;

use std::process::ExitCode;

/// Options of `hyla bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Bench,
}

#[derive(Debug, clap::Subcommand)]
enum Bench {
    /// Make an HTML report, and tables, of stored results.
    Report(report::Args),
    /// Compare two stored results, and say which differences exceed noise.
    Check(check::Args),
}

/// Does it.
pub(crate) fn run(args: &Args) -> ExitCode {
    match &args.command {
        Bench::Report(args) => report::run(args),
        Bench::Check(args) => check::run(args),
    }
}
