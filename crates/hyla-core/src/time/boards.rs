//! Federates of one host that coordinate for themselves: each shows its promise and its wait to every other on a board.
//!
//! A board is memory that two members of one host share (`hyla_net::ChannelBoards`): to write it wakes nobody, and to read it takes
//! nothing from anybody. So a round of a lock step costs each federate a few words for each other one, instead of a report to the
//! executive and a release from it. The driver watches the boards for a member that waits; who reports last rouses those that its promise has
//! released, if they sleep.
//!
//! - **Only unconditional requests.** Their release is the least promise of the others, which each member works out for itself. A
//!   member that asks conditionally, or that cannot reach another by a board, gives time back to the executive.
//! - **Counts.** A posting says how many time-stamped messages were sent to its reader before the promise. Messages that are
//!   not counted yet were sent under the earlier promise, which says less.
//! - **Nobody is forgotten.** Every member posts first and looks at the boards of the others afterwards. Of all whose promise releases a
//!   wait, and the one that waits, the one that looks last sees the postings of all the others.

use std::collections::BTreeSet;

use hyla_types::{FederateHandle, TimeImplementation};
use serde::{Deserialize, Serialize};

use super::bound::later;
use super::mode::DirectTime;
use super::{Asked, Bound, MessageCount, TimeNews, TimeRequest, Traffic};
use crate::member::{Joined, Member};
use crate::message::{MemberRequest, ToRti};
use crate::outbox::{Outbox, TimePosting};
use crate::roster::{Roster, Slot};

/// Most federates that coordinate by boards: each round takes a posting for each pair, and beyond these the executive is quicker.
pub(crate) const MOST_SHARERS: usize = 64;

/// A promise that sets no limit, of a federate that does not regulate.
const NO_LIMIT: u64 = u64::MAX;

/// A federate with a part in time when coordination by boards begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sharer {
    /// The federate.
    pub federate: FederateHandle,
    /// Its promise, if it regulates: perhaps it does not know yet that it does.
    pub bound: Option<Bound>,
    /// The greatest promise that it was given.
    pub promised: Option<Bound>,
    /// Of whom messages to it were missing.
    pub unaccounted: BTreeSet<FederateHandle>,
}

/// Coordination by boards, as one of the members sees it.
#[derive(Debug)]
pub(crate) struct BoardCoordination {
    /// Number of the log entry with which it began.
    epoch: u64,
    others: Vec<Other>,
    /// All of them regulate.
    all_regulate: bool,
    /// Their postings at the last look, in the same order.
    seen: Vec<TimePosting>,
    /// All messages that the postings of the last look count have come.
    accounted: bool,
    /// Messages sent to each, as last posted, and [`Roster::stamped`] at that time.
    sent: Vec<u64>,
    counted: Option<u64>,
    /// Of whom messages were missing here when it began.
    unaccounted: BTreeSet<FederateHandle>,
    /// The greatest promise that this federate was given.
    pub(super) promised: Option<Bound>,
    /// What the others promised at the last look; `None` if one of them had not posted.
    least: Option<Bound>,
    /// Its own promise: what the executive knew, then what it posted last.
    bound: u64,
    /// How often it has posted.
    postings: usize,
    /// The executive was asked to coordinate again.
    given_back: bool,
}

impl BoardCoordination {
    pub(super) fn is_unaccounted(&self, federate: FederateHandle) -> bool {
        self.unaccounted.contains(&federate)
            || self.others.iter().any(|other| other.federate == federate)
    }

    /// How often this federate has posted.
    pub(super) fn postings(&self) -> usize {
        self.postings
    }

    /// The least promise of the others at the last look.
    pub(super) fn galt(&self) -> Option<Bound> {
        self.least
    }
}

/// Another member that takes part.
#[derive(Debug)]
struct Other {
    federate: FederateHandle,
    slot: Option<Slot>,
    /// It regulates.
    regulates: bool,
}

/// What one of the others shows.
#[derive(Clone, Copy)]
struct Shown {
    /// `None` as long as it has not posted.
    bound: Option<u64>,
    /// The promise that ends its wait, while it waits.
    needed: Option<u64>,
    /// Messages sent to this federate before the promise.
    sent: u64,
}

impl Shown {
    /// Reads a posting. One of another log entry says nothing.
    #[inline]
    fn of([matter, bound, waits, needed, sent]: TimePosting, epoch: u64) -> Self {
        if matter == epoch {
            Self {
                bound: Some(bound),
                needed: (waits != 0).then_some(needed),
                sent,
            }
        } else {
            Self {
                bound: None,
                needed: None,
                sent: 0,
            }
        }
    }
}

/// A number that orders promises as they are ordered. Times are never negative.
fn key(bound: Bound) -> u64 {
    let bits = u64::from_be_bytes(bound.time.encode());
    (bits << 1) | u64::from(bound.exclusive)
}

/// The promise with that number; `None` if no promise has it.
fn bound_of(key: u64, time: TimeImplementation) -> Option<Bound> {
    let time = time.decode_time(&(key >> 1).to_be_bytes()).ok()?;
    let exclusive = key & 1 == 1;
    Some(Bound { time, exclusive })
}

impl Member {
    /// From the log entry with this number on the sharers coordinate for themselves.
    pub(crate) fn handle_time_boards(
        &mut self,
        epoch: u64,
        sharers: Vec<Sharer>,
        out: &mut dyn Outbox,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        joined.time.early_reports.clear();
        let own = joined.identity.handle();
        let Some(at) = sharers.iter().position(|sharer| sharer.federate == own) else {
            return;
        };
        let others = sharers.iter().filter(|sharer| sharer.federate != own);
        let others = others.map(|sharer| Other {
            federate: sharer.federate,
            slot: joined.roster.slot(sharer.federate),
            regulates: sharer.bound.is_some(),
        });
        let others: Vec<_> = others.collect();
        let Sharer {
            bound,
            promised,
            unaccounted,
            ..
        } = sharers.into_iter().nth(at).expect("it was found");
        joined.note_long_gone(&unaccounted);
        let boards = BoardCoordination {
            epoch,
            all_regulate: others.iter().all(|other| other.regulates),
            seen: vec![[0; 5]; others.len()],
            accounted: false,
            sent: vec![0; others.len()],
            counted: None,
            others,
            unaccounted,
            promised,
            least: None,
            bound: bound.map_or(NO_LIMIT, key),
            postings: 0,
            given_back: false,
        };
        joined.time.boards_wish.granted();
        let others = boards.others.iter();
        out.open_boards(epoch, at, &mut others.map(|it| (it.federate, it.regulates)));
        joined.time.direct = Some(Box::new(DirectTime::Boards(boards)));
        self.post_time(out);
    }

    /// Shows the others what a report would tell the executive, then looks at what they show.
    pub(super) fn post_time(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        if joined.participation.is_quiet_about_time() {
            // The executive is about to coordinate again, and will get a full report.
            return;
        }
        let asked = joined.asked();
        let conditional = asked.is_some_and(|asked| asked.kind.is_conditional());
        let awaited = asked.filter(|_| !conditional).map(Asked::needed);
        let state = &joined.time.state;
        let floor = state.lookahead().map(|_| key(state.floor));
        let Some(DirectTime::Boards(boards)) = joined.time.direct.as_deref_mut() else {
            return;
        };
        if boards.given_back {
            return;
        }
        // Who regulates by the log, but not by its own callbacks, keeps the promise that the executive knew.
        let bound = floor.map_or(boards.bound, |floor| floor.max(boards.bound));
        let (epoch, waits) = (boards.epoch, u64::from(awaited.is_some()));
        let needed = awaited.map_or(0, key);
        out.await_promises(needed);
        let counts = boards.changed_counts(&joined.roster);
        let all = out.post_times(&[epoch, bound, waits, needed, 0], counts);
        out.settle_postings();
        let before = std::mem::replace(&mut boards.bound, bound);
        let before = (boards.postings > 0).then_some(before);
        boards.postings += 1;
        if !all || conditional {
            boards.given_back = true;
            let request = MemberRequest::Time(TimeRequest::GiveBack);
            out.control(&ToRti::Member(request));
            return;
        }
        if out.anyone_sleeps() {
            boards.look(out);
            boards.rouse_the_released(before, bound, out);
            self.use_boards(out);
        } else {
            self.look_at_boards(out);
        }
    }

    /// Looks whether what the others promise releases this member; whether it does. Does nothing unless the member waits, and members
    /// coordinate time by boards.
    pub fn look_at_boards(&mut self, out: &mut dyn Outbox) -> bool {
        let Some(joined) = self.joined.steady() else {
            return false;
        };
        let awaited = joined.asked().filter(|it| !it.kind.is_conditional());
        let Some(needed) = awaited.filter(|_| joined.time.state.released.is_none()) else {
            return false;
        };
        let Some(DirectTime::Boards(boards)) = joined.time.direct.as_deref_mut() else {
            return false;
        };
        let needed = needed.needed();
        match out.have_promised(key(needed)) {
            Some(false) => false,
            Some(true) => {
                boards.least = Some(boards.least.map_or(needed, |it| later(it, needed)));
                self.release_by_boards(needed, out);
                true
            }
            None => {
                boards.look(out);
                self.use_boards(out)
            }
        }
    }

    /// Takes the release that follows from what the others show; whether there is one.
    fn use_boards(&mut self, out: &mut dyn Outbox) -> bool {
        let Some(joined) = self.joined.steady() else {
            return false;
        };
        let awaited = joined.asked().filter(|it| !it.kind.is_conditional());
        let time = joined.identity.time();
        let Some(DirectTime::Boards(boards)) = joined.time.direct.as_deref_mut() else {
            return false;
        };
        let least = boards.least_promise();
        boards.least = least.and_then(|least| bound_of(least, time));
        let Some(needed) = awaited.map(Asked::needed) else {
            return false;
        };
        if joined.time.state.released.is_some() || least.is_none_or(|least| least < key(needed)) {
            return false;
        }
        self.release_by_boards(needed, out);
        true
    }

    /// Takes the release that the promises of all others give.
    fn release_by_boards(&mut self, needed: Bound, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        let Some(DirectTime::Boards(boards)) = joined.time.direct.as_deref_mut() else {
            return;
        };
        out.await_promises(0);
        let promised = boards.promised.map_or(needed, |it| later(it, needed));
        boards.promised = Some(promised);
        let expected = boards.expected(&joined.roster);
        let released = TimeNews::Released {
            bound: needed,
            regulated: true,
            expected,
        };
        self.handle_time_news(released, out);
    }

    /// GALT by what the others show, and the messages that have to come before it holds; `None` if it is not known here.
    pub(super) fn galt_by_boards(
        &mut self,
        out: &mut dyn Outbox,
    ) -> Option<(Bound, Vec<MessageCount>)> {
        let joined = self.joined.steady()?;
        let Some(DirectTime::Boards(boards)) = joined.time.direct.as_deref_mut() else {
            return None;
        };
        if boards.given_back {
            return None;
        }
        boards.look(out);
        let bound = bound_of(boards.least_promise()?, joined.identity.time())?;
        Some((bound, boards.expected(&joined.roster)))
    }
}

impl BoardCoordination {
    /// Messages sent to each, unless they are as last posted.
    fn changed_counts(&mut self, roster: &Roster) -> Option<&[u64]> {
        let stamped = Some(roster.stamped());
        if std::mem::replace(&mut self.counted, stamped) == stamped {
            return None;
        }
        for (other, sent) in self.others.iter().zip(&mut self.sent) {
            // Of one that has left the count is gone, but sums of counts may not fall: with others that rise they would look as before.
            *sent = (*sent).max(other.traffic(roster).sent);
        }
        Some(&self.sent)
    }

    /// Looks at what the others show.
    fn look(&mut self, out: &mut dyn Outbox) {
        self.accounted = false;
        self.seen.fill([0; 5]);
        out.posted_times(&mut self.seen);
    }

    /// The postings of the last look, each with the place of its member.
    fn shown(&self) -> impl Iterator<Item = (usize, Shown)> {
        let seen = self.seen.iter().enumerate();
        seen.map(|(at, posting)| (at, Shown::of(*posting, self.epoch)))
    }

    /// The promises of those that regulate.
    fn promises(&self) -> impl Iterator<Item = (usize, Option<u64>)> {
        let regulates = |at: usize| self.all_regulate || self.others[at].regulates;
        let regulating = self.shown().filter(move |(at, _)| regulates(*at));
        regulating.map(|(at, shown)| (at, shown.bound))
    }

    /// The least promise of the others; `None` if one of them has not posted, or nobody else regulates.
    fn least_promise(&self) -> Option<u64> {
        // Of options, `None` is the least.
        self.promises().map(|(_, bound)| bound).min().flatten()
    }

    /// Those messages that were sent to this federate before the last look and have not come.
    fn expected(&mut self, roster: &Roster) -> Vec<MessageCount> {
        if self.accounted {
            return Vec::new();
        }
        let has_come =
            |(at, shown): &(usize, Shown)| shown.sent <= self.others[*at].traffic(roster).received;
        let missing = self
            .shown()
            .filter(|it| it.1.sent > 0 && !has_come(it))
            .map(|(at, shown)| MessageCount {
                federate: self.others[at].federate,
                count: shown.sent,
            });
        let missing: Vec<_> = missing.collect();
        self.accounted = missing.is_empty();
        missing
    }

    /// Rouses those whose wait ends by the promise that has risen from `before` to `bound`.
    fn rouse_the_released(&self, before: Option<u64>, bound: u64, out: &mut dyn Outbox) {
        let crosses = |needed: u64| needed <= bound && before.is_none_or(|it| it < needed);
        let crossed = |shown: Shown| shown.needed.filter(|needed| crosses(*needed));
        if !self.shown().any(|(_, shown)| crossed(shown).is_some()) {
            return;
        }
        // The two least promises suffice for the least of the others of each.
        let (mut first, mut second) = ((Some(bound), None), Some(NO_LIMIT));
        for (at, bound) in self.promises() {
            if bound < first.0 {
                second = first.0;
                first = (bound, Some(at));
            } else {
                second = second.min(bound);
            }
        }
        for (at, shown) in self.shown() {
            let others = if first.1 == Some(at) { second } else { first.0 };
            if crossed(shown).is_some_and(|needed| others >= Some(needed)) {
                out.rouse(at);
            }
        }
    }
}

impl Joined {
    /// The request that the coordinator has to release.
    pub(crate) fn asked(&self) -> Option<Asked> {
        let state = &self.time.state;
        let waits = state
            .advance
            .filter(|it| it.granted.is_none() && state.is_constrained());
        waits.map(|advance| advance.asked)
    }
}

impl Other {
    /// Messages to it and from it.
    fn traffic(&self, roster: &Roster) -> Traffic {
        let peer = self.slot.and_then(|slot| roster.peer_at(slot));
        let peer = peer.filter(|peer| peer.info.handle == self.federate);
        peer.map_or_else(Traffic::default, |peer| peer.traffic)
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::{Float64Time, Integer64Time, LogicalTime};

    use super::*;

    /// Sums of counts are compared: one that fell could make up for another that rose.
    #[test]
    fn the_count_of_a_member_that_has_left_does_not_fall() {
        let gone = Other {
            federate: FederateHandle::new(7),
            slot: None,
            regulates: true,
        };
        let mut boards = BoardCoordination {
            epoch: 1,
            others: vec![gone],
            all_regulate: true,
            seen: vec![[0; 5]],
            accounted: false,
            sent: vec![5],
            counted: None,
            unaccounted: BTreeSet::new(),
            promised: None,
            least: None,
            bound: 0,
            postings: 1,
            given_back: false,
        };
        assert_eq!(boards.changed_counts(&Roster::default()), Some(&[5][..]));
    }

    #[test]
    fn promises_have_numbers_that_are_ordered_as_they_are() {
        let float = |value| LogicalTime::Float64(Float64Time::new(value).unwrap());
        let integer = |value| LogicalTime::Integer64(Integer64Time::new(value).unwrap());
        let floats = [0.0, 5e-324, 1.0, 1.5, 1e300, f64::INFINITY].map(float);
        let integers = [0, 1, 2, 1 << 40, i64::MAX - 1].map(integer);
        for times in [&floats[..], &integers[..]] {
            let bounds: Vec<_> = times
                .iter()
                .flat_map(|time| [Bound::at(*time), Bound::after(*time)])
                .collect();
            let keys: Vec<_> = bounds.iter().map(|it| key(*it)).collect();
            assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
            for (bound, key) in bounds.iter().zip(keys) {
                assert_eq!(bound_of(key, times[0].implementation()), Some(*bound));
            }
        }
        assert_eq!(bound_of(NO_LIMIT, TimeImplementation::Float64), None);
    }
}
