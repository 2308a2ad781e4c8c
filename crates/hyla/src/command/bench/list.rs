//! `hyla bench list`: what can be measured.

use std::process::ExitCode;

use hyla_bench::plan::{EXPERIMENTS, Experiment, experiment};
use hyla_terminal::Painter;

use serde_json::{Value, json};

use super::table;

/// Options of `hyla bench list`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Show the parameters of this experiment
    #[arg(value_name = "EXPERIMENT")]
    experiment: Option<String>,

    /// Print JSON for other programs
    #[arg(long)]
    json: bool,
}

/// Prints all experiments, or the parameters of one.
pub(super) fn run(args: &Args) -> ExitCode {
    let painter = Painter::stdout();
    let text = match args.experiment.as_deref().map(experiment) {
        None if args.json => format!("{:#}\n", all_json()),
        None => all(painter),
        Some(Ok(experiment)) if args.json => format!("{:#}\n", one_json(experiment)),
        Some(Ok(experiment)) => one(experiment, painter),
        Some(Err(error)) => {
            eprintln!("hyla bench list: {error}");
            return ExitCode::FAILURE;
        }
    };
    match hyla_terminal::print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla bench list: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn all_json() -> Value {
    EXPERIMENTS.iter().map(|known| one_json(known)).collect()
}

fn one_json(experiment: &Experiment) -> Value {
    let parameters = experiment.parameters().into_iter();
    let parameters = parameters.map(|(parameter, default)| {
        json!({
            "name": parameter.name(),
            "default": (!default.is_empty()).then_some(default),
            "takes": parameter.accepts(),
            "meaning": parameter.about(),
        })
    });
    json!({
        "name": experiment.name,
        "summary": experiment.summary,
        "parameters": parameters.collect::<Value>(),
    })
}

fn all(painter: Painter) -> String {
    let mut rows = vec![
        ["experiment", "what it measures"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let known = EXPERIMENTS.iter();
    rows.extend(known.map(|known| vec![known.name.to_owned(), known.summary.to_owned()]));
    table::columns(&rows, &[], painter)
        + "\nhyla bench list EXPERIMENT shows its parameters, hyla bench run EXPERIMENT runs it.\n"
}

fn one(experiment: &Experiment, painter: Painter) -> String {
    let heading = ["parameter", "default", "takes", "for"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for (parameter, default) in experiment.parameters() {
        rows.push(vec![
            format!("--{}", parameter.name()),
            if default.is_empty() { "-" } else { default }.to_owned(),
            parameter.accepts(),
            parameter.about().to_owned(),
        ]);
    }
    format!(
        "{}: {}\n{}\nSeveral values, with commas, make a point of each combination.\n",
        experiment.name,
        experiment.summary,
        table::columns(&rows, &[], painter)
    )
}
