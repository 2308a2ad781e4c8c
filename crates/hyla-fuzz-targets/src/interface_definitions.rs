//! Files of interface definitions with anything in them: they are read or refused with findings that name a place, and Rust is
//! written for what was read or the definition without a mapping is named.

use hyla_idl::{Memory, rust};

/// Checks one input.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let files = Memory::default()
        .with("fuzz.idl", text)
        .with("other.idl", "struct Other { long a; };");
    match hyla_idl::read("fuzz.idl", &files, &[]) {
        Ok(model) => {
            let _ = rust::generate(&model);
        }
        Err(findings) => {
            assert!(!findings.0.is_empty() && findings.0.len() <= 50);
            assert!(
                findings
                    .0
                    .iter()
                    .all(|finding| finding.line > 0 && finding.column > 0)
            );
        }
    }
}
