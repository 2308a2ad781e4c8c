//! Synchronizes links with their member: callers, ended streams, departed members.

use hyla_core::member::Member;
use hyla_core::message::{FrameKind, Greeting, decode_control, kind_of};
use hyla_net::ChannelId;
use hyla_net::network::{ChannelHandle, Network};
use hyla_types::FederateHandle;

use super::pending_callers::{ClaimStatus, UnverifiedCaller};
use super::{Links, VerifiedCaller};
use crate::lanes::{LinkFrame, Path};

impl<N: Network> Links<N> {
    /// Handles the first frame of a caller: a greeting, or the key of a lane.
    ///
    /// # Errors
    /// The protocol violation: close the channel ([`Self::turn_away`]).
    pub(super) fn introduced(
        &mut self,
        member: &Member,
        channel: ChannelId,
        frame: &[u8],
    ) -> Result<(), String> {
        if kind_of(frame) == Ok(FrameKind::Link) {
            let said = LinkFrame::decode(frame).map_err(|e| e.0)?;
            return match said {
                LinkFrame::Call => self.challenge(channel),
                LinkFrame::Open { proof } => {
                    self.lane_greeted(channel, proof);
                    Ok(())
                }
                _ => Err("the first frame is neither a call nor the proof of a lane".into()),
            };
        }
        if kind_of(frame).map_err(|e| e.0)? != FrameKind::Greeting {
            return Err("the first frame is not a greeting".into());
        }
        let Greeting::ToMember {
            from,
            to,
            proof,
            challenge: answer,
        } = decode_control::<Greeting>(frame).map_err(|e| e.0)?
        else {
            return Err("the caller expects an RTI; this is a federate".into());
        };
        let Some(challenge) = self.unidentified.challenge(channel) else {
            return Err("a greeting without a challenge".into());
        };
        let claim = UnverifiedCaller {
            from,
            to,
            challenge,
            proof,
            answer,
        };
        self.greeted(channel, claim, ClaimStatus::of(&claim, member));
        Ok(())
    }

    /// Notifies the member of ended streams ([`Self::take_ended`]; their remaining messages have been delivered) and of
    /// callers that are verified by now. Returns callers with a protocol violation, whose channels are closed.
    pub fn settle(
        &mut self,
        member: &mut Member,
        ended: Vec<FederateHandle>,
    ) -> Vec<(FederateHandle, String)> {
        self.part(|peer| member.has_said_goodbye(peer));
        for federate in ended {
            member.handle_stream_end(federate, self);
        }
        self.end_drained(|from| member.expects_data_from(from));
        let mut turned_away = Vec::new();
        if !self.holds_back() {
            return turned_away;
        }
        for call in self.take_held_back(|claim| ClaimStatus::of(claim, member)) {
            if let Err(problem) = self.catch_up(member, &call) {
                self.turn_away(call.channel.id(), &problem);
                turned_away.push((call.claim.from, problem));
            }
            self.end_held_back(&call);
        }
        turned_away
    }

    /// Delivers the buffered frames of a verified caller.
    fn catch_up(&mut self, member: &mut Member, call: &VerifiedCaller<N>) -> Result<(), String> {
        for frame in &call.frames {
            if self.sorts(call.claim.from, frame) {
                // Only offers: no lane exists before its answer.
                self.arrives(call.claim.from, Path::Stream, call.channel.id(), frame)?;
            } else {
                let handled = member.handle_data(call.claim.from, frame, self);
                handled.map_err(|problem| problem.0)?;
            }
        }
        Ok(())
    }
}
