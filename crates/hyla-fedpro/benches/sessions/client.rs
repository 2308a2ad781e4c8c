//! A client with nothing between the socket and the measurement.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use bytes::Bytes;
use hyla_fedpro_client::{Frame, Kind, NO_NUMBER, Request, frame, split};
use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::callback_request::CallbackRequest;
use prost::Message;

/// Clients that reach each other.
pub(crate) struct Party {
    pub(crate) clients: Vec<Client>,
    /// Keeps what is between them.
    pub(crate) _between: Box<dyn std::any::Any>,
}

pub(crate) struct Client {
    stream: TcpStream,
    session: u64,
    number: i32,
    last_received: i32,
    out: Vec<u8>,
    buffer: Vec<u8>,
    /// How much of `buffer` is dealt with.
    taken: usize,
    heard: Vec<CallbackRequest>,
    pub(crate) object: Option<pb::ObjectInstanceHandle>,
    pub(crate) attribute: Option<pb::AttributeHandle>,
}

impl Client {
    /// Connects and starts a session.
    pub(crate) fn connect(to: SocketAddr) -> Self {
        let stream = TcpStream::connect(to).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut client = Self {
            stream,
            session: 0,
            number: 0,
            last_received: NO_NUMBER,
            out: Vec::new(),
            buffer: Vec::new(),
            taken: 0,
            heard: Vec::new(),
            object: None,
            attribute: None,
        };
        client.queue(Kind::NewSession, &1i32.to_be_bytes());
        client.flush();
        let status = client.next();
        assert_eq!(status.kind, Kind::NewSessionStatus);
        client.session = status.session;
        client
    }

    fn queue(&mut self, kind: Kind, payload: &[u8]) -> i32 {
        let number = self.number;
        self.number = number.checked_add(1).unwrap_or(0);
        let bytes = frame(kind, number, self.session, self.last_received, payload);
        self.out.extend(bytes);
        number
    }

    pub(crate) fn flush(&mut self) {
        self.stream.write_all(&self.out).unwrap();
        self.out.clear();
    }

    fn next(&mut self) -> Frame {
        loop {
            if let Some(frame) = self.buffered() {
                return frame;
            }
            self.read();
        }
    }

    fn buffered(&mut self) -> Option<Frame> {
        let (frame, length) = split(&self.buffer[self.taken..]).unwrap()?;
        self.taken += length;
        if matches!(frame.kind, Kind::CallResponse | Kind::CallbackRequest) {
            self.last_received = frame.number;
        }
        Some(frame)
    }

    fn read(&mut self) {
        self.buffer.drain(..self.taken);
        self.taken = 0;
        let mut more = [0; 32 << 10];
        let count = self.stream.read(&mut more).unwrap();
        assert!(count > 0, "the connection was closed");
        self.buffer.extend(&more[..count]);
    }

    /// Takes in a callback and answers it.
    fn take_callback(&mut self, frame: &Frame) -> CallbackRequest {
        let request = pb::CallbackRequest::decode(Bytes::copy_from_slice(&frame.payload)).unwrap();
        let mut answer = frame.number.to_be_bytes().to_vec();
        let succeeded = pb::CallbackResponse {
            callback_response: Some(pb::callback_response::CallbackResponse::CallbackSucceeded(
                pb::CallbackSucceeded {},
            )),
        };
        succeeded.encode(&mut answer).unwrap();
        self.queue(Kind::CallbackResponse, &answer);
        request.callback_request.unwrap()
    }

    /// One call and its answer.
    pub(crate) fn call<R: Request>(&mut self, request: R) -> R::Response {
        let call = pb::CallRequest {
            call_request: Some(request.into_call()),
        };
        let number = self.queue(Kind::CallRequest, &call.encode_to_vec());
        self.flush();
        loop {
            let frame = self.next();
            match frame.kind {
                Kind::CallResponse => {
                    assert_eq!(frame.payload[..4], number.to_be_bytes());
                    let answer = pb::CallResponse::decode(&frame.payload[4..]).unwrap();
                    let answer = answer.call_response.unwrap();
                    let shown = format!("{answer:?}");
                    return R::response(answer).unwrap_or_else(|| panic!("{shown}"));
                }
                Kind::CallbackRequest => {
                    let heard = self.take_callback(&frame);
                    self.heard.push(heard);
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Waits for a callback that `wanted` accepts.
    pub(crate) fn hear<T>(&mut self, wanted: impl Fn(&CallbackRequest) -> Option<T>) -> T {
        loop {
            if let Some(at) = self.heard.iter().position(|heard| wanted(heard).is_some()) {
                return wanted(&self.heard.remove(at)).unwrap();
            }
            self.flush();
            let frame = self.next();
            if frame.kind == Kind::CallbackRequest {
                let heard = self.take_callback(&frame);
                self.heard.push(heard);
            }
        }
    }

    pub(crate) fn queue_update(&mut self, value: usize) {
        let update = pb::UpdateAttributeValuesRequest {
            object_instance: self.object.clone(),
            attribute_values: Some(pb::AttributeHandleValueMap {
                attribute_handle_value: vec![pb::AttributeHandleValue {
                    attribute_handle: self.attribute.clone(),
                    value: Bytes::from(vec![7; value]),
                }],
            }),
            user_supplied_tag: Bytes::new(),
        };
        let call = pb::CallRequest {
            call_request: Some(update.into_call()),
        };
        self.queue(Kind::CallRequest, &call.encode_to_vec());
    }

    pub(crate) fn send_update(&mut self, value: usize) {
        self.queue_update(value);
        self.flush();
    }

    /// Waits for an update. Its answer leaves with what is sent next, or at once when nothing is.
    pub(crate) fn hear_update(&mut self) {
        loop {
            let Some(frame) = self.buffered() else {
                // Answers that pile up leave before the client waits.
                if self.out.len() > 8 << 10 {
                    self.flush();
                }
                self.read();
                continue;
            };
            if frame.kind == Kind::CallbackRequest
                && matches!(
                    self.take_callback(&frame),
                    CallbackRequest::ReflectAttributeValues(_)
                )
            {
                return;
            }
        }
    }

    /// Waits for at least one answer to a call; gives how many came.
    pub(crate) fn hear_answers(&mut self) -> usize {
        let mut answers = 0;
        loop {
            while let Some(frame) = self.buffered() {
                answers += usize::from(frame.kind == Kind::CallResponse);
            }
            if answers > 0 {
                return answers;
            }
            self.read();
        }
    }
}
