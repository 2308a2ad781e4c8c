//! Sessions that are held back: for a long message that is being decoded, for a join that waits, or for a rest. What comes behind waits.

use std::collections::VecDeque;

use hyla_core::message::ToRti;
use hyla_net::{ChannelId, Following};

use super::{ServerLoop, SessionChannel};

impl SessionChannel {
    /// Reads no more of it, until [`ServerLoop::resume`]. What has been read already waits.
    pub(super) fn hold_back(&mut self) {
        self.channel.set_paused(true);
        self.behind.get_or_insert_default();
    }

    /// Gives back what has waited.
    fn go_on(&mut self) -> VecDeque<Vec<u8>> {
        self.channel.set_paused(false);
        self.behind.take().unwrap_or_default()
    }
}

impl ServerLoop {
    /// Goes on with a session: with the message that it was held back for, if there is one, and with what came behind. It may be held back
    /// again meanwhile.
    pub(super) fn resume(&mut self, id: ChannelId, message: Result<Option<ToRti>, String>) {
        let Some(session) = self.channels.get_mut(&id) else {
            return;
        };
        let behind = session.go_on();
        let message = message.map(|message| message.and_then(|it| self.unless_late(id, it)));
        let mut handled = message.and_then(|message| match message {
            Some(message) => self.handle_message(id, message),
            None => Ok(()),
        });
        for frame in behind {
            handled = handled.and_then(|()| self.handle_frame(id, &frame, Following::none()));
        }
        if let Err(problem) = handled {
            self.doom(id, problem);
        }
        self.log_notices();
    }
}
