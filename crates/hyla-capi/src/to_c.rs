//! From Rust to C.

/// A value that can be given to C.
pub(crate) trait ToC {
    /// Its type in C.
    type C;

    /// Gives it away.
    fn to_c(self) -> Self::C;
}
