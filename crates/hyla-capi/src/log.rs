//! Log lines: a program in C has no other way to see them.

use std::sync::{Mutex, PoisonError};

use hyla_settings::Sources;

use crate::fault::{Result, fault};

/// Writes what is logged from now on as the section `log` of the settings says. The first connect of the process
/// whose settings can be read decides.
///
/// # Errors
/// `RTIinternalError` if `log.file` cannot be written.
pub(crate) fn start(settings: &str) -> Result<()> {
    static STARTED: Mutex<bool> = Mutex::new(false);
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    // Errors of the settings are reported by the connect itself.
    if !*started && let Ok(settings) = Sources::process().connect(settings).load() {
        hyla_log::start(&settings.log).map_err(|error| fault(error.to_string()))?;
        *started = true;
    }
    Ok(())
}
