//! `hyla fom`: object model modules on the command line.

mod check;
mod excerpt;
mod json;
mod merge;
mod modules;
mod show;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use hyla_settings::SettingsError;

/// Options of `hyla fom`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Read modules, merge them with the MIM, and report errors with their location
    Check(check::Args),
    /// Write the object model merged from modules and the MIM
    Merge(merge::Args),
    /// Print classes, attributes, parameters and types as a tree
    Show(show::Args),
}

/// Outcome for the modules.
enum Outcome {
    Accepted,
    /// The findings, already shown, say why.
    Refused,
}

/// Why a command did not get as far as a verdict on the modules.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("{}: {cause}", path.display())]
    Folder { path: PathBuf, cause: io::Error },
    #[error("{}: the folder holds no .xml, .fed or .fdd file", .0.display())]
    EmptyFolder(PathBuf),
    #[error("{}: this file is one of the modules and would be overwritten", .0.display())]
    OutputIsInput(PathBuf),
    #[error(
        "with --json the report goes to standard output, so that the object model needs a file: --output FILE"
    )]
    TwoForStandardOutput,
    #[error("{}: cannot be written: {cause}", path.display())]
    Output { path: PathBuf, cause: io::Error },
    #[error("standard output: {0}")]
    StandardOutput(#[from] io::Error),
}

/// Does what is asked; the exit code is 1 if a module or the set of them is refused, or something else is wrong.
pub(crate) fn run(args: &Args) -> ExitCode {
    let outcome = match &args.action {
        Action::Check(args) => check::run(args),
        Action::Merge(args) => merge::run(args),
        Action::Show(args) => show::run(args),
    };
    match outcome {
        Ok(Outcome::Accepted) => ExitCode::SUCCESS,
        Ok(Outcome::Refused) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
