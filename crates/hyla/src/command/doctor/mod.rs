//! `hyla doctor`: what can be wrong on this machine, and what to do about it.
//!
//! Nothing is changed; what needs a port takes a free one from the system. The facts come from `/proc` and
//! `/sys`, and a check whose facts are missing (another system, a container that hides them) says so.

mod between_hosts;
mod configuration;
mod limits;
mod machine;
mod network;
mod report;
mod security;
mod service;

use std::process::ExitCode;
use std::time::Duration;

use hyla_settings::Settings;
use hyla_terminal::Painter;
use hyla_terminal::number::whole;

use crate::settings_args::SettingsArgs;
use report::{Finding, Level};

/// Options of `hyla doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Number of federates to check the machine for
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = whole(0..=u32::MAX))]
    federates: u32,

    /// Test for so many seconds whether multicast of the profiles reaches other hosts, on which the same command runs at the same time
    #[arg(long, value_name = "SECONDS", value_parser = whole(1..=3600_u32))]
    multicast: Option<u32>,

    /// Print a JSON array for other programs
    #[arg(long)]
    json: bool,
}

/// Runs all checks and prints a line for each; the exit code is 1 if one of them failed.
pub(crate) fn run(args: &Args) -> ExitCode {
    let (settings, mut findings) = configuration::check(&args.settings.sources());
    findings.extend(all(&settings, args.federates));
    if let Some(seconds) = args.multicast {
        let time = Duration::from_secs(seconds.into());
        findings.extend(between_hosts::all(&settings, time));
    }
    let text = if args.json {
        report::json(&findings)
    } else {
        report::render(&findings, Painter::stdout())
    };
    if let Err(error) = hyla_terminal::print(&text) {
        eprintln!("hyla doctor: standard output: {error}");
        return ExitCode::FAILURE;
    }
    if findings
        .iter()
        .any(|finding| finding.level() == Level::Fail)
    {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn all(settings: &Settings, federates: u32) -> Vec<Finding> {
    let mut findings = vec![
        machine::kernel(),
        machine::cores(),
        machine::clock(),
        machine::timer_slack(),
        machine::shared_memory(settings),
        machine::leftovers(),
    ];
    findings.extend(machine::frequency_governor());
    findings.extend(limits::all(federates));
    findings.extend(service::all(settings));
    findings.push(network::loopback());
    findings.push(network::rti_address(settings));
    findings.extend(security::all(settings));
    findings.push(network::interface(settings));
    findings.push(network::multicast(settings));
    findings.extend(network::listen_addresses(settings));
    findings.extend(network::socket_buffers());
    findings
}
