//! `hyla fom check`: are these modules an object model?

use std::fmt::Write;

use hyla_omt::Report;
use hyla_terminal::{Colour, Painter};

use super::modules::ModuleArgs;
use super::{Failure, Outcome, json};

/// Options of `hyla fom check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    modules: ModuleArgs,
}

/// Prints findings with excerpts, a line for each module that could be read, and what they are together.
pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let report = args.modules.check()?;
    if args.modules.json {
        let wanted = args.modules.wanted(&report.findings);
        hyla_terminal::print(&format!("{:#}\n", json::report(&report, wanted)))?;
    } else {
        let painter = Painter::stdout();
        let findings = args.modules.lines(&report.findings, painter);
        hyla_terminal::print(&(findings + &summary(&report, painter)))?;
    }
    Ok(if report.errors() == 0 {
        Outcome::Accepted
    } else {
        Outcome::Refused
    })
}

fn summary(report: &Report, painter: Painter) -> String {
    let mut text = String::new();
    let ok = painter.paint(Colour::Green, "ok");
    // Writing to a string does not fail.
    for module in report.mim.iter().chain(&report.modules) {
        let _ = writeln!(
            text,
            "{ok}    {} ({})",
            module.designator, module.model.edition
        );
    }
    let (errors, warnings) = (report.errors(), report.warnings());
    let mim = match &report.mim {
        Some(mim) => format!("the MIM {}", mim.designator),
        None => "the standard MIM".to_owned(),
    };
    let _ = match &report.model {
        Some(model) if errors == 0 => {
            let attributes: usize = model
                .object_classes
                .iter()
                .map(|class| class.attributes.len())
                .sum();
            let parameters: usize = model
                .interaction_classes
                .iter()
                .map(|class| class.parameters.len())
                .sum();
            writeln!(
                text,
                "{ok}    together with {mim} ({}): {} object classes with {attributes} attributes, \
                 {} interaction classes with {parameters} parameters; {warnings} warnings",
                model.edition,
                model.object_classes.len(),
                model.interaction_classes.len(),
            )
        }
        _ => {
            let refused = painter.paint(Colour::Red, "refused");
            writeln!(text, "{refused}: {errors} errors, {warnings} warnings")
        }
    };
    text
}
