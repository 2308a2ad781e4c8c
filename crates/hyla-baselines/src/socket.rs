//! Stream sockets, TCP and Unix.
//!
//! The socket stays in blocking mode. A yielding reader asks with `MSG_DONTWAIT` and then blocks in the same call, which
//! is one system call less than waiting for readiness.

use std::io;
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags};

use crate::wait::{Look, Waiter};
use crate::{LARGE_MESSAGE, READ_BYTES, WRITE_BYTES, Wait};

/// Both halves of a TCP connection without delay.
///
/// # Errors
/// If the socket refuses to send at once.
pub fn tcp(stream: TcpStream, wait: Wait) -> io::Result<(Writer, Reader)> {
    stream.set_nodelay(true)?;
    Ok(halves(stream.into(), wait))
}

/// Both halves of a Unix socket.
#[must_use]
pub fn unix(stream: UnixStream, wait: Wait) -> (Writer, Reader) {
    halves(stream.into(), wait)
}

fn halves(socket: OwnedFd, wait: Wait) -> (Writer, Reader) {
    let socket = Arc::new(socket);
    let writer = Writer {
        socket: Arc::clone(&socket),
        gathers: wait.gathers(),
        gathered: Vec::with_capacity(if wait.gathers() { WRITE_BYTES } else { 0 }),
    };
    let buffer = if wait.gathers() { READ_BYTES } else { 0 };
    let reader = Reader {
        socket,
        waiter: Waiter::new(wait, Look::Dear),
        buffer: vec![0; buffer],
        from: 0,
        to: 0,
    };
    (writer, reader)
}

/// The half that bytes go into.
#[derive(Debug)]
pub struct Writer {
    socket: Arc<OwnedFd>,
    gathers: bool,
    gathered: Vec<u8>,
}

impl Writer {
    /// Writes a message, or gathers it until 32 KiB have come together.
    ///
    /// # Errors
    /// Those of the socket.
    pub fn write(&mut self, message: &[u8]) -> io::Result<()> {
        if !self.gathers {
            return send_all(&self.socket, message);
        }
        if self.gathered.len() + message.len() > WRITE_BYTES {
            self.flush()?;
        }
        if message.len() >= LARGE_MESSAGE {
            self.flush()?;
            return send_all(&self.socket, message);
        }
        self.gathered.extend_from_slice(message);
        Ok(())
    }

    /// Writes what was gathered.
    ///
    /// # Errors
    /// Those of the socket.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.gathered.is_empty() {
            send_all(&self.socket, &self.gathered)?;
            self.gathered.clear();
        }
        Ok(())
    }
}

fn send_all(socket: &OwnedFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::net::send(socket, bytes, SendFlags::NOSIGNAL) {
            Ok(count) => bytes = &bytes[count..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// The half that bytes come out of.
#[derive(Debug)]
pub struct Reader {
    socket: Arc<OwnedFd>,
    waiter: Waiter,
    /// Of a batching reader: bytes that were read together with others.
    buffer: Vec<u8>,
    from: usize,
    to: usize,
}

impl Reader {
    /// Fills `into`; waits where there is too little.
    ///
    /// # Errors
    /// Those of the socket; `UnexpectedEof` if the other side has gone.
    pub fn read(&mut self, mut into: &mut [u8]) -> io::Result<()> {
        while !into.is_empty() {
            if self.from == self.to && !self.buffer.is_empty() && into.len() < LARGE_MESSAGE {
                (self.from, self.to) = (0, 0);
                self.to = receive(&self.socket, &mut self.waiter, &mut self.buffer)?;
            }
            let count = if self.from < self.to {
                let count = into.len().min(self.to - self.from);
                into[..count].copy_from_slice(&self.buffer[self.from..self.from + count]);
                self.from += count;
                count
            } else {
                receive(&self.socket, &mut self.waiter, into)?
            };
            into = &mut into[count..];
        }
        Ok(())
    }

    /// Whether bytes are there that need no system call.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.from < self.to
    }
}

/// Some bytes.
fn receive(socket: &OwnedFd, waiter: &mut Waiter, into: &mut [u8]) -> io::Result<usize> {
    let mut look = |flags| match rustix::net::recv(socket, &mut *into, flags) {
        Ok((count, _)) => Some(Ok(count)),
        Err(Errno::AGAIN | Errno::INTR) => None,
        Err(error) => Some(Err(io::Error::from(error))),
    };
    let mut found = waiter.look(|| look(RecvFlags::DONTWAIT));
    while found.is_none() {
        found = look(RecvFlags::empty());
    }
    match found {
        Some(Ok(0)) | None => Err(io::ErrorKind::UnexpectedEof.into()),
        Some(other) => other,
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn pairs(wait: Wait) -> [(Writer, Reader); 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (other, _) = listener.accept().unwrap();
        let (writer, _) = tcp(one, wait).unwrap();
        let (_, reader) = tcp(other, wait).unwrap();
        let (one, other) = UnixStream::pair().unwrap();
        [(writer, reader), (unix(one, wait).0, unix(other, wait).1)]
    }

    #[test]
    fn bytes_come_out_as_they_went_in_however_they_are_cut() {
        crate::watchdog::watch(|| {
            for wait in Wait::ALL {
                for (mut writer, mut reader) in pairs(wait) {
                    let sent: Vec<u8> = (0..3 << 20).map(|at: u32| (at % 251) as u8).collect();
                    let copy = sent.clone();

                    let thread = std::thread::spawn(move || {
                        // Short messages first, then large ones.
                        let (short, large) = copy.split_at(1 << 20);
                        for part in short.chunks(1003).chain(large.chunks(100_003)) {
                            writer.write(part).unwrap();
                        }
                        writer.flush().unwrap();
                        writer
                    });
                    let mut came = vec![0; sent.len()];
                    let (large, short) = came.split_at_mut(2 << 20);
                    for part in large.chunks_mut(70_001).chain(short.chunks_mut(101)) {
                        reader.read(part).unwrap();
                    }

                    drop(thread.join().unwrap());
                    assert!(came == sent, "{wait:?}");
                    assert!(!reader.has_more());
                }
            }
        });
    }

    #[test]
    fn a_large_message_does_not_overtake_what_was_gathered() {
        for (mut writer, mut reader) in pairs(Wait::Batch) {
            writer.write(&[1; 3]).unwrap();
            writer.write(&[2; 20_000]).unwrap();

            let mut came = [0; 4];
            reader.read(&mut came).unwrap();

            assert_eq!(came, [1, 1, 1, 2]);
        }
    }

    #[test]
    fn the_end_of_the_other_side_is_an_error() {
        for wait in Wait::ALL {
            let (one, other) = UnixStream::pair().unwrap();
            drop(one);

            let error = unix(other, wait).1.read(&mut [0]).unwrap_err();

            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        }
    }

    #[test]
    fn what_a_batching_writer_gathers_goes_when_it_is_flushed() {
        let (one, other) = UnixStream::pair().unwrap();
        let (mut writer, _kept) = unix(one, Wait::Batch);
        other.set_nonblocking(true).unwrap();
        let receives = |other: &UnixStream| {
            use std::io::Read as _;
            (&*other).read(&mut [0; 64]).ok()
        };

        writer.write(b"one").unwrap();
        writer.write(b"two").unwrap();
        assert_eq!(receives(&other), None);
        writer.flush().unwrap();

        assert_eq!(receives(&other), Some(6));
    }
}
