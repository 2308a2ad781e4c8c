//! Instances, values and interactions with regions in the random program.

use std::collections::BTreeSet;
use std::rc::Rc;

use hyla_types::{
    AttributeHandle, DimensionHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, RegionHandle, RegionHandleSet, Service,
};

use super::objects::Stamped;
use super::regions::pair;
use crate::clock::RetractionTarget;
use crate::fom::Schema;
use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::receiving::value_of;
use crate::requests::RequestScope;
use crate::words::Label;
use crate::world::World;

impl World {
    pub(super) fn choose_regional_registration(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let Some(member) = self.judge.members.get(&membership) else {
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
        let regions = self.choose_regions(membership, schema.object_dimensions(class));
        let operation = Operation::RegisterWithRegions {
            class,
            attributes: chosen,
            regions,
            label: self.labels.fresh(id.0),
        };
        self.act(id, operation);
    }

    pub(super) fn register_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        (chosen, regions): (&BTreeSet<AttributeHandle>, &BTreeSet<RegionHandle>),
        label: Label,
    ) {
        let (Some(schema), Some(member)) = (
            self.processes[id.0 as usize].schema.clone(),
            self.judge.members.get(&membership),
        ) else {
            return;
        };
        let published = member.mine.published.get(&class);
        let right = |a: &AttributeHandle| {
            *a != schema.privilege && published.is_some_and(|p| p.contains(a))
        };
        let available = schema.object_dimensions(class);
        if published.is_none() || available.is_empty() || !chosen.iter().all(right) {
            return;
        }
        let expected = self.context_refusal(membership, regions, available);
        let expected = expected.filter(|_| !chosen.is_empty());
        let pairs = pair(chosen, regions);
        let service = Service::RegisterObjectInstanceWithRegions;
        let done = self.call(id, service, |m, out| {
            m.register_object_instance_with_regions(class, &pairs, None, out)
        });
        self.agree(id, service, &done, expected);
        if let Ok(object) = done {
            self.label_object(membership, label, object);
            let name = self.process(id).member.object_instance_name(object);
            let name = name.map(str::to_owned).unwrap_or_default();
            self.judge.registered(membership, object, class, name);
            self.note_associations(membership, object, chosen, regions, true);
            // The instance never had the default region.
            if let Some(it) = self.judge.object_mut(membership, object) {
                for (attribute, recently) in &mut it.associations.recently {
                    let has = it
                        .associations
                        .now
                        .contains_key(&(membership.federate, *attribute));
                    if has {
                        recently.remove(&None);
                    }
                }
            }
        }
    }

    fn note_associations(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
        regions: &BTreeSet<RegionHandle>,
        add: bool,
    ) {
        for attribute in attributes {
            self.judge
                .associated(membership, object, *attribute, |now| {
                    if add {
                        now.extend(regions);
                    } else {
                        now.retain(|region| !regions.contains(region));
                    }
                });
        }
    }

    /// Associates attributes with other update regions.
    pub(super) fn choose_association(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let Some(object) = self.choose_object(membership) else {
            return;
        };
        let Some(class) = self.known_class(membership, object) else {
            return;
        };
        let available = self.registered_dimensions(membership, schema, object);
        let Some(row) = schema.object(class) else {
            return;
        };
        let attributes: BTreeSet<_> = row
            .attributes
            .keys()
            .copied()
            .filter(|_| self.rng.bool())
            .collect();
        let regions = self.choose_regions(membership, &available);
        let operation = if self.rng.u8(..3) != 0 {
            Operation::Associate {
                object,
                attributes,
                regions,
            }
        } else {
            Operation::Unassociate {
                object,
                attributes,
                regions,
            }
        };
        self.act(id, operation);
    }

    /// Dimensions of the class as which an instance was registered.
    fn registered_dimensions(
        &self,
        membership: Membership,
        schema: &Schema,
        object: ObjectInstanceHandle,
    ) -> Vec<DimensionHandle> {
        let execution = self.judge.executions.get(&membership.execution);
        let it = execution.and_then(|e| e.objects.get(&object));
        it.map_or(Vec::new(), |it| schema.object_dimensions(it.class).to_vec())
    }

    pub(super) fn associate(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
        (attributes, regions): (&BTreeSet<AttributeHandle>, &BTreeSet<RegionHandle>),
        add: bool,
    ) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let available = self.registered_dimensions(membership, &schema, object);
        let wrong = self.context_refusal(membership, regions, &available);
        let pairs = pair(attributes, regions);
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
        self.note_associations(membership, object, attributes, regions, add);
    }

    pub(super) fn choose_regional_request(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let Some((class, attributes, available)) = self.choose_class(schema) else {
            return;
        };
        let regions = self.choose_regions(membership, &available);
        let operation = Operation::RequestWithRegions {
            class,
            attributes,
            regions,
        };
        self.act(id, operation);
    }

    pub(super) fn request_values_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        (attributes, regions): (&BTreeSet<AttributeHandle>, &BTreeSet<RegionHandle>),
    ) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let expected = self.context_refusal(membership, regions, schema.object_dimensions(class));
        let pairs = pair(attributes, regions);
        let service = Service::RequestAttributeValueUpdateWithRegions;
        let tag = self.judge.requests.next_tag();
        let done = self.call(id, service, |m, out| {
            m.request_attribute_value_update_with_regions(class, &pairs, &tag, out)
        });
        self.agree(id, service, &done, expected);
        if done.is_ok() {
            let available = schema.object_dimensions(class);
            let bounds = self.committed(membership, regions);
            let wanted = bounds.values().map(|own| schema.realize(own, available));
            let whose = RequestScope::Regional(class, wanted.collect());
            self.judge
                .requested_values(membership, whose, attributes.clone());
        }
    }

    pub(super) fn choose_regional_message(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let row = &schema.interactions[self.rng.usize(1..4)];
        let operation = Operation::SendWithRegions {
            interaction: row.handle,
            regions: self.choose_regions(membership, &row.dimensions),
            stamp: self.choose_stamp(membership),
            label: self.labels.fresh(id.0),
        };
        self.act(id, operation);
    }

    pub(super) fn send_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        regions: &BTreeSet<RegionHandle>,
        (stamp, label): Stamped,
    ) {
        let schema = self.process(id).schema.clone();
        let Some(schema) = schema else { return };
        let Some(row) = schema.interaction(class) else {
            return;
        };
        let wrong = self.context_refusal(membership, regions, &row.dimensions);
        let parameters = &row.parameters;
        let expected = wrong.or_else(|| {
            self.judge
                .interaction_refusal(membership, class, parameters)
        });
        let refusal = self.judge.stamp_refusal(membership, stamp);
        let time = stamp.and_then(|stamp| self.time(membership, stamp));
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
            let ranges = self.committed(membership, regions);
            let sent = ranges
                .values()
                .map(|ranges| schema.realize(ranges, &row.dimensions))
                .collect();
            let ordered = self.judge.sends_stamped(membership, class, stamp);
            let parameters = parameters.iter().copied().collect();
            self.judge
                .sent(membership, class, parameters, Some(sent), stamp);
            let subject = RetractionTarget::Message(number);
            self.label_message(membership, label, handle);
            self.judge
                .named(membership, handle, ordered, subject, stamp);
        }
    }
}
