//! One connection of a client, used by one call at a time: the calling thread writes, reads and
//! decodes itself.

use std::time::{Duration, Instant};

use crate::cdr::{Bulk, Decoder, Encoder, Format, Limits, MarshalError, Order, Version};
use crate::client::carrier::{Carrier, ReceiveError, SendError, Urgency};
use crate::client::endpoint::{Opener, ServerEndpoint};
use crate::client::moment::Moment;
use crate::exception::{Completion, SystemException, SystemKind};
use crate::giop::{
    self, LocateStatus, Message, ReplyStatus, RequestHeader, Response, WrittenHeaders, context_id,
};
use crate::qos::Qos;
use crate::reference::Agreed;

/// After this long without a call, a connection is checked for a close by the server.
const ASK_AFTER: Duration = Duration::from_millis(10);

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
    carrier: Box<dyn Carrier>,
    next_id: u32,
    format: Format,
    agreed: Agreed,
    /// Whether the server knows the agreed code sets.
    has_said: bool,
    limits: Limits,
    headers: WrittenHeaders,
    /// Longest time of binding.
    timeout: Duration,
    /// When the last call that had a reply began, or the server was last looked for.
    heard: Moment,
    /// When the current call began.
    began: Moment,
    is_broken: bool,
}

impl Connection {
    /// Connects by the best way that the binding allows and that works.
    ///
    /// # Errors
    /// `TRANSIENT` if none does.
    pub(crate) fn open(
        endpoint: &ServerEndpoint,
        opener: &Opener<'_>,
        qos: &Qos,
    ) -> Result<Self, SystemException> {
        let (carrier, is_flow) = opener.open(endpoint, qos)?;
        let agreed = if is_flow {
            Agreed {
                chars: crate::cdr::CharSet::Utf8,
                wide: true,
            }
        } else {
            endpoint.agreed()
        };
        let version = if is_flow {
            Version::V1_2
        } else {
            endpoint.version
        };
        Ok(Self {
            carrier,
            next_id: 0,
            format: Format {
                order: opener.settings.order,
                version,
                chars: agreed.chars,
                wide: agreed.wide,
            },
            agreed,
            has_said: is_flow,
            limits: opener.settings.limits,
            timeout: opener.settings.connect_timeout,
            headers: WrittenHeaders::new(),
            heard: Moment::now(),
            began: Moment::now(),
            is_broken: false,
        })
    }

    /// Name of the carrier, address of the server, and class of packets if they are marked.
    pub(crate) fn describe(&self) -> (&'static str, String, Option<u8>) {
        let (carrier, server) = self.carrier.name();
        (carrier, server, self.carrier.class())
    }

    /// Whether it seems usable.
    pub(crate) fn is_usable(&mut self) -> bool {
        let now = Moment::now();
        self.began = now;
        if !self.is_broken && self.heard.is_before(ASK_AFTER, now) {
            self.heard = now;
            // The next call skips a late reply; a goodbye ends the connection.
            let mut says_goodbye = false;
            let (format, limits) = (self.format, self.limits);
            let lives = self.carrier.look(&mut |octets| {
                let message = giop::read(octets, format, &limits);
                says_goodbye |= !matches!(message, Ok(Message::Reply(_) | Message::LocateReply(_)));
            });
            self.is_broken = says_goodbye || !lives;
        }
        !self.is_broken
    }

    /// Whether it was found broken.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken
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
        self.send_request(id, call)?;
        self.has_said = true;
        if call.response == Response::Nothing {
            return Ok(());
        }
        let result = self.wait(id, call, until);
        self.heard = self.began;
        match &result {
            Err(Failure::Closed | Failure::Broken(_)) => self.is_broken = true,
            Err(Failure::Refused(exception)) if exception.kind == SystemKind::Timeout => {
                // The reply may still come; it is skipped then.
                let format = self.format;
                let _ = self.carrier.send(call.qos, Urgency::Now, &mut |out, _| {
                    giop::append_cancel(out, format, id)
                });
            }
            _ => {}
        }
        result
    }

    fn send_request(&mut self, id: u32, call: &mut Call<'_>) -> Result<(), Failure> {
        let code_sets;
        let mut priority = [0; 4];
        priority[0] = Order::NATIVE.flag();
        let mut contexts: [(u32, &[u8]); 2] = [(0, &[]); 2];
        let mut count = 0;
        // GIOP 1.0 has no code sets; without a component the server supports none.
        if !self.has_said && self.format.version > Version::V1_0 && self.agreed != Agreed::NOTHING {
            code_sets = self.agreed.context();
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
        let (format, limits) = (self.format, self.limits);
        let headers = &mut self.headers;
        let (says, priority) = (!self.has_said, call.qos.priority);
        let mut encode = |out: &mut Vec<u8>, mut bulk: Bulk<'_>| {
            let bulk = bulk.reborrow();
            let mut to = match says {
                true => giop::append_request(out, format, &limits, &header, bulk),
                false => headers.append(out, format, &limits, (&header, priority), bulk),
            };
            (call.write)(&mut to);
            to.finish_sized()
        };
        let urgency = match call.response {
            Response::Nothing => Urgency::Soon,
            Response::Received | Response::Result => Urgency::Now,
        };
        let sent = self.carrier.send(call.qos, urgency, &mut encode);
        self.check_sent(sent)
    }

    fn check_sent(&mut self, sent: Result<(), SendError>) -> Result<(), Failure> {
        match sent {
            Ok(()) => Ok(()),
            Err(SendError::Marshal(error)) => {
                let exception = SystemException::marshal(&error, Completion::No);
                Err(Failure::Refused(exception))
            }
            Err(SendError::Carrier(error)) => {
                self.is_broken = true;
                // A server that closed in order has announced it.
                let (format, limits) = (self.format, self.limits);
                let mut has_closed = false;
                self.carrier.look(&mut |octets| {
                    let message = giop::read(octets, format, &limits);
                    has_closed |= matches!(message, Ok(Message::CloseConnection));
                });
                if has_closed {
                    return Err(Failure::Closed);
                }
                if error.kind() == std::io::ErrorKind::TimedOut {
                    // Without its end the call is not carried out.
                    let reason = "the deadline passed while the server read nothing";
                    let kind = SystemKind::Timeout;
                    let late = SystemException::new(kind, 1, Completion::No, reason);
                    return Err(Failure::Broken(late));
                }
                Err(broken(format!("sending: {error}")))
            }
        }
    }

    fn wait(
        &mut self,
        id: u32,
        call: &mut Call<'_>,
        until: Option<Instant>,
    ) -> Result<(), Failure> {
        let (format, limits) = (self.format, self.limits);
        let mut result = Ok(());
        let received = self.carrier.receive(call.qos, until, &mut |octets| {
            if let Some(mut body) = giop::plain_result(octets, id, format, &limits) {
                let read = (call.read)(ReplyStatus::NoException, &mut body);
                result = read.map_err(|error| unread(&error));
                return true;
            }
            result = match giop::read(octets, format, &limits) {
                Err(error) => Err(unreadable(&error)),
                Ok(Message::Reply(mut reply)) if reply.id == id => {
                    (call.read)(reply.status, &mut reply.body).map_err(|error| unread(&error))
                }
                // Of an abandoned call.
                Ok(Message::Reply(_) | Message::LocateReply(_)) => return false,
                Ok(Message::CloseConnection) => Err(Failure::Closed),
                Ok(_) => Err(unexpected()),
            };
            true
        });
        received.map_err(not_received)?;
        result
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
        let (format, limits) = (self.format, self.limits);
        let sent = self.carrier.send(qos, Urgency::Now, &mut |out, _| {
            giop::append_locate_request(out, format, id, key)
        });
        self.check_sent(sent)?;
        let mut result = Ok(());
        let received = self.carrier.receive(qos, until, &mut |octets| {
            result = match giop::read(octets, format, &limits) {
                Err(error) => Err(unreadable(&error)),
                Ok(Message::LocateReply(mut reply)) if reply.id == id => {
                    read(reply.status, &mut reply.body).map_err(|error| {
                        Failure::Refused(SystemException::marshal(&error, Completion::No))
                    })
                }
                Ok(Message::Reply(_) | Message::LocateReply(_)) => return false,
                Ok(Message::CloseConnection) => Err(Failure::Closed),
                Ok(_) => Err(unexpected()),
            };
            true
        });
        if received.is_err() || matches!(result, Err(Failure::Closed | Failure::Broken(_))) {
            self.is_broken = true;
        }
        received.map_err(not_received)?;
        result
    }
}

fn not_received(error: ReceiveError) -> Failure {
    match error {
        ReceiveError::TimedOut => {
            let kind = SystemKind::Timeout;
            let reason = "the deadline passed";
            Failure::Refused(SystemException::new(kind, 1, Completion::Maybe, reason))
        }
        ReceiveError::Ended(why) => broken(why),
    }
}

fn broken(reason: String) -> Failure {
    let kind = SystemKind::CommFailure;
    Failure::Broken(SystemException::new(kind, 0, Completion::Maybe, reason))
}

/// A result cannot be read: the call was carried out.
fn unread(error: &MarshalError) -> Failure {
    Failure::Refused(SystemException::marshal(error, Completion::Yes))
}

fn unreadable(error: &MarshalError) -> Failure {
    broken(format!("a reply cannot be read: {error}"))
}

fn unexpected() -> Failure {
    broken("the server could not read the call, or sent what a client cannot get".to_owned())
}
