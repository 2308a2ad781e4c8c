//! Profile of Hyla's channels.

use crate::cdr::{Decoder, Limits, MarshalError};
use crate::reference::profile::encapsulated;
use crate::reference::{TaggedProfile, profile_tag};

/// Location of an object, by channels of Hyla. An encapsulation of
///
/// ```text
/// octet major, octet minor       1, 0
/// sequence<octet> object_key
/// sequence<string> addresses     shm:HOST/IP:PORT, tcp:IP:PORT, udp:IP:PORT, group:IP:PORT
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FlowProfile {
    /// The object; only the server interprets these octets.
    pub key: Vec<u8>,
    /// Addresses, in the order of preference.
    pub addresses: Vec<String>,
}

/// Most addresses of a profile.
const MOST_ADDRESSES: usize = 16;

impl FlowProfile {
    /// Reads the data of a profile.
    ///
    /// # Errors
    /// Malformed octets; a major version other than 1; addresses that are not ASCII.
    pub fn parse(data: &[u8]) -> Result<Self, MarshalError> {
        let limits = Limits::default();
        let mut from = Decoder::of_encapsulation(data, &limits);
        let (major, _) = (from.u8()?, from.u8()?);
        if major != 1 {
            return Err(MarshalError::Header("a profile of another major version"));
        }
        let key = from.octets()?.to_vec();
        let count = from.count(5, size_of::<String>())?;
        if count > MOST_ADDRESSES {
            return Err(MarshalError::Header(
                "a profile with more than 16 addresses",
            ));
        }
        let mut addresses = Vec::with_capacity(count);
        for _ in 0..count {
            let address = from.name()?;
            if !address.is_ascii() {
                return Err(MarshalError::Header(
                    "an address with other characters than ASCII",
                ));
            }
            addresses.push(address.into_owned());
        }
        Ok(Self { key, addresses })
    }

    /// The profile as sent. Addresses beyond the 16th are left out.
    pub fn tagged(&self) -> TaggedProfile {
        let addresses = &self.addresses[..self.addresses.len().min(MOST_ADDRESSES)];
        let data = encapsulated(|to| {
            to.u8(1);
            to.u8(0);
            to.octets(&self.key);
            to.length(addresses.len());
            for address in addresses {
                to.string(address);
            }
        });
        TaggedProfile {
            tag: profile_tag::HYLA,
            data: data.expect("an address has no character 0"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test code")]
mod tests {
    use super::*;

    #[test]
    fn a_profile_comes_back_and_broken_ones_are_refused() {
        let profile = FlowProfile {
            key: b"radar".to_vec(),
            addresses: vec![
                "shm:00ff/127.0.0.1:5".to_owned(),
                "tcp:10.0.0.1:7".to_owned(),
            ],
        };
        let tagged = profile.tagged();
        assert_eq!(FlowProfile::parse(&tagged.data).unwrap(), profile);
        for length in 0..tagged.data.len() {
            assert!(FlowProfile::parse(&tagged.data[..length]).is_err());
        }
        let mut other = tagged.data.clone();
        other[1] = 2;
        assert!(FlowProfile::parse(&other).is_err());
        let mut accented = tagged.data;
        let at = accented.iter().rposition(|octet| *octet == b'1').unwrap();
        accented[at] = 0xe9;
        assert!(FlowProfile::parse(&accented).is_err());
    }
}
