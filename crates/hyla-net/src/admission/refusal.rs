//! Refusals of a host.

use std::fmt;

/// One refused part of a demand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{whose}.{field} = {asked} cannot be: {limit}; {remedy}")]
pub struct Refusal {
    /// Section of the settings: `qos.NAME` or `process`.
    pub whose: String,
    /// Its field.
    pub field: &'static str,
    /// Its value.
    pub asked: String,
    /// Name and value of the limit.
    pub limit: String,
    /// How to raise the limit or lower the demand.
    pub remedy: String,
}

/// All refused parts of a demand, not only the first.
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
