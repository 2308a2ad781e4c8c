//! Numbers that stand for sets of receivers in a group, where these are not all its members.

use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use crate::lanes::{AudienceTag, is_listed, list_bytes, put_on_list};

/// Most numbers of one sender in a group; after that they begin at 0 again.
const MOST: usize = u16::MAX as usize + 1;

/// The sets of receivers that this member has sent to in a group.
#[derive(Debug, Default)]
pub(super) struct SentAudiences {
    numbers: FxHashMap<Box<[u8]>, u16>,
    all: Vec<SentAudience>,
}

/// A set of receivers.
#[derive(Debug)]
struct SentAudience {
    list: Box<[u8]>,
    /// The list has been sent.
    told: bool,
    /// Messages to it.
    sent: u64,
    /// Their bytes.
    bytes: u64,
}

impl SentAudiences {
    /// Whether there are numbers for so many more sets.
    pub(super) fn has_room_for(&self, sets: usize) -> bool {
        self.all.len() + sets <= MOST
    }

    /// The number of these receivers, all members of the group. There has to be [room](Self::has_room_for).
    pub(super) fn number_of(
        &mut self,
        members: &[FederateHandle],
        receivers: &[FederateHandle],
    ) -> u16 {
        let mut list = vec![0_u8; list_bytes(members.len())];
        let places = members.iter().enumerate();
        for (place, _) in places.filter(|(_, member)| receivers.contains(member)) {
            put_on_list(&mut list, place);
        }
        if let Some(number) = self.numbers.get(&*list) {
            return *number;
        }
        debug_assert!(self.has_room_for(1), "numbers began again too late");
        let number = self.all.len() as u16;
        let list: Box<[u8]> = list.into();
        self.numbers.insert(list.clone(), number);
        self.all.push(SentAudience {
            list,
            told: false,
            sent: 0,
            bytes: 0,
        });
        number
    }

    /// Counts a message; gives what it has to say about its receivers.
    pub(super) fn tag(&mut self, number: u16, bytes: usize) -> Option<AudienceTag<'_>> {
        let audience = self.all.get_mut(usize::from(number))?;
        audience.sent += 1;
        audience.bytes += bytes as u64;
        let is_first = !std::mem::replace(&mut audience.told, true);
        let list = is_first.then_some(&*audience.list);
        Some(AudienceTag { number, list })
    }

    /// Messages to the member at that place, and their bytes.
    pub(super) fn sent_to(&self, place: usize) -> (u64, u64) {
        let with = self.all.iter().filter(|a| is_listed(&a.list, place));
        with.fold((0, 0), |(sent, bytes), a| (sent + a.sent, bytes + a.bytes))
    }
}

/// The sets of receivers that other members send to in a group, as far as this member is in them: a bit for each number.
#[derive(Debug, Default)]
pub(super) struct WantedAudiences(FxHashMap<FederateHandle, Vec<u64>>);

impl WantedAudiences {
    /// Whether a message of that sender is for this member, which has that place among the members.
    pub(super) fn is_wanted(
        &mut self,
        from: FederateHandle,
        tag: Option<AudienceTag<'_>>,
        place: usize,
    ) -> bool {
        let Some(AudienceTag { number, list }) = tag else {
            return true;
        };
        let (word, bit) = (usize::from(number / 64), 1_u64 << (number % 64));
        let Some(list) = list else {
            let known = self.0.get(&from).and_then(|known| known.get(word));
            return known.is_some_and(|known| known & bit != 0);
        };
        let is_in = is_listed(list, place);
        let known = self.0.entry(from).or_default();
        if known.len() <= word {
            known.resize(word + 1, 0);
        }
        match is_in {
            true => known[word] |= bit,
            false => known[word] &= !bit,
        }
        is_in
    }

    /// The member is gone.
    pub(super) fn forget(&mut self, from: FederateHandle) {
        self.0.remove(&from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handles(numbers: &[u32]) -> Vec<FederateHandle> {
        numbers.iter().copied().map(FederateHandle::new).collect()
    }

    #[test]
    fn receivers_take_what_is_for_them() {
        let members = handles(&[1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
        let mut sent = SentAudiences::default();
        let some = sent.number_of(&members, &handles(&[2, 55]));
        let others = sent.number_of(&members, &handles(&[2, 3]));
        assert_ne!(some, others);
        assert_eq!(sent.number_of(&members, &handles(&[2, 55])), some);
        let from = members[0];
        let mut wanted: Vec<_> = members.iter().map(|_| WantedAudiences::default()).collect();
        let mut takers = |number, sent: &mut SentAudiences| {
            let tag = sent.tag(number, 10);
            let is_taken = |(place, wanted): (usize, &mut WantedAudiences)| {
                wanted.is_wanted(from, tag, place).then_some(members[place])
            };
            let all = wanted.iter_mut().enumerate();
            all.filter_map(is_taken).collect::<Vec<_>>()
        };
        for _ in 0..2 {
            assert_eq!(takers(some, &mut sent), handles(&[2, 55]));
            assert_eq!(takers(others, &mut sent), handles(&[2, 3]));
        }
        assert_eq!(sent.sent_to(1), (4, 40));
        assert_eq!(sent.sent_to(8), (2, 20));
        assert_eq!(sent.sent_to(0), (0, 0));

        // Once numbers have begun again, one may stand for others.
        let mut sent = SentAudiences::default();
        let number = sent.number_of(&members, &handles(&[89]));
        assert_eq!(number, some);
        assert_eq!(takers(number, &mut sent), handles(&[89]));
        assert!(takers(number, &mut sent) == handles(&[89]));
    }

    #[test]
    fn what_a_sender_never_listed_is_for_nobody() {
        let mut wanted = WantedAudiences::default();
        let tag = AudienceTag {
            number: u16::MAX,
            list: None,
        };
        assert!(!wanted.is_wanted(FederateHandle::new(2), Some(tag), 0));
        assert!(wanted.is_wanted(FederateHandle::new(2), None, 0));
    }

    #[test]
    fn numbers_have_a_bound() {
        let members: Vec<_> = (1..=24).map(FederateHandle::new).collect();
        let mut sent = SentAudiences::default();
        let set = |number: u32| -> Vec<_> {
            let places = (0..24).filter(|place| number >> place & 1 == 1);
            places.map(|place| FederateHandle::new(place + 1)).collect()
        };
        for number in 0..MOST as u32 {
            assert!(sent.has_room_for(1));
            assert_eq!(sent.number_of(&members, &set(number)), number as u16);
        }
        assert!(!sent.has_room_for(1));
        assert_eq!(sent.number_of(&members, &set(5)), 5);
    }
}
