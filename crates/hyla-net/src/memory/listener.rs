//! Listener for shared memory: connects processes of one host and passes memory between them.

use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::SocketAddr;
use std::sync::OnceLock;

use mio::net::{UnixListener, UnixStream};
use rustix::event::{EventfdFlags, eventfd};
use rustix::process::Uid;

use super::peer::{PeerProcess, number_of_unknown_users, peer_of};
use super::{MemoryWire, RING_BYTES, passing, ring};
use crate::{EndpointConfig, SharedMemoryAddress};

/// Message beside the descriptors: their kind, and the size of a ring.
const WORD: [u8; 8] = *b"HYLA-SM\x03";
const HEAD_BYTES: usize = WORD.len() + 8;

/// Identity of a host for shared memory: this boot of this kernel, and this network namespace, which scopes socket
/// names. `None` if the system does not report it.
pub(crate) fn this_host() -> Option<u64> {
    static HOST: OnceLock<Option<u64>> = OnceLock::new();
    *HOST.get_or_init(|| {
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let network = std::fs::metadata("/proc/self/ns/net").ok()?;
        let text = format!("{}/{}/{}", boot.trim(), network.dev(), network.ino());
        // FNV-1a: must be the same in every program.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        Some(hash)
    })
}

fn socket_address(name: &SharedMemoryAddress) -> io::Result<SocketAddr> {
    SocketAddr::from_abstract_name(format!("hyla/{}", name.beside()))
}

/// Whether a listener takes a caller: it is of the same user, or one of them is root.
pub(super) fn may_share(one: Uid, other: Uid) -> bool {
    one == other || one.is_root() || other.is_root()
}

/// Whether a caller of user `me` believes that a listener of that user is the one it means. Anybody can take the name of a
/// listener before its owner does, so also root only believes root.
pub(super) fn may_serve(listener: Uid, me: Uid) -> bool {
    listener == me || listener.is_root()
}

/// Checks that a process of that user may be the server of this one, as [`may_serve`], or is of the user `also`; for connections by
/// other means.
///
/// # Errors
/// Who the process belongs to.
pub(crate) fn check_server(user: u32, also: Option<u32>) -> Result<(), String> {
    let peer = PeerProcess {
        user: Uid::from_raw(user),
        // Not asked: any number but that of another namespace.
        process: -1,
    };
    let me = rustix::process::geteuid();
    let may = |listener: Uid, me| may_serve(listener, me) || also == Some(listener.as_raw());
    judge(&peer, me, number_of_unknown_users(), may)
}

/// Whether the process at the other end is of this user: closer than [`may_share`], for memory that third processes see as well.
pub(super) fn is_of_this_user(socket: &UnixStream) -> bool {
    check_user(socket, |one, other| one == other).is_ok()
}

fn check_user(socket: &UnixStream, may: impl Fn(Uid, Uid) -> bool) -> io::Result<()> {
    let peer = peer_of(socket)?;
    let me = rustix::process::geteuid();
    judge(&peer, me, number_of_unknown_users(), may)
        .map_err(|text| io::Error::new(ErrorKind::PermissionDenied, text))
}

/// Whether this process of user `me` may share memory with `peer`; the text says who `peer` is. `unknown` is the number of users
/// of which the kernel does not say who they are: several, so that equal numbers prove nothing.
pub(super) fn judge(
    peer: &PeerProcess,
    me: Uid,
    unknown: Option<Uid>,
    may: impl Fn(Uid, Uid) -> bool,
) -> Result<(), String> {
    let is_unknown = unknown == Some(peer.user);
    if !is_unknown && may(peer.user, me) {
        return Ok(());
    }
    let which = if is_unknown {
        " or of any other that this user namespace (a container) does not know"
    } else {
        ""
    };
    let namespace = match peer.process {
        0 => ", in another pid namespace (a container)",
        _ => "",
    };
    let (found, me) = (peer.user.as_raw(), me.as_raw());
    Err(format!(
        "the other process is of user {found}{which}{namespace}, this one of user {me}"
    ))
}

/// Connects to a listener.
///
/// # Errors
/// Those of the system, and `PermissionDenied` if it belongs neither to this user nor to root.
pub(super) fn call(name: &SharedMemoryAddress) -> io::Result<UnixStream> {
    if !name.is_of_this_host() {
        return Err(ErrorKind::AddrNotAvailable.into());
    }
    let socket = UnixStream::connect_addr(&socket_address(name)?)?;
    check_user(&socket, may_serve).inspect_err(|error| {
        tracing::warn!(
            listener = %name,
            "TCP instead of shared memory, only a process of the same user or of root is believed: {error}"
        );
    })?;
    Ok(socket)
}

/// Accepts callers over shared memory.
#[derive(Debug)]
pub(crate) struct SharedMemoryListener {
    listener: UnixListener,
    name: SharedMemoryAddress,
}

impl SharedMemoryListener {
    /// Opens a listener with that name.
    ///
    /// # Errors
    /// The error of the system, for example a name in use.
    pub(crate) fn open(name: SharedMemoryAddress) -> io::Result<Self> {
        Ok(Self {
            listener: UnixListener::bind_addr(&socket_address(&name)?)?,
            name,
        })
    }

    pub(crate) fn name(&self) -> SharedMemoryAddress {
        self.name
    }

    pub(crate) fn descriptor(&self) -> RawFd {
        self.listener.as_raw_fd()
    }

    /// Accepts the next caller.
    ///
    /// # Errors
    /// The error of the system; `ConnectionAborted` for a rejected caller of another user.
    pub(crate) fn accept(&self, config: &EndpointConfig) -> io::Result<MemoryWire> {
        let (socket, _) = self.listener.accept()?;
        check_user(&socket, may_share).map_err(|error| {
            tracing::debug!(listener = %self.name, %error, "rejected a caller over shared memory; it will use TCP");
            io::Error::from(ErrorKind::ConnectionAborted)
        })?;
        Ok(MemoryWire::accepted(socket, config))
    }
}

/// Resources of a channel, passed once by the caller.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) memory: OwnedFd,
    pub(super) ring_bytes: usize,
    /// Signalled by the caller.
    pub(super) bell_there: OwnedFd,
    /// Signalled by the called side.
    pub(super) bell_back: OwnedFd,
}

impl Parts {
    pub(super) fn make(ring_bytes: usize) -> io::Result<Self> {
        // Signalled from the beginning, so that each side reads the rings once.
        let bell = || eventfd(1, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK);
        Ok(Self {
            memory: passing::make_memory("hyla-channel", ring::mapping_bytes(ring_bytes))?,
            ring_bytes,
            bell_there: bell()?,
            bell_back: bell()?,
        })
    }

    pub(super) fn pass(&self, socket: &UnixStream) -> io::Result<()> {
        let descriptors = [
            self.memory.as_fd(),
            self.bell_there.as_fd(),
            self.bell_back.as_fd(),
        ];
        let head = [WORD, (self.ring_bytes as u64).to_le_bytes()].concat();
        passing::send(socket, &head, &descriptors)
    }

    /// Receives and checks the resources of a caller, which is not trusted.
    pub(super) fn receive(socket: &UnixStream) -> io::Result<Self> {
        let wrong = |what| io::Error::new(ErrorKind::InvalidData, what);
        let mut head = [0; HEAD_BYTES];
        let (bytes, descriptors) = passing::receive(socket, &mut head)?;
        if bytes == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let (word, size) = head.split_at(WORD.len());
        if bytes != HEAD_BYTES || word != WORD {
            return Err(wrong("the caller's first message is not of this protocol"));
        }
        let [memory, bell_there, bell_back] = <[OwnedFd; 3]>::try_from(descriptors)
            .map_err(|_| wrong("the caller did not pass memory and two wake-up descriptors"))?;
        let ring_bytes = size
            .try_into()
            .ok()
            .and_then(|size| usize::try_from(u64::from_le_bytes(size)).ok())
            .filter(|size| size.is_power_of_two() && RING_BYTES.contains(size))
            .ok_or_else(|| wrong("the caller's ring has an impossible size"))?;
        passing::check_memory(&memory, ring::mapping_bytes(ring_bytes))?;
        // A blocking descriptor would block this process.
        rustix::io::ioctl_fionbio(&bell_there, true)?;
        rustix::io::ioctl_fionbio(&bell_back, true)?;
        Ok(Self {
            memory,
            ring_bytes,
            bell_there,
            bell_back,
        })
    }
}
