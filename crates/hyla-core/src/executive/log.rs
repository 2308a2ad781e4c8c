//! The control log: numbering and sending it.

use super::{Executive, Transmit};
use crate::message::{FromRti, LogEvent, control_frame};

impl Executive {
    /// Number of the next entry.
    pub(crate) fn log_length(&self) -> u64 {
        self.next_log
    }

    /// Numbers an accepted change and sends it to every member. It is encoded once.
    pub(crate) fn append(&mut self, event: LogEvent, out: &mut Vec<Transmit>) {
        let number = self.next_log;
        self.next_log += 1;
        let mut frame = Vec::new();
        control_frame(&FromRti::Log { number, event }, &mut frame);
        let frame: std::sync::Arc<[u8]> = frame.into();
        let sessions = self.members.values().map(|member| member.session);
        out.extend(sessions.map(|to| Transmit {
            to,
            frame: frame.clone(),
        }));
    }
}
