//! What comes on a channel: whom it is for, and what is left to do with it.

use std::time::Instant;

use hyla_core::member::Member;
use hyla_core::message::{Echo, FrameKind, kind_of, relayed};
use hyla_net::ChannelId;
use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::lanes::Arrived;
use super::{Links, Role};
use crate::lanes::{Path, is_probe};

/// What is left to do with a frame.
#[derive(Debug)]
pub enum Came<'f> {
    /// Nothing.
    Done,
    /// Nothing yet: it is kept until the log tells of its sender.
    HeldBack,
    /// It is a message of the RTI to the member.
    Control,
    /// A member has said it through the RTI. Without a message, that was between links or waits for its turn.
    Relayed(FederateHandle, Option<&'f [u8]>),
    /// A member has said it, and nothing that came by another way is to be put before or behind it.
    Message(FederateHandle, &'f [u8]),
    /// A member has said it by one of several ways. First is due what [`Links::next_due`] gives.
    InOrder(FederateHandle, Due<'f>),
}

/// What becomes of a message that has been put in order.
#[derive(Debug)]
pub enum Due<'f> {
    /// There was none, or it waits for what was sent before it.
    Nothing,
    /// It is due.
    Message(&'f [u8], Arrived),
    /// It is dropped and counted: best effort, while too many callbacks wait.
    Overflow(&'f [u8]),
}

/// A frame that makes no sense, by who sent it, with what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nonsense {
    /// The RTI: the connection is of no use any more.
    Rti(String),
    /// A member: it is to be turned away ([`Links::turn_away`]).
    Member(String),
    /// Someone who called, and is to be turned away.
    Stranger(String),
    /// Anybody can send to a group: the datagram is dropped, and nobody is turned away.
    Group(String),
}

impl<N: Network> Links<N> {
    /// A frame has come on a channel. The clock is read for what is not plain data alone.
    ///
    /// # Errors
    /// What is wrong with it.
    #[inline]
    pub fn dispatch<'f>(
        &mut self,
        member: &Member,
        channel: ChannelId,
        frame: &'f [u8],
        clock: &dyn Fn() -> Instant,
    ) -> Result<Came<'f>, Nonsense> {
        let (from, path) = match self.role(channel) {
            Some(Role::Peer(from)) => (from, Path::Stream),
            Some(Role::Lane(from, lane)) => (from, Path::Lane(lane)),
            Some(Role::Rti) => return self.rti_said(channel, frame, clock),
            Some(Role::OwnLane(..)) => {
                return Err(Nonsense::Member("a lane has one direction".to_owned()));
            }
            Some(Role::Stranger) => {
                self.at(clock());
                let known = self.introduced(member, channel, frame);
                return known.map(|()| Came::Done).map_err(Nonsense::Stranger);
            }
            None => return Ok(Came::Done),
        };
        self.member_said((from, path), channel, frame, clock)
            .map_err(Nonsense::Member)
    }

    fn rti_said<'f>(
        &mut self,
        channel: ChannelId,
        frame: &'f [u8],
        clock: &dyn Fn() -> Instant,
    ) -> Result<Came<'f>, Nonsense> {
        if Echo::is(frame) {
            let echoed = self.handle_echo(channel, None, frame, clock());
            return echoed.map(|()| Came::Done).map_err(Nonsense::Rti);
        }
        match kind_of(frame).map_err(|error| Nonsense::Rti(error.0))? {
            FrameKind::Control => {
                self.at(clock());
                Ok(Came::Control)
            }
            FrameKind::Relayed => {
                let (from, inner) = relayed(frame).map_err(|error| Nonsense::Rti(error.0))?;
                let due = self.relayed_is_due(from, inner);
                Ok(Came::Relayed(from, due.then_some(inner)))
            }
            _ => Err(Nonsense::Rti(
                "it sent a frame that only members send".to_owned(),
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
    ) -> Result<Came<'f>, String> {
        if Echo::is(frame) {
            self.handle_echo(channel, Some(from), frame, clock())?;
            return Ok(Came::Done);
        }
        if path == Path::Stream {
            if self.hold_back(from, frame)? {
                return Ok(Came::HeldBack);
            }
            if !self.sorts(from, frame) {
                return Ok(Came::Message(from, frame));
            }
        }
        self.at(clock());
        let arrived = self.arrives(from, path, channel, frame)?;
        Ok(Came::InOrder(from, self.due(from, path, arrived)))
    }

    /// A datagram has come in a group: for this member, for others, or only to be heard.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn dispatch_in_group<'f>(
        &mut self,
        (group, token): (ChannelId, u64),
        datagram: &'f [u8],
        clock: &dyn Fn() -> Instant,
    ) -> Result<Came<'f>, Nonsense> {
        self.at(clock());
        let Some(heard) = self.heard(group, token, datagram.len()) else {
            return Ok(Came::Done);
        };
        if is_probe(datagram) {
            return Ok(Came::Done);
        }
        let arrived = self.arrives_in_group((group, token), &heard, datagram);
        let arrived = arrived.map_err(Nonsense::Group)?;
        let due = self.due(heard.from, Path::Lane(heard.lane), arrived);
        Ok(Came::InOrder(heard.from, due))
    }

    fn due<'f>(
        &mut self,
        from: FederateHandle,
        path: Path,
        arrived: Option<(&'f [u8], Arrived)>,
    ) -> Due<'f> {
        match arrived {
            None => Due::Nothing,
            Some((message, _)) if self.overflows(from, path) => Due::Overflow(message),
            Some((message, arrived)) => Due::Message(message, arrived),
        }
    }
}
