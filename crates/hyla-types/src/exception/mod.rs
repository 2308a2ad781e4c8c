//! The standard's exceptions: a kind and a message.
//!
//! There is one type, and not an enum per service, because code that passes an exception on goes by the
//! standard's name alone: the C++ API, the Federate Protocol and the exception reports of the MOM
//! each map the same list of names. What an enum per service would secure, that a service raises
//! only what the standard lists for it, is secured by the table in [`crate::service`]: tests compare
//! what the rules raise with it, and the ambassador holds every exception against it
//! ([`Exception::for_service`]) before the federate sees it.

mod kind;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use kind::{ExceptionKind, UnknownExceptionName};

use crate::edition::Edition;
use crate::handle::CouldNotDecodeHandle;
use crate::range_bounds::InvalidRangeBound;
use crate::region::RegionDoesNotContainSpecifiedDimension;
use crate::time::{
    CouldNotCreateLogicalTimeFactory, CouldNotDecodeTime, IllegalTimeArithmetic,
    InvalidLogicalTime, InvalidLogicalTimeInterval,
};

/// Why a service was refused. A refused service has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Exception {
    /// The standard's exception.
    pub kind: ExceptionKind,
    /// The request, the obstacle and, where known, the remedy.
    pub message: String,
}

impl Exception {
    /// An exception with its message.
    #[must_use]
    pub fn new(kind: ExceptionKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

    /// The same exception under the name that federates of that edition know
    /// ([`ExceptionKind::for_edition`]). The message keeps a name that gets lost.
    #[must_use]
    pub fn for_edition(self, edition: Edition) -> Self {
        let told = self.kind.for_edition(edition);
        self.told_as(told)
    }

    pub(crate) fn told_as(self, kind: ExceptionKind) -> Self {
        let renamed_away =
            kind == ExceptionKind::RTIinternalError && self.kind != ExceptionKind::RTIinternalError;
        let message = if renamed_away {
            self.to_string()
        } else {
            self.message
        };
        Self { kind, message }
    }
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message.is_empty() {
            fmt::Display::fmt(&self.kind, f)
        } else {
            write!(f, "{}: {}", self.kind, self.message)
        }
    }
}

impl std::error::Error for Exception {}

impl From<CouldNotDecodeHandle> for Exception {
    fn from(error: CouldNotDecodeHandle) -> Self {
        Self::new(ExceptionKind::CouldNotDecode, error.to_string())
    }
}

impl From<InvalidLogicalTime> for Exception {
    fn from(error: InvalidLogicalTime) -> Self {
        Self::new(ExceptionKind::InvalidLogicalTime, error.to_string())
    }
}

impl From<InvalidLogicalTimeInterval> for Exception {
    fn from(error: InvalidLogicalTimeInterval) -> Self {
        Self::new(ExceptionKind::InvalidLogicalTimeInterval, error.to_string())
    }
}

impl From<IllegalTimeArithmetic> for Exception {
    fn from(error: IllegalTimeArithmetic) -> Self {
        Self::new(ExceptionKind::IllegalTimeArithmetic, error.to_string())
    }
}

impl From<CouldNotDecodeTime> for Exception {
    fn from(error: CouldNotDecodeTime) -> Self {
        match error {
            CouldNotDecodeTime::Time(invalid) => invalid.into(),
            CouldNotDecodeTime::Interval(invalid) => invalid.into(),
            CouldNotDecodeTime::Length { .. } => {
                Self::new(ExceptionKind::CouldNotDecode, error.to_string())
            }
        }
    }
}

impl From<CouldNotCreateLogicalTimeFactory> for Exception {
    fn from(error: CouldNotCreateLogicalTimeFactory) -> Self {
        Self::new(
            ExceptionKind::CouldNotCreateLogicalTimeFactory,
            error.to_string(),
        )
    }
}

impl From<InvalidRangeBound> for Exception {
    fn from(error: InvalidRangeBound) -> Self {
        Self::new(ExceptionKind::InvalidRangeBound, error.to_string())
    }
}

impl From<RegionDoesNotContainSpecifiedDimension> for Exception {
    fn from(error: RegionDoesNotContainSpecifiedDimension) -> Self {
        Self::new(
            ExceptionKind::RegionDoesNotContainSpecifiedDimension,
            error.to_string(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimeImplementation;

    #[test]
    fn an_exception_reads_kind_then_message() {
        let named = Exception::new(ExceptionKind::NameNotFound, "no object class \"Aircraft\"");
        let silent = Exception::new(ExceptionKind::NotConnected, "");

        assert_eq!(
            named.to_string(),
            "NameNotFound: no object class \"Aircraft\""
        );
        assert_eq!(silent.to_string(), "NotConnected");
    }

    #[test]
    fn a_name_that_the_edition_lacks_stays_readable_in_the_message() {
        let refused = Exception::new(ExceptionKind::Unauthorized, "not on the list");

        let told = refused.for_edition(Edition::Hla2010);

        assert_eq!(told.kind, ExceptionKind::RTIinternalError);
        assert_eq!(told.message, "Unauthorized: not on the list");
    }

    #[test]
    fn bad_bytes_and_bad_times_raise_different_exceptions() {
        let float = TimeImplementation::Float64;
        let too_short = Exception::from(float.decode_time(&[0; 4]).unwrap_err());
        let negative = Exception::from(float.decode_time(&(-1.0_f64).to_be_bytes()).unwrap_err());

        assert_eq!(too_short.kind, ExceptionKind::CouldNotDecode);
        assert_eq!(negative.kind, ExceptionKind::InvalidLogicalTime);
    }

    #[test]
    fn an_exception_survives_a_message() {
        let sent = Exception::new(ExceptionKind::RTIinternalError, "out of handles");
        let bytes = postcard::to_stdvec(&sent).unwrap();

        assert_eq!(postcard::from_bytes::<Exception>(&bytes).unwrap(), sent);
    }
}
