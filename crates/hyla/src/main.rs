//! The `hyla` program.
fn main() {}
