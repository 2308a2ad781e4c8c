//! Runs the experiments of a suite one after the other, and stores the results.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Suite;
use crate::report::{Page, html, points_csv, samples_csv};
use crate::result::{ResultError, RunResult, replace, write};

/// Runs experiments: the console.
pub trait Runs {
    /// Runs `experiment` with `parameters`, by the names of the options of `hyla bench run`;
    /// [`super::given`] converts them.
    ///
    /// # Errors
    /// Why there is no result, as readable text.
    fn run(
        &mut self,
        experiment: &str,
        parameters: &BTreeMap<String, toml::Value>,
    ) -> Result<RunResult, String>;
}

/// Progress of a suite.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress<'a> {
    /// A run begins.
    Begins {
        /// Its number, from 1.
        number: usize,
        /// Number of runs.
        of: usize,
        /// Its experiment.
        experiment: &'a str,
    },
    /// Its result is stored.
    Stored(&'a Path),
    /// The experiment failed; the next one begins.
    Failed(&'a Failure),
}

/// A run without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Number of the run, from 1.
    pub number: usize,
    /// Its experiment.
    pub experiment: String,
    /// The reason, as readable text.
    pub reason: String,
}

/// Output of a suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// Its results, in the order of the suite.
    pub results: Vec<PathBuf>,
    /// The report over all of them.
    pub report: PathBuf,
    /// Runs without a result.
    pub failures: Vec<Failure>,
}

/// Runs everything in `suite` and writes into `folder`, which is created if missing: each result as
/// soon as it is available (`01-latency.json` and so on), then `report.html`, `points.csv` and
/// `samples.csv`. A failed run is reported, is listed in the report, and does not stop the others.
///
/// # Errors
/// [`ResultError::Io`] if something cannot be written; files written before stay.
pub fn perform(
    suite: &Suite,
    runs: &mut dyn Runs,
    folder: &Path,
    tell: &mut dyn FnMut(Progress<'_>),
) -> Result<Performed, ResultError> {
    fs::create_dir_all(folder).map_err(|source| ResultError::Io {
        path: folder.to_owned(),
        source,
    })?;
    let mut results = Vec::new();
    let mut paths = Vec::new();
    let mut failures = Vec::new();
    for (index, run) in suite.runs.iter().enumerate() {
        let (number, of) = (index + 1, suite.runs.len());
        tell(Progress::Begins {
            number,
            of,
            experiment: &run.experiment,
        });
        match runs.run(&run.experiment, &run.parameters) {
            Ok(mut result) => {
                if !run.title.is_empty() {
                    result.label.clone_from(&run.title);
                }
                let path = folder.join(format!("{number:02}-{}.json", result.experiment));
                write(&path, &result)?;
                tell(Progress::Stored(&path));
                results.push(result);
                paths.push(path);
            }
            Err(reason) => {
                let failure = Failure {
                    number,
                    experiment: run.experiment.clone(),
                    reason,
                };
                tell(Progress::Failed(&failure));
                failures.push(failure);
            }
        }
    }
    let missing = failures.iter();
    let missing = missing.map(|f| {
        format!(
            "run {}, {}, has no result: {}",
            f.number, f.experiment, f.reason
        )
    });
    let page = Page {
        title: suite.title.clone(),
        about: suite.study.clone(),
        missing: missing.collect(),
    };
    let report = folder.join("report.html");
    replace(&report, html(&results, &page).as_bytes())?;
    write_table(&folder.join("points.csv"), |output| {
        points_csv(&results, output)
    })?;
    write_table(&folder.join("samples.csv"), |output| {
        samples_csv(&results, output)
    })?;
    Ok(Performed {
        results: paths,
        report,
        failures,
    })
}

fn write_table(
    path: &Path,
    table: impl FnOnce(&mut Vec<u8>) -> Result<(), csv::Error>,
) -> Result<(), ResultError> {
    let mut text = Vec::new();
    table(&mut text).map_err(|error| ResultError::Io {
        path: path.to_owned(),
        source: error.into(),
    })?;
    replace(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use crate::result::read;

    /// Knows two experiments, and fails in all others.
    struct Made(Vec<String>);

    impl Runs for Made {
        fn run(
            &mut self,
            experiment: &str,
            parameters: &BTreeMap<String, toml::Value>,
        ) -> Result<RunResult, String> {
            self.0.push(format!("{experiment} {}", parameters.len()));
            match experiment {
                "latency" | "send" => Ok(sample::result(experiment)),
                _ => Err("agent <a> was lost".to_owned()),
            }
        }
    }

    #[test]
    fn a_run_that_fails_is_in_the_report_and_the_others_go_on() {
        let folder = std::env::temp_dir().join(format!("bench-suite-{}", std::process::id()));
        let suite = Suite::parse(
            "title = \"Three\"\nstudy = \"Whether it goes on.\"\n\
             [[run]]\nexperiment = \"latency\"\nparameters = { bytes = 64 }\n\
             [[run]]\nexperiment = \"scale\"\n\
             [[run]]\nexperiment = \"send\"\ntitle = \"as fast as it can\"\n",
            "three",
        )
        .expect("a suite");
        let mut made = Made(Vec::new());
        let mut told = Vec::new();

        let performed = perform(
            &suite,
            &mut made,
            &folder.join("deep/er"),
            &mut |progress| {
                told.push(format!("{progress:?}"));
            },
        )
        .expect("written");

        assert_eq!(made.0, ["latency 1", "scale 0", "send 0"]);
        assert_eq!(told.len(), 6);
        assert_eq!(performed.failures.len(), 1);
        assert!(performed.results[1].ends_with("03-send.json"));
        let send = read(&performed.results[1]).expect("a result");
        assert_eq!(send.label, "as fast as it can");
        let page = fs::read_to_string(&performed.report).expect("a page");
        assert!(page.contains("<h1>Three</h1>") && page.contains("Whether it goes on."));
        assert!(page.contains("run 2, scale, has no result: agent &lt;a&gt; was lost"));
        let points = fs::read_to_string(folder.join("deep/er/points.csv")).expect("a table");
        assert!(points.lines().count() > 10);
        assert!(folder.join("deep/er/samples.csv").is_file());
        fs::remove_dir_all(folder).expect("removed");
    }
}
