//! Messages both ways between two processes, over each medium.

use std::io;
use std::net::{TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::memory::SharedMemory;
use crate::{Wait, datagram, ring, socket};

/// The half of a pipe that messages go into. Their length is known to both sides.
pub trait Outgoing: Send {
    /// Sends a message; waits where the carrier does. If the pipe batches, the message may leave with later ones.
    ///
    /// # Errors
    /// Those of the carrier, which is unusable afterwards.
    fn send(&mut self, message: &[u8]) -> io::Result<()>;

    /// Has all messages leave that were gathered.
    ///
    /// # Errors
    /// As of [`Self::send`].
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Whether messages may get lost.
    fn may_lose(&self) -> bool {
        false
    }
}

/// The half of a pipe that messages come out of.
pub trait Incoming: Send {
    /// Takes a message. `false` if it did not come in time, which only lossy carriers report:
    /// the others wait for it.
    ///
    /// # Errors
    /// Those of the carrier, `UnexpectedEof` if the other side has gone.
    fn receive(&mut self, message: &mut [u8], in_time: Duration) -> io::Result<bool>;

    /// Whether a message has come already together with others, so that an answer may wait for its answer.
    fn has_more(&self) -> bool {
        false
    }
}

/// Messages both ways between two processes. Each half may be used by a thread of its own.
pub struct Pipe {
    /// To the other side.
    pub out: Box<dyn Outgoing>,
    /// From the other side.
    pub back: Box<dyn Incoming>,
}

impl Pipe {
    fn new(out: impl Outgoing + 'static, back: impl Incoming + 'static) -> Self {
        Self {
            out: Box::new(out),
            back: Box::new(back),
        }
    }

    /// A TCP connection without delay.
    ///
    /// # Errors
    /// If the socket refuses to send at once.
    pub fn tcp(stream: TcpStream, wait: Wait) -> io::Result<Self> {
        let (out, back) = socket::tcp(stream, wait)?;
        Ok(Self::new(out, back))
    }

    /// A Unix socket.
    #[must_use]
    pub fn unix(stream: UnixStream, wait: Wait) -> Self {
        let (out, back) = socket::unix(stream, wait);
        Self::new(out, back)
    }

    /// A connected UDP socket.
    ///
    /// # Errors
    /// If the socket has no options.
    pub fn udp(socket: UdpSocket, wait: Wait) -> io::Result<Self> {
        let (out, back) = datagram::halves(socket, wait)?;
        Ok(Self::new(out, back))
    }

    /// A socket that sends to a multicast group, or one that receives it; the other half is of no use.
    ///
    /// # Errors
    /// If the socket has no options.
    pub fn multicast(socket: UdpSocket, wait: Wait) -> io::Result<Self> {
        let (out, back) = datagram::bundled_halves(socket, wait)?;
        Ok(Self::new(out, back))
    }

    /// A ring for each direction.
    ///
    /// # Errors
    /// If an end that is asked for is in use.
    pub fn rings(out: Arc<SharedMemory>, back: Arc<SharedMemory>, wait: Wait) -> io::Result<Self> {
        Ok(Self::new(
            ring::Writer::new(out, wait)?,
            ring::Reader::new(back, wait)?,
        ))
    }
}

/// Sends for as long as `run`, as fast as it goes, or `rate` messages a second if that is not zero. `write` puts what a message has of its own, by its
/// number, into it. Gives how many were sent.
///
/// # Errors
/// Those of the carrier.
pub fn send_for(
    out: &mut dyn Outgoing,
    (run, rate): (Duration, f64),
    message: &mut [u8],
    mut write: impl FnMut(u64, &mut [u8]),
) -> io::Result<u64> {
    let begin = Instant::now();
    let mut sent = 0_u64;
    loop {
        let planned = if rate > 0.0 {
            Duration::from_secs_f64(sent as f64 / rate)
        } else {
            begin.elapsed()
        };
        if planned >= run {
            break;
        }
        if let Some(left) = (begin + planned).checked_duration_since(Instant::now()) {
            out.flush()?;
            std::thread::sleep(left);
        }
        write(sent, message);
        out.send(message)?;
        sent += 1;
    }
    out.flush()?;
    Ok(sent)
}

impl Outgoing for socket::Writer {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.write(message)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Incoming for socket::Reader {
    fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
        self.read(message).map(|()| true)
    }

    fn has_more(&self) -> bool {
        self.has_more()
    }
}

impl Outgoing for datagram::Sender {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.send(message)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flush()
    }

    fn may_lose(&self) -> bool {
        true
    }
}

impl Incoming for datagram::Receiver {
    fn receive(&mut self, message: &mut [u8], in_time: Duration) -> io::Result<bool> {
        self.receive(message, in_time)
    }

    fn has_more(&self) -> bool {
        self.has_more()
    }
}

impl Outgoing for ring::Writer {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.write(message);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flush();
        Ok(())
    }
}

impl Incoming for ring::Reader {
    fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
        self.read(message);
        Ok(true)
    }

    fn has_more(&self) -> bool {
        self.has_more()
    }
}
