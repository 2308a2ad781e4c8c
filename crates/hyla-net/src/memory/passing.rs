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

/// Kind of a piece of memory, and its version.
pub(super) type Word = [u8; 8];

/// Bytes beside the descriptor of a piece of memory: its kind, and two numbers.
const HEAD_BYTES: usize = size_of::<Word>() + 16;

/// A piece of memory that the other end has passed. It is not checked.
#[derive(Debug)]
pub(super) struct PassedMemory {
    pub(super) word: Word,
    pub(super) numbers: [u64; 2],
    pub(super) memory: OwnedFd,
}

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

/// Passes a piece of memory. Never blocks.
///
/// # Errors
/// Those of the system.
pub(super) fn pass_memory(
    socket: impl AsFd,
    word: Word,
    numbers: [u64; 2],
    memory: BorrowedFd<'_>,
) -> io::Result<()> {
    let [one, other] = numbers.map(u64::to_le_bytes);
    send(socket, &[word, one, other].concat(), &[memory])
}

/// The next piece of memory that the process at the other end, which is not trusted, has passed; `None` if none has come.
/// Never blocks.
///
/// # Errors
/// Those of the system, and `InvalidData` for anything else.
pub(super) fn receive_memory(socket: impl AsFd) -> io::Result<Option<PassedMemory>> {
    let wrong = |what| io::Error::new(ErrorKind::InvalidData, what);
    let mut head = [0; HEAD_BYTES];
    let (bytes_read, descriptors) = match receive(socket, &mut head) {
        // The end of the peer shows by other means.
        Ok((0, _)) => return Ok(None),
        Ok(received) => received,
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
        Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(None),
        Err(error) => return Err(error),
    };
    if bytes_read != HEAD_BYTES {
        return Err(wrong("what came beside the rings is not of this protocol"));
    }
    let [memory] = <[OwnedFd; 1]>::try_from(descriptors)
        .map_err(|_| wrong("a message beside the rings came without its memory"))?;
    let part = |at: usize| <[u8; 8]>::try_from(&head[8 * at..][..8]).expect("eight bytes");
    Ok(Some(PassedMemory {
        word: part(0),
        numbers: [part(1), part(2)].map(u64::from_le_bytes),
        memory,
    }))
}
