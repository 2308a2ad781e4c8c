//! What a host cannot honour.

use std::fmt;

/// One thing that was asked for and cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{whose}.{field} = {asked} cannot be: {limit}; {remedy}")]
pub struct Refusal {
    /// Who asked: `qos.NAME` or `process`.
    pub whose: String,
    /// Which field.
    pub field: &'static str,
    /// Its value.
    pub asked: String,
    /// The limit, by its name, as it was found.
    pub limit: String,
    /// What to do.
    pub remedy: String,
}

/// Everything that a demand cannot have, not only the first of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    refusals: Vec<Refusal>,
}

impl Refused {
    pub(super) fn check(refusals: Vec<Refusal>) -> Result<(), Self> {
        if refusals.is_empty() {
            Ok(())
        } else {
            Err(Self { refusals })
        }
    }

    /// At least one.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }
}

impl fmt::Display for Refused {
    /// One line for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, refusal) in self.refusals.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            refusal.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refused {}
