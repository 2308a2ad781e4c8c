//! A federate that does as a test says.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::callback_request::CallbackRequest as Callback;
use hyla_fedpro_messages::{
    CallRequest, CallResponse, CallbackRequest, ConnectResponse, DisconnectResponse,
    GetFederateHandleRequest, QueryGaltResponse, QueryLogicalTimeResponse, ReceiveInteraction,
    SendInteractionRequest, SendInteractionResponse,
};
use hyla_lrc::Unanswered;
use hyla_types::Service;

use crate::callback::{Outcalls, Urgency};
use crate::server::federate::{Client, Federate, Maker, Turned};
use crate::server::label::Label;
use crate::service::Weight;

type Ring = Arc<dyn Fn() + Send + Sync>;

/// Controls of all federates of a server, for tests.
#[derive(Default)]
pub(super) struct Strings {
    /// Federates are identified by their connect alone; otherwise from the beginning.
    pub(super) anonymous: AtomicBool,
    queue: Mutex<Vec<(CallbackRequest, Urgency)>>,
    wakes: Mutex<Vec<Ring>>,
    gate: Mutex<usize>,
    opened: Condvar,
    pub(super) congested: AtomicBool,
    /// How often federates were asked whether they are congested.
    pub(super) congestion_asked: AtomicUsize,
    /// The last callback changes what its federate may do, once it is answered.
    pub(super) unanswered: AtomicBool,
    /// How often federates were asked for that callback.
    pub(super) unanswered_asked: AtomicUsize,
    /// Connects wait like other calls.
    pub(super) connects_wait: AtomicBool,
    /// How often federates were asked how long a call takes.
    pub(super) weighed: AtomicUsize,
    pub(super) served: AtomicUsize,
    pub(super) waiting: AtomicUsize,
    pub(super) left: AtomicUsize,
    /// Notices to federates about their clients' connections.
    pub(super) cuts: Mutex<Vec<Option<Duration>>>,
}

impl Strings {
    /// A callback for whichever federate takes its turn first.
    pub(super) fn call_back(&self, tag: &[u8], urgency: Urgency) {
        self.queue
            .lock()
            .unwrap()
            .push((heard(Bytes::copy_from_slice(tag)), urgency));
    }

    /// Wakes all federates.
    pub(super) fn wake(&self) {
        for wake in &*self.wakes.lock().unwrap() {
            wake();
        }
    }

    /// Lets so many calls that wait be done.
    pub(super) fn open(&self, calls: usize) {
        *self.gate.lock().unwrap() += calls;
        self.opened.notify_all();
    }

    /// A call waits until it is let through.
    fn wait(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut gate = self.gate.lock().unwrap();
        while *gate == 0 {
            gate = self.opened.wait(gate).unwrap();
        }
        *gate -= 1;
    }

    /// Waits for something that a federate does.
    pub(super) fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let end = Instant::now() + super::raw::TIMEOUT;
        while !holds(self) {
            assert!(Instant::now() < end, "waited in vain for {what}");
            std::thread::yield_now();
        }
    }
}

/// Makes puppets on the same strings.
pub(super) struct Puppets(pub(super) Arc<Strings>);

impl Maker for Puppets {
    type Federate = Puppet;

    fn make(&self, wake: Ring, _client: Client) -> Puppet {
        self.0.wakes.lock().unwrap().push(wake);
        Puppet {
            strings: Arc::clone(&self.0),
            connected: false,
        }
    }
}

/// A federate that does as a test says.
pub(super) struct Puppet {
    strings: Arc<Strings>,
    connected: bool,
}

impl Federate for Puppet {
    type Io = TcpStream;

    fn weight(&self, call: &CallRequest) -> Weight {
        self.strings.weighed.fetch_add(1, Ordering::SeqCst);
        match call.call_request {
            Some(Call::ConnectRequest(_) | Call::QueryGaltRequest(_)) => Weight::Waiting,
            _ => Weight::Quick,
        }
    }

    fn serve(&mut self, call: CallRequest) -> CallResponse {
        let strings = &self.strings;
        let answer = match call.call_request {
            Some(Call::ConnectRequest(_)) => {
                if strings.connects_wait.load(Ordering::SeqCst) {
                    strings.wait();
                }
                self.connected = true;
                Answer::ConnectResponse(ConnectResponse::default())
            }
            Some(Call::DisconnectRequest(_)) => {
                self.connected = false;
                Answer::DisconnectResponse(DisconnectResponse::default())
            }
            Some(Call::QueryGaltRequest(_)) => {
                strings.wait();
                Answer::QueryGaltResponse(QueryGaltResponse::default())
            }
            Some(Call::QueryLogicalTimeRequest(_)) => {
                Answer::QueryLogicalTimeResponse(QueryLogicalTimeResponse::default())
            }
            Some(Call::SendInteractionRequest(sent)) => {
                let heard = heard(sent.user_supplied_tag);
                strings.queue.lock().unwrap().push((heard, Urgency::Needed));
                Answer::SendInteractionResponse(SendInteractionResponse::default())
            }
            Some(Call::GetFederateHandleRequest(_)) => panic!("as the test wants it"),
            other => panic!("no test calls {other:?}"),
        };
        strings.served.fetch_add(1, Ordering::SeqCst);
        CallResponse {
            call_response: Some(answer),
        }
    }

    fn turn(&mut self, limit: usize, _readable: bool, callbacks: &mut Outcalls) -> Turned {
        let mut queue = self.strings.queue.lock().unwrap();
        let count = queue.len().min(limit);
        for (callback, urgency) in queue.drain(..count) {
            callbacks.push(&callback, urgency);
        }
        Turned {
            more: !queue.is_empty(),
            deadline: None,
        }
    }

    fn unanswered(&self) -> Option<Unanswered> {
        self.strings.unanswered_asked.fetch_add(1, Ordering::SeqCst);
        let unanswered = self.strings.unanswered.load(Ordering::SeqCst);
        unanswered.then_some(Unanswered {
            service: Service::TimeAdvanceGrant,
            number: 1,
            waiting: 0,
        })
    }

    fn answered(&mut self) {
        self.strings.unanswered.store(false, Ordering::SeqCst);
    }

    fn is_congested(&self) -> bool {
        self.strings.congestion_asked.fetch_add(1, Ordering::SeqCst);
        self.strings.congested.load(Ordering::SeqCst)
    }

    fn io(&self) -> Option<TcpStream> {
        None
    }

    fn is_connected(&self) -> bool {
        self.connected
    }

    fn is_identified(&self) -> bool {
        self.connected || !self.strings.anonymous.load(Ordering::SeqCst)
    }

    fn client_cut(&mut self, kept: Option<Duration>) {
        self.strings.cuts.lock().unwrap().push(kept);
    }

    fn label(&self) -> Label {
        Label::default()
    }

    fn leave(self) {
        self.strings.left.fetch_add(1, Ordering::SeqCst);
    }
}

fn heard(tag: Bytes) -> CallbackRequest {
    CallbackRequest {
        callback_request: Some(Callback::ReceiveInteraction(ReceiveInteraction {
            user_supplied_tag: tag,
            ..ReceiveInteraction::default()
        })),
    }
}

/// A call that comes back as a callback with this tag.
pub(super) fn say(tag: &[u8]) -> Call {
    Call::SendInteractionRequest(SendInteractionRequest {
        user_supplied_tag: Bytes::copy_from_slice(tag),
        ..SendInteractionRequest::default()
    })
}

/// A call that panics.
pub(super) fn panics() -> Call {
    Call::GetFederateHandleRequest(GetFederateHandleRequest::default())
}

/// The tag of a callback.
pub(super) fn tag(callback: CallbackRequest) -> Bytes {
    match callback.callback_request {
        Some(Callback::ReceiveInteraction(heard)) => heard.user_supplied_tag,
        other => panic!("{other:?}"),
    }
}
