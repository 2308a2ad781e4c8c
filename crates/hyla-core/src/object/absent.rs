//! Instances that are remembered as gone, and questions of members about the existence of others.

use std::collections::VecDeque;

use hyla_types::{FederateHandle, ObjectInstanceHandle};
use rustc_hash::FxHashSet;

use crate::message::data::DataFrame;

/// Most instances that are remembered as gone.
const MOST_ABSENT: usize = 4096;

/// So many questions of one member wait beyond one for each other member: a member has one for each stream that waits there, and
/// repeats it after a change of ways.
const MOST_PROBES: usize = 256;

/// Questions of this member to registrants about instances, and theirs to it.
#[derive(Debug, Default)]
pub(crate) struct Existence {
    absent: Absent,
    /// Instances that exist or not, and that their registrants do not announce here: others direct interactions at them, whatever
    /// attributes this federate subscribes.
    unannounced: Absent,
    /// Probes of members whose log is further than the one here.
    pub(super) probes: Vec<Probe>,
}

/// A member asks whether all has been said that follows from what it knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    pub(crate) from: FederateHandle,
    pub(crate) question: u32,
    /// Number of the log entry that the asker has not applied yet.
    pub(crate) log: u64,
}

/// Instances that were removed here, or of which their registrants have said that they do not exist: the newest ones.
#[derive(Debug, Default)]
struct Absent {
    objects: FxHashSet<ObjectInstanceHandle>,
    oldest_first: VecDeque<ObjectInstanceHandle>,
}

impl Absent {
    fn remove(&mut self, object: ObjectInstanceHandle) {
        if self.objects.remove(&object) {
            self.oldest_first.retain(|other| *other != object);
        }
    }

    fn note(&mut self, object: ObjectInstanceHandle) {
        if self.objects.insert(object) {
            self.oldest_first.push_back(object);
            if self.oldest_first.len() > MOST_ABSENT
                && let Some(oldest) = self.oldest_first.pop_front()
            {
                self.objects.remove(&oldest);
            }
        }
    }
}

impl Existence {
    /// The instance is removed.
    pub(crate) fn note_absent(&mut self, object: ObjectInstanceHandle) {
        self.absent.note(object);
    }

    /// The registrant announces it again, after all.
    pub(crate) fn note_present(&mut self, object: ObjectInstanceHandle) {
        self.absent.remove(object);
        self.unannounced.remove(object);
    }

    /// The registrant of an instance at which an interaction is directed does not announce it.
    pub(super) fn note_unannounced(&mut self, object: ObjectInstanceHandle) {
        self.unannounced.note(object);
    }

    /// This federate subscribes something else: registrants may announce further instances.
    pub(super) fn forget_unannounced(&mut self) {
        self.unannounced = Absent::default();
    }

    /// Whether the registrant of the instance need not be asked about it because of that frame.
    pub(super) fn is_absent(&self, object: ObjectInstanceHandle, frame: &DataFrame<'_>) -> bool {
        self.absent.objects.contains(&object)
            || (matches!(frame, DataFrame::Directed { .. })
                && self.unannounced.objects.contains(&object))
    }

    /// Keeps a question until it can be answered; `members`: the number of the others. A question too many is dropped, and only
    /// its asker waits for the answer.
    pub(super) fn keep_probe(&mut self, probe: Probe, members: usize) {
        let of_asker = self.probes.iter().filter(|it| it.from == probe.from);
        let (mut count, mut is_repeated) = (0, false);
        for known in of_asker {
            count += 1;
            is_repeated |= (known.question, known.log) == (probe.question, probe.log);
        }
        if !is_repeated && count < members + MOST_PROBES {
            self.probes.push(probe);
        }
    }

    /// A member has left: it gets no answers.
    pub(crate) fn forget_member(&mut self, federate: FederateHandle) {
        self.probes.retain(|probe| probe.from != federate);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_number_of_questions_of_one_member_waits_and_others_have_room() {
        let mut existence = Existence::default();
        let probe = |from, question| Probe {
            from: FederateHandle::new(from),
            question,
            log: u64::MAX,
        };
        for question in 0..10_000 {
            existence.keep_probe(probe(1, question), 3);
        }
        existence.keep_probe(probe(2, 7), 3);
        existence.keep_probe(probe(2, 7), 3);

        let of = |from| {
            let probes = existence.probes.iter();
            let by = probes.filter(|probe| probe.from == FederateHandle::new(from));
            by.count()
        };
        assert_eq!([of(1), of(2)], [MOST_PROBES + 3, 1]);
    }

    #[test]
    fn only_the_newest_absent_instances_are_remembered() {
        let mut absent = Absent::default();
        let object = |index| ObjectInstanceHandle::of(FederateHandle::new(1), index);
        for index in 0..=MOST_ABSENT as u32 {
            absent.note(object(index));
            absent.note(object(index));
        }

        assert!(!absent.objects.contains(&object(0)));
        assert!(absent.objects.contains(&object(1)));
        assert_eq!(absent.objects.len(), MOST_ABSENT);
    }
}
