//! Handles messages of one client, whatever carries them: carries calls out and answers, or passes
//! calls to a pool.

use std::io::ErrorKind;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "flow")]
use std::time::Duration;

use crate::cdr::{Cdr, Format, Limits, Version};
use crate::exception::{Completion, SystemException, SystemKind};
use crate::giop::{
    self, HEADER_BYTES, Header, LocateRequest, LocateStatus, Message, ReadHeaders, Request,
    Response, context_id,
};
use crate::qos::class_of;
use crate::reference::Agreed;
use crate::server::adapter::{Adapter, Entry};
use crate::server::entrance::EntranceSettings;
use crate::server::pool::{Job, Workers};
use crate::server::{Failure, ServerCall};
use crate::socket;

/// Way of replies, shared by the threads that carry calls of a client out.
pub(super) enum ReplyPath {
    /// A connection: replies are written one at a time.
    Stream(Mutex<TcpStream>, Arc<Adapter>),
    /// A channel of Hyla, and the longest time that a client takes to make room.
    #[cfg(feature = "flow")]
    Channel(hyla_net::Channel, Option<Duration>, Arc<Adapter>),
    /// Datagrams carry no replies.
    #[cfg(feature = "flow")]
    None,
}

impl ReplyPath {
    /// Writes a complete message. The reader detects failures; a client that does not read is
    /// disconnected.
    #[inline]
    pub(super) fn send(&self, octets: &[u8]) {
        match self {
            Self::Stream(stream, adapter) => {
                let stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
                if let Err(error) = socket::write(&stream, octets) {
                    if error.kind() == ErrorKind::TimedOut {
                        adapter.counters.slow.fetch_add(1, Relaxed);
                    }
                    // A part of the reply may have left: nothing can follow it.
                    let _ = stream.shutdown(Shutdown::Both);
                }
            }
            #[cfg(feature = "flow")]
            Self::Channel(channel, within, adapter) => {
                if channel.send_parts(&[octets]) == Ok(hyla_net::Pressure::High)
                    && channel.wait_for_room(*within) == Err(hyla_net::NoRoom::TimedOut)
                {
                    adapter.counters.slow.fetch_add(1, Relaxed);
                    channel.close("the client does not read");
                }
            }
            #[cfg(feature = "flow")]
            Self::None => {}
        }
    }

    /// As [`ReplyPath::send`], in fragments where the settings want them.
    pub(super) fn send_in_pieces(&self, octets: &[u8], most: Option<usize>) {
        if let (Self::Stream(..), Some(most)) = (self, most) {
            let mut pieces = Vec::new();
            if giop::fragments(octets, most, &mut pieces) {
                return self.send(&pieces);
            }
        }
        self.send(octets);
    }

    fn mark(&self, priority: i16) {
        match self {
            Self::Stream(stream, _) => {
                let stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
                // Without the privilege replies go unmarked.
                let _ = socket::mark(&stream, priority);
            }
            #[cfg(feature = "flow")]
            Self::Channel(..) | Self::None => {}
        }
    }
}

/// Why a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The client has gone.
    Gone,
    /// The client sent malformed data.
    Wrong,
    /// The server stops.
    Stopped,
}

/// One client.
pub(super) struct Dispatcher {
    pub(super) adapter: Arc<Adapter>,
    pub(super) settings: Arc<EntranceSettings>,
    pub(super) workers: Option<Workers>,
    pub(super) back: Arc<ReplyPath>,
    agreed: Agreed,
    last: LastObject,
    /// The priority that thread and socket follow.
    priority: i16,
    headers: ReadHeaders,
}

impl Dispatcher {
    pub(super) fn new(
        adapter: &Arc<Adapter>,
        settings: &Arc<EntranceSettings>,
        workers: Option<Workers>,
        back: ReplyPath,
    ) -> Self {
        let agreed = match back {
            ReplyPath::Stream(..) => Agreed::NOTHING,
            // Channels of Hyla have no other code sets.
            #[cfg(feature = "flow")]
            _ => Agreed::FLOW,
        };
        Self {
            adapter: Arc::clone(adapter),
            settings: Arc::clone(settings),
            workers,
            back: Arc::new(back),
            agreed,
            last: (Vec::new(), 0, None),
            priority: 0,
            headers: ReadHeaders::new(),
        }
    }

    /// Answers running calls, then says goodbye.
    pub(super) fn end(&self, end: End, out: &mut Vec<u8>) {
        // Running calls of a pool are answered before the goodbye.
        if let Some(workers) = &self.workers {
            workers.drain(&self.back);
        }
        let format = Format {
            order: self.settings.server.order,
            ..Format::default()
        };
        let kind = match end {
            End::Gone => return,
            End::Wrong => giop::Kind::MessageError,
            End::Stopped => giop::Kind::CloseConnection,
        };
        giop::write_bare(out, format, kind);
        self.back.send(out);
    }

    #[inline]
    fn format(&self, version: Version) -> Format {
        Format {
            order: self.settings.server.order,
            version,
            chars: self.agreed.chars,
            wide: self.agreed.wide,
        }
    }

    /// Handles a message; gives why the conversation must end, if it must.
    #[inline]
    pub(super) fn message(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Option<End> {
        if self.call_again(octets, out) {
            return None;
        }
        self.read(octets, out)
    }

    /// Carries out a call whose header was read before; gives whether it is one.
    #[inline]
    fn call_again(&mut self, octets: &[u8], out: &mut Vec<u8>) -> bool {
        let format = self.format(Version::V1_2);
        let limits = &self.settings.server.limits;
        let Some((header, id, arguments)) = self.headers.find(octets, format, limits) else {
            return false;
        };
        if header
            .priority
            .is_some_and(|priority| priority != self.priority)
        {
            return false;
        }
        find(&self.adapter, &mut self.last, header.key());
        let mut call = ServerCall {
            operation: &header.operation,
            arguments,
            id,
            out,
            format,
            limits,
        };
        carry_out(self.last.2.as_ref(), &mut call);
        if header.response != Response::Nothing {
            self.send(out);
        }
        true
    }

    fn read(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Option<End> {
        let settings = Arc::clone(&self.settings);
        let limits = &settings.server.limits;
        let version = version_of(octets, limits);
        let Ok(message) = giop::read(octets, self.format(Version::V1_2), limits) else {
            return Some(End::Wrong);
        };
        match message {
            Message::Request(mut request) => {
                if let Err(exception) = self.agree(&mut request) {
                    let format = Format {
                        version,
                        ..Format::default()
                    };
                    server_call(&request, format, limits, out).fail(&Failure::System(exception));
                    self.answer(&request, out);
                    return None;
                }
                self.follow(&request);
                let format = self.format(version);
                if let Some(workers) = &self.workers {
                    workers.hand_over(octets, |octets| Job {
                        id: (request.response != Response::Nothing).then_some(request.id),
                        octets,
                        format,
                        back: Arc::clone(&self.back),
                        fragment_bytes: settings.qos.fragment_bytes,
                    });
                    return None;
                }
                if request.contexts.find(context_id::CODE_SETS).is_none() {
                    self.headers.keep(octets, &request, priority_of(&request));
                }
                find(&self.adapter, &mut self.last, request.target.key());
                run(self.last.2.as_ref(), &request, format, limits, out);
                self.answer(&request, out);
                None
            }
            Message::LocateRequest(request) => {
                locate(&self.adapter, &request, self.format(version), limits, out);
                self.back.send(out);
                None
            }
            // A running call is carried out anyway; the client skips its reply. One that still waits
            // for a thread is not.
            Message::CancelRequest(id) => {
                if let Some(workers) = &self.workers
                    && workers.cancel(&self.back, id)
                {
                    self.adapter.counters.cancelled.fetch_add(1, Relaxed);
                }
                None
            }
            Message::CloseConnection => Some(End::Gone),
            Message::Reply(_) | Message::LocateReply(_) | Message::MessageError => Some(End::Wrong),
        }
    }

    fn answer(&self, request: &Request<'_>, out: &[u8]) {
        if request.response != Response::Nothing {
            self.send(out);
        }
    }

    fn send(&self, out: &[u8]) {
        self.back
            .send_in_pieces(out, self.settings.qos.fragment_bytes);
    }

    /// Takes over the client's code sets, once for a connection.
    fn agree(&mut self, request: &mut Request<'_>) -> Result<(), SystemException> {
        if let Some(context) = request.contexts.find(context_id::CODE_SETS) {
            self.agreed = Agreed::of_context(context).map_err(|error| {
                let kind = SystemKind::CodesetIncompatible;
                SystemException::new(kind, 1, Completion::No, error.to_string())
            })?;
            let read = request.body.format();
            request.body = request.body.clone().with_format(Format {
                chars: self.agreed.chars,
                wide: self.agreed.wide,
                ..read
            });
        }
        Ok(())
    }

    /// Lets thread and socket follow the priority of the call.
    fn follow(&mut self, request: &Request<'_>) {
        let Some(priority) = priority_of(request) else {
            return;
        };
        if priority == self.priority {
            return;
        }
        if class_of(priority) != class_of(self.priority) {
            self.back.mark(priority);
        }
        self.priority = priority;
        // A thread of a pool serves all clients.
        if self.settings.server.follow_priority && self.workers.is_none() {
            let followed = crate::server::entrance::schedule(priority);
            let counters = &self.adapter.counters;
            let counter = if followed {
                &counters.followed
            } else {
                &counters.not_followed
            };
            counter.fetch_add(1, Relaxed);
        }
    }
}

/// The object of the last call, valid for that generation of the adapter.
type LastObject = (Vec<u8>, u64, Option<Entry>);

/// Finds the object, mostly that of the last call.
#[inline]
fn find(adapter: &Adapter, (last, at, entry): &mut LastObject, key: &[u8]) {
    let generation = adapter.generation();
    if *at != generation || last != key || entry.is_none() {
        *entry = adapter.find(key);
        *at = generation;
        last.clear();
        last.extend_from_slice(key);
    }
}

/// The priority that a call carries.
fn priority_of(request: &Request<'_>) -> Option<i16> {
    let data = request.contexts.find(context_id::RT_CORBA_PRIORITY)?;
    context_priority(data)
}

/// The number in a service context RTCorbaPriority.
fn context_priority(data: &[u8]) -> Option<i16> {
    let [flag, _, high, low] = *data else {
        return None;
    };
    let priority = match crate::cdr::Order::of_flag(flag) {
        crate::cdr::Order::Big => i16::from_be_bytes([high, low]),
        crate::cdr::Order::Little => i16::from_le_bytes([high, low]),
    };
    (priority >= 0).then_some(priority)
}

fn version_of(octets: &[u8], limits: &Limits) -> Version {
    let header = octets.first_chunk::<HEADER_BYTES>();
    let header = header.and_then(|header| Header::read(header, limits).ok());
    header.map_or(Version::V1_2, |header| header.version)
}

fn server_call<'a>(
    request: &'a Request<'a>,
    format: Format,
    limits: &'a Limits,
    out: &'a mut Vec<u8>,
) -> ServerCall<'a> {
    ServerCall {
        operation: &request.operation,
        arguments: request.body.clone(),
        id: request.id,
        out,
        format,
        limits,
    }
}

/// Carries a call out and leaves its reply in `out`.
pub(super) fn run(
    entry: Option<&Entry>,
    request: &Request<'_>,
    format: Format,
    limits: &Limits,
    out: &mut Vec<u8>,
) {
    carry_out(entry, &mut server_call(request, format, limits, out));
}

#[inline]
fn carry_out(entry: Option<&Entry>, call: &mut ServerCall<'_>) {
    match entry {
        Some(Entry::Object(servant)) => call.run(&**servant),
        Some(Entry::Moved(reference)) => call.fail(&Failure::Forward(reference.clone())),
        None => call.fail(&Failure::System(SystemException::object_not_exist())),
    }
}

fn locate(
    adapter: &Adapter,
    request: &LocateRequest<'_>,
    format: Format,
    limits: &Limits,
    out: &mut Vec<u8>,
) {
    let entry = adapter.find(request.target.key());
    let status = match &entry {
        Some(Entry::Object(_)) => LocateStatus::Here,
        Some(Entry::Moved(_)) => LocateStatus::Forward,
        None => LocateStatus::Unknown,
    };
    let mut to = giop::begin_locate_reply(out, format, limits, request.id, status);
    if let Some(Entry::Moved(reference)) = entry {
        reference.encode(&mut to);
    }
    let _ = to.finish_message();
}

/// Reads a request again, on the thread of a pool.
pub(super) fn request_of<'a>(
    octets: &'a [u8],
    format: Format,
    limits: &'a Limits,
) -> Option<Request<'a>> {
    match giop::read(octets, format, limits) {
        Ok(Message::Request(request)) => Some(request),
        _ => None,
    }
}

#[cfg(all(test, not(windows)))]
#[allow(clippy::unwrap_used, reason = "test code")]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::cdr::Order;
    use crate::giop::RequestHeader;
    use crate::qos::{Qos, priority_of};
    use crate::server::ServerSettings;

    fn oneway_call(priority: i16) -> Vec<u8> {
        let mut data = [Order::NATIVE.flag(), 0, 0, 0];
        data[2..].copy_from_slice(&priority.to_ne_bytes());
        let header = RequestHeader {
            id: 0,
            response: Response::Nothing,
            key: b"none",
            operation: "tell",
            contexts: &[(context_id::RT_CORBA_PRIORITY, &data)],
        };
        let mut out = Vec::new();
        let limits = Limits::default();
        let to = giop::begin_request(&mut out, Format::default(), &limits, &header);
        to.finish_message().unwrap();
        out
    }

    #[test]
    fn packets_of_replies_are_marked_with_the_class_of_the_calls() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (socket, _) = listener.accept().unwrap();
        let adapter = Arc::new(Adapter::new());
        let settings = Arc::new(EntranceSettings {
            server: ServerSettings::default(),
            qos: Qos::default(),
        });
        let back = ReplyPath::Stream(
            Mutex::new(socket.try_clone().unwrap()),
            Arc::clone(&adapter),
        );
        let mut dispatcher = Dispatcher::new(&adapter, &settings, None, back);
        let mut out = Vec::new();

        // Twice, since the second header is found among those read before.
        for class in [5, 5, 2, 5, 2, 2] {
            let call = oneway_call(priority_of(class).unwrap());
            assert_eq!(dispatcher.message(&call, &mut out), None);
            let marked = rustix::net::sockopt::ip_tos(&socket).unwrap();
            assert_eq!(marked, class << 5);
        }
    }
}
