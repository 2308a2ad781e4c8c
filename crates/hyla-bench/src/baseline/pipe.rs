//! Messages both ways between two processes, over each carrier.

use std::io::{self, BufReader, Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use super::memory::SharedMemory;
use super::ring::{Reader, Waits, Writer};

/// Messages both ways between two processes. Their length is known to both.
pub trait Pipe {
    /// Sends a message; waits where the carrier does.
    ///
    /// # Errors
    /// What the carrier says; it is of no use any more.
    fn send(&mut self, message: &[u8]) -> io::Result<()>;

    /// Takes a message. `false` if it did not come in time, which only carriers that may lose messages look at:
    /// the others wait for it.
    ///
    /// # Errors
    /// What the carrier says, `UnexpectedEof` if the other side has gone.
    fn receive(&mut self, message: &mut [u8], in_time: Duration) -> io::Result<bool>;

    /// Whether messages may get lost.
    fn may_lose(&self) -> bool {
        false
    }
}

/// A TCP connection without delay.
#[derive(Debug)]
pub struct Tcp(BufReader<TcpStream>);

impl Tcp {
    /// # Errors
    /// If the socket refuses to send at once.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::with_capacity(64 << 10, stream)))
    }
}

impl Pipe for Tcp {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.0.get_mut().write_all(message)
    }

    fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
        self.0.read_exact(message).map(|()| true)
    }
}

/// A connected UDP socket.
#[derive(Debug)]
pub struct Udp {
    socket: UdpSocket,
    in_time: Duration,
}

impl Udp {
    /// # Errors
    /// If the socket has no options.
    pub fn new(socket: UdpSocket) -> io::Result<Self> {
        // As large as the system lets it be: what does not fit is lost.
        let _as_far_as_allowed = socket2::SockRef::from(&socket).set_recv_buffer_size(4 << 20);
        let in_time = Duration::from_secs(1);
        socket.set_read_timeout(Some(in_time))?;
        Ok(Self { socket, in_time })
    }
}

impl Pipe for Udp {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        match self.socket.send(message) {
            Ok(_) => Ok(()),
            // The other side has ended; whoever waits for it notices.
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn receive(&mut self, message: &mut [u8], in_time: Duration) -> io::Result<bool> {
        let in_time = in_time.max(Duration::from_millis(1));
        if in_time != self.in_time {
            self.socket.set_read_timeout(Some(in_time))?;
            self.in_time = in_time;
        }
        loop {
            match self.socket.recv(message) {
                Ok(count) if count == message.len() => return Ok(true),
                Ok(_) => {}
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock
                    | io::ErrorKind::TimedOut
                    | io::ErrorKind::ConnectionRefused => return Ok(false),
                    _ => return Err(error),
                },
            }
        }
    }

    fn may_lose(&self) -> bool {
        true
    }
}

/// A ring for each direction.
#[derive(Debug)]
pub struct Rings {
    out: Writer,
    back: Reader,
}

impl Rings {
    /// # Errors
    /// If an end that is asked for is in use.
    pub fn new(out: Arc<SharedMemory>, back: Arc<SharedMemory>, waits: Waits) -> io::Result<Self> {
        Ok(Self {
            out: Writer::new(out, waits)?,
            back: Reader::new(back, waits)?,
        })
    }
}

impl Pipe for Rings {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.out.write(message);
        Ok(())
    }

    fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
        self.back.read(message);
        Ok(true)
    }
}
