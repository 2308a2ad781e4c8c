//! Origins of hosted members: the RTI sees an endpoint of its own process, and its authorizer needs
//! the caller's address.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hyla_net::Address;
use rustc_hash::{FxBuildHasher, FxHashMap};

static CALLERS: Mutex<FxHashMap<Address, SocketAddr>> =
    Mutex::new(FxHashMap::with_hasher(FxBuildHasher));

fn callers() -> MutexGuard<'static, FxHashMap<Address, SocketAddr>> {
    CALLERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives, `behind` knows the caller of an endpoint.
pub struct Introduction(Address);

impl Introduction {
    /// Registers that the member of this endpoint belongs to a federate that calls from `peer`.
    pub fn new(endpoint: Address, peer: SocketAddr) -> Self {
        callers().insert(endpoint, peer);
        Self(endpoint)
    }
}

impl Drop for Introduction {
    fn drop(&mut self) {
        callers().remove(&self.0);
    }
}

/// Address of the federate at the other end of a channel; `None` for one of this process.
pub(super) fn behind(peer: Address) -> Option<SocketAddr> {
    match peer {
        Address::Tcp(at) | Address::Udp(at) => Some(at),
        Address::InProcess(_) => callers().get(&peer).copied(),
        // A process of this host, over any transport.
        Address::SharedMemory(_) => Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))),
    }
}
