//! `hyla bench run`: an experiment from its console.

use std::collections::BTreeMap;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgMatches, Args as _, Command, FromArgMatches};
use hyla_bench::console::{self, Request};
use hyla_bench::plan::{EXPERIMENTS, Experiment, Kind, experiment};
use hyla_bench::report::Rules;
use hyla_bench::result;
use hyla_settings::RtiAddress;
use hyla_terminal::number::whole;
use hyla_terminal::{Colour, Painter};
use serde_json::json;

use super::agent::{FederateArgs, stop_at_signals};
use super::show::Show;
use super::{check, table};
use crate::settings_args::SettingsArgs;

/// Options of `hyla bench run`: an experiment, its parameters, and where it runs.
#[derive(Debug)]
pub(crate) struct Args {
    experiment: &'static Experiment,
    given: BTreeMap<String, String>,
    arrangement: Arrangement,
}

/// Agents of an experiment, and output of its result.
#[derive(Debug, clap::Args)]
struct Arrangement {
    /// Use the agents that wait at this RTI; without it the console has an RTI of its own
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "listen")]
    rti: Option<RtiAddress>,

    /// Let the console's own RTI listen here, and wait for agents of other hosts
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,

    /// How many agents to wait for, or to start on this host [default: those that wait, else one of its own]
    #[arg(long, value_name = "COUNT", value_parser = whole(1..=u16::MAX))]
    agents: Option<u16>,

    /// How long to wait for agents of other hosts, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole(0..=86_400_u64))]
    agents_within_s: u64,

    #[command(flatten)]
    federate: FederateArgs,

    /// Store the result here [default: bench-results/EXPERIMENT-TIME.json]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A name for the result, to distinguish it from others in reports [default: the name of the RTI]
    #[arg(long, default_value = "")]
    label: String,

    /// Compare with the result in this file; the exit code is 1 if something got worse
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,

    /// Print the result as a JSON object for other programs; progress goes to standard error
    #[arg(long, conflicts_with = "check")]
    json: bool,

    #[command(flatten)]
    settings: SettingsArgs,
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("EXPERIMENT")
            .subcommand_help_heading("Experiments")
            .subcommands(EXPERIMENTS.iter().map(|experiment| command_of(experiment)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let experiment = experiment(name).map_err(|_| missing())?;
        let parameters = experiment.parameters().into_iter();
        let given = parameters.filter_map(|(parameter, _)| {
            let value = matches.get_one::<String>(parameter.name())?;
            Some((parameter.name().to_owned(), value.clone()))
        });
        Ok(Self {
            experiment,
            given: given.collect(),
            arrangement: Arrangement::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The experiment as a subcommand: one option for each parameter.
fn command_of(experiment: &'static Experiment) -> Command {
    let command = Command::new(experiment.name);
    let parameters = experiment.parameters().into_iter();
    let options = parameters.map(|(parameter, default)| {
        let (value_name, takes) = match parameter.kind() {
            Kind::Text { .. } => ("TEXT", String::new()),
            Kind::Words(_) => ("WORD", format!(" ({})", parameter.accepts())),
            _ => ("NUMBER", String::new()),
        };
        let default = match default {
            "" => String::new(),
            default => format!(" [default: {default}]"),
        };
        Arg::new(parameter.name())
            .long(parameter.name())
            .value_name(value_name)
            .help(format!("{}{takes}{default}", parameter.about()))
            .help_heading(
                "Parameters (several values, with commas, make a point of each combination)",
            )
    });
    let command = command.args(options);
    // The options bring a text about themselves.
    Arrangement::augment_args(command).about(experiment.summary)
}

/// Runs the experiment; the exit code is 0 if everything that was planned was measured, and nothing got worse
/// than in the result to compare with.
pub(super) fn run(args: &Args) -> ExitCode {
    match measure(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hyla bench run {}: {error}", args.experiment.name);
            ExitCode::FAILURE
        }
    }
}

fn measure(args: &Args) -> Result<bool, String> {
    let arrangement = &args.arrangement;
    let plan = args
        .experiment
        .plan(&args.given)
        .map_err(|error| error.to_string())?;
    if let Some(base) = &arrangement.check {
        // Before anything is measured in vain.
        result::read(base).map_err(|error| format!("--check: {error}"))?;
    }
    let sources = arrangement.settings.sources();
    // Progress is shown; log entries of joins and leaves would only disturb the picture.
    hyla_log::start_with_warnings();
    let request = Request {
        rti: arrangement.rti.clone(),
        listen: arrangement.listen.as_deref().map(resolve).transpose()?,
        agents: arrangement.agents.map(usize::from),
        wait: Duration::from_secs(arrangement.agents_within_s),
        settings: sources,
        hyla: std::env::current_exe().map_err(|error| format!("where is hyla? {error}"))?,
        federate: arrangement.federate.program(),
        label: arrangement.label.clone(),
        command: std::env::args().collect(),
    };
    if request.rti == Some(RtiAddress::Embedded) {
        return Err(
            "--rti embedded: leave --rti away, and the console has an RTI of its own".to_owned(),
        );
    }
    let stop = stop_at_signals().map_err(|error| format!("cannot watch for signals: {error}"))?;
    let mut show = Show::new(&plan, arrangement.json);
    let outcome = console::run(&request, &plan, &stop, &mut show);
    show.clear();
    let outcome = outcome.map_err(|error| error.to_string())?;
    let result = &outcome.result;
    let path = arrangement
        .out
        .clone()
        .unwrap_or_else(|| console::default_path(&result.experiment, &result.began));
    let profile = console::store(result, &path).map_err(|error| error.to_string())?;
    if arrangement.json {
        let report = json!({
            "file": path,
            "profile": profile,
            "complete": outcome.is_complete,
            "result": result.clone().shortened(),
        });
        hyla_terminal::print(&format!("{report:#}\n"))
            .map_err(|error| format!("standard output: {error}"))?;
        return Ok(outcome.is_complete);
    }
    let painter = Painter::stdout();
    let mut text = format!("\n{}", table::of(result, painter));
    text += &format!("\nresult   {}\n", path.display());
    if let Some(profile) = profile {
        text += &format!("profile  {}\n", profile.display());
    }
    if !outcome.is_complete {
        let missing = "not everything that was planned was measured; the notes above and in the result say why\n";
        text += &painter.paint(Colour::Red, missing);
    }
    hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
    let worse = match &arrangement.check {
        Some(base) => check::against(base, result, Rules::default(), false)?,
        None => false,
    };
    Ok(outcome.is_complete && !worse)
}

fn resolve(listen: &str) -> Result<SocketAddr, String> {
    let found = listen.to_socket_addrs();
    let mut found = found.map_err(|error| format!("--listen {listen}: {error}"))?;
    found
        .next()
        .ok_or_else(|| format!("--listen {listen}: the name has no address"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_says_what_each_experiment_measures() {
        // However the lines are broken.
        let words = |help: String| help.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut command = Args::augment_args(Command::new("run"));
        let help = words(command.render_help().to_string());

        for experiment in EXPERIMENTS {
            assert!(help.contains(experiment.summary), "{help}");
            let own = words(command_of(experiment).render_help().to_string());
            assert!(own.starts_with(experiment.summary), "{own}");
        }
    }
}
