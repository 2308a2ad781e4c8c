//! Overlaps of update regions and subscription regions, kept up to date as regions move.
//!
//! A pure data structure: regions are realizations, subscriptions belong to parties (numbers of the
//! caller's choice). For each update region it keeps which parties have overlapping subscription
//! regions, and how many, so its size does not grow with the number of overlaps.

use hyla_types::{DimensionHandle, DimensionHandleSet, Region};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::grid::{Extent, Grid};

/// A party and how many of its subscription regions overlap.
type Count = (u32, u32);

#[derive(Debug, Serialize, Deserialize)]
struct Update {
    region: Region,
    /// In ascending order of party.
    parties: SmallVec<[Count; 2]>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Subscription {
    region: Region,
    party: u32,
}

/// Places in a table, used again after removal.
#[derive(Debug, Serialize, Deserialize)]
struct Table<T> {
    places: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Table<T> {
    fn insert(&mut self, entry: T) -> u32 {
        match self.free.pop() {
            Some(id) => {
                self.places[id as usize] = Some(entry);
                id
            }
            None => {
                self.places.push(Some(entry));
                self.places.len() as u32 - 1
            }
        }
    }

    fn get(&self, id: u32) -> Option<&T> {
        self.places.get(id as usize)?.as_ref()
    }

    fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        self.places.get_mut(id as usize)?.as_mut()
    }

    fn remove(&mut self, id: u32) -> Option<T> {
        let entry = self.places.get_mut(id as usize)?.take()?;
        self.free.push(id);
        Some(entry)
    }
}

/// Update regions and subscription regions of one use, and what overlaps.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Matcher {
    /// Dimensions by which regions are found; the others are compared.
    axes: [Option<DimensionHandle>; 2],
    updates: Table<Update>,
    subscriptions: Table<Subscription>,
    update_places: Grid,
    subscription_places: Grid,
}

impl Matcher {
    /// A matcher for regions with some of these dimensions. Regions are found by the first two, which
    /// should distinguish them best.
    #[must_use]
    pub fn new(dimensions: &DimensionHandleSet) -> Self {
        let mut all = dimensions.iter();
        Self {
            axes: [all.next(), all.next()],
            ..Self::default()
        }
    }

    fn extent(&self, region: &Region) -> Extent {
        Extent::new(self.axes.map(|axis| region.bounds(axis?)))
    }

    /// Adds an update region; the number stands for it from now on. Cost: a search.
    pub fn insert_update(&mut self, region: Region) -> u32 {
        let extent = self.extent(&region);
        let parties = self.count(&region);
        let id = self.updates.insert(Update { region, parties });
        self.update_places.insert(id, extent);
        id
    }

    /// Moves an update region; whether other parties overlap it now. Cost: a search.
    pub fn move_update(&mut self, id: u32, region: Region) -> bool {
        let parties = self.count(&region);
        let (axes, extent) = (self.axes, self.extent(&region));
        let Some(update) = self.updates.get_mut(id) else {
            return false;
        };
        let before = Extent::new(axes.map(|axis| update.region.bounds(axis?)));
        update.region = region;
        let same = update.parties.len() == parties.len()
            && update.parties.iter().zip(&parties).all(|(a, b)| a.0 == b.0);
        update.parties = parties;
        if before != extent {
            self.update_places.remove(id, &before);
            self.update_places.insert(id, extent);
        }
        !same
    }

    /// Takes an update region out.
    pub fn remove_update(&mut self, id: u32) {
        if let Some(update) = self.updates.remove(id) {
            let extent = self.extent(&update.region);
            self.update_places.remove(id, &extent);
        }
    }

    /// Adds a subscription region of a party; update regions that the party reaches only now are
    /// appended to `changed`. Cost: a search and a step for each overlap.
    pub fn insert_subscription(
        &mut self,
        party: u32,
        region: Region,
        changed: &mut Vec<u32>,
    ) -> u32 {
        let extent = self.extent(&region);
        let Self {
            updates,
            update_places,
            ..
        } = self;
        update_places.visit(&extent, &mut |update| {
            if let Some(u) = updates.get_mut(update)
                && u.region.overlaps(&region)
                && gain(&mut u.parties, party)
            {
                changed.push(update);
            }
        });
        let id = self.subscriptions.insert(Subscription { region, party });
        self.subscription_places.insert(id, extent);
        id
    }

    /// Moves a subscription region; update regions that its party reaches only now, or no longer, are
    /// appended to `changed`. Cost: two searches and a step for each overlap before and after.
    pub fn move_subscription(&mut self, id: u32, region: Region, changed: &mut Vec<u32>) {
        let axes = self.axes;
        let extent = self.extent(&region);
        let Self {
            updates,
            update_places,
            subscriptions,
            ..
        } = self;
        let Some(subscription) = subscriptions.get_mut(id) else {
            return;
        };
        let party = subscription.party;
        let before = std::mem::replace(&mut subscription.region, region);
        let region = &subscription.region;
        let left = Extent::new(axes.map(|axis| before.bounds(axis?)));
        update_places.visit(&left, &mut |update| {
            if let Some(u) = updates.get_mut(update)
                && u.region.overlaps(&before)
                && !u.region.overlaps(region)
                && lose(&mut u.parties, party)
            {
                changed.push(update);
            }
        });
        update_places.visit(&extent, &mut |update| {
            if let Some(u) = updates.get_mut(update)
                && u.region.overlaps(region)
                && !u.region.overlaps(&before)
                && gain(&mut u.parties, party)
            {
                changed.push(update);
            }
        });
        if left != extent {
            self.subscription_places.remove(id, &left);
            self.subscription_places.insert(id, extent);
        }
    }

    /// Takes a subscription region out; update regions that its party reaches no longer are appended
    /// to `changed`. Cost: a search and a step for each overlap.
    pub fn remove_subscription(&mut self, id: u32, changed: &mut Vec<u32>) {
        let Some(subscription) = self.subscriptions.remove(id) else {
            return;
        };
        let extent = self.extent(&subscription.region);
        self.subscription_places.remove(id, &extent);
        let Self {
            updates,
            update_places,
            ..
        } = self;
        update_places.visit(&extent, &mut |update| {
            if let Some(u) = updates.get_mut(update)
                && u.region.overlaps(&subscription.region)
                && lose(&mut u.parties, subscription.party)
            {
                changed.push(update);
            }
        });
    }

    /// Parties with a subscription region that overlaps the update region, in ascending order.
    pub fn parties(&self, update: u32) -> impl Iterator<Item = u32> + '_ {
        let update = self.updates.get(update);
        update
            .into_iter()
            .flat_map(|u| u.parties.iter().map(|(party, _)| *party))
    }

    /// Names the party of each subscription region that overlaps `region`, in no order and perhaps
    /// more than once: for a region that is used only now. Cost: a search.
    pub fn search(&self, region: &Region, found: &mut impl FnMut(u32)) {
        let extent = self.extent(region);
        self.subscription_places.visit(&extent, &mut |id| {
            if let Some(subscription) = self.subscriptions.get(id)
                && subscription.region.overlaps(region)
            {
                found(subscription.party);
            }
        });
    }

    /// Names each update region that overlaps `region`, in no order. Cost: a search.
    pub fn search_updates(&self, region: &Region, found: &mut impl FnMut(u32)) {
        let extent = self.extent(region);
        self.update_places.visit(&extent, &mut |id| {
            if self
                .updates
                .get(id)
                .is_some_and(|u| u.region.overlaps(region))
            {
                found(id);
            }
        });
    }

    fn count(&self, region: &Region) -> SmallVec<[Count; 2]> {
        let mut parties = SmallVec::new();
        self.search(region, &mut |party| {
            gain(&mut parties, party);
        });
        parties
    }
}

/// One overlap more; whether it is the party's first.
fn gain(parties: &mut SmallVec<[Count; 2]>, party: u32) -> bool {
    match parties.binary_search_by_key(&party, |(p, _)| *p) {
        Ok(at) => {
            parties[at].1 += 1;
            false
        }
        Err(at) => {
            parties.insert(at, (party, 1));
            true
        }
    }
}

/// One overlap less; whether it was the party's last.
fn lose(parties: &mut SmallVec<[Count; 2]>, party: u32) -> bool {
    let Ok(at) = parties.binary_search_by_key(&party, |(p, _)| *p) else {
        return false;
    };
    parties[at].1 -= 1;
    let last = parties[at].1 == 0;
    if last {
        parties.remove(at);
    }
    last
}

#[cfg(test)]
mod tests;
