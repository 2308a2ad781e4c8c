//! Regions of one use: an attribute of instances of a class, or an interaction class.

use std::hash::Hash;

use hyla_types::{DimensionHandleSet, Region, RegionHandle};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::Matcher;
use crate::declaration::{Declarations, Subscription};
use crate::roster::{Roster, Slot};

/// Subscriptions that count alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Party<C> {
    /// Its member; `None` for this one.
    pub(crate) member: Option<Slot>,
    /// Class at which it is subscribed.
    pub(crate) class: C,
    pub(crate) subscription: Subscription,
}

/// Owner of the searched subscriptions.
#[derive(Clone, Copy)]
pub(crate) enum Subscribers<'a> {
    Peers(&'a Roster),
    Me(&'a Declarations),
}

impl<'a> Subscribers<'a> {
    pub(super) fn each(self, mut with: impl FnMut(Option<Slot>, &'a Declarations)) {
        match self {
            Self::Me(mine) => with(None, mine),
            Self::Peers(roster) => {
                for (slot, peer) in roster.peers() {
                    with(Some(slot), &peer.declarations);
                }
            }
        }
    }
}

type Key<C> = (Option<Slot>, C, RegionHandle);

/// Update regions and subscription regions of one use.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "C: Deserialize<'de> + Eq + Hash"))]
pub(crate) struct Space<C> {
    matcher: Matcher,
    parties: Vec<Party<C>>,
    subscriptions: FxHashMap<Key<C>, u32>,
    updates: FxHashMap<RegionHandle, u32>,
    regions: FxHashMap<u32, RegionHandle>,
}

impl<C: Copy + Eq + Hash> Space<C> {
    pub(super) fn new(dimensions: &DimensionHandleSet) -> Self {
        Self {
            matcher: Matcher::new(dimensions),
            parties: Vec::new(),
            subscriptions: FxHashMap::default(),
            updates: FxHashMap::default(),
            regions: FxHashMap::default(),
        }
    }

    fn party(&mut self, party: Party<C>) -> u32 {
        let known = self.parties.iter().position(|p| *p == party);
        let at = known.unwrap_or_else(|| {
            self.parties.push(party);
            self.parties.len() - 1
        });
        at as u32
    }

    fn named(&self, updates: Vec<u32>, changed: &mut impl Extend<RegionHandle>) {
        changed.extend(updates.iter().filter_map(|u| self.regions.get(u).copied()));
    }

    /// States a subscription, anew if there is one with that region.
    pub(super) fn subscribe(
        &mut self,
        region: RegionHandle,
        party: Party<C>,
        realization: Region,
        changed: &mut impl Extend<RegionHandle>,
    ) {
        let key = (party.member, party.class, region);
        let mut updates = Vec::new();
        if let Some(id) = self.subscriptions.remove(&key) {
            self.matcher.remove_subscription(id, &mut updates);
        }
        let party = self.party(party);
        let id = self
            .matcher
            .insert_subscription(party, realization, &mut updates);
        self.subscriptions.insert(key, id);
        self.named(updates, changed);
    }

    pub(super) fn unsubscribe(&mut self, key: Key<C>, changed: &mut impl Extend<RegionHandle>) {
        if let Some(id) = self.subscriptions.remove(&key) {
            let mut updates = Vec::new();
            self.matcher.remove_subscription(id, &mut updates);
            self.named(updates, changed);
        }
    }

    pub(super) fn has(&self, key: Key<C>) -> bool {
        self.subscriptions.contains_key(&key)
    }

    pub(super) fn move_subscription(
        &mut self,
        key: Key<C>,
        realization: Region,
        changed: &mut impl Extend<RegionHandle>,
    ) {
        if let Some(id) = self.subscriptions.get(&key) {
            let mut updates = Vec::new();
            self.matcher
                .move_subscription(*id, realization, &mut updates);
            self.named(updates, changed);
        }
    }

    /// The member is gone, and with it its subscriptions.
    pub(super) fn forget_member(&mut self, member: Slot, changed: &mut impl Extend<RegionHandle>) {
        let keys: Vec<Key<C>> = self
            .subscriptions
            .keys()
            .filter(|(of, ..)| *of == Some(member))
            .copied()
            .collect();
        for key in keys {
            self.unsubscribe(key, changed);
        }
    }

    pub(super) fn insert_update(&mut self, region: RegionHandle, realization: Region) {
        let id = self.matcher.insert_update(realization);
        self.updates.insert(region, id);
        self.regions.insert(id, region);
    }

    /// Whether others overlap it now.
    pub(super) fn move_update(&mut self, region: RegionHandle, realization: Region) -> bool {
        let id = self.updates.get(&region).copied();
        id.is_some_and(|id| self.matcher.move_update(id, realization))
    }

    pub(super) fn remove_update(&mut self, region: RegionHandle) {
        if let Some(id) = self.updates.remove(&region) {
            self.matcher.remove_update(id);
            self.regions.remove(&id);
        }
    }

    /// Subscribers that overlap an update region.
    pub(crate) fn parties(&self, region: RegionHandle) -> impl Iterator<Item = &Party<C>> {
        let id = self.updates.get(&region).copied();
        id.into_iter()
            .flat_map(|id| self.matcher.parties(id))
            .filter_map(|party| self.parties.get(party as usize))
    }

    /// Subscribers that overlap a realization; may contain duplicates.
    pub(crate) fn search(&self, realization: &Region, found: &mut impl FnMut(&Party<C>)) {
        self.matcher.search(realization, &mut |party| {
            if let Some(party) = self.parties.get(party as usize) {
                found(party);
            }
        });
    }

    /// Update regions that overlap a realization.
    pub(super) fn search_updates(
        &self,
        realization: &Region,
        found: &mut impl FnMut(RegionHandle),
    ) {
        self.matcher.search_updates(realization, &mut |update| {
            if let Some(region) = self.regions.get(&update) {
                found(*region);
            }
        });
    }
}
