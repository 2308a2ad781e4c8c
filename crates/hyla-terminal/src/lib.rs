//! The command line as every command of the `hyla` program uses it: numbers among arguments, text and colour on
//! standard output, the end of standard input.
#![forbid(unsafe_code)]

mod input;
pub mod number;
mod output;

pub use input::when_stdin_closes;
pub use output::{Colour, Painter, columns, print};
