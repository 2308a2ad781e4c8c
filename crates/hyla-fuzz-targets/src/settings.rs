//! Settings strings, which a federate's connect and a file bring: read or refused with a reason.

use hyla_settings::Sources;

/// Checks one input.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    if let Err(error) = Sources::none().connect(text.to_owned()).load() {
        assert!(!error.to_string().is_empty());
    }
}
