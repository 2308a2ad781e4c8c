//! Carries out the plan of an update: writes one frame for each receiver straight into the receiver's buffer.

use hyla_types::{AttributeHandle, ObjectInstanceHandle, TransportationTypeHandle};

use super::plan::Grouping;
use crate::message::data::{self, Ending, Envelope};
use crate::outbox::{Lanes, Receivers, is_long, send_values};
use crate::roster::{MemberSet, Roster};

/// Sends messages that have an envelope in common.
pub(super) struct Sender<'s> {
    object: ObjectInstanceHandle,
    envelope: Envelope<'s>,
    /// The transportation type of messages in receive order.
    lane: Option<TransportationTypeHandle>,
    grouping: Grouping,
    roster: &'s mut Roster,
    out: &'s mut dyn Lanes,
}

impl<'s> Sender<'s> {
    /// Sends messages about an instance. None of them holds other values than these.
    pub(super) fn new(
        object: ObjectInstanceHandle,
        envelope: Envelope<'s>,
        values: &[(AttributeHandle, &[u8])],
        roster: &'s mut Roster,
        out: &'s mut dyn Lanes,
    ) -> Self {
        let lane = match envelope.serial {
            None => Some(envelope.transportation),
            Some(_) => None,
        };
        let is_any_long = || values.iter().any(|(_, value)| is_long(value));
        let groups = lane.is_some_and(|lane| out.has_groups(lane)) && !is_any_long();
        let grouping = if groups {
            Grouping::Alike
        } else {
            Grouping::Each
        };
        Self {
            object,
            envelope,
            lane,
            grouping,
            roster,
            out,
        }
    }

    /// How the messages go to several members.
    pub(super) fn grouping(&self) -> Grouping {
        self.grouping
    }

    /// Sends one message to these members.
    pub(super) fn send(&mut self, members: &MemberSet, values: &[(AttributeHandle, &[u8])]) {
        let Self {
            object,
            envelope,
            lane,
            grouping,
            roster,
            out,
        } = self;
        let put = |buffer: &mut Vec<u8>, ending| {
            let (count, values) = (values.len(), values.iter().copied());
            data::put_update(buffer, *object, envelope, count, values, ending);
        };
        if *grouping == Grouping::Alike {
            let to = members.iter().filter_map(|slot| roster.at(slot));
            let mut to: Receivers = to.collect();
            to.sort_unstable();
            let write = &mut |buffer: &mut Vec<u8>| put(buffer, Ending::Whole);
            return out.frame_to_all(&to, envelope.transportation, write);
        }
        let last = values.last().map_or(&[][..], |(_, value)| *value);
        let to = members.iter().filter_map(|slot| roster.at(slot));
        send_values(*out, to, *lane, last, put);
        if lane.is_none() {
            members.iter().for_each(|slot| roster.count_stamped(slot));
        }
    }
}
