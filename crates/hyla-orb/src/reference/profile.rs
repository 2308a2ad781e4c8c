//! Profiles of IIOP and their components.

use crate::cdr::{CharSet, Decoder, Encoder, Format, Limits, MarshalError, Order, Version};
use crate::reference::TaggedProfile;

/// Kinds of profiles.
pub mod profile_tag {
    /// IIOP.
    pub const INTERNET_IOP: u32 = 0;
    /// Components of other protocols.
    pub const MULTIPLE_COMPONENTS: u32 = 1;
    /// Channels of Hyla: "HYLF" in octets.
    pub const HYLA: u32 = 0x4859_4C46;
}

/// Kinds of components.
pub mod component {
    /// Which ORB made the reference.
    pub const ORB_TYPE: u32 = 0;
    /// Which code sets the server knows.
    pub const CODE_SETS: u32 = 1;
    /// A further address of the same object.
    pub const ALTERNATE_IIOP_ADDRESS: u32 = 3;
}

/// Numbers of code sets.
mod code_set {
    pub(super) const LATIN1: u32 = 0x0001_0001;
    pub(super) const UTF8: u32 = 0x0501_0001;
    pub(super) const UTF16: u32 = 0x0001_0109;
}

/// Part of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Its kind, of [`component`].
    pub tag: u32,
    /// Mostly an encapsulation.
    pub data: Vec<u8>,
}

/// Location of an object, by IIOP.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IiopProfile {
    /// Highest version of the server.
    pub version: Version,
    /// Name or address.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// The object; only the server interprets these octets.
    pub key: Vec<u8>,
    /// Components; GIOP 1.0 has none.
    pub components: Vec<Component>,
}

const MOST_COMPONENTS: usize = 64;

impl IiopProfile {
    /// Reads the data of a profile.
    ///
    /// # Errors
    /// Malformed octets; a major version other than 1.
    pub fn parse(data: &[u8]) -> Result<Self, MarshalError> {
        let limits = Limits::default();
        let mut from = Decoder::of_encapsulation(data, &limits);
        let (major, minor) = (from.u8()?, from.u8()?);
        // A higher minor version includes this one.
        let version = Version::of(major, minor.min(2))
            .ok_or(MarshalError::Header("a profile of another major version"))?;
        let host = from.name()?.into_owned();
        let port = from.u16()?;
        let key = from.octets()?.to_vec();
        let mut components = Vec::new();
        if version > Version::V1_0 {
            let count = from.count(8, size_of::<Component>())?;
            if count > MOST_COMPONENTS {
                return Err(MarshalError::Header(
                    "a profile with more than 64 components",
                ));
            }
            for _ in 0..count {
                let tag = from.u32()?;
                let data = from.octets()?.to_vec();
                components.push(Component { tag, data });
            }
        }
        Ok(Self {
            version,
            host,
            port,
            key,
            components,
        })
    }

    /// The profile as sent.
    ///
    /// # Errors
    /// An invalid host name.
    pub fn tagged(&self) -> Result<TaggedProfile, MarshalError> {
        let data = encapsulated(|to| {
            to.u8(1);
            to.u8(self.version.minor());
            to.string(&self.host);
            to.u16(self.port);
            to.octets(&self.key);
            if self.version > Version::V1_0 {
                to.length(self.components.len());
                for component in &self.components {
                    to.u32(component.tag);
                    to.octets(&component.data);
                }
            }
        })?;
        Ok(TaggedProfile {
            tag: profile_tag::INTERNET_IOP,
            data,
        })
    }

    /// Addresses of the object: its own, then those of components.
    pub fn addresses(&self) -> Vec<(String, u16)> {
        let mut addresses = vec![(self.host.clone(), self.port)];
        let limits = Limits::default();
        for part in &self.components {
            if part.tag != component::ALTERNATE_IIOP_ADDRESS {
                continue;
            }
            let mut from = Decoder::of_encapsulation(&part.data, &limits);
            if let (Ok(host), Ok(port)) = (from.name(), from.u16()) {
                addresses.push((host.into_owned(), port));
            }
        }
        addresses
    }

    /// Code sets of the server.
    pub fn code_sets(&self) -> Option<CodeSets> {
        let mut components = self.components.iter();
        let found = components.find(|part| part.tag == component::CODE_SETS)?;
        CodeSets::parse(&found.data).ok()
    }
}

/// Octets of an encapsulation, in this machine's order.
pub(crate) fn encapsulated(write: impl FnOnce(&mut Encoder<'_>)) -> Result<Vec<u8>, MarshalError> {
    let limits = Limits::default();
    let mut data = vec![Order::NATIVE.flag()];
    let mut to = Encoder::new(&mut data, Format::default(), &limits);
    write(&mut to);
    to.finish()?;
    Ok(data)
}

/// Code sets of a server: its native one and those that it converts, for characters and for wide
/// characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSets {
    /// The native one for `char` and `string`, then converted ones.
    pub char: Vec<u32>,
    /// The same for `wchar` and `wstring`.
    pub wide: Vec<u32>,
}

/// Client and server have no code set in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server knows neither UTF-8 nor ISO 8859-1")]
pub struct Incompatible;

impl CodeSets {
    /// Code sets of Hyla's server: UTF-8 with ISO 8859-1, and UTF-16.
    pub fn own() -> Self {
        Self {
            char: vec![code_set::UTF8, code_set::LATIN1],
            wide: vec![code_set::UTF16],
        }
    }

    /// Reads the data of a component.
    ///
    /// # Errors
    /// Malformed octets.
    pub fn parse(data: &[u8]) -> Result<Self, MarshalError> {
        let limits = Limits::default();
        let mut from = Decoder::of_encapsulation(data, &limits);
        let mut sets = || {
            let mut sets = vec![from.u32()?];
            let mut others = Vec::new();
            from.sequence(&mut others)?;
            sets.append(&mut others);
            Ok::<_, MarshalError>(sets)
        };
        Ok(Self {
            char: sets()?,
            wide: sets()?,
        })
    }

    /// The component as sent.
    pub fn component(&self) -> Component {
        let data = encapsulated(|to| {
            for sets in [&self.char, &self.wide] {
                let (native, others) = sets
                    .split_first()
                    .map_or((0, [].as_slice()), |(a, b)| (*a, b));
                to.u32(native);
                to.sequence(others);
            }
        });
        Component {
            tag: component::CODE_SETS,
            data: data.expect("a few numbers"),
        }
    }

    /// Code sets that a client of Hyla uses with this server: UTF-8 if possible.
    ///
    /// # Errors
    /// [`Incompatible`].
    pub fn choose(&self) -> Result<Agreed, Incompatible> {
        let chars = if self.char.contains(&code_set::UTF8) {
            CharSet::Utf8
        } else if self.char.contains(&code_set::LATIN1) {
            CharSet::Latin1
        } else {
            return Err(Incompatible);
        };
        Ok(Agreed {
            chars,
            wide: self.wide.contains(&code_set::UTF16),
        })
    }
}

/// Code sets of a connection, as in service context 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// For `string`.
    pub chars: CharSet,
    /// Whether wide characters are possible, as UTF-16.
    pub wide: bool,
}

impl Agreed {
    /// Without an agreement.
    pub const NOTHING: Self = Self {
        chars: CharSet::Latin1,
        wide: false,
    };

    /// On channels of Hyla.
    #[cfg(feature = "flow")]
    pub(crate) const FLOW: Self = Self {
        chars: CharSet::Utf8,
        wide: true,
    };

    /// The service context, an encapsulation.
    pub fn context(self) -> [u8; 12] {
        let chars = match self.chars {
            CharSet::Utf8 => code_set::UTF8,
            CharSet::Latin1 => code_set::LATIN1,
        };
        let wide = if self.wide { code_set::UTF16 } else { 0 };
        let mut data = [0; 12];
        data[0] = Order::NATIVE.flag();
        data[4..8].copy_from_slice(&chars.to_ne_bytes());
        data[8..].copy_from_slice(&wide.to_ne_bytes());
        data
    }

    /// Reads a service context.
    ///
    /// # Errors
    /// Malformed octets, or a code set that was not offered.
    pub fn of_context(data: &[u8]) -> Result<Self, MarshalError> {
        let limits = Limits::default();
        let mut from = Decoder::of_encapsulation(data, &limits);
        let chars = match from.u32()? {
            code_set::UTF8 => CharSet::Utf8,
            code_set::LATIN1 => CharSet::Latin1,
            _ => {
                return Err(MarshalError::CharSet(
                    "a code set was chosen that is not known",
                ));
            }
        };
        let wide = from.u32()? == code_set::UTF16;
        Ok(Self { chars, wide })
    }
}
