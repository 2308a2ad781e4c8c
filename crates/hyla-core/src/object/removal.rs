//! Deletion (clause 6.14 in 2010, 6.16 in 2025), removal, and what a departed member leaves behind.

use hyla_types::{
    AttributeHandleSet, Exception, ExceptionKind, FederateHandle, LogicalTime,
    MessageRetractionHandle, ObjectInstanceHandle, OrderType, TransportationTypeHandle,
};

use super::instance::Instance;
use super::update::{check_size, not_known};
use crate::Result;
use crate::callback::Callback;
use crate::member::{Joined, Member, Resolved};
use crate::message::data::{self, Envelope};
use crate::message::{Departure, Estate, MemberRequest, ToRti};
use crate::outbox::Outbox;
use crate::time::{Doomed, order_of};

impl Member {
    /// `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025). The instance is unknown here at once;
    /// every member that was told of it is told of its end, on the same stream as its updates.
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
        let Some((instance, _)) = joined.instances.known(object) else {
            return Err(not_known(object));
        };
        let privilege = joined.fdd.privilege_to_delete();
        if instance.ownership.owner_of(privilege) != Some(joined.handle) {
            return Err(Exception::new(
                ExceptionKind::DeletePrivilegeNotHeld,
                format!(
                    "{} does not own the privilege to delete {object:?}",
                    joined.name
                ),
            ));
        }
        joined.check_stamp(time)?;
        check_size(std::iter::empty(), tag, out)?;
        let stamped = joined.time_state.stamps(time)
            && order_of(instance, &joined.fdd, privilege) == OrderType::TimeStamp;
        let transportation = joined.fdd.attribute(privilege).transportation;
        let serial = time
            .filter(|_| stamped)
            .map(|time| joined.time_state.new_serial(time));
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
                joined.doomed.insert(serial, Doomed { instance, time });
            }
            _ => {
                joined.ddm.forget_object(object);
                out.control(&ToRti::Member(MemberRequest::Deleted { object }));
            }
        }
        Ok(serial.map(|serial| MessageRetractionHandle::of(joined.handle, serial)))
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
        let Some(instance) = joined.instances.remove(object) else {
            return Resolved::Nothing;
        };
        joined.ddm.forget_object(object);
        if instance.known.is_none() {
            return Resolved::Nothing;
        }
        let delivery = joined.delivery(from, envelope);
        self.parting = Some(instance);
        Resolved::Callback(Callback::RemoveObjectInstance { object, delivery })
    }

    /// An instance without a joined registrant was deleted (from the log).
    pub(crate) fn handle_object_deleted(
        &mut self,
        object: ObjectInstanceHandle,
        by: Option<FederateHandle>,
        tag: &[u8],
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        if by == Some(joined.handle) {
            return;
        }
        let transportation = TransportationTypeHandle::new(0);
        let mut frame = Vec::new();
        data::put_remove(
            &mut frame,
            object,
            &Envelope {
                transportation,
                tag,
                time: None,
                serial: None,
                regions: None,
            },
        );
        self.queue
            .push_frame(by.unwrap_or(object.registrant()), &frame);
    }

    /// A member is gone and its stream is drained: its instances go, or lose their owner.
    pub(crate) fn sweep(&mut self, federate: FederateHandle, estate: &Estate) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        joined
            .released
            .retain(|object, _| object.registrant() != federate);
        let privilege = joined.fdd.privilege_to_delete();
        let left_behind = joined
            .instances
            .sorted_where(|i| i.ownership.registrant == federate);
        for object in left_behind {
            let Some(joined) = self.joined.as_deref_mut() else {
                return;
            };
            let Some(instance) = joined.instances.record(object) else {
                continue;
            };
            let gone = match estate {
                Estate::Orderly(Departure::Delete) => {
                    instance.ownership.owner_of(privilege) == Some(federate)
                }
                Estate::Orderly(Departure::Divest) => false,
                Estate::CutOff { survivors } => survivors.binary_search(&object.index()).is_err(),
            };
            if gone {
                // The federate knows it until it is told: several are told one after the other.
                if instance.known.is_none() {
                    joined.instances.remove(object);
                    joined.ddm.forget_object(object);
                } else {
                    let delivery = joined.delivery(federate, Envelope::rti(privilege_type(joined)));
                    self.queue
                        .follow_up(Callback::RemoveObjectInstance { object, delivery });
                }
            } else {
                let owned = AttributeHandleSet::clone(&instance.ownership.attributes);
                self.handle_attributes_unowned(object, &owned);
            }
        }
        self.forget_regions_of(federate);
    }

    /// Attributes of an instance have no owner any more.
    pub(crate) fn handle_attributes_unowned(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let before = joined.in_scope(object);
        let Some(instance) = joined.instances.record_mut(object) else {
            joined
                .released
                .entry(object)
                .or_default()
                .extend(attributes);
            return;
        };
        instance.ownership.release(attributes);
        let lost = before.difference(&joined.in_scope(object));
        if joined.switches.attribute_scope_advisory && !lost.is_empty() {
            self.queue.push(Callback::AttributesOutOfScope {
                object,
                attributes: lost,
            });
        }
    }
}

fn privilege_type(joined: &Joined) -> TransportationTypeHandle {
    joined
        .fdd
        .attribute(joined.fdd.privilege_to_delete())
        .transportation
}

impl Joined {
    /// Takes out an instance registered here and tells every member that knows of it.
    pub(crate) fn remove_everywhere(
        &mut self,
        object: ObjectInstanceHandle,
        envelope: Envelope<'_>,
        out: &mut dyn Outbox,
    ) -> Option<Instance> {
        let instance = self.instances.remove(object)?;
        for slot in instance.announced.iter() {
            let Some(to) = self.roster.at(slot) else {
                continue;
            };
            out.frame(to, &mut |buffer| {
                data::put_remove(buffer, object, &envelope);
            });
            if envelope.serial.is_some() {
                self.roster.count_stamped(slot);
            }
        }
        Some(instance)
    }

    /// Deletes every instance that this federate may delete, with an empty tag (resignation).
    pub(crate) fn delete_all(&mut self, out: &mut dyn Outbox) {
        let privilege = self.fdd.privilege_to_delete();
        let own = self
            .instances
            .sorted_where(|i| i.ownership.owner_of(privilege) == Some(self.handle));
        let envelope = Envelope::rti(privilege_type(self));
        for object in own {
            self.remove_everywhere(object, envelope, out);
        }
    }
}
