//! Data distribution management in the random program.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet,
    ExceptionKind as Kind, ObjectClassHandle, RangeBounds, RegionHandle, RegionHandleSet, Service,
};

use crate::fom::{RATES, Schema};
use crate::model::{Fate, Seat, Subscription};
use crate::network::ProcessId;
use crate::regions::{Own, Ranges};
use crate::world::World;

/// Regions of a federate at a time.
const MOST: usize = 5;

pub(super) type Pair = [(AttributeHandleSet, RegionHandleSet); 1];

impl World {
    pub(crate) fn work_with_regions(&mut self, id: ProcessId, seat: Seat, settling: bool) {
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let have = self.judge.members.get(&seat).map_or(0, |m| m.regions.len());
        if have == 0 {
            return self.create_region(id, seat, &schema);
        }
        match self.rng.u8(..if settling { 20 } else { 64 }) {
            0..3 if have < MOST => self.create_region(id, seat, &schema),
            0..8 => self.subscribe_with_regions(id, seat, &schema),
            8..12 => self.hear_with_regions(id, seat, &schema),
            12..16 => self.register_with_regions(id, seat, &schema),
            16..28 => self.move_region(id, seat, &schema),
            28 => self.delete_region(id, seat),
            29..31 => self.unsubscribe_with_regions(id, seat, &schema),
            31..33 => self.unhear_with_regions(id, seat, &schema),
            33..42 => self.associate(id, seat, &schema),
            42..44 => self.request_values_with_regions(id, seat, &schema),
            _ => self.send_with_regions(id, seat, &schema),
        }
    }

    fn own_regions(&mut self, seat: Seat) -> Vec<RegionHandle> {
        let member = self.judge.members.get(&seat);
        member
            .map(|m| m.regions.keys().copied().collect())
            .unwrap_or_default()
    }

    fn has_context(&self, seat: Seat, region: RegionHandle, available: &[DimensionHandle]) -> bool {
        let own = self
            .judge
            .members
            .get(&seat)
            .and_then(|m| m.regions.get(&region));
        own.is_some_and(|own| own.committed.keys().all(|d| available.contains(d)))
    }

    /// Some of its regions, mostly such that fit; and the exception if one does not.
    pub(super) fn choose_regions(
        &mut self,
        seat: Seat,
        available: &[DimensionHandle],
    ) -> (BTreeSet<RegionHandle>, Option<Kind>) {
        let all = self.own_regions(seat);
        let fitting: Vec<_> = all
            .iter()
            .copied()
            .filter(|region| self.has_context(seat, *region, available))
            .collect();
        let from = if self.rng.u8(..12) == 0 { all } else { fitting };
        let mut chosen: BTreeSet<_> = self.pick(&from).into_iter().collect();
        if self.rng.u8(..3) == 0 {
            chosen.extend(self.pick(&from));
        }
        let fits = chosen
            .iter()
            .all(|region| self.has_context(seat, *region, available));
        (chosen, (!fits).then_some(Kind::InvalidRegionContext))
    }

    fn create_region(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let some = self.rng.u8(1..4);
        let chosen: Vec<_> = schema
            .dimensions
            .iter()
            .enumerate()
            .filter(|(at, _)| some & (1 << at) != 0)
            .map(|(_, dimension)| *dimension)
            .collect();
        let set: DimensionHandleSet = chosen.iter().map(|d| d.handle).collect();
        let service = Service::CreateRegion;
        let done = self.call(id, service, |m, _| m.create_region(&set));
        self.agree(id, service, &done, None);
        let whole: Ranges = chosen.iter().map(|d| (d.handle, (0, d.upper))).collect();
        if let (Ok(region), Some(member)) = (done, self.judge.members.get_mut(&seat)) {
            let own = Own {
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
    fn move_region(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let all = self.own_regions(seat);
        let mut named = BTreeSet::new();
        for _ in 0..self.rng.usize(1..3) {
            let Some(region) = self.pick(&all) else {
                return;
            };
            named.insert(region);
            self.set_range(id, seat, schema, region);
        }
        if self.rng.u8(..4) == 0 {
            return;
        }
        let set: RegionHandleSet = named.iter().copied().collect();
        let service = Service::CommitRegionModifications;
        let done = self.call(id, service, |m, out| {
            m.commit_region_modifications(&set, out)
        });
        self.agree(id, service, &done, None);
        let fresh = self.judge.new_epoch();
        let Some(member) = self.judge.members.get_mut(&seat) else {
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
        self.judge.declare(seat, |mine| {
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

    fn set_range(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>, region: RegionHandle) {
        let at = self.rng.usize(..schema.dimensions.len());
        let dimension = schema.dimensions[at];
        let from = self.rng.u32(..dimension.upper);
        let length = self.rng.u32(1..=dimension.upper / 3);
        let to = (from + length).min(dimension.upper);
        let Ok(bounds) = RangeBounds::new(from, to) else {
            return;
        };
        let own = self.judge.members.get_mut(&seat);
        let Some(own) = own.and_then(|m| m.regions.get_mut(&region)) else {
            return;
        };
        let range = own.pending.get_mut(&dimension.handle);
        let expected = range
            .is_none()
            .then_some(Kind::RegionDoesNotContainSpecifiedDimension);
        range.into_iter().for_each(|range| *range = (from, to));
        let service = Service::SetRangeBounds;
        let done = self.call(id, service, |m, _| {
            m.set_range_bounds(region, dimension.handle, bounds)
        });
        self.agree(id, service, &done, expected);
    }

    fn delete_region(&mut self, id: ProcessId, seat: Seat) {
        let all = self.own_regions(seat);
        let Some(region) = self.pick(&all) else {
            return;
        };
        let Some(member) = self.judge.members.get(&seat) else {
            return;
        };
        let (mut used, mut perhaps) = (member.mine.regional.uses(region), false);
        if let Some(execution) = self.judge.executions.get(&seat.execution) {
            for (object, it) in &execution.objects {
                let mut mine = it
                    .associations
                    .now
                    .iter()
                    .filter(|((f, _), _)| *f == seat.federate);
                if mine.any(|(_, regions)| regions.contains(&region)) {
                    let sure = it.fate == Fate::Alive && !it.traded;
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
            && let Some(member) = self.judge.members.get_mut(&seat)
        {
            member.regions.remove(&region);
        }
    }

    /// A class with dimensions and one attribute or more of it.
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

    fn subscribe_with_regions(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let Some((class, attributes, available)) = self.choose_class(schema) else {
            return;
        };
        let (regions, expected) = self.choose_regions(seat, &available);
        let active = self.rng.u8(..4) != 0;
        let reduced = (self.rng.u8(..8) == 0).then(|| self.rng.usize(..RATES.len()));
        let activity = if active {
            Activity::Active
        } else {
            Activity::Passive
        };
        let rate = reduced.map_or("", |at| RATES[at]);
        let pairs = pair(&attributes, &regions);
        let service = Service::SubscribeObjectClassAttributesWithRegions;
        let done = self.call(id, service, |m, out| {
            m.subscribe_object_class_attributes_with_regions(class, &pairs, activity, rate, out)
        });
        self.agree(id, service, &done, expected);
        if done.is_err() || regions.is_empty() {
            return;
        }
        let fresh = self.judge.new_epoch();
        let bounds = self.committed(seat, &regions);
        self.judge.declare(seat, |mine| {
            mine.regional.bounds.extend(bounds);
            let at_class = mine.regional.attributes.entry(class).or_default();
            for attribute in &attributes {
                let by = at_class.entry(*attribute).or_default();
                for region in &regions {
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
        seat: Seat,
        regions: &BTreeSet<RegionHandle>,
    ) -> BTreeMap<RegionHandle, Ranges> {
        let own = self.judge.members.get(&seat).map(|m| &m.regions);
        let all = own.into_iter().flatten();
        all.filter(|(region, _)| regions.contains(region))
            .map(|(region, own)| (*region, own.committed.clone()))
            .collect()
    }

    fn unsubscribe_with_regions(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let Some((class, attributes, _)) = self.choose_class(schema) else {
            return;
        };
        let all = self.own_regions(seat);
        let regions: BTreeSet<_> = all.into_iter().filter(|_| self.rng.bool()).collect();
        let pairs = pair(&attributes, &regions);
        let service = Service::UnsubscribeObjectClassAttributesWithRegions;
        let done = self.call(id, service, |m, out| {
            m.unsubscribe_object_class_attributes_with_regions(class, &pairs, out)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(seat, |mine| {
            let at_class = mine.regional.attributes.entry(class).or_default();
            let named = at_class.iter_mut().filter(|(a, _)| attributes.contains(a));
            named.for_each(|(_, by)| by.retain(|region, _| !regions.contains(region)));
            mine.regional.tidy();
        });
    }

    fn hear_with_regions(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let row = &schema.interactions[self.rng.usize(1..4)];
        let class = row.handle;
        let (regions, expected) = self.choose_regions(seat, &row.dimensions);
        let active = self.rng.u8(..4) != 0;
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
        let bounds = self.committed(seat, &regions);
        self.judge.declare(seat, |mine| {
            mine.regional.bounds.extend(bounds);
            let by = mine.regional.interactions.entry(class).or_default();
            for region in &regions {
                by.entry(*region).or_insert((active, fresh)).0 = active;
            }
        });
    }

    fn unhear_with_regions(&mut self, id: ProcessId, seat: Seat, schema: &Rc<Schema>) {
        let class = schema.interactions[self.rng.usize(1..4)].handle;
        let all = self.own_regions(seat);
        let set: RegionHandleSet = all.into_iter().filter(|_| self.rng.bool()).collect();
        let service = Service::UnsubscribeInteractionClassWithRegions;
        let done = self.call(id, service, |m, out| {
            m.unsubscribe_interaction_class_with_regions(class, &set, out)
        });
        self.agree(id, service, &done, None);
        self.judge.declare(seat, |mine| {
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
