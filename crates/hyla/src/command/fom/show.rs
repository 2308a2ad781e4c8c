//! `hyla fom show`: object models as trees.

use hyla_omt::model::ObjectModel;
use hyla_omt::{Colours, read_file};
use hyla_terminal::Painter;
use serde_json::{Value, json};

use super::modules::ModuleArgs;
use super::{Failure, Outcome, json};

/// Options of `hyla fom show`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    modules: ModuleArgs,

    /// Show what the modules are together with the MIM, instead of each by itself
    #[arg(long)]
    merged: bool,
}

/// Prints classes, attributes, parameters and types; findings go to standard error.
pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut models = Vec::new();
    let mut outcome = Outcome::Accepted;
    let findings = if args.merged {
        let report = args.modules.check()?;
        if report.errors() > 0 {
            outcome = Outcome::Refused;
        } else {
            models.extend(report.model);
        }
        report.findings
    } else {
        let strictness = args.modules.strictness()?;
        let mut findings = Vec::new();
        for file in args.modules.files()? {
            match read_file(&file, strictness) {
                Ok(module) => {
                    findings.extend(module.warnings);
                    models.push(module.model);
                }
                Err(error) => {
                    outcome = Outcome::Refused;
                    findings.extend(error.into_findings());
                }
            }
        }
        findings
    };
    if args.modules.json {
        let findings = args.modules.wanted(&findings).map(json::finding);
        let report = json!({ "findings": findings.collect::<Value>(), "models": models });
        hyla_terminal::print(&format!("{report:#}\n"))?;
    } else {
        eprint!("{}", args.modules.lines(&findings, Painter::stderr()));
        hyla_terminal::print(&models.iter().map(tree).collect::<String>())?;
    }
    Ok(outcome)
}

fn tree(model: &ObjectModel) -> String {
    let colours = if Painter::stdout().has_colour() {
        Colours::Ansi
    } else {
        Colours::Off
    };
    let mut text = String::new();
    hyla_omt::show(model, &mut text, colours).expect("writing to a string does not fail");
    text
}
