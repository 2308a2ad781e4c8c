//! Addresses of endpoints.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use crate::memory;

/// Address of an endpoint. As text `tcp:127.0.0.1:7654`, `udp:127.0.0.1:7654`,
/// `shm:<host>/127.0.0.1:7654` or `inproc:<process>/<endpoint>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// A TCP listener.
    Tcp(SocketAddr),
    /// A UDP socket that listens.
    Udp(SocketAddr),
    /// An endpoint of one process, reachable only from within that process.
    InProcess(InProcessName),
    /// An endpoint in a process of one host, reachable by shared memory.
    SharedMemory(SharedMemoryAddress),
}

impl Address {
    /// Whether connecting can succeed: false for an in-process address of another process, and for
    /// shared memory of another host.
    pub fn is_reachable_from_here(&self) -> bool {
        match self {
            Self::Tcp(_) | Self::Udp(_) => true,
            Self::InProcess(name) => name.is_of_this_process(),
            Self::SharedMemory(name) => name.is_of_this_host(),
        }
    }

    /// Name of the transport.
    pub fn transport(&self) -> &'static str {
        match self {
            Self::Tcp(_) => "tcp",
            Self::InProcess(_) => "in-process",
            Self::SharedMemory(_) => "shared-memory",
            Self::Udp(_) => "udp",
        }
    }

    /// The TCP address, if it is one.
    pub fn tcp(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(at) => Some(*at),
            Self::Udp(_) | Self::InProcess(_) | Self::SharedMemory(_) => None,
        }
    }

    /// The addresses that count as one with this one: a host with IPv6 has at least 2^64 of them, which begin alike. `None` on
    /// this host by memory.
    pub fn network(&self) -> Option<IpAddr> {
        match self {
            Self::Tcp(at) | Self::Udp(at) => Some(network_of(at.ip())),
            Self::InProcess(_) | Self::SharedMemory(_) => None,
        }
    }
}

/// See [`Address::network`].
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !(u128::MAX >> 64)).into(),
        v4 => v4,
    }
}

/// The other side of a channel. For an accepted TCP or UDP channel the port is the one the peer calls
/// from, not one it listens on.
pub type PeerAddress = Address;

/// Names an endpoint within one process; never equal to a name made in another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InProcessName {
    process: u64,
    endpoint: u64,
}

impl InProcessName {
    pub(crate) fn new(endpoint: u64) -> Self {
        Self {
            process: this_process(),
            endpoint,
        }
    }

    /// Whether this process made the name, so that connecting can succeed.
    pub fn is_of_this_process(self) -> bool {
        self.process == this_process()
    }

    pub(crate) fn endpoint(self) -> u64 {
        self.endpoint
    }
}

/// A process of this host, as the kernel reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerProcess {
    /// Number of its user.
    pub user: u32,
    /// Number of the process; 0 if it is in a pid namespace that this process does not see.
    pub process: i32,
}

/// Names a listener for shared memory: the host, and the TCP address of the same endpoint, which is
/// unique on a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SharedMemoryAddress {
    host: u64,
    beside: SocketAddr,
}

impl SharedMemoryAddress {
    /// The listener beside a TCP listener of this host; `None` without shared memory.
    pub fn beside_tcp(listener: SocketAddr) -> Option<Self> {
        let host = memory::this_host()?;
        Some(Self {
            host,
            beside: listener,
        })
    }

    /// The TCP address of the same endpoint.
    pub fn beside(&self) -> SocketAddr {
        self.beside
    }

    /// Whether it belongs to this host, so that connecting can succeed.
    pub fn is_of_this_host(&self) -> bool {
        memory::this_host() == Some(self.host)
    }
}

impl fmt::Display for SharedMemoryAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}/{}", self.host, self.beside)
    }
}

/// Differs between processes, also between equal process ids on two hosts, and between a process
/// and its forked children, whose endpoints have the same numbers.
fn this_process() -> u64 {
    static KNOWN: Mutex<Option<(u32, u64)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    number_of(std::process::id(), &mut known)
}

/// Number of the process with that id; `known` caches the last one.
fn number_of(process: u32, known: &mut Option<(u32, u64)>) -> u64 {
    match *known {
        Some((of, number)) if of == process => number,
        _ => {
            // `RandomState` takes its keys from the system's randomness; it is the parent's in a forked child.
            let number = RandomState::new().hash_one(process);
            *known = Some((process, number));
            number
        }
    }
}

impl fmt::Display for InProcessName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}/{}", self.process, self.endpoint)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(at) => write!(f, "tcp:{at}"),
            Self::Udp(at) => write!(f, "udp:{at}"),
            Self::InProcess(name) => write!(f, "inproc:{name}"),
            Self::SharedMemory(name) => write!(f, "shm:{name}"),
        }
    }
}

/// Why a text is not an [`Address`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no channel address; expected `tcp:HOST-IP:PORT`, `udp:HOST-IP:PORT`, `shm:HOST/HOST-IP:PORT` or `inproc:PROCESS/NUMBER`"
)]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || AddressError(text.to_owned());
        if let Some(at) = text.strip_prefix("tcp:") {
            return at.parse().map(Self::Tcp).map_err(|_| wrong());
        }
        if let Some(at) = text.strip_prefix("udp:") {
            return at.parse().map(Self::Udp).map_err(|_| wrong());
        }
        if let Some(beside_tcp) = text.strip_prefix("shm:") {
            let (host, beside) = beside_tcp.split_once('/').ok_or_else(wrong)?;
            let host = u64::from_str_radix(host, 16).map_err(|_| wrong())?;
            let beside = beside.parse().map_err(|_| wrong())?;
            return Ok(Self::SharedMemory(SharedMemoryAddress { host, beside }));
        }
        let name = text.strip_prefix("inproc:").ok_or_else(wrong)?;
        let (process, endpoint) = name.split_once('/').ok_or_else(wrong)?;
        let process = u64::from_str_radix(process, 16).map_err(|_| wrong())?;
        let endpoint = endpoint.parse().map_err(|_| wrong())?;
        Ok(Self::InProcess(InProcessName { process, endpoint }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forked_child_is_another_process() {
        let mut known = None;
        let parent = number_of(100, &mut known);
        assert_eq!(number_of(100, &mut known), parent);

        let child = number_of(101, &mut known);

        assert_ne!(child, parent);
        assert_eq!(number_of(101, &mut known), child);
    }

    #[test]
    fn an_address_survives_the_way_through_text() {
        for text in [
            "tcp:127.0.0.1:7654",
            "tcp:[::1]:80",
            "udp:127.0.0.1:7654",
            "udp:[::1]:80",
            "inproc:00000000000000ff/3",
            "shm:00000000000000ff/127.0.0.1:7654",
            "shm:00000000000000ff/[::]:7654",
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_text_that_is_no_address_is_named_in_the_error() {
        for text in [
            "",
            "tcp:",
            "tcp:host:1",
            "inproc:",
            "inproc:zz/1",
            "inproc:1",
            "shm:",
            "shm:1.1.1.1:1",
            "shm:zz/1.1.1.1:1",
            "udp:1.1.1.1",
        ] {
            let error = text.parse::<Address>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")));
        }
    }

    #[test]
    fn a_name_of_another_process_is_recognised() {
        let other: Address = "inproc:00000000000000ff/3".parse().unwrap();

        assert!(InProcessName::new(3).is_of_this_process());
        assert!(matches!(other, Address::InProcess(name) if !name.is_of_this_process()));
    }
}
