//! The member's side: values of its own MOM instance, sent on change, on request, and
//! periodically.

use std::time::Duration;

use hyla_omt::encoding::{EncodedTime, encode};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, LogicalTime, ObjectClassHandle, Region,
    RegionHandle,
};

use super::fields::{Parameters, Report, count};
use super::managed::{AttributeValues, TIME_STATE, TimeFlags, conditional_values, point_of};
use super::vocabulary::{LIVE, attribute};

use crate::member::{Joined, Member};
use crate::message::{MemberRequest, ToRti};
use crate::outbox::{Control, Outbox};
use crate::time::earlier;

impl Member {
    /// Sets the time; `now` is the same steady clock as everywhere. Periodic values of the MOM are
    /// sent when they are due.
    pub fn handle_time(&mut self, now: Duration, out: &mut dyn Outbox) {
        let queued = self.queue.len();
        let Some(joined) = self.joined.steady() else {
            return;
        };
        joined.pass_time(now);
        let Some(period) = joined.managed.period else {
            return;
        };
        match joined.managed.due {
            Some(due) if due <= now => {
                joined.send_periodic(queued, out);
                // Reports missed while no call set the time are not made up for.
                let missed = (now - due).as_nanos() / period.as_nanos();
                joined.managed.due = Some(due + period * (missed as u32 + 1));
            }
            Some(_) => {}
            None => joined.managed.due = Some(now + period),
        }
    }

    /// When [`Self::handle_time`] has something to do, if ever.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Duration> {
        let managed = &self.joined.as_deref()?.managed;
        managed.period?;
        Some(managed.due.unwrap_or(managed.now))
    }

    /// Reports changes of this federate's state to the RTI, for the MOM, and withdrawals to
    /// other members. Cheap without changes; to be called after every service.
    pub fn tell_changes(&mut self, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.steady() else {
            return;
        };
        joined.tell_withdrawn(out);
        if std::mem::take(&mut joined.managed.stale) {
            joined.tell_conditional(out);
        }
        if std::mem::take(&mut joined.managed.moved) {
            joined.tell_time_manager_state(out);
        }
    }

    /// The RTI wants values of this federate's MOM instance.
    pub(crate) fn handle_mom_provide(
        &mut self,
        attributes: &AttributeHandleSet,
        out: &mut dyn Control,
    ) {
        let queued = self.queue.len();
        if let Some(joined) = self.joined.as_deref_mut() {
            let values = joined.live_values(queued, |a| attributes.contains(a));
            joined.tell_values(values, out);
        }
    }
}

impl Joined {
    /// Standing of the federate in time, as the MOM shows it.
    fn time_flags(&self) -> TimeFlags {
        TimeFlags {
            constrained: self.time.is_constrained(),
            regulating: self.time.is_regulating(),
            asynchronous_delivery: self.time.delivers_asynchronously(),
        }
    }

    /// The clock moves on: the time since then counts for the state that the federate was in.
    pub(crate) fn pass_time(&mut self, now: Duration) {
        // Threads read the clock before they come here, in any order.
        self.managed.now = self.managed.now.max(now);
        self.count_time();
    }

    fn count_time(&mut self) {
        let advancing = self.time.is_advancing();
        let now = self.managed.now;
        let times = &mut self.managed.times;
        let passed = now.saturating_sub(times.since.unwrap_or(now));
        times.since = Some(now);
        if advancing {
            times.advancing += passed;
        } else {
            times.granted += passed;
        }
    }

    /// `HLAtimeManagerState`, if it is subscribed and has changed. A value from before a time without subscribers does not count:
    /// changes in that time were not sent.
    fn tell_time_manager_state(&mut self, out: &mut dyn Control) {
        let (Some(class), Some(state)) = (self.managed.class, self.managed.time_state) else {
            return;
        };
        let remembered = self.objects.time_state_is_subscribed();
        let is_subscribed = remembered.unwrap_or_else(|| self.is_subscribed(class, state));
        debug_assert_eq!(
            is_subscribed,
            self.is_subscribed(class, state),
            "the subscriptions of the MOM have changed since this was remembered"
        );
        if remembered.is_none() {
            self.objects.remember_time_state(is_subscribed);
            if !is_subscribed {
                self.managed.told.remove(&state);
            }
        }
        if !is_subscribed {
            return;
        }
        let value = encode(&i32::from(self.time.is_advancing()));
        if self.managed.told.get(&state) != Some(&value) {
            self.managed.told.insert(state, value.clone());
            self.tell_values(vec![(state, value)], out);
        }
    }

    /// Whether anybody subscribes the attribute of MOM instances of the class.
    fn is_subscribed(&mut self, class: ObjectClassHandle, attribute: AttributeHandle) -> bool {
        let Self {
            declarations,
            fdd,
            roster,
            ..
        } = self;
        let others = declarations.interest_in_class(class, fdd, roster);
        let by_others = others
            .attribute(attribute)
            .is_some_and(|i| i.members.iter().next().is_some());
        let lineage = fdd.object_class(class).map(|c| c.lineage.as_slice());
        let mut lineage = lineage.unwrap_or_default().iter();
        by_others || lineage.any(|c| declarations.own().subscribes(*c, attribute))
    }

    fn tell_values(&self, values: AttributeValues, out: &mut dyn Control) {
        out.control(&ToRti::Member(MemberRequest::MomUpdate { values }));
    }

    fn tell_conditional(&mut self, out: &mut dyn Control) {
        let file = &self.managed.report_file;
        let mut values = conditional_values(&self.fdd, &self.switches, self.time_flags(), file);
        let told = &mut self.managed.told;
        values.retain(|(a, value)| told.get(a) != Some(value));
        if values.is_empty() {
            return;
        }
        told.extend(values.iter().cloned());
        self.tell_values(values, out);
    }

    /// Periodic values with subscribers.
    fn send_periodic(&mut self, queued: usize, out: &mut dyn Control) {
        let Some(class) = self.managed.class else {
            return;
        };
        let fdd = self.fdd.clone();
        let periodic = LIVE.iter().filter(|name| **name != TIME_STATE);
        let wanted: AttributeHandleSet = periodic
            .filter_map(|name| attribute(&fdd, class, name))
            .filter(|a| self.is_subscribed(class, *a))
            .collect();
        if !wanted.is_empty() {
            let values = self.live_values(queued, |a| wanted.contains(a));
            self.tell_values(values, out);
        }
    }

    fn live_values(
        &mut self,
        queued: usize,
        wanted: impl Fn(AttributeHandle) -> bool,
    ) -> AttributeValues {
        let Some(class) = self.managed.class else {
            return Vec::new();
        };
        self.count_time();
        let fdd = self.fdd.clone();
        let present = LIVE
            .iter()
            .filter_map(|name| Some((*name, attribute(&fdd, class, name)?)))
            .filter(|(_, a)| wanted(*a));
        present
            .map(|(name, a)| (a, self.live_value(name, queued)))
            .collect()
    }

    fn live_value(&mut self, name: &str, queued: usize) -> Vec<u8> {
        let counters = &self.managed.counters;
        let milliseconds = |time: Duration| count(time.as_millis());
        let time = &self.time;
        // If the executive coordinates, it knows better and puts its own in the place of these.
        let galt = time.own_galt(self.identity.handle());
        let encoded = |time: Option<LogicalTime>| {
            encode(&time.map_or(EncodedTime::UNDEFINED, EncodedTime::from))
        };
        encode(&match name {
            TIME_STATE => i32::from(time.is_advancing()),
            "HLAlogicalTime" => return encoded(Some(time.now())),
            "HLAlookahead" => {
                let lookahead = self.actual_lookahead().ok();
                return encode(&lookahead.map_or(EncodedTime::UNDEFINED, EncodedTime::from));
            }
            "HLAGALT" => return encoded(galt),
            "HLALITS" => {
                return encoded(galt.into_iter().chain(time.first_queued()).reduce(earlier));
            }
            "HLAROlength" => count(queued),
            "HLATSOlength" => count(time.queued()),
            "HLAreflectionsReceived" => count(counters.reflections_received.total()),
            "HLAupdatesSent" => count(counters.updates),
            "HLAinteractionsReceived" => count(counters.interactions_received.total()),
            "HLAinteractionsSent" => count(counters.interactions_sent.total()),
            "HLAdirectedInteractionsReceived" => count(counters.directed_received.total()),
            "HLAdirectedInteractionsSent" => count(counters.directed_sent.total()),
            "HLAobjectInstancesThatCanBeDeleted" => count(self.deletable().count()),
            "HLAobjectInstancesUpdated" => total(&counters.instances_updated),
            "HLAobjectInstancesReflected" => total(&counters.instances_reflected),
            "HLAobjectInstancesDeleted" => count(counters.deleted),
            "HLAobjectInstancesRemoved" => count(counters.removed),
            "HLAobjectInstancesRegistered" => count(counters.registered),
            "HLAobjectInstancesDiscovered" => count(counters.discovered),
            "HLAtimeGrantedTime" => milliseconds(std::mem::take(&mut self.managed.times.granted)),
            _ => milliseconds(std::mem::take(&mut self.managed.times.advancing)),
        })
    }

    /// Classes of the instances that this federate may delete, one for each.
    pub(crate) fn deletable(&self) -> impl Iterator<Item = ObjectClassHandle> + '_ {
        let privilege = self.fdd.privilege_to_delete();
        self.objects
            .iter()
            .filter(move |i| i.owns(self.identity.handle(), privilege))
            .map(|i| i.class)
    }

    /// Sends a report about this federate through the RTI.
    pub(crate) fn send_report(
        &self,
        report: Report<'_>,
        group: Option<u32>,
        out: &mut dyn Control,
    ) {
        let (class, parameters): (_, Parameters) = report.into_parts();
        out.control(&ToRti::Member(MemberRequest::MomReport {
            class,
            parameters,
            group,
        }));
    }
}

fn total(counts: &[(ObjectClassHandle, u32)]) -> i32 {
    count(counts.iter().map(|(_, n)| u64::from(*n)).sum::<u64>())
}

impl Joined {
    /// Asks for values of the MOM instances that lie in the regions. The RTI owns them, and where they
    /// lie follows from whom they stand for: the federation lies everywhere.
    pub(crate) fn request_mom_with_regions(
        &self,
        class: ObjectClassHandle,
        pairs: &[(AttributeHandleSet, Vec<(RegionHandle, Region)>)],
        out: &mut dyn Control,
    ) {
        let fdd = &self.fdd;
        let dimension = fdd.dimension_named("HLAfederate");
        let mom = self.objects.sorted_where(|i| {
            i.object.registrant() == FederateHandle::RTI
                && i.known.is_some()
                && fdd.descends(i.class, class)
        });
        for object in mom {
            let Some(instance) = self.objects.record(object) else {
                continue;
            };
            let federate = (Some(instance.class) == self.managed.class)
                .then(|| FederateHandle::new(object.index().saturating_sub(1)));
            let point = federate.and_then(|f| point_of(fdd, dimension?, f.raw()));
            let point = point.map(|point| Region::new([point]));
            let lies = |attribute: AttributeHandle, regions: &[(RegionHandle, Region)]| {
                let Some(point) = &point else { return true };
                let available = fdd.available_dimensions(class, attribute);
                let point = fdd.realize(point, &available);
                let mut wanted = regions.iter().map(|(_, r)| fdd.realize(r, &available));
                wanted.any(|region| region.overlaps(&point))
            };
            let attributes: AttributeHandleSet = pairs
                .iter()
                .flat_map(|(set, regions)| set.iter().filter(move |a| lies(*a, regions)))
                .collect();
            if !attributes.is_empty() {
                out.control(&ToRti::Member(MemberRequest::MomRequest {
                    object,
                    attributes,
                }));
            }
        }
    }
}
