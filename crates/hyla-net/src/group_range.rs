//! Ranges of multicast groups, as in settings.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// Most groups of a range: enough for one sender, and quickly searched.
const MOST: u32 = 4096;

/// Multicast addresses with a common prefix, and a port. Written `239.192.0.0/24:17000`,
/// `[ff15::]/120:17000`, or as one address: `239.1.2.3:17000`. IPv6 groups of link or interface
/// scope are rejected.
///
/// ```
/// use hyla_net::GroupRange;
///
/// let range: GroupRange = "239.192.0.0/30:17000".parse()?;
///
/// assert_eq!(range.len(), 4);
/// assert_eq!(range.group(2).to_string(), "239.192.0.2:17000");
/// # Ok::<(), hyla_net::InvalidGroups>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupRange {
    /// The first address.
    first: IpAddr,
    /// Length of the common prefix in bits.
    bits: u8,
    port: u16,
}

/// The text is not a range of multicast groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not multicast addresses with a port, as in 239.192.0.0/24:17000 or [ff15::]/120:17000")]
pub struct InvalidGroups;

impl GroupRange {
    /// Number of groups, 4096 at most.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> u32 {
        let longest = if self.first.is_ipv4() { 32 } else { 128 };
        let free = longest - u32::from(self.bits);
        1_u32
            .checked_shl(free)
            .map_or(MOST, |count| count.min(MOST))
    }

    /// The group with that number, less than [`Self::len`].
    pub fn group(&self, number: u32) -> SocketAddr {
        let number = number % self.len();
        let ip = match self.first {
            IpAddr::V4(first) => IpAddr::V4((first.to_bits() + number).into()),
            IpAddr::V6(first) => IpAddr::V6((first.to_bits() + u128::from(number)).into()),
        };
        SocketAddr::new(ip, self.port)
    }

    /// Whether the groups have addresses of IPv4.
    pub fn is_ipv4(&self) -> bool {
        self.first.is_ipv4()
    }
}

impl FromStr for GroupRange {
    type Err = InvalidGroups;

    fn from_str(text: &str) -> Result<Self, InvalidGroups> {
        let (place, port) = text.rsplit_once(':').ok_or(InvalidGroups)?;
        let port: u16 = port.parse().map_err(|_| InvalidGroups)?;
        let (ip, bits) = match place.rsplit_once('/') {
            Some((ip, bits)) => (ip, Some(bits.parse::<u8>().map_err(|_| InvalidGroups)?)),
            None => (place, None),
        };
        let bracketed = ip.strip_prefix('[').and_then(|ip| ip.strip_suffix(']'));
        let first: IpAddr = bracketed.unwrap_or(ip).parse().map_err(|_| InvalidGroups)?;
        let longest: u8 = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(longest);
        // Below, all addresses of the range are multicast if the first is.
        let least = if first.is_ipv4() { 4 } else { 8 };
        // Groups of link or interface scope need an interface number.
        let is_wide = match first {
            IpAddr::V4(_) => true,
            IpAddr::V6(ip) => ip.segments()[0] & 0xf > 2,
        };
        let fits = port > 0
            && is_wide
            && first.is_multicast()
            && (least..=longest).contains(&bits)
            && bracketed.is_some() == first.is_ipv6();
        if !fits {
            return Err(InvalidGroups);
        }
        let free = u32::from(longest - bits);
        let first = match first {
            IpAddr::V4(ip) => {
                let host = u32::MAX.checked_shr(32 - free).unwrap_or(0);
                IpAddr::V4((ip.to_bits() & !host).into())
            }
            IpAddr::V6(ip) => {
                let host = u128::MAX.checked_shr(128 - free).unwrap_or(0);
                IpAddr::V6((ip.to_bits() & !host).into())
            }
        };
        Ok(Self { first, bits, port })
    }
}

impl fmt::Display for GroupRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, bits, port } = self;
        match (first, bits) {
            (IpAddr::V4(_), 32) => write!(f, "{first}:{port}"),
            (IpAddr::V4(_), _) => write!(f, "{first}/{bits}:{port}"),
            (IpAddr::V6(_), 128) => write!(f, "[{first}]:{port}"),
            (IpAddr::V6(_), _) => write!(f, "[{first}]/{bits}:{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_written_as_it_is_read() {
        for text in [
            "239.192.0.0/24:17000",
            "239.1.2.3:9",
            "224.0.0.0/4:1",
            "[ff15::1200]/120:17000",
            "[ff15::1]:17000",
        ] {
            assert_eq!(text.parse::<GroupRange>().unwrap().to_string(), text);
        }
        // Bits behind the prefix are ignored.
        let range: GroupRange = "239.192.0.77/24:17000".parse().unwrap();
        assert_eq!(range.to_string(), "239.192.0.0/24:17000");
    }

    #[test]
    fn what_is_no_range_of_groups_is_refused() {
        for text in [
            "",
            "239.1.1.1",
            "239.1.1.1:0",
            "239.1.1.1:70000",
            "10.1.1.0/24:17000",
            "239.0.0.0/3:17000",
            "239.0.0.0/33:17000",
            "239.0.0.0/x:17000",
            "ff15::1:17000",
            "[ff15::1]/7:17000",
            "[239.1.1.1]:17000",
            "[fe80::1]:17000",
            "[ff02::1]:17000",
            "[ff11::]/120:17000",
        ] {
            assert_eq!(text.parse::<GroupRange>(), Err(InvalidGroups), "{text}");
        }
    }

    #[test]
    fn groups_are_counted_from_the_first() {
        let one: GroupRange = "[ff15::1]:17000".parse().unwrap();
        assert_eq!(
            (one.len(), one.group(0).to_string()),
            (1, "[ff15::1]:17000".to_owned())
        );
        let many: GroupRange = "[ff15::]/64:17000".parse().unwrap();
        assert_eq!(many.len(), MOST);
        assert_eq!(many.group(MOST - 1).to_string(), "[ff15::fff]:17000");
        let all: GroupRange = "224.0.0.0/4:17000".parse().unwrap();
        assert_eq!(all.group(MOST + 1), all.group(1));
    }
}
