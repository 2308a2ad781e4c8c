//! `hyla latency`: what messages will take, and how sure that is.

mod ask;
mod beside;
mod federates;
mod peer;
mod profile;
mod serve;
mod table;
mod watch;

use std::process::ExitCode;

use hyla_latency::interface::{Client, Token};

pub(crate) use beside::{Latency, LatencyError};

/// Options of `hyla latency`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Serve answers: gRPC and HTTP/JSON, until SIGINT or SIGTERM
    Serve(serve::Args),
    /// Reflect the messages of servers that measure, until SIGINT or SIGTERM
    Peer(peer::Args),
    /// Query a server about one connection
    Ask(ask::Args),
    /// Show all connections of a server, live
    Watch(watch::Args),
    /// Make, list, compare and merge latency profiles
    Profile(profile::Args),
}

/// Default address of a server.
const SERVER: &str = "127.0.0.1:15170";

/// Does it; the exit code is 0 if all went well.
pub(crate) fn run(args: Args) -> ExitCode {
    let (name, done) = match args.command {
        Command::Serve(args) => ("serve", serve::run(&args)),
        Command::Peer(args) => ("peer", peer::run(&args)),
        Command::Ask(args) => ("ask", ask::run(&args)),
        Command::Watch(args) => ("watch", watch::run(&args)),
        Command::Profile(args) => ("profile", profile::run(&args)),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("hyla latency {name}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A client of a server, with the token of a file if there is one.
fn client(server: &str, token_file: Option<&std::path::Path>) -> Result<Client, String> {
    let client = Client::new(server);
    let Some(path) = token_file else {
        return Ok(client);
    };
    let problem = |text: String| format!("{}: {text}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
    let token = Token::of(text.lines().next().unwrap_or_default()).map_err(problem)?;
    Ok(client.with_token(token))
}

/// Runs a question to a server on this thread.
fn wait_for<T>(question: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    Ok(runtime.block_on(question))
}
