//! Content of a suite file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;

/// The suite of less than two minutes.
pub const QUICK: &str = include_str!("../../../../bench/suites/quick.toml");
/// The suite of every experiment.
pub const FULL: &str = include_str!("../../../../bench/suites/full.toml");

/// A set of experiments.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Title of its report.
    pub title: String,
    /// The question that it answers, or the study that it repeats: a sentence or two for the
    /// report.
    pub study: String,
    /// The experiments, in order.
    #[serde(rename = "run")]
    pub runs: Vec<Run>,
}

/// One experiment of a suite.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Its name.
    pub experiment: String,
    /// Label of its result; by default the result's own.
    #[serde(default)]
    pub title: String,
    /// By the names of the options of `hyla bench run`.
    #[serde(default)]
    pub parameters: BTreeMap<String, toml::Value>,
}

/// Why a suite is unusable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// The system refused.
    #[error("{name}: {source}; a suite is quick, full or a TOML file")]
    Io {
        /// The requested name.
        name: String,
        /// Error of the system.
        source: io::Error,
    },
    /// The file is not a suite.
    #[error("{name}: {reason}")]
    Content {
        /// Its name.
        name: String,
        /// The error, with its line.
        reason: String,
    },
}

impl Suite {
    /// The suite `quick` or `full`, or the one in the file of that name.
    ///
    /// # Errors
    /// [`SuiteError`]: the file cannot be read, or is not a suite.
    pub fn named(name: &str) -> Result<Self, SuiteError> {
        match name {
            "quick" => Self::parse(QUICK, name),
            "full" => Self::parse(FULL, name),
            _ => {
                let path = PathBuf::from(name);
                let text = fs::read_to_string(&path).map_err(|source| SuiteError::Io {
                    name: name.to_owned(),
                    source,
                })?;
                Self::parse(&text, name)
            }
        }
    }

    /// Parses a suite; `name` is used in errors.
    ///
    /// # Errors
    /// [`SuiteError::Content`] with the invalid line, or a value that no option accepts.
    pub fn parse(text: &str, name: &str) -> Result<Self, SuiteError> {
        let content = |reason: String| SuiteError::Content {
            name: name.to_owned(),
            reason,
        };
        let suite: Self = toml::from_str(text).map_err(|error| content(error.to_string()))?;
        if suite.runs.is_empty() {
            return Err(content("it has no [[run]]".to_owned()));
        }
        for (number, run) in suite.runs.iter().enumerate() {
            given(&run.parameters).map_err(|reason| {
                content(format!("run {}, {}: {reason}", number + 1, run.experiment))
            })?;
        }
        Ok(suite)
    }

    /// Default name of the folder of its results.
    #[must_use]
    pub fn folder_name(name: &str) -> String {
        let stem = Path::new(name).file_stem();
        let stem = stem.map_or_else(|| name.into(), |stem| stem.to_string_lossy());
        format!("bench-{stem}")
    }
}

/// Parameters in command-line form: words, and lists with commas.
///
/// # Errors
/// The parameter that is not a word, a number, a boolean or a list of those, in words.
pub fn given(
    parameters: &BTreeMap<String, toml::Value>,
) -> Result<BTreeMap<String, String>, String> {
    let given = parameters.iter().map(|(name, value)| {
        let text = match value {
            toml::Value::Array(values) => {
                let words = values.iter().map(|value| word(name, value));
                words.collect::<Result<Vec<_>, _>>()?.join(",")
            }
            other => word(name, other)?,
        };
        Ok((name.clone(), text))
    });
    given.collect()
}

fn word(name: &str, value: &toml::Value) -> Result<String, String> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(truth) => Ok(if *truth { "yes" } else { "no" }.to_owned()),
        other => Err(format!(
            "{name} is a {}, and it can be a text, a number, true or false, or a list of those",
            other.type_str()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Work;
    use crate::plan::{Plan, experiment};

    fn refused(text: &str) -> String {
        let refused = Suite::parse(text, "my.toml").expect_err("no suite");
        refused.to_string()
    }

    #[test]
    fn every_suite_of_the_project_is_one_of_experiments_that_there_are() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/suites");
        let files = fs::read_dir(folder).expect("the suites");
        let mut seen = 0;
        for file in files {
            let path = file.expect("a file").path();
            let suite = Suite::named(&path.display().to_string());
            let suite = suite.unwrap_or_else(|error| panic!("{error}"));
            seen += 1;
            for run in &suite.runs {
                let known = crate::report::sample::EXPERIMENTS.contains(&run.experiment.as_str());
                assert!(known, "{}: {}", path.display(), run.experiment);
            }
            assert!(!suite.title.is_empty() && !suite.study.is_empty());
        }
        assert!(seen >= 9, "{seen}");
        assert!(Suite::named("quick").is_ok());
        let full = Suite::named("full").expect("built in");
        for experiment in crate::report::sample::EXPERIMENTS {
            let known = full.runs.iter().any(|run| run.experiment == experiment);
            assert!(known, "full lacks {experiment}");
        }
    }

    /// The plans of a suite of the project.
    fn plans(suite: &Suite) -> Vec<Plan> {
        let plans = suite.runs.iter().map(|run| {
            let mut given = given(&run.parameters).expect("words");
            if let Some(scenario) = given.get_mut("scenario") {
                // Of the source tree, where the suite is to be started.
                *scenario = format!("{}/../../{scenario}", env!("CARGO_MANIFEST_DIR"));
            }
            let experiment = experiment(&run.experiment).expect("an experiment");
            experiment.plan(&given).expect("a plan")
        });
        plans.collect()
    }

    /// Estimated duration of a plan, in seconds: besides its own estimate a quarter of a second to
    /// start and end each sample, a millisecond for each round trip, and a fifth of one for the
    /// steps of every four federates (a tenth was the most that was measured in shared memory).
    fn seconds(plan: &Plan) -> f64 {
        let points = plan.points.iter().map(|point| {
            let work = match point.federates[0].work {
                Work::RoundTrip {
                    samples, warm_up, ..
                } => f64::from(samples + warm_up) * 1e-3,
                Work::TimeAdvance {
                    grants, warm_up, ..
                } => f64::from(grants + warm_up) * 2e-4 * point.federates.len() as f64 / 4.0,
                _ => point.seconds,
            };
            // Baselines repeat streams in full, and need a fraction of the time for counted work.
            let bare = point.seconds.max(work / 10.0) * point.baselines.len() as f64;
            0.25 + point.seconds.max(work) + bare
        });
        points.sum::<f64>() * f64::from(plan.repetitions)
    }

    #[test]
    fn suites_repeat_enough_to_be_compared_and_end_soon_enough_to_be_run() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/suites");
        let (mut quick, mut studies) = (0.0, 0.0);
        for file in fs::read_dir(folder).expect("the suites") {
            let path = file.expect("a file").path();
            let name = path.display().to_string();
            let plans = plans(&Suite::named(&name).expect("a suite"));
            let least = if name.ends_with("quick.toml") { 3 } else { 5 };
            for plan in &plans {
                let experiment = plan.experiment;
                assert!(plan.repetitions >= least, "{name}: {experiment}");
            }
            let all: f64 = plans.iter().map(seconds).sum();
            println!("{name}: {:.1} minutes", all / 60.0);
            match Suite::folder_name(&name).as_str() {
                "bench-quick" => quick += all,
                "bench-full" => {}
                _ => studies += all,
            }
        }
        assert!(quick > 0.0 && quick < 120.0, "{quick} s");
        assert!(
            studies > 0.0 && studies < 90.0 * 60.0,
            "{} minutes",
            studies / 60.0
        );
    }

    #[test]
    fn parameters_become_what_a_command_line_gives() {
        let suite = Suite::parse(
            r#"
            title = "t"
            study = "s"
            [[run]]
            experiment = "latency"
            parameters = { bytes = [64, "1Ki"], qos = "reliable", fresh = true, rate = 0.5 }
            "#,
            "t",
        )
        .expect("a suite");

        let given = given(&suite.runs[0].parameters).expect("words");
        let given: Vec<(&str, &str)> = given
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
            .collect();
        assert_eq!(
            given,
            [
                ("bytes", "64,1Ki"),
                ("fresh", "yes"),
                ("qos", "reliable"),
                ("rate", "0.5")
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert!(refused("title = 1").contains("line 1"));
        assert!(refused("title = \"t\"\nstudy = \"s\"\nrun = []").contains("no [[run]]"));
        let odd = "title = \"t\"\nstudy = \"s\"\n[[run]]\nexperiment = \"send\"\nexperimant = 1";
        assert!(refused(odd).contains("experimant"));
        let nested = "title = \"t\"\nstudy = \"s\"\n[[run]]\nexperiment = \"send\"\nparameters = { a = { b = 1 } }";
        let text = refused(nested);
        assert!(text.contains("run 1, send: a is a table"), "{text}");
        let gone = Suite::named("/nonexistent.toml").expect_err("no file");
        assert!(gone.to_string().contains("quick, full or a TOML file"));
    }

    #[test]
    fn the_folder_of_results_is_named_after_the_suite() {
        assert_eq!(Suite::folder_name("quick"), "bench-quick");
        assert_eq!(
            Suite::folder_name("bench/suites/bundling.toml"),
            "bench-bundling"
        );
    }
}
