//! Flushing the streams: a marker after everything that was said.

use hyla_types::FederateHandle;

use super::ask::ask;
use super::participation::Flush;
use crate::member::{Joined, Member};
use crate::message::{FederationRequest, FlushPurpose, Round, data};
use crate::outbox::{Control, Outbox};
use crate::roster::Peer;

impl Member {
    /// The RTI announces that no member sends any more: the marker goes out on each stream.
    pub(super) fn begin_flush(
        &mut self,
        round: Round,
        purpose: FlushPurpose,
        out: &mut dyn Outbox,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        for (_, peer) in joined.roster.peers() {
            joined.put_marker(peer, round, purpose, out);
        }
        joined.participation.flush = Some(Flush {
            round,
            purpose,
            quiet: false,
            detoured: Vec::new(),
        });
        self.end_flush_if_quiet(out);
    }

    /// The route to a member has changed, and frames in transit are lost; so may be the marker, which
    /// goes out again.
    pub(crate) fn repeat_marker(&self, to: FederateHandle, out: &mut dyn Outbox) {
        if let Some(joined) = self.joined.as_deref()
            && let Some(flush) = &joined.participation.flush
            && let Some(peer) = joined.roster.peer(to)
        {
            joined.put_marker(peer, flush.round, flush.purpose, out);
        }
    }

    /// Goes on with a save or restore if no frame to this member is in transit any more. To be called
    /// whenever a marker came or a stream ended.
    pub(crate) fn end_flush_if_quiet(&mut self, out: &mut dyn Control) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some(Flush { round, quiet, .. }) = joined.participation.flush else {
            return;
        };
        if quiet || !joined.is_quiet(round) {
            return;
        }
        let Some(flush) = &mut joined.participation.flush else {
            return;
        };
        flush.quiet = true;
        match flush.purpose {
            FlushPurpose::Save => self.give_state(round, out),
            FlushPurpose::Restore => ask(FederationRequest::Flushed { round }, out),
        }
    }
}

impl Joined {
    fn put_marker(&self, peer: &Peer, round: Round, purpose: FlushPurpose, out: &mut dyn Outbox) {
        let to = peer.info.handle;
        if purpose == FlushPurpose::Save {
            // Messages lost earlier must not be waited for after a restore. The count also shows whether the channel is broken.
            self.put_count(to, out);
            if out.is_broken(to) {
                // The marker follows the census when there is another channel.
                return;
            }
        }
        out.fence(to);
        out.frame(to, &mut |buffer| data::put_marker(buffer, round));
        out.fence(to);
    }

    /// After the marker for a restore only frames that hold after the restore may be sent. Returns whether this is so
    /// now; then the change of the route to the member is recorded, in case the restore fails.
    pub(crate) fn detours_in_restore(&mut self, to: FederateHandle) -> bool {
        match &mut self.participation.flush {
            Some(flush) if flush.purpose == FlushPurpose::Restore => {
                flush.detoured.push(to);
                true
            }
            _ => false,
        }
    }

    /// Whether every other member has said everything before its marker.
    fn is_quiet(&self, round: Round) -> bool {
        !self.streams.is_draining()
            && self.roster.peers().all(|(_, peer)| {
                let peer = peer.info.handle;
                self.participation.marks.get(&peer) == Some(&round) || self.streams.is_ending(peer)
            })
    }
}
