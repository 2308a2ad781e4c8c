//! Log lines, to standard error.

use std::io::IsTerminal;

use hyla_lrc::settings::LogLevel;
use tracing_subscriber::EnvFilter;

/// Writes what is logged from now on: at `level`, or what `RUST_LOG` filters where that is set. Audit lines
/// are written at every level but `off`.
pub(crate) fn start(level: LogLevel) {
    let words = match level {
        LogLevel::Off => level.name().to_owned(),
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
