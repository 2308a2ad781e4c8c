//! What links and a member do together: who calls, whose streams have ended, who is known by now.

use hyla_core::member::Member;
use hyla_core::message::{FrameKind, Greeting, decode_control, kind_of};
use hyla_net::ChannelId;
use hyla_net::network::{Network, Wire};
use hyla_types::FederateHandle;

use super::early::{Claim, Standing};
use super::{Links, Proven};
use crate::lanes::{LinkFrame, Path};

impl<N: Network> Links<N> {
    /// The first frame of someone who called: a member by its greeting, or a lane by its key.
    ///
    /// # Errors
    /// What is wrong with it. The caller is to be turned away ([`Self::turn_away`]).
    pub(super) fn introduced(
        &mut self,
        member: &Member,
        channel: ChannelId,
        frame: &[u8],
    ) -> Result<(), String> {
        if kind_of(frame) == Ok(FrameKind::Link) {
            let said = LinkFrame::decode(frame).map_err(|e| e.0)?;
            let LinkFrame::Open { key } = said else {
                return Err("a lane without a key".into());
            };
            self.lane_greeted(channel, key);
            return Ok(());
        }
        if kind_of(frame).map_err(|e| e.0)? != FrameKind::Greeting {
            return Err("a call without a greeting".into());
        }
        let Greeting::ToMember {
            execution,
            from,
            to,
        } = decode_control::<Greeting>(frame).map_err(|e| e.0)?
        else {
            return Err("called as if this were an RTI".into());
        };
        let claim = Claim {
            execution,
            from,
            to,
        };
        match Standing::of(&claim, member) {
            Standing::Wrong => Err(format!(
                "called by someone who means somebody else: {claim:?}"
            )),
            standing => {
                self.greeted(channel, claim, standing);
                Ok(())
            }
        }
    }

    /// Carries over to the member what happened to streams: to those that have `ended` ([`Self::take_ended`]; what was left of
    /// them has been delivered since), and to callers whom the member knows by now. Gives who of these said something that
    /// makes no sense, and is turned away, with what is wrong.
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
        for call in self.take_held_back(|claim| Standing::of(claim, member)) {
            if let Err(problem) = self.catch_up(member, &call) {
                self.turn_away(call.channel.id(), &problem);
                turned_away.push((call.from, problem));
            }
            self.end_held_back(&call);
        }
        turned_away
    }

    /// What a caller has said before it was known.
    fn catch_up(&mut self, member: &mut Member, call: &Proven<N>) -> Result<(), String> {
        for frame in &call.frames {
            if self.sorts(call.from, frame) {
                // Nothing but offers: nobody has lanes before they were answered.
                self.arrives(call.from, Path::Stream, call.channel.id(), frame)?;
            } else {
                let handled = member.handle_data(call.from, frame, self);
                handled.map_err(|problem| problem.0)?;
            }
        }
        Ok(())
    }
}
