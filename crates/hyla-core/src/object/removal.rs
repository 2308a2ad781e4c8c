//! Deletion (clause 6.14 in 2010, 6.16 in 2025), removal, and what a departed member leaves behind.

use std::collections::BTreeSet;

use hyla_types::{
    AttributeHandleSet, Exception, ExceptionKind, FederateHandle, LogicalTime,
    MessageRetractionHandle, ObjectInstanceHandle, OrderType, TransportationTypeHandle,
};

use super::instance::Instance;
use super::refusals::{check_size, not_known};
use super::rights::RefusedAttempt;
use crate::Result;
use crate::callback::Callback;
use crate::member::{CallbackQueue, Item, Joined, Member, Resolved, Streams};
use crate::message::data::{self, Envelope};
use crate::message::{DepartedInstances, Departure, MemberRequest, ToRti};
use crate::outbox::{Control, Frames, Lanes, Outbox};
use crate::ownership::Due;
use crate::roster::Roster;
use crate::time::{Doomed, order_of};

impl Member {
    /// `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025). The instance is unknown here at once;
    /// every member that has the announcement gets the removal, on the same stream as the updates.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `DeletePrivilegeNotHeld`, `InvalidLogicalTime`.
    pub fn delete_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        tag: &[u8],
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Result<Option<MessageRetractionHandle>> {
        let joined = self.joined()?;
        let Some((instance, _)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        let privilege = joined.fdd.privilege_to_delete();
        if !instance.owns(joined.identity.handle(), privilege) {
            return Err(Exception::new(
                ExceptionKind::DeletePrivilegeNotHeld,
                format!(
                    "{} does not own the privilege to delete {object:?}",
                    joined.identity.name()
                ),
            ));
        }
        joined.check_stamp(time)?;
        check_size(std::iter::empty(), tag, out)?;
        let stamped = joined.time.stamps(time)
            && order_of(instance, &joined.fdd, privilege) == OrderType::TimeStamp;
        let transportation = joined.fdd.attribute(privilege).transportation;
        let serial = time
            .filter(|_| stamped)
            .map(|time| joined.time.new_serial(time));
        let envelope = Envelope {
            transportation,
            tag,
            time: time.map(LogicalTime::encode),
            serial,
            regions: None,
        };
        let instance = joined.remove_everywhere(object, envelope, out);
        match (serial, time, instance) {
            (Some(serial), Some(time), Some(instance)) => {
                let tag = tag.to_vec();
                let doomed = Doomed {
                    instance,
                    time,
                    tag,
                };
                joined.time.doom(serial, doomed);
                let stands = true;
                let scheduled = MemberRequest::DeletionScheduled { object, stands };
                out.control(&ToRti::Member(scheduled));
            }
            _ => joined.report_deletion(object, tag, out),
        }
        joined.managed.counters_mut().count_deleted();
        Ok(serial.map(|serial| MessageRetractionHandle::of(joined.identity.handle(), serial)))
    }

    /// `Remove` arrived from the member that could delete.
    pub(crate) fn remove<'a>(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        envelope: Envelope<'a>,
    ) -> Resolved<'a> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Resolved::Nothing;
        };
        if !joined.may_remove(from, object) {
            joined.refuse(from, object, RefusedAttempt::Removal);
            return Resolved::Nothing;
        }
        if from != object.registrant() && from != FederateHandle::RTI {
            joined.objects.tombstones.told(object, from);
            joined.tidy_tombstone(object);
        }
        let Some(instance) = joined.lose_instance(object) else {
            return Resolved::Nothing;
        };
        if instance.known.is_none() {
            return Resolved::Nothing;
        }
        joined.managed.counters_mut().count_removed();
        if let (Some(serial), Some(owned)) =
            (envelope.serial, instance.owned(joined.identity.handle()))
        {
            let message = (from, serial);
            joined.time.note_lost(message, object, owned.clone());
        }
        let delivery = joined.delivery(from, envelope);
        self.parting = Some(instance);
        Resolved::Callback(Callback::RemoveObjectInstance { object, delivery })
    }

    /// The log says that an instance was deleted. The deleter's stream says so after all that it said
    /// before; without a deleter, this is the only word.
    pub(crate) fn handle_object_deleted(
        &mut self,
        object: ObjectInstanceHandle,
        by: Option<FederateHandle>,
        tag: &[u8],
        out: &mut dyn Frames,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some(by) = by else {
            let transportation = TransportationTypeHandle::new(0);
            let envelope = Envelope {
                transportation,
                tag,
                time: None,
                serial: None,
                regions: None,
            };
            let mut frame = Vec::new();
            data::put_remove(&mut frame, object, &envelope);
            self.queue.push_frame(FederateHandle::RTI, (&frame).into());
            return;
        };
        joined.objects.deleting.remove(&object);
        // The deletion can no longer be retracted.
        joined.time.forget_lost(object);
        if by != object.registrant() {
            joined.objects.tombstones.expect(object, by);
            joined.seal_if_own(object, by, out);
            // Announcements that arrived before still wait to be handled.
            let due = Due::Deleted { object, by };
            self.queue.push_item(Item::Ownership(Box::new(due)));
        }
    }

    /// All frames that arrived before the log's entry of a deletion have been handled.
    pub(crate) fn settle_deletion(&mut self, object: ObjectInstanceHandle, by: FederateHandle) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        joined.objects.tombstones.logged(object, by);
        let there = by == joined.identity.handle()
            || joined.roster.peer(by).is_some()
            || joined.streams.is_departing(by);
        if there {
            joined.tidy_tombstone(object);
        } else {
            self.bury(by);
        }
    }

    /// Nothing more comes from a federate: what it deleted elsewhere is gone here too, unless its removal waits for its time.
    fn bury(&mut self, by: FederateHandle) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let coming = joined.coming_removals(by, &self.queue);
        let untold = joined
            .objects
            .tombstones
            .stream_ended(by, |object| !coming.contains(&object));
        for object in untold {
            self.take_away(object, by);
        }
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.tidy_tombstones();
        }
    }

    /// A federate that could not send the removal itself has deleted the instance. The federate knows the instance until
    /// the callback: several removals are delivered one after the other.
    pub(crate) fn take_away(&mut self, object: ObjectInstanceHandle, by: FederateHandle) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        if joined.objects.known(object).is_none() {
            joined.lose_instance(object);
            return;
        }
        let delivery = joined.delivery(by, Envelope::rti(privilege_type(joined)));
        self.queue
            .follow_up(Callback::RemoveObjectInstance { object, delivery });
    }

    /// A member is gone and its stream is drained: its instances go, or lose their owner.
    pub(crate) fn sweep(&mut self, federate: FederateHandle, instances: &DepartedInstances) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let privilege = joined.fdd.privilege_to_delete();
        let left_behind = joined.objects.sorted_where(|i| i.registrant() == federate);
        let tell = joined.switches.attribute_scope_advisory;
        let before: Vec<_> = left_behind
            .iter()
            .map(|object| {
                if tell {
                    joined.in_scope(*object)
                } else {
                    AttributeHandleSet::new()
                }
            })
            .collect();
        joined.streams.forget_departed(federate);
        let coming = joined.coming_removals(federate, &self.queue);
        for (object, before) in left_behind.into_iter().zip(before) {
            let Some(joined) = self.joined.as_deref_mut() else {
                return;
            };
            let Some(instance) = joined.objects.record(object) else {
                continue;
            };
            let gone = match instances {
                DepartedInstances::Orderly(Departure::Delete) => {
                    let transferred = joined.ownership.owner(object, privilege).is_some();
                    !transferred && instance.initial.contains(privilege)
                }
                DepartedInstances::Orderly(Departure::Divest) => false,
                DepartedInstances::CutOff { survivors } => {
                    survivors.binary_search(&object.index()).is_err()
                }
            };
            if gone && !coming.contains(&object) {
                self.take_away(object, federate);
                continue;
            }
            let attributes = before.difference(&joined.in_scope(object));
            if !attributes.is_empty() {
                self.queue
                    .follow_up(Callback::AttributesOutOfScope { object, attributes });
            }
            // Attributes of an instance that ends at its time can no longer be acquired.
            if !coming.contains(&object) {
                self.look_for_offers(object);
            }
        }
        self.bury(federate);
        self.forget_regions_of(federate);
    }
}

/// Whether no more frames can arrive about instances that the federate registered.
fn is_silent(roster: &Roster, streams: &Streams, registrant: FederateHandle) -> bool {
    roster.peer(registrant).is_none() && !streams.is_departing(registrant)
}

fn privilege_type(joined: &Joined) -> TransportationTypeHandle {
    joined
        .fdd
        .attribute(joined.fdd.privilege_to_delete())
        .transportation
}

impl Joined {
    /// Instances of which removals in time-stamp order by that federate are still to come, each in its turn.
    pub(crate) fn coming_removals(
        &self,
        from: FederateHandle,
        queue: &CallbackQueue,
    ) -> BTreeSet<ObjectInstanceHandle> {
        let mut coming = self.time.removals_by(from);
        coming.extend(queue.removals(from));
        coming
    }

    /// Forgets deletions of instances about which no more frames can arrive.
    pub(crate) fn tidy_tombstones(&mut self) {
        let Self {
            objects,
            roster,
            streams,
            ..
        } = self;
        objects
            .tombstones
            .tidy(|registrant| is_silent(roster, streams, registrant));
    }

    /// The same for one instance.
    fn tidy_tombstone(&mut self, object: ObjectInstanceHandle) {
        let Self {
            objects,
            roster,
            streams,
            ..
        } = self;
        objects
            .tombstones
            .tidy_one(object, |r| is_silent(roster, streams, r));
    }

    /// Another member has deleted an instance of this federate: it is not announced any more, and all members that
    /// wait for an announcement in transit are notified.
    fn seal_if_own(
        &mut self,
        object: ObjectInstanceHandle,
        by: FederateHandle,
        out: &mut dyn Frames,
    ) {
        if object.registrant() == self.identity.handle() {
            self.objects.tombstones.sealed(object, by);
            for (_, peer) in self.roster.peers() {
                out.frame(peer.info.handle, &mut |buffer| {
                    data::put_sealed(buffer, object, by);
                });
            }
        }
    }

    /// The registrant says so.
    pub(crate) fn hear_sealed(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        by: FederateHandle,
    ) {
        if from == object.registrant() {
            self.objects.tombstones.sealed(object, by);
            self.tidy_tombstone(object);
        }
    }

    /// Removes an instance and notifies every member that knows it: its registrant knows these
    /// members; another federate notifies all. Notified members are recorded.
    pub(crate) fn remove_everywhere(
        &mut self,
        object: ObjectInstanceHandle,
        envelope: Envelope<'_>,
        out: &mut dyn Lanes,
    ) -> Option<Instance> {
        let all = object.registrant() != self.identity.handle();
        let mut instance = self.objects.instances.remove(object)?;
        if all {
            *instance.announced_mut() = self.roster.all_peers();
        }
        for slot in instance.announced().iter() {
            let Some(to) = self.roster.at(slot) else {
                continue;
            };
            // Values on lanes come before the end of their instance.
            out.settle_lanes(to);
            out.frame(to, &mut |buffer| {
                data::put_remove(buffer, object, &envelope);
            });
            if envelope.serial.is_some() {
                self.roster.count_stamped(slot);
            }
        }
        Some(instance)
    }

    /// A deletion cannot be retracted any more: reports it to the RTI, and forgets it here.
    pub(crate) fn report_deletion(
        &mut self,
        object: ObjectInstanceHandle,
        tag: &[u8],
        out: &mut dyn Control,
    ) {
        self.forget_instance(object);
        if object.registrant() != self.identity.handle() {
            self.objects.tombstones.told(object, self.identity.handle());
            self.tidy_tombstone(object);
            self.objects.deleting.insert(object, tag.to_vec());
        }
        out.control(&ToRti::Member(MemberRequest::Deleted { object }));
    }

    /// A newcomer joined before the log had this federate's deletions: announces them to it.
    pub(crate) fn tell_deletions(&self, newcomer: FederateHandle, out: &mut dyn Frames) {
        for (object, tag) in &self.objects.deleting {
            self.tell_deletion(*object, tag, newcomer, out);
        }
    }

    /// Notifies one member that was not notified when the instance was deleted.
    pub(crate) fn tell_deletion(
        &self,
        object: ObjectInstanceHandle,
        tag: &[u8],
        to: FederateHandle,
        out: &mut dyn Frames,
    ) {
        let envelope = Envelope {
            tag,
            ..Envelope::rti(privilege_type(self))
        };
        out.frame(to, &mut |buffer| {
            data::put_remove(buffer, object, &envelope);
        });
    }

    /// Deletes every instance that this federate may delete, with an empty tag (resignation).
    pub(crate) fn delete_all(&mut self, out: &mut dyn Lanes) {
        let privilege = self.fdd.privilege_to_delete();
        let own = self
            .objects
            .sorted_where(|i| i.owns(self.identity.handle(), privilege));
        let envelope = Envelope::rti(privilege_type(self));
        for object in own {
            self.remove_everywhere(object, envelope, out);
            self.forget_instance(object);
        }
    }
}
