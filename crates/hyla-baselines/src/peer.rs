//! The other process of a bench: the bench's program again; its environment makes it a peer.
//!
//! A program that measures with [`Peer`] calls [`run_if_peer`] before anything else.

use std::env;
use std::io::{self, BufRead, BufReader, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as UnixAddress, UnixListener, UnixStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::memory::{MemoryAddress, SharedMemory};
use crate::pipe::Pipe;
use crate::{Counterpart, Medium, Wait, ring};

const TASK: &str = "HYLA_BASELINE_PEER";
/// How long a datagram may take until it counts as lost, which ends a bench: longer than a busy machine needs.
const LOST: Duration = Duration::from_secs(60);

/// Repeated work of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Does {
    /// Sends back each message of so many bytes.
    Echo {
        /// Length of a message.
        bytes: usize,
    },
    /// Answers each message of so many bytes with one of so many.
    Answer {
        /// Length of a message.
        bytes: usize,
        /// Length of an answer.
        answer: usize,
    },
    /// Takes so many messages of so many bytes, and then answers with one of a byte.
    Take {
        /// Length of a message.
        bytes: usize,
        /// Messages.
        count: u64,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Task {
    at: At,
    wait: Wait,
    does: Does,
}

/// Address of the first process for a peer.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum At {
    Rings(MemoryAddress, MemoryAddress),
    Tcp(std::net::SocketAddr),
    Udp(std::net::SocketAddr),
    Unix(String),
}

/// Does the work of a peer, if this process is one: then it never returns. It ends with the process that started it.
pub fn run_if_peer() {
    let Ok(task) = env::var(TASK) else {
        return;
    };
    std::thread::spawn(|| {
        // The other process holds this pipe as long as it lives.
        let _ended = io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let done = serde_json::from_str(&task)
        .map_err(io::Error::from)
        .and_then(|task| run(&task));
    match done {
        Ok(()) => std::process::exit(0),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => std::process::exit(0),
        Err(error) => {
            eprintln!("a baseline's peer: {error}");
            std::process::exit(1);
        }
    }
}

fn run(task: &Task) -> io::Result<()> {
    let wait = task.wait;
    let mut pipe = match &task.at {
        At::Rings(there, back) => {
            let memory = |at: MemoryAddress| SharedMemory::open(at).map(Arc::new);
            Pipe::rings(memory(*back)?, memory(*there)?, wait)?
        }
        At::Tcp(at) => Pipe::tcp(TcpStream::connect(at)?, wait)?,
        At::Unix(name) => Pipe::unix(call_unix(name)?, wait),
        At::Udp(to) => {
            let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
            socket.connect(to)?;
            println!("{}", socket.local_addr()?);
            Pipe::udp(socket, wait)?
        }
    };
    println!("ready");
    match task.does {
        Does::Echo { bytes } => answer(pipe, bytes, bytes),
        Does::Answer {
            bytes,
            answer: with,
        } => answer(pipe, bytes, with),
        Does::Take { bytes, count } => {
            let mut message = vec![0; bytes];
            loop {
                for _ in 0..count {
                    while !pipe.back.receive(&mut message, LOST)? {}
                }
                pipe.out.send(&message[..1])?;
                pipe.out.flush()?;
            }
        }
    }
}

/// Answers each message with the beginning of what has come, and zeros behind it.
fn answer(mut pipe: Pipe, bytes: usize, with: usize) -> io::Result<()> {
    let mut message = vec![0; bytes.max(with)];
    loop {
        if pipe.back.receive(&mut message[..bytes], LOST)? {
            pipe.out.send(&message[..with])?;
            if !pipe.back.has_more() {
                pipe.out.flush()?;
            }
        }
    }
}

/// The other process, as the first one has it. It ends when this is dropped.
pub struct Peer {
    child: Child,
    pipe: Pipe,
    does: Does,
}

impl Peer {
    /// Starts this program as a peer and connects to it.
    ///
    /// # Errors
    /// The error of the system; `Unsupported` for a barrier and multicast, for datagrams to [`Does::Take`], which may get lost, and in a
    /// peer whose program has not called [`run_if_peer`].
    pub fn start(counterpart: Counterpart, does: Does) -> io::Result<Self> {
        if env::var_os(TASK).is_some() {
            let forgotten = "a program that measures with peers calls run_if_peer first";
            return Err(io::Error::new(io::ErrorKind::Unsupported, forgotten));
        }
        let wait = counterpart.wait;
        let start = |at| Starting::new(&Task { at, wait, does });
        // A peer that is connected says so: one that has failed is noticed, and not waited for.
        let (child, pipe) = match counterpart.medium {
            Medium::Ring => {
                let memory = || ring::memory().map(Arc::new);
                let (there, back) = (memory()?, memory()?);
                let child = start(At::Rings(there.address(), back.address()))?.ready()?;
                (child, Pipe::rings(there, back, wait)?)
            }
            Medium::Tcp => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                let child = start(At::Tcp(listener.local_addr()?))?.ready()?;
                (child, Pipe::tcp(listener.accept()?.0, wait)?)
            }
            Medium::Unix => {
                let (listener, name) = listen_unix()?;
                let child = start(At::Unix(name))?.ready()?;
                (child, Pipe::unix(listener.accept()?.0, wait))
            }
            Medium::Udp if !matches!(does, Does::Take { .. }) => {
                let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
                let mut starting = start(At::Udp(socket.local_addr()?))?;
                let at = starting.line()?;
                let at: std::net::SocketAddr = at.parse().map_err(io::Error::other)?;
                socket.connect(at)?;
                (starting.ready()?, Pipe::udp(socket, wait)?)
            }
            Medium::Udp | Medium::Multicast | Medium::Barrier => {
                return Err(io::ErrorKind::Unsupported.into());
            }
        };
        Ok(Self { child, pipe, does })
    }

    /// So many round trips to a peer that echoes or answers; `took` is given the time of each.
    ///
    /// # Errors
    /// Those of the carrier; `TimedOut` after the loss of a datagram; `Unsupported` with a peer that takes.
    pub fn round_trips(&mut self, count: u32, mut took: impl FnMut(Duration)) -> io::Result<()> {
        let (bytes, with) = match self.does {
            Does::Echo { bytes } => (bytes, bytes),
            Does::Answer { bytes, answer } => (bytes, answer),
            Does::Take { .. } => return Err(io::ErrorKind::Unsupported.into()),
        };
        let message: Vec<u8> = (0..bytes).map(|at| at as u8).collect();
        let mut answer = vec![0; with];
        for _ in 0..count {
            let start = Instant::now();
            self.pipe.out.send(&message)?;
            self.pipe.out.flush()?;
            if !self.pipe.back.receive(&mut answer, LOST)? {
                return Err(io::ErrorKind::TimedOut.into());
            }
            took(start.elapsed());
        }
        let same = bytes.min(with);
        if count > 0 && message[..same] != answer[..same] {
            let wrong = "other bytes came back";
            return Err(io::Error::new(io::ErrorKind::InvalidData, wrong));
        }
        Ok(())
    }

    /// How long all messages of one turn take to a peer that takes them.
    ///
    /// # Errors
    /// Those of the carrier; `Unsupported` with a peer that does not take.
    pub fn stream(&mut self) -> io::Result<Duration> {
        let Does::Take { bytes, count } = self.does else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let message = vec![7; bytes];
        let start = Instant::now();
        for _ in 0..count {
            self.pipe.out.send(&message)?;
        }
        self.pipe.out.flush()?;
        let mut answer = [0];
        self.pipe.back.receive(&mut answer, LOST)?;
        if answer != message[..1] {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "other bytes arrived",
            ));
        }
        Ok(start.elapsed())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    // The child may have ended by itself.
    let _ended = child.kill();
    let _ended = child.wait();
}

/// A Unix socket that listens under an abstract name nobody else has, and the name.
///
/// # Errors
/// Those of the system.
pub fn listen_unix() -> io::Result<(UnixListener, String)> {
    let own = std::process::id();
    for number in 0_u32.. {
        let name = format!("hyla-baseline-{own}-{number}");
        match UnixListener::bind_addr(&UnixAddress::from_abstract_name(&name)?) {
            Ok(listener) => return Ok((listener, name)),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AddrInUse.into())
}

/// Calls the Unix socket that listens under that abstract name.
///
/// # Errors
/// Those of the system.
pub fn call_unix(name: &str) -> io::Result<UnixStream> {
    UnixStream::connect_addr(&UnixAddress::from_abstract_name(name)?)
}

/// A peer that is not ready yet.
struct Starting {
    child: Option<Child>,
    lines: BufReader<std::process::ChildStdout>,
}

impl Starting {
    fn new(task: &Task) -> io::Result<Self> {
        let mut child = Command::new(env::current_exe()?)
            .env(TASK, serde_json::to_string(task)?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take();
        let output = output.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self {
            child: Some(child),
            lines: BufReader::new(output),
        })
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.lines.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }

    fn ready(mut self) -> io::Result<Child> {
        let line = self.line()?;
        if line != "ready" {
            let said = format!("the peer said {line:?}");
            return Err(io::Error::other(said));
        }
        self.child.take().ok_or(io::ErrorKind::NotFound.into())
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            end(child);
        }
    }
}
