//! Addresses in settings.

use std::fmt;
use std::str::FromStr;

use super::interface::Prefix;

/// A host (name, IPv4 address or IPv6 address) and a TCP port; written `host:port` or `[v6]:port`.
///
/// The name is resolved when the address is used, so that a machine with a late name service can
/// still read its settings. For listeners, the host may be an interface, by its name or a prefix:
/// see [`Self::addresses_here`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostPort {
    host: String,
    port: u16,
}

impl HostPort {
    /// The host without the brackets of an IPv6 address.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port; 0 lets the system choose for a listener.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The prefix in place of the host, if it is one: such as `10.1.0.0/16`.
    pub fn prefix(&self) -> Option<Prefix> {
        let host = &self.host;
        host.contains('/').then(|| host.parse().ok()).flatten()
    }
}

/// The text is not `host:port`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an address of the form host:port")]
pub struct InvalidHostPort;

impl FromStr for HostPort {
    type Err = InvalidHostPort;

    fn from_str(text: &str) -> Result<Self, InvalidHostPort> {
        let (host, port) = text.rsplit_once(':').ok_or(InvalidHostPort)?;
        let port = port.parse().map_err(|_| InvalidHostPort)?;
        let host = match host
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            Some(v6) => v6
                .parse::<Prefix>()
                .map(|_| v6)
                .map_err(|_| InvalidHostPort)?,
            None => host,
        };
        let v6 = host.contains(':');
        let bracketed = text.starts_with('[');
        let prefix = host.contains('/') && host.parse::<Prefix>().is_ok();
        let plain = prefix
            || !host.is_empty()
                && host
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '%' | ':'));
        if !plain || v6 != bracketed {
            return Err(InvalidHostPort);
        }
        Ok(Self {
            host: host.to_owned(),
            port,
        })
    }
}

impl fmt::Display for HostPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

/// Address of a federate's RTI.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RtiAddress {
    /// An RTI inside this process, shared by all federates of the process that ask for it.
    Embedded,
    /// The `hyla rti` at that address.
    Server(HostPort),
}

impl FromStr for RtiAddress {
    type Err = InvalidHostPort;

    fn from_str(text: &str) -> Result<Self, InvalidHostPort> {
        if text == "embedded" {
            return Ok(Self::Embedded);
        }
        let server: HostPort = text.parse()?;
        if server.port == 0 || server.prefix().is_some() {
            Err(InvalidHostPort)
        } else {
            Ok(Self::Server(server))
        }
    }
}

impl fmt::Display for RtiAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str("embedded"),
            Self::Server(address) => address.fmt(f),
        }
    }
}

/// An address of this process towards other federates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PeerAddress {
    /// Derived from the connection to the RTI.
    Auto,
    /// Exactly this one; port 0 is the port that the system chose.
    At(HostPort),
}

impl FromStr for PeerAddress {
    type Err = InvalidHostPort;

    fn from_str(text: &str) -> Result<Self, InvalidHostPort> {
        if text == "auto" {
            Ok(Self::Auto)
        } else {
            text.parse().map(Self::At)
        }
    }
}

impl fmt::Display for PeerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::At(address) => address.fmt(f),
        }
    }
}

/// Listening address for one transport of the Federate Protocol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FedProAddress {
    /// Nowhere.
    Off,
    /// On the hosts of `rti.listen`, at the standard's port for the transport.
    Auto,
    /// Exactly there; port 0 leaves the choice to the system.
    At(HostPort),
}

impl FromStr for FedProAddress {
    type Err = InvalidHostPort;

    fn from_str(text: &str) -> Result<Self, InvalidHostPort> {
        match text {
            "off" => Ok(Self::Off),
            "auto" => Ok(Self::Auto),
            _ => text.parse().map(Self::At),
        }
    }
}

impl fmt::Display for FedProAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Auto => f.write_str("auto"),
            Self::At(address) => address.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_of_both_families_are_read_and_written_alike() {
        for text in [
            "localhost:1",
            "127.0.0.1:0",
            "[::1]:15164",
            "10.1.0.0/16:0",
            "[2001:db8::/32]:15160",
            "sim-3.site_b.example:65535",
        ] {
            let address: HostPort = text.parse().expect(text);
            assert_eq!(address.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_host_and_port_is_refused() {
        for text in [
            "",
            ":",
            "host",
            "host:",
            ":1",
            "host:65536",
            "host:-1",
            "::1:80",
            "[::1]",
            "[::1:80",
            "[name]:80",
            "a b:80",
            "http://host:80",
            "host:80/",
            "host/16:80",
            "10.1.0.0/33:80",
            "2001:db8::/32:80",
        ] {
            assert_eq!(text.parse::<HostPort>(), Err(InvalidHostPort), "{text}");
        }
    }

    #[test]
    fn a_server_needs_a_real_port_and_one_host() {
        assert_eq!("127.0.0.1:0".parse::<RtiAddress>(), Err(InvalidHostPort));
        assert_eq!("10.0.0.0/8:1".parse::<RtiAddress>(), Err(InvalidHostPort));
        assert_eq!("embedded".parse(), Ok(RtiAddress::Embedded));
    }

    #[test]
    fn a_transport_is_off_or_automatic_or_somewhere() {
        let any: HostPort = "10.0.0.1:0".parse().expect("an address");
        for (text, address) in [
            ("off", FedProAddress::Off),
            ("auto", FedProAddress::Auto),
            ("10.0.0.1:0", FedProAddress::At(any)),
        ] {
            assert_eq!(text.parse(), Ok(address.clone()));
            assert_eq!(address.to_string(), text);
        }
        assert_eq!("on".parse::<FedProAddress>(), Err(InvalidHostPort));
    }

    #[test]
    fn a_peer_address_may_leave_the_port_to_the_system() {
        let any: HostPort = "10.0.0.1:0".parse().expect("an address");
        assert_eq!("10.0.0.1:0".parse(), Ok(PeerAddress::At(any)));
        assert_eq!("auto".parse(), Ok(PeerAddress::Auto));
    }
}
