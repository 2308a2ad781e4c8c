//! `hyla latency peer`: a host reflects messages, so that round trips to it can be measured.

use std::net::SocketAddr;
use std::process::ExitCode;

use hyla_latency::peer::Peer;

use crate::command::until::told_to_end;

/// Options of `hyla latency peer`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Reflect what comes to this address; port 0 is a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:15171")]
    listen: SocketAddr,

    /// End also when standard input closes
    #[arg(long, hide = true)]
    until_stdin_closes: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let peer = Peer::start(args.listen).map_err(|error| format!("{}: {error}", args.listen))?;
    let mut text = format!("reflects at {}", peer.address());
    if peer.address().ip().is_loopback() {
        text += &format!(
            ": this machine only; for other machines use --listen 0.0.0.0:{}",
            peer.address().port()
        );
    }
    hyla_terminal::print(&(text + "\n")).map_err(|error| format!("standard output: {error}"))?;
    told_to_end(args.until_stdin_closes)?;
    Ok(ExitCode::SUCCESS)
}
