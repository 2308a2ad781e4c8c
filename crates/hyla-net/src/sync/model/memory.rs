//! Results of loads under the memory model of C++20, which is that of Rust, except loads that see
//! stores later in the same program.
//!
//! A word is the list of all stores to it, in the order on which all threads agree. A thread has a
//! *view*: for each word the oldest entry that it may still load. A load gives that or any newer
//! one. A store with release carries the thread's view, and a load with acquire takes it over.
//! Sequentially consistent fences and accesses share a further view: a fence takes it over and adds
//! to it, an access does so for its own word alone. Processors permit different parts of this; none
//! permits more.

use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};

use rustc_hash::FxHashMap;

use super::MOST_THREADS;

/// Distance of two entries, so that others fit in between.
const GAP: u64 = 1 << 32;

/// Knowledge of a thread.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// By word: position of the oldest entry that may still be loaded.
    oldest: Vec<u64>,
    /// By thread: number of its steps that necessarily come before.
    after: [u32; MOST_THREADS],
}

impl View {
    fn oldest(&self, word: usize) -> u64 {
        self.oldest.get(word).copied().unwrap_or(0)
    }

    fn see(&mut self, word: usize, at: u64) {
        if self.oldest.len() <= word {
            self.oldest.resize(word + 1, 0);
        }
        self.oldest[word] = self.oldest[word].max(at);
    }

    fn join_oldest(&mut self, other: &Self) {
        for (word, at) in other.oldest.iter().enumerate() {
            self.see(word, *at);
        }
    }

    fn join(&mut self, other: &Self) {
        self.join_oldest(other);
        for (own, other) in self.after.iter_mut().zip(other.after) {
            *own = (*own).max(other);
        }
    }
}

#[derive(Debug)]
struct Entry {
    at: u64,
    value: u64,
    /// View for a load with acquire.
    carried: View,
    /// Step of the store.
    by: Option<usize>,
    /// Made from the preceding entry in one step: nothing comes in between.
    follows: bool,
}

#[derive(Debug)]
struct Word {
    number: usize,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, Default)]
struct OfThread {
    now: View,
    /// View for the next fence with acquire.
    loaded: View,
    /// View of relaxed stores since the last fence with release.
    released: View,
}

/// Bytes that a thread has accessed.
#[derive(Debug)]
struct Touched {
    from: usize,
    until: usize,
    by: usize,
    step: u32,
    writes: bool,
}

#[derive(Debug)]
pub(super) struct Memory {
    words: FxHashMap<usize, Word>,
    threads: Vec<OfThread>,
    /// Shared view of sequentially consistent operations.
    consistent: View,
    /// Views of locks and bells, by address.
    carried: FxHashMap<usize, View>,
    touched: Vec<Touched>,
    /// Number of the current step.
    pub(super) step: usize,
}

fn acquires(order: Ordering) -> bool {
    matches!(order, Acquire | AcqRel | SeqCst)
}

fn releases(order: Ordering) -> bool {
    matches!(order, Release | AcqRel | SeqCst)
}

/// Chooses one of that many.
type Choose<'a> = &'a mut dyn FnMut(usize) -> usize;

impl Memory {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            words: FxHashMap::default(),
            threads: vec![OfThread::default(); threads],
            consistent: View::default(),
            carried: FxHashMap::default(),
            touched: Vec::new(),
            step: 0,
        }
    }

    /// Begins a step of that thread.
    pub(super) fn begin(&mut self, me: usize) {
        self.threads[me].now.after[me] += 1;
    }

    fn word(words: &mut FxHashMap<usize, Word>, address: usize, first: u64) -> &mut Word {
        let number = words.len();
        words.entry(address).or_insert_with(|| Word {
            number,
            entries: vec![Entry {
                at: 0,
                value: first,
                carried: View::default(),
                by: None,
                follows: false,
            }],
        })
    }

    /// Loads as the system does. The thread does not load an older value after that.
    pub(super) fn newest(&mut self, me: usize, address: usize, first: u64) -> u64 {
        let word = Self::word(&mut self.words, address, first);
        let entry = word.entries.last().expect("there is a first");
        self.threads[me].now.see(word.number, entry.at);
        entry.value
    }

    /// Oldest entry that an access of that order may see.
    fn bound(&self, me: usize, number: usize, order: Ordering) -> u64 {
        let own = self.threads[me].now.oldest(number);
        match order {
            SeqCst => own.max(self.consistent.oldest(number)),
            _ => own,
        }
    }

    fn loaded(&mut self, me: usize, number: usize, at: u64, carried: &View, order: Ordering) {
        let thread = &mut self.threads[me];
        thread.now.see(number, at);
        thread.loaded.see(number, at);
        thread.loaded.join(carried);
        if acquires(order) {
            thread.now.join(carried);
        }
        if order == SeqCst {
            self.consistent.see(number, at);
        }
    }

    /// View carried by a store of that thread.
    fn carries(&mut self, me: usize, number: usize, at: u64, order: Ordering) -> View {
        let thread = &mut self.threads[me];
        thread.now.see(number, at);
        thread.loaded.see(number, at);
        if order == SeqCst {
            self.consistent.see(number, at);
        }
        let mut carried = match releases(order) {
            true => thread.now.clone(),
            false => thread.released.clone(),
        };
        carried.see(number, at);
        carried
    }

    /// The value, and the step that stored it.
    pub(super) fn load(
        &mut self,
        me: usize,
        address: usize,
        first: u64,
        order: Ordering,
        choose: Choose<'_>,
    ) -> (u64, Option<usize>) {
        let number = Self::word(&mut self.words, address, first).number;
        let bound = self.bound(me, number, order);
        let entries = &self.words[&address].entries;
        // The newest first.
        let may = entries.iter().rev().take_while(|entry| entry.at >= bound);
        let back = choose(may.count());
        let entry = &entries[entries.len() - 1 - back];
        let (at, value, by) = (entry.at, entry.value, entry.by);
        let carried = entry.carried.clone();
        self.loaded(me, number, at, &carried, order);
        (value, by)
    }

    /// Whether it is the newest value now.
    pub(super) fn store(
        &mut self,
        me: usize,
        address: usize,
        first: u64,
        value: u64,
        order: Ordering,
        choose: Choose<'_>,
    ) -> bool {
        let number = Self::word(&mut self.words, address, first).number;
        let bound = self.bound(me, number, order);
        let entries = &self.words[&address].entries;
        // Entries behind which it may come.
        let may: Vec<usize> = (0..entries.len())
            .rev()
            .filter(|&at| entries[at].at >= bound)
            .filter(|&at| entries.get(at + 1).is_none_or(|next| !next.follows))
            .collect();
        let behind = may[choose(may.len())];
        let at = place_behind(entries, behind);
        let carried = self.carries(me, number, at, order);
        self.insert(address, behind, at, value, carried, false)
    }

    /// A read-modify-write, or a load if `change` gives nothing. Gives the old value, and the
    /// newest one if it is new.
    pub(super) fn change(
        &mut self,
        me: usize,
        address: usize,
        first: u64,
        change: &dyn Fn(u64) -> Option<u64>,
        (order, failed): (Ordering, Ordering),
        choose: Choose<'_>,
    ) -> (u64, bool) {
        let number = Self::word(&mut self.words, address, first).number;
        let bound = self.bound(me, number, order);
        let entries = &self.words[&address].entries;
        let may: Vec<usize> = (0..entries.len())
            .rev()
            .filter(|&at| entries[at].at >= bound)
            .filter(|&at| {
                let free = entries.get(at + 1).is_none_or(|next| !next.follows);
                free || change(entries[at].value).is_none()
            })
            .collect();
        let behind = may[choose(may.len())];
        let entry = &entries[behind];
        let (loaded_at, before, from) = (entry.at, entry.value, entry.carried.clone());
        let Some(after) = change(before) else {
            self.loaded(me, number, loaded_at, &from, failed);
            return (before, false);
        };
        let at = place_behind(entries, behind);
        self.loaded(me, number, loaded_at, &from, order);
        let mut carried = self.carries(me, number, at, order);
        // The view of the replaced entry is carried on.
        carried.join(&from);
        let newest = self.insert(address, behind, at, after, carried, true);
        (before, newest)
    }

    fn insert(
        &mut self,
        address: usize,
        behind: usize,
        at: u64,
        value: u64,
        carried: View,
        follows: bool,
    ) -> bool {
        let entry = Entry {
            at,
            value,
            carried,
            by: Some(self.step),
            follows,
        };
        let entries = &mut self.words.get_mut(&address).expect("it is known").entries;
        entries.insert(behind + 1, entry);
        behind + 2 == entries.len()
    }

    pub(super) fn fence(&mut self, me: usize, order: Ordering) {
        let thread = &mut self.threads[me];
        if order == Relaxed {
            return;
        }
        if acquires(order) {
            thread.now.join(&thread.loaded);
        }
        if order == SeqCst {
            // No thread must wait for another because of that.
            thread.now.join_oldest(&self.consistent);
            self.consistent.join_oldest(&thread.now);
        }
        if releases(order) {
            thread.released = thread.now.clone();
        }
        thread.loaded.join(&thread.now);
    }

    /// Takes over the view of a lock or a bell.
    pub(super) fn take_over(&mut self, me: usize, address: usize) {
        if let Some(carried) = self.carried.get(&address) {
            self.threads[me].now.join(carried);
            self.threads[me].loaded.join(carried);
        }
    }

    /// Adds the thread's view to a lock or a bell.
    pub(super) fn leave(&mut self, me: usize, address: usize) {
        let now = &self.threads[me].now;
        self.carried.entry(address).or_default().join(now);
    }

    /// Bytes are read or written. Gives a thread that accessed them too, without a necessary order
    /// between the two.
    pub(super) fn touch(
        &mut self,
        me: usize,
        from: usize,
        count: usize,
        writes: bool,
    ) -> Option<usize> {
        let until = from + count;
        let now = &self.threads[me].now;
        let races = |touched: &&Touched| {
            touched.by != me
                && touched.from < until
                && from < touched.until
                && (writes || touched.writes)
                && now.after[touched.by] < touched.step
        };
        let other = self.touched.iter().find(races).map(|touched| touched.by);
        self.touched.push(Touched {
            from,
            until,
            by: me,
            // Only later steps of the thread are ordered.
            step: now.after[me] + 1,
            writes,
        });
        other
    }
}

/// A position between the entry and the next one.
fn place_behind(entries: &[Entry], behind: usize) -> u64 {
    let before = entries[behind].at;
    match entries.get(behind + 1) {
        None => before + GAP,
        Some(next) => {
            assert!(next.at - before > 1, "no place is left");
            before + (next.at - before) / 2
        }
    }
}
