//! Names of logical time implementations, the standard's and federates' own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{CouldNotCreateLogicalTimeFactory, TimeImplementation};

/// Between the name of an own implementation and the standard one that it counts like.
const SEPARATOR: char = '\u{1f}';

/// How a federation calls its logical time implementation.
///
/// Federates may bring their own implementation, with a factory that bears a name of theirs. The RTI
/// counts in the standard's two alone; so an own implementation says which of these its encoded times
/// count like. As text that is the name, the control character U+001F and the standard's name:
///
/// ```
/// use hyla_types::{TimeImplementation, TimeName};
///
/// let own = TimeName::own("Ticks", TimeImplementation::Integer64);
/// assert_eq!(own.to_string().parse(), Ok(own));
/// let usual: TimeName = "".parse()?;
/// assert_eq!(usual.name(), "HLAfloat64Time");
/// # Ok::<(), hyla_types::CouldNotCreateLogicalTimeFactory>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeName {
    name: String,
    counts_like: TimeImplementation,
}

impl TimeName {
    /// An implementation of federates' own.
    #[must_use]
    pub fn own(name: &str, counts_like: TimeImplementation) -> Self {
        Self {
            name: name.to_owned(),
            counts_like,
        }
    }

    /// The name that federates know.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The RTI's representation of its times.
    #[must_use]
    pub const fn implementation(&self) -> TimeImplementation {
        self.counts_like
    }
}

impl From<TimeImplementation> for TimeName {
    fn from(implementation: TimeImplementation) -> Self {
        Self::own(implementation.name(), implementation)
    }
}

impl FromStr for TimeName {
    type Err = CouldNotCreateLogicalTimeFactory;

    /// A standard name, the empty one for `HLAfloat64Time`, or the text of an own implementation.
    fn from_str(text: &str) -> Result<Self, CouldNotCreateLogicalTimeFactory> {
        match text.split_once(SEPARATOR) {
            None => TimeImplementation::from_name(text).map(Self::from),
            Some(("", _)) => Err(CouldNotCreateLogicalTimeFactory(text.to_owned())),
            Some((name, like)) => Ok(Self::own(name, TimeImplementation::from_name(like)?)),
        }
    }
}

impl fmt::Display for TimeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.name != self.counts_like.name() {
            write!(f, "{SEPARATOR}{}", self.counts_like)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_own_name_says_what_it_counts_like() {
        let own: TimeName = "Ticks\u{1f}HLAinteger64Time".parse().unwrap();

        assert_eq!(own.name(), "Ticks");
        assert_eq!(own.implementation(), TimeImplementation::Integer64);
    }

    #[test]
    fn a_standard_name_is_itself() {
        for text in ["HLAinteger64Time", "HLAfloat64Time"] {
            let name: TimeName = text.parse().unwrap();
            assert_eq!(name.to_string(), text);
        }
    }

    #[test]
    fn what_counts_like_nothing_known_is_refused() {
        for text in ["Ticks", "Ticks\u{1f}Ticks", "\u{1f}HLAinteger64Time"] {
            assert!(text.parse::<TimeName>().is_err(), "{text:?}");
        }
    }
}
