//! Log lines, to standard error: a program in C has no other way to see them.

use std::io::IsTerminal;
use std::sync::Once;

use hyla_lrc::settings::{LogLevel, Sources};
use tracing_subscriber::EnvFilter;

/// Writes what is logged from now on as `log.level` says, or `RUST_LOG` where that is set. The first connect of
/// the process whose settings can be read decides.
pub(crate) fn start(settings: &str) {
    static STARTED: Once = Once::new();
    if STARTED.is_completed() {
        return;
    }
    // What is wrong with the settings is told by the connect itself.
    if let Ok(settings) = Sources::process().connect(settings).load() {
        STARTED.call_once(|| write_to_standard_error(settings.log.level));
    }
}

fn write_to_standard_error(level: LogLevel) {
    let words = match level {
        LogLevel::Off => level.name().to_owned(),
        // Who was let in is for the log at every level.
        _ => format!("{},audit=info", level.name()),
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(words));
    // Fails only if somebody else logs already; then there are log lines all the same.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .try_init();
}
