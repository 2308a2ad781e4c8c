//! `hyla completions` and `hyla manual`: what a shell and a reader want to know of the program.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap_complete::Shell;

use crate::Cli;

/// Options of `hyla completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionArgs {
    /// Shell of the script
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Options of `hyla manual`.
#[derive(Debug, clap::Args)]
pub(crate) struct ManualArgs {
    /// Folder for the pages, created if missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Prints the script that a shell reads.
pub(crate) fn completions(args: &CompletionArgs) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::all(), "hyla", &mut script);
    match hyla_terminal::print(&String::from_utf8_lossy(&script)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla completions: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes a page for each command.
pub(crate) fn manual(args: &ManualArgs) -> ExitCode {
    match write_pages(&args.folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla manual: {}: {error}", args.folder.display());
            ExitCode::FAILURE
        }
    }
}

fn write_pages(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Cli::all(), folder)
}
