//! Frames of sessions.

use hyla_core::executive::Greeted;
use hyla_core::message::{
    Echo, FrameKind, Greeting, ToRti, decode_control, kind_of, relayed, relayed_together,
};
use hyla_net::{Address, ChannelId, Following};

use super::{ServerLoop, session_of};
use crate::audit::{self, Peer, Who};
use crate::reflection::host_reading;

impl ServerLoop {
    pub(super) fn handle_frame(
        &mut self,
        id: ChannelId,
        frame: &[u8],
        following: Following<'_>,
    ) -> Result<(), String> {
        let Some(session) = self.channels.get_mut(&id) else {
            return Ok(());
        };
        if session.is_doomed {
            return Ok(());
        }
        if let Some(behind) = &mut session.behind {
            behind.push_back(frame.to_vec());
            return Ok(());
        }
        match kind_of(frame).map_err(|e| e.0)? {
            FrameKind::Greeting if !session.greeted && !session.awaits_authorization => {
                let greeting = decode_control::<Greeting>(frame).map_err(|e| e.0)?;
                session.peer = Some(Peer::of(&session.channel));
                let origin = audit::origin_of(&session.channel);
                let outcome = self
                    .rti
                    .handle_greeting_from(session_of(id), &greeting, &origin);
                self.transmit();
                let greeted = outcome.map_err(|refusal| refusal.to_string())?;
                if let Some(session) = self.channels.get_mut(&id) {
                    match greeted {
                        Greeted::Welcome => {
                            session.greeted = true;
                            session.channel.admit();
                            let who = Who::new(None, session.peer.as_ref());
                            self.requests.connected(&who);
                        }
                        Greeted::Waits => session.awaits_authorization = true,
                    }
                    let transport = match session.channel.peer_address() {
                        Address::Tcp(_) if session.channel.is_private() => "tls",
                        Address::Tcp(_) => "tcp",
                        Address::SharedMemory(_) => "shm",
                        Address::InProcess(_) => "in-process",
                        Address::Udp(_) => "udp",
                    };
                    self.rti.handle_transport(session_of(id), transport);
                }
                Ok(())
            }
            FrameKind::Control if session.greeted => {
                if self.long_messages.has_room()
                    && let Some(kept) = following.keep()
                {
                    session.hold_back();
                    self.long_messages.begin(id, kept);
                    return Ok(());
                }
                let message = decode_control::<ToRti>(frame).map_err(|e| e.0)?;
                match self.wait_to_join(id, message) {
                    Some(message) => self.handle_message(id, message),
                    None => Ok(()),
                }
            }
            FrameKind::Echo if session.greeted => {
                let echo = Echo::read(frame).map_err(|e| e.0)?;
                if !echo.is_answer {
                    let answer = echo.answered(host_reading);
                    self.append(id, frame.len(), |buffer| answer.put(buffer));
                }
                Ok(())
            }
            FrameKind::Relayed if session.greeted => {
                let (to, inner) = relayed(frame).map_err(|e| e.0)?;
                // Earlier messages leave first.
                self.transmit();
                self.relay(id, to, inner);
                self.depart();
                Ok(())
            }
            FrameKind::RelayedTogether if session.greeted => {
                let entries = relayed_together(frame).map_err(|e| e.0)?;
                self.transmit();
                // No other session is served meanwhile: so all receivers get all messages in the
                // same order.
                for (inner, receivers) in entries {
                    receivers.for_each(|to| self.relay(id, to, inner));
                }
                self.depart();
                Ok(())
            }
            other => Err(format!("unexpected {other:?} frame")),
        }
    }

    pub(super) fn handle_message(&mut self, id: ChannelId, message: ToRti) -> Result<(), String> {
        let handled = self.handle_and_rest(id, message);
        self.trust_if_joined(id);
        handled
    }

    /// Handles long messages that are decoded by now, and what came behind them.
    pub(super) fn handle_long_messages(&mut self) {
        while let Some((id, decoded)) = self.long_messages.next_done() {
            match decoded {
                Ok(message) => {
                    if let Some(message) = self.wait_to_join(id, message) {
                        self.resume(id, Ok(Some(message)));
                    }
                }
                Err(problem) => self.resume(id, Err(problem)),
            }
        }
    }

    /// The message, unless it is of a member that is none any more: it was sent before the notice of the removal arrived.
    pub(super) fn unless_late(&self, id: ChannelId, message: ToRti) -> Option<ToRti> {
        if matches!(message, ToRti::Member(_)) && !self.rti.has_joined(session_of(id)) {
            self.long_messages.free(message);
            return None;
        }
        Some(message)
    }

    /// The federate of a session that has joined is a member: what it leaves unfinished counts with what others of its user do. Who has only
    /// greeted may be anybody.
    fn trust_if_joined(&mut self, id: ChannelId) {
        if let Some(session) = self.channels.get_mut(&id)
            && !session.is_trusted
            && self.rti.has_joined(session_of(id))
        {
            session.is_trusted = true;
            if let Some(number) = self.budget_of(id)
                && let Some(session) = self.channels.get(&id)
            {
                session.channel.trust_user(number);
            }
        }
    }
}
