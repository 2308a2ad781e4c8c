//! `hyla bench suite`: runs a set of experiments and makes their report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use hyla_bench::result::{self, RunResult};
use hyla_bench::suite::{Progress, Runs, Suite, given, perform};
use hyla_terminal::{Colour, Painter, print};
use serde_json::{Value, json};

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

    /// Print a JSON object for other programs, at the end
    #[arg(long)]
    json: bool,

    /// Further options for every run, after two dashes, as in `-- --rti HOST:PORT`
    #[arg(last = true, value_name = "OPTION")]
    further: Vec<String>,
}

/// Runs the suite; the exit code is 1 if a run has no result or something cannot be written.
pub(crate) fn run(args: &Args) -> ExitCode {
    match perform_all(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hyla bench suite: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every run has a result.
fn perform_all(args: &Args) -> Result<bool, String> {
    let suite = Suite::named(&args.suite).map_err(|error| error.to_string())?;
    if args.show {
        let mut commands = Vec::new();
        for run in &suite.runs {
            let words = words(&run.experiment, &run.parameters)?;
            let words = words.iter().chain(&args.further).map(|word| quoted(word));
            commands.push(format!("hyla {}", words.collect::<Vec<_>>().join(" ")));
        }
        let text = if args.json {
            format!("{:#}\n", json!({ "commands": commands }))
        } else {
            commands
                .iter()
                .map(|command| format!("{command}\n"))
                .collect()
        };
        print(&text).map_err(|error| format!("standard output: {error}"))?;
        return Ok(true);
    }
    let folder = args.out.clone();
    let folder = folder.unwrap_or_else(|| Suite::folder_name(&args.suite).into());
    let mut consoles = Consoles {
        program: env::current_exe().map_err(|error| format!("where is hyla? {error}"))?,
        folder: folder.clone(),
        further: args.further.clone(),
        begun: 0,
        json: args.json,
    };
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
    let performed = perform(&suite, &mut consoles, &folder, &mut tell);
    let performed = performed.map_err(|error| error.to_string())?;
    let text = if args.json {
        let failures = performed.failures.iter();
        let failures = failures.map(|failure| {
            json!({
                "number": failure.number,
                "experiment": failure.experiment,
                "reason": failure.reason,
            })
        });
        let report = json!({
            "report": performed.report,
            "results": performed.results,
            "failures": failures.collect::<Value>(),
        });
        format!("{report:#}\n")
    } else {
        format!("{}\n", performed.report.display())
    };
    print(&text).map_err(|error| format!("standard output: {error}"))?;
    let failed = performed.failures.len();
    if failed > 0 {
        eprintln!(
            "hyla bench suite: {failed} of {} runs have no result; the report says which, and why",
            suite.runs.len()
        );
    }
    Ok(failed == 0)
}

/// Runs each experiment by a console of its own, a process: the command in its result can be given again alone, and a
/// console that dies takes nothing with it.
struct Consoles {
    program: PathBuf,
    folder: PathBuf,
    further: Vec<String>,
    begun: usize,
    json: bool,
}

impl Runs for Consoles {
    fn run(
        &mut self,
        experiment: &str,
        parameters: &BTreeMap<String, toml::Value>,
    ) -> Result<RunResult, String> {
        self.begun += 1;
        let out = self
            .folder
            .join(format!("unfinished-{:02}.json", self.begun));
        let ended = Command::new(&self.program)
            .stdout(self.output())
            .args(words(experiment, parameters)?)
            .args(&self.further)
            .arg("--out")
            .arg(&out)
            .status()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        if !out.is_file() {
            return Err(format!(
                "`hyla bench run {experiment}` stored nothing ({ended}); its output is above"
            ));
        }
        // A run of which a part failed has a result all the same, with notes that say so.
        let result = result::read(&out).map_err(|error| error.to_string())?;
        self.keep_profile(&out, experiment)?;
        fs::remove_file(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        Ok(result)
    }
}

impl Consoles {
    /// Output of a console: standard output is for the report if other programs read it.
    fn output(&self) -> Stdio {
        if self.json {
            Stdio::from(std::io::stderr())
        } else {
            Stdio::inherit()
        }
    }

    /// A latency profile that the console wrote beside its result gets the name of that result.
    fn keep_profile(&self, out: &Path, experiment: &str) -> Result<(), String> {
        let profile = out.with_extension("profile.json");
        if !profile.is_file() {
            return Ok(());
        }
        let name = format!("{:02}-{experiment}.profile.json", self.begun);
        fs::rename(&profile, self.folder.join(name))
            .map_err(|error| format!("{}: {error}", profile.display()))
    }
}

/// The words after `hyla` that a run stands for.
fn words(
    experiment: &str,
    parameters: &BTreeMap<String, toml::Value>,
) -> Result<Vec<String>, String> {
    let mut words = ["bench", "run", experiment].map(str::to_owned).to_vec();
    for (name, value) in given(parameters)? {
        words.extend([format!("--{name}"), value]);
    }
    Ok(words)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
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

        let words = words("latency", &parameters.into()).expect("words");
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        assert_eq!(
            words.join(" "),
            "bench run latency --bytes 64,128 --profile 'priority=7; resources=dedicated'"
        );
    }

    #[test]
    fn every_run_of_every_suite_has_a_plan() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/suites");
        for file in fs::read_dir(folder).expect("the suites") {
            let path = file.expect("a file").path();
            let suite = Suite::named(&path.display().to_string()).expect("a suite");
            for run in &suite.runs {
                let mut given = given(&run.parameters).expect("words");
                if let Some(scenario) = given.get_mut("scenario") {
                    *scenario = format!("{}/../../{scenario}", env!("CARGO_MANIFEST_DIR"));
                }
                let experiment = hyla_bench::plan::experiment(&run.experiment).expect("known");
                let plan = experiment.plan(&given);
                let why = plan.err().map(|error| error.to_string());
                assert_eq!(why, None, "{}: {}", path.display(), run.experiment);
            }
        }
    }
}
