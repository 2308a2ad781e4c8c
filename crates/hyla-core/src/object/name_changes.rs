//! Requests about many names. An executive carries them out piece by piece: what others ask for comes in between.
//!
//! Requests of one federate keep their order; federates take turns. A name is taken from its piece on. So two overlapping requests for all
//! or none may both be refused, and names that such a request gives back are free only after its last piece. The names of a federate that
//! has left are free at once, though they are forgotten later.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound;
use std::sync::Arc;

use hyla_types::FederateHandle;

use super::registry::Registry;
use crate::executive::{Tally, name_bytes};

/// Most names of one piece, and most bytes of them unless it has one name only. Short names take some 0.16 us each.
const PIECE_NAMES: usize = 256;
const PIECE_BYTES: usize = 64 << 10;

/// The answer to a request to reserve names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NamesReserved {
    pub(crate) by: FederateHandle,
    /// As the federate numbers its requests.
    pub(crate) number: u32,
    /// Places of the names that it did not get.
    pub(crate) refused: Vec<u32>,
}

#[derive(Debug)]
enum Kind {
    Reserve {
        number: u32,
        /// Names of earlier pieces.
        seen: u32,
        refused: Vec<u32>,
        /// Those that it got, if it wants all or none.
        undo: Option<Vec<Arc<str>>>,
    },
    Release,
}

/// The rest of what a federate asks for.
#[derive(Debug)]
struct Change {
    kind: Kind,
    names: std::vec::IntoIter<Arc<str>>,
}

impl Change {
    fn is_short(&self) -> bool {
        let names = self.names.as_slice();
        names.len() <= PIECE_NAMES && names.iter().map(|it| it.len()).sum::<usize>() <= PIECE_BYTES
    }
}

/// Changes that are not done.
#[derive(Debug, Default)]
pub(super) struct NameChanges {
    /// Of each federate, in order; none is empty.
    open: BTreeMap<FederateHandle, VecDeque<Change>>,
    /// The federate whose change was carried out last.
    last: Option<FederateHandle>,
}

impl NameChanges {
    /// The next change, by turns.
    fn pop(&mut self) -> Option<(FederateHandle, Change)> {
        let after = self.last.map_or(Bound::Unbounded, Bound::Excluded);
        let mut behind = self.open.range((after, Bound::Unbounded));
        let (by, _) = behind.next().or_else(|| self.open.first_key_value())?;
        let by = *by;
        self.last = Some(by);
        let queue = self.open.get_mut(&by)?;
        let change = queue.pop_front()?;
        if queue.is_empty() {
            self.open.remove(&by);
        }
        Some((by, change))
    }

    pub(super) fn tally(&self, add: Tally<'_>) {
        for (by, changes) in &self.open {
            let names = changes.iter().flat_map(|change| change.names.as_slice());
            names.for_each(|name| add(*by, name_bytes(name)));
        }
    }
}

impl Registry {
    /// A federate reserves names; `all` of them or none, if so wanted. The answer, if that is done.
    pub(crate) fn reserve_names(
        &mut self,
        by: FederateHandle,
        number: u32,
        names: Vec<Arc<str>>,
        all: bool,
    ) -> Option<NamesReserved> {
        let kind = Kind::Reserve {
            number,
            seen: 0,
            refused: Vec::new(),
            undo: all.then(Vec::new),
        };
        self.begin(by, kind, names.into_iter())
    }

    /// A federate gives up those of the names that it has reserved.
    pub(crate) fn release_names(&mut self, by: FederateHandle, names: Vec<Arc<str>>) {
        self.begin(by, Kind::Release, names.into_iter());
    }

    /// A federate is gone, and with it the names that it has reserved, and what it asked for.
    pub(crate) fn release_all(&mut self, by: FederateHandle) {
        // From here on they are free.
        let reserved = self.reserved.remove(&by).unwrap_or_default();
        let reserved: Vec<_> = reserved.into_iter().collect();
        let asked = self.changes.open.remove(&by).unwrap_or_default();
        let asked = asked.into_iter().flat_map(|Change { kind, names }| {
            let undo = match kind {
                Kind::Reserve { undo, .. } => undo.unwrap_or_default(),
                Kind::Release => Vec::new(),
            };
            [undo.into_iter(), names]
        });
        for names in std::iter::once(reserved.into_iter()).chain(asked) {
            self.begin(by, Kind::Release, names);
        }
    }

    /// Whether [`Self::change_names`] has something to do.
    pub(crate) fn has_name_changes(&self) -> bool {
        !self.changes.open.is_empty()
    }

    /// Carries out one piece of what was asked for. The answer to a request that is done.
    pub(crate) fn change_names(&mut self) -> Option<NamesReserved> {
        let (by, change) = self.changes.pop()?;
        self.carry_out(by, change)
    }

    /// Carries out a short change at once, unless an earlier one of the federate waits.
    fn begin(
        &mut self,
        by: FederateHandle,
        kind: Kind,
        names: std::vec::IntoIter<Arc<str>>,
    ) -> Option<NamesReserved> {
        let change = Change { kind, names };
        if change.is_short() && !self.changes.open.contains_key(&by) {
            return self.carry_out(by, change);
        }
        self.changes.open.entry(by).or_default().push_back(change);
        None
    }

    /// Carries out a piece of a change. What is left comes before what else the federate asked for.
    fn carry_out(&mut self, by: FederateHandle, mut change: Change) -> Option<NamesReserved> {
        let (mut count, mut bytes) = (0, 0);
        while let Some(name) = change.names.as_slice().first() {
            count += 1;
            bytes += name.len();
            if count > PIECE_NAMES || (count > 1 && bytes > PIECE_BYTES) {
                break;
            }
            let name = change.names.next()?;
            match &mut change.kind {
                Kind::Reserve {
                    seen,
                    refused,
                    undo,
                    ..
                } => {
                    if self.is_taken(&name) {
                        refused.push(*seen);
                    } else {
                        if let Some(undo) = undo {
                            undo.push(Arc::clone(&name));
                        }
                        self.reserve(name, by);
                    }
                    *seen += 1;
                }
                Kind::Release => self.release(&name, by),
            }
        }
        let is_done = change.names.len() == 0;
        let (left, answer) = match change.kind {
            Kind::Reserve {
                number,
                seen,
                mut refused,
                undo,
            } if is_done => {
                let undo = undo.filter(|_| !refused.is_empty()).map(|undo| {
                    refused = (0..seen).collect();
                    Change {
                        kind: Kind::Release,
                        names: undo.into_iter(),
                    }
                });
                let answer = NamesReserved {
                    by,
                    number,
                    refused,
                };
                (undo, Some(answer))
            }
            _ => ((!is_done).then_some(change), None),
        };
        match left {
            // Nothing of a short request is seen halfway.
            Some(undo) if is_done && undo.is_short() => {
                self.carry_out(by, undo);
            }
            Some(left) => self.changes.open.entry(by).or_default().push_front(left),
            None => {}
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::ObjectInstanceHandle;

    use super::*;

    const ONE: FederateHandle = FederateHandle::new(1);
    const OTHER: FederateHandle = FederateHandle::new(2);

    /// So many names that begin with a letter.
    fn names(letter: char, count: usize) -> Vec<Arc<str>> {
        (0..count)
            .map(|at| format!("{letter}{at}").into())
            .collect()
    }

    fn done(by: FederateHandle, number: u32, refused: &[u32]) -> NamesReserved {
        NamesReserved {
            by,
            number,
            refused: refused.to_vec(),
        }
    }

    /// All answers that come, each with the number of pieces before it.
    fn finish(registry: &mut Registry) -> Vec<(usize, NamesReserved)> {
        let mut answers = Vec::new();
        let mut pieces = 0;
        while registry.has_name_changes() {
            pieces += 1;
            answers.extend(registry.change_names().map(|it| (pieces, it)));
            assert!(pieces < 1000, "it goes on for ever");
        }
        answers
    }

    #[test]
    fn what_is_short_is_done_at_once() {
        let mut registry = Registry::default();
        let answer = registry.reserve_names(ONE, 7, names('a', PIECE_NAMES), false);
        assert_eq!(answer, Some(done(ONE, 7, &[])));
        let answer = registry.reserve_names(OTHER, 3, names('a', 2), false);
        assert_eq!(answer, Some(done(OTHER, 3, &[0, 1])));
        registry.release_names(ONE, names('a', 1));
        assert!(!registry.is_taken("a0") && registry.is_taken("a1"));
        assert!(!registry.has_name_changes());
    }

    #[test]
    fn what_is_long_is_done_in_pieces_and_others_have_their_turns_between_them() {
        let mut registry = Registry::default();
        assert_eq!(
            registry.reserve_names(ONE, 1, names('a', 3 * PIECE_NAMES), false),
            None
        );
        assert_eq!(
            registry.reserve_names(OTHER, 1, names('b', 2 * PIECE_NAMES), false),
            None
        );
        // Short, and behind another of the same federate.
        assert_eq!(registry.reserve_names(ONE, 2, names('c', 1), false), None);
        // Of one that asks for nothing else.
        let third = FederateHandle::new(3);
        let answer = registry.reserve_names(third, 1, names('d', 1), false);
        assert_eq!(answer, Some(done(third, 1, &[])));
        let long = vec![
            "x".repeat(PIECE_BYTES).into(),
            "y".repeat(PIECE_BYTES).into(),
        ];
        assert_eq!(registry.reserve_names(third, 2, long, false), None);

        let answers = finish(&mut registry);
        assert_eq!(
            answers,
            [
                (5, done(OTHER, 1, &[])),
                (6, done(third, 2, &[])),
                (7, done(ONE, 1, &[])),
                (8, done(ONE, 2, &[])),
            ]
        );
    }

    #[test]
    fn a_reservation_of_all_or_none_leaves_none_if_one_is_refused() {
        for count in [PIECE_NAMES / 2, 5 * PIECE_NAMES / 2] {
            let mut registry = Registry::default();
            registry.reserve("a7".into(), OTHER);
            let answer = registry.reserve_names(ONE, 1, names('a', count), true);
            let behind = registry.reserve_names(ONE, 2, names('a', 7), true);
            let all: Vec<u32> = (0..u32::try_from(count).unwrap()).collect();
            let answers = finish(&mut registry).into_iter().map(|(_, answer)| answer);
            let answers: Vec<_> = answer.into_iter().chain(behind).chain(answers).collect();
            assert_eq!(answers, [done(ONE, 1, &all), done(ONE, 2, &[])]);
            let taken = names('a', count)
                .iter()
                .filter(|it| registry.is_taken(it))
                .count();
            assert_eq!(taken, 8, "those of the second request, and the other's");
        }
    }

    #[test]
    fn names_of_a_federate_that_has_left_are_free_at_once_and_forgotten_in_pieces() {
        let count = 3 * PIECE_NAMES;
        let mut registry = Registry::default();
        registry.reserve_names(ONE, 1, names('a', count), false);
        finish(&mut registry);
        registry.reserve_names(ONE, 2, names('b', count), true);
        registry.change_names();

        registry.release_all(ONE);
        let all = [names('a', count), names('b', count)].concat();
        assert!(!all.iter().any(|name| registry.is_taken(name)));
        let object = ObjectInstanceHandle::of(OTHER, 1);
        assert!(!registry.may_use(OTHER, "a5", object));
        // Another one may have them before they are forgotten, and keeps them.
        let answer = registry.reserve_names(OTHER, 1, names('a', 2), false);
        assert_eq!(answer, Some(done(OTHER, 1, &[])));
        assert_eq!(finish(&mut registry), [], "nobody is there to be answered");
        let taken = all.iter().filter(|name| registry.is_taken(name)).count();
        assert_eq!(taken, 2);
        let mut counted = 0;
        registry.tally(&mut |by, _| {
            assert_eq!(by, OTHER);
            counted += 1;
        });
        assert_eq!(counted, 2);
    }

    #[test]
    fn what_is_not_done_counts_for_who_asked() {
        let mut registry = Registry::default();
        registry.reserve_names(ONE, 1, names('a', 2 * PIECE_NAMES), false);
        let count = |registry: &Registry| {
            let mut sum = 0;
            registry.tally(&mut |_, bytes| sum += bytes);
            sum
        };
        let at_first = count(&registry);
        registry.change_names();
        assert_eq!(count(&registry), at_first);
        finish(&mut registry);
        assert_eq!(count(&registry), at_first);
    }
}
