//! Settings strings, which a federate's connect and a file bring: read or refused with a reason.
#![no_main]

use hyla_settings::Sources;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = Sources::none().connect(text.to_owned()).load() {
        assert!(!error.to_string().is_empty());
    }
});
