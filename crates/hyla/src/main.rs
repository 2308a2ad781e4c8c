//! The `hyla` program: one subcommand per file of [`command`].

mod command;
mod demo;
mod logging;
mod metrics;
mod settings_args;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

/// An open HLA run-time infrastructure (IEEE 1516-2010 and 1516-2025).
#[derive(Debug, Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    Cli::parse().command.run()
}
