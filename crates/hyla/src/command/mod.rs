//! The subcommands.

mod ask;
mod bench;
mod certificate;
mod demo;
mod doctor;
mod fedpro;
mod fom;
mod idl;
mod latency;
mod ls;
mod manual;
mod orb;
mod remove;
mod rti;
mod time;
mod top;
mod until;
mod user;

use std::process::ExitCode;

/// Commands of the program.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Host federation executions until SIGINT or SIGTERM
    Rti(rti::Args),
    /// List the federation executions and federates of a running RTI
    Ls(ls::Args),
    /// Remove a federate that has died or does not resign
    Remove(remove::Args),
    /// Show logical times, and which federate waits for which
    Time(time::Args),
    /// Show the traffic of all channels, live
    Top(top::Args),
    /// Run a federation of four federates and 300 aircraft, and measure it
    Demo(demo::Args),
    /// Measure this RTI or another, with baselines of the bare machine
    Bench(bench::Args),
    /// Predict message latency, with confidence intervals
    Latency(latency::Args),
    /// Run one federate of the demo
    #[command(hide = true)]
    DemoFederate(demo::FederateArgs),
    /// Check this machine and its settings, with a remedy for each problem
    Doctor(doctor::Args),
    /// Make entries for the users file of an RTI (authorization.file)
    User(user::Args),
    /// Make a certificate for the TLS of an RTI (rti.security)
    Certificate(certificate::Args),
    /// Check, merge and show object model modules
    Fom(fom::Args),
    /// Write Rust stubs and servants for interface definitions (IDL)
    Idl(idl::Args),
    /// Serve and use a CORBA naming service
    Orb(orb::Args),
    /// Print the completion script for a shell
    Completions(manual::CompletionArgs),
    /// Write the manual pages of this program
    Manual(manual::ManualArgs),
}

impl Command {
    /// Does it; the exit code is 0 if all went well.
    pub(crate) fn run(self) -> ExitCode {
        match self {
            Self::Rti(args) => rti::run(&args),
            Self::Ls(args) => ls::run(&args),
            Self::Remove(args) => remove::run(&args),
            Self::Time(args) => time::run(&args),
            Self::Top(args) => top::run(&args),
            Self::Demo(args) => demo::run(&args),
            Self::Bench(args) => bench::run(args),
            Self::Latency(args) => latency::run(args),
            Self::DemoFederate(args) => demo::run_federate(&args),
            Self::Doctor(args) => doctor::run(&args),
            Self::User(args) => user::run(&args),
            Self::Certificate(args) => certificate::run(&args),
            Self::Fom(args) => fom::run(&args),
            Self::Idl(args) => idl::run(&args),
            Self::Orb(args) => orb::run(&args),
            Self::Completions(args) => manual::completions(&args),
            Self::Manual(args) => manual::manual(&args),
        }
    }
}
