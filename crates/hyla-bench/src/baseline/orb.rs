//! Round trips as calls of Hyla's object request broker over IIOP: what a broker adds to the bare machine.
//!
//! A message is the argument of a call, its answer the result. The first process is the client, its partner the server;
//! the connection belongs to the binding, and both ends wait as they do by default.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram as Recorded;
use hyla_baselines::pipe::{Incoming, Outgoing, Pipe};
use hyla_orb::cdr::{Limits, Version};
use hyla_orb::client::{Client, ClientSettings};
use hyla_orb::exception::SystemException;
use hyla_orb::qos::Qos;
use hyla_orb::reference::{Address, ObjectUrl};
use hyla_orb::server::{Flow, Server, ServerSettings};

use super::figures::{Figures, Scales, recorder};
use super::work::{Head, LAST, common_clock, length};
use crate::job::{BaselineJob, Work};
use crate::statistics::from_recorded;

mod idl {
    include!(concat!(env!("OUT_DIR"), "/echo.rs"));
}

use idl::HylaBench::{Echo, EchoServant, EchoServer};

/// Name of the carrier.
pub const CARRIER: &str = "orb";
/// Key of the object.
const KEY: &[u8] = b"echo";

/// Whether the broker can do `job` at all.
///
/// # Errors
/// The reason.
pub(super) fn check(job: &BaselineJob) -> Result<(), String> {
    if !matches!(job.work, Work::RoundTrip { .. }) {
        return Err("the object request broker is measured by round trips only".into());
    }
    if job.processes != 2 {
        return Err(format!(
            "a call has one client and one server: {CARRIER} takes 2 processes, and {} are asked for",
            job.processes
        ));
    }
    Ok(())
}

/// What a carrier is called in reports.
pub(super) fn described(carrier: &str) -> String {
    match carrier {
        CARRIER => "hyla-orb over IIOP".to_owned(),
        bare => format!("bare {bare}"),
    }
}

fn limits(work: &Work) -> Limits {
    let most = Limits::default();
    let whole = length(work).saturating_add(1024);
    Limits {
        message_bytes: most.message_bytes.max(whole),
        decoded_bytes: most.decoded_bytes.max(whole),
        ..most
    }
}

fn failed(error: impl ToString) -> io::Error {
    io::Error::other(error.to_string())
}

/// Binds the object of the server at that address.
pub(super) fn call(at: SocketAddr, work: &Work) -> Result<Pipe, String> {
    let address = Address {
        version: Version::V1_2,
        host: at.ip().to_string(),
        port: at.port(),
    };
    let client = Client::new(ClientSettings {
        limits: limits(work),
        ..ClientSettings::default()
    });
    let reference = ObjectUrl::reference_at(&[address], KEY);
    let echo = client
        .bind(&reference, &Qos::dedicated())
        .map_err(|error| format!("binding the object of the partner: {error}"))?;
    let answer = Arc::new(Mutex::new(None));
    Ok(Pipe {
        out: Box::new(Calls {
            echo,
            answer: Arc::clone(&answer),
        }),
        back: Box::new(Answers(answer)),
    })
}

/// Sending a message is a call; its answer waits for [`Answers`].
struct Calls {
    echo: Echo,
    answer: Arc<Mutex<Option<Vec<u8>>>>,
}

impl Outgoing for Calls {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let answer = self.echo.echo(message).map_err(failed)?;
        let mut slot = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(answer);
        Ok(())
    }
}

struct Answers(Arc<Mutex<Option<Vec<u8>>>>);

impl Incoming for Answers {
    fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(answer) = slot.take() else {
            return Ok(false);
        };
        if answer.len() != message.len() {
            let found = answer.len();
            return Err(failed(format!("an answer of {found} bytes")));
        }
        message.copy_from_slice(&answer);
        Ok(true)
    }
}

/// Measures the way of the messages, as a bare partner does.
struct Object {
    state: Mutex<State>,
    done: Sender<Figures>,
}

struct State {
    ways: Recorded<u64>,
    scales: Scales,
    is_warm: bool,
}

impl EchoServant for Object {
    fn echo(&self, what: &[u8]) -> Result<Vec<u8>, SystemException> {
        let arrived = common_clock();
        if what.len() < super::work::HEAD {
            return Ok(what.to_vec());
        }
        let head = Head::read(what);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if head.number == LAST {
            let mut figures = Figures::default();
            state.scales.weigh(&mut figures.metrics);
            if !state.ways.is_empty() {
                let ways = from_recorded(&state.ways);
                figures.histograms.insert("one_way".into(), ways);
            }
            let _ = self.done.send(figures);
        } else if head.measured {
            if !state.is_warm {
                (state.scales, state.is_warm) = (Scales::new(), true);
            }
            state
                .ways
                .saturating_record(arrived.saturating_sub(head.sent));
        }
        Ok(what.to_vec())
    }
}

/// Serves calls until the last message; `listening` gets the address.
pub(super) fn serve(work: &Work, listening: impl FnOnce(SocketAddr)) -> io::Result<Figures> {
    let settings = ServerSettings {
        limits: limits(work),
        flow: Flow::Off,
        ..ServerSettings::default()
    };
    let server = Server::listen((Ipv4Addr::LOCALHOST, 0), settings)?;
    let (done, figures) = mpsc::channel();
    let object = Object {
        state: Mutex::new(State {
            ways: recorder(),
            scales: Scales::new(),
            is_warm: false,
        }),
        done,
    };
    server.activate(KEY, Arc::new(EchoServer(object)));
    listening(server.address());
    let figures = figures.recv().map_err(failed)?;
    Ok(figures)
}
