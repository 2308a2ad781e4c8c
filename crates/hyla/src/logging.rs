//! Log lines of the programs that say in their own way what goes on.

use hyla_settings::{LogLevel, LogSettings, Settings};

/// Writes warnings to standard error, independent of the settings.
pub(crate) fn warnings() {
    let log = LogSettings {
        level: LogLevel::Warn,
        ..Settings::default().log
    };
    hyla_log::start(&log).expect("standard error needs no file");
}
