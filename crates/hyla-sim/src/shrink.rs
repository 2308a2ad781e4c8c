//! Shrinks a failing action list: leaves out federates, lines and delays while it still fails.

use std::collections::BTreeSet;

use crate::actions::{ActionLine, ActionList};

/// A shrunk list.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The shortest failing list found.
    pub actions: ActionList,
    /// Number of lists tried.
    pub runs: usize,
}

impl ActionList {
    /// Leaves out everything that `fails` does not need, within a limit of runs. No single line of
    /// the result can be left out, unless the limit was reached.
    #[must_use]
    pub fn shrink(&self, most_runs: usize, fails: impl FnMut(&Self) -> bool) -> Shrunk {
        let mut search = Search {
            best: self.clone(),
            runs: 0,
            most_runs,
            fails,
        };
        loop {
            let before = search.best.clone();
            search.drop_processes();
            search.drop_clients();
            search.drop_verbs();
            search.clear_network();
            search.drop_lines();
            search.drop_delays();
            if search.best == before || search.runs >= most_runs {
                break;
            }
        }
        search.forget_unused();
        Shrunk {
            actions: search.best,
            runs: search.runs,
        }
    }
}

struct Search<F> {
    best: ActionList,
    runs: usize,
    most_runs: usize,
    fails: F,
}

impl<F: FnMut(&ActionList) -> bool> Search<F> {
    /// Tries the best list with a change.
    fn attempt(&mut self, change: impl FnOnce(&mut ActionList)) -> bool {
        if self.runs >= self.most_runs {
            return false;
        }
        let mut candidate = self.best.clone();
        change(&mut candidate);
        if candidate == self.best {
            return false;
        }
        self.runs += 1;
        let fails = (self.fails)(&candidate);
        if fails {
            self.best = candidate;
        }
        fails
    }

    fn drop_processes(&mut self) {
        let all: Vec<_> = self.best.processes.keys().copied().collect();
        // Half of them first: most federates do not matter.
        let mut size = all.len() / 2;
        while size > 0 {
            for some in all.chunks(size) {
                self.attempt(|list| {
                    list.processes.retain(|id, _| !some.contains(id));
                    list.lines.retain(
                        |line| !matches!(line, ActionLine::Act { process, .. } if some.contains(process)),
                    );
                });
            }
            size /= 2;
        }
    }

    /// Replaces clients by plain federates.
    fn drop_clients(&mut self) {
        let all: Vec<_> = self.best.processes.keys().copied().collect();
        for id in all {
            self.attempt(|list| {
                let settings = list.processes.get_mut(&id);
                settings.into_iter().for_each(|it| it.client = false);
            });
        }
    }

    /// Drops all operations of one kind, for example all updates.
    fn drop_verbs(&mut self) {
        let mut verbs = BTreeSet::new();
        for line in &self.best.lines {
            if let ActionLine::Act { command, .. } = line {
                verbs.insert(command.verb.clone());
            }
        }
        for verb in verbs {
            self.attempt(|list| {
                list.lines.retain(
                    |line| !matches!(line, ActionLine::Act { command, .. } if command.verb == verb),
                );
            });
        }
    }

    fn clear_network(&mut self) {
        self.attempt(|list| list.rti_dies = None);
        self.attempt(|list| list.lossy = false);
        self.attempt(|list| list.modules = false);
        self.attempt(|list| list.multicast = false);
        self.attempt(|list| list.walls.clear());
        self.attempt(|list| list.disk.clear());
        self.attempt(|list| list.delays.clear());
    }

    /// Drops delays one by one, when few lines are left: before, that would take most of the runs.
    fn drop_delays(&mut self) {
        let routes: Vec<_> = self.best.delays.keys().copied().collect();
        for route in routes {
            if self.attempt(|list| drop(list.delays.remove(&route))) {
                continue;
            }
            let frames: Vec<_> = match self.best.delays.get(&route) {
                Some(all) => all.keys().copied().collect(),
                None => continue,
            };
            let mut size = frames.len() / 2;
            while size > 0 {
                for some in frames.chunks(size) {
                    self.attempt(|list| {
                        let all = list.delays.entry(route).or_default();
                        all.retain(|frame, _| !some.contains(frame));
                    });
                }
                size /= 2;
            }
        }
    }

    fn drop_lines(&mut self) {
        let mut size = self.best.lines.len().div_ceil(2);
        while size > 0 {
            let mut dropped = false;
            // From the end: later lines need earlier ones.
            let mut end = self.best.lines.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                dropped |= self.attempt(|list| drop(list.lines.drain(start..end)));
                end = start;
            }
            if size > 1 {
                size /= 2;
            } else if !dropped {
                break;
            }
            if self.runs >= self.most_runs {
                break;
            }
        }
    }

    /// Removes settings that no line refers to, which changes nothing.
    fn forget_unused(&mut self) {
        let mut used = BTreeSet::new();
        for line in &self.best.lines {
            if let ActionLine::Act { process, .. } = line {
                used.insert(*process);
            }
        }
        self.attempt(|list| {
            list.processes.retain(|id, _| used.contains(id));
            list.walls
                .retain(|(a, b)| used.contains(a) && used.contains(b));
        });
    }
}
