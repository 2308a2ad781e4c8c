//! Requests that were answered or wait, at whoever answers them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::ids::MemberId;

/// Packets that are remembered.
const REMEMBERED: usize = 64;

/// The third request for a packet is answered by multicast: it is cheaper than a fourth.
const MANY: usize = 3;

/// So often a packet is repeated for members that have asked for it before, in one round trip. An honest member waits for two of
/// its own round trips at first, which may be shorter than those of the member that it asks.
pub(crate) const MOST_AGAIN: u32 = 8;

/// Requests count for one round trip, at most for so long: members ask again at the latest then.
const LONGEST: Duration = Duration::from_millis(100);

/// Recent requests for the packets of one stream.
#[derive(Debug, Default)]
pub(crate) struct Repairs {
    recent: VecDeque<Asked>,
}

#[derive(Debug)]
struct Asked {
    sequence: u64,
    at: Instant,
    by: Vec<MemberId>,
    /// How often it was repeated for members of `by`.
    again: u32,
    /// The packet was not there.
    waits: bool,
    to_all: bool,
}

/// How a request is to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    ToMember,
    ToGroup,
    /// It has been answered by multicast, or often.
    No,
}

impl Repairs {
    /// A member asks for a packet that is there.
    pub(crate) fn asked(
        &mut self,
        sequence: u64,
        by: MemberId,
        now: Instant,
        linger: Duration,
        gather: bool,
    ) -> Answer {
        let asked = self.entry(sequence, now, linger);
        asked.waits = false;
        if asked.to_all && gather {
            return Answer::No;
        }
        if asked.by.contains(&by) {
            if asked.again >= MOST_AGAIN {
                return Answer::No;
            }
            asked.again += 1;
        }
        asked.add(by);
        if asked.by.len() >= MANY && gather {
            asked.to_all = true;
            return Answer::ToGroup;
        }
        Answer::ToMember
    }

    /// A member asks for a packet that is not there yet.
    pub(crate) fn waits(&mut self, sequence: u64, by: MemberId, now: Instant, linger: Duration) {
        let asked = self.entry(sequence, now, linger);
        asked.waits = true;
        asked.add(by);
    }

    /// The packet has come: to whom it goes on.
    pub(crate) fn came(&mut self, sequence: u64, now: Instant) -> Option<(Answer, &[MemberId])> {
        let asked = self.recent.iter_mut();
        let asked = asked
            .filter(|asked| asked.waits)
            .find(|asked| asked.sequence == sequence)?;
        asked.waits = false;
        asked.at = now;
        if asked.by.len() >= MANY {
            asked.to_all = true;
            return Some((Answer::ToGroup, &[]));
        }
        Some((Answer::ToMember, &asked.by))
    }

    /// The packet was sent to the group by somebody.
    pub(crate) fn was_sent_to_all(&mut self, sequence: u64) {
        self.recent
            .retain(|asked| asked.sequence != sequence || !asked.waits);
    }

    fn entry(&mut self, sequence: u64, now: Instant, linger: Duration) -> &mut Asked {
        let found = self.recent.iter().position(|a| a.sequence == sequence);
        let index = found.unwrap_or_else(|| {
            if self.recent.len() >= REMEMBERED {
                self.recent.pop_front();
            }
            self.recent.push_back(Asked {
                sequence,
                at: now,
                by: Vec::new(),
                again: 0,
                waits: false,
                to_all: false,
            });
            self.recent.len() - 1
        });
        let asked = &mut self.recent[index];
        if now.saturating_duration_since(asked.at) > linger.min(LONGEST) && !asked.waits {
            asked.by.clear();
            asked.again = 0;
            asked.to_all = false;
            asked.at = now;
        }
        asked
    }
}

/// What one member asks for.
#[derive(Debug, Default)]
pub(crate) struct Asker {
    /// Number of its last request.
    pub(crate) number: u32,
    since: Option<Instant>,
    packets: u64,
}

impl Asker {
    /// Windows of packets for which a member may ask within one round trip.
    pub(crate) const MOST_WINDOWS: u64 = 4;

    /// How many of so many packets it may ask for now: a request is short, and what it asks for is long.
    pub(crate) fn may_ask(
        &mut self,
        now: Instant,
        packets: u64,
        linger: Duration,
        window: u64,
    ) -> u64 {
        let is_over = |since| now.saturating_duration_since(since) > linger.min(LONGEST);
        if self.since.is_none_or(is_over) {
            self.since = Some(now);
            self.packets = 0;
        }
        let left = (window * Self::MOST_WINDOWS).saturating_sub(self.packets);
        let packets = packets.min(left);
        self.packets += packets;
        packets
    }
}

impl Asked {
    fn add(&mut self, by: MemberId) {
        if self.by.len() < MANY && !self.by.contains(&by) {
            self.by.push(by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINGER: Duration = Duration::from_millis(2);

    #[test]
    fn the_third_member_that_asks_is_answered_by_multicast_and_the_fourth_not_at_all() {
        let now = Instant::now();
        let mut repairs = Repairs::default();
        let mut ask = |member, at| repairs.asked(7, MemberId(member), at, LINGER, true);
        assert_eq!(ask(1, now), Answer::ToMember);
        assert_eq!(ask(2, now), Answer::ToMember);
        assert_eq!(ask(3, now), Answer::ToGroup);
        assert_eq!(ask(4, now), Answer::No);
        // It may have missed that one.
        assert_eq!(ask(4, now + LINGER * 2), Answer::ToMember);
    }

    #[test]
    fn whoever_asked_too_early_is_answered_when_the_packet_comes() {
        let now = Instant::now();
        let mut repairs = Repairs::default();
        repairs.waits(7, MemberId(1), now, LINGER);
        assert_eq!(repairs.came(8, now), None);
        assert_eq!(
            repairs.came(7, now),
            Some((Answer::ToMember, &[MemberId(1)][..]))
        );
        assert_eq!(repairs.came(7, now), None);

        (1..=3).for_each(|member| repairs.waits(9, MemberId(member), now, LINGER));
        assert_eq!(repairs.came(9, now), Some((Answer::ToGroup, &[][..])));
    }

    #[test]
    fn a_bounded_number_of_packets_is_remembered() {
        let mut repairs = Repairs::default();
        for sequence in 0..1000 {
            repairs.waits(sequence, MemberId(1), Instant::now(), LINGER);
        }
        assert_eq!(repairs.recent.len(), REMEMBERED);
    }
}
