//! `sendInteraction` (clause 6.12) and `sendDirectedInteraction` (6.14 in 2025).

use hyla_types::{
    Exception, ExceptionKind, InteractionClassHandle, LogicalTime, MessageRetractionHandle,
    ObjectInstanceHandle, OrderType, ParameterHandle, RegionHandleSet,
};

use super::refusals::{check_size, not_known};
use crate::Result;
use crate::member::{Joined, Member};
use crate::message::data::{self, Ending, Envelope, SentRegions};
use crate::message::{MemberRequest, ToRti};
use crate::outbox::{Outbox, Receivers, goes_to_groups, send_values};
use crate::roster::MemberSet;

impl Member {
    /// `sendInteraction` (6.12): one message with all parameters to every member that subscribes the
    /// class or one above it.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InteractionClassNotPublished`, `InteractionParameterNotDefined`,
    /// `InvalidLogicalTime`. On error nothing was sent.
    pub fn send_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
        tag: &[u8],
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.send_interaction_in(class, values, None, tag, time, out)
    }

    /// `sendInteractionWithRegions` (9.12): like `sendInteraction`, to members whose subscription
    /// of the class as which they receive it overlaps. Without any region no member receives it.
    ///
    /// # Errors
    /// Those of `sendInteraction`, `InvalidRegion`, `RegionNotCreatedByThisFederate`,
    /// `InvalidRegionContext`. On error nothing was sent.
    pub fn send_interaction_with_regions(
        &mut self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
        regions: &RegionHandleSet,
        tag: &[u8],
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Result<Option<MessageRetractionHandle>> {
        self.send_interaction_in(class, values, Some(regions), tag, time, out)
    }

    fn send_interaction_in(
        &mut self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
        regions: Option<&RegionHandleSet>,
        tag: &[u8],
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Result<Option<MessageRetractionHandle>> {
        let joined = self.steady()?;
        joined.check_parameters(class, values)?;
        if let Some(regions) = regions {
            joined.check_interaction_regions(class, regions)?;
        }
        if !joined.declarations.own().publishes_interaction(class) {
            return Err(not_published(joined, class));
        }
        joined.check_stamp(time)?;
        joined.fence_changes(out);
        check_size(values.iter().map(|(_, value)| *value), tag, out)?;
        let transportation = joined.interaction_transportation(class);
        let reached = match regions {
            None => None,
            Some(regions) => {
                let reached = joined.reached(class, regions);
                let values = values.iter().map(|(_, value)| *value);
                check_size(values.chain([&reached.1[..]]), tag, out)?;
                Some(reached)
            }
        };
        let serial = joined.interaction_serial(class, time);
        let Joined {
            declarations,
            fdd,
            roster,
            managed,
            identity,
            ..
        } = joined;
        let envelope = Envelope {
            transportation,
            tag,
            time: time.map(LogicalTime::encode),
            serial,
            regions: reached
                .as_ref()
                .map(|(_, regions)| SentRegions::of(regions)),
        };
        // Without any region nobody receives it, whoever subscribes later.
        let waits =
            serial.is_some() && fdd.delays_evaluation() && regions.is_none_or(|r| !r.is_empty());
        let all_peers = waits.then(|| roster.all_peers());
        let receivers = match (&all_peers, &reached) {
            (Some(all_peers), _) => all_peers,
            (None, None) => declarations.interest_in_interaction(class, fdd, roster),
            (None, Some((members, _))) => members,
        };
        let lane = serial.is_none().then_some(transportation);
        let last = values.last().map_or(&[][..], |(_, value)| *value);
        let groups = goes_to_groups(out, lane, last);
        if let Some(transportation) = groups {
            let mut to: Receivers = receivers
                .iter()
                .filter_map(|slot| roster.at(slot))
                .collect();
            to.sort_unstable();
            out.frame_to_all(&to, transportation, &mut |buffer| {
                let pairs = values.iter().map(|(p, value)| (p.raw(), *value));
                let (count, ending) = (values.len(), Ending::Whole);
                data::put_interaction(buffer, class, None, &envelope, count, pairs, ending);
            });
        }
        if groups.is_none() {
            let to = receivers.iter().filter_map(|slot| roster.at(slot));
            send_values(out, to, lane, last, |buffer, ending| {
                let pairs = values.iter().map(|(p, value)| (p.raw(), *value));
                data::put_interaction(buffer, class, None, &envelope, values.len(), pairs, ending);
            });
        }
        if serial.is_some() {
            receivers.iter().for_each(|slot| roster.count_stamped(slot));
        }
        managed
            .counters_mut()
            .count_interaction_sent(class, transportation);
        if fdd
            .interaction_class(class)
            .is_some_and(|c| managed.concerns(&c.lineage))
        {
            let parameters = values.iter().map(|(p, value)| (*p, value.to_vec()));
            out.control(&ToRti::Member(MemberRequest::MomInteraction {
                class,
                parameters: parameters.collect(),
            }));
        }
        Ok(serial.map(|serial| MessageRetractionHandle::of(identity.handle(), serial)))
    }

    /// `sendDirectedInteraction` (6.14, 2025): to members with a directed subscription that reaches
    /// the instance.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `InteractionClassNotDefined`, `InteractionClassNotPublished` (for
    /// the class of the instance), `InteractionParameterNotDefined`, `InvalidLogicalTime`. On error
    /// nothing was sent.
    pub fn send_directed_interaction(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &[(ParameterHandle, &[u8])],
        tag: &[u8],
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Result<Option<MessageRetractionHandle>> {
        let joined = self.steady()?;
        joined.fence_changes(out);
        let Some((instance, known)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        joined.check_parameters(class, values)?;
        let lineage = joined.object_class(known)?.lineage.as_slice();
        if !joined.declarations.own().directs(lineage, class) {
            return Err(not_published(joined, class));
        }
        joined.check_stamp(time)?;
        check_size(values.iter().map(|(_, value)| *value), tag, out)?;
        let transportation = joined.interaction_transportation(class);
        let registered = instance.class;
        let serial = joined.interaction_serial(class, time);
        let envelope = Envelope {
            transportation,
            tag,
            time: time.map(LogicalTime::encode),
            serial,
            regions: None,
        };
        let fdd = joined.fdd.clone();
        let classes = fdd.object_class(registered).map(|c| c.lineage.as_slice());
        let interactions = fdd.interaction_class(class).map(|c| c.lineage.as_slice());
        let (classes, interactions) = (
            classes.unwrap_or_default(),
            interactions.unwrap_or_default(),
        );
        let mut counted = MemberSet::default();
        let mut together = Receivers::new();
        let everyone = serial.is_some() && fdd.delays_evaluation();
        let lane = serial.is_none().then_some(transportation);
        let last = values.last().map_or(&[][..], |(_, value)| *value);
        let groups = goes_to_groups(out, lane, last);
        for (slot, peer) in joined.roster.peers() {
            let subscribed = peer.declarations.directed_as(classes, interactions);
            if subscribed.is_none() && !everyone {
                continue;
            }
            together.push(peer.info.handle);
            if serial.is_some() {
                counted.insert(slot);
            }
        }
        let put = |buffer: &mut Vec<u8>, ending| {
            let pairs = values.iter().map(|(p, value)| (p.raw(), *value));
            let (count, directed) = (values.len(), Some(object));
            data::put_interaction(buffer, class, directed, &envelope, count, pairs, ending);
        };
        match groups {
            Some(transportation) => {
                together.sort_unstable();
                let write = &mut |buffer: &mut Vec<u8>| put(buffer, Ending::Whole);
                out.frame_to_all(&together, transportation, write);
            }
            None => send_values(out, together.into_iter(), lane, last, put),
        }
        for slot in counted.iter() {
            joined.roster.count_stamped(slot);
        }
        joined
            .managed
            .counters_mut()
            .count_directed_sent(class, transportation);
        Ok(serial.map(|serial| MessageRetractionHandle::of(joined.identity.handle(), serial)))
    }
}

impl Joined {
    /// Number of an interaction that is to be sent in time-stamp order.
    fn interaction_serial(
        &mut self,
        class: InteractionClassHandle,
        time: Option<LogicalTime>,
    ) -> Option<u32> {
        let stamped =
            self.time.stamps(time) && self.interaction_order(class) == OrderType::TimeStamp;
        time.filter(|_| stamped)
            .map(|time| self.time.new_serial(time))
    }

    fn check_parameters(
        &self,
        class: InteractionClassHandle,
        values: &[(ParameterHandle, &[u8])],
    ) -> Result<()> {
        let available = &self.interaction_class(class)?.parameters;
        match values.iter().find(|(p, _)| !available.contains(*p)) {
            None => Ok(()),
            Some((parameter, _)) => Err(Exception::new(
                ExceptionKind::InteractionParameterNotDefined,
                format!("{parameter:?} is not available at {class:?}"),
            )),
        }
    }
}

fn not_published(joined: &Joined, class: InteractionClassHandle) -> Exception {
    Exception::new(
        ExceptionKind::InteractionClassNotPublished,
        format!(
            "{} does not publish {class:?} (for this instance)",
            joined.identity.name()
        ),
    )
}
