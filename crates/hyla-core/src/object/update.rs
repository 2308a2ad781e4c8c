//! `updateAttributeValues` (clause 6.10): the hot path of sending.
//!
//! [`plan`] finds which attributes travel together and whom each goes to; [`send`] writes one frame for each receiver and
//! transportation type straight into the receiver's buffer; [`remembered`] does both at once for an update like one before.
//! Nothing is allocated in steady state.

mod plan;
mod remembered;
mod send;

use hyla_types::{AttributeHandle, LogicalTime, MessageRetractionHandle, ObjectInstanceHandle};

use self::plan::{Pairs, Source};
use self::send::Sender;
use super::refusals::{check_size, not_defined, not_known, not_owned};
use crate::Result;
use crate::member::{Joined, Member};
use crate::message::data::{Envelope, SentRegions};
use crate::outbox::Outbox;

impl Member {
    /// `updateAttributeValues` (6.10).
    ///
    /// Attributes of one transportation and order type travel in one message and arrive in one
    /// reflection. A federate that does not regulate time may give a time: it travels as information.
    /// The result is a handle for retraction if anything was sent in time-stamp order.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`, `InvalidLogicalTime`.
    /// On error nothing was sent.
    pub fn update_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
        tag: &[u8],
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Result<Option<MessageRetractionHandle>> {
        let joined = self.steady()?;
        joined.check_stamp(time)?;
        joined.fence_changes(out);
        check_size(values.iter().map(|(_, value)| *value), tag, out)?;
        if time.is_none() && joined.update_plainly(object, values, tag, out) {
            return Ok(None);
        }
        joined.check_update(object, values, tag, out)?;
        let serial = joined.update_by_plan(object, values, tag, time, out);
        let sender = joined.identity.handle();
        Ok(serial.map(|serial| MessageRetractionHandle::of(sender, serial)))
    }
}

impl Joined {
    /// Whether the federate may update these attributes, and a frame can hold the values together with their regions.
    fn check_update(
        &self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
        tag: &[u8],
        out: &dyn Outbox,
    ) -> Result<()> {
        let Some((instance, known)) = self.objects.known(object) else {
            return Err(not_known(object));
        };
        let owned = instance.owned(self.identity.handle());
        for (attribute, _) in values {
            if !owned.is_some_and(|owned| owned.contains(*attribute)) {
                let class = self.fdd.object_class(known);
                let available = class.is_some_and(|c| c.attributes.contains(*attribute));
                return Err(if available {
                    not_owned(object, *attribute)
                } else {
                    not_defined(*attribute)
                });
            }
        }
        let Some(used) = self.ddm.used_by(object) else {
            return Ok(());
        };
        for regions in values.iter().filter_map(|(a, _)| used.attributes.get(a)) {
            let encoded = self.ddm.encoded(regions);
            let values = values.iter().map(|(_, value)| *value);
            check_size(values.chain([&encoded[..]]), tag, out)?;
        }
        Ok(())
    }

    /// Sends an update that was checked: the plan says what goes together and to whom. The number of its messages, if any
    /// was sent in time-stamp order.
    fn update_by_plan(
        &mut self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
        tag: &[u8],
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Option<u32> {
        let Self {
            objects,
            declarations,
            fdd,
            roster,
            managed,
            ddm,
            time: clock,
            ..
        } = self;
        let (instance, _) = objects.instances.known(object)?;
        let source = Source {
            instance,
            fdd,
            ddm,
            used: ddm.used_by(object),
            interest: declarations.interest_in_class(instance.class, fdd, roster),
            stamps: clock.stamps(time),
        };
        let plan = source.plan(values);
        let all_peers = (source.stamps && fdd.delays_evaluation()).then(|| roster.all_peers());
        let mut serial = None;
        let mut room = Pairs::new();
        for (kind, is_first_of_type) in plan.kinds() {
            if is_first_of_type {
                let counters = managed.counters_mut();
                counters.count_update_sent(instance.class, kind.transportation);
            }
            if let Some(time) = time.filter(|_| kind.stamped) {
                serial.get_or_insert_with(|| clock.new_serial(time));
            }
            let passel = source.passel(&plan, kind, values, &mut room);
            let regions = kind.regions.map(|regions| ddm.encoded(regions));
            let envelope = Envelope {
                transportation: kind.transportation,
                tag,
                time: time.map(LogicalTime::encode),
                serial: serial.filter(|_| kind.stamped),
                regions: regions.as_deref().map(SentRegions::of),
            };
            let mut sender = Sender::new(object, envelope, passel, roster, out);
            if let Some(all_peers) = all_peers.as_ref().filter(|_| kind.stamped) {
                sender.send(all_peers, passel);
                continue;
            }
            source.each_message(kind, passel, sender.grouping(), |members, values| {
                sender.send(members, values);
            });
        }
        drop(plan);
        if let Some(instance) = objects.instances.record_mut(object) {
            managed.counters_mut().count_update(instance);
        }
        serial
    }
}
