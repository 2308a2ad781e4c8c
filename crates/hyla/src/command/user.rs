//! `hyla user`: entries for the file that says who may use an RTI.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hyla_rti::{Action, add_user, hash_password};
use hyla_settings::LogSettings;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use serde_json::json;

use crate::settings_args::SettingsArgs;

/// Longest password; longer input is no password.
const LONGEST: u64 = 4096;

/// Options of `hyla user`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// Subcommands.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Add a user to the file; reads the password from the terminal or from the first line of standard input
    Add(AddArgs),
    /// Print the hash of a password, read in the same way
    Hash(HashArgs),
}

/// Options of `hyla user hash`.
#[derive(Debug, clap::Args)]
struct HashArgs {
    /// Print a JSON object for other programs
    #[arg(long)]
    json: bool,
}

/// Options of `hyla user add`.
#[derive(Debug, clap::Args)]
struct AddArgs {
    /// Name of the user; it has no colon
    #[arg(value_name = "USER")]
    name: String,

    /// The file, created if missing [default: the setting authorization.file]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Permitted actions: connect, create, join, destroy, remove, watch; may be repeated
    /// [default: create, join, destroy]
    #[arg(long = "action", value_name = "ACTION", value_parser = action)]
    actions: Vec<Action>,

    /// Permitted federation executions, * matches anything; may be repeated [default: *]
    #[arg(long = "federation", value_name = "PATTERN", id = "federations")]
    federations: Vec<String>,

    /// Permitted federate types, * matches anything; may be repeated [default: *]
    #[arg(long = "federate-type", value_name = "PATTERN")]
    federate_types: Vec<String>,

    /// Print a JSON object for other programs
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    settings: SettingsArgs,
}

fn action(word: &str) -> Result<Action, String> {
    let words = Action::ALL.map(Action::name).join(", ");
    Action::from_word(word).ok_or_else(|| format!("it is one of {words}"))
}

/// Makes an entry or a hash; the exit code is 0 if it did.
pub(crate) fn run(args: &Args) -> ExitCode {
    let outcome = match &args.command {
        Command::Add(args) => add(args),
        Command::Hash(args) => password()
            .and_then(|password| hash_password(&password))
            .map(|hash| match args.json {
                true => format!("{:#}\n", json!({ "hash": hash })),
                false => hash + "\n",
            }),
    };
    let printed = outcome
        .and_then(|text| hyla_terminal::print(&text).map_err(|e| format!("standard output: {e}")));
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla user: {error}");
            ExitCode::FAILURE
        }
    }
}

fn add(args: &AddArgs) -> Result<String, String> {
    let settings = args.settings.sources().load();
    let settings = settings.map_err(|error| error.to_string())?;
    let none = "which file? Set authorization.file or name one with --file FILE";
    let named = args.file.clone().or(settings.authorization.file);
    let file = named.ok_or(none)?;
    let usual = [Action::Create, Action::Join, Action::Destroy];
    let actions = if args.actions.is_empty() {
        &usual[..]
    } else {
        &args.actions
    };
    let all = ["*".to_owned()];
    let federations = if args.federations.is_empty() {
        &all[..]
    } else {
        &args.federations
    };
    let hash = hash_password(&password()?)?;
    add_user(
        &file,
        &args.name,
        &hash,
        actions,
        federations,
        &args.federate_types,
    )
    .map_err(|error| error.to_string())?;
    let actions: Vec<_> = actions.iter().map(|action| action.name()).collect();
    audit(&settings.log, args, &file, &actions.join(", "), federations)?;
    if args.json {
        let entry = json!({
            "file": file,
            "name": args.name,
            "actions": actions,
            "federations": federations,
            "federate_types": if args.federate_types.is_empty() { &all[..] } else { &args.federate_types },
        });
        return Ok(format!("{entry:#}\n"));
    }
    Ok(format!(
        "{}: {} may {} in {}\n",
        file.display(),
        args.name,
        actions.join(", "),
        federations.join(", ")
    ))
}

/// Writes an audit line about an added user: to the file of the settings, or to standard error while an RTI writes that file. The
/// RTI then notes there that the user was added.
fn audit(
    log: &LogSettings,
    args: &AddArgs,
    file: &Path,
    actions: &str,
    federations: &[String],
) -> Result<(), String> {
    let started = match hyla_log::start(log) {
        Err(error) if error.is_taken() => hyla_log::start(&LogSettings {
            file: None,
            audit_file: None,
            ..log.clone()
        }),
        started => started,
    };
    started.map_err(|error| format!("{}: added, but {error}", args.name))?;
    let (user, process) = (rustix::process::getuid(), std::process::id());
    let peer = format!("uid {} pid {process}", user.as_raw());
    let (about, file, federations) = (
        args.name.as_str(),
        file.display().to_string(),
        federations.join(", "),
    );
    let federate_types = args.federate_types.join(", ");
    tracing::info!(
        target: "audit", federation = "-", federate = "-", action = "add-user", user = "-", peer,
        about, file, actions, federations, federate_types, "audit"
    );
    Ok(())
}

/// The password that the user types twice, or that another program writes once.
fn password() -> Result<String, String> {
    let input = io::stdin();
    if !input.is_terminal() {
        return line(&mut input.lock());
    }
    let silence = Silence::start().map_err(|error| format!("the terminal: {error}"))?;
    let first = prompted("Password: ")?;
    let second = prompted("Again: ")?;
    drop(silence);
    if first == second {
        Ok(first)
    } else {
        Err("the two are not the same".to_owned())
    }
}

fn prompted(prompt: &str) -> Result<String, String> {
    // Standard output may go to a file. A prompt that cannot be seen stops nobody.
    let _ = write!(io::stderr(), "{prompt}").and_then(|()| io::stderr().flush());
    line(&mut io::stdin().lock())
}

/// A line that is a password.
fn line(input: &mut impl BufRead) -> Result<String, String> {
    let mut line = Vec::new();
    let read = input.take(LONGEST).read_until(b'\n', &mut line);
    read.map_err(|error| format!("standard input: {error}"))?;
    let text = String::from_utf8(line).map_err(|_| "the password is not UTF-8".to_owned())?;
    let password = text.strip_suffix('\n').unwrap_or(&text);
    let password = password.strip_suffix('\r').unwrap_or(password);
    if password.is_empty() {
        return Err("a password has at least one character".to_owned());
    }
    Ok(password.to_owned())
}

/// While it lives, the terminal shows nothing of what is typed but the ends of lines.
struct Silence(Termios);

impl Silence {
    fn start() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        silent.local_modes.insert(LocalModes::ECHONL);
        tcsetattr(io::stdin(), OptionalActions::Now, &silent)?;
        Ok(Self(before))
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        // Nothing is left to be done for a terminal that is gone.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_the_first_line() {
        let read = |text: &str| line(&mut text.as_bytes());

        assert_eq!(read("ge:heim ß\r\nmore\n").as_deref(), Ok("ge:heim ß"));
        assert_eq!(read("secret").as_deref(), Ok("secret"));
        assert!(read("\nsecret").is_err());
        assert!(read("").is_err());
        assert!(line(&mut &b"\xff\n"[..]).is_err());
    }

    #[test]
    fn an_action_that_is_none_is_answered_with_those_there_are() {
        assert_eq!(action("join"), Ok(Action::Join));
        assert!(action("jion").unwrap_err().contains("destroy"));
    }
}
