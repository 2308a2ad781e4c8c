//! Keys for the channels between the members of an execution (`docs/decisions/0050-encryption.md`).

use super::rti::Rti;
use super::session::{SessionId, Transmit};
use crate::message::key_frame;
use crate::secrets::ExecutionId;

/// Transports of sessions that nobody else can read.
const PRIVATE: [&str; 3] = ["tls", "shm", "in-process"];

impl Rti {
    /// Hands keys for the channels between members to all that join from now on. Sessions that others can read get none:
    /// their data passes through the RTI.
    pub fn seal_channels(&mut self) {
        self.channel_keys = Some(0);
    }

    /// Makes a new key for each execution and sends it to its members. Who has left does not get it.
    pub fn change_channel_keys(&mut self) {
        let Some(count) = &mut self.channel_keys else {
            return;
        };
        *count += 1;
        let members: Vec<_> = self
            .executions
            .values()
            .flat_map(|execution| {
                let id = execution.identity.execution();
                execution.members.values().map(move |m| (m.session, id))
            })
            .collect();
        for (session, execution) in members {
            self.send_channel_key(session, execution);
        }
    }

    /// Sends the present key of an execution to one of its members.
    pub(super) fn send_channel_key(&mut self, session: SessionId, execution: ExecutionId) {
        let transport = self.transports.get(&session);
        let is_private = transport.is_some_and(|transport| PRIVATE.contains(transport));
        let Some(count) = self.channel_keys.filter(|_| is_private) else {
            return;
        };
        let mut frame = Vec::new();
        key_frame(&self.config.seed.channel_key(execution, count), &mut frame);
        self.transmits.push_back(Transmit {
            to: session,
            frame: frame.into(),
        });
    }
}
