//! Errors of a file, with their locations.

use std::fmt;

/// One error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, as named or found.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The expected and the found text.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            column,
            message,
        } = self;
        write!(f, "{file}:{line}:{column}: {message}")
    }
}

/// Errors in the order found; never empty.
#[derive(Clone, PartialEq, Eq)]
pub struct Findings(pub Vec<Finding>);

impl fmt::Debug for Findings {
    /// As text too: a build script that returns them shows them so.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [_] => writeln!(f, "a finding")?,
            all => writeln!(f, "{} findings", all.len())?,
        }
        write!(f, "{self}")
    }
}

impl fmt::Display for Findings {
    /// One line for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, finding) in self.0.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{finding}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Findings {}
