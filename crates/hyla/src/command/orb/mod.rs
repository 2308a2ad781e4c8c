//! `hyla orb`: the object request broker on the command line.

mod names;
mod naming;

use std::process::ExitCode;

/// Options of `hyla orb`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Serve names of objects, or use a naming service
    Naming(naming::Args),
}

/// Does it; the exit code is 0 if all went well.
pub(crate) fn run(args: &Args) -> ExitCode {
    let Command::Naming(naming) = &args.command;
    match naming::run(naming) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla orb naming: {error}");
            ExitCode::FAILURE
        }
    }
}
