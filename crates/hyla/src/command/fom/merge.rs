//! `hyla fom merge`: the object model of a federation as one file.

use std::path::{Path, PathBuf};

use hyla_terminal::Painter;

use super::modules::ModuleArgs;
use super::{Failure, Outcome, json};

/// Options of `hyla fom merge`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    modules: ModuleArgs,

    /// File to write, or - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

/// Writes the merged object model, the MIM included; findings go to standard error. Where a module is
/// refused nothing is written.
pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let inputs = args.modules.files()?;
    if inputs.iter().any(|input| is_same_file(input, &args.output)) {
        return Err(Failure::OutputIsInput(args.output.clone()));
    }
    let to_standard_output = args.output == Path::new("-");
    if args.modules.json && to_standard_output {
        return Err(Failure::TwoForStandardOutput);
    }
    let report = args.modules.check()?;
    if args.modules.json {
        let wanted = args.modules.wanted(&report.findings);
        hyla_terminal::print(&format!("{:#}\n", json::report(&report, wanted)))?;
    } else {
        eprint!(
            "{}",
            args.modules.lines(&report.findings, Painter::stderr())
        );
    }
    let Some(model) = report.model.as_ref().filter(|_| report.errors() == 0) else {
        return Ok(Outcome::Refused);
    };
    let document = hyla_omt::write(model);
    if to_standard_output {
        hyla_terminal::print(&document)?;
    } else {
        std::fs::write(&args.output, document).map_err(|cause| Failure::Output {
            path: args.output.clone(),
            cause,
        })?;
    }
    Ok(Outcome::Accepted)
}

fn is_same_file(input: &Path, output: &Path) -> bool {
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(input), Ok(output)) => input == output,
        // A file that is not there yet is no input.
        _ => false,
    }
}
