//! Network interfaces of this host: names in settings, and their addresses.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

use super::address::HostPort;

/// Longest interface name of Linux.
const LONGEST_NAME: usize = 15;

/// Addresses with a common prefix; written `10.1.0.0/16` or `2001:db8::/32`. A single address is a
/// prefix of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix {
    ip: IpAddr,
    length: u8,
}

impl Prefix {
    /// Whether the address has the prefix.
    pub fn contains(&self, ip: IpAddr) -> bool {
        let same = |differ: u128, bits: u32| {
            let rest = bits - u32::from(self.length);
            differ.checked_shr(rest).unwrap_or(0) == 0
        };
        match (self.ip, ip) {
            (IpAddr::V4(a), IpAddr::V4(b)) => same(u128::from(a.to_bits() ^ b.to_bits()), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => same(a.to_bits() ^ b.to_bits(), 128),
            _ => false,
        }
    }
}

/// The text is neither an address nor a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not of the form address/bits")]
pub struct InvalidPrefix;

impl FromStr for Prefix {
    type Err = InvalidPrefix;

    fn from_str(text: &str) -> Result<Self, InvalidPrefix> {
        let (ip, length) = match text.split_once('/') {
            Some((ip, length)) => (ip, Some(length)),
            None => (text, None),
        };
        let ip: IpAddr = ip.parse().map_err(|_| InvalidPrefix)?;
        let longest = if ip.is_ipv4() { 32 } else { 128 };
        let length = match length {
            Some(length) => length.parse().map_err(|_| InvalidPrefix)?,
            None => longest,
        };
        (length <= longest)
            .then_some(Self { ip, length })
            .ok_or(InvalidPrefix)
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.ip, self.length)
    }
}

/// Interface on which other federates reach this one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InterfaceChoice {
    /// The one on the route to the RTI.
    Auto,
    /// The one of that name.
    Name(String),
    /// One with an address of this prefix.
    Prefix(Prefix),
}

/// The text is not `auto`, a name or a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not auto, the name of an interface, or a prefix of addresses")]
pub struct InvalidInterface;

impl FromStr for InterfaceChoice {
    type Err = InvalidInterface;

    fn from_str(text: &str) -> Result<Self, InvalidInterface> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        if let Ok(prefix) = text.parse() {
            return Ok(Self::Prefix(prefix));
        }
        let is_name = (1..=LONGEST_NAME).contains(&text.len())
            && !text.contains(|c: char| c == '/' || c.is_whitespace() || c.is_control());
        is_name
            .then(|| Self::Name(text.to_owned()))
            .ok_or(InvalidInterface)
    }
}

impl fmt::Display for InterfaceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Name(name) => f.write_str(name),
            Self::Prefix(prefix) => prefix.fmt(f),
        }
    }
}

impl InterfaceChoice {
    /// The chosen address, of the family of `like` if possible; `None` for `auto`.
    ///
    /// # Errors
    /// If this host has no such interface; the message lists its interfaces.
    pub fn choose(&self, like: IpAddr) -> io::Result<Option<OwnAddress>> {
        if *self == Self::Auto {
            return Ok(None);
        }
        let all = own_addresses()?;
        match self.among(&all, like) {
            Some(chosen) => Ok(Some(chosen.clone())),
            None => Err(io::Error::new(
                io::ErrorKind::AddrNotAvailable,
                NoInterface::new(self.clone(), &all),
            )),
        }
    }

    fn among<'a>(&self, all: &'a [OwnAddress], like: IpAddr) -> Option<&'a OwnAddress> {
        let mut matching = all.iter().filter(|own| match self {
            Self::Auto => false,
            Self::Name(name) => own.interface == *name,
            Self::Prefix(prefix) => prefix.contains(own.ip),
        });
        let first = matching.next()?;
        if first.ip.is_ipv4() == like.is_ipv4() {
            return Some(first);
        }
        let of_family = matching.find(|own| own.ip.is_ipv4() == like.is_ipv4());
        Some(of_family.unwrap_or(first))
    }
}

/// An address of this host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAddress {
    /// The name of its interface.
    pub interface: String,
    /// The address.
    pub ip: IpAddr,
}

impl fmt::Display for OwnAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.interface, self.ip)
    }
}

/// Addresses for other hosts, in the order of the system, without IPv6 link-local ones, which need
/// an interface name that differs between hosts.
///
/// # Errors
/// That of the system.
pub fn own_addresses() -> io::Result<Vec<OwnAddress>> {
    let is_local = |ip: &IpAddr| matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
    let all = if_addrs::get_if_addrs()?;
    Ok(all
        .into_iter()
        .map(|found| OwnAddress {
            ip: found.ip(),
            interface: found.name,
        })
        .filter(|own| !is_local(&own.ip))
        .collect())
}

/// Number of the interface with that address, for IPv6 groups.
pub fn interface_index(ip: IpAddr) -> Option<u32> {
    let all = if_addrs::get_if_addrs().ok()?;
    all.into_iter().find(|found| found.ip() == ip)?.index
}

/// This host has no such interface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}; {has}", asked_for(.asked))]
struct NoInterface {
    asked: InterfaceChoice,
    has: String,
}

impl NoInterface {
    fn new(asked: InterfaceChoice, all: &[OwnAddress]) -> Self {
        let mut interfaces: Vec<(&str, Vec<String>)> = Vec::new();
        for own in all {
            let ip = own.ip.to_string();
            match interfaces
                .iter_mut()
                .find(|(name, _)| *name == own.interface)
            {
                Some((_, ips)) => ips.push(ip),
                None => interfaces.push((&own.interface, vec![ip])),
            }
        }
        let list: Vec<String> = interfaces
            .iter()
            .map(|(name, ips)| format!("{name} ({})", ips.join(", ")))
            .collect();
        let has = if list.is_empty() {
            "this host has none with an address".to_owned()
        } else {
            format!("this host has {}", list.join(", "))
        };
        Self { asked, has }
    }
}

fn asked_for(asked: &InterfaceChoice) -> String {
    match asked {
        InterfaceChoice::Prefix(prefix) => format!("no interface has an address in {prefix}"),
        other => format!("no interface with an address is called {other}"),
    }
}

impl HostPort {
    /// Listening addresses: the host may also be the name of an interface (`eth0:15160`) or a
    /// prefix (`10.1.0.0/16:15160`).
    ///
    /// # Errors
    /// That of the system for a name, and a list of interfaces if none has an address with the
    /// prefix.
    pub fn addresses_here(&self) -> io::Result<Vec<SocketAddr>> {
        let port = self.port();
        if let Some(prefix) = self.prefix() {
            let chosen = InterfaceChoice::Prefix(prefix).choose(prefix.ip)?;
            return Ok(chosen
                .map(|own| SocketAddr::new(own.ip, port))
                .into_iter()
                .collect());
        }
        if self.host().parse::<IpAddr>().is_err() {
            let of_interface: Vec<SocketAddr> = own_addresses()?
                .into_iter()
                .filter(|own| own.interface == self.host())
                .map(|own| SocketAddr::new(own.ip, port))
                .collect();
            if !of_interface.is_empty() {
                return Ok(of_interface);
            }
        }
        Ok((self.host(), port).to_socket_addrs()?.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> Vec<OwnAddress> {
        [
            ("lo", "127.0.0.1"),
            ("eth0", "10.1.0.5"),
            ("eth1", "192.168.7.5"),
            ("lo", "::1"),
            ("eth0", "2001:db8::5"),
        ]
        .map(|(interface, ip)| OwnAddress {
            interface: interface.to_owned(),
            ip: ip.parse().expect("an address"),
        })
        .to_vec()
    }

    fn chosen(asked: &str, like: &str) -> Option<String> {
        let asked: InterfaceChoice = asked.parse().expect("a choice");
        let all = host();
        let own = asked.among(&all, like.parse().expect("an address"));
        own.map(ToString::to_string)
    }

    #[test]
    fn an_interface_is_chosen_by_name_or_prefix_and_by_the_family_of_the_way_to_the_rti() {
        for (asked, like, expected) in [
            ("eth0", "10.1.0.1", "eth0 (10.1.0.5)"),
            ("eth0", "2001:db8::1", "eth0 (2001:db8::5)"),
            ("eth1", "2001:db8::1", "eth1 (192.168.7.5)"),
            ("10.0.0.0/8", "192.168.7.1", "eth0 (10.1.0.5)"),
            ("192.168.7.5", "10.1.0.1", "eth1 (192.168.7.5)"),
            ("2001:db8::/32", "10.1.0.1", "eth0 (2001:db8::5)"),
            ("0.0.0.0/0", "10.1.0.1", "lo (127.0.0.1)"),
        ] {
            assert_eq!(chosen(asked, like).as_deref(), Some(expected), "{asked}");
        }
    }

    #[test]
    fn an_interface_that_is_not_there_is_answered_with_those_that_are() {
        for (asked, problem) in [
            ("eth7", "no interface with an address is called eth7"),
            ("10.2.0.0/16", "no interface has an address in 10.2.0.0/16"),
        ] {
            assert_eq!(chosen(asked, "10.1.0.1"), None);
            let asked = asked.parse().expect("a choice");
            assert_eq!(
                NoInterface::new(asked, &host()).to_string(),
                format!(
                    "{problem}; this host has lo (127.0.0.1, ::1), eth0 (10.1.0.5, 2001:db8::5), eth1 (192.168.7.5)"
                )
            );
        }
    }

    #[test]
    fn what_is_no_interface_is_refused() {
        for text in [
            "",
            "eth 0",
            "10.0.0.0/33",
            "::/129",
            "eth0/24",
            "10.0.0.0/x",
            "a-name-that-is-too-long",
        ] {
            assert_eq!(
                text.parse::<InterfaceChoice>(),
                Err(InvalidInterface),
                "{text}"
            );
        }
    }

    #[test]
    fn prefixes_and_names_stand_for_hosts_where_something_listens() {
        let here = |text: &str| {
            let at: HostPort = text.parse().expect(text);
            at.addresses_here()
        };
        let loopback: SocketAddr = "127.0.0.1:7".parse().expect("an address");

        assert_eq!(here("127.0.0.0/8:7").expect("loopback"), [loopback]);
        assert_eq!(here("127.0.0.1:7").expect("loopback"), [loopback]);
        if cfg!(target_os = "linux") {
            assert!(here("lo:7").expect("loopback").contains(&loopback));
        }
        let error = here("[2001:db8:ffff::/48]:7").expect_err("documentation");
        assert!(error.to_string().contains("this host has"), "{error}");
    }
}
