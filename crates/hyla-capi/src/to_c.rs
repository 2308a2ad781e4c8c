//! From Rust to C.

/// What can be given to C.
pub(crate) trait ToC {
    /// What it is there.
    type C;

    /// Gives it away.
    fn to_c(self) -> Self::C;
}
