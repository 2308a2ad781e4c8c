//! `hyla remove`: takes a federate out of its federation.

use std::process::ExitCode;

use hyla_settings::RtiAddress;

use super::ask;
use crate::settings_args::SettingsArgs;

/// Options of `hyla remove`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Federation execution of the federate
    federation: String,

    /// Name of the federate, as `hyla ls` shows it
    federate: String,

    /// Reason, for the federate and for the log of the RTI
    #[arg(long, value_name = "TEXT", default_value = "removed with hyla remove")]
    reason: String,

    /// Ask this RTI instead of the one at rti.address
    #[arg(long, value_name = "HOST:PORT")]
    rti: Option<RtiAddress>,

    #[command(flatten)]
    settings: SettingsArgs,
}

/// Removes a federate; the exit code is 1 if no RTI answers, if there is no such federate, or if the RTI's authorizer
/// refuses it.
pub(crate) fn run(args: &Args) -> ExitCode {
    let removed = ask::connect(&args.settings, args.rti.as_ref()).and_then(|rti| {
        rti.remove_federate(&args.federation, &args.federate, &args.reason)
            .map_err(|exception| exception.message)
    });
    let (federation, federate) = (&args.federation, &args.federate);
    let shown = removed.and_then(|()| {
        hyla_terminal::print(&format!("removed {federate} from {federation}\n"))
            .map_err(|error| format!("standard output: {error}"))
    });
    match shown {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla remove: {error}");
            ExitCode::FAILURE
        }
    }
}
