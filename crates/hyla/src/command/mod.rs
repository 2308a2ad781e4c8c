//! The subcommands.

mod ask;
mod bench;
mod demo;
mod doctor;
mod fedpro;
mod fom;
mod idl;
mod latency;
mod ls;
mod manual;
mod remove;
mod rti;
mod time;
mod top;
mod user;

use std::process::ExitCode;

/// What the program is asked to do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Host federation executions until SIGINT or SIGTERM
    Rti(rti::Args),
    /// List the federation executions and federates of a running RTI
    Ls(ls::Args),
    /// Take a federate out of its federation: one that has died, or that will not leave
    Remove(remove::Args),
    /// Show where federates stand in time, and who waits for whom
    Time(time::Args),
    /// Show what the channels of federates do, live
    Top(top::Args),
    /// Run a federation of four federates and 300 aircraft, and measure it
    Demo(demo::Args),
    /// Measure this RTI, or another, beside the bare machine
    Bench(bench::Args),
    /// Say what messages will take, and how sure that is
    Latency(latency::Args),
    /// Play one part of the demo
    #[command(hide = true)]
    DemoFederate(demo::FederateArgs),
    /// Check this machine and its settings, and say what to do about what is wrong
    Doctor(doctor::Args),
    /// Say who may use an RTI: entries for the file of authorization.file
    User(user::Args),
    /// Check, merge and show object model modules
    Fom(fom::Args),
    /// Write Rust stubs and servants for interface definitions (IDL)
    Idl(idl::Args),
    /// Print the script by which a shell completes the words of this program
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
            Self::Fom(args) => fom::run(&args),
            Self::Idl(args) => idl::run(&args),
            Self::Completions(args) => manual::completions(&args),
            Self::Manual(args) => manual::manual(&args),
        }
    }
}
