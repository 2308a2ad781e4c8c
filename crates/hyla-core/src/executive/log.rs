//! Messages of the executive: the control log to all members, and the RTI's messages and data to one member.

use std::sync::Arc;

use hyla_types::FederateHandle;

use super::session::transmit;
use super::{Executive, Transmit};
use crate::message::{FromRti, LogEvent, control_frame, relay_frame};

impl Executive {
    /// Number of the next entry.
    pub(crate) fn log_length(&self) -> u64 {
        self.log.next
    }

    /// Numbers an accepted change and sends it to every member. It is encoded once.
    pub(crate) fn append(&mut self, event: LogEvent, out: &mut Vec<Transmit>) {
        let number = self.log.next;
        self.log.next += 1;
        let mut frame = Vec::new();
        control_frame(&FromRti::Log { number, event }, &mut frame);
        let frame = Arc::new(frame);
        let sessions = self.members.values().map(|member| member.session);
        out.extend(sessions.map(|to| Transmit {
            to,
            frame: frame.clone(),
        }));
    }

    /// Sends every member a message outside of the log. It is encoded once.
    pub(crate) fn broadcast(&self, message: &FromRti, out: &mut Vec<Transmit>) {
        let mut frame = Vec::new();
        control_frame(message, &mut frame);
        let frame = Arc::new(frame);
        let sessions = self.members.values().map(|member| member.session);
        out.extend(sessions.map(|to| Transmit {
            to,
            frame: frame.clone(),
        }));
    }

    /// Sends some members a message outside of the log. It is encoded once.
    pub(crate) fn tell_all<'f>(
        &self,
        federates: impl Iterator<Item = &'f FederateHandle>,
        message: &FromRti,
        out: &mut Vec<Transmit>,
    ) {
        let mut frame = Vec::new();
        control_frame(message, &mut frame);
        let frame = Arc::new(frame);
        let members = federates.filter_map(|federate| self.members.get(federate));
        out.extend(members.map(|member| Transmit {
            to: member.session,
            frame: frame.clone(),
        }));
    }

    /// Sends one member a message that does not concern the others.
    pub(crate) fn tell(
        &self,
        federate: FederateHandle,
        message: &FromRti,
        out: &mut Vec<Transmit>,
    ) {
        if let Some(member) = self.members.get(&federate) {
            out.push(transmit(member.session, message));
        }
    }

    /// Sends one member a data frame of which the RTI is the sender.
    pub(crate) fn send_data(
        &self,
        federate: FederateHandle,
        write: impl FnOnce(&mut Vec<u8>),
        out: &mut Vec<Transmit>,
    ) {
        let Some(member) = self.members.get(&federate) else {
            return;
        };
        let mut frame = Vec::new();
        relay_frame(FederateHandle::RTI, &mut frame);
        write(&mut frame);
        out.push(Transmit {
            to: member.session,
            frame: frame.into(),
        });
    }
}
