//! A chain as it is described: in the settings by name, to the other side in bytes.

use serde::{Deserialize, Serialize};

use super::Module;
use super::bundle::{Bundle, BundleSpec};
use super::chain::Place;
use super::checksum::{Checksum, ChecksumSpec};
use super::fragment::{Fragment, FragmentSpec};
use super::sequence::{Sequence, SequenceSpec};

/// Longest description of a chain that is read, in bytes.
const MAX_DESCRIPTION_BYTES: usize = 1024;

/// A module and its parameters, as the settings name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ModuleSpec {
    /// Several messages in one packet.
    Bundle(BundleSpec),
    /// One message in several packets.
    Fragment(FragmentSpec),
    /// What was damaged is dropped.
    Checksum(ChecksumSpec),
    /// What was doubled or overtaken is dropped.
    Sequence(SequenceSpec),
}

/// A parameter of a module that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("module `{module}`: {parameter} {problem}")]
pub struct SpecError {
    /// Name of the module.
    pub module: &'static str,
    /// Name of the parameter.
    pub parameter: &'static str,
    /// What is wrong with its value, and what would be right.
    pub problem: String,
}

/// Bytes from the other side that describe no chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// Longer than any chain.
    #[error("the description of the chain has {0} bytes, more than {MAX_DESCRIPTION_BYTES}")]
    TooLong(usize),
    /// Not the bytes of a description.
    #[error("the description of the chain cannot be read")]
    Malformed,
    /// A parameter that cannot be.
    #[error(transparent)]
    Parameter(#[from] SpecError),
}

impl ModuleSpec {
    /// Names of all modules, as the settings know them.
    pub fn names() -> &'static [&'static str] {
        &["bundle", "fragment", "checksum", "sequence"]
    }

    /// The module of that name with its default parameters.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "bundle" => Self::Bundle(BundleSpec::default()),
            "fragment" => Self::Fragment(FragmentSpec::default()),
            "checksum" => Self::Checksum(ChecksumSpec::default()),
            "sequence" => Self::Sequence(SequenceSpec::default()),
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bundle(_) => "bundle",
            Self::Fragment(_) => "fragment",
            Self::Checksum(_) => "checksum",
            Self::Sequence(_) => "sequence",
        }
    }

    /// Checks each parameter by itself.
    ///
    /// # Errors
    /// [`SpecError`] names the parameter and what it may be.
    pub fn check(&self) -> Result<(), SpecError> {
        match self {
            Self::Bundle(spec) => spec.check(),
            Self::Fragment(spec) => spec.check(),
            Self::Checksum(_) | Self::Sequence(_) => Ok(()),
        }
    }

    /// Bytes that describe `specs` to the other side.
    pub fn encode(specs: &[Self]) -> Vec<u8> {
        postcard::to_allocvec(specs).expect("a list of plain values has a form in bytes")
    }

    /// Reads what [`Self::encode`] wrote, on the other side.
    ///
    /// # Errors
    /// [`DescriptionError`]; whatever the bytes are, no more memory is used than they take.
    pub fn decode(bytes: &[u8]) -> Result<Vec<Self>, DescriptionError> {
        if bytes.len() > MAX_DESCRIPTION_BYTES {
            return Err(DescriptionError::TooLong(bytes.len()));
        }
        let (specs, rest) = postcard::take_from_bytes::<Vec<Self>>(bytes)
            .map_err(|_| DescriptionError::Malformed)?;
        if !rest.is_empty() {
            return Err(DescriptionError::Malformed);
        }
        for spec in &specs {
            spec.check()?;
        }
        Ok(specs)
    }

    /// Bytes that it adds to each packet, at most.
    pub(super) fn overhead(&self) -> usize {
        match self {
            Self::Bundle(_) => BundleSpec::OVERHEAD,
            Self::Fragment(_) => FragmentSpec::OVERHEAD,
            Self::Checksum(_) => ChecksumSpec::OVERHEAD,
            Self::Sequence(_) => SequenceSpec::OVERHEAD,
        }
    }

    /// Whether nothing is lost, doubled or reordered from here on, if that holds `below`.
    pub(super) fn is_lossless(&self, below: bool) -> bool {
        below
    }

    pub(super) fn build(&self, place: &Place) -> Box<dyn Module> {
        match self {
            Self::Bundle(spec) => Box::new(Bundle::new(spec, place)),
            Self::Fragment(spec) => Box::new(Fragment::new(spec, place)),
            Self::Checksum(_) => Box::<Checksum>::default(),
            Self::Sequence(_) => Box::<Sequence>::default(),
        }
    }
}

/// Checks that a number lies within bounds.
pub(super) fn within<T: PartialOrd + std::fmt::Debug>(
    module: &'static str,
    parameter: &'static str,
    value: T,
    least: T,
    most: T,
) -> Result<(), SpecError> {
    // Written so that a NaN is refused, too.
    if value >= least && value <= most {
        return Ok(());
    }
    Err(SpecError {
        module,
        parameter,
        problem: format!("is {value:?}; it may be {least:?} to {most:?}"),
    })
}
