//! The position of a stream in the order of declarations.

/// Declarations that precede what follows on a stream. The default precedes everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// All entries of the control log before this number.
    pub log: u64,
    /// So many declarations of the sender, counted since it joined; 0 if the log has brought all of them back to it.
    pub own: u64,
}
