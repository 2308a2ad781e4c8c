//! Any file as an object model: read or refused with findings.
#![no_main]

use hyla_omt::{Strictness, read_module};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|content: &[u8]| {
    match read_module("fuzz.xml", content, Strictness::Lenient) {
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
