//! A bare socket that speaks as much of the protocol as a test wants.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use hyla_core::message::{
    FromRti, Greeting, Reply, RequestId, Snapshot, ToRti, control_frame, decode_control,
    greeting_frame,
};
use hyla_core::secrets::{Challenge, LinkKey, Purpose};
use hyla_link::lanes::{LinkFrame, link_frame};
use hyla_types::{Edition, FederateHandle};

use crate::world::WATCHDOG;

/// First bytes of every channel.
pub(crate) const PREFACE: [u8; 8] = *b"HYLA\x01\0\0\0";

/// The bytes behind their length, as frames are on the wire.
pub(crate) fn framed(bytes: &[u8]) -> Vec<u8> {
    let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
    frame.extend_from_slice(bytes);
    frame
}

/// A greeting as a frame on the wire.
pub(crate) fn greeting(greeting: &Greeting) -> Vec<u8> {
    let mut body = Vec::new();
    greeting_frame(greeting, &mut body);
    framed(&body)
}

/// First message of a federate to the RTI.
pub(crate) fn to_rti() -> Greeting {
    Greeting::ToRti {
        edition: Edition::Hla2025,
        credentials: None,
    }
}

/// A caller that does as it likes.
pub(crate) struct Caller {
    stream: TcpStream,
    unread: Vec<u8>,
}

impl Caller {
    pub(crate) fn new(at: SocketAddr) -> Self {
        let stream = TcpStream::connect(at).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(100)))
            .unwrap();
        Self {
            stream,
            unread: Vec::new(),
        }
    }

    /// Says the preface and a greeting.
    pub(crate) fn greeted(at: SocketAddr, as_whom: &Greeting) -> Self {
        let mut caller = Self::new(at);
        caller.say(&PREFACE);
        caller.say(&greeting(as_whom));
        caller
    }

    /// Calls a member as a member: says the preface, waits for the challenge, and answers it.
    pub(crate) fn calling(
        at: SocketAddr,
        (from, to): (FederateHandle, FederateHandle),
        key: &LinkKey,
    ) -> Self {
        let mut caller = Self::new(at);
        caller.say(&PREFACE);
        let mut call = Vec::new();
        link_frame(&LinkFrame::Call, &mut call);
        caller.say(&framed(&call));
        let asked = caller.challenged();
        caller.say(&greeting(&Greeting::ToMember {
            from,
            to,
            proof: key.prove(Purpose::Call, (from, to), &asked),
            challenge: Challenge::default(),
        }));
        caller
    }

    /// Waits for the challenge of a called member.
    fn challenged(&mut self) -> Challenge {
        let deadline = Instant::now() + WATCHDOG;
        assert_eq!(self.take(8, deadline), PREFACE);
        let header = self.take(4, deadline);
        let length = u32::from_le_bytes(header.try_into().unwrap());
        let frame = self.take(length as usize, deadline);
        match LinkFrame::decode(&frame) {
            Ok(LinkFrame::Challenge(asked)) => asked,
            other => panic!("{other:?}"),
        }
    }

    /// Sends; that the other side has closed already is no failure.
    pub(crate) fn say(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    pub(crate) fn tell_rti(&mut self, message: &ToRti) {
        let mut body = Vec::new();
        control_frame(message, &mut body);
        self.say(&framed(&body));
    }

    /// Says that nothing more comes.
    pub(crate) fn finish(&mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Write);
    }

    /// Waits until the other side has closed.
    #[track_caller]
    pub(crate) fn gets_turned_away(mut self, what: &str) {
        let deadline = Instant::now() + WATCHDOG;
        let mut buffer = [0; 4096];
        loop {
            assert!(Instant::now() < deadline, "{what} is not turned away");
            match self.stream.read(&mut buffer) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if is_no_news(error.kind()) => {}
                Err(_) => return,
            }
        }
    }

    /// Reads frames until one is a message that `wanted` accepts.
    pub(crate) fn hears<T>(&mut self, mut wanted: impl FnMut(FromRti) -> Option<T>) -> T {
        let deadline = Instant::now() + WATCHDOG;
        let mut preface = self.take(8, deadline);
        assert_eq!(preface.split_off(0), PREFACE);
        loop {
            let header = self.take(4, deadline);
            let length = u32::from_le_bytes(header.try_into().unwrap());
            let frame = self.take(length as usize, deadline);
            if frame.first() == Some(&0)
                && let Some(found) = wanted(decode_control(&frame).unwrap())
            {
                return found;
            }
        }
    }

    fn take(&mut self, count: usize, deadline: Instant) -> Vec<u8> {
        let mut buffer = [0; 65536];
        while self.unread.len() < count {
            assert!(Instant::now() < deadline, "the RTI says nothing");
            match self.stream.read(&mut buffer) {
                Ok(0) => panic!("the RTI hung up"),
                Ok(read) => self.unread.extend_from_slice(&buffer[..read]),
                Err(error) if is_no_news(error.kind()) => {}
                Err(error) => panic!("{error}"),
            }
        }
        self.unread.drain(..count).collect()
    }

    /// Joins a federation as a federate that nobody can call.
    pub(crate) fn joined(
        at: SocketAddr,
        federation: &str,
        name: &str,
    ) -> (Self, FederateHandle, Box<Snapshot>) {
        let mut caller = Self::greeted(at, &to_rti());
        caller.tell_rti(&ToRti::Join {
            request: RequestId(1),
            name: Some(name.to_owned()),
            federate_type: "intruder".to_owned(),
            federation: federation.to_owned(),
            modules: Vec::new(),
            addresses: Vec::new(),
            host: String::new(),
        });
        let (handle, snapshot) = caller.hears(|message| match message {
            FromRti::Answer { outcome, .. } => match outcome.unwrap() {
                Reply::Joined {
                    handle, snapshot, ..
                } => Some((handle, snapshot)),
                other => panic!("{other:?}"),
            },
            _ => None,
        });
        (caller, handle, snapshot)
    }
}

fn is_no_news(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}
