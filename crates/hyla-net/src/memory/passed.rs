//! What the two ends pass to each other by the socket while they are connected: one piece of memory at a time, with its kind and
//! two numbers.

use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use super::passing;

/// The kind, and its version.
type Word = [u8; 8];

const HEAD_BYTES: usize = size_of::<Word>() + 16;

/// Memory that the other end has passed. It is not checked.
#[derive(Debug)]
pub(super) struct Passed {
    pub(super) word: Word,
    pub(super) numbers: [u64; 2],
    pub(super) memory: OwnedFd,
}

/// Passes memory to the process at the other end. Never blocks.
///
/// # Errors
/// Those of the system.
pub(super) fn pass(
    socket: impl AsFd,
    word: Word,
    numbers: [u64; 2],
    memory: BorrowedFd<'_>,
) -> io::Result<()> {
    let [one, other] = numbers.map(u64::to_le_bytes);
    let head = [word, one, other].concat();
    passing::send(socket, &head, &[memory])
}

/// What the process at the other end, which is not trusted, has passed next; `None` if nothing has come.
///
/// # Errors
/// Those of the system, and `InvalidData` for anything else.
pub(super) fn receive(socket: impl AsFd) -> io::Result<Option<Passed>> {
    let wrong = |what| io::Error::new(ErrorKind::InvalidData, what);
    let mut head = [0; HEAD_BYTES];
    let (bytes_read, descriptors) = match passing::receive(socket, &mut head) {
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
    Ok(Some(Passed {
        word: part(0),
        numbers: [part(1), part(2)].map(u64::from_le_bytes),
        memory,
    }))
}
