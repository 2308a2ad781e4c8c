//! When a program that serves ends.

use hyla_terminal::when_stdin_closes;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Waits for SIGINT or SIGTERM, or for the end of standard input if that is asked for.
pub(crate) fn told_to_end(or_stdin_closes: bool) -> Result<(), String> {
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(|error| error.to_string())?;
    if or_stdin_closes {
        let handle = signals.handle();
        when_stdin_closes(move || handle.close()).map_err(|error| error.to_string())?;
    }
    signals.forever().next();
    Ok(())
}
