//! The task of one session: it owns the connection, the session with its calls ([`CallOrder`]) and the federate.
//!
//! Each time something happens, it makes a round: it takes the frames that have come, carries out
//! calls, gives the federate a turn for its callbacks, and writes all that came of it at once.
//!
//! | module | what is there |
//! |---|---|
//! | `answers` | callbacks that take effect when they are answered |
//! | `link` | the connection that serves the session at the moment |
//! | `events` | waiting for the next event |
//! | `round` | frames, calls, callbacks |
//! | `end` | how a session ends |
//!
//! Limits of a session's memory. They are checked between reads, calls and turns, so one of these may exceed them.
//!
//! | memory | limit |
//! |---|---|
//! | output before it is written | `fedpro.hold_bytes` |
//! | written output, kept for a resume | `fedpro.history_bytes` |
//! | input until the federate has connected | a message of 64 KiB, a call, and a read of 128 KiB |
//! | answers until the federate has connected | 256 KiB |
//! | waiting calls | 32 MiB |
//! | buffer of the arriving message; over WebSocket there are two | twice `fedpro.max_message_bytes` and a read of 128 KiB |
//! | buffer that the first waiting calls were read into | the same |
//! | fields of the call that is decoded | `fedpro.max_message_bytes`; three times as much while a list grows |

mod answers;
mod connection;
mod end;
mod events;
mod round;

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use hyla_fedpro_messages::CallResponse;
use hyla_net::StrangerPermit;
use tokio::task::JoinHandle;
use tokio::time::Sleep;

use super::federate::{Client, Federate, Maker};
use super::label::Label;
use super::registry::Registration;
use super::shared::Shared;
use super::sys::Watched;
use super::threads::{ThreadPermit, ThreadRequest};
use super::wake::Wake;
use crate::call_order::CallOrder;
use crate::callback::Outcalls;
use crate::session::{ClientSession, Counts};
use crate::transport::Connection;
use crate::wire::{FrameDecoder, SequenceNumber};
use connection::ClientConnection;

/// How long until a federate is asked again whether those who get what it sends keep up.
const CONGESTION_PAUSE: Duration = Duration::from_millis(2);

/// Why a session is lost whose client sends what it must not: that would come again with each resume.
const TOO_LARGE: &str = "a message of its client is larger than fedpro.max_message_bytes";

/// The same before its federate has connected.
const TOO_LARGE_BEFORE: &str =
    "a message of its client is larger than 65536 bytes, and its federate has not connected";

/// The task of one session.
pub(super) struct Task<M: Maker> {
    shared: Arc<Shared<M>>,
    registration: Registration,
    call_order: CallOrder,
    /// The session's clock counts from here.
    started: Instant,
    link: Option<ClientConnection>,
    /// `None` while one of its calls waits.
    federate: Option<M::Federate>,
    waiting: Option<Waiting<M::Federate>>,
    thread: NextThread,
    callbacks: Outcalls,
    wake: Arc<Wake>,
    io: Option<Watched<<M::Federate as Federate>::Io>>,
    /// Bytes for the federate have arrived over TCP and were not read.
    readable: bool,
    /// The federate has something to do.
    turn_due: bool,
    turn_at: Option<Instant>,
    /// Calls are held until then, because a receiver cannot keep up.
    congested_until: Option<Instant>,
    /// The RTI knows that the client has no connection.
    told_cut: bool,
    /// Counts the client among the strangers, until its federate connects.
    permit: Option<StrangerPermit>,
    /// The federate has been connected, so that the session is worth keeping without a connection.
    has_connected: bool,
    ending: Option<Ending>,
    sleep: Pin<Box<Sleep>>,
    /// When `sleep` ends.
    alarm: Instant,
    counted: Counts,
    dropped: u64,
    label: Label,
}

/// A call that waits on a thread of its own.
struct Waiting<F> {
    call: SequenceNumber,
    done: JoinHandle<(F, CallResponse)>,
}

/// A thread for the first call, if it waits for the RTI. Until there is one, calls are held up, and the federate has its turns:
/// calls of others may wait for what it says.
#[derive(Default)]
enum NextThread {
    /// Not requested.
    #[default]
    None,
    Requested(ThreadRequest),
    /// Used in the next round, or given back.
    Granted(ThreadPermit),
}

/// Why a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The client wants it, once its calls are done.
    Terminated,
    /// The client is lost, and why.
    Lost(&'static str),
    /// The server ends.
    Stopped,
}

impl<M: Maker> Task<M> {
    /// The task of a session that has just been asked for.
    pub(super) fn new(
        shared: Arc<Shared<M>>,
        registration: Registration,
        connection: Connection,
        decoder: FrameDecoder,
        permit: StrangerPermit,
    ) -> Self {
        let wake = Arc::new(Wake::default());
        let ringer = Arc::clone(&wake);
        let client = Client {
            address: connection.peer(),
            is_secure: connection.kind().is_secure(),
        };
        let federate = shared.maker.make(Arc::new(move || ringer.ring()), client);
        let started = Instant::now();
        let session = ClientSession::new(registration.number(), shared.limits, Duration::ZERO);
        Self {
            call_order: CallOrder::new(session, shared.settings.calls_in_callbacks),
            link: Some(ClientConnection::new(connection, decoder)),
            federate: Some(federate),
            waiting: None,
            thread: NextThread::None,
            callbacks: Outcalls::default(),
            wake,
            io: None,
            readable: false,
            turn_due: false,
            turn_at: None,
            congested_until: None,
            told_cut: false,
            permit: Some(permit),
            has_connected: false,
            ending: None,
            sleep: Box::pin(tokio::time::sleep_until(started.into())),
            alarm: started,
            counted: Counts::default(),
            dropped: 0,
            label: Label::default(),
            started,
            shared,
            registration,
        }
    }

    /// Runs until the session ends. A panic ends this session and no other.
    pub(super) fn start(self) {
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move {
            if AssertUnwindSafe(self.run()).catch_unwind().await.is_err() {
                shared.counters.sessions_lost.add(1);
                tracing::error!(
                    federation = "-",
                    federate = "-",
                    "a session ends because its task panicked, which is a bug of Hyla; other sessions go on"
                );
            }
        });
    }

    async fn run(mut self) {
        let ending = loop {
            let rings = Wake::rings();
            let busy = self.round();
            let reached_others = Wake::rings() != rings;
            if let Some(ending) = self.ending
                && self.is_idle()
            {
                break ending;
            }
            if reached_others {
                // Their callbacks leave first: who is waiting for them has been waiting since before
                // the call, and to write the answer takes as long as the way to them.
                tokio::task::yield_now().await;
            }
            self.write().await;
            self.wait(busy).await;
        };
        self.finish(ending).await;
    }

    /// Whether no call is left to be carried out.
    fn is_idle(&self) -> bool {
        self.waiting.is_none()
            && (self.call_order.waiting_calls() == 0 || self.ending != Some(Ending::Terminated))
    }

    /// The session's clock.
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Adds the session's progress since the last time to the server's counters.
    fn count(&mut self) {
        let (now, before) = (self.call_order.session.counts(), self.counted);
        let counters = &self.shared.counters;
        counters.calls.add(now.calls - before.calls);
        counters.callbacks.add(now.callbacks - before.callbacks);
        counters
            .callbacks_dropped
            .add(std::mem::take(&mut self.dropped));
        self.counted = now;
    }
}
