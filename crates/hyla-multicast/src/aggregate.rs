//! Reports of the partitions of a group, at the member that sums them up.

use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::config::Config;
use crate::ids::MemberId;
use crate::lanes::LaneReason;
use crate::presence::{Moment, Presence};
use crate::view::View;
use crate::wire::{
    ENTRY_BYTES, EXCLUSION_BYTES, Entry, Exclusion, NOBODY, SUMMARY_OVERHEAD, Summary,
};

/// The reports of all partitions.
#[derive(Debug)]
pub(crate) struct Aggregate {
    partitions: Vec<Partition>,
    /// Streams reported on since the last report.
    changed: FxHashSet<MemberId>,
    report_at: Option<Instant>,
    reported_at: Option<Instant>,
    /// Partitions report since then.
    active_since: Option<Moment>,
    newest_at: Option<Instant>,
    pub(crate) number: u64,
}

#[derive(Debug, Default)]
struct Partition {
    round: Option<u32>,
    at: Option<Moment>,
    /// Since the last report to the group.
    is_fresh: bool,
    /// Each with the members of the partition that it does not cover.
    entries: FxHashMap<MemberId, (Entry, Vec<Exclusion>)>,
}

/// Time without reports after which the next one begins anew.
fn pause(config: &Config) -> Duration {
    config.round_max * 8
}

/// Time without a report of one partition after which its members are excluded. Two members may keep its token waiting.
fn stale(config: &Config) -> Duration {
    config.round_max * 8 + config.silent_after() * 2
}

impl Entry {
    /// An entry that covers no member.
    pub(crate) fn nobody(sender: MemberId) -> Self {
        Self {
            sender,
            acked: NOBODY,
            end: 0,
            fastest: 0,
            limit: NOBODY,
            slowest: sender,
            loss: 0,
        }
    }
}

impl Aggregate {
    pub(crate) fn new(partitions: usize) -> Self {
        Self {
            partitions: (0..partitions).map(|_| Partition::default()).collect(),
            changed: FxHashSet::default(),
            report_at: None,
            reported_at: None,
            active_since: None,
            newest_at: None,
            number: 0,
        }
    }

    /// A partition reports. Returns `false` if a newer report is known.
    pub(crate) fn handle(
        &mut self,
        now: Moment,
        partition: usize,
        round: u32,
        summary: &Summary,
        config: &Config,
    ) -> bool {
        let Some(known) = self.partitions.get_mut(partition) else {
            return false;
        };
        let is_old = |newest: u32| (round.wrapping_sub(newest) as i32) <= 0;
        if known.round.is_some_and(is_old) {
            return false;
        }
        known.round = Some(round);
        known.at = Some(now);
        known.is_fresh = true;
        let is_over = |at: Instant| now.at.saturating_duration_since(at) > pause(config);
        if self.newest_at.is_none_or(is_over) {
            self.active_since = Some(now);
        }
        self.newest_at = Some(now.at);
        for entry in &summary.entries {
            let (sum, excluded) = known
                .entries
                .entry(entry.sender)
                .or_insert_with(|| (*entry, Vec::new()));
            *sum = *entry;
            excluded.clear();
            let concerns = |exclusion: &&Exclusion| {
                exclusion.sender.is_none_or(|sender| sender == entry.sender)
            };
            excluded.extend(summary.exclusions.iter().filter(concerns));
            self.changed.insert(entry.sender);
        }
        let all_fresh = self.partitions.iter().all(|partition| partition.is_fresh);
        let wait = if all_fresh {
            Duration::ZERO
        } else {
            config.round_min
        };
        let soonest = self
            .reported_at
            .map_or(now.at, |at| at + config.round_min / 2);
        let at = (now.at + wait).max(soonest);
        self.report_at = Some(self.report_at.map_or(at, |known| known.min(at)));
        true
    }

    /// The federation has lost a sender.
    pub(crate) fn lose(&mut self, member: MemberId) {
        self.changed.remove(&member);
        for partition in &mut self.partitions {
            partition.entries.remove(&member);
            for (_, excluded) in partition.entries.values_mut() {
                excluded.retain(|exclusion| exclusion.member != member);
            }
        }
    }

    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.report_at
    }

    /// Whether members of the partition lack something of the streams that were reported on. One that has all reports
    /// no more.
    fn misses_something(&self, partition: &Partition) -> bool {
        self.changed.iter().any(|sender| {
            let ends = self.partitions.iter().filter_map(|p| p.entries.get(sender));
            let end = ends.map(|(entry, _)| entry.end).max().unwrap_or(0);
            let own = partition.entries.get(sender);
            own.is_none_or(|(entry, _)| entry.acked < end)
        })
    }

    /// The reports that are due, each as large as a datagram may be.
    pub(crate) fn reports(
        &mut self,
        now: Instant,
        view: &View,
        config: &Config,
        presence: &Presence,
    ) -> Vec<Summary> {
        if self.report_at.is_none_or(|at| at > now) {
            return Vec::new();
        }
        self.report_at = None;
        if self.changed.is_empty() {
            return Vec::new();
        }
        let active = self.active_since.unwrap_or(presence.moment(now));
        let mut exclusions = Vec::new();
        let (mut heard, mut waits) = (0, false);
        let mut included = Vec::new();
        for (number, partition) in self.partitions.iter().enumerate() {
            let range = view.partition(number);
            if range.clone().all(|index| view.is_gone(index)) {
                heard += 1;
                continue;
            }
            let since = partition.at.filter(|at| at.at > active.at);
            let is_late = presence.ran(since.unwrap_or(active), now) > stale(config);
            let is_stale = is_late && self.misses_something(partition);
            if is_stale || (partition.at.is_none() && self.partitions.len() == 1) {
                for member in range
                    .filter(|i| !view.is_gone(*i))
                    .filter_map(|i| view.member(i))
                {
                    exclusions.push(Exclusion {
                        sender: None,
                        member,
                        reason: LaneReason::Silent.code(),
                    });
                }
            } else {
                heard += usize::from(partition.at.is_some());
                waits |= partition.at.is_none();
                included.push(partition);
            }
        }
        // Reports not there yet are requested; half of the partitions decide about the others.
        if waits || heard * 2 < self.partitions.len() {
            self.report_at = Some(now + config.round_max);
            return self.question(config);
        }
        self.reported_at = Some(now);
        let mut senders: Vec<_> = self.changed.drain().collect();
        senders.sort_unstable();
        let mut entries = Vec::new();
        for sender in senders {
            let mut sum = Entry::nobody(sender);
            for partition in &included {
                match partition.entries.get(&sender) {
                    Some((entry, excluded)) => {
                        sum.merge(entry);
                        for exclusion in excluded {
                            let known = |known: &Exclusion| known == exclusion;
                            if !exclusions.iter().any(known) {
                                exclusions.push(*exclusion);
                            }
                        }
                    }
                    None => sum.acked = 0,
                }
            }
            if sum.acked == 0 {
                // Of whom nothing is known nobody says that he is slow.
                sum.limit = sum.limit.min(config.initial_window);
                sum.fastest = sum.limit;
            }
            entries.push(sum);
        }
        self.partitions
            .iter_mut()
            .for_each(|partition| partition.is_fresh = false);
        pages(entries, exclusions, config.datagram_bytes)
    }
}

impl Aggregate {
    /// A report that acknowledges nothing: partitions that have more report again.
    fn question(&self, config: &Config) -> Vec<Summary> {
        let mut senders: Vec<_> = self.changed.iter().copied().collect();
        senders.sort_unstable();
        let entries = senders.into_iter().map(|sender| {
            let ends = self
                .partitions
                .iter()
                .filter_map(|p| p.entries.get(&sender));
            Entry {
                acked: 0,
                end: ends.map(|(entry, _)| entry.end).max().unwrap_or(0),
                limit: 0,
                ..Entry::nobody(sender)
            }
        });
        pages(entries.collect(), Vec::new(), config.datagram_bytes)
    }
}

/// Reports of one entry whose exclusions take several datagrams. Its sender frees nothing before it has all of them.
fn parts(entry: Entry, exclusions: &[Exclusion], bytes: usize) -> impl Iterator<Item = Summary> {
    let room = bytes - SUMMARY_OVERHEAD - ENTRY_BYTES;
    // One of them numbers the part.
    let most = room / EXCLUSION_BYTES - 1;
    let parts = exclusions.len().div_ceil(most) as u16;
    (0..parts)
        .zip(exclusions.chunks(most))
        .map(move |(part, named)| Summary {
            entries: vec![entry],
            exclusions: [named, &[Exclusion::of_part(entry.sender, part, parts)]].concat(),
        })
}

/// Splits entries into datagrams; each has all exclusions that concern its entries.
fn pages(entries: Vec<Entry>, exclusions: Vec<Exclusion>, bytes: usize) -> Vec<Summary> {
    let room = bytes - SUMMARY_OVERHEAD;
    let mut pages = Vec::new();
    let mut page = Summary::default();
    let all: Vec<_> = exclusions
        .iter()
        .filter(|e| e.sender.is_none())
        .copied()
        .collect();
    for entry in entries {
        let own = exclusions.iter().filter(|e| e.sender == Some(entry.sender));
        let own: Vec<_> = own.copied().collect();
        let used = page.entries.len() * ENTRY_BYTES + page.exclusions.len() * EXCLUSION_BYTES;
        let needed = ENTRY_BYTES + own.len() * EXCLUSION_BYTES;
        if used + needed > room && !page.entries.is_empty() {
            pages.push(std::mem::take(&mut page));
        }
        if page.entries.is_empty() {
            page.exclusions.extend_from_slice(&all);
        }
        let used = page.entries.len() * ENTRY_BYTES + page.exclusions.len() * EXCLUSION_BYTES;
        if used + needed > room {
            page.exclusions.clear();
            pages.extend(parts(entry, &[&all[..], &own].concat(), bytes));
            continue;
        }
        page.exclusions.extend(own);
        page.entries.push(entry);
    }
    if !page.entries.is_empty() {
        pages.push(page);
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(sender: u32, acked: u64) -> Entry {
        Entry {
            acked,
            end: 10,
            fastest: acked,
            limit: 100 + acked,
            ..Entry::nobody(MemberId(sender))
        }
    }

    fn summary(entries: &[Entry]) -> Summary {
        Summary {
            entries: entries.to_vec(),
            exclusions: Vec::new(),
        }
    }

    fn handle(
        aggregate: &mut Aggregate,
        now: Instant,
        partition: usize,
        round: u32,
        summary: &Summary,
        config: &Config,
    ) -> bool {
        let now = Presence::default().moment(now);
        aggregate.handle(now, partition, round, summary, config)
    }

    fn reports(
        aggregate: &mut Aggregate,
        now: Instant,
        view: &View,
        config: &Config,
    ) -> Vec<Summary> {
        aggregate.reports(now, view, config, &Presence::default())
    }

    fn view() -> View {
        let members: Vec<_> = (0..6).map(MemberId).collect();
        View::new(&members, MemberId(0), 2)
    }

    #[test]
    fn the_least_of_all_partitions_is_reported_once_all_have_spoken() {
        let (config, view, now) = (Config::default(), view(), Instant::now());
        let mut aggregate = Aggregate::new(3);
        assert!(handle(
            &mut aggregate,
            now,
            0,
            1,
            &summary(&[entry(9, 5)]),
            &config
        ));
        assert!(handle(
            &mut aggregate,
            now,
            1,
            1,
            &summary(&[entry(9, 3)]),
            &config
        ));
        let later = now + config.round_min;
        // A question: what is known, without an acknowledgement.
        let question = reports(&mut aggregate, later, &view, &config);
        assert_eq!(
            (question[0].entries[0].acked, question[0].entries[0].end),
            (0, 10)
        );

        assert!(handle(
            &mut aggregate,
            later,
            2,
            1,
            &summary(&[entry(9, 4)]),
            &config
        ));
        let reports = reports(&mut aggregate, later + config.round_max, &view, &config);
        assert_eq!(reports.len(), 1);
        let sum = reports[0].entries[0];
        assert_eq!((sum.acked, sum.fastest, sum.limit), (3, 5, 103));
        assert!(reports[0].exclusions.is_empty());

        // A replay says nothing.
        assert!(!handle(
            &mut aggregate,
            later,
            2,
            1,
            &summary(&[entry(9, 9)]),
            &config
        ));
    }

    #[test]
    fn a_partition_that_falls_silent_is_excluded_and_half_of_them_must_speak() {
        let (config, view, now) = (Config::default(), view(), Instant::now());
        let mut aggregate = Aggregate::new(3);
        handle(&mut aggregate, now, 0, 1, &summary(&[entry(9, 5)]), &config);
        let mut at = now;
        for round in 2..20 {
            at += config.round_max;
            handle(
                &mut aggregate,
                at,
                0,
                round,
                &summary(&[entry(9, 5)]),
                &config,
            );
            let reports = reports(&mut aggregate, at + config.round_min, &view, &config);
            assert!(reports.iter().all(|report| report.entries[0].acked == 0));
        }
        handle(&mut aggregate, at, 1, 1, &summary(&[entry(9, 4)]), &config);
        let reports = reports(&mut aggregate, at + config.round_max, &view, &config);
        assert_eq!(reports[0].entries[0].acked, 4);
        let excluded: Vec<_> = reports[0].exclusions.iter().map(|e| e.member).collect();
        assert_eq!(excluded, [MemberId(4), MemberId(5)]);
    }

    #[test]
    fn nothing_is_waited_for_once_the_only_sender_is_lost() {
        let (config, view, now) = (Config::default(), view(), Instant::now());
        let mut aggregate = Aggregate::new(3);
        handle(&mut aggregate, now, 0, 1, &summary(&[entry(9, 5)]), &config);
        aggregate.lose(MemberId(9));
        let later = now + config.round_max * 20;
        assert!(reports(&mut aggregate, later, &view, &config).is_empty());
        assert_eq!(aggregate.deadline(), None);
    }

    #[test]
    fn a_stream_that_a_partition_does_not_know_is_not_acknowledged() {
        let (config, view, now) = (Config::default(), view(), Instant::now());
        let mut aggregate = Aggregate::new(3);
        handle(&mut aggregate, now, 0, 1, &summary(&[entry(9, 5)]), &config);
        handle(&mut aggregate, now, 1, 1, &summary(&[]), &config);
        handle(&mut aggregate, now, 2, 1, &summary(&[entry(9, 5)]), &config);
        let reports = reports(&mut aggregate, now + config.round_max, &view, &config);
        assert_eq!(
            (reports[0].entries[0].acked, reports[0].entries[0].end),
            (0, 10)
        );
    }

    #[test]
    fn members_that_one_datagram_cannot_name_are_named_in_several() {
        let (config, now) = (Config::default(), Instant::now());
        let members: Vec<_> = (0..320).map(MemberId).collect();
        let view = View::new(&members, MemberId(0), 8);
        assert_eq!(view.partitions(), 40);
        let mut aggregate = Aggregate::new(40);
        let mut at = now;
        let mut pages = Vec::new();
        for round in 1..20 {
            at += config.round_max;
            for partition in 0..21 {
                let said = summary(&[entry(0, 5)]);
                handle(&mut aggregate, at, partition, round, &said, &config);
            }
            pages = reports(&mut aggregate, at + config.round_min, &view, &config);
        }

        assert!(
            pages
                .iter()
                .all(|page| page.bytes() <= config.datagram_bytes)
        );
        // All pages say what is known of the others.
        assert!(pages.iter().all(|page| page.entries == [entry(0, 5)]));
        let named = pages.iter().flat_map(|page| &page.exclusions);
        let named = named.filter(|named| named.part().is_none());
        let mut named: Vec<_> = named.map(|named| named.member.0).collect();
        named.sort_unstable();
        assert_eq!(named, (21 * 8..320).collect::<Vec<_>>());
        let parts = pages.iter().flat_map(|page| &page.exclusions);
        let parts: Vec<_> = parts.filter_map(Exclusion::part).collect();
        assert_eq!(parts, [(0, 2), (1, 2)]);
    }

    #[test]
    fn many_streams_take_several_datagrams_and_each_names_whom_it_does_not_cover() {
        let entries: Vec<_> = (0..100).map(|sender| entry(sender, 1)).collect();
        let exclusion = |sender: Option<u32>| Exclusion {
            sender: sender.map(MemberId),
            member: MemberId(7),
            reason: 0,
        };
        let exclusions = vec![exclusion(None), exclusion(Some(3)), exclusion(Some(99))];
        let pages = pages(entries, exclusions, 1400);
        assert!(pages.iter().all(|page| page.bytes() <= 1400));
        let sum: usize = pages.iter().map(|page| page.entries.len()).sum();
        assert_eq!(sum, 100);
        assert!(
            pages
                .iter()
                .all(|page| page.exclusions[0] == exclusion(None))
        );
        assert_eq!(pages[0].exclusions.len(), 2);
        assert_eq!(pages.last().unwrap().exclusions.len(), 2);
    }
}
