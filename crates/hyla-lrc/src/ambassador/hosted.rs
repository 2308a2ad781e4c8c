//! For programs that run the members of many federates, such as servers of other protocols.

use std::net::SocketAddr;
use std::time::Duration;

use hyla_core::Result;
use hyla_types::{Credentials, LogicalTime, Service};

use super::RtiAmbassador;
#[cfg(unix)]
use crate::engine::MemberIo;
use crate::engine::{Host, Turn, Unanswered};
use hyla_core::callback::FederateAmbassador;

impl RtiAmbassador {
    /// `connect` (4.2) to the RTI of this process, without a thread: the member does its work in
    /// [`Self::turn`]. Services that wait for the RTI (create, destroy, list, join, resign, queries of
    /// GALT and LITS) do the member's I/O on the calling thread meanwhile and wait as ever; no other
    /// service waits, see [`Self::is_congested`]. Nobody may call services from inside callbacks.
    /// Without `credentials` it connects as nobody: those of the settings are the host's own.
    ///
    /// # Errors
    /// As [`Self::connect_with_configuration`].
    pub fn connect_hosted(
        &self,
        federate: Box<dyn FederateAmbassador>,
        host: Host,
        credentials: Option<Credentials>,
    ) -> Result<()> {
        let outcome = self.engine().check_outside_callback(Service::Connect);
        let outcome =
            outcome.and_then(|()| self.engine().connect_hosted(federate, host, credentials));
        self.engine().finish(Service::Connect, outcome)
    }

    /// Sets the address of the federate for which this ambassador acts. The authorizer of an RTI of this
    /// process gets it from the next connect on: its audit lines name the address, and callers that guess
    /// passwords have to wait. Without it the federate counts as one of this process.
    ///
    /// Any thread. Local: sends nothing.
    pub fn set_caller(&self, caller: SocketAddr) {
        self.engine().set_caller(caller);
    }

    /// Reports to the RTI that the connection of this hosted member's client is cut, and for how long its
    /// session is kept; `None` once the client is back. `hyla ls` shows it, and so do the exceptions that name
    /// joined federates. Without a connection to the RTI it does nothing.
    ///
    /// Any thread. One message to the RTI, without an answer.
    pub fn set_client_cut(&self, kept: Option<Duration>) {
        self.engine().set_client_cut(kept);
    }

    /// Does the I/O of a hosted member and delivers at most `limit` callbacks on the calling thread;
    /// never waits. To be called after connecting, after calls of services, when the host's `wake` was
    /// called, when [`Self::io`] is readable, and at the deadline given back. Bytes that have come over TCP are
    /// read only if the caller says that it is `readable`, also if it has just connected; asking
    /// the system each time would cost as much as a message. After a lost connection it delivers the
    /// callback that says so.
    pub fn turn(&self, limit: usize, readable: bool) -> Turn {
        self.engine().turn(limit, readable)
    }

    /// From now on a callback that changes what the federate may do (`timeAdvanceGrant`, `flushQueueGrant`,
    /// `timeRegulationEnabled`, `timeConstrainedEnabled`, confirmed changes of transportation types,
    /// `initiateFederateSave`) takes effect by [`Self::callback_answered`], and no turn delivers what follows it before,
    /// except callbacks of saves and restores: for hosts whose federates get callbacks later than the turn that delivers them.
    ///
    /// Any thread. Local: sends nothing.
    pub fn await_answers(&self) {
        self.engine().await_answers();
    }

    /// The callback that takes effect by [`Self::callback_answered`], if one was delivered.
    ///
    /// Any thread. Local: sends nothing.
    #[must_use]
    pub fn unanswered(&self) -> Option<Unanswered> {
        self.engine().unanswered()
    }

    /// Whether a message with this time stamp may be sent once `timeRegulationEnabled` has taken effect, if that is the callback
    /// of [`Self::unanswered`]. Before, any stamp may be.
    ///
    /// Any thread. Local: sends nothing.
    #[must_use]
    pub fn may_stamp(&self, time: LogicalTime) -> bool {
        self.engine().may_stamp(time)
    }

    /// The federate has had the callback of [`Self::unanswered`]. A turn is due afterwards.
    ///
    /// Any thread. Local: sends nothing by itself.
    pub fn callback_answered(&self) {
        self.engine().callback_answered();
    }

    /// Whether a receiver of what this hosted member sends cannot keep up. Then no further calls should
    /// be made until it can, to be asked again every few milliseconds, with turns in between; calls
    /// made nevertheless are carried out and cost memory.
    ///
    /// Any thread. Local: reads the state of the member's channels.
    #[must_use]
    pub fn is_congested(&self) -> bool {
        self.engine().is_congested()
    }

    /// The descriptor that becomes readable when data arrived for a hosted member over TCP; `None` without a
    /// connection.
    ///
    /// Any thread. Local: sends nothing.
    #[cfg(unix)]
    #[must_use]
    pub fn io(&self) -> Option<MemberIo> {
        self.engine().io()
    }
}
