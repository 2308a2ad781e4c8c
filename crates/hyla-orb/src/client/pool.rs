//! Connections of shared bindings, each used by one call at a time.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, PoisonError};

use crate::client::connection::{Connection, ServerEndpoint};
use crate::exception::SystemException;

pub(crate) struct Pool {
    most: usize,
    servers: Mutex<HashMap<ServerEndpoint, Server>>,
    returned: Condvar,
}

#[derive(Default)]
struct Server {
    idle: Vec<Connection>,
    open: usize,
}

impl Pool {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            servers: Mutex::default(),
            returned: Condvar::new(),
        }
    }

    /// A connection to that endpoint for one call: an idle one, a new one, or the next one
    /// returned.
    pub(crate) fn take(
        &self,
        endpoint: &ServerEndpoint,
        connect: impl FnOnce() -> Result<Connection, SystemException>,
    ) -> Result<Connection, SystemException> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if !servers.contains_key(endpoint) {
                servers.insert(endpoint.clone(), Server::default());
            }
            let server = servers.get_mut(endpoint).expect("just made");
            while let Some(mut connection) = server.idle.pop() {
                if connection.is_usable() {
                    return Ok(connection);
                }
                server.open -= 1;
            }
            if server.open < self.most {
                server.open += 1;
                break;
            }
            servers = self
                .returned
                .wait(servers)
                .unwrap_or_else(PoisonError::into_inner);
        }
        drop(servers);
        connect().inspect_err(|_| self.give_back(endpoint, None))
    }

    /// Returns a connection; `None` if it broke.
    pub(crate) fn give_back(&self, endpoint: &ServerEndpoint, connection: Option<Connection>) {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = servers.get_mut(endpoint) {
            match connection {
                Some(connection) => server.idle.push(connection),
                None => server.open -= 1,
            }
        }
        drop(servers);
        self.returned.notify_one();
    }
}
