//! Instances, values and interactions with regions in the random program.

use std::collections::BTreeSet;
use std::rc::Rc;

use hyla_types::{AttributeHandle, ObjectInstanceHandle, RegionHandle, RegionHandleSet, Service};

use super::regions::pair;
use crate::clock::Subject;
use crate::fom::Schema;
use crate::model::Seat;
use crate::network::ProcessId;
use crate::receiving::value_of;
use crate::world::World;

impl World {
    pub(super) fn register_with_regions(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let Some(member) = self.judge.members.get(&seat) else {
            return;
        };
        let published: Vec<_> = member
            .mine
            .published
            .iter()
            .filter(|(class, _)| !schema.object_dimensions(**class).is_empty())
            .map(|(class, attributes)| (*class, attributes.clone()))
            .collect();
        if published.is_empty() {
            return;
        }
        let (class, attributes) = &published[self.rng.usize(..published.len())];
        let class = *class;
        let chosen: BTreeSet<_> = attributes
            .iter()
            .copied()
            .filter(|a| *a != schema.privilege && self.rng.bool())
            .collect();
        let (regions, expected) = self.choose_regions(seat, schema.object_dimensions(class));
        let expected = expected.filter(|_| !chosen.is_empty());
        let pairs = pair(&chosen, &regions);
        let service = Service::RegisterObjectInstanceWithRegions;
        let done = self.call(id, service, |m, out| {
            m.register_object_instance_with_regions(class, &pairs, None, out)
        });
        self.agree(id, service, &done, expected);
        if let Ok(object) = done {
            let name = self.process(id).member.object_instance_name(object);
            let name = name.map(str::to_owned).unwrap_or_default();
            self.judge.registered(seat, object, class, name);
            self.note_associations(seat, object, &chosen, &regions, true);
            // It never had the default region.
            if let Some(it) = self.judge.object_mut(seat, object) {
                for (attribute, recently) in &mut it.associations.recently {
                    let has = it
                        .associations
                        .now
                        .contains_key(&(seat.federate, *attribute));
                    if has {
                        recently.remove(&None);
                    }
                }
            }
        }
    }

    fn note_associations(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
        regions: &BTreeSet<RegionHandle>,
        add: bool,
    ) {
        for attribute in attributes {
            self.judge.associated(seat, object, *attribute, |now| {
                if add {
                    now.extend(regions);
                } else {
                    now.retain(|region| !regions.contains(region));
                }
            });
        }
    }

    /// Gives attributes other regions to be updated with.
    pub(super) fn associate(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let Some(object) = self.choose_object(seat) else {
            return;
        };
        let known = self
            .judge
            .members
            .get(&seat)
            .and_then(|m| m.known.get(&object));
        let Some(class) = known.map(|k| k.class) else {
            return;
        };
        let execution = self.judge.executions.get(&seat.execution);
        let registered = execution
            .and_then(|e| e.objects.get(&object))
            .map(|it| it.class);
        let available = registered.map_or(&[][..], |class| schema.object_dimensions(class));
        let Some(row) = schema.object(class) else {
            return;
        };
        let attributes: BTreeSet<_> = row
            .attributes
            .keys()
            .copied()
            .filter(|_| self.rng.bool())
            .collect();
        let (regions, wrong) = self.choose_regions(seat, available);
        let pairs = pair(&attributes, &regions);
        let add = self.rng.u8(..3) != 0;
        if add {
            let service = Service::AssociateRegionsForUpdates;
            let done = self.call(id, service, |m, out| {
                m.associate_regions_for_updates(object, &pairs, out)
            });
            self.agree(id, service, &done, wrong.filter(|_| !attributes.is_empty()));
            if done.is_err() {
                return;
            }
        } else {
            let service = Service::UnassociateRegionsForUpdates;
            let done = self.call(id, service, |m, out| {
                m.unassociate_regions_for_updates(object, &pairs, out)
            });
            self.agree(id, service, &done, None);
        }
        self.note_associations(seat, object, &attributes, &regions, add);
    }

    pub(super) fn request_values_with_regions(
        &mut self,
        id: ProcessId,
        seat: Seat,
        schema: &Rc<Schema>,
    ) {
        let Some((class, attributes, available)) = self.choose_class(schema) else {
            return;
        };
        let (regions, expected) = self.choose_regions(seat, &available);
        let pairs = pair(&attributes, &regions);
        let service = Service::RequestAttributeValueUpdateWithRegions;
        let done = self.call(id, service, |m, out| {
            m.request_attribute_value_update_with_regions(class, &pairs, b"?", out)
        });
        self.agree(id, service, &done, expected);
    }

    pub(super) fn send_with_regions(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let row = &schema.interactions[self.rng.usize(1..4)];
        let class = row.handle;
        let (regions, wrong) = self.choose_regions(seat, &row.dimensions);
        let parameters = &row.parameters;
        let expected = wrong.or_else(|| self.judge.interaction_refusal(seat, class, parameters));
        let stamp = self.choose_stamp(seat);
        let refusal = self.judge.stamp_refusal(seat, stamp);
        let time = stamp.and_then(|stamp| self.time(seat, stamp));
        let number = self.judge.messages.len() as u64;
        let values: Vec<_> = parameters
            .iter()
            .map(|p| (*p, value_of(number, p.raw())))
            .collect();
        let values: Vec<_> = values.iter().map(|(p, value)| (*p, &value[..])).collect();
        let set: RegionHandleSet = regions.iter().copied().collect();
        let service = Service::SendInteractionWithRegions;
        let done = self.call(id, service, |m, out| {
            let tag = number.to_le_bytes();
            m.send_interaction_with_regions(class, &values, &set, &tag, time, out)
        });
        self.agree(id, service, &done, expected.or(refusal));
        if let Ok(handle) = done {
            let ranges = self.committed(seat, &regions);
            let sent = ranges
                .values()
                .map(|ranges| schema.realize(ranges, &row.dimensions))
                .collect();
            let ordered = self.judge.sends_stamped(seat, class, stamp);
            let parameters = parameters.iter().copied().collect();
            self.judge.sent(seat, class, parameters, Some(sent), stamp);
            let subject = Subject::Message(number);
            self.judge.named(seat, handle, ordered, subject, stamp);
        }
    }
}
