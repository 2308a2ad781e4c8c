//! `hyla bench`: the benchmark suite.

mod agent;
mod check;
mod list;
mod live;
mod plot;
mod report;
mod run;
mod show;
mod suite;
mod table;

use std::process::ExitCode;

/// Options of `hyla bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Run an experiment and store its result
    Run(run::Args),
    /// Run federates of experiments on this host
    Agent(agent::Args),
    /// List the experiments, or the parameters of one
    List(list::Args),
    /// Run a suite of experiments and write its report
    Suite(suite::Args),
    /// Write an HTML report and tables of stored results
    Report(report::Args),
    /// Compare two stored results, and mark differences that exceed noise
    Check(check::Args),
    /// Run a measuring federate: a job on standard input, reports on standard output
    #[command(hide = true)]
    Federate,
    /// Run a load: commands on standard input, until it closes
    #[command(hide = true)]
    Load,
    /// Run a baseline: commands on standard input, reports on standard output
    #[command(hide = true)]
    Baseline,
}

/// Does it; the exit code is 0 if all that was asked for was measured.
pub(crate) fn run(args: Args) -> ExitCode {
    match args.command {
        Command::Run(args) => run::run(&args),
        Command::Agent(args) => agent::run(&args),
        Command::List(args) => list::run(&args),
        Command::Suite(args) => suite::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Federate => hyla_bench::federate::run(),
        Command::Load => hyla_bench::load::run(),
        Command::Baseline => hyla_bench::baseline::run(),
    }
}
