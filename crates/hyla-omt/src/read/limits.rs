//! Bounds on what a module file may ask of memory and time.

/// Largest file in bytes.
pub(crate) const BYTES: usize = 64 * 1024 * 1024;

/// Most elements in a file; the largest FOMs of the field have some ten thousand.
pub(crate) const ELEMENTS: usize = 1_000_000;

/// Deepest nesting of elements, or of parentheses in a FED file.
pub(crate) const DEPTH: usize = 128;

/// Most attributes of one element.
pub(crate) const ATTRIBUTES: usize = 64;

/// Most findings that are kept for one module.
pub(crate) const FINDINGS: usize = 1000;
