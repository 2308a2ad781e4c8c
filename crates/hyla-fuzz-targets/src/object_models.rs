//! Any file as an object model: read or refused with findings.

use hyla_omt::{Strictness, read_module};

/// Checks one input.
pub fn check(content: &[u8]) {
    match read_module("fuzz.xml", content, Strictness::Lenient) {
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
