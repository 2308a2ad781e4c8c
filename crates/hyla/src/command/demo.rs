//! `hyla demo`: a federation at work.

use std::process::ExitCode;

use hyla_demo::{Form, Placement, Plan};
use hyla_settings::RtiAddress;

/// Options of `hyla demo`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    plan: Plan,

    /// Run everything in one process, without a server
    #[arg(long)]
    embedded: bool,

    /// Print only the result, as a JSON object for other programs
    #[arg(long)]
    json: bool,
}

/// Runs the demo; the exit code is 0 if nothing was lost.
pub(crate) fn run(args: &Args) -> ExitCode {
    hyla_log::start_with_warnings();
    let placement = if args.embedded {
        Placement::Embedded
    } else {
        Placement::Processes
    };
    let form = if args.json { Form::Json } else { Form::Text };
    hyla_demo::run(args.plan, placement, form)
}

/// Options of `hyla demo-federate`, which `hyla demo` starts.
#[derive(Debug, clap::Args)]
pub(crate) struct FederateArgs {
    /// Name of the federate
    name: String,

    /// Address of the RTI
    #[arg(long, value_name = "HOST:PORT")]
    rti: RtiAddress,

    #[command(flatten)]
    plan: Plan,
}

/// Plays one part of the demo.
pub(crate) fn run_federate(args: &FederateArgs) -> ExitCode {
    hyla_log::start_with_warnings();
    hyla_demo::run_federate(&args.name, &args.plan, args.rti.clone())
}
