//! One connection of a server: reads messages, answers them or passes calls to a pool.

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cdr::{Cdr, Format, Limits, Version};
use crate::exception::{Completion, SystemException, SystemKind};
use crate::giop::{
    self, Assembler, HEADER_BYTES, Header, Kind, LocateRequest, LocateStatus, Message, Request,
    Response, context_id,
};
use crate::qos::Wait;
use crate::reference::Agreed;
use crate::server::adapter::{Adapter, Entry, ServerSettings};
use crate::server::pool::{Job, Workers};
use crate::server::{Failure, ServerCall};
use crate::socket;

/// Shared by the threads of a connection: writes replies one at a time.
pub(super) struct ReplyPath {
    stream: Mutex<TcpStream>,
}

impl ReplyPath {
    /// Writes a complete message. The reader detects failures.
    pub(super) fn send(&self, octets: &[u8]) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = stream.write_all(octets);
    }
}

pub(super) struct Connection {
    pub(super) adapter: Arc<Adapter>,
    pub(super) settings: Arc<ServerSettings>,
    pub(super) workers: Option<Workers>,
    stream: TcpStream,
    back: Arc<ReplyPath>,
    agreed: Agreed,
}

/// Why reading ended.
enum ReadEnd {
    /// The client has gone.
    Gone,
    /// The client sent malformed data.
    Wrong,
    /// The server stops.
    Stopped,
}

impl Connection {
    pub(super) fn new(
        stream: TcpStream,
        adapter: Arc<Adapter>,
        settings: Arc<ServerSettings>,
        workers: Option<Workers>,
    ) -> std::io::Result<Self> {
        let back = ReplyPath {
            stream: Mutex::new(stream.try_clone()?),
        };
        Ok(Self {
            adapter,
            settings,
            workers,
            stream,
            back: Arc::new(back),
            agreed: Agreed::NOTHING,
        })
    }

    /// Serves until the client has gone or the server stops. `is_stopping` is checked when reading
    /// ends.
    pub(super) fn serve(mut self, is_stopping: impl Fn() -> bool) {
        let mut assembler = Assembler::new(self.settings.limits);
        let mut out = Vec::new();
        let end = self.read_all(&mut assembler, &mut out, is_stopping);
        let format = Format {
            order: self.settings.order,
            ..Format::default()
        };
        // Running calls of a pool are answered before the goodbye.
        if let Some(workers) = &self.workers {
            workers.drain(&self.back);
        }
        match end {
            ReadEnd::Gone => {}
            ReadEnd::Wrong => {
                giop::write_bare(&mut out, format, Kind::MessageError);
                self.back.send(&out);
            }
            ReadEnd::Stopped => {
                giop::write_bare(&mut out, format, Kind::CloseConnection);
                self.back.send(&out);
            }
        }
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    fn read_all(
        &mut self,
        assembler: &mut Assembler,
        out: &mut Vec<u8>,
        is_stopping: impl Fn() -> bool,
    ) -> ReadEnd {
        loop {
            loop {
                match assembler.next_message() {
                    Ok(Some(octets)) => {
                        if let Some(end) = self.message(octets, out) {
                            return end;
                        }
                    }
                    Ok(None) => break,
                    Err(_) => return ReadEnd::Wrong,
                }
            }
            match socket::read(&mut self.stream, assembler.space(), Wait::Block, None) {
                // The read half is shut down when the server stops.
                Ok(0) | Err(_) if is_stopping() => return ReadEnd::Stopped,
                Ok(0) | Err(_) => return ReadEnd::Gone,
                Ok(octets) => assembler.filled(octets),
            }
        }
    }

    fn format(&self) -> Format {
        Format {
            order: self.settings.order,
            version: Version::V1_2,
            chars: self.agreed.chars,
            wide: self.agreed.wide,
        }
    }

    /// Handles a message; gives why the connection must end, if it must.
    fn message(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Option<ReadEnd> {
        let settings = Arc::clone(&self.settings);
        let version = version_of(octets, &settings.limits);
        let Ok(message) = giop::read(octets, self.format(), &settings.limits) else {
            return Some(ReadEnd::Wrong);
        };
        match message {
            Message::Request(mut request) => {
                if let Err(exception) = self.agree(&mut request) {
                    refuse(&request, version, &settings, exception, out);
                    self.answer(&request, out);
                    return None;
                }
                let format = Format {
                    version,
                    ..self.format()
                };
                if let Some(workers) = &self.workers {
                    workers.hand_over(Job {
                        octets: octets.to_vec(),
                        format,
                        back: Arc::clone(&self.back),
                    });
                    return None;
                }
                run(&self.adapter, &request, format, &settings.limits, out);
                self.answer(&request, out);
                None
            }
            Message::LocateRequest(request) => {
                locate(&self.adapter, &request, version, &settings, out);
                self.back.send(out);
                None
            }
            // A running call is carried out anyway; the client skips its reply.
            Message::CancelRequest(_) => None,
            Message::CloseConnection => Some(ReadEnd::Gone),
            Message::Reply(_) | Message::LocateReply(_) | Message::MessageError => {
                Some(ReadEnd::Wrong)
            }
        }
    }

    fn answer(&self, request: &Request<'_>, out: &[u8]) {
        if request.response != Response::Nothing {
            self.back.send(out);
        }
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
}

fn version_of(octets: &[u8], limits: &Limits) -> Version {
    let header = octets.first_chunk::<HEADER_BYTES>();
    let header = header.and_then(|header| Header::read(header, limits).ok());
    header.map_or(Version::V1_2, |header| header.version)
}

fn refuse(
    request: &Request<'_>,
    version: Version,
    settings: &ServerSettings,
    exception: SystemException,
    out: &mut Vec<u8>,
) {
    let format = Format {
        order: settings.order,
        version,
        ..Format::default()
    };
    server_call(request, format, &settings.limits, out).fail(&Failure::System(exception));
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
    adapter: &Adapter,
    request: &Request<'_>,
    format: Format,
    limits: &Limits,
    out: &mut Vec<u8>,
) {
    let mut call = server_call(request, format, limits, out);
    match adapter.find(request.target.key()) {
        Some(Entry::Object(servant)) => call.run(&*servant),
        Some(Entry::Moved(reference)) => call.fail(&Failure::Forward(reference)),
        None => call.fail(&Failure::System(SystemException::object_not_exist())),
    }
}

fn locate(
    adapter: &Adapter,
    request: &LocateRequest<'_>,
    version: Version,
    settings: &ServerSettings,
    out: &mut Vec<u8>,
) {
    let entry = adapter.find(request.target.key());
    let status = match &entry {
        Some(Entry::Object(_)) => LocateStatus::Here,
        Some(Entry::Moved(_)) => LocateStatus::Forward,
        None => LocateStatus::Unknown,
    };
    let format = Format {
        order: settings.order,
        version,
        ..Format::default()
    };
    let mut to = giop::begin_locate_reply(out, format, &settings.limits, request.id, status);
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
