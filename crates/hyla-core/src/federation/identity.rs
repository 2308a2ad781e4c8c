//! The membership of a federate: what it joined, as whom, and by which names of time.

use hyla_types::{Edition, FederateHandle, TimeImplementation};

use crate::message::Snapshot;
use crate::secrets::{ExecutionId, LinkKey, Token};

/// Identity of a joined federate and of its federation execution. Only a restore changes it.
#[derive(Debug)]
pub(crate) struct Identity {
    handle: FederateHandle,
    name: String,
    federation: String,
    execution: ExecutionId,
    token: Token,
    edition: Edition,
    time: TimeImplementation,
    time_name: String,
}

impl Identity {
    /// Identity of the federate that the RTI has let in with this snapshot.
    pub(crate) fn new(
        handle: FederateHandle,
        name: &str,
        edition: Edition,
        snapshot: &mut Snapshot,
    ) -> Self {
        Self {
            handle,
            name: name.to_owned(),
            federation: std::mem::take(&mut snapshot.federation),
            execution: snapshot.execution,
            token: snapshot.token,
            edition,
            time: snapshot.time,
            time_name: std::mem::take(&mut snapshot.time_name),
        }
    }

    /// A restore makes the federate a saved one: handle, name and time are those of the save.
    pub(super) fn become_saved(
        &mut self,
        handle: FederateHandle,
        name: String,
        time: TimeImplementation,
    ) {
        self.handle = handle;
        self.name = name;
        self.time = time;
    }

    #[inline]
    pub(crate) fn handle(&self) -> FederateHandle {
        self.handle
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Name of the federation execution.
    pub(crate) fn federation(&self) -> &str {
        &self.federation
    }

    /// Distinguishes executions of the same name.
    pub(crate) fn execution(&self) -> ExecutionId {
        self.execution
    }

    /// The secret that this federate shares with the member of that token.
    pub(crate) fn link_key(&self, other: &Token) -> LinkKey {
        LinkKey::between(self.execution, &self.token, other)
    }

    #[inline]
    pub(crate) fn edition(&self) -> Edition {
        self.edition
    }

    /// The implementation of logical time that the federation execution uses.
    #[inline]
    pub(crate) fn time(&self) -> TimeImplementation {
        self.time
    }

    /// The implementation's name, as federates write it.
    pub(crate) fn time_name(&self) -> &str {
        &self.time_name
    }
}

/// Identity of a federation execution. Nothing changes it.
#[derive(Debug)]
pub(crate) struct ExecutionIdentity {
    name: String,
    execution: ExecutionId,
    time: TimeImplementation,
    time_name: String,
}

impl ExecutionIdentity {
    /// An execution with that number whose federates use that time.
    pub(crate) fn new(
        name: String,
        execution: ExecutionId,
        time: TimeImplementation,
        time_name: &str,
    ) -> Self {
        Self {
            name,
            execution,
            time,
            time_name: time_name.to_owned(),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Distinguishes executions of the same name.
    pub(crate) fn execution(&self) -> ExecutionId {
        self.execution
    }

    /// The implementation of logical time.
    pub(crate) fn time(&self) -> TimeImplementation {
        self.time
    }

    /// The implementation's name, as federates write it.
    pub(crate) fn time_name(&self) -> &str {
        &self.time_name
    }
}
