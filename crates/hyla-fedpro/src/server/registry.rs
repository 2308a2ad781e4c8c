//! Tasks of sessions.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyla_net::Endpoint;
use tokio::sync::mpsc;

use crate::session::ResumeRequest;
use crate::transport::Connection;
use crate::wire::FrameDecoder;

/// Messages that may wait for a task. More than one only if several connections want one session.
const INBOX: usize = 8;

/// Message to a session's task.
pub(crate) enum ToSession {
    /// Its client is back.
    Resume(Box<Return>),
    /// The server ends.
    Stop,
}

/// A client that is back.
pub(crate) struct Return {
    pub(crate) connection: Connection,
    /// With what came behind the request.
    pub(crate) decoder: FrameDecoder,
    pub(crate) request: ResumeRequest,
}

/// The way by which a client began its session. Who has stolen the number of a session resumes it by no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Nobody else can have read the number.
    is_secure: bool,
    /// The client's address, or network.
    network: IpAddr,
    /// The key of the client's certificate, where one is asked for. A renewed certificate may have the same key.
    public_key: Option<Arc<[u8]>>,
}

impl Origin {
    pub(crate) fn of(connection: &Connection) -> Self {
        Self {
            is_secure: connection.kind().is_secure(),
            network: Endpoint::network_of(connection.peer().ip()),
            public_key: connection.public_key().map(Arc::from),
        }
    }

    /// Whether a client that comes back by `way` may have the session: over TLS from anywhere, with the key of its certificate if
    /// it had one, if the number was never in clear; otherwise from the same address.
    fn admits(&self, way: &Self) -> bool {
        if self.is_secure {
            way.is_secure && way.public_key == self.public_key
        } else {
            way.network == self.network
        }
    }
}

/// Sessions by their numbers, which are secrets.
pub(crate) struct Registry {
    sessions: Mutex<Sessions>,
    /// A task has ended.
    ended: Condvar,
    most: Most,
}

/// Most sessions whose federate has connected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub(crate) in_all: usize,
    /// From one address, or network of IPv6.
    pub(crate) of_address: usize,
}

#[derive(Default)]
struct Sessions {
    by_number: HashMap<u64, (mpsc::Sender<ToSession>, Origin)>,
    /// Tasks, those included whose session nobody finds any more.
    tasks: usize,
    /// Tasks whose federate has connected.
    connected: usize,
    /// These, by the networks of their clients.
    connected_from: HashMap<IpAddr, usize>,
    closed: bool,
}

impl Sessions {
    /// Whether one more federate of that network may connect.
    fn admit(&self, network: IpAddr, most: Most) -> Result<(), NoSession> {
        if self.connected >= most.in_all {
            return Err(NoSession::TooMany);
        }
        match self.connected_from.get(&network) {
            Some(number) if *number >= most.of_address => Err(NoSession::TooManyOfAddress),
            _ => Ok(()),
        }
    }

    fn connect(&mut self, network: IpAddr) {
        self.connected += 1;
        *self.connected_from.entry(network).or_default() += 1;
    }

    fn disconnect(&mut self, network: IpAddr) {
        self.connected -= 1;
        if let Some(number) = self.connected_from.get_mut(&network) {
            *number -= 1;
            if *number == 0 {
                self.connected_from.remove(&network);
            }
        }
    }
}

/// Why there is no new session.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoSession {
    #[error("fedpro.max_sessions is reached")]
    TooMany,
    #[error("fedpro.max_sessions_per_address is reached")]
    TooManyOfAddress,
    #[error("the server is shutting down")]
    Ending,
    #[error("no random numbers from the system: {0}")]
    NoRandomNumbers(String),
}

impl Registry {
    pub(crate) fn new(most: Most) -> Arc<Self> {
        Arc::new(Self {
            sessions: Mutex::default(),
            ended: Condvar::new(),
            most,
        })
    }

    fn locked(&self) -> MutexGuard<'_, Sessions> {
        // Nothing that panics happens while it is locked.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more session. Its number cannot be guessed: who knows it may resume the session. It counts once its
    /// federate connects; until then it is one of the strangers, whose number is limited.
    pub(crate) fn enter(self: &Arc<Self>, origin: Origin) -> Result<Registration, NoSession> {
        let (sender, inbox) = mpsc::channel(INBOX);
        let mut sessions = self.locked();
        if sessions.closed {
            return Err(NoSession::Ending);
        }
        sessions.admit(origin.network, self.most)?;
        let number = loop {
            let number =
                getrandom::u64().map_err(|error| NoSession::NoRandomNumbers(error.to_string()))?;
            if number != 0 && !sessions.by_number.contains_key(&number) {
                break number;
            }
        };
        let network = origin.network;
        sessions.by_number.insert(number, (sender, origin));
        sessions.tasks += 1;
        Ok(Registration {
            registry: Arc::clone(self),
            number,
            network,
            inbox,
            is_connected: false,
        })
    }

    /// Gives a client that is back to its session's task; gives it back if there is none, or if it came by another way.
    pub(crate) fn give_back(&self, back: Box<Return>) -> Result<(), Box<Return>> {
        let way = Origin::of(&back.connection);
        let found = self.locked().by_number.get(&back.request.session).cloned();
        let Some((sender, _)) = found.filter(|(_, origin)| origin.admits(&way)) else {
            return Err(back);
        };
        match sender.try_send(ToSession::Resume(back)) {
            Ok(()) => Ok(()),
            Err(error) => match error.into_inner() {
                ToSession::Resume(back) => Err(back),
                ToSession::Stop => Ok(()),
            },
        }
    }

    /// Ends all sessions; from now on there are no new ones.
    pub(crate) fn close(&self) {
        let mut sessions = self.locked();
        sessions.closed = true;
        for (sender, _) in sessions.by_number.values() {
            // A task whose inbox is full finds the registry closed when it has emptied the inbox.
            let _ = sender.try_send(ToSession::Stop);
        }
    }

    /// Waits on this thread for a task to end, for so long at most; whether there are more to wait for.
    pub(crate) fn sessions_end(&self, limit: Duration) -> bool {
        let sessions = self.locked();
        if sessions.tasks == 0 || limit.is_zero() {
            return false;
        }
        let waited = self.ended.wait_timeout(sessions, limit);
        waited.unwrap_or_else(PoisonError::into_inner).0.tasks > 0
    }

    /// Whether the server ends.
    pub(crate) fn is_closed(&self) -> bool {
        self.locked().closed
    }

    /// Sessions now.
    pub(crate) fn len(&self) -> usize {
        self.locked().tasks
    }
}

/// Registration of a session, removed on drop.
pub(crate) struct Registration {
    registry: Arc<Registry>,
    number: u64,
    network: IpAddr,
    inbox: mpsc::Receiver<ToSession>,
    is_connected: bool,
}

impl Registration {
    /// The number of the session.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The address of its client, or its network of IPv6.
    pub(crate) fn network(&self) -> IpAddr {
        self.network
    }

    /// The federate of the session has connected.
    ///
    /// # Errors
    /// There is no place for it.
    pub(crate) fn connect(&mut self) -> Result<(), NoSession> {
        if self.is_connected {
            return Ok(());
        }
        let mut sessions = self.registry.locked();
        sessions.admit(self.network, self.registry.most)?;
        sessions.connect(self.network);
        self.is_connected = true;
        Ok(())
    }

    /// The next message to the task.
    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<ToSession> {
        // The registry holds a sender for as long as the place is known there.
        match self.inbox.poll_recv(cx) {
            Poll::Ready(Some(told)) => Poll::Ready(told),
            Poll::Ready(None) | Poll::Pending => Poll::Pending,
        }
    }

    /// Removes the session from the registry; returns a client that had found it just before.
    pub(crate) fn leave(&mut self) -> Vec<Return> {
        self.registry.locked().by_number.remove(&self.number);
        let mut left = Vec::new();
        while let Ok(message) = self.inbox.try_recv() {
            if let ToSession::Resume(back) = message {
                left.push(*back);
            }
        }
        left
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut sessions = self.registry.locked();
        sessions.by_number.remove(&self.number);
        sessions.tasks -= 1;
        if self.is_connected {
            sessions.disconnect(self.network);
        }
        self.registry.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Origin = Origin {
        is_secure: false,
        network: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
        public_key: None,
    };

    fn registry(in_all: usize, of_address: usize) -> Arc<Registry> {
        Registry::new(Most { in_all, of_address })
    }

    #[test]
    fn one_address_leaves_places_to_others() {
        let registry = registry(3, 2);
        let other = Origin {
            network: IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)),
            ..ORIGIN
        };
        let enter = || registry.enter(ORIGIN).unwrap();
        let (mut first, mut second, mut third) = (enter(), enter(), enter());
        first.connect().unwrap();
        second.connect().unwrap();

        assert_eq!(third.connect(), Err(NoSession::TooManyOfAddress));
        let refused = registry.enter(ORIGIN).map(|_| ());
        assert_eq!(refused, Err(NoSession::TooManyOfAddress));
        registry.enter(other).unwrap().connect().unwrap();
        drop(first);
        third.connect().unwrap();
    }

    #[test]
    fn a_place_is_free_again_when_its_session_ends() {
        let registry = registry(1, 1);
        let mut first = registry.enter(ORIGIN).unwrap();
        let mut second = registry.enter(ORIGIN).unwrap();
        first.connect().unwrap();
        first.connect().unwrap();
        assert_eq!(second.connect(), Err(NoSession::TooMany));

        assert_eq!(registry.enter(ORIGIN).map(|_| ()), Err(NoSession::TooMany));
        drop(first);
        assert!(registry.enter(ORIGIN).is_ok());
        second.connect().unwrap();
    }

    #[test]
    fn numbers_of_sessions_are_random_and_not_0() {
        let registry = registry(100, 100);
        let places: Vec<Registration> = (0..100).map(|_| registry.enter(ORIGIN).unwrap()).collect();

        assert!(places.iter().all(|place| place.number() != 0));
        // By chance once in 2³²·100 runs.
        assert!(
            places
                .iter()
                .any(|place| place.number() > u64::from(u32::MAX))
        );
        assert_eq!(registry.len(), 100);
    }

    #[test]
    fn a_server_that_ends_takes_no_session() {
        let registry = registry(1, 1);
        registry.close();

        assert_eq!(registry.enter(ORIGIN).map(|_| ()), Err(NoSession::Ending));
    }
}
