//! Attacks over the Federate Protocol.

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};

use hyla_fedpro_client::{Frame, Kind, NO_NUMBER, frame, split};
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::fom_module::FomModule as Content;
use hyla_fedpro_messages::{
    CallRequest, CallResponse, ConnectRequest, CreateFederationExecutionWithModulesRequest,
    FomModule, FomModuleSet,
};
use prost::Message;
use socket2::{Domain, Socket, Type};

use crate::beside::Scene;
use crate::rti::{FEDPRO, WATCHDOG};

/// A client that sends and shows single frames.
struct Client {
    socket: TcpStream,
    unread: Vec<u8>,
    session: u64,
    next: i32,
}

impl Client {
    fn connect(to: SocketAddr) -> Self {
        Self::over(TcpStream::connect(to).unwrap())
    }

    /// From that address of this host.
    fn connect_from(from: IpAddr, to: SocketAddr) -> Self {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::new(from, 0).into()).unwrap();
        socket.connect(&to.into()).unwrap();
        Self::over(socket.into())
    }

    fn over(socket: TcpStream) -> Self {
        socket.set_read_timeout(Some(WATCHDOG)).unwrap();
        Self {
            socket,
            unread: Vec::new(),
            session: 0,
            next: 0,
        }
    }

    fn send(&mut self, kind: Kind, number: i32, payload: &[u8]) {
        let bytes = frame(kind, number, self.session, NO_NUMBER, payload);
        let _closed = self.socket.write_all(&bytes);
    }

    /// The next frame; `None` at the end of the connection.
    fn frame(&mut self) -> Option<Frame> {
        let mut bytes = [0; 4096];
        loop {
            if let Some((frame, length)) = split(&self.unread).unwrap() {
                self.unread.drain(..length);
                return Some(frame);
            }
            match self.socket.read(&mut bytes) {
                Ok(count @ 1..) => self.unread.extend_from_slice(&bytes[..count]),
                Ok(0) => return None,
                Err(error) => {
                    assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "no answer");
                    return None;
                }
            }
        }
    }

    /// Asks for a session. Returns whether there is one.
    fn begin(&mut self) -> bool {
        self.send(Kind::NewSession, 0, &1_i32.to_be_bytes());
        self.next = 1;
        let Some(status) = self.frame() else {
            return false;
        };
        self.session = status.session;
        status.payload == [0; 4]
    }

    fn ask(&mut self, call: Call) -> Answer {
        let call = CallRequest {
            call_request: Some(call),
        };
        self.send(Kind::CallRequest, self.next, &call.encode_to_vec());
        self.next += 1;
        let answer = self.frame().expect("an answer");
        // Behind the number of the call.
        let answer = CallResponse::decode(&answer.payload[4..]).unwrap();
        answer.call_response.unwrap()
    }

    /// Begins a session whose federate is connected.
    fn connected(to: SocketAddr) -> Self {
        let mut client = Self::connect(to);
        assert!(client.begin());
        let answer = client.ask(Call::ConnectRequest(ConnectRequest {}));
        assert!(matches!(answer, Answer::ConnectResponse(_)), "{answer:?}");
        client
    }

    fn resume(&mut self) -> i32 {
        let payload = [NO_NUMBER.to_be_bytes(), 1_i32.to_be_bytes()].concat();
        self.send(Kind::ResumeRequest, NO_NUMBER, &payload);
        let status = self.frame().unwrap();
        assert_eq!(status.kind, Kind::ResumeStatus);
        i32::from_be_bytes(status.payload[..4].try_into().unwrap())
    }

    fn is_alive(&mut self) -> bool {
        self.send(Kind::Heartbeat, self.next, &[]);
        self.next += 1;
        self.frame()
            .is_some_and(|it| it.kind == Kind::HeartbeatResponse)
    }
}

/// `InvalidSession` of the answer: as for a number that no session has.
const NO_SUCH_SESSION: i32 = 1;

#[test]
fn stolen_numbers_of_sessions_resume_nothing_from_another_address() {
    let scene = Scene {
        settings: &[FEDPRO],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let at = target.fedpro.unwrap();
            let mut victim = Client::connected(at);
            move || {
                for guess in 0..20 {
                    let mut thief = Client::connect_from([127, 0, 0, 2].into(), at);
                    // The stolen number, and others.
                    thief.session = victim.session.wrapping_add(guess);
                    assert_eq!(thief.resume(), NO_SUCH_SESSION);
                    assert!(thief.frame().is_none(), "closed");
                }
                assert!(victim.is_alive());
            }
        },
        |rti| rti.until_refused("fedpro", 20),
    );
}

#[test]
fn a_thousand_sessions_without_a_federate_keep_nobody_out() {
    let scene = Scene {
        settings: &[FEDPRO],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let at = target.fedpro.unwrap();
            move || {
                let silent: Vec<_> = (0..1100)
                    .map(|_| {
                        let mut client = Client::connect(at);
                        assert!(client.begin());
                        client
                    })
                    .collect();
                // Long before their time is over.
                assert!(Client::connected(at).is_alive());
                drop(silent);
            }
        },
        // The others stay: `fedpro.max_unidentified_per_address`.
        |rti| rti.until_refused("fedpro", 1100 - 256),
    );
}

#[test]
fn calls_without_a_federate_take_no_memory() {
    const MIB: usize = 1 << 20;
    let scene = Scene {
        settings: &[FEDPRO],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let at = target.fedpro.unwrap();
            let begun = vec![0_u8; 20 * MIB];
            move || {
                let clients: Vec<_> = (0..20)
                    .map(|_| {
                        let mut client = Client::connect(at);
                        assert!(client.begin());
                        let mut call = frame(Kind::CallRequest, 1, client.session, NO_NUMBER, &[]);
                        call[..4].copy_from_slice(&(120 * MIB as u32).to_be_bytes());
                        client.socket.write_all(&call).unwrap();
                        client.socket.write_all(&begun).unwrap();
                        client
                    })
                    .collect();
                assert!(Client::connected(at).is_alive());
                drop(clients);
            }
        },
        |rti| {
            let peak = rti.peak_mib();
            assert!(peak < 150, "{peak} MiB");
        },
    );
}

/// An archive of a file with so many bytes, all alike.
fn archive(bytes: usize) -> Vec<u8> {
    let deflated = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    writer.start_file("bomb.xml", deflated).unwrap();
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..bytes >> 20 {
        writer.write_all(&zeros).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn archives_that_unfold_without_end_are_refused() {
    let scene = Scene {
        settings: &[FEDPRO],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let at = target.fedpro.unwrap();
            let mut client = Client::connected(at);
            let (large, half) = (archive(65 << 20), archive(33 << 20));
            move || {
                for archives in [vec![large.clone()], vec![half.clone(); 50]] {
                    let module = |archive: Vec<u8>| FomModule {
                        fom_module: Some(Content::CompressedModule(archive.into())),
                    };
                    let answer = client.ask(Call::CreateFederationExecutionWithModulesRequest(
                        CreateFederationExecutionWithModulesRequest {
                            federation_name: "Bomb".into(),
                            fom_modules: Some(FomModuleSet {
                                fom_module: archives.into_iter().map(module).collect(),
                            }),
                        },
                    ));
                    let Answer::ExceptionData(refusal) = answer else {
                        panic!("{answer:?}");
                    };
                    assert_eq!(refusal.exception_name, "ErrorReadingFOM", "{refusal:?}");
                    assert!(refusal.details.contains("unfold"), "{refusal:?}");
                }
            }
        },
        |_| {},
    );
}
