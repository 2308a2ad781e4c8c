//! `hyla orb naming`: a naming service, and commands that use one.

use std::path::PathBuf;

use hyla_orb::cdr::Limits;
use hyla_orb::naming::{NamingService, NamingSettings};
use hyla_orb::server::ServerSettings;
use hyla_settings::Settings;

use super::names::{self, Place};
use crate::command::until::told_to_end;
use crate::settings_args::SettingsArgs;

/// Options of `hyla orb naming`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Serve names until SIGINT or SIGTERM
    Serve(ServeArgs),
    /// List the names in a context
    List(PlaceArgs),
    /// Print the reference that a name leads to
    Resolve(PlaceArgs),
    /// Give an object a name; missing contexts are made
    Bind(BindArgs),
    /// Remove a name; the object stays
    Unbind(PlaceArgs),
}

#[derive(Debug, clap::Args)]
struct ServeArgs {
    /// Listen at this address [default: the setting orb.naming]; port 0 is a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,

    /// Keep names in this file; without it, they end with the service
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Host in references, if clients know this machine by another name
    #[arg(long, value_name = "HOST")]
    published_host: Option<String>,

    #[command(flatten)]
    settings: SettingsArgs,

    /// End also when standard input closes
    #[arg(long, hide = true)]
    until_stdin_closes: bool,
}

#[derive(Debug, clap::Args)]
struct PlaceArgs {
    /// Name, as in `sim/radar.sensor`, in the service of the setting orb.naming; or `corbaname:` of another
    /// service with `#` and the name
    #[arg(value_name = "NAME", default_value = "")]
    place: String,

    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Debug, clap::Args)]
struct BindArgs {
    /// Name, as of the other commands
    #[arg(value_name = "NAME")]
    place: String,

    /// The object: `IOR:` or `corbaloc:`
    #[arg(value_name = "REFERENCE")]
    object: String,

    /// Replace an object that has the name already
    #[arg(long)]
    replace: bool,

    #[command(flatten)]
    settings: SettingsArgs,
}

fn load(args: &SettingsArgs) -> Result<Settings, String> {
    args.sources().load().map_err(|error| error.to_string())
}

fn limits(settings: &Settings) -> Limits {
    Limits {
        message_bytes: settings.orb.message_bytes,
        decoded_bytes: settings.orb.decoded_bytes,
        ..Limits::default()
    }
}

/// Does it.
pub(super) fn run(args: &Args) -> Result<(), String> {
    match &args.command {
        Command::Serve(args) => serve(args),
        Command::List(args) => {
            let place = place(&args.place, &args.settings)?;
            print(names::list(&place)?)
        }
        Command::Resolve(args) => {
            let place = place(&args.place, &args.settings)?;
            print(vec![names::resolve(&place)?])
        }
        Command::Bind(args) => {
            let place = place(&args.place, &args.settings)?;
            names::bind(&place, &args.object, args.replace)
        }
        Command::Unbind(args) => {
            let place = place(&args.place, &args.settings)?;
            names::unbind(&place)
        }
    }
}

fn place(text: &str, args: &SettingsArgs) -> Result<Place, String> {
    let settings = load(args)?;
    Place::parse(text, &settings.orb.naming, limits(&settings))
}

fn print(lines: Vec<String>) -> Result<(), String> {
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))
}

fn serve(args: &ServeArgs) -> Result<(), String> {
    let settings = load(&args.settings)?;
    let orb = &settings.orb;
    let server = ServerSettings {
        limits: limits(&settings),
        published_host: args.published_host.clone(),
        connections: orb.connections,
        message_time: orb.message,
        idle_time: orb.idle,
        ..ServerSettings::default()
    };
    let naming = NamingSettings {
        file: args.file.clone(),
        names: orb.names,
        server,
        ..NamingSettings::default()
    };
    let at = args
        .listen
        .clone()
        .unwrap_or_else(|| orb.naming.to_string());
    let service = NamingService::listen(&at, naming).map_err(|error| format!("{at}: {error}"))?;
    let profile = service.root().iiop().next();
    let at = profile.map_or(at, |profile| match profile.host.contains(':') {
        true => format!("[{}]:{}", profile.host, profile.port),
        false => format!("{}:{}", profile.host, profile.port),
    });
    print(vec![format!("names at corbaname::1.2@{at}")])?;
    told_to_end(args.until_stdin_closes)
}
