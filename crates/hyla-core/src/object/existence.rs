//! Whether an instance exists of which a member speaks before its registrant does.
//!
//! An owner that is not the registrant updates on its own stream, which is not ordered with that of the registrant. Whoever
//! gets such an update and has not been told of the instance holds the owner's stream, and asks the registrant; the
//! registrant answers on its own stream, behind everything that it has to say of the instance. See decision 25.

use std::collections::VecDeque;

use hyla_types::{FederateHandle, ObjectInstanceHandle};
use rustc_hash::FxHashSet;

use crate::member::{CallbackQueue, Joined, Member};
use crate::message::data::{self, DataFrame};
use crate::outbox::{Frames, Outbox};

/// Most instances that are remembered as gone.
const MOST_ABSENT: usize = 4096;

/// What this member has asked of registrants, and they of it.
#[derive(Debug, Default)]
pub(crate) struct Existence {
    absent: Absent,
    /// Probes of members whose log is further than the one here.
    probes: Vec<Probe>,
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

    /// The registrant tells of it again, after all.
    pub(crate) fn note_present(&mut self, object: ObjectInstanceHandle) {
        if self.absent.objects.remove(&object) {
            self.absent.oldest_first.retain(|other| *other != object);
        }
    }

    /// A member has left: it gets no answers.
    pub(crate) fn forget_member(&mut self, federate: FederateHandle) {
        self.probes.retain(|probe| probe.from != federate);
    }
}

impl Joined {
    /// The instance that a frame updates before its registrant, who is not the sender, has told of it here; the registrant may still
    /// do so. What was told waits in `queue`, or has been delivered.
    pub(crate) fn overtaken(
        &self,
        from: FederateHandle,
        frame: &DataFrame<'_>,
        queue: &CallbackQueue,
    ) -> Option<ObjectInstanceHandle> {
        let DataFrame::Update { object, .. } = *frame else {
            return None;
        };
        let registrant = object.registrant();
        if registrant == from || self.objects.record(object).is_some() {
            return None;
        }
        let is_expected = registrant != self.identity.handle()
            && registrant != FederateHandle::RTI
            && self.may_send(registrant)
            && !self.objects.tombstones.contains(object)
            && self.doomed(object).is_none()
            && !self.objects.existence.absent.objects.contains(&object)
            && !queue.holds_discovery(object);
        is_expected.then_some(object)
    }

    /// Keeps a frame, and what follows it from that member, until the registrant has said whether the instance exists.
    /// `false` if that one's stream waits for this one: then the frame is not kept.
    pub(crate) fn hold_for_registrant(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        frame: &[u8],
        out: &mut dyn Frames,
    ) -> bool {
        let held = self.streams.held_mut();
        let Some(question) = held.wait_for_registrant(from, object) else {
            return false;
        };
        held.hold(from, frame);
        self.ask_registrant(question, object.registrant(), out);
        true
    }

    fn ask_registrant(&self, question: u32, registrant: FederateHandle, out: &mut dyn Frames) {
        let log = self.declarations.next_log();
        out.frame(registrant, &mut |buffer| {
            data::put_probe(buffer, question, log);
        });
    }

    /// The way to a registrant has changed: what was asked or answered may be lost.
    pub(crate) fn ask_registrant_again(&self, registrant: FederateHandle, out: &mut dyn Frames) {
        for question in self.streams.held().questions_to(registrant) {
            self.ask_registrant(question, registrant, out);
        }
    }
}

impl Member {
    /// A member asks whether all has been said that follows from what it knows. It is answered when the log is as far as it was
    /// there: whatever is announced is announced with an entry of the log, or before.
    pub(crate) fn hear_probe(&mut self, probe: Probe, out: &mut dyn Frames) {
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.objects.existence.probes.push(probe);
        }
        self.answer_probes(out);
    }

    /// Answers what can be answered. To be called after each log entry.
    pub(crate) fn answer_probes(&mut self, out: &mut dyn Frames) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let (next, roster) = (joined.declarations.next_log(), &joined.roster);
        joined.objects.existence.probes.retain(|probe| {
            let due = probe.log <= next;
            if due && roster.peer(probe.from).is_some() {
                out.frame(probe.from, &mut |buffer| {
                    data::put_echo(buffer, probe.question);
                });
            }
            !due
        });
    }

    /// A registrant has said all that it has to say of an instance.
    pub(crate) fn hear_echo(&mut self, question: u32, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some(object) = joined.streams.held_mut().answered(question) else {
            return;
        };
        if joined.objects.record(object).is_none() && !self.queue.holds_discovery(object) {
            joined.objects.existence.note_absent(object);
        }
        self.release_held(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
