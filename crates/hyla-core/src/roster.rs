//! The other members of the federation execution.

use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize, Serializer};
use smallvec::SmallVec;

use crate::declaration::Declarations;
use crate::message::MemberInfo;
use crate::secrets::Token;
use crate::time::{MessageCount, Traffic};

/// Place of a member in this member's tables; used again after the member left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Slot(u16);

/// Another member.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Peer {
    /// A save holds no token.
    #[serde(serialize_with = "without_token")]
    pub(crate) info: MemberInfo,
    pub(crate) declarations: Declarations,
    /// Declarations of it that the log has brought, counted as [`crate::declaration::Position::own`].
    #[serde(skip)]
    pub(crate) declared: u64,
    pub(crate) traffic: Traffic,
}

fn without_token<S: Serializer>(info: &MemberInfo, serializer: S) -> Result<S::Ok, S::Error> {
    let mut info = info.clone();
    info.token = Token::default();
    info.serialize(serializer)
}

/// The others, by slot and by handle.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Roster {
    slots: Vec<Option<Peer>>,
    #[serde(skip)]
    by_handle: FxHashMap<FederateHandle, Slot>,
    /// Members of whom the counts of messages may have changed since they were reported; at least those.
    #[serde(skip)]
    counted: MemberSet,
    /// How often a message in time-stamp order was counted to any member.
    #[serde(skip)]
    stamped: u64,
}

impl Roster {
    /// Takes a member in; `None` if it is there already or there is no place left, which no RTI of
    /// ours lets happen.
    pub(crate) fn insert(&mut self, peer: Peer) -> Option<Slot> {
        let handle = peer.info.handle;
        if self.by_handle.contains_key(&handle) {
            return None;
        }
        let at = self
            .slots
            .iter()
            .position(Option::is_none)
            .unwrap_or(self.slots.len());
        let slot = Slot(u16::try_from(at).ok()?);
        if at == self.slots.len() {
            self.slots.push(None);
        }
        self.slots[at] = Some(peer);
        self.by_handle.insert(handle, slot);
        Some(slot)
    }

    pub(crate) fn remove(&mut self, handle: FederateHandle) -> Option<(Slot, Peer)> {
        let slot = self.by_handle.remove(&handle)?;
        Some((slot, self.slots[usize::from(slot.0)].take()?))
    }

    pub(crate) fn peers(&self) -> impl Iterator<Item = (Slot, &Peer)> {
        (0..)
            .zip(&self.slots)
            .filter_map(|(at, peer)| Some((Slot(at), peer.as_ref()?)))
    }

    /// All other members.
    pub(crate) fn all_peers(&self) -> MemberSet {
        self.peers().map(|(slot, _)| slot).collect()
    }

    /// Counts a message in time-stamp order to the member at a slot.
    pub(crate) fn count_stamped(&mut self, slot: Slot) {
        if let Some(Some(peer)) = self.slots.get_mut(usize::from(slot.0)) {
            peer.traffic.sent += 1;
            self.counted.insert(slot);
            self.stamped += 1;
        }
    }

    /// A number that changes whenever a message in time-stamp order is counted to any member.
    pub(crate) fn stamped(&self) -> u64 {
        self.stamped
    }

    /// Counts a message in time-stamp order from a member.
    pub(crate) fn count_received(&mut self, from: FederateHandle) {
        // A member may have said any number before.
        self.change_received(from, |count| count.saturating_add(1));
    }

    /// So many messages in time-stamp order have come, or were lost, from a member.
    pub(crate) fn set_received(&mut self, from: FederateHandle, count: u64) {
        self.change_received(from, |_| count);
    }

    fn change_received(&mut self, from: FederateHandle, change: impl FnOnce(u64) -> u64) {
        if let Some(slot) = self.slot(from)
            && let Some(Some(peer)) = self.slots.get_mut(usize::from(slot.0))
        {
            peer.traffic.received = change(peer.traffic.received);
            self.counted.insert(slot);
        }
    }

    /// The counts that have changed since the last call, sent and received: work for those only,
    /// however many members there are.
    pub(crate) fn take_counts(&mut self) -> (Vec<MessageCount>, Vec<MessageCount>) {
        let (mut sent, mut received) = (Vec::new(), Vec::new());
        for slot in std::mem::take(&mut self.counted).iter() {
            let Some(Some(peer)) = self.slots.get_mut(usize::from(slot.0)) else {
                continue;
            };
            let federate = peer.info.handle;
            let traffic = &mut peer.traffic;
            if traffic.sent != traffic.sent_reported {
                traffic.sent_reported = traffic.sent;
                let count = traffic.sent;
                sent.push(MessageCount { federate, count });
            }
            if traffic.received != traffic.received_reported {
                traffic.received_reported = traffic.received;
                let count = traffic.received;
                received.push(MessageCount { federate, count });
            }
        }
        (sent, received)
    }

    /// All counts are to be reported anew.
    pub(crate) fn forget_reported(&mut self) {
        for peer in self.slots.iter_mut().flatten() {
            peer.traffic.sent_reported = 0;
            peer.traffic.received_reported = 0;
        }
        self.all_may_have_changed();
    }

    fn all_may_have_changed(&mut self) {
        self.counted = self.all_peers();
    }

    pub(crate) fn peer(&self, handle: FederateHandle) -> Option<&Peer> {
        self.slots
            .get(usize::from(self.by_handle.get(&handle)?.0))?
            .as_ref()
    }

    pub(crate) fn slot(&self, handle: FederateHandle) -> Option<Slot> {
        self.by_handle.get(&handle).copied()
    }

    pub(crate) fn peer_mut(&mut self, handle: FederateHandle) -> Option<&mut Peer> {
        self.slots
            .get_mut(usize::from(self.by_handle.get(&handle)?.0))?
            .as_mut()
    }

    /// Brings a decoded roster up to date: who is at which address now. `false` if these are not the
    /// members that it lists.
    pub(crate) fn meet(&mut self, members: Vec<MemberInfo>) -> bool {
        let listed = self.slots.iter().flatten().count();
        self.all_may_have_changed();
        self.by_handle.clear();
        for (at, peer) in self.slots.iter().enumerate() {
            if let (Some(peer), Ok(at)) = (peer, u16::try_from(at)) {
                self.by_handle.insert(peer.info.handle, Slot(at));
            }
        }
        let as_many = listed == members.len() && self.by_handle.len() == listed;
        as_many
            && members.into_iter().all(|info| {
                let peer = self.peer_mut(info.handle);
                peer.map(|peer| peer.info = info).is_some()
            })
    }

    pub(crate) fn peer_at(&self, slot: Slot) -> Option<&Peer> {
        self.slots.get(usize::from(slot.0))?.as_ref()
    }

    /// The federate at a slot in use.
    pub(crate) fn at(&self, slot: Slot) -> Option<FederateHandle> {
        Some(self.slots.get(usize::from(slot.0))?.as_ref()?.info.handle)
    }
}

/// A set of members by slot. Up to 128 need no allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MemberSet(SmallVec<[u64; 2]>);

impl MemberSet {
    pub(crate) fn insert(&mut self, slot: Slot) {
        let (word, bit) = place(slot);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= bit;
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        let (word, bit) = place(slot);
        if let Some(word) = self.0.get_mut(word) {
            *word &= !bit;
        }
    }

    pub(crate) fn contains(&self, slot: Slot) -> bool {
        let (word, bit) = place(slot);
        self.0.get(word).is_some_and(|w| w & bit != 0)
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        (0_u16..).zip(&self.0).flat_map(|(position, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(Slot(position * 64 + bit as u16))
            })
        })
    }
}

impl FromIterator<Slot> for MemberSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        let mut set = Self::default();
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

fn place(slot: Slot) -> (usize, u64) {
    (usize::from(slot.0 / 64), 1 << (slot.0 % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_set_lists_its_slots_in_order() {
        let set: MemberSet = [Slot(3), Slot(200), Slot(64)].into_iter().collect();

        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [Slot(3), Slot(64), Slot(200)]
        );
        assert!(set.contains(Slot(200)));
        assert!(!set.contains(Slot(4)));
    }

    #[test]
    fn a_removed_slot_is_not_listed() {
        let mut set: MemberSet = [Slot(1), Slot(2)].into_iter().collect();

        set.remove(Slot(1));

        assert_eq!(set.iter().collect::<Vec<_>>(), [Slot(2)]);
    }
}
