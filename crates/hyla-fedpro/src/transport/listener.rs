//! Sockets that accept connections, and what a connection goes through before its first frame.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use hyla_settings::caller_protocol::{CallerProtocol, FEDERATE_PROTOCOL};
use hyla_settings::{FedProAddress, FedProSettings, HostPort};
use socket2::{Domain, Protocol, Socket, Type};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::accept_hdr_async_with_config;
use tokio_tungstenite::tungstenite::Error as WsError;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::stream::ByteStream;
use super::{Connection, TransportKind, origin};

/// Connections that the system keeps until they are accepted.
const BACKLOG: i32 = 1_024;
/// Most bytes that a caller may send before it has asked for a session: the request of a WebSocket is the longest
/// part of it.
const UNIDENTIFIED_BYTES: usize = 32 << 10;

/// Largest message of a client whose federate has not connected; a native federate may send as much. The longest honest one is the
/// connect call, with a settings string and credentials.
pub(crate) const UNCONNECTED_BYTES: usize = 64 << 10;

/// Time for a native federate to take the answer.
const FAREWELL: Duration = Duration::from_secs(2);

/// A socket that accepts connections of one transport.
#[derive(Debug)]
pub(crate) struct Listener {
    socket: TcpListener,
    kind: TransportKind,
    address: SocketAddr,
}

/// A connection that has been accepted and has not said anything yet.
pub(crate) struct Incoming {
    pub(crate) socket: TcpStream,
    pub(crate) peer: SocketAddr,
    pub(crate) kind: TransportKind,
}

impl Listener {
    /// Listens at `at`; has to be called inside the runtime.
    pub(crate) fn bind(kind: TransportKind, at: SocketAddr) -> io::Result<Self> {
        let socket = Socket::new(Domain::for_address(at), Type::STREAM, Some(Protocol::TCP))?;
        // A server that is started again finds connections of the last one still fading away.
        socket.set_reuse_address(true)?;
        socket.set_nonblocking(true)?;
        socket.bind(&at.into())?;
        socket.listen(BACKLOG)?;
        let socket = TcpListener::from_std(socket.into())?;
        let address = socket.local_addr()?;
        Ok(Self {
            socket,
            kind,
            address,
        })
    }

    pub(crate) fn kind(&self) -> TransportKind {
        self.kind
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) async fn accept(&self) -> io::Result<Incoming> {
        let (socket, peer) = self.socket.accept().await?;
        Ok(Incoming {
            socket,
            peer,
            kind: self.kind,
        })
    }
}

/// The addresses at which a transport is served, each with its socket address.
///
/// `auto` follows `listen`, the addresses of the RTI itself. A name stands for its first address, one of
/// IPv4 if it has any, because not every client can do without.
pub(crate) fn addresses(
    kind: TransportKind,
    setting: &FedProAddress,
    listen: &[HostPort],
) -> io::Result<Vec<SocketAddr>> {
    let resolve = |at: &HostPort, port: u16| -> io::Result<SocketAddr> {
        let mut found = at.addresses_here()?;
        for address in &mut found {
            address.set_port(port);
        }
        let v4 = found.iter().find(|address| address.is_ipv4());
        v4.or(found.first()).copied().ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::NotFound,
                format!("the name {} has no address", at.host()),
            )
        })
    };
    let mut found = Vec::new();
    match setting {
        FedProAddress::Off => {}
        FedProAddress::At(at) => found.push(resolve(at, at.port())?),
        FedProAddress::Auto => {
            for at in listen {
                let port = if at.port() == 0 {
                    0
                } else {
                    kind.standard_port()
                };
                found.push(resolve(at, port)?);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Written bytes are sent at once, not when they fill a packet.
fn hasten(socket: &TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)
}

/// Whether the caller begins as a native federate does. Every other one speaks first, too.
async fn is_native(socket: &TcpStream) -> io::Result<bool> {
    let mut first = [0; 4];
    loop {
        let count = socket.peek(&mut first).await?;
        if count < first.len() && count > 0 && b"HYLA".starts_with(&first[..count]) {
            // The rest is on the way.
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        }
        return Ok(CallerProtocol::of(&first[..count]) == Some(CallerProtocol::Hyla));
    }
}

/// Answers a native federate with the server's name, which is not possible in TLS or a WebSocket. The error names the caller.
async fn turn_native_away(mut socket: TcpStream) -> io::Error {
    let told = async {
        // Unread bytes would reset the connection, and the answer with it.
        let mut said = [0; 1024];
        let _greeting = socket.read(&mut said).await?;
        socket.write_all(&FEDERATE_PROTOCOL).await?;
        socket.shutdown().await?;
        while socket.read(&mut said).await? > 0 {}
        io::Result::Ok(())
    };
    // A program that does not read the answer notices the end of the connection.
    let _ = timeout(FAREWELL, told).await;
    let text = format!("it came from {}", CallerProtocol::Hyla);
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Goes through TLS and the WebSocket's greeting, as the transport has them. The caller sets the time
/// limit.
pub(crate) async fn accept(
    incoming: Incoming,
    tls: Option<&TlsAcceptor>,
    settings: &FedProSettings,
) -> io::Result<Connection> {
    let Incoming { socket, peer, kind } = incoming;
    hasten(&socket)?;
    let here = socket.local_addr()?.ip();
    if kind != TransportKind::Tcp && is_native(&socket).await? {
        return Err(turn_native_away(socket).await);
    }
    let mut stream = match tls {
        Some(acceptor) if kind.is_secure() => ByteStream::tls(acceptor.accept(socket).await?),
        _ if kind.is_secure() => return Err(io::Error::other("no certificate")),
        _ => ByteStream::plain(socket),
    };
    stream.allow(Some(UNIDENTIFIED_BYTES));
    match kind {
        TransportKind::Tcp | TransportKind::Tls => Ok(Connection::bytes(stream, peer, kind)),
        TransportKind::WebSocket | TransportKind::WebSocketSecure => {
            stream.thin(UNCONNECTED_BYTES.min(settings.max_message_bytes));
            let config = WebSocketConfig::default()
                .read_buffer_size(16 << 10)
                .write_buffer_size(64 << 10)
                .max_message_size(Some(settings.max_message_bytes))
                .max_frame_size(Some(settings.max_message_bytes));
            let listed = &settings.origins;
            #[allow(clippy::result_large_err, reason = "as the library takes it")]
            let check = |request: &Request, response: Response| {
                origin::check(request, here, kind.is_secure(), listed)
                    .map(|()| response)
                    .map_err(|answer| *answer)
            };
            let socket = accept_hdr_async_with_config(stream, check, Some(config)).await;
            let socket = socket.map_err(|error| {
                let text = match &error {
                    // The answer of the check, which the client has got.
                    WsError::Http(answer) => {
                        let body = answer.body().as_deref().unwrap_or_default();
                        format!("{} {}", answer.status(), String::from_utf8_lossy(body))
                    }
                    error => error.to_string(),
                };
                io::Error::new(io::ErrorKind::InvalidData, text)
            })?;
            Ok(Connection::messages(socket, peer, kind))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> HostPort {
        text.parse().expect("an address")
    }

    #[test]
    fn automatic_addresses_are_standard_ports_on_the_hosts_of_the_rti() {
        let listen = [at("127.0.0.1:15160"), at("127.0.0.1:9"), at("[::1]:15160")];

        let found = addresses(TransportKind::Tls, &FedProAddress::Auto, &listen).expect("found");

        let expected: Vec<SocketAddr> = ["127.0.0.1:15165", "[::1]:15165"]
            .map(|text| text.parse().expect("an address"))
            .to_vec();
        assert_eq!(found, expected);
    }

    #[tokio::test]
    async fn neither_side_waits_to_fill_a_packet_or_to_acknowledge_one() {
        let any = "127.0.0.1:0".parse().expect("an address");
        let listener = Listener::bind(TransportKind::Tcp, any).expect("a listener");
        let _client = std::net::TcpStream::connect(listener.address()).expect("connected");
        let accepted = listener.accept().await.expect("accepted").socket;

        hasten(&accepted).expect("an option");
        let raw = socket2::SockRef::from(&accepted)
            .try_clone()
            .expect("a copy");
        raw.set_tcp_quickack(false).expect("an option");
        ByteStream::plain(accepted).acknowledge_at_once();

        assert!(raw.tcp_nodelay().expect("an option"));
        assert!(raw.tcp_quickack().expect("an option"));
    }

    #[test]
    fn an_rti_at_a_free_port_gets_a_free_port_for_this_too() {
        let listen = [at("127.0.0.1:0")];

        let found = addresses(TransportKind::Tcp, &FedProAddress::Auto, &listen).expect("found");

        assert_eq!(found, ["127.0.0.1:0".parse().expect("an address")]);
    }
}
