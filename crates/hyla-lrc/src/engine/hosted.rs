//! Members without a thread: a host that runs many of them gives each its turns.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_core::Result;
use hyla_net::Address;
use hyla_types::{Credentials, LogicalTime, Service};

#[cfg(unix)]
use super::Connection;
use super::connect::MemberOrigin;
use super::deliver::Delivered;
use super::{Engine, locked};
use crate::settings::Settings;
use hyla_core::callback::FederateAmbassador;

/// Interface of a hosted member to its host program.
pub struct Host {
    /// Of the member. `rti.address` and `process.model` do not matter.
    pub settings: Settings,
    /// The RTI of this process (`hyla_rti::RtiServer::in_process_address`).
    pub rti: Address,
    /// Called on any thread when the member needs a turn. Must not block.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Callbacks delivered.
    pub delivered: usize,
    /// Number of waiting callbacks that are known.
    pub waiting: usize,
    /// There is more to do at once: give another turn soon, unasked.
    pub more: bool,
    /// Another turn is due then at the latest.
    pub deadline: Option<Instant>,
}

/// A delivered callback that takes effect with its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// Its kind.
    pub service: Service,
    /// Its number, among those of this member that waited for an answer.
    pub number: u64,
    /// Number of callbacks that wait behind it.
    pub waiting: usize,
}

/// Becomes readable when a turn is due because something came over TCP. Keeps the descriptor open.
#[cfg(unix)]
pub struct MemberIo(Arc<Connection>);

#[cfg(unix)]
impl std::os::fd::AsRawFd for MemberIo {
    fn as_raw_fd(&self) -> std::os::fd::RawFd {
        self.0.descriptor
    }
}

impl Engine {
    pub(crate) fn connect_hosted(
        self: &Arc<Self>,
        federate: Box<dyn FederateAmbassador>,
        host: Host,
        credentials: Option<Credentials>,
    ) -> Result<()> {
        let Host {
            settings,
            rti,
            wake,
        } = host;
        let origin = MemberOrigin::Hosted { rti, wake };
        self.connect_by(origin, Some(federate), settings, credentials)
    }

    pub(crate) fn set_caller(&self, caller: SocketAddr) {
        *locked(&self.caller) = Some(caller);
    }

    pub(crate) fn set_client_cut(&self, kept: Option<Duration>) {
        {
            let mut core = self.core();
            let core = &mut *core;
            if core.member.client_cut(kept, &mut core.links).is_err() {
                // Without a connection no call waits for it.
                return;
            }
        }
        self.depart();
    }

    /// One turn of a hosted member.
    pub(crate) fn turn(&self, limit: usize, readable: bool) -> Turn {
        let mut more = false;
        let mut network = None;
        let connection = self.connection().ok();
        if let Some(connection) = &connection {
            let turned = locked(&connection.endpoint)
                .turn(readable, &mut |event| self.handle_event(connection, event));
            match turned {
                Ok((left, deadline)) => (more, network) = (left, deadline),
                Err(error) => self.fail(&format!("polling the network failed: {error}")),
            }
            self.after_turn(connection, Instant::now());
        }
        let mut delivered = 0;
        while delivered < limit && self.deliver_one_at(Instant::now()) != Delivered::Nothing {
            delivered += 1;
        }
        let core = self.core();
        let deadline = self.next_deadline(&core);
        Turn {
            delivered,
            waiting: core.member.pending_callbacks(),
            more: more || (delivered == limit && core.member.has_callback()),
            deadline: [network, deadline].into_iter().flatten().min(),
        }
    }

    pub(crate) fn await_answers(&self) {
        self.core().member.await_answers();
    }

    pub(crate) fn unanswered(&self) -> Option<Unanswered> {
        let core = self.core();
        let callback = core.member.unanswered()?;
        Some(Unanswered {
            service: callback.service(),
            number: core.member.awaited_answers(),
            waiting: core.member.pending_callbacks(),
        })
    }

    pub(crate) fn may_stamp(&self, time: LogicalTime) -> bool {
        self.core().member.may_stamp(time)
    }

    pub(crate) fn callback_answered(&self) {
        let mut guard = self.core();
        let core = &mut *guard;
        core.member.callback_answered(&mut core.links);
        core.member.tell_changes(&mut core.links);
        drop(guard);
        self.depart();
    }

    /// Whether this member is under back-pressure.
    pub(crate) fn is_congested(&self) -> bool {
        let mut core = self.core();
        core.lost.is_none() && core.member.is_joined() && core.links.is_congested_anywhere()
    }

    /// See [`MemberIo`].
    #[cfg(unix)]
    pub(crate) fn io(&self) -> Option<MemberIo> {
        self.connection().ok().map(MemberIo)
    }
}
