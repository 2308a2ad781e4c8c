//! Memory and descriptors that one process passes to another one through a Unix socket.

use std::io::{self, ErrorKind, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{MemfdFlags, SealFlags};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// Most descriptors of one message.
const MOST: usize = 3;

/// Makes memory of zeros without a name, whose size cannot change.
///
/// # Errors
/// Those of the system.
pub(super) fn make_memory(name: &str, bytes: usize) -> io::Result<OwnedFd> {
    let memory = rustix::fs::memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    rustix::fs::ftruncate(&memory, bytes as u64)?;
    rustix::fs::fcntl_add_seals(
        &memory,
        SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL,
    )?;
    Ok(memory)
}

/// Checks memory that another process has passed: if it shrank later, reading it would end this process.
///
/// # Errors
/// Those of the system, and `InvalidData`.
pub(super) fn check_memory(memory: &OwnedFd, bytes: usize) -> io::Result<()> {
    let wrong = |what| Err(io::Error::new(ErrorKind::InvalidData, what));
    if !rustix::fs::fcntl_get_seals(memory)?.contains(SealFlags::SHRINK) {
        return wrong("the memory that was passed may shrink");
    }
    if rustix::fs::fstat(memory)?.st_size != bytes as i64 {
        return wrong("the memory that was passed has another size than announced");
    }
    Ok(())
}

/// Sends a message with descriptors. Never blocks.
///
/// # Errors
/// Those of the system.
pub(super) fn send(
    socket: impl AsFd,
    message: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
    let mut rights = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !rights.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(ErrorKind::InvalidInput.into());
    }
    let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
    let sent = sendmsg(socket, &[IoSlice::new(message)], &mut rights, flags)?;
    if sent != message.len() {
        return Err(ErrorKind::WriteZero.into());
    }
    Ok(())
}

/// Receives a message and its descriptors. Gives the number of its bytes, 0 at the end of the peer. Never blocks.
///
/// # Errors
/// Those of the system.
pub(super) fn receive(socket: impl AsFd, message: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
    let mut rights = RecvAncillaryBuffer::new(&mut space);
    let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::DONTWAIT;
    let received = recvmsg(socket, &mut [IoSliceMut::new(message)], &mut rights, flags)?;
    // Those that are not taken are closed.
    let descriptors = rights
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
            _ => None,
        })
        .flatten();
    Ok((received.bytes, descriptors.collect()))
}
