//! The two editions of the standard that a federate may speak.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::enums::UnknownCode;

/// Edition of IEEE 1516 that a federate's interface follows.
///
/// One federation may hold federates of both; where the rules differ, the federate's own edition
/// decides what it sees.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Edition {
    /// IEEE 1516-2010, "HLA Evolved".
    Hla2010,
    /// IEEE 1516-2025, "HLA 4".
    #[default]
    Hla2025,
}

impl Edition {
    /// Both, oldest first.
    pub const ALL: [Self; 2] = [Self::Hla2010, Self::Hla2025];

    /// Its number: the year.
    #[must_use]
    pub const fn code(self) -> i32 {
        match self {
            Self::Hla2010 => 2010,
            Self::Hla2025 => 2025,
        }
    }
}

impl TryFrom<i32> for Edition {
    type Error = UnknownCode;

    fn try_from(code: i32) -> Result<Self, UnknownCode> {
        match code {
            2010 => Ok(Self::Hla2010),
            2025 => Ok(Self::Hla2025),
            _ => Err(UnknownCode {
                enumeration: "Edition",
                code,
            }),
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IEEE 1516-{}", self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_is_known_by_its_year() {
        for edition in Edition::ALL {
            assert_eq!(Edition::try_from(edition.code()), Ok(edition));
        }
        assert!(Edition::try_from(2000).is_err());
        assert_eq!(Edition::Hla2010.to_string(), "IEEE 1516-2010");
    }
}
