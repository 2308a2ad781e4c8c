//! `hyla bench suite`: runs a set of experiments and makes their report.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use hyla_bench::suite::{Progress, Runs, Suite, given, perform};

use crate::terminal::{Colour, Painter};

/// Options of `hyla bench suite`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// quick, full, or a TOML file such as those of bench/suites
    suite: String,

    /// Folder for results and report; bench-NAME if left out
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print the commands that the suite stands for, and run nothing
    #[arg(long)]
    show: bool,
}

/// Runs the suite by means of `runs`; the exit code is 1 if a run has no result or something cannot be written.
pub(crate) fn run(args: &Args, runs: &mut dyn Runs) -> ExitCode {
    match perform_all(args, runs) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hyla bench suite: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every run has a result.
fn perform_all(args: &Args, runs: &mut dyn Runs) -> Result<bool, String> {
    let suite = Suite::named(&args.suite).map_err(|error| error.to_string())?;
    if args.show {
        for run in &suite.runs {
            println!("{}", command(&run.experiment, &run.parameters)?);
        }
        return Ok(true);
    }
    let folder = args.out.clone();
    let folder = folder.unwrap_or_else(|| Suite::folder_name(&args.suite).into());
    let painter = Painter::stderr();
    let mut tell = |progress: Progress<'_>| match progress {
        Progress::Begins {
            number,
            of,
            experiment,
        } => eprintln!(
            "{}",
            painter.paint(Colour::Cyan, format!("{number}/{of} {experiment}"))
        ),
        Progress::Stored(path) => eprintln!("    {}", path.display()),
        Progress::Failed(failure) => {
            eprintln!(
                "{}",
                painter.paint(Colour::Red, format!("    {}", failure.reason))
            );
        }
    };
    let performed = perform(&suite, runs, &folder, &mut tell).map_err(|error| error.to_string())?;
    println!("{}", performed.report.display());
    let failed = performed.failures.len();
    if failed > 0 {
        eprintln!(
            "hyla bench suite: {failed} of {} runs have no result; the report says which, and why",
            suite.runs.len()
        );
    }
    Ok(failed == 0)
}

fn command(experiment: &str, parameters: &BTreeMap<String, toml::Value>) -> Result<String, String> {
    let options = given(parameters)?.into_iter().map(|(name, value)| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
        if !value.is_empty() && value.chars().all(plain) {
            format!(" --{name} {value}")
        } else {
            format!(" --{name} '{}'", value.replace('\'', "'\\''"))
        }
    });
    Ok(format!(
        "hyla bench run {experiment}{}",
        options.collect::<String>()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_shown_as_the_command_that_it_stands_for() {
        let parameters = [
            ("bytes", toml::Value::from(vec![64, 128])),
            ("profile", "priority=7; resources=dedicated".into()),
        ];
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value));

        assert_eq!(
            command("latency", &parameters.into()),
            Ok(
                "hyla bench run latency --bytes 64,128 --profile 'priority=7; resources=dedicated'"
                    .to_owned()
            )
        );
    }
}
