//! Messages both ways between two processes, over each carrier.

use std::io::{self, BufReader, Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use super::memory::SharedMemory;
use super::ring::{Reader, Waits, Writer};

/// The half of a pipe that messages go into. Their length is known to both sides.
pub trait Outgoing: Send {
    /// Sends a message; waits where the carrier does.
    ///
    /// # Errors
    /// What the carrier says; it is of no use any more.
    fn send(&mut self, message: &[u8]) -> io::Result<()>;

    /// Whether messages may get lost.
    fn may_lose(&self) -> bool {
        false
    }
}

/// The half of a pipe that messages come out of.
pub trait Incoming: Send {
    /// Takes a message. `false` if it did not come in time, which only carriers that may lose messages look at:
    /// the others wait for it.
    ///
    /// # Errors
    /// What the carrier says, `UnexpectedEof` if the other side has gone.
    fn receive(&mut self, message: &mut [u8], in_time: Duration) -> io::Result<bool>;
}

/// Messages both ways between two processes. Each half may be used by a thread of its own.
pub struct Pipe {
    /// To the other side.
    pub out: Box<dyn Outgoing>,
    /// From the other side.
    pub back: Box<dyn Incoming>,
}

impl Pipe {
    /// A TCP connection without delay.
    ///
    /// # Errors
    /// If the socket refuses to send at once.
    pub fn tcp(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        let back = BufReader::with_capacity(64 << 10, stream.try_clone()?);
        Ok(Self {
            out: Box::new(TcpOut(stream)),
            back: Box::new(TcpBack(back)),
        })
    }

    /// A connected UDP socket.
    ///
    /// # Errors
    /// If the socket has no options.
    pub fn udp(socket: UdpSocket) -> io::Result<Self> {
        // As large as the system lets it be: what does not fit is lost.
        let _as_far_as_allowed = socket2::SockRef::from(&socket).set_recv_buffer_size(4 << 20);
        let in_time = Duration::from_secs(1);
        socket.set_read_timeout(Some(in_time))?;
        let back = UdpBack {
            socket: socket.try_clone()?,
            in_time,
        };
        Ok(Self {
            out: Box::new(UdpOut(socket)),
            back: Box::new(back),
        })
    }

    /// A ring for each direction.
    ///
    /// # Errors
    /// If an end that is asked for is in use.
    pub fn rings(
        out: Arc<SharedMemory>,
        back: Arc<SharedMemory>,
        waits: Waits,
    ) -> io::Result<Self> {
        Ok(Self {
            out: Box::new(Writer::new(out, waits)?),
            back: Box::new(Reader::new(back, waits)?),
        })
    }
}

struct TcpOut(TcpStream);

impl Outgoing for TcpOut {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.0.write_all(message)
    }
}

struct TcpBack(BufReader<TcpStream>);

impl Incoming for TcpBack {
    fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
        self.0.read_exact(message).map(|()| true)
    }
}

struct UdpOut(UdpSocket);

impl Outgoing for UdpOut {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        match self.0.send(message) {
            Ok(_) => Ok(()),
            // The other side has ended; whoever waits for it notices.
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn may_lose(&self) -> bool {
        true
    }
}

struct UdpBack {
    socket: UdpSocket,
    in_time: Duration,
}

impl Incoming for UdpBack {
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
}

impl Outgoing for Writer {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.write(message);
        Ok(())
    }
}

impl Incoming for Reader {
    fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
        self.read(message);
        Ok(true)
    }
}
