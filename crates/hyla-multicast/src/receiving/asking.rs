//! Requests for missing packets.

use std::time::{Duration, Instant};

use super::{Receiving, Slot};
use crate::config::Rule;
use crate::ids::MemberId;
use crate::interface::Destination;
use crate::shared::Shared;
use crate::view::View;
use crate::wire::Frame;

/// Requests within one turn.
const REQUESTS_MOST: usize = 64;

/// Requests to single members before the group is asked.
const TRIES: u32 = 3;

/// Longest time between two requests for a packet.
const ASK_MOST: Duration = Duration::from_millis(100);

impl Receiving {
    pub(super) fn ask(
        &mut self,
        now: Instant,
        number: &mut u32,
        trip: Duration,
        is_cut_off: bool,
        view: &View,
        shared: &mut Shared,
    ) {
        self.ask_at = None;
        if self.excluded.is_some() || !shared.applies(Rule::AskForMissing) {
            return;
        }
        self.turn_to_group(now, is_cut_off, shared);
        let mut requests: Vec<(Destination, u64, u64)> = Vec::new();
        let mut count = 0;
        let mut next = None;
        let first = (self.expected - self.base) as usize;
        for (index, slot) in self.slots.iter_mut().enumerate().skip(first) {
            let Slot::Missing { ask_at, tries, .. } = slot else {
                continue;
            };
            if *ask_at <= now && count >= REQUESTS_MOST {
                *ask_at = now + trip;
            } else if *ask_at <= now {
                let sequence = self.base + index as u64;
                let lost = self.lost_at.is_some();
                let to = if self.asks_group {
                    Some(Destination::Group(self.group))
                } else {
                    asked(self.sender, sequence, *tries, lost, view).map(Destination::Member)
                };
                *ask_at = now + (trip * 2 * (1 << (*tries).min(5))).min(ASK_MOST);
                *tries += 1;
                if let Some(to) = to {
                    count += 1;
                    let same = requests.iter_mut().find(|(asked, first, _)| {
                        *asked == to && (1..=64).contains(&(sequence - *first))
                    });
                    match same {
                        Some((_, first, further)) => *further |= 1 << (sequence - *first - 1),
                        None => requests.push((to, sequence, 0)),
                    }
                }
            }
            next = Some(next.map_or(*ask_at, |at: Instant| at.min(*ask_at)));
        }
        self.ask_at = next;
        shared.counters.asked += count as u64;
        for (to, first, further) in requests {
            *number += 1;
            let frame = Frame::Request {
                sender: self.sender,
                number: *number,
                first,
                further,
            };
            shared.control(self.group, to, &frame);
        }
    }

    /// Asks the whole group from now on if nobody answers. The channels to and from single members stand still then, as TCP
    /// does after losses for as long as these lasted, and the group may carry packets again.
    fn turn_to_group(&mut self, now: Instant, is_cut_off: bool, shared: &Shared) {
        let first = (self.expected - self.base) as usize;
        let is_long = self.slots.get(first).is_some_and(|slot| match slot {
            Slot::Missing { tries, since, .. } => {
                let time = now.saturating_duration_since(*since);
                *tries >= TRIES && time >= shared.config.silent_after()
            }
            _ => false,
        });
        let asked_group = self.asks_group;
        self.asks_group = (is_cut_off || is_long) && self.lost_at.is_none();
        if self.asks_group && !asked_group {
            // All at once: one datagram asks for many packets in a row.
            for slot in self.slots.range_mut(first..) {
                if let Slot::Missing { ask_at, tries, .. } = slot {
                    (*ask_at, *tries) = (now, TRIES);
                }
            }
        }
    }
}

/// The member to ask for a packet: a keeper, another one, then the sender and keepers in turns. `None` if there is nobody.
fn asked(sender: MemberId, sequence: u64, tries: u32, lost: bool, view: &View) -> Option<MemberId> {
    let keeper = view.keeper(sequence, u64::from(tries));
    if lost {
        return view.member(keeper?);
    }
    let to_sender = tries >= 2 && tries.is_multiple_of(2);
    match keeper {
        Some(keeper) if !to_sender && Some(keeper) != view.own() => view.member(keeper),
        _ => Some(sender),
    }
}
