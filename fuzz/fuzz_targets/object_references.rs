//! Texts that a user gives as a reference: `IOR:`, `corbaloc:` and `corbaname:` are read or refused, and a reference that was read
//! is written and read again as the same.
#![no_main]

use hyla_orb::reference::{ObjectUrl, Reference};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = text.parse::<ObjectUrl>();
    let Ok(reference) = text.parse::<Reference>() else {
        return;
    };
    let written = reference.to_string();
    let read: Reference = written.parse().expect("what was written is read");
    assert_eq!(read.to_string(), written);
    reference.iiop().for_each(drop);
    drop(reference.flow());
});
