//! `hyla latency serve`: the server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use hyla_latency::profile::Machine;
use hyla_latency::server::{Config, OrbConfig, Peers, Server, StartError};
use hyla_settings::RtiAddress;

use super::federates;
use crate::command::until::told_to_end;

/// Options of `hyla latency serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Profile, hosts and connections, as docs/latency-server.md describes them
    #[arg(value_name = "FILE")]
    config: PathBuf,

    /// Answer at this address instead of the one in the file; port 0 is a free one
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,

    /// Offer an object for clients of an object request broker at this address; port 0 is a free one
    #[arg(long, value_name = "ADDRESS:PORT")]
    orb: Option<SocketAddr>,

    /// Write the reference of that object to this file
    #[arg(long, value_name = "FILE")]
    ior_file: Option<PathBuf>,

    /// End also when standard input closes
    #[arg(long, hide = true)]
    until_stdin_closes: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let mut config = Config::read(&args.config).map_err(|error| error.to_string())?;
    if let Some(listen) = args.listen {
        config.listen = listen;
    }
    if let Some(listen) = args.orb {
        let orb = config.orb.get_or_insert(OrbConfig {
            listen,
            published_host: None,
            ior_file: None,
            name: None,
        });
        orb.listen = listen;
    }
    if let Some(file) = &args.ior_file {
        let orb = config.orb.as_mut();
        orb.ok_or("--ior-file takes --orb, or a section [orb] of the file")?
            .ior_file = Some(file.clone());
    }
    let server = start(config, None).map_err(|error| error.to_string())?;
    let mut text = format!("hyla {} Latency Server\n", env!("CARGO_PKG_VERSION"));
    for warning in server.warnings() {
        text += &format!("the profile is of another machine: {warning}\n");
    }
    text += &format!("answers gRPC and HTTP/JSON at {}", server.address());
    if server.address().ip().is_loopback() {
        text += ": this machine only";
    }
    if let Some(reference) = server.orb_reference() {
        text += &format!("\nanswers clients of an object request broker: {reference}");
    }
    hyla_terminal::print(&(text + "\n")).map_err(|error| format!("standard output: {error}"))?;
    told_to_end(args.until_stdin_closes)?;
    Ok(ExitCode::SUCCESS)
}

/// Starts a server, which asks the federates of its file; `rti` is the address of their RTI if the file has none.
pub(super) fn start(config: Config, rti: Option<RtiAddress>) -> Result<Server, StartError> {
    let peers = Arc::new(Peers::of(&config));
    let federates = federates::of(&config, rti);
    Server::start_with(config, &this_machine(), peers, federates)
}

/// This machine as profiles describe machines.
pub(super) fn this_machine() -> Machine {
    Machine::here("here")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_described_as_profiles_describe_it() {
        let machine = this_machine();

        assert_eq!(machine.agent, "here");
        assert!(machine.cpus > 0 && !machine.kernel.is_empty());
    }
}
