//! Dispatch of received frames.

use std::time::Instant;

use hyla_core::member::Member;
use hyla_core::message::{Echo, FrameKind, key_of, kind_of, relayed};
use hyla_net::ChannelId;
use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::lanes::Timeliness;
use super::{ChannelRole, Links};
use crate::lanes::{Path, is_probe};

/// Action that the driver takes on a received frame.
#[derive(Debug)]
pub enum DispatchResult<'f> {
    /// Nothing; the links have handled the frame.
    Done,
    /// Nothing yet: the frame is kept until the control log reports its sender.
    SenderUnknown,
    /// Pass this message of the RTI to the member.
    Control,
    /// A relayed frame of a peer. `None`: a link frame, or a message that waits for its turn.
    Relayed(FederateHandle, Option<&'f [u8]>),
    /// A message that is due at once; no other message needs ordering with it.
    Message(FederateHandle, &'f [u8]),
    /// A message of a peer with several channels. Deliver [`Links::next_due`] first.
    InOrder(FederateHandle, Due<'f>),
}

/// Result of ordering a message.
#[derive(Debug)]
pub enum Due<'f> {
    /// No message, or it waits for earlier ones.
    Nothing,
    /// Deliver the message.
    Message(&'f [u8], Timeliness),
    /// Dropped and counted: best effort while too many callbacks wait.
    Overflow(&'f [u8]),
}

/// A protocol violation: its author, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolViolation {
    /// By the RTI: the connection cannot be used any longer.
    Rti(String),
    /// By a member: close its channel ([`Links::turn_away`]).
    Member(String),
    /// By an unidentified caller: close its channel.
    Unidentified(String),
    /// In a multicast group, to which anybody can send: the datagram is dropped, no channel is closed.
    Group(String),
}

impl<N: Network> Links<N> {
    /// Dispatches a frame received on a channel. Reads the clock only for frames that are not plain data.
    ///
    /// # Errors
    /// The protocol violation.
    #[inline]
    pub fn dispatch<'f>(
        &mut self,
        member: &Member,
        channel: ChannelId,
        frame: &'f [u8],
        clock: &dyn Fn() -> Instant,
    ) -> Result<DispatchResult<'f>, ProtocolViolation> {
        let (from, path) = match self.role(channel) {
            Some(ChannelRole::Stream(from)) => (from, Path::Stream),
            Some(ChannelRole::IncomingLane(from, lane)) => (from, Path::Lane(lane)),
            Some(ChannelRole::Rti) => return self.rti_said(channel, frame, clock),
            Some(ChannelRole::OutgoingLane(..)) => {
                return Err(ProtocolViolation::Member(
                    "a lane has one direction".to_owned(),
                ));
            }
            Some(ChannelRole::Unidentified) => {
                self.at(clock());
                let known = self.introduced(member, channel, frame);
                return known
                    .map(|()| DispatchResult::Done)
                    .map_err(ProtocolViolation::Unidentified);
            }
            None => return Ok(DispatchResult::Done),
        };
        self.member_said((from, path), channel, frame, clock)
            .map_err(ProtocolViolation::Member)
    }

    fn rti_said<'f>(
        &mut self,
        channel: ChannelId,
        frame: &'f [u8],
        clock: &dyn Fn() -> Instant,
    ) -> Result<DispatchResult<'f>, ProtocolViolation> {
        if Echo::is(frame) {
            let echoed = self.handle_echo(channel, None, frame, clock());
            return echoed
                .map(|()| DispatchResult::Done)
                .map_err(ProtocolViolation::Rti);
        }
        match kind_of(frame).map_err(|error| ProtocolViolation::Rti(error.0))? {
            FrameKind::Control => {
                self.at(clock());
                Ok(DispatchResult::Control)
            }
            FrameKind::Relayed => {
                let (from, inner) =
                    relayed(frame).map_err(|error| ProtocolViolation::Rti(error.0))?;
                if Echo::is(inner) {
                    let echoed = self.handle_relayed_echo(from, inner, clock());
                    echoed.map_err(ProtocolViolation::Rti)?;
                    return Ok(DispatchResult::Done);
                }
                if kind_of(inner) == Ok(FrameKind::Link) {
                    self.at(clock());
                }
                let due = self.relayed_is_due(from, inner);
                Ok(DispatchResult::Relayed(from, due.then_some(inner)))
            }
            FrameKind::Key => {
                let key = key_of(frame).map_err(|error| ProtocolViolation::Rti(error.0))?;
                self.settings.host.install_key(key);
                Ok(DispatchResult::Done)
            }
            _ => Err(ProtocolViolation::Rti(
                "the RTI sent a frame that only members may send".to_owned(),
            )),
        }
    }

    #[inline]
    fn member_said<'f>(
        &mut self,
        (from, path): (FederateHandle, Path),
        channel: ChannelId,
        frame: &'f [u8],
        clock: &dyn Fn() -> Instant,
    ) -> Result<DispatchResult<'f>, String> {
        if Echo::is(frame) {
            self.handle_echo(channel, Some(from), frame, clock())?;
            return Ok(DispatchResult::Done);
        }
        if path == Path::Stream {
            if self.hold_back(channel, frame) {
                return Ok(DispatchResult::SenderUnknown);
            }
            if !self.sorts(from, frame) {
                return Ok(DispatchResult::Message(from, frame));
            }
        }
        self.at(clock());
        let arrived = self.arrives(from, path, channel, frame)?;
        Ok(DispatchResult::InOrder(from, self.due(from, path, arrived)))
    }

    /// Dispatches a datagram received in a group: for this member, for others, or a probe.
    ///
    /// # Errors
    /// The protocol violation.
    pub fn dispatch_in_group<'f>(
        &mut self,
        (group, token): (ChannelId, u64),
        datagram: &'f [u8],
        clock: &dyn Fn() -> Instant,
    ) -> Result<DispatchResult<'f>, ProtocolViolation> {
        self.at(clock());
        if self.is_reliable_group(group) {
            self.reliable_datagram(datagram);
            return Ok(match self.next_stirred() {
                Some(from) => DispatchResult::InOrder(from, Due::Nothing),
                None => DispatchResult::Done,
            });
        }
        let Some(heard) = self.heard(group, token, datagram.len()) else {
            return Ok(DispatchResult::Done);
        };
        if is_probe(datagram) {
            return Ok(DispatchResult::Done);
        }
        let arrived = self.arrives_in_group((group, token), &heard, datagram);
        let arrived = arrived.map_err(ProtocolViolation::Group)?;
        let due = self.due(heard.from, Path::Lane(heard.lane), arrived);
        Ok(DispatchResult::InOrder(heard.from, due))
    }

    fn due<'f>(
        &mut self,
        from: FederateHandle,
        path: Path,
        arrived: Option<(&'f [u8], Timeliness)>,
    ) -> Due<'f> {
        match arrived {
            None => Due::Nothing,
            Some((message, _)) if self.overflows(from, path) => Due::Overflow(message),
            Some((message, arrived)) => Due::Message(message, arrived),
        }
    }
}
