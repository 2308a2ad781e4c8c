//! Whether an instance exists of which a member speaks before its registrant does.
//!
//! An owner that is not the registrant updates on its own stream, which is not ordered with that of the registrant, and others
//! direct interactions at the instance. A member that gets such a message without an announcement of the instance holds the
//! sender's stream, and asks the registrant; the registrant answers on its own stream, behind all its frames about the instance.
//! See decision 25.

use hyla_types::{FederateHandle, ObjectInstanceHandle};

use super::absent::Probe;
use crate::member::{CallbackQueue, Joined, Member};
use crate::message::data::{self, DataFrame};
use crate::outbox::{Frames, Outbox};

impl Joined {
    /// The instance that a frame updates, or directs an interaction at, before the registrant, which is not the sender, has
    /// announced it here; the registrant may still do so. An announcement waits in `queue`, or has been delivered.
    pub(crate) fn overtaken(
        &self,
        from: FederateHandle,
        frame: &DataFrame<'_>,
        queue: &CallbackQueue,
    ) -> Option<ObjectInstanceHandle> {
        let (DataFrame::Update { object, .. } | DataFrame::Directed { object, .. }) = *frame else {
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
            && !self.objects.existence.is_absent(object, frame)
            && self.may_concern(frame)
            && !queue.holds_discovery(object);
        is_expected.then_some(object)
    }

    /// Whether the federate may want what a frame brings of an instance that it will discover, as owner of nothing.
    fn may_concern(&self, frame: &DataFrame<'_>) -> bool {
        let DataFrame::Directed { class, .. } = *frame else {
            return true;
        };
        let class = self.fdd.interaction_class(class);
        let own = self.declarations.own();
        class.is_some_and(|class| own.receives_directed_universally(&class.lineage))
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

    /// The route to a registrant has changed: questions and answers may be lost.
    pub(crate) fn ask_registrant_again(&self, registrant: FederateHandle, out: &mut dyn Frames) {
        for question in self.streams.held().questions_to(registrant) {
            self.ask_registrant(question, registrant, out);
        }
    }
}

impl Member {
    /// A member asks whether all frames that follow from the log were sent. The answer is due when the log is as far as it was
    /// there: each announcement comes with an entry of the log, or before.
    pub(crate) fn hear_probe(&mut self, probe: Probe, out: &mut dyn Frames) {
        if let Some(joined) = self.joined.as_deref_mut() {
            let members = joined.roster.peers().count();
            joined.objects.existence.keep_probe(probe, members);
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
    pub(crate) fn hear_echo(&mut self, from: FederateHandle, question: u32, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some((object, frame)) = joined.streams.held_mut().answered(from, question) else {
            return;
        };
        if joined.objects.record(object).is_none() && !self.queue.holds_discovery(object) {
            let existence = &mut joined.objects.existence;
            match data::decode(frame) {
                Ok(DataFrame::Directed { .. }) => existence.note_unannounced(object),
                _ => existence.note_absent(object),
            }
        }
        self.release_held(out);
    }
}
