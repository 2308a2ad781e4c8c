//! Descriptions of chains: by name in the settings, as bytes for the other side.

use serde::{Deserialize, Serialize};

use super::Module;
use super::bundle::{Bundle, BundleSpec};
use super::checksum::{Checksum, ChecksumSpec};
use super::compress::{Compress, CompressSpec};
use super::fragment::{Fragment, FragmentSpec};
use super::impair::{Impair, ImpairSpec};
use super::multicast_emulation::{MulticastEmulation, MulticastEmulationSpec};
use super::rate_limit::{RateLimit, RateLimitSpec};
use super::retransmit::{Retransmit, RetransmitSpec};
use super::rules::ChainPosition;
use super::sequence::{Sequence, SequenceSpec};

/// Longest description of a chain, in bytes.
const MAX_DESCRIPTION_BYTES: usize = 1024;

/// A module and its parameters, as the settings name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ModuleSpec {
    /// Several messages in one packet.
    Bundle(BundleSpec),
    /// One message in several packets.
    Fragment(FragmentSpec),
    /// Limits bytes per second.
    RateLimit(RateLimitSpec),
    /// One packet for each member of a group.
    MulticastEmulation(MulticastEmulationSpec),
    /// Delay, loss and other impairments.
    Impair(ImpairSpec),
    /// Compresses packets.
    Compress(CompressSpec),
    /// Drops damaged packets.
    Checksum(ChecksumSpec),
    /// Sends lost packets again, and delivers in order.
    Retransmit(RetransmitSpec),
    /// Drops duplicated and overtaken packets.
    Sequence(SequenceSpec),
}

/// An invalid parameter of a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("module `{module}`: {parameter} {problem}")]
pub struct SpecError {
    /// Name of the module.
    pub module: &'static str,
    /// Name of the parameter.
    pub parameter: &'static str,
    /// Why its value is invalid, and the valid values.
    pub problem: String,
}

/// Bytes from the other side that do not describe a chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// Longer than any chain.
    #[error("the description of the chain has {0} bytes, more than {MAX_DESCRIPTION_BYTES}")]
    TooLong(usize),
    /// Malformed bytes.
    #[error("the description of the chain cannot be read")]
    Malformed,
    /// An invalid parameter.
    #[error(transparent)]
    Parameter(#[from] SpecError),
}

impl ModuleSpec {
    /// Names of all modules, as the settings know them.
    pub fn names() -> &'static [&'static str] {
        &[
            "bundle",
            "fragment",
            "rate-limit",
            "multicast-emulation",
            "impair",
            "compress",
            "checksum",
            "retransmit",
            "sequence",
        ]
    }

    /// The module of that name with its default parameters.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "bundle" => Self::Bundle(BundleSpec::default()),
            "fragment" => Self::Fragment(FragmentSpec::default()),
            "rate-limit" => Self::RateLimit(RateLimitSpec::default()),
            "multicast-emulation" => Self::MulticastEmulation(MulticastEmulationSpec::default()),
            "impair" => Self::Impair(ImpairSpec::default()),
            "compress" => Self::Compress(CompressSpec::default()),
            "checksum" => Self::Checksum(ChecksumSpec::default()),
            "retransmit" => Self::Retransmit(RetransmitSpec::default()),
            "sequence" => Self::Sequence(SequenceSpec::default()),
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bundle(_) => "bundle",
            Self::Fragment(_) => "fragment",
            Self::RateLimit(_) => "rate-limit",
            Self::MulticastEmulation(_) => "multicast-emulation",
            Self::Impair(_) => "impair",
            Self::Compress(_) => "compress",
            Self::Checksum(_) => "checksum",
            Self::Retransmit(_) => "retransmit",
            Self::Sequence(_) => "sequence",
        }
    }

    /// Checks each parameter separately.
    ///
    /// # Errors
    /// [`SpecError`] names the parameter and its valid values.
    pub fn check(&self) -> Result<(), SpecError> {
        match self {
            Self::Bundle(spec) => spec.check(),
            Self::Fragment(spec) => spec.check(),
            Self::RateLimit(spec) => spec.check(),
            Self::Impair(spec) => spec.check(),
            Self::Compress(spec) => spec.check(),
            Self::Retransmit(spec) => spec.check(),
            Self::Checksum(_) | Self::Sequence(_) | Self::MulticastEmulation(_) => Ok(()),
        }
    }

    /// Bytes that describe `specs` to the other side.
    pub fn encode(specs: &[Self]) -> Vec<u8> {
        postcard::to_allocvec(specs).expect("a list of plain values has a form in bytes")
    }

    /// Decodes bytes of [`Self::encode`] from the other side.
    ///
    /// # Errors
    /// [`DescriptionError`]; memory use is bounded by the bytes.
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
            Self::Compress(_) => CompressSpec::OVERHEAD,
            Self::Checksum(_) => ChecksumSpec::OVERHEAD,
            Self::Retransmit(_) => RetransmitSpec::OVERHEAD,
            Self::Sequence(_) => SequenceSpec::OVERHEAD,
            Self::RateLimit(_) | Self::MulticastEmulation(_) | Self::Impair(_) => 0,
        }
    }

    /// Whether nothing is lost, duplicated or reordered above `place` with this module there.
    pub(super) fn is_lossless(&self, place: &ChainPosition) -> bool {
        match self {
            Self::Retransmit(_) => true,
            Self::RateLimit(_) => place.lossless_below && !place.may_lose,
            Self::Impair(spec) => place.lossless_below && !place.may_lose && spec.is_harmless(),
            _ => place.lossless_below,
        }
    }

    /// Whether it causes faults that only `retransmit` or `sequence` repair.
    pub(super) fn is_harmful(&self) -> bool {
        matches!(self, Self::Impair(spec) if !spec.is_harmless())
    }

    pub(super) fn build(&self, place: &ChainPosition) -> Box<dyn Module> {
        match self {
            Self::Bundle(spec) => Box::new(Bundle::new(spec, place)),
            Self::Fragment(spec) => Box::new(Fragment::new(spec, place)),
            Self::RateLimit(spec) => Box::new(RateLimit::new(spec, place)),
            Self::MulticastEmulation(_) => Box::<MulticastEmulation>::default(),
            Self::Impair(spec) => Box::new(Impair::new(spec, place)),
            Self::Compress(spec) => Box::new(Compress::new(spec)),
            Self::Checksum(_) => Box::<Checksum>::default(),
            Self::Retransmit(spec) => Box::new(Retransmit::new(spec, place)),
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
    // Written so that a NaN is rejected, too.
    if value >= least && value <= most {
        return Ok(());
    }
    Err(SpecError {
        module,
        parameter,
        problem: format!("is {value:?}; it may be {least:?} to {most:?}"),
    })
}
