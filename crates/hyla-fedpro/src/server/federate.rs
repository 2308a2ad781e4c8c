//! Interface of a session's task to the member that carries out its calls.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_fedpro_messages::{CallRequest, CallResponse};
use hyla_lrc::Unanswered;
use hyla_types::Service;

use super::label::Label;
use super::sys::Watchable;
use crate::callback::Outcalls;
use crate::service::{CallDependency, Weight, dependency};

/// How a turn ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turned {
    /// Another turn should follow, unasked.
    pub(crate) more: bool,
    /// Another turn is due then.
    pub(crate) deadline: Option<Instant>,
}

/// The federate of one session: it carries out the client's calls and has callbacks for it.
pub(crate) trait Federate: Send + Sized + 'static {
    /// Source that becomes readable when a turn is due.
    type Io: Watchable + Send + 'static;

    /// How long the call will take.
    fn weight(&self, call: &CallRequest) -> Weight;
    /// Carries a call out.
    fn serve(&mut self, call: CallRequest) -> CallResponse;
    /// Gives the member a turn of at most `limit` callbacks, which are put into `callbacks`. `readable`:
    /// something has come over TCP.
    fn turn(&mut self, limit: usize, readable: bool, callbacks: &mut Outcalls) -> Turned;
    /// A callback that changes what the federate may do, until [`Self::answered`]: the last one that its turn delivered. Before
    /// the answer only callbacks of saves and restores follow it.
    fn unanswered(&self) -> Option<Unanswered> {
        None
    }
    /// How a call depends on that callback.
    fn dependency(&self, call: &CallRequest, callback: Service) -> Option<CallDependency> {
        dependency(call, callback)
    }
    /// The federate has had the callback of [`Self::unanswered`].
    fn answered(&mut self) {}
    /// Whether someone who gets what the federate sends cannot keep up: no further call until then.
    fn is_congested(&self) -> bool;
    /// Source to wait for between turns; changes with each connect.
    fn io(&self) -> Option<Self::Io>;
    /// Whether it is connected, so that it can be disconnected.
    fn is_connected(&self) -> bool;
    /// Whether it has connected, so that its session is worth keeping without a connection.
    fn is_identified(&self) -> bool {
        self.is_connected()
    }
    /// The connection of its client is cut, and the session is kept for so long; `None`: the client is back.
    fn client_cut(&mut self, kept: Option<Duration>);
    /// Its names, as far as they are known.
    fn label(&self) -> Label;
    /// Resigns, as the automatic resign directive has it, and disconnects; may wait.
    fn leave(self);
}

/// The client of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    /// Nobody can read along.
    pub(crate) is_secure: bool,
}

/// Makes the federate of a new session; it gets the waker of the session's task, and the client.
pub(crate) trait Maker: Send + Sync + 'static {
    type Federate: Federate;

    fn make(&self, wake: Arc<dyn Fn() + Send + Sync>, client: Client) -> Self::Federate;
}
