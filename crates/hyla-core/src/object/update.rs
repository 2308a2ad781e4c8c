//! `updateAttributeValues` (clause 6.10): the hot path of sending.
//!
//! Checks, finds whom each attribute goes to, and writes one frame for each receiver and
//! transportation type straight into the receiver's buffer. Nothing is allocated in steady state.

use hyla_types::{
    AttributeHandle, Exception, ExceptionKind, LogicalTime, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, RegionHandleSet, TransportationTypeHandle,
};
use smallvec::SmallVec;

use super::instance::Instance;
use super::memo::{Route, Way};
use crate::Result;
use crate::member::{Joined, Member, MemberSet, Slot};
use crate::message::data::{self, Ending, Envelope, SentRegions};
use crate::outbox::{Outbox, Receivers, goes_to_groups, is_long, send_values};
use crate::time::order_of;

/// What attributes that travel together have in common: transportation type, whether in time-stamp
/// order, explicit regions.
type Kind<'a> = (TransportationTypeHandle, bool, Option<&'a RegionHandleSet>);

/// Attributes and values, some of those of a call.
type Pairs<'v> = SmallVec<[(AttributeHandle, &'v [u8]); 8]>;

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
        let Joined {
            objects,
            declarations,
            fdd,
            roster,
            identity,
            managed,
            ddm,
            time: clock,
            ..
        } = joined;
        let Some((instance, known)) = objects.instances.known(object) else {
            return Err(not_known(object));
        };
        let owned = instance.owned(identity.handle());
        for (attribute, _) in values {
            if !owned.is_some_and(|owned| owned.contains(*attribute)) {
                let class = fdd.object_class(known);
                let available = class.is_some_and(|c| c.attributes.contains(*attribute));
                return Err(if available {
                    not_owned(object, *attribute)
                } else {
                    not_defined(*attribute)
                });
            }
        }
        let class_interest = declarations.interest_in_class(instance.class, fdd, roster);
        let used = ddm.used_by(object);
        let stamps = clock.stamps(time);
        // Attributes that are sent alike and with the same regions travel together.
        let kind_of = |attribute| {
            let stamped = stamps && order_of(instance, fdd, attribute) == OrderType::TimeStamp;
            let regions = used.and_then(|used| used.attributes.get(&attribute));
            (
                transportation_of(instance, fdd, attribute),
                stamped,
                regions,
            )
        };
        if let Some(used) = used {
            for regions in values.iter().filter_map(|(a, _)| used.attributes.get(a)) {
                let encoded = ddm.encoded(regions);
                let values = values.iter().map(|(_, value)| *value);
                check_size(values.chain([&encoded[..]]), tag, out)?;
            }
        }
        let mut serial = None;
        let mut done: SmallVec<[Kind<'_>; 4]> = SmallVec::new();
        let mut passel: Pairs<'_> = SmallVec::new();
        let mut wanted: Pairs<'_> = SmallVec::new();
        for (first, _) in values {
            let kind = kind_of(*first);
            if done.contains(&kind) {
                continue;
            }
            let (transportation, stamped, regions) = kind;
            if !done.iter().any(|(t, ..)| *t == transportation) {
                let counters = managed.counters_mut();
                counters.count_update_sent(instance.class, transportation);
            }
            let (alone, is_first) = (values.len() == 1, done.is_empty());
            done.push(kind);
            if let Some(time) = time.filter(|_| stamped) {
                serial.get_or_insert_with(|| clock.new_serial(time));
            }
            let alike = |(attribute, _): &&(AttributeHandle, _)| kind_of(*attribute) == kind;
            let passel = if alone || is_first && values[1..].iter().all(|value| alike(&value)) {
                values
            } else {
                passel.clear();
                passel.extend(values.iter().filter(alike).copied());
                &passel[..]
            };
            let encoded = regions.map(|regions| ddm.encoded(regions));
            let envelope = Envelope {
                transportation,
                tag,
                time: time.map(LogicalTime::encode),
                serial: serial.filter(|_| stamped),
                regions: encoded.as_deref().map(SentRegions::of),
            };
            let lane = (!stamped).then_some(transportation);
            let longest = || {
                passel
                    .iter()
                    .map(|(_, value)| *value)
                    .max_by_key(|v| v.len())
            };
            let cast = lane.is_some_and(|lane| out.has_groups(lane))
                && goes_to_groups(out, lane, longest().unwrap_or_default()).is_some();
            // All of them are told the same.
            let mut send = |members: &MemberSet, values: &[(AttributeHandle, &[u8])]| {
                let put = |buffer: &mut Vec<u8>, ending| {
                    let values = (values.len(), values.iter().copied());
                    data::put_update(buffer, object, &envelope, values.0, values.1, ending);
                };
                if cast {
                    let to = members.iter().filter_map(|slot| roster.at(slot));
                    let mut to: Receivers = to.collect();
                    to.sort_unstable();
                    let write = &mut |buffer: &mut Vec<u8>| put(buffer, Ending::Whole);
                    return out.frame_to_all(&to, transportation, write);
                }
                let last = values.last().map_or(&[][..], |(_, value)| *value);
                for slot in members.iter() {
                    let Some(to) = roster.at(slot) else { continue };
                    send_values(out, to, lane, last, put);
                    if stamped {
                        roster.count_stamped(slot);
                    }
                }
            };
            let members = |attribute| class_interest.attribute(attribute).map(|i| &i.members);
            let everyone = members(passel[0].0);
            if regions.is_none()
                && let Some(everyone) = everyone
                && passel[1..]
                    .iter()
                    .all(|(a, _)| members(*a) == Some(everyone))
            {
                // Almost always: all of it goes to all of them.
                send(everyone, passel);
                continue;
            }
            let mut receivers = MemberSet::default();
            for (attribute, _) in passel {
                let Some(interest) = class_interest.attribute(*attribute) else {
                    continue;
                };
                match regions {
                    None => receivers.extend(&interest.members),
                    Some(regions) => {
                        receivers.extend(&interest.plain);
                        ddm.add_overlapping(instance, *attribute, regions, &mut receivers);
                    }
                }
            }
            let goes_to = |attribute, slot| {
                let interest = class_interest.attribute(attribute);
                interest.is_some_and(|interest| match regions {
                    None => interest.members.contains(slot),
                    Some(regions) => {
                        interest.plain.contains(slot)
                            || ddm.overlaps(instance, attribute, regions, slot)
                    }
                })
            };
            let first = |left: &MemberSet| left.iter().next();
            while let Some(one) = first(&receivers) {
                wanted.clear();
                wanted.extend(passel.iter().filter(|(a, _)| goes_to(*a, one)).copied());
                // For a group it pays to find who else wants the same.
                let alike = |slot: &Slot| {
                    *slot == one
                        || cast
                            && passel
                                .iter()
                                .all(|(a, _)| goes_to(*a, *slot) == goes_to(*a, one))
                };
                let together: MemberSet = receivers.iter().filter(alike).collect();
                send(&together, &wanted);
                together.iter().for_each(|slot| receivers.remove(slot));
            }
        }
        if let Some(instance) = objects.instances.record_mut(object) {
            managed.counters_mut().count_update(instance);
        }
        Ok(serial.map(|serial| MessageRetractionHandle::of(identity.handle(), serial)))
    }
}

impl Joined {
    /// An update without a time of which all goes one way, to all who want any of it. `false` if it is no such
    /// update, or one to be refused: then nothing was done.
    #[inline]
    fn update_plainly(
        &mut self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> bool {
        if self.ddm.used_by(object).is_some() {
            return false;
        }
        let Some(instance) = self.objects.instances.record_mut(object) else {
            return false;
        };
        if !instance.is_plainly_mine(self.identity.handle()) {
            return false;
        }
        let Some(route) = self.objects.memo.route(instance, values) else {
            let Some(route) = self.find_route(object, values) else {
                return false;
            };
            self.objects.memo.keep_route(route);
            return self.update_plainly(object, values, tag, out);
        };
        let Some(Way { transportation, to }) = &route.way else {
            return false;
        };
        let lane = *transportation;
        if out.has_groups(lane) {
            return false;
        }
        let envelope = Envelope {
            tag,
            ..Envelope::rti(lane)
        };
        let put = |buffer: &mut Vec<u8>, ending| {
            let (count, values) = (values.len(), values.iter().copied());
            data::put_update(buffer, object, &envelope, count, values, ending);
        };
        let last = values.last().map_or(&[][..], |(_, value)| *value);
        if to.len() > 1 && !is_long(last) {
            // Written once for all of them.
            let mut whole = std::mem::take(&mut self.objects.frame);
            whole.clear();
            put(&mut whole, Ending::Whole);
            for to in to {
                out.frame_as(*to, lane, &mut |buffer| buffer.extend_from_slice(&whole));
            }
            self.objects.frame = whole;
        } else {
            for to in to {
                send_values(out, *to, Some(lane), last, put);
            }
        }
        let counters = self.managed.counters_mut();
        counters.count_update_sent(instance.class, lane);
        counters.count_update(instance);
        debug_assert_eq!(
            self.objects
                .record(object)
                .and_then(|instance| self.objects.memo.route(instance, values))
                .cloned(),
            self.find_route(object, values),
            "what was remembered of {object:?} holds no more"
        );
        true
    }

    /// Where updates of these attributes go, if this federate owns them as it did at first. The instance has no regions.
    #[cold]
    fn find_route(
        &mut self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
    ) -> Option<Route> {
        let (instance, _) = self.objects.known(object)?;
        let owns = |(attribute, _): &(AttributeHandle, _)| instance.initial.contains(*attribute);
        if !instance.is_plainly_mine(self.identity.handle()) || !values.iter().all(owns) {
            return None;
        }
        let (class, owned) = (instance.class, instance.initial.clone());
        Some(Route {
            class,
            owned,
            attributes: values.iter().map(|(attribute, _)| *attribute).collect(),
            way: self.find_way(class, values),
        })
    }

    /// The way that all these attributes of instances of a class take together, if there is one.
    fn find_way(
        &mut self,
        class: ObjectClassHandle,
        values: &[(AttributeHandle, &[u8])],
    ) -> Option<Way> {
        let ((first, _), further) = values.split_first()?;
        let transportation_of = |attribute| self.fdd.attribute(attribute).transportation;
        let interest = self
            .declarations
            .interest_in_class(class, &self.fdd, &self.roster);
        let members = |attribute| interest.attribute(attribute).map(|i| &i.members);
        let (transportation, everyone) = (transportation_of(*first), members(*first)?);
        let alike = |(attribute, _): &(AttributeHandle, _)| {
            transportation_of(*attribute) == transportation && members(*attribute) == Some(everyone)
        };
        let to = || everyone.iter().filter_map(|slot| self.roster.at(slot));
        further.iter().all(alike).then(|| Way {
            transportation,
            to: to().collect(),
        })
    }
}

/// The transportation type that updates of the attribute use.
pub(crate) fn transportation_of(
    instance: &Instance,
    fdd: &crate::fdd::Fdd,
    attribute: AttributeHandle,
) -> TransportationTypeHandle {
    instance
        .special
        .as_ref()
        .and_then(|special| special.transportation.get(&attribute).copied())
        .unwrap_or_else(|| fdd.attribute(attribute).transportation)
}

/// Bytes of a frame for each value and for everything else, at most.
const PER_VALUE: usize = 10;
const PER_FRAME: usize = 64;

/// `RTIinternalError` for values that no frame can hold.
pub(crate) fn check_size<'v>(
    values: impl Iterator<Item = &'v [u8]>,
    tag: &[u8],
    out: &dyn Outbox,
) -> Result<()> {
    let size = values.map(|value| value.len() + PER_VALUE).sum::<usize>() + tag.len() + PER_FRAME;
    let limit = out.frame_limit();
    if size > limit {
        return Err(Exception::new(
            ExceptionKind::RTIinternalError,
            format!(
                "{size} bytes of values and tag are more than one message may hold ({limit}): split \
                 them, or raise channel.max_frame_bytes for every federate and the RTI"
            ),
        ));
    }
    Ok(())
}

pub(crate) fn not_known(object: ObjectInstanceHandle) -> Exception {
    Exception::new(
        ExceptionKind::ObjectInstanceNotKnown,
        format!("{object:?} is not known here"),
    )
}

pub(crate) fn not_owned(object: ObjectInstanceHandle, attribute: AttributeHandle) -> Exception {
    Exception::new(
        ExceptionKind::AttributeNotOwned,
        format!("{attribute:?} of {object:?} is not owned by this federate"),
    )
}

pub(crate) fn not_defined(attribute: AttributeHandle) -> Exception {
    Exception::new(
        ExceptionKind::AttributeNotDefined,
        format!("{attribute:?} is not available at the class"),
    )
}
