//! The members of a group, its partitions and keepers.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::ids::MemberId;

/// Members of a group in the order of the driver: neighbours in the network are neighbours here.
#[derive(Debug)]
pub(crate) struct View {
    members: Box<[MemberId]>,
    places: FxHashMap<MemberId, usize>,
    gone: Box<[bool]>,
    /// This member's index, if it is in the group.
    own: Option<usize>,
    partitions: usize,
    /// The partition that caches the packets of each: itself, or the next one with members once it has lost all of its own.
    covers: Box<[usize]>,
}

impl View {
    pub(crate) fn new(members: &[MemberId], own: MemberId, partition_members: usize) -> Self {
        let partitions = members.len().div_ceil(partition_members.max(1)).max(1);
        Self {
            own: members.iter().position(|member| *member == own),
            gone: vec![false; members.len()].into(),
            partitions,
            covers: (0..partitions).collect(),
            places: members.iter().copied().zip(0..).collect(),
            members: members.into(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn own(&self) -> Option<usize> {
        self.own
    }

    pub(crate) fn member(&self, index: usize) -> Option<MemberId> {
        self.members.get(index).copied()
    }

    pub(crate) fn members(&self) -> &[MemberId] {
        &self.members
    }

    pub(crate) fn index_of(&self, member: MemberId) -> Option<usize> {
        self.places.get(&member).copied()
    }

    pub(crate) fn is_gone(&self, index: usize) -> bool {
        self.gone.get(index).copied().unwrap_or(true)
    }

    /// The federation has lost the member: nothing is kept for it. Whether it was here.
    pub(crate) fn lose(&mut self, member: MemberId) -> bool {
        let index = self.index_of(member);
        let gone = index.and_then(|index| self.gone.get_mut(index));
        let was_here = gone.is_some_and(|gone| !std::mem::replace(gone, true));
        if let Some(index) = index.filter(|_| was_here)
            && !self.has_members(self.partition_of(index))
        {
            self.cover_lost();
        }
        was_here
    }

    fn has_members(&self, partition: usize) -> bool {
        self.partition(partition).any(|index| !self.is_gone(index))
    }

    /// A partition has lost all its members: others cache its packets.
    fn cover_lost(&mut self) {
        let cover = |partition| {
            let mut next = (partition..self.partitions).chain(0..partition);
            next.find(|other| self.has_members(*other))
                .unwrap_or(partition)
        };
        self.covers = (0..self.partitions).map(cover).collect();
    }

    /// The partition that caches a packet.
    fn cover(&self, sequence: u64) -> usize {
        let partition = (sequence % self.partitions as u64) as usize;
        self.covers.get(partition).copied().unwrap_or(partition)
    }

    pub(crate) fn partitions(&self) -> usize {
        self.partitions
    }

    pub(crate) fn partition(&self, partition: usize) -> Range<usize> {
        let bound = |partition| partition * self.len() / self.partitions;
        bound(partition)..bound(partition + 1)
    }

    pub(crate) fn partition_of(&self, index: usize) -> usize {
        ((index + 1) * self.partitions - 1) / self.len().max(1)
    }

    /// Whether that member caches the packet.
    pub(crate) fn is_cached_by(&self, sequence: u64, index: usize) -> bool {
        self.cover(sequence) == self.partition_of(index)
    }

    /// The member that is asked for the packet first (`attempt` 0), and those after it; `None` if no member is left.
    pub(crate) fn keeper(&self, sequence: u64, attempt: u64) -> Option<usize> {
        let partitions = self.partitions as u64;
        let range = self.partition(self.cover(sequence));
        let count = range.len() as u64;
        let mut candidates = (0..count).map(|step| {
            let place = (sequence / partitions + attempt + step) % count;
            range.start + place as usize
        });
        candidates.find(|index| !self.is_gone(*index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(count: u32) -> View {
        let members: Vec<_> = (0..count).map(MemberId).collect();
        View::new(&members, MemberId(3), 8)
    }

    #[test]
    fn each_member_is_in_the_partition_whose_range_contains_it() {
        for count in 1..100 {
            let view = view(count);
            assert_eq!(view.partitions(), count.div_ceil(8) as usize);
            let mut next = 0;
            for partition in 0..view.partitions() {
                let range = view.partition(partition);
                assert_eq!(range.start, next);
                assert!((1..=8).contains(&range.len()), "{count}: {range:?}");
                next = range.end;
                for index in range {
                    assert_eq!(view.partition_of(index), partition, "{index} of {count}");
                }
            }
            assert_eq!(next, count as usize);
        }
    }

    #[test]
    fn keepers_take_turns_and_lost_members_are_passed_by() {
        let mut view = view(16);
        let keepers: std::collections::BTreeSet<_> = (0..16)
            .filter_map(|sequence| view.keeper(sequence, 0))
            .collect();
        assert_eq!(keepers.len(), 16);
        assert_eq!(view.keeper(0, 0), Some(0));
        assert_eq!(view.keeper(0, 1), Some(1));
        assert!(view.is_cached_by(0, 7) && !view.is_cached_by(0, 8));

        assert!(view.lose(MemberId(0)));
        assert!(!view.lose(MemberId(0)));
        assert_eq!(view.keeper(0, 0), Some(1));
    }

    #[test]
    fn packets_of_a_partition_without_members_are_cached_by_the_next_one() {
        let mut view = view(24);
        for member in 8..16 {
            assert!(view.lose(MemberId(member)));
        }

        assert!((16..24).all(|index| view.is_cached_by(1, index) && view.is_cached_by(2, index)));
        assert!(!(0..16).any(|index| view.is_cached_by(1, index)));
        assert_eq!(view.keeper(1, 0), Some(16));

        for member in 16..24 {
            assert!(view.lose(MemberId(member)));
        }
        assert!((0..3).all(|sequence| view.is_cached_by(sequence, 3)));
        assert_eq!(view.keeper(1, 0), Some(0));
        for member in 0..8 {
            assert!(view.lose(MemberId(member)));
        }
        assert_eq!(view.keeper(1, 0), None);
    }
}
