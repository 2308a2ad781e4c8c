//! A client that sends and shows single frames, over any transport.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use hyla_fedpro::TransportKind;
use hyla_fedpro_client::{Frame, Kind, NO_NUMBER, frame, split};
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::{CallRequest, CallResponse, CallbackRequest};
use prost::Message as _;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, StreamOwned};
use tungstenite::{Message, WebSocket};

/// Limit of waits that could hang.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) trait Stream: Read + Write + Send {}
impl<S: Read + Write + Send> Stream for S {}

enum Pipe {
    Bytes(Box<dyn Stream>),
    Messages(Box<WebSocket<Box<dyn Stream>>>),
}

/// A client.
pub(crate) struct Raw {
    pipe: Pipe,
    socket: TcpStream,
    bytes: Vec<u8>,
    pub(crate) session: u64,
    pub(crate) next: i32,
    pub(crate) last_received: i32,
    /// Callbacks that came while something else was waited for.
    pub(crate) callbacks: Vec<(i32, CallbackRequest)>,
}

/// Address of a server, and transport of its clients.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) kind: TransportKind,
    pub(crate) at: SocketAddr,
    /// For secure transports.
    pub(crate) tls: Option<Arc<ClientConfig>>,
    /// Address of the client; any, if there is none.
    pub(crate) from: Option<IpAddr>,
}

impl Target {
    pub(crate) fn tcp(at: SocketAddr) -> Self {
        Self {
            kind: TransportKind::Tcp,
            at,
            tls: None,
            from: None,
        }
    }
}

/// A connection from that address of this host.
fn connected(from: IpAddr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        socket.connect(to).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

impl Raw {
    /// A connection that has said nothing.
    pub(crate) fn connect(way: &Target) -> Self {
        Self::try_connect(way).unwrap()
    }

    /// The same, where the server may refuse the client's certificate.
    pub(crate) fn try_connect(way: &Target) -> Result<Self, String> {
        let socket = match way.from {
            Some(from) => connected(from, way.at),
            None => TcpStream::connect(way.at),
        };
        let socket = socket.map_err(|error| error.to_string())?;
        socket.set_nodelay(true).unwrap();
        socket.set_read_timeout(Some(TIMEOUT)).unwrap();
        let stream: Box<dyn Stream> = match &way.tls {
            Some(config) => {
                let name = ServerName::try_from("localhost").unwrap();
                let connection = ClientConnection::new(Arc::clone(config), name).unwrap();
                Box::new(StreamOwned::new(connection, socket.try_clone().unwrap()))
            }
            None => Box::new(socket.try_clone().unwrap()),
        };
        let pipe = match way.kind {
            TransportKind::Tcp | TransportKind::Tls => Pipe::Bytes(stream),
            TransportKind::WebSocket | TransportKind::WebSocketSecure => {
                let (socket, _) = tungstenite::client("ws://localhost/any/path", stream)
                    .map_err(|error| error.to_string())?;
                Pipe::Messages(Box::new(socket))
            }
        };
        Ok(Self {
            pipe,
            socket,
            bytes: Vec::new(),
            session: 0,
            next: 0,
            last_received: NO_NUMBER,
            callbacks: Vec::new(),
        })
    }

    /// A session.
    pub(crate) fn start(way: &Target) -> Self {
        let mut client = Self::connect(way);
        assert_eq!(client.begin(1), 0, "the session is refused");
        client
    }

    /// Asks for a session of this version of the protocol; the reason that the server gives.
    pub(crate) fn begin(&mut self, version: i32) -> i32 {
        self.send(Kind::NewSession, &version.to_be_bytes());
        let status = self.frame().expect("a status");
        assert_eq!(status.kind, Kind::NewSessionStatus);
        assert_eq!(status.payload.len(), 4);
        self.session = status.session;
        number(&status.payload, 0)
    }

    /// The same with a server that may close the connection; the reason that it gives.
    pub(crate) fn try_begin(&mut self) -> Option<i32> {
        let bytes = frame(Kind::NewSession, 0, 0, NO_NUMBER, &1_i32.to_be_bytes());
        self.try_write(&bytes).ok()?;
        let status = self.frame()?;
        self.session = status.session;
        Some(number(&status.payload, 0))
    }

    /// Goes on over a new connection; the status, and the newest message that the server has. What was
    /// called while the connection was cut is to be sent again by whoever called it.
    pub(crate) fn resume(&mut self, way: &Target, oldest_kept: i32) -> (i32, i32) {
        let fresh = Self::connect(way);
        (self.pipe, self.socket) = (fresh.pipe, fresh.socket);
        self.bytes.clear();
        let mut payload = self.last_received.to_be_bytes().to_vec();
        payload.extend(oldest_kept.to_be_bytes());
        let request = frame(
            Kind::ResumeRequest,
            NO_NUMBER,
            self.session,
            NO_NUMBER,
            &payload,
        );
        self.write(&request);
        let status = self.frame().expect("a status");
        assert_eq!(status.kind, Kind::ResumeStatus);
        assert_eq!(status.payload.len(), 8);
        (number(&status.payload, 0), number(&status.payload, 4))
    }

    /// Sends a frame; its number.
    pub(crate) fn send(&mut self, kind: Kind, payload: &[u8]) -> i32 {
        let number = self.next;
        self.next += 1;
        let bytes = frame(kind, number, self.session, self.last_received, payload);
        self.write(&bytes);
        number
    }

    /// Sends these bytes, as one message where there are messages.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.try_write(bytes).unwrap();
    }

    /// The same to a server that may have closed the connection.
    pub(crate) fn try_write(&mut self, bytes: &[u8]) -> Result<(), String> {
        match &mut self.pipe {
            Pipe::Bytes(stream) => stream
                .write_all(bytes)
                .and_then(|()| stream.flush())
                .map_err(|error| error.to_string()),
            Pipe::Messages(socket) => socket
                .send(Message::binary(bytes.to_vec()))
                .map_err(|error| error.to_string()),
        }
    }

    /// Sends a call; its number.
    pub(crate) fn call(&mut self, call: Call) -> i32 {
        let call = CallRequest {
            call_request: Some(call),
        };
        self.send(Kind::CallRequest, &call.encode_to_vec())
    }

    /// Sends a call to a server that may not take it.
    pub(crate) fn try_call(&mut self, call: Call) -> Result<(), String> {
        let call = CallRequest {
            call_request: Some(call),
        };
        let payload = call.encode_to_vec();
        let bytes = frame(
            Kind::CallRequest,
            self.next,
            self.session,
            self.last_received,
            &payload,
        );
        self.next += 1;
        self.try_write(&bytes)
    }

    /// How long a write may take.
    pub(crate) fn set_write_timeout(&self, limit: Duration) {
        self.socket.set_write_timeout(Some(limit)).unwrap();
    }

    /// Calls and waits for the answer.
    pub(crate) fn ask(&mut self, call: Call) -> Answer {
        let number = self.call(call);
        self.answer(number)
    }

    /// The answer to a call, which has to be the next one that comes.
    pub(crate) fn answer(&mut self, call: i32) -> Answer {
        loop {
            let next = self.frame().expect("an answer, not the end");
            match next.kind {
                Kind::CallResponse => {
                    assert_eq!(number(&next.payload, 0), call, "answers come in order");
                    let answer = CallResponse::decode(&next.payload[4..]).unwrap();
                    return answer.call_response.unwrap();
                }
                Kind::CallbackRequest => {
                    let callback = CallbackRequest::decode(&next.payload[..]).unwrap();
                    self.callbacks.push((next.number, callback));
                }
                other => panic!("{other:?} where an answer is due"),
            }
        }
    }

    /// The next callback.
    pub(crate) fn callback(&mut self) -> CallbackRequest {
        if !self.callbacks.is_empty() {
            return self.callbacks.remove(0).1;
        }
        let next = self.frame().expect("a callback, not the end");
        assert_eq!(next.kind, Kind::CallbackRequest);
        CallbackRequest::decode(&next.payload[..]).unwrap()
    }

    /// The next callback, past answers that nobody waits for.
    pub(crate) fn callback_after_answers(&mut self) -> CallbackRequest {
        loop {
            let next = self.frame().expect("a callback, not the end");
            match next.kind {
                Kind::CallbackRequest => {
                    return CallbackRequest::decode(&next.payload[..]).unwrap();
                }
                Kind::CallResponse => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Sends a heartbeat and expects its answer next, callbacks aside.
    pub(crate) fn heartbeat(&mut self) {
        let sent = self.send(Kind::Heartbeat, &[]);
        loop {
            let next = self
                .frame()
                .expect("the answer to a heartbeat, not the end");
            if next.kind == Kind::CallbackRequest {
                let callback = CallbackRequest::decode(&next.payload[..]).unwrap();
                self.callbacks.push((next.number, callback));
                continue;
            }
            assert_eq!(next.kind, Kind::HeartbeatResponse);
            assert_eq!(next.payload, sent.to_be_bytes());
            return;
        }
    }

    /// Ends the session as clients do.
    pub(crate) fn terminate(&mut self) {
        self.send(Kind::TerminateSession, &[]);
        loop {
            let next = self.frame().expect("a farewell, not the end");
            if next.kind == Kind::SessionTerminated {
                assert!(next.payload.is_empty());
                return;
            }
        }
    }

    /// The next frame; `None` at the end of the connection.
    pub(crate) fn frame(&mut self) -> Option<Frame> {
        loop {
            if let Some((frame, length)) = split(&self.bytes).unwrap() {
                self.bytes.drain(..length);
                assert!(
                    frame.number >= 0 || frame.kind == Kind::ResumeStatus,
                    "a number on each message"
                );
                if self.session != 0 {
                    assert_eq!(frame.session, self.session);
                }
                if frame.kind as u32 >= 20 {
                    self.last_received = frame.number;
                }
                return Some(frame);
            }
            if !self.read() {
                return None;
            }
        }
    }

    /// Reads what comes; `false` at the end.
    pub(crate) fn read(&mut self) -> bool {
        match &mut self.pipe {
            Pipe::Bytes(stream) => {
                let mut buffer = [0; 64 << 10];
                match stream.read(&mut buffer) {
                    Ok(0) => false,
                    Ok(length) => {
                        self.bytes.extend(&buffer[..length]);
                        true
                    }
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        panic!("nothing came for {TIMEOUT:?}")
                    }
                    Err(_) => false,
                }
            }
            Pipe::Messages(socket) => match socket.read() {
                Ok(Message::Binary(message)) => {
                    // As the stock clients: no frame goes beyond the end of a message.
                    assert!(self.bytes.is_empty());
                    self.bytes.extend(&message[..]);
                    let whole = split(&self.bytes).unwrap();
                    assert_eq!(whole.map(|(_, length)| length), Some(self.bytes.len()));
                    true
                }
                Ok(_) => true,
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    panic!("nothing came for {TIMEOUT:?}")
                }
                Err(_) => false,
            },
        }
    }

    /// Sends a ping, where there are pings, and waits for the pong.
    pub(crate) fn ping(&mut self) {
        if let Pipe::Messages(socket) = &mut self.pipe {
            socket.send(Message::Ping("?".into())).unwrap();
            while !matches!(socket.read().unwrap(), Message::Pong(_)) {}
        }
    }

    /// The connection breaks.
    pub(crate) fn cut(&self) {
        self.socket.shutdown(Shutdown::Both).unwrap();
    }
}

fn number(payload: &[u8], at: usize) -> i32 {
    i32::from_be_bytes(payload[at..at + 4].try_into().unwrap())
}
