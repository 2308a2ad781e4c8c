//! `hyla idl`: interface definitions of the OMG on the command line.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hyla_idl::{Disk, Options, read_with, rust};

/// Options of `hyla idl`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of interface definitions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Look for included files in this directory, too; may be repeated
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,

    /// Define a name of the preprocessor; may be repeated
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]")]
    defines: Vec<String>,

    /// Write Rust into this directory, one file for each FILE, instead of to standard output
    #[arg(short, long, value_name = "DIR", conflicts_with = "check")]
    output: Option<PathBuf>,

    /// Report what is wrong, and write nothing
    #[arg(long)]
    check: bool,
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{}: it is no file", .0.display())]
    NoFile(PathBuf),
    #[error("{}: the definitions of two files would be written here; give them other names or run them apart", .0.display())]
    Twice(PathBuf),
    #[error("{}: cannot be written: {cause}", path.display())]
    Output { path: PathBuf, cause: io::Error },
    #[error("standard output: {0}")]
    StandardOutput(#[from] io::Error),
}

/// Reads the files and writes stubs, servants' traits and marshallers. The exit code is 1 if a file is refused or cannot be
/// written; then nothing of that file is written.
pub(crate) fn run(args: &Args) -> ExitCode {
    let options = Options {
        include: args.include.clone(),
        defines: args.defines.clone(),
    };
    let mut written: Vec<PathBuf> = Vec::new();
    let mut exit = ExitCode::SUCCESS;
    for file in &args.files {
        let Some(text) = translated(file, &options) else {
            exit = ExitCode::FAILURE;
            continue;
        };
        if args.check {
            continue;
        }
        if let Err(failure) = write(args.output.as_deref(), file, &text, &mut written) {
            eprintln!("{failure}");
            exit = ExitCode::FAILURE;
        }
    }
    exit
}

/// The Rust of one file, or nothing if the file is refused: its findings have gone to standard error.
fn translated(file: &Path, options: &Options) -> Option<String> {
    let name = file.to_string_lossy();
    let model = read_with(&name, &Disk, options)
        .map_err(|findings| eprintln!("{findings}"))
        .ok()?;
    rust::generate(&model)
        .map_err(|unsupported| eprintln!("{unsupported}"))
        .ok()
}

fn write(
    folder: Option<&Path>,
    file: &Path,
    text: &str,
    written: &mut Vec<PathBuf>,
) -> Result<(), Failure> {
    let Some(folder) = folder else {
        return Ok(hyla_terminal::print(text)?);
    };
    let stem = file
        .file_stem()
        .ok_or_else(|| Failure::NoFile(file.to_owned()))?;
    let path = folder.join(stem).with_extension("rs");
    if written.contains(&path) {
        return Err(Failure::Twice(path));
    }
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|cause| Failure::Output {
            path: path.clone(),
            cause,
        })?;
    println!("{}", path.display());
    written.push(path);
    Ok(())
}
