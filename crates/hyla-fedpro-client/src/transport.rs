//! Transports to a server: TCP and WebSocket.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use tungstenite::client::client_with_config;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use crate::wire::{Frame, split};

/// Transport and address of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportKind {
    /// Plain TCP.
    Tcp(SocketAddr),
    /// WebSocket, one message for each message of the protocol.
    WebSocket(SocketAddr),
}

/// A stream that two halves write to.
#[derive(Clone)]
pub(crate) struct Both {
    stream: Arc<TcpStream>,
    writing: Arc<Mutex<()>>,
}

impl Read for Both {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (&*self.stream).read(into)
    }
}

impl Write for Both {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        (&*self.stream).write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads whole messages.
pub(crate) enum Reader {
    Tcp {
        stream: Arc<TcpStream>,
        bytes: Vec<u8>,
    },
    WebSocket {
        socket: Box<WebSocket<Both>>,
        bytes: Vec<u8>,
    },
}

/// Writes whole messages.
pub(crate) enum Writer {
    Tcp(Arc<TcpStream>),
    WebSocket {
        socket: Box<WebSocket<Both>>,
        stream: Arc<TcpStream>,
    },
}

fn broken(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(error.to_string())
}

/// Opens a connection.
pub(crate) fn open(way: TransportKind) -> io::Result<(Reader, Writer)> {
    match way {
        TransportKind::Tcp(at) => {
            let stream = Arc::new(TcpStream::connect(at)?);
            stream.set_nodelay(true)?;
            let reader = Reader::Tcp {
                stream: stream.clone(),
                bytes: Vec::new(),
            };
            Ok((reader, Writer::Tcp(stream)))
        }
        TransportKind::WebSocket(at) => {
            let stream = Arc::new(TcpStream::connect(at)?);
            stream.set_nodelay(true)?;
            let both = Both {
                stream: stream.clone(),
                writing: Arc::default(),
            };
            // As the stock clients, which know no limit.
            let config = WebSocketConfig::default()
                .max_message_size(None)
                .max_frame_size(None);
            let url = format!("ws://{at}/");
            let (socket, _) = client_with_config(url, both.clone(), Some(config))
                .map_err(|error| broken(error.to_string()))?;
            let reader = Reader::WebSocket {
                socket: Box::new(socket),
                bytes: Vec::new(),
            };
            let socket = Box::new(WebSocket::from_raw_socket(both, Role::Client, Some(config)));
            Ok((reader, Writer::WebSocket { socket, stream }))
        }
    }
}

impl Reader {
    /// The next message; `None` at the end of the stream.
    pub(crate) fn next(&mut self) -> io::Result<Option<Frame>> {
        loop {
            let bytes = match self {
                Self::Tcp { bytes, .. } | Self::WebSocket { bytes, .. } => bytes,
            };
            if let Some((frame, length)) = split(bytes).map_err(broken)? {
                bytes.drain(..length);
                return Ok(Some(frame));
            }
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// Reads what comes next; `false` at the end.
    fn more(&mut self) -> io::Result<bool> {
        match self {
            Self::Tcp { stream, bytes } => {
                let mut buffer = [0; 64 << 10];
                let count = (&**stream).read(&mut buffer)?;
                bytes.extend(&buffer[..count]);
                Ok(count > 0)
            }
            Self::WebSocket { socket, bytes } => {
                match socket.read() {
                    // A client reads each message of the protocol out of one binary message.
                    Ok(Message::Binary(message)) => bytes.extend(&message[..]),
                    Ok(Message::Close(_)) => return Ok(false),
                    Ok(_) => {}
                    Err(error) => return Err(broken(error)),
                }
                Ok(true)
            }
        }
    }
}

impl Writer {
    /// Writes one message.
    pub(crate) fn write(&mut self, frame: &[u8]) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => (&**stream).write_all(frame),
            Self::WebSocket { socket, .. } => {
                socket.send(Message::binary(frame.to_vec())).map_err(broken)
            }
        }
    }

    /// The connection breaks, as if a wire were cut.
    pub(crate) fn cut(&self) {
        let (Self::Tcp(stream) | Self::WebSocket { stream, .. }) = self;
        // The stream may be broken already.
        let _ = stream.shutdown(Shutdown::Both);
    }
}
