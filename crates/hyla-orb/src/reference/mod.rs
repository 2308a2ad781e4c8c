//! References: identity and location of objects.

mod flow;
mod profile;
mod url;

pub use flow::FlowProfile;
pub use profile::{Agreed, CodeSets, Component, IiopProfile, Incompatible, component, profile_tag};
pub use url::{Address, ObjectUrl, UrlError};

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::cdr::{Cdr, Decoder, Encoder, Format, Limits, MarshalError, Order};

/// Interoperable object reference: the type and the profiles of an object. Cheap to clone. Profiles
/// of unknown kinds are preserved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference(Arc<Ior>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Ior {
    type_id: String,
    profiles: Vec<TaggedProfile>,
}

/// A profile as sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TaggedProfile {
    /// Its kind, of [`profile_tag`].
    pub tag: u32,
    /// An encapsulation.
    pub data: Vec<u8>,
}

/// Most profiles of a reference; each takes only a few octets to read.
const MOST_PROFILES: usize = 64;

impl Reference {
    /// A reference to an object of that repository identifier, with these profiles.
    pub fn new(type_id: impl Into<String>, profiles: Vec<TaggedProfile>) -> Self {
        Self(Arc::new(Ior {
            type_id: type_id.into(),
            profiles,
        }))
    }

    /// The nil reference.
    pub fn nil() -> Self {
        Self::new("", Vec::new())
    }

    /// Whether it is nil.
    pub fn is_nil(&self) -> bool {
        self.0.profiles.is_empty()
    }

    /// Repository identifier; empty if unknown. A hint, which the object itself confirms.
    pub fn type_id(&self) -> &str {
        &self.0.type_id
    }

    /// All profiles.
    pub fn profiles(&self) -> &[TaggedProfile] {
        &self.0.profiles
    }

    /// Readable IIOP profiles, in order.
    pub fn iiop(&self) -> impl Iterator<Item = IiopProfile> + '_ {
        let tagged = self.0.profiles.iter();
        tagged
            .filter(|profile| profile.tag == profile_tag::INTERNET_IOP)
            .filter_map(|profile| IiopProfile::parse(&profile.data).ok())
    }
}

impl Reference {
    /// The first readable profile of Hyla's channels.
    pub fn flow(&self) -> Option<FlowProfile> {
        let tagged = self.0.profiles.iter();
        tagged
            .filter(|profile| profile.tag == profile_tag::HYLA)
            .find_map(|profile| FlowProfile::parse(&profile.data).ok())
    }
}

impl Default for Reference {
    fn default() -> Self {
        Self::nil()
    }
}

impl Cdr for Reference {
    const MIN_SIZE: usize = 12;

    fn encode(&self, to: &mut Encoder<'_>) {
        to.string(self.type_id());
        to.length(self.profiles().len());
        for profile in self.profiles() {
            to.u32(profile.tag);
            to.octets(&profile.data);
        }
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        let type_id = from.name()?;
        // Without an agreement of code sets, other characters mean something else to each reader.
        if !type_id.is_ascii() {
            return Err(MarshalError::Header(
                "a type of a reference with other characters than ASCII",
            ));
        }
        let type_id = type_id.into_owned();
        let count = from.count(8, size_of::<TaggedProfile>())?;
        if count > MOST_PROFILES {
            return Err(MarshalError::Limit {
                what: "the number of profiles of a reference",
                asked: count,
                limit: MOST_PROFILES,
            });
        }
        let mut profiles = Vec::with_capacity(count);
        for _ in 0..count {
            let tag = from.u32()?;
            let data = from.octets()?;
            from.claim(data.len())?;
            profiles.push(TaggedProfile {
                tag,
                data: data.to_vec(),
            });
        }
        Ok(Self::new(type_id, profiles))
    }
}

impl fmt::Display for Reference {
    /// `IOR:` and the octets of an encapsulation in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = Limits::default();
        let mut octets = vec![Order::NATIVE.flag()];
        let mut to = Encoder::new(&mut octets, Format::default(), &limits);
        self.encode(&mut to);
        to.finish().map_err(|_| fmt::Error)?;
        f.write_str("IOR:")?;
        octets.iter().try_for_each(|octet| write!(f, "{octet:02x}"))
    }
}

/// A text that is not a reference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReferenceError {
    /// Another prefix.
    #[error("expected IOR:, corbaloc: or corbaname:, found {0:?}")]
    Scheme(String),
    /// Missing or invalid hexadecimal digits.
    #[error("IOR: is followed by something else than pairs of hexadecimal digits")]
    Digits,
    /// The octets are not a reference.
    #[error("the octets of IOR: are no reference: {0}")]
    Octets(#[from] MarshalError),
}

impl FromStr for Reference {
    type Err = ReferenceError;

    /// Parses `IOR:` in upper or lower case; [`ObjectUrl`] parses other forms, too.
    fn from_str(text: &str) -> Result<Self, ReferenceError> {
        let text = text.trim();
        let digits = match text.split_at_checked(4) {
            Some((scheme, digits)) if scheme.eq_ignore_ascii_case("IOR:") => digits.as_bytes(),
            _ => {
                let start = text.chars().take(12).collect();
                return Err(ReferenceError::Scheme(start));
            }
        };
        let (pairs, rest) = digits.as_chunks::<2>();
        let octet = |pair: &[u8; 2]| {
            let digit = |digit: u8| char::from(digit).to_digit(16);
            let octet = digit(pair[0])? * 16 + digit(pair[1])?;
            u8::try_from(octet).ok()
        };
        let octets: Option<Vec<u8>> = pairs.iter().map(octet).collect();
        let octets = octets
            .filter(|octets| rest.is_empty() && !octets.is_empty())
            .ok_or(ReferenceError::Digits)?;
        let limits = Limits::default();
        let mut from = Decoder::of_encapsulation(&octets, &limits);
        Ok(Self::decode(&mut from)?)
    }
}
