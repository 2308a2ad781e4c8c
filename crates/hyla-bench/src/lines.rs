//! Input and output of a measuring process: lines of JSON on its standard streams.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use serde::de::DeserializeOwned;

use crate::job::Report;

/// Parses the first line of standard input as `T`.
///
/// # Errors
/// The input ended or failed, or the line is invalid.
pub(crate) fn first<T: DeserializeOwned>(what: &str) -> Result<T, String> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) => Err(format!("the standard input ended before {what} came")),
        Ok(_) => serde_json::from_str(&line).map_err(|error| {
            format!(
                "the first line of the standard input is not {what}: {error}: {}",
                line.trim_end()
            )
        }),
        Err(error) => Err(format!("cannot read the standard input: {error}")),
    }
}

/// Writes one report. A process without a reader ends here.
pub(crate) fn say(report: &Report) {
    let line = serde_json::to_string(report).expect("reports have string keys only");
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}

/// Reports that it failed.
pub(crate) fn failed(reason: String) -> ExitCode {
    say(&Report::Failed { reason });
    ExitCode::FAILURE
}

/// Further lines of standard input. The receiver is disconnected when the input ends.
pub(crate) fn rest() -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
