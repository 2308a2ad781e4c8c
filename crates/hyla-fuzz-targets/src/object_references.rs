//! Texts that a user gives as a reference: `IOR:`, `corbaloc:` and `corbaname:` are read or refused, and a reference that was read
//! is written and read again as the same.

use hyla_orb::reference::{ObjectUrl, Reference};

/// Checks one input.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let _ = text.parse::<ObjectUrl>();
    let Ok(reference) = text.parse::<Reference>() else {
        return;
    };
    let written = reference.to_string();
    let read: Reference = written.parse().expect("what was written is read");
    assert_eq!(read.to_string(), written);
    reference.iiop().for_each(drop);
    drop(reference.flow());
}
