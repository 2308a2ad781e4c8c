//! One connection of a client, used by one call at a time: the calling thread writes, reads and
//! decodes itself.

use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::cdr::{Decoder, Encoder, Format, Limits, MarshalError, Order, Version};
use crate::client::ClientSettings;
use crate::exception::{Completion, SystemException, SystemKind};
use crate::giop::{
    self, Assembler, LocateStatus, Message, ReplyStatus, RequestHeader, Response, context_id,
};
use crate::qos::{Qos, Wait};
use crate::reference::{Agreed, IiopProfile};
use crate::socket;

/// After this long without a call, a connection is checked for a close by the server.
const ASK_AFTER: Duration = Duration::from_millis(10);

/// Addresses and protocol of a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ServerEndpoint {
    pub(crate) addresses: Vec<(String, u16)>,
    pub(crate) version: Version,
    agreed: (bool, bool),
}

impl ServerEndpoint {
    /// The endpoint of a profile.
    ///
    /// # Errors
    /// `CODESET_INCOMPATIBLE`.
    pub(crate) fn of(profile: &IiopProfile) -> Result<Self, SystemException> {
        let agreed = match profile.code_sets() {
            Some(sets) => sets.choose().map_err(|error| {
                let kind = SystemKind::CodesetIncompatible;
                SystemException::new(kind, 1, Completion::No, error.to_string())
            })?,
            None => Agreed::NOTHING,
        };
        Ok(Self {
            addresses: profile.addresses(),
            version: profile.version,
            agreed: (agreed.chars == crate::cdr::CharSet::Utf8, agreed.wide),
        })
    }

    fn agreed(&self) -> Agreed {
        let (is_utf8, wide) = self.agreed;
        let chars = if is_utf8 {
            crate::cdr::CharSet::Utf8
        } else {
            crate::cdr::CharSet::Latin1
        };
        Agreed { chars, wide }
    }
}

/// How an exchange failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The server has closed in order: the call was not carried out and may be repeated.
    Closed,
    /// The connection can no longer be used.
    Broken(SystemException),
    /// The call failed, the connection did not.
    Refused(SystemException),
}

/// One call.
pub(crate) struct Call<'c> {
    pub(crate) key: &'c [u8],
    pub(crate) operation: &'c str,
    pub(crate) response: Response,
    pub(crate) qos: &'c Qos,
    /// Writes arguments.
    pub(crate) write: &'c mut dyn FnMut(&mut Encoder<'_>),
    /// Reads the reply.
    pub(crate) read: &'c mut dyn FnMut(ReplyStatus, &mut Decoder<'_>) -> Result<(), MarshalError>,
}

pub(crate) struct Connection {
    stream: TcpStream,
    assembler: Assembler,
    out: Vec<u8>,
    next_id: u32,
    format: Format,
    agreed: Agreed,
    /// Whether the server knows the agreed code sets.
    has_said: bool,
    limits: Limits,
    /// Longest time of binding.
    timeout: Duration,
    used: Instant,
    is_broken: bool,
}

impl Connection {
    /// Connects to the first address that answers.
    ///
    /// # Errors
    /// `TRANSIENT` if none does.
    pub(crate) fn open(
        endpoint: &ServerEndpoint,
        settings: &ClientSettings,
        qos: &Qos,
    ) -> Result<Self, SystemException> {
        let mut why = "the reference has no address".to_owned();
        for (host, port) in &endpoint.addresses {
            match connect(host, *port, settings.connect_timeout) {
                Ok(stream) => return Ok(Self::over(stream, endpoint, settings, qos)),
                Err(error) => why = format!("{host}:{port}: {error}"),
            }
        }
        Err(SystemException::new(
            SystemKind::Transient,
            2,
            Completion::No,
            why,
        ))
    }

    fn over(
        stream: TcpStream,
        endpoint: &ServerEndpoint,
        settings: &ClientSettings,
        qos: &Qos,
    ) -> Self {
        let agreed = endpoint.agreed();
        Self {
            stream,
            assembler: Assembler::new(settings.limits),
            out: Vec::with_capacity(qos.buffer_bytes),
            next_id: 0,
            format: Format {
                order: settings.order,
                version: endpoint.version,
                chars: agreed.chars,
                wide: agreed.wide,
            },
            agreed,
            has_said: false,
            limits: settings.limits,
            timeout: settings.connect_timeout,
            used: Instant::now(),
            is_broken: false,
        }
    }

    /// Whether it seems usable.
    pub(crate) fn is_usable(&mut self) -> bool {
        if !self.is_broken && self.used.elapsed() > ASK_AFTER {
            let space = self.assembler.space();
            match socket::read_now(&self.stream, space) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) | Ok(0) => self.is_broken = true,
                Ok(octets) => {
                    self.assembler.filled(octets);
                    // The next call skips a late reply; a goodbye ends the connection.
                    self.is_broken = self.has_goodbye();
                }
            }
        }
        !self.is_broken
    }

    fn has_goodbye(&mut self) -> bool {
        loop {
            match self.assembler.next_message() {
                Ok(None) => return false,
                Ok(Some(octets)) => {
                    let message = giop::read(octets, self.format, &self.limits);
                    if !matches!(message, Ok(Message::Reply(_) | Message::LocateReply(_))) {
                        return true;
                    }
                }
                Err(_) => return true,
            }
        }
    }

    fn number(&mut self) -> u32 {
        let id = self.next_id;
        // The connecting side uses even numbers.
        self.next_id = self.next_id.wrapping_add(2);
        id
    }

    /// Makes a call.
    pub(crate) fn call(&mut self, call: &mut Call<'_>) -> Result<(), Failure> {
        let id = self.number();
        let until = call.qos.deadline.map(|deadline| Instant::now() + deadline);
        self.write_request(id, call).map_err(Failure::Refused)?;
        self.send()?;
        self.has_said = true;
        if call.response == Response::Nothing {
            self.used = Instant::now();
            return Ok(());
        }
        let result = self.wait(id, call, until);
        self.used = Instant::now();
        match &result {
            Err(Failure::Closed | Failure::Broken(_)) => self.is_broken = true,
            Err(Failure::Refused(exception)) if exception.kind == SystemKind::Timeout => {
                // The reply may still come; it is skipped then.
                giop::write_cancel(&mut self.out, self.format, id);
                let _ = self.send();
            }
            _ => {}
        }
        result
    }

    fn write_request(&mut self, id: u32, call: &mut Call<'_>) -> Result<(), SystemException> {
        let code_sets = self.agreed.context();
        let mut priority = [0; 4];
        priority[0] = Order::NATIVE.flag();
        let mut contexts: [(u32, &[u8]); 2] = [(0, &[]); 2];
        let mut count = 0;
        // GIOP 1.0 has no code sets; without a component the server supports none.
        if !self.has_said && self.format.version > Version::V1_0 && self.agreed != Agreed::NOTHING {
            contexts[count] = (context_id::CODE_SETS, &code_sets);
            count += 1;
        }
        if let Some(value) = call.qos.priority {
            priority[2..].copy_from_slice(&value.to_ne_bytes());
            contexts[count] = (context_id::RT_CORBA_PRIORITY, &priority);
            count += 1;
        }
        let header = RequestHeader {
            id,
            response: call.response,
            key: call.key,
            operation: call.operation,
            contexts: &contexts[..count],
        };
        let mut to = giop::begin_request(&mut self.out, self.format, &self.limits, &header);
        (call.write)(&mut to);
        to.finish_message()
            .map_err(|error| SystemException::marshal(&error, Completion::No))
    }

    fn send(&mut self) -> Result<(), Failure> {
        self.stream.write_all(&self.out).map_err(|error| {
            // A server that closed in order has announced it.
            if self.reads_goodbye() {
                return Failure::Closed;
            }
            self.is_broken = true;
            let reason = format!("sending: {error}");
            let completed = Completion::Maybe;
            Failure::Broken(SystemException::new(
                SystemKind::CommFailure,
                0,
                completed,
                reason,
            ))
        })
    }

    fn reads_goodbye(&mut self) -> bool {
        self.is_broken = true;
        let space = self.assembler.space();
        match socket::read_now(&self.stream, space) {
            Ok(octets) => {
                self.assembler.filled(octets);
                let message = self.assembler.next_message();
                let read = message.map(|octets| {
                    octets.map(|octets| giop::read(octets, self.format, &self.limits))
                });
                matches!(read, Ok(Some(Ok(Message::CloseConnection))))
            }
            Err(_) => false,
        }
    }

    fn wait(
        &mut self,
        id: u32,
        call: &mut Call<'_>,
        until: Option<Instant>,
    ) -> Result<(), Failure> {
        loop {
            let octets = next(&mut self.assembler, &mut self.stream, call.qos.wait, until)?;
            let message = giop::read(octets, self.format, &self.limits).map_err(unreadable)?;
            match message {
                Message::Reply(mut reply) if reply.id == id => {
                    return (call.read)(reply.status, &mut reply.body).map_err(|error| {
                        Failure::Refused(SystemException::marshal(&error, Completion::Yes))
                    });
                }
                // Of an abandoned call.
                Message::Reply(_) | Message::LocateReply(_) => {}
                Message::CloseConnection => return Err(Failure::Closed),
                _ => return Err(unexpected()),
            }
        }
    }

    /// Asks whether the object exists; gives the body of a forwarding reply.
    pub(crate) fn locate(
        &mut self,
        key: &[u8],
        qos: &Qos,
        read: &mut dyn FnMut(LocateStatus, &mut Decoder<'_>) -> Result<(), MarshalError>,
    ) -> Result<(), Failure> {
        let id = self.number();
        // Binding belongs to connecting; deadlines apply to calls.
        let until = Instant::now().checked_add(self.timeout);
        giop::write_locate_request(&mut self.out, self.format, id, key);
        self.send()?;
        loop {
            let octets = next(&mut self.assembler, &mut self.stream, qos.wait, until)
                .inspect_err(|_| self.is_broken = true)?;
            let message = giop::read(octets, self.format, &self.limits).map_err(unreadable)?;
            self.used = Instant::now();
            match message {
                Message::LocateReply(mut reply) if reply.id == id => {
                    return read(reply.status, &mut reply.body).map_err(|error| {
                        Failure::Refused(SystemException::marshal(&error, Completion::No))
                    });
                }
                Message::Reply(_) | Message::LocateReply(_) => {}
                Message::CloseConnection => {
                    self.is_broken = true;
                    return Err(Failure::Closed);
                }
                _ => {
                    self.is_broken = true;
                    return Err(unexpected());
                }
            }
        }
    }
}

fn connect(host: &str, port: u16, timeout: Duration) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// The next message, read by the calling thread itself.
fn next<'a>(
    assembler: &'a mut Assembler,
    stream: &mut TcpStream,
    wait: Wait,
    until: Option<Instant>,
) -> Result<&'a [u8], Failure> {
    while !assembler
        .has_message()
        .map_err(|error| broken(error.to_string()))?
    {
        match socket::read(stream, assembler.space(), wait, until) {
            Ok(0) => return Err(broken("the server closed the connection".to_owned())),
            Ok(octets) => assembler.filled(octets),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                let kind = SystemKind::Timeout;
                let reason = "the deadline passed";
                let exception = SystemException::new(kind, 1, Completion::Maybe, reason);
                return Err(Failure::Refused(exception));
            }
            Err(error) => return Err(broken(format!("receiving: {error}"))),
        }
    }
    Ok(assembler.message())
}

fn broken(reason: String) -> Failure {
    let kind = SystemKind::CommFailure;
    Failure::Broken(SystemException::new(kind, 0, Completion::Maybe, reason))
}

fn unreadable(error: MarshalError) -> Failure {
    broken(format!("a reply cannot be read: {error}"))
}

fn unexpected() -> Failure {
    broken("the server could not read the call, or sent what a client cannot get".to_owned())
}
