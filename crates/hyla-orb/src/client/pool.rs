//! Connections of shared bindings, each used by one call at a time.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::client::connection::Connection;
use crate::client::endpoint::ServerEndpoint;
use crate::exception::SystemException;
use crate::qos::{Qos, Route, Wait};

/// Connections are shared by bindings to one server that agree in these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shared {
    endpoint: ServerEndpoint,
    route: Route,
    wait: Wait,
    priority: Option<i16>,
}

pub(crate) struct Pool {
    most: usize,
    servers: Mutex<HashMap<Shared, Arc<ServerConnections>>>,
}

/// Connections to one server.
pub(crate) struct ServerConnections {
    most: usize,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    /// Boxed, since each call moves one.
    #[expect(clippy::vec_box, reason = "each call moves one in and out")]
    idle: Vec<Box<Connection>>,
    open: usize,
    /// Calls that wait for a connection.
    waiting: usize,
}

impl Pool {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            servers: Mutex::default(),
        }
    }

    /// Connections to that server.
    pub(crate) fn server(&self, endpoint: &ServerEndpoint, qos: &Qos) -> Arc<ServerConnections> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = Shared {
            endpoint: endpoint.clone(),
            route: qos.route,
            wait: qos.wait,
            priority: qos.priority,
        };
        let made = servers.entry(shared).or_insert_with(|| {
            Arc::new(ServerConnections {
                most: self.most,
                state: Mutex::default(),
                returned: Condvar::new(),
            })
        });
        Arc::clone(made)
    }
}

impl ServerConnections {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection for one call: an idle one, a new one, or the next one returned.
    pub(crate) fn take(
        &self,
        connect: impl FnOnce() -> Result<Connection, SystemException>,
    ) -> Result<Box<Connection>, SystemException> {
        let mut state = self.lock();
        loop {
            while let Some(mut connection) = state.idle.pop() {
                if connection.is_usable() {
                    return Ok(connection);
                }
                state.open -= 1;
            }
            if state.open < self.most {
                state.open += 1;
                break;
            }
            state.waiting += 1;
            state = self
                .returned
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        drop(state);
        connect()
            .map(Box::new)
            .inspect_err(|_| self.give_back(None))
    }

    /// Returns a connection; `None` if it broke.
    pub(crate) fn give_back(&self, connection: Option<Box<Connection>>) {
        let mut state = self.lock();
        match connection {
            Some(connection) => state.idle.push(connection),
            None => state.open -= 1,
        }
        let is_wanted = state.waiting > 0;
        drop(state);
        if is_wanted {
            self.returned.notify_one();
        }
    }
}
