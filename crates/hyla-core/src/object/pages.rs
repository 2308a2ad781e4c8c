//! Values by object instance handle, in pages of neighbours.
//!
//! A federate numbers its instances in order, and most federates update them in that order. With 100 000 instances a hash table
//! has each of them somewhere else in memory: an update waits for it several times. Here neighbours lie side by side, which
//! processors fetch ahead, and the table of pages is small enough for their caches.

use hyla_types::ObjectInstanceHandle;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Handles of a page. Where most instances are removed again, a page may be left with one: that is what limits it.
const OF_PAGE: u64 = 16;

#[derive(Debug)]
struct Page<T> {
    values: [Option<T>; OF_PAGE as usize],
    used: usize,
}

/// A map from handles to values. A look costs a hash look-up of the page.
#[derive(Debug)]
pub(crate) struct Pages<T> {
    by_number: FxHashMap<u64, Box<Page<T>>>,
    len: usize,
}

fn place(object: ObjectInstanceHandle) -> (u64, usize) {
    let raw = object.raw();
    (raw / OF_PAGE, (raw % OF_PAGE) as usize)
}

impl<T> Pages<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, object: ObjectInstanceHandle) -> Option<&T> {
        let (page, at) = place(object);
        self.by_number.get(&page)?.values[at].as_ref()
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, object: ObjectInstanceHandle) -> Option<&mut T> {
        let (page, at) = place(object);
        self.by_number.get_mut(&page)?.values[at].as_mut()
    }

    /// Gives the former value.
    pub(crate) fn insert(&mut self, object: ObjectInstanceHandle, value: T) -> Option<T> {
        let (number, at) = place(object);
        let page = self.by_number.entry(number).or_insert_with(|| {
            Box::new(Page {
                values: std::array::from_fn(|_| None),
                used: 0,
            })
        });
        let former = page.values[at].replace(value);
        if former.is_none() {
            page.used += 1;
            self.len += 1;
        }
        former
    }

    pub(crate) fn remove(&mut self, object: ObjectInstanceHandle) -> Option<T> {
        let (number, at) = place(object);
        let page = self.by_number.get_mut(&number)?;
        let value = page.values[at].take()?;
        page.used -= 1;
        self.len -= 1;
        if page.used == 0 {
            self.by_number.remove(&number);
        }
        Some(value)
    }

    /// All values, in no particular order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.by_number
            .values()
            .flat_map(|page| page.values.iter().flatten())
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.by_number
            .values_mut()
            .flat_map(|page| page.values.iter_mut().flatten())
    }

    fn iter(&self) -> impl Iterator<Item = (ObjectInstanceHandle, &T)> {
        self.by_number.iter().flat_map(|(number, page)| {
            let values = page.values.iter().enumerate();
            values.filter_map(move |(at, value)| {
                let raw = number * OF_PAGE + at as u64;
                Some((ObjectInstanceHandle::new(raw), value.as_ref()?))
            })
        })
    }
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self {
            by_number: FxHashMap::default(),
            len: 0,
        }
    }
}

/// As a map.
impl<T: Serialize> Serialize for Pages<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Some formats have the length first.
        let all: FxHashMap<_, _> = self.iter().collect();
        all.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pages<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = FxHashMap::<ObjectInstanceHandle, T>::deserialize(deserializer)?;
        let mut pages = Self::default();
        for (object, value) in all {
            pages.insert(object, value);
        }
        Ok(pages)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use hyla_types::FederateHandle;

    use super::*;

    #[test]
    fn pages_hold_what_a_map_holds_and_end_with_their_last_value() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut pages, mut map) = (Pages::default(), BTreeMap::new());
        for step in 0..20_000_u32 {
            let registrant = FederateHandle::new(random.u32(1..4));
            let object = ObjectInstanceHandle::of(registrant, random.u32(1..60));
            if random.bool() {
                assert_eq!(pages.insert(object, step), map.insert(object, step));
            } else {
                assert_eq!(pages.remove(object), map.remove(&object));
            }
            assert_eq!(pages.get(object), map.get(&object));
            assert_eq!(pages.get_mut(object), map.get_mut(&object));
            assert_eq!(pages.len(), map.len());
        }

        assert!(map.len() > 20);
        let found: BTreeMap<_, _> = pages
            .iter()
            .map(|(object, value)| (object, *value))
            .collect();
        assert_eq!(found, map);
        for object in map.keys() {
            pages.remove(*object);
        }
        assert!(pages.by_number.is_empty() && pages.values().next().is_none());
    }
}
