//! Flushing the streams: a marker after everything that was said.

use crate::member::{Joined, Member, StreamState};
use crate::message::{FederationRequest, FlushPurpose, MemberRequest, Round, ToRti, data};
use crate::outbox::Outbox;

/// A flush in progress at a member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flush {
    pub(super) round: Round,
    pub(super) purpose: FlushPurpose,
}

impl Member {
    /// The RTI says that nobody sends any more: the marker goes out on each stream.
    pub(super) fn begin_flush(&mut self, flush: Flush, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        for (_, peer) in joined.roster.peers() {
            out.frame(peer.info.handle, &mut |buffer| {
                data::put_marker(buffer, flush.round);
            });
        }
        joined.participation.flush = Some(flush);
        self.end_flush_if_quiet(out);
    }

    /// Goes on with a save or restore if nothing is on the way to this member any more. To be called
    /// whenever a marker came or a stream ended.
    pub(crate) fn end_flush_if_quiet(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some(flush) = joined.participation.flush else {
            return;
        };
        if !joined.is_quiet(flush.round) {
            return;
        }
        joined.participation.flush = None;
        match flush.purpose {
            FlushPurpose::Save => self.give_state(flush.round, out),
            FlushPurpose::Restore => {
                let round = flush.round;
                ask(FederationRequest::Flushed { round }, out);
            }
        }
    }
}

impl Joined {
    /// Whether every other member has said everything before its marker.
    fn is_quiet(&self, round: Round) -> bool {
        let draining = |state: &StreamState| matches!(state, StreamState::Leaving { .. });
        !self.streams.values().any(draining)
            && self.roster.peers().all(|(_, peer)| {
                let peer = peer.info.handle;
                self.participation.marks.get(&peer) == Some(&round)
                    || self.streams.contains_key(&peer)
            })
    }
}

pub(super) fn ask(request: FederationRequest, out: &mut dyn Outbox) {
    out.control(&ToRti::Member(MemberRequest::Federation(request)));
}
