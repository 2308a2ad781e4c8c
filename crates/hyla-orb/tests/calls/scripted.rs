//! Servers that behave as Hyla's never does, and the client's reactions.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use hyla_orb::cdr::{Cdr, Format, Limits, Version};
use hyla_orb::client::Client;
use hyla_orb::exception::SystemKind;
use hyla_orb::giop::{self, Assembler, LocateStatus, Message, ReplyStatus};
use hyla_orb::qos::Qos;
use hyla_orb::reference::{Address, ObjectUrl, Reference};

use crate::probe::Probe::Echo;

/// A message at a scripted server: a number, and whether it is a call with a reply.
pub(crate) enum Got {
    Locate(u32),
    Call(u32),
    Other,
}

pub(crate) struct Peer {
    pub(crate) stream: TcpStream,
    assembler: Assembler,
}

impl Peer {
    pub(crate) fn accept(listener: &TcpListener) -> Self {
        let (stream, _) = listener.accept().unwrap();
        stream.set_nodelay(true).unwrap();
        let assembler = Assembler::new(Limits::default());
        Self { stream, assembler }
    }

    /// The next message; `None` when the client has gone.
    pub(crate) fn next(&mut self) -> Option<Got> {
        while !self.assembler.has_message().unwrap() {
            match self.stream.read(self.assembler.space()) {
                Ok(0) | Err(_) => return None,
                Ok(octets) => self.assembler.filled(octets),
            }
        }
        let limits = Limits::default();
        let message = giop::read(self.assembler.message(), Format::default(), &limits).unwrap();
        Some(match message {
            Message::LocateRequest(request) => Got::Locate(request.id),
            Message::Request(request) => Got::Call(request.id),
            _ => Got::Other,
        })
    }

    pub(crate) fn here(&mut self, id: u32) {
        let limits = Limits::default();
        let mut out = Vec::new();
        let here = LocateStatus::Here;
        let to = giop::begin_locate_reply(&mut out, Format::default(), &limits, id, here);
        to.finish_message().unwrap();
        let _ = self.stream.write_all(&out);
    }

    fn reply(&mut self, id: u32, value: i32) {
        let limits = Limits::default();
        let mut out = Vec::new();
        let done = ReplyStatus::NoException;
        let mut to = giop::begin_reply(&mut out, Format::default(), &limits, id, done, &[]);
        value.encode(&mut to);
        to.finish_message().unwrap();
        let _ = self.stream.write_all(&out);
    }
}

pub(crate) fn listen() -> (TcpListener, Reference) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = Address {
        version: Version::V1_2,
        host: "127.0.0.1".to_owned(),
        port: listener.local_addr().unwrap().port(),
    };
    (listener, ObjectUrl::reference_at(&[address], b"key"))
}

#[test]
fn a_late_reply_is_not_taken_for_that_of_a_later_call() {
    let (listener, reference) = listen();
    let server = std::thread::spawn(move || {
        let mut peer = Peer::accept(&listener);
        let mut late: Option<u32> = None;
        while let Some(got) = peer.next() {
            match got {
                Got::Locate(id) => peer.here(id),
                Got::Call(id) => {
                    // The first call is answered after the second has arrived, and before it.
                    match late.replace(id) {
                        None => {}
                        Some(before) => {
                            peer.reply(before, 13);
                            peer.reply(id, 42);
                        }
                    }
                }
                Got::Other => {}
            }
        }
    });
    let qos = Qos {
        deadline: Some(Duration::from_millis(30)),
        ..Qos::dedicated()
    };
    let echo: Echo = Client::default().bind(&reference, &qos).unwrap();

    assert_eq!(echo.count().unwrap_err().kind, SystemKind::Timeout);
    // On a loaded machine the deadline passes again; that does not cause a wrong answer.
    let value = loop {
        match echo.count() {
            Err(error) if error.kind == SystemKind::Timeout => {}
            other => break other.unwrap(),
        }
    };
    assert_eq!(value, 42);
    drop(echo);
    server.join().unwrap();
}

#[test]
fn a_server_that_has_gone_without_a_goodbye_is_noticed_before_the_next_call() {
    let (listener, reference) = listen();
    let (closed, was_closed) = mpsc::channel();
    let server = std::thread::spawn(move || {
        for number in 0..2 {
            let mut peer = Peer::accept(&listener);
            while let Some(got) = peer.next() {
                match got {
                    Got::Locate(id) => peer.here(id),
                    Got::Call(id) => {
                        peer.reply(id, number);
                        break;
                    }
                    Got::Other => {}
                }
            }
            drop(peer);
            closed.send(()).unwrap();
        }
    });
    let echo: Echo = Client::default()
        .bind(&reference, &Qos::dedicated())
        .unwrap();

    assert_eq!(echo.count().unwrap(), 0);
    was_closed.recv().unwrap();
    // Only connections that were idle for a while are checked for a close.
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(echo.count().unwrap(), 1);
    server.join().unwrap();
}

#[test]
fn a_connection_that_breaks_during_a_call_leaves_open_whether_it_was_carried_out() {
    let (listener, reference) = listen();
    let server = std::thread::spawn(move || {
        let mut peer = Peer::accept(&listener);
        while let Some(got) = peer.next() {
            match got {
                Got::Locate(id) => peer.here(id),
                _ => break,
            }
        }
    });
    let echo: Echo = Client::default()
        .bind(&reference, &Qos::dedicated())
        .unwrap();

    let exception = echo.count().unwrap_err();
    assert_eq!(exception.kind, SystemKind::CommFailure);
    assert_eq!(exception.completed, hyla_orb::exception::Completion::Maybe);
    server.join().unwrap();
}
