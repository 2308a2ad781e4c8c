//! The token of a partition: who has it, who started it, who is silent.
//!
//! Members pass the token on in the order of their indices. Each acknowledges it; one that does not, for some time and
//! after five attempts, counts as silent and is passed by until it answers a probe. The origin of the newest token
//! leads. Rounds are compared by number, then by the smaller origin, so that of two leaders one yields.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::config::{Config, Rule};
use crate::ids::MemberId;
use crate::presence::{Moment, Presence};
use crate::view::View;
use crate::wire::Summary;

/// Attempts to give the token to a member, at least.
const TRIES: u32 = 5;

/// Latest probes whose answers count.
const RECENT: u32 = 8;

#[derive(Debug)]
pub(crate) struct Ring {
    pub(crate) partition: usize,
    range: Range<usize>,
    own: usize,
    pub(crate) round: u32,
    pub(crate) origin: usize,
    silent: Vec<bool>,
    hop: Option<Hop>,
    /// The round that this member started is under way since then.
    under_way: Option<Instant>,
    started_at: Option<Instant>,
    /// A token was here, or a round ended.
    token_at: Option<Moment>,
    /// Something is unstable since then.
    pending_since: Option<Moment>,
    /// The same, but rounds that end do not change it: tokens are to come since then.
    expects_since: Option<Moment>,
    /// Much is unstable: a round starts as soon as it may.
    is_urgent: bool,
    probe_at: Option<Instant>,
    /// Time between the last probe and the next one.
    probe_gap: Duration,
    probe: u32,
    /// Streams that this member put into the token that it started.
    pub(crate) asked: Vec<MemberId>,
    /// Where the next page of streams begins.
    pub(crate) cursor: usize,
}

/// A token on its way to the next member.
#[derive(Debug)]
struct Hop {
    summary: Summary,
    to: usize,
    tries: u32,
    sent_at: Moment,
    retry_at: Instant,
}

/// Kind of an arriving token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrived {
    /// To be filled in and passed on.
    New,
    /// It was round the partition.
    Returned,
    /// It was here before.
    Again,
    /// There is a newer one.
    Old,
}

/// Action for a token that is not acknowledged.
#[derive(Debug)]
pub(crate) enum Overdue {
    Retry(usize),
    /// The member is silent; the token is to go on without it.
    PassBy(usize, Summary),
}

impl Ring {
    pub(crate) fn new(view: &View, own: usize) -> Self {
        let partition = view.partition_of(own);
        let range = view.partition(partition);
        Self {
            partition,
            own,
            round: 0,
            origin: range.start,
            silent: vec![false; range.len()],
            range,
            hop: None,
            under_way: None,
            started_at: None,
            token_at: None,
            pending_since: None,
            expects_since: None,
            is_urgent: false,
            probe_at: None,
            probe_gap: Duration::ZERO,
            probe: 0,
            asked: Vec::new(),
            cursor: 0,
        }
    }

    pub(crate) fn leads(&self) -> bool {
        self.origin == self.own
    }

    fn place(&self, index: usize) -> Option<usize> {
        self.range
            .contains(&index)
            .then(|| index - self.range.start)
    }

    fn is_silent(&self, index: usize) -> bool {
        self.place(index).is_some_and(|place| self.silent[place])
    }

    pub(crate) fn set_silent(&mut self, index: usize, silent: bool) {
        if let Some(place) = self.place(index) {
            let silent = silent && index != self.own;
            if silent && !self.silent[place] {
                self.probe_gap = Duration::ZERO;
            }
            self.silent[place] = silent;
        }
    }

    /// Takes over what the token says of silent members.
    pub(crate) fn follow(&mut self, named: impl Fn(usize) -> bool) {
        for index in self.range.clone() {
            self.set_silent(index, named(index));
        }
    }

    pub(crate) fn silent_members<'r>(&'r self, view: &'r View) -> impl Iterator<Item = usize> + 'r {
        let silent = |index: &usize| self.is_silent(*index) && !view.is_gone(*index);
        self.range.clone().filter(silent)
    }

    /// The member after `index`; this one if there is no other.
    pub(crate) fn after(&self, index: usize, view: &View) -> usize {
        let count = self.range.len();
        let from = self.place(index).unwrap_or(0);
        let mut next = (1..=count).map(|step| self.range.start + (from + step) % count);
        let can =
            |next: &usize| *next == self.own || (!view.is_gone(*next) && !self.is_silent(*next));
        next.find(can).unwrap_or(self.own)
    }

    /// Something is unstable, or no longer is.
    pub(crate) fn set_pending(&mut self, now: Moment, pending: bool, urgent: bool) {
        self.is_urgent = urgent;
        if pending {
            self.pending_since.get_or_insert(now);
            self.expects_since.get_or_insert(now);
        } else {
            (self.pending_since, self.expects_since) = (None, None);
        }
    }

    pub(crate) fn is_pending(&self) -> bool {
        self.pending_since.is_some()
    }

    pub(crate) fn expects_since(&self) -> Option<Moment> {
        self.expects_since
    }

    /// Begins a round.
    pub(crate) fn start(&mut self, now: Moment) {
        self.round = self.round.wrapping_add(1);
        self.origin = self.own;
        self.hop = None;
        self.under_way = Some(now.at);
        self.started_at = Some(now.at);
        self.token_at = Some(now);
        self.is_urgent = false;
    }

    /// Ends a round; how long it took, if this member started it.
    pub(crate) fn end(&mut self, now: Moment) -> Option<Duration> {
        self.origin = self.own;
        let began = self.under_way.take();
        self.token_at = Some(now);
        // Packets still unstable wait for the next round.
        self.pending_since = self.pending_since.map(|_| now);
        began.map(|began| now.at.saturating_duration_since(began))
    }

    pub(crate) fn arrives(&mut self, now: Moment, round: u32, origin: usize) -> Arrived {
        let ahead = round.wrapping_sub(self.round) as i32;
        if ahead == 0 && origin == self.origin {
            if origin == self.own && self.under_way.is_some() {
                return Arrived::Returned;
            }
            return Arrived::Again;
        }
        if ahead < 0 || (ahead == 0 && origin > self.origin) || !self.range.contains(&origin) {
            return Arrived::Old;
        }
        self.follow_token(now, round, origin);
        Arrived::New
    }

    fn follow_token(&mut self, now: Moment, round: u32, origin: usize) {
        self.round = round;
        self.origin = origin;
        self.hop = None;
        self.under_way = None;
        self.token_at = Some(now);
        self.set_silent(origin, false);
    }

    /// The token goes to that member.
    pub(crate) fn sent(&mut self, now: Moment, to: usize, summary: Summary, timeout: Duration) {
        self.hop = Some(Hop {
            summary,
            to,
            tries: 1,
            sent_at: now,
            retry_at: now.at + timeout,
        });
    }

    /// A member acknowledges a token, or names a newer one. Returns the round-trip time, if it is known.
    pub(crate) fn received(
        &mut self,
        now: Moment,
        by: usize,
        round: u32,
        origin: usize,
    ) -> Option<Duration> {
        let ahead = round.wrapping_sub(self.round) as i32;
        if ahead > 0 || (ahead == 0 && origin < self.origin) {
            if self.range.contains(&origin) {
                self.follow_token(now, round, origin);
            }
            return None;
        }
        let hop = self.hop.take_if(|hop| hop.to == by && ahead == 0)?;
        (hop.tries == 1).then(|| now.at.saturating_duration_since(hop.sent_at.at))
    }

    /// The token on its way, if its acknowledgement is overdue.
    pub(crate) fn overdue(
        &mut self,
        now: Instant,
        timeout: Duration,
        config: &Config,
        presence: &Presence,
    ) -> Option<Overdue> {
        let hop = self.hop.as_mut().filter(|hop| hop.retry_at <= now)?;
        if !config.applies(Rule::TokenRetries) {
            self.hop = None;
            return None;
        }
        let waited = presence.ran(hop.sent_at, now);
        if hop.tries < TRIES || waited < config.silent_after() {
            // The member may wait for a processor: what was sent waits there, too.
            let longer = timeout * (1 << hop.tries.min(8));
            hop.retry_at = now + longer.min(config.round_max).max(timeout);
            hop.tries += 1;
            return Some(Overdue::Retry(hop.to));
        }
        let hop = self.hop.take()?;
        self.set_silent(hop.to, true);
        Some(Overdue::PassBy(hop.to, hop.summary))
    }

    pub(crate) fn on_its_way(&self) -> Option<&Summary> {
        Some(&self.hop.as_ref()?.summary)
    }

    /// When this member is to start a round: as leader, or since no token comes.
    fn start_at(&self, config: &Config, presence: &Presence) -> Option<Instant> {
        let pending = self.pending_since?;
        // A token may wait for a member that counts as silent then.
        let lost = config.round_max * 3 + config.silent_after();
        if self.leads() && self.under_way.is_none() {
            let wait = if self.is_urgent {
                config.round_min
            } else {
                config.round_max
            };
            let due = pending.at + wait;
            let soonest = self.started_at.map_or(due, |at| at + config.round_min);
            return Some(soonest.max(due));
        }
        if !config.applies(Rule::TokenTakeover) {
            return None;
        }
        let count = self.range.len();
        let distance = (self.own + count - self.origin) % count;
        let turns = distance.saturating_sub(1) as u32;
        let wait = lost + config.round_max * turns;
        let after = |since| presence.after(since, wait);
        self.token_at.map(after).max(Some(after(pending)))
    }

    pub(crate) fn is_start_due(&self, now: Instant, config: &Config, presence: &Presence) -> bool {
        self.start_at(config, presence).is_some_and(|at| at <= now)
    }

    /// The number of a probe for silent members, if it is time for one.
    pub(crate) fn probe(&mut self, now: Instant, view: &View, config: &Config) -> Option<u32> {
        let needed = self.leads() && self.silent_members(view).next().is_some();
        if !needed || !config.applies(Rule::Probes) {
            (self.probe_at, self.probe_gap) = (None, Duration::ZERO);
            return None;
        }
        if self.probe_at.is_some_and(|at| at > now) {
            return None;
        }
        let is_first = self.probe_at.is_none();
        // Members that stand still for long are probed ever more rarely: what is sent to them waits there.
        let shortest = config.round_max * 2;
        let longest = config.heartbeat_max.max(shortest);
        self.probe_gap = (self.probe_gap * 2).clamp(shortest, longest);
        self.probe_at = Some(now + self.probe_gap);
        if is_first {
            return None;
        }
        self.probe = self.probe.wrapping_add(1);
        Some(self.probe)
    }

    /// A silent member answers, perhaps an earlier probe: the way there and back may take longer than the time between
    /// two of them. Returns whether that was new.
    pub(crate) fn is_here(&mut self, index: usize, number: u32) -> bool {
        let is_recent = self.probe.wrapping_sub(number) < RECENT;
        let is_new = is_recent && self.is_silent(index);
        if is_new {
            self.set_silent(index, false);
        }
        is_new
    }

    pub(crate) fn deadline(&self, config: &Config, presence: &Presence) -> Option<Instant> {
        let hop = self.hop.as_ref().map(|hop| hop.retry_at);
        [hop, self.start_at(config, presence), self.probe_at]
            .into_iter()
            .flatten()
            .min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(own: usize) -> (View, Ring) {
        let members: Vec<_> = (0..5).map(MemberId).collect();
        let view = View::new(&members, MemberId(own as u32), 8);
        let ring = Ring::new(&view, own);
        (view, ring)
    }

    #[test]
    fn the_newer_round_wins_and_of_two_leaders_the_one_with_the_smaller_index() {
        let (_, mut ring) = ring(2);
        let now = Presence::default().moment(Instant::now());
        ring.start(now);
        assert!(ring.leads());
        assert_eq!(ring.arrives(now, 1, 2), Arrived::Returned);
        assert_eq!(ring.arrives(now, 1, 3), Arrived::Old);
        assert_eq!(ring.arrives(now, 1, 1), Arrived::New);
        assert!(!ring.leads());
        assert_eq!(ring.arrives(now, 1, 1), Arrived::Again);
        assert_eq!(ring.arrives(now, 0, 0), Arrived::Old);
        assert_eq!(ring.arrives(now, 2, 4), Arrived::New);
        // Of another partition.
        assert_eq!(ring.arrives(now, 3, 9), Arrived::Old);
    }

    #[test]
    fn a_member_that_does_not_acknowledge_is_passed_by_until_it_answers_a_probe() {
        let (view, mut ring) = ring(0);
        let (config, ms) = (Config::default(), Duration::from_millis(1));
        let mut now = Instant::now();
        let (start, mut presence) = (now, Presence::default());
        ring.start(presence.moment(now));
        assert_eq!(ring.after(0, &view), 1);
        ring.sent(presence.moment(now), 1, Summary::default(), ms);
        let mut tries = 1;
        loop {
            let due = ring.deadline(&config, &presence);
            // At the second time this process itself waits for a processor.
            let late = if tries == 2 { 500 } else { 0 };
            now = due.unwrap() + ms * late;
            presence.called(now, due);
            match ring.overdue(now, ms, &config, &presence) {
                Some(Overdue::Retry(1)) => tries += 1,
                Some(Overdue::PassBy(1, _)) => break,
                other => panic!("{other:?}"),
            }
        }
        let waited = now - start;
        assert!(waited >= config.silent_after() + ms * 500, "{waited:?}");
        assert!(tries >= 5 && waited < ms * 700, "{tries}, {waited:?}");
        assert_eq!(ring.after(0, &view), 2);

        assert_eq!(ring.probe(now, &view, &config), None);
        now += config.round_max * 2;
        let number = ring.probe(now, &view, &config).unwrap();
        assert!(!ring.is_here(1, number.wrapping_add(1)));
        assert!(!ring.is_here(1, number.wrapping_sub(RECENT)));
        // The answer to the first probe comes after the second one.
        now += config.heartbeat_max;
        assert_eq!(ring.probe(now, &view, &config), Some(number + 1));
        assert!(ring.is_here(1, number));
        assert_eq!(ring.after(0, &view), 1);
    }

    #[test]
    fn whoever_waits_too_long_for_a_token_starts_one_and_the_next_in_turn_is_first() {
        let config = Config::default();
        let now = Instant::now();
        let mut starts = Vec::new();
        for own in 0..5 {
            let (_, mut ring) = ring(own);
            let presence = Presence::default();
            ring.set_pending(presence.moment(now), true, false);
            starts.push(ring.deadline(&config, &presence).unwrap() - now);
        }
        assert!(starts.is_sorted() && starts[0] < starts[1], "{starts:?}");
    }
}
