//! Data distribution management in the random program.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet,
    ExceptionKind as Kind, InteractionClassHandle, ObjectClassHandle, RangeBounds, RegionHandle,
    RegionHandleSet, Service,
};

use crate::fom::{RATES, Schema};
use crate::model::{InstanceFate, Membership, Subscription};
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::regions::{OwnRegion, Ranges};
use crate::words::Label;
use crate::world::World;

/// Most regions of a federate.
const MOST: usize = 5;

pub(super) type Pair = [(AttributeHandleSet, RegionHandleSet); 1];

impl World {
    pub(crate) fn work_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        settling: bool,
    ) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let have = self
            .judge
            .members
            .get(&membership)
            .map_or(0, |m| m.regions.len());
        if have == 0 {
            return self.choose_region(id, &schema);
        }
        match self.rng.u8(..if settling { 20 } else { 64 }) {
            0..3 if have < MOST => self.choose_region(id, &schema),
            0..8 => self.choose_regional_subscription(id, membership, &schema),
            8..12 => {
                let row = &schema.interactions[self.rng.usize(1..4)];
                let operation = Operation::HearWithRegions {
                    interaction: row.handle,
                    regions: self.choose_regions(membership, &row.dimensions),
                    active: self.rng.u8(..4) != 0,
                };
                self.act(id, operation);
            }
            12..16 => self.choose_regional_registration(id, membership, &schema),
            16..28 => self.choose_moves(id, membership, &schema),
            28 => {
                let all = self.own_regions(membership);
                if let Some(region) = self.pick(&all) {
                    self.act(id, Operation::DeleteRegion { region });
                }
            }
            29..31 => {
                let Some((class, attributes, _)) = self.choose_class(&schema) else {
                    return;
                };
                let operation = Operation::UnsubscribeWithRegions {
                    class,
                    attributes,
                    regions: self.choose_some_regions(membership),
                };
                self.act(id, operation);
            }
            31..33 => {
                let operation = Operation::UnhearWithRegions {
                    interaction: schema.interactions[self.rng.usize(1..4)].handle,
                    regions: self.choose_some_regions(membership),
                };
                self.act(id, operation);
            }
            33..42 => self.choose_association(id, membership, &schema),
            42..44 => self.choose_regional_request(id, membership, &schema),
            _ => self.choose_regional_message(id, membership, &schema),
        }
    }

    fn choose_some_regions(&mut self, membership: Membership) -> BTreeSet<RegionHandle> {
        let all = self.own_regions(membership);
        all.into_iter().filter(|_| self.rng.bool()).collect()
    }

    fn own_regions(&mut self, membership: Membership) -> Vec<RegionHandle> {
        let member = self.judge.members.get(&membership);
        member
            .map(|m| m.regions.keys().copied().collect())
            .unwrap_or_default()
    }

    fn has_context(
        &self,
        membership: Membership,
        region: RegionHandle,
        available: &[DimensionHandle],
    ) -> bool {
        let own = self
            .judge
            .members
            .get(&membership)
            .and_then(|m| m.regions.get(&region));
        own.is_some_and(|own| own.committed.keys().all(|d| available.contains(d)))
    }

    /// Some of its regions, mostly matching ones.
    pub(super) fn choose_regions(
        &mut self,
        membership: Membership,
        available: &[DimensionHandle],
    ) -> BTreeSet<RegionHandle> {
        let all = self.own_regions(membership);
        let fitting: Vec<_> = all
            .iter()
            .copied()
            .filter(|region| self.has_context(membership, *region, available))
            .collect();
        let from = if self.rng.u8(..12) == 0 { all } else { fitting };
        let mut chosen: BTreeSet<_> = self.pick(&from).into_iter().collect();
        if self.rng.u8(..3) == 0 {
            chosen.extend(self.pick(&from));
        }
        chosen
    }

    /// The exception that mismatched regions must raise.
    pub(super) fn context_refusal(
        &self,
        membership: Membership,
        regions: &BTreeSet<RegionHandle>,
        available: &[DimensionHandle],
    ) -> Option<Kind> {
        let mut all = regions.iter();
        let fits = all.all(|region| self.has_context(membership, *region, available));
        (!fits).then_some(Kind::InvalidRegionContext)
    }

    fn choose_region(&mut self, id: ProcessId, schema: &Rc<Schema>) {
        let some = self.rng.u8(1..4);
        let dimensions = schema
            .dimensions
            .iter()
            .enumerate()
            .filter(|(at, _)| some & (1 << at) != 0)
            .map(|(_, dimension)| dimension.handle)
            .collect();
        let label = self.labels.fresh(id.0);
        self.act(id, Operation::CreateRegion { dimensions, label });
    }

    pub(super) fn create_region(
        &mut self,
        id: ProcessId,
        membership: Membership,
        dimensions: &[DimensionHandle],
        label: Label,
    ) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let all = schema.dimensions.iter();
        let chosen: Vec<_> = all.filter(|d| dimensions.contains(&d.handle)).collect();
        let set: DimensionHandleSet = chosen.iter().map(|d| d.handle).collect();
        let service = Service::CreateRegion;
        let done = self.call(id, service, |m, _| m.create_region(&set));
        self.agree(id, service, &done, None);
        let whole: Ranges = chosen.iter().map(|d| (d.handle, (0, d.upper))).collect();
        if let (Ok(region), Some(execution)) =
            (&done, self.judge.executions.get(&membership.execution))
        {
            let (name, of) = (&execution.name, membership.federate);
            self.labels.region(label, name, of, *region);
        }
        if let (Ok(region), Some(member)) = (done, self.judge.members.get_mut(&membership)) {
            let own = OwnRegion {
                pending: whole.clone(),
                committed: whole,
                earlier: Vec::new(),
            };
            let before = member.regions.insert(region, own);
            if before.is_some() {
                self.judge
                    .violated(format!("{id:?} created {region:?} twice"));
            }
        }
    }

    /// Sets some ranges, and mostly commits them.
    fn choose_moves(&mut self, id: ProcessId, membership: Membership, schema: &Rc<Schema>) {
        let all = self.own_regions(membership);
        let mut regions = BTreeSet::new();
        for _ in 0..self.rng.usize(1..3) {
            let Some(region) = self.pick(&all) else {
                return;
            };
            regions.insert(region);
            let at = self.rng.usize(..schema.dimensions.len());
            let dimension = schema.dimensions[at];
            let from = self.rng.u32(..dimension.upper);
            let length = self.rng.u32(1..=dimension.upper / 3);
            let operation = Operation::SetRange {
                region,
                dimension: dimension.handle,
                from,
                to: (from + length).min(dimension.upper),
            };
            self.act(id, operation);
        }
        if self.rng.u8(..4) != 0 {
            self.act(id, Operation::CommitRegions { regions });
        }
    }

    pub(super) fn commit_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        named: BTreeSet<RegionHandle>,
    ) {
        let set: RegionHandleSet = named.iter().copied().collect();
        let service = Service::CommitRegionModifications;
        let done = self.call(id, service, |m, out| {
            m.commit_region_modifications(&set, out)
        });
        self.agree(id, service, &done, None);
        self.judge.loosen_scope(membership, None);
        let fresh = self.judge.new_epoch();
        let Some(member) = self.judge.members.get_mut(&membership) else {
            return;
        };
        let mut moved = BTreeMap::new();
        for region in named {
            if let Some(own) = member.regions.get_mut(&region)
                && own.pending != own.committed
            {
                let before = std::mem::replace(&mut own.committed, own.pending.clone());
                own.earlier.push(before);
                moved.insert(region, own.committed.clone());
            }
        }
        self.judge.moved(membership, &moved);
        self.judge.declare(membership, |mine| {
            let regional = &mut mine.regional;
            for (region, bounds) in moved {
                if let Some(used) = regional.bounds.get_mut(&region) {
                    *used = bounds;
                }
                let by = regional
                    .attributes
                    .values_mut()
                    .flat_map(BTreeMap::values_mut);
                by.filter_map(|by| by.get_mut(&region))
                    .for_each(|subscription| subscription.epoch = fresh);
                let by = regional.interactions.values_mut();
                by.filter_map(|by| by.get_mut(&region))
                    .for_each(|(_, epoch)| *epoch = fresh);
            }
        });
    }

    pub(super) fn set_range(
        &mut self,
        id: ProcessId,
        membership: Membership,
        region: RegionHandle,
        dimension: DimensionHandle,
        (from, to): (u32, u32),
    ) {
        let Ok(bounds) = RangeBounds::new(from, to) else {
            return;
        };
        let own = self.judge.members.get_mut(&membership);
        let Some(own) = own.and_then(|m| m.regions.get_mut(&region)) else {
            return;
        };
        let range = own.pending.get_mut(&dimension);
        let expected = range
            .is_none()
            .then_some(Kind::RegionDoesNotContainSpecifiedDimension);
        range.into_iter().for_each(|range| *range = (from, to));
        let service = Service::SetRangeBounds;
        let done = self.call(id, service, |m, _| {
            m.set_range_bounds(region, dimension, bounds)
        });
        self.agree(id, service, &done, expected);
    }

    pub(super) fn delete_region(
        &mut self,
        id: ProcessId,
        membership: Membership,
        region: RegionHandle,
    ) {
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let (mut used, mut perhaps) = (member.mine.regional.uses(region), false);
        if let Some(execution) = self.judge.executions.get(&membership.execution) {
            for (object, it) in &execution.objects {
                let mut mine = it
                    .associations
                    .now
                    .iter()
                    .filter(|((f, _), _)| *f == membership.federate);
                if mine.any(|(_, regions)| regions.contains(&region)) {
                    let sure = it.fate == InstanceFate::Alive && !it.traded;
                    used |= sure && member.known.contains_key(object);
                    perhaps = true;
                }
            }
        }
        let service = Service::DeleteRegion;
        let done = self.call(id, service, |m, _| m.delete_region(region));
        let in_use = Kind::RegionInUseForUpdateOrSubscription;
        let raised = done.as_ref().err().map(|e| e.kind);
        if used || !perhaps || raised != Some(in_use) {
            self.agree(id, service, &done, used.then_some(in_use));
        }
        if done.is_ok()
            && let Some(member) = self.judge.members.get_mut(&membership)
        {
            member.regions.remove(&region);
        }
    }

    /// A class with dimensions, and one or more of its attributes.
    pub(super) fn choose_class(
        &mut self,
        schema: &Schema,
    ) -> Option<(
        ObjectClassHandle,
        BTreeSet<AttributeHandle>,
        Vec<DimensionHandle>,
    )> {
        let rows: Vec<_> = (0..schema.objects.len())
            .filter(|at| !schema.objects[*at].dimensions.is_empty())
            .collect();
        let row = &schema.objects[self.pick(&rows)?];
        let attributes = row.attributes.keys().copied();
        let chosen: BTreeSet<_> = attributes.filter(|_| self.rng.bool()).collect();
        (!chosen.is_empty()).then(|| (row.handle, chosen, row.dimensions.clone()))
    }

    fn choose_regional_subscription(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let Some((class, attributes, available)) = self.choose_class(schema) else {
            return;
        };
        let operation = Operation::SubscribeWithRegions {
            class,
            attributes,
            regions: self.choose_regions(membership, &available),
            active: self.rng.u8(..4) != 0,
            rate: self.choose_rate(8),
        };
        self.act(id, operation);
    }

    pub(super) fn subscribe_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        (attributes, regions): (&BTreeSet<AttributeHandle>, &BTreeSet<RegionHandle>),
        active: bool,
        reduced: Option<usize>,
    ) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let expected = self.context_refusal(membership, regions, schema.object_dimensions(class));
        let activity = if active {
            Activity::Active
        } else {
            Activity::Passive
        };
        let rate = reduced.map_or("", |at| RATES[at]);
        let pairs = pair(attributes, regions);
        let service = Service::SubscribeObjectClassAttributesWithRegions;
        let done = self.call(id, service, |m, out| {
            m.subscribe_object_class_attributes_with_regions(class, &pairs, activity, rate, out)
        });
        self.agree(id, service, &done, expected);
        if done.is_err() || regions.is_empty() {
            return;
        }
        let fresh = self.judge.new_epoch();
        let bounds = self.committed(membership, regions);
        self.judge.declare(membership, |mine| {
            mine.regional.bounds.extend(bounds);
            let at_class = mine.regional.attributes.entry(class).or_default();
            for attribute in attributes {
                let by = at_class.entry(*attribute).or_default();
                for region in regions {
                    let before = by.get(region).filter(|s| s.reduced == reduced);
                    let epoch = before.map_or(fresh, |s| s.epoch);
                    let subscription = Subscription {
                        active,
                        reduced,
                        epoch,
                    };
                    by.insert(*region, subscription);
                }
            }
        });
    }

    pub(super) fn committed(
        &self,
        membership: Membership,
        regions: &BTreeSet<RegionHandle>,
    ) -> BTreeMap<RegionHandle, Ranges> {
        let own = self.judge.members.get(&membership).map(|m| &m.regions);
        let all = own.into_iter().flatten();
        all.filter(|(region, _)| regions.contains(region))
            .map(|(region, own)| (*region, own.committed.clone()))
            .collect()
    }

    pub(super) fn unsubscribe_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: ObjectClassHandle,
        (attributes, regions): (&BTreeSet<AttributeHandle>, &BTreeSet<RegionHandle>),
    ) {
        let pairs = pair(attributes, regions);
        let service = Service::UnsubscribeObjectClassAttributesWithRegions;
        let done = self.call(id, service, |m, out| {
            m.unsubscribe_object_class_attributes_with_regions(class, &pairs, out)
        });
        self.agree(id, service, &done, None);
        self.judge.loosen_scope(membership, Some(class));
        self.judge.declare(membership, |mine| {
            let at_class = mine.regional.attributes.entry(class).or_default();
            let named = at_class.iter_mut().filter(|(a, _)| attributes.contains(a));
            named.for_each(|(_, by)| by.retain(|region, _| !regions.contains(region)));
            mine.regional.tidy();
        });
    }

    pub(super) fn hear_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        regions: &BTreeSet<RegionHandle>,
        active: bool,
    ) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let expected =
            self.context_refusal(membership, regions, schema.interaction_dimensions(class));
        let activity = if active {
            Activity::Active
        } else {
            Activity::Passive
        };
        let set: RegionHandleSet = regions.iter().copied().collect();
        let service = Service::SubscribeInteractionClassWithRegions;
        let done = self.call(id, service, |m, out| {
            m.subscribe_interaction_class_with_regions(class, &set, activity, out)
        });
        self.agree(id, service, &done, expected);
        if done.is_err() || regions.is_empty() {
            return;
        }
        let fresh = self.judge.new_epoch();
        let bounds = self.committed(membership, regions);
        self.judge.declare(membership, |mine| {
            mine.regional.bounds.extend(bounds);
            let by = mine.regional.interactions.entry(class).or_default();
            for region in regions {
                by.entry(*region).or_insert((active, fresh)).0 = active;
            }
        });
    }

    pub(super) fn unhear_with_regions(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        regions: &BTreeSet<RegionHandle>,
    ) {
        let set: RegionHandleSet = regions.iter().copied().collect();
        let service = Service::UnsubscribeInteractionClassWithRegions;
        let done = self.call(id, service, |m, out| {
            m.unsubscribe_interaction_class_with_regions(class, &set, out)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(membership, |mine| {
            if let Some(by) = mine.regional.interactions.get_mut(&class) {
                by.retain(|region, _| !set.contains(*region));
            }
            mine.regional.tidy();
        });
    }
}

pub(super) fn pair(
    attributes: &BTreeSet<AttributeHandle>,
    regions: &BTreeSet<RegionHandle>,
) -> Pair {
    let attributes = attributes.iter().copied().collect();
    [(attributes, regions.iter().copied().collect())]
}
