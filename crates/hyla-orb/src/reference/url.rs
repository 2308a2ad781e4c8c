//! URLs of objects: `corbaloc:` and `corbaname:`.

use std::fmt;
use std::str::FromStr;

use crate::cdr::Version;
use crate::reference::{IiopProfile, Reference, ReferenceError};

/// A reference in one of its textual forms.
///
/// ```
/// use hyla_orb::reference::ObjectUrl;
///
/// let url: ObjectUrl = "corbaloc::1.2@sim7:2809,:sim8/NameService".parse()?;
/// let ObjectUrl::Location { addresses, key } = &url else { unreachable!() };
/// assert_eq!(addresses.len(), 2);
/// assert_eq!(key, b"NameService");
/// # Ok::<(), hyla_orb::reference::UrlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectUrl {
    /// `IOR:`.
    Reference(Reference),
    /// `corbaloc:` with addresses.
    Location {
        /// Addresses to try, in order.
        addresses: Vec<Address>,
        /// The object.
        key: Vec<u8>,
    },
    /// `corbaloc:rir:`: a name that this process was configured with.
    Initial(String),
    /// `corbaname:`: a name that a naming service resolves.
    Name {
        /// Addresses of its root context; empty: the configured ones.
        addresses: Vec<Address>,
        /// The root context.
        key: Vec<u8>,
        /// The name; empty for the context itself.
        name: String,
    },
}

/// An address within `corbaloc:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Version of GIOP; default 1.0.
    pub version: Version,
    /// Name or address of a host.
    pub host: String,
    /// Port; default 2809.
    pub port: u16,
}

/// A text that is not a reference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UrlError {
    /// An invalid `IOR:`, or another scheme.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// A protocol other than `iiop`.
    #[error("{0:?} is no address: expected [iiop]:[1.N@]HOST[:PORT] or rir:")]
    Protocol(String),
    /// A version that does not exist.
    #[error("{0:?} is no version of GIOP: expected 1.0, 1.1 or 1.2")]
    Version(String),
    /// An invalid host.
    #[error("{0:?} is no host")]
    Host(String),
    /// An invalid port.
    #[error("{0:?} is no port")]
    Port(String),
    /// A missing key, or an invalid escape in it.
    #[error("expected a key of letters, digits, ;/:?@&=+$,-_.!~*'() and %XX, found {0:?}")]
    Key(String),
}

const PLAIN: &[u8] = b";/:?@&=+$,-_.!~*'()";

impl FromStr for ObjectUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let text = text.trim();
        let after = |scheme: &str| {
            let (start, rest) = text.split_at_checked(scheme.len())?;
            start.eq_ignore_ascii_case(scheme).then_some(rest)
        };
        if let Some(rest) = after("corbaloc:") {
            let (addresses, key) = match rest.split_once('/') {
                Some((addresses, key)) => (addresses, unescape(key)?),
                None => return Err(UrlError::Key(String::new())),
            };
            if addresses == "rir:" {
                let name = String::from_utf8(key).map_err(|_| UrlError::Key(rest.to_owned()))?;
                return Ok(Self::Initial(name));
            }
            let addresses = parse_addresses(addresses)?;
            return Ok(Self::Location { addresses, key });
        }
        if let Some(rest) = after("corbaname:") {
            let (place, name) = rest.split_once('#').unwrap_or((rest, ""));
            let (addresses, key) = place.split_once('/').unwrap_or((place, "NameService"));
            let name = unescape(name)?;
            let name = String::from_utf8(name).map_err(|_| UrlError::Key(rest.to_owned()))?;
            let addresses = match addresses {
                "rir:" => Vec::new(),
                _ => parse_addresses(addresses)?,
            };
            let key = unescape(key)?;
            return Ok(Self::Name {
                addresses,
                key,
                name,
            });
        }
        Ok(Self::Reference(text.parse()?))
    }
}

impl ObjectUrl {
    /// A reference by these addresses to the object with that key.
    pub fn reference_at(addresses: &[Address], key: &[u8]) -> Reference {
        let profiles = addresses.iter().map(|address| IiopProfile {
            version: address.version,
            host: address.host.clone(),
            port: address.port,
            key: key.to_vec(),
            components: Vec::new(),
        });
        let tagged = profiles.filter_map(|profile| profile.tagged().ok());
        Reference::new("", tagged.collect())
    }
}

impl fmt::Display for ObjectUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |addresses: &[Address]| {
            let shown: Vec<_> = addresses.iter().map(ToString::to_string).collect();
            shown.join(",")
        };
        match self {
            Self::Reference(reference) => write!(f, "{reference}"),
            Self::Location { addresses, key } => {
                write!(f, "corbaloc:{}/{}", list(addresses), escape(key))
            }
            Self::Initial(name) => write!(f, "corbaloc:rir:/{}", escape(name.as_bytes())),
            Self::Name {
                addresses,
                key,
                name,
            } => {
                let addresses = match addresses[..] {
                    [] => "rir:".to_owned(),
                    _ => list(addresses),
                };
                let name = escape(name.as_bytes());
                write!(f, "corbaname:{addresses}/{}#{name}", escape(key))
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = &self.host;
        let minor = self.version.minor();
        if host.contains(':') {
            write!(f, "iiop:1.{minor}@[{host}]:{}", self.port)
        } else {
            write!(f, "iiop:1.{minor}@{host}:{}", self.port)
        }
    }
}

fn parse_addresses(text: &str) -> Result<Vec<Address>, UrlError> {
    text.split(',').map(address).collect()
}

fn address(text: &str) -> Result<Address, UrlError> {
    let place = text
        .strip_prefix("iiop:")
        .or_else(|| text.strip_prefix(':'))
        .ok_or_else(|| UrlError::Protocol(text.to_owned()))?;
    let (version, place) = match place.split_once('@') {
        Some((version, place)) => {
            let known = match version {
                "1.0" => Version::V1_0,
                "1.1" => Version::V1_1,
                "1.2" => Version::V1_2,
                _ => return Err(UrlError::Version(version.to_owned())),
            };
            (known, place)
        }
        None => (Version::V1_0, place),
    };
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((host, "")) => (host, None),
            Some((host, port)) => (host, Some(port.strip_prefix(':').unwrap_or(port))),
            None => return Err(UrlError::Host(place.to_owned())),
        },
        None => match place.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (place, None),
        },
    };
    if host.is_empty() || host.bytes().any(|octet| !octet.is_ascii_graphic()) {
        return Err(UrlError::Host(host.to_owned()));
    }
    let port = match port {
        Some(port) => port.parse().map_err(|_| UrlError::Port(port.to_owned()))?,
        None => 2809,
    };
    Ok(Address {
        version,
        host: host.to_owned(),
        port,
    })
}

fn unescape(text: &str) -> Result<Vec<u8>, UrlError> {
    let wrong = || UrlError::Key(text.to_owned());
    let mut octets = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(octet) = rest.next() {
        match octet {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                let (high, low) = digit().zip(digit()).ok_or_else(wrong)?;
                octets.push(u8::try_from(high * 16 + low).expect("two digits"));
            }
            _ if octet.is_ascii_alphanumeric() || PLAIN.contains(&octet) => octets.push(octet),
            _ => return Err(wrong()),
        }
    }
    Ok(octets)
}

fn escape(octets: &[u8]) -> String {
    use fmt::Write as _;

    let mut text = String::new();
    for &octet in octets {
        if octet.is_ascii_alphanumeric() || PLAIN.contains(&octet) {
            text.push(char::from(octet));
        } else {
            let _ = write!(text, "%{octet:02x}");
        }
    }
    text
}
