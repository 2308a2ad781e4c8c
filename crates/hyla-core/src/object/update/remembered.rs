//! Updates with the destination of an earlier update: the fast path.
//!
//! `tests/fast_paths.rs` compares its frames with those of the plan of [`super::plan`].

use hyla_types::{AttributeHandle, ObjectClassHandle, ObjectInstanceHandle};

use super::super::memo::{Destination, Route};
use crate::member::Joined;
use crate::message::data::{self, Ending, Envelope};
use crate::outbox::{Outbox, is_long, send_values};

impl Joined {
    /// An update without a time whose attributes all have one destination. `false` if it is no such
    /// update, or one to be refused: then nothing was done.
    #[inline]
    pub(super) fn update_plainly(
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
        let Some(Destination { transportation, to }) = &route.destination else {
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
            send_values(out, to.iter().copied(), Some(lane), last, put);
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

    /// Destination of updates of these attributes, if this federate owns them as it did at first. The instance has no regions.
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
            destination: self.find_destination(class, values),
        })
    }

    /// The common destination of these attributes of a class's instances, if there is one.
    fn find_destination(
        &mut self,
        class: ObjectClassHandle,
        values: &[(AttributeHandle, &[u8])],
    ) -> Option<Destination> {
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
        further.iter().all(alike).then(|| Destination {
            transportation,
            to: to().collect(),
        })
    }
}
