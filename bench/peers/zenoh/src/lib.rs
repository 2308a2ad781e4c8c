//! Zenoh over TCP: a publisher and a subscriber in each process, sessions of the partners with the first. Nothing is lost: a sender waits for
//! room.

use std::cell::Cell;
use std::ffi::CStr;
use std::time::Duration;

use peer_bridge::Wire;
use zenoh::handlers::{FifoChannel, FifoChannelHandler};
use zenoh::pubsub::{Publisher, Subscriber};
use zenoh::qos::CongestionControl;
use zenoh::sample::Sample;
use zenoh::{Config, Session, Wait};

/// What a partner says first: whoever hears it knows of the subscription before it.
const HELLO: &[u8] = b"!";

struct Keys {
    to: Publisher<'static>,
    from: Subscriber<FifoChannelHandler<Sample>>,
    /// One that came while this process slept.
    came: Option<Sample>,
    others: usize,
    is_first: bool,
    greetings: Cell<usize>,
    _session: Session,
}

fn text(problem: impl std::fmt::Display) -> String {
    problem.to_string()
}

impl Wire for Keys {
    const NAME: &'static CStr = c"Zenoh 1.9.0";

    fn open(place: &str, is_first: bool, others: usize, _: usize) -> Result<Self, String> {
        let (_, port) = place.rsplit_once('-').ok_or("a place without a port")?;
        let at = format!("[\"tcp/127.0.0.1:{port}\"]");
        let (listens, connects) = if is_first { (&*at, "[]") } else { ("[]", &*at) };
        let mut config = Config::default();
        for (key, value) in [
            ("mode", "\"peer\""),
            ("scouting/multicast/enabled", "false"),
            ("scouting/gossip/enabled", "false"),
            ("listen/endpoints", listens),
            ("connect/endpoints", connects),
        ] {
            config.insert_json5(key, value).map_err(text)?;
        }
        let session = zenoh::open(config).wait().map_err(text)?;
        let (there, back) = (format!("{place}/there"), format!("{place}/back"));
        let (to, from) = if is_first {
            (there, back)
        } else {
            (back, there)
        };
        let from = session
            .declare_subscriber(from)
            .with(FifoChannel::new(1024))
            .wait()
            .map_err(text)?;
        let to = session
            .declare_publisher(to)
            .congestion_control(CongestionControl::Block)
            .wait()
            .map_err(text)?;
        Ok(Self {
            to,
            from,
            came: None,
            others,
            is_first,
            greetings: Cell::new(0),
            _session: session,
        })
    }

    fn is_matched(&self) -> Result<bool, String> {
        let greetings = self.greetings.get();
        if self.is_first {
            if self.from.try_recv().map_err(text)?.is_some() {
                self.greetings.set(greetings + 1);
            }
        } else if greetings == 0 && self.to.matching_status().wait().map_err(text)?.matching() {
            self.send(HELLO)?;
            self.greetings.set(1);
        }
        Ok(self.greetings.get() >= self.others)
    }

    fn send(&self, message: &[u8]) -> Result<(), String> {
        self.to.put(message).wait().map_err(text)
    }

    fn receive(&mut self, message: &mut [u8]) -> Result<bool, String> {
        let came = match self.came.take() {
            Some(came) => Some(came),
            None => self.from.try_recv().map_err(text)?,
        };
        let Some(came) = came else {
            return Ok(false);
        };
        let bytes = came.payload().to_bytes();
        if bytes.len() != message.len() {
            return Err("a message of another length".to_owned());
        }
        message.copy_from_slice(&bytes);
        Ok(true)
    }

    fn sleep(&mut self, at_most: Duration) {
        if self.came.is_none() {
            self.came = self.from.recv_timeout(at_most).ok().flatten();
        }
    }
}

peer_bridge::export!(Keys);
