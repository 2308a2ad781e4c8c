//! The measuring federate in Rust.
//!
//! [`run`] is the process that an agent starts: a job on standard input, reports on standard
//! output. The same in C++ is under `bench/federates/`; both understand each other's messages, so
//! that they can be measured against each other.
//!
//! | module | contents |
//! |---|---|
//! | `session`, `phase` | connecting, gathering, synchronization points, leaving: the same for every work |
//! | `ambassador` | callbacks: measured ones go to the work, others to the session |
//! | `round_trip`, `stream`, `time_advance`, `register`, `idle` | the works of [`crate::job::Work`] |
//! | `carrier` | channels that carried the messages |
//! | `reports`, `histogram` | reports and their data |
//! | `clock`, `machine`, `watch` | time, processors, memory; watchdog of a hanging federate |

mod ambassador;
mod carrier;
mod clock;
mod error;
mod filler;
mod histogram;
mod idle;
mod machine;
mod names;
mod phase;
mod register;
mod reports;
mod round_trip;
mod session;
mod stream;
mod time_advance;
mod watch;

use std::io::BufRead;
use std::process::ExitCode;

pub use self::error::FederateError;
pub use self::reports::Reports;
pub use self::watch::Watch;
use crate::job::{Job, Report, VERSION, Work};

/// Reads a job from standard input, does it, and writes reports to standard output. When standard
/// input ends, the federate stops and leaves in order.
///
/// Every failure ends with a report of the reason, never with a hang.
pub fn run() -> ExitCode {
    let reports = Reports::to(std::io::stdout());
    let fail = |reason: String| {
        reports.say(&Report::Failed { reason });
        ExitCode::FAILURE
    };
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) => return fail("standard input ended before there was a job".to_owned()),
        Ok(_) => {}
        Err(error) => return fail(format!("standard input cannot be read: {error}")),
    }
    let job = match read(&line) {
        Ok(job) => job,
        Err(error) => return fail(error.to_string()),
    };
    let watch = Watch::default();
    stop_at_end_of_input(watch.clone());
    watch.over(job.timeout_ms, hang_up(&job, reports.clone()));
    let outcome = perform(&job, &reports, &watch);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(in_context(&job, &error.to_string())),
    }
}

/// Does a job in this process, on the calling thread, and leaves the federation in either case.
///
/// # Errors
/// Why it failed; nothing was reported yet.
pub fn perform(job: &Job, reports: &Reports, watch: &Watch) -> Result<(), FederateError> {
    let outcome = dispatch(job, reports, watch);
    watch.end();
    outcome
}

fn dispatch(job: &Job, reports: &Reports, watch: &Watch) -> Result<(), FederateError> {
    check(job)?;
    if let Some(cpu) = job.cpu {
        machine::bind(cpu)?;
    }
    crate::load::prioritize(job.priority).map_err(FederateError::Machine)?;
    machine::wake_exactly();
    let start = session::WorkContext {
        job,
        reports,
        watch,
    };
    match job.work.clone() {
        Work::RoundTrip {
            bytes,
            warm_up,
            samples,
            interval_us,
            lost_after_ms,
        } => {
            let work = round_trip::RoundTrip {
                bytes,
                warm_up,
                samples,
                interval_us,
                lost_after_ms,
            };
            round_trip::perform(&start, work)
        }
        Work::Stream {
            role,
            bytes,
            objects,
            regions,
            regions_of_receiver,
            changes_per_s,
            rate_per_s,
            warm_up_ms,
            run_ms,
            trace_every,
        } => {
            let work = stream::Stream {
                role,
                bytes,
                objects,
                regions,
                regions_of_receiver,
                changes_per_s,
                rate_per_s,
                warm_up_ms,
                run_ms,
                trace_every,
            };
            stream::perform(&start, work)
        }
        Work::TimeAdvance {
            service,
            lookahead,
            step,
            messages,
            bytes,
            warm_up,
            grants,
        } => {
            let work = time_advance::TimeAdvance {
                service,
                lookahead,
                step,
                messages,
                bytes,
                warm_up,
                grants,
            };
            time_advance::perform(&start, work)
        }
        Work::Register { objects, named } => register::perform(&start, objects, named),
        Work::Idle {} => idle::perform(&start),
    }
}

/// Parses a line as a job.
///
/// # Errors
/// [`FederateError::Job`] if it is invalid, or of another version.
pub fn read(line: &str) -> Result<Job, FederateError> {
    let value: serde_json::Value = serde_json::from_str(line)
        .map_err(|error| FederateError::Job(format!("it is not JSON: {error}")))?;
    // Checked first, since another version may have other fields.
    match value.get("version").and_then(serde_json::Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => {}
        Some(version) => {
            return Err(FederateError::Job(format!(
                "it is of version {version}, this program does those of version {VERSION}; \
                 agents and federates of one run have to be of one version of Hyla"
            )));
        }
        None => {
            return Err(FederateError::Job("it has no version".to_owned()));
        }
    }
    serde_json::from_value(value).map_err(|error| FederateError::Job(error.to_string()))
}

fn check(job: &Job) -> Result<(), FederateError> {
    if job.federates == 0 || job.index >= job.federates {
        return Err(FederateError::Job(format!(
            "index {} is not one of {} federates",
            job.index, job.federates
        )));
    }
    Ok(())
}

fn in_context(job: &Job, reason: &str) -> String {
    format!(
        "federation {}, federate bench-{}: {reason}",
        job.federation, job.index
    )
}

/// Discards further input until its end.
fn stop_at_end_of_input(watch: Watch) {
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        watch.stop();
    });
}

/// A call that never returns cannot be ended in order: the process ends, and the RTI detects that.
fn hang_up(job: &Job, reports: Reports) -> impl FnOnce(u64) + Send + 'static {
    let job = job.clone();
    move |limit_ms| {
        let reason = format!("a call of the RTI has not returned for {limit_ms} ms");
        reports.say(&Report::Failed {
            reason: in_context(&job, &reason),
        });
        std::process::exit(1);
    }
}
