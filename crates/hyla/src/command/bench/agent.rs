//! `hyla bench agent`: the processes of experiments on this host.

use std::path::PathBuf;
use std::process::ExitCode;

use hyla_bench::agent::{self, AgentNotice, Options, Program};
use hyla_bench::coordination::Stop;
use hyla_settings::RtiAddress;
use hyla_terminal::when_stdin_closes;
use serde_json::json;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::settings_args::SettingsArgs;

/// Options of `hyla bench agent`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Wait for the console at this RTI instead of the one at rti.address
    #[arg(long, value_name = "HOST:PORT")]
    rti: Option<RtiAddress>,

    /// Name of the agent [default: the host's name and the number of the process]
    #[arg(long)]
    name: Option<String>,

    /// End with the console that was served
    #[arg(long)]
    once: bool,

    /// Print a JSON object a line for other programs
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    federate: FederateArgs,

    #[command(flatten)]
    settings: SettingsArgs,

    /// Be an agent that a console has started
    #[arg(long, hide = true)]
    local: bool,
}

/// The measuring federate to start, for agents and for consoles that start agents.
#[derive(Debug, clap::Args)]
pub(super) struct FederateArgs {
    /// Start this program as measuring federate, such as the one in C++ under bench/federates
    #[arg(long, value_name = "PATH")]
    federate: Option<PathBuf>,

    /// An argument of that program; may be repeated
    #[arg(
        long,
        value_name = "ARGUMENT",
        requires = "federate",
        allow_hyphen_values = true
    )]
    federate_arg: Vec<String>,

    /// A variable in its environment, such as LD_LIBRARY_PATH=DIRECTORY for another RTI; may be repeated
    #[arg(long, value_name = "KEY=VALUE", requires = "federate", value_parser = variable)]
    federate_env: Vec<(String, String)>,
}

impl FederateArgs {
    /// The program, if one was named.
    pub(super) fn program(&self) -> Option<Program> {
        self.federate.as_ref().map(|path| Program {
            path: path.clone(),
            arguments: self.federate_arg.clone(),
            environment: self.federate_env.clone(),
        })
    }
}

fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("it is not KEY=VALUE".to_owned()),
    }
}

/// Serves consoles until SIGINT or SIGTERM.
pub(super) fn run(args: &Args) -> ExitCode {
    match serve(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla bench agent: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(args: &Args) -> Result<(), String> {
    let sources = args.settings.sources();
    let settings = sources.load().map_err(|error| error.to_string())?;
    // Services and departures have lines of their own.
    hyla_log::start_with_warnings();
    let rti = args.rti.clone().unwrap_or(settings.rti.address);
    if rti == RtiAddress::Embedded {
        return Err(
            "an agent and its console need an RTI that both reach: name it with --rti HOST:PORT"
                .to_owned(),
        );
    }
    let name = args.name.clone().unwrap_or_else(|| {
        let host = rustix::system::uname();
        let host = host.nodename().to_string_lossy().into_owned();
        format!("{host}-{}", std::process::id())
    });
    let stop = stop_at_signals().map_err(|error| format!("cannot watch for signals: {error}"))?;
    if args.local {
        let stop = stop.clone();
        when_stdin_closes(move || stop.stop()).map_err(|error| error.to_string())?;
    }
    let options = Options {
        rti: rti.clone(),
        name: name.clone(),
        settings: sources,
        hyla: std::env::current_exe().map_err(|error| format!("where is hyla? {error}"))?,
        federate: args.federate.program(),
        local: args.local,
        once: args.once,
    };
    let json = args.json;
    let mut tell = |news| {
        let line = line(&news, &name, &rti, json);
        // Failures are ignored: nobody reads the output.
        let _ = hyla_terminal::print(&format!("{line}\n"));
    };
    agent::run(&options, &stop, &mut tell).map_err(|error| error.to_string())
}

/// Printed line of an event.
fn line(news: &AgentNotice, name: &str, rti: &RtiAddress, json: bool) -> String {
    let (event, console, text) = match news {
        AgentNotice::NoRti(why) => (
            "no-rti",
            None,
            format!("waiting for an RTI at {rti}: {why}"),
        ),
        AgentNotice::Waiting => (
            "waiting",
            None,
            format!("agent {name} waits at {rti} for a console (hyla bench run --rti {rti} ...)"),
        ),
        AgentNotice::Serving(console) => ("serving", Some(console), format!("{console} is there")),
        AgentNotice::ConsoleGone(console) => ("gone", Some(console), format!("{console} is gone")),
        AgentNotice::Unreadable(problem) => ("unreadable", None, problem.clone()),
    };
    if !json {
        return text;
    }
    let mut fields = json!({
        "event": event,
        "agent": name,
        "rti": rti.to_string(),
        "text": text,
    });
    if let Some(console) = console {
        fields["console"] = json!(console);
    }
    fields.to_string()
}

/// Stop handle: the first SIGINT or SIGTERM stops it; the second ends the process.
pub(super) fn stop_at_signals() -> std::io::Result<Stop> {
    let stop = Stop::default();
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let stopped = stop.clone();
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            for signal in &mut signals {
                if stopped.is_stopped() {
                    // The process got the first signal before and has not ended.
                    std::process::exit(128 + signal);
                }
                stopped.stop();
            }
        })?;
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn news_for_programs_have_an_event_and_for_people_a_sentence() {
        let rti: RtiAddress = "sim-host:15160".parse().unwrap();
        for (news, event, console) in [
            (AgentNotice::NoRti("refused".into()), "no-rti", None),
            (AgentNotice::Waiting, "waiting", None),
            (
                AgentNotice::Serving("console-1".into()),
                "serving",
                Some("console-1"),
            ),
            (
                AgentNotice::ConsoleGone("console-1".into()),
                "gone",
                Some("console-1"),
            ),
            (
                AgentNotice::Unreadable("a line\nof two".into()),
                "unreadable",
                None,
            ),
        ] {
            let text = line(&news, "east", &rti, false);
            let json = line(&news, "east", &rti, true);

            assert_eq!(json.lines().count(), 1, "{json}");
            let fields: Value = serde_json::from_str(&json).unwrap();
            assert_eq!(fields["event"], event);
            assert_eq!(fields["agent"], "east");
            assert_eq!(fields["rti"], "sim-host:15160");
            assert_eq!(fields["text"], *text);
            assert_eq!(fields["console"].as_str(), console);
        }
    }
}
