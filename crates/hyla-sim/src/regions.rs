//! Regions as one who sees everything knows them: every pair is compared, nothing is remembered.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, RegionHandle,
};

use crate::fom::Schema;
use crate::invariants::Judge;
use crate::model::{Declared, Object, Seat, Subscription};

/// Ranges along dimensions, each with its lower bound and the one it does not reach.
pub(crate) type Ranges = BTreeMap<DimensionHandle, (u32, u32)>;

/// Regions of one attribute or interaction as compared; nothing stands for the default region.
pub(crate) type Sent = Option<Vec<Ranges>>;

/// A dimension of the object model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) handle: DimensionHandle,
    pub(crate) upper: u32,
    /// Range of regions that lack it, if they have one.
    pub(crate) default: Option<(u32, u32)>,
}

/// A region at the federate that created it.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    pub(crate) pending: Ranges,
    pub(crate) committed: Ranges,
    /// What was committed since everything was quiet last.
    pub(crate) earlier: Vec<Ranges>,
}

/// What one federate subscribes with regions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Regional {
    pub(crate) attributes: BTreeMap<
        ObjectClassHandle,
        BTreeMap<AttributeHandle, BTreeMap<RegionHandle, Subscription>>,
    >,
    /// Active or not, and the epoch.
    pub(crate) interactions: BTreeMap<InteractionClassHandle, BTreeMap<RegionHandle, (bool, u64)>>,
    /// Committed ranges of the regions that are subscribed.
    pub(crate) bounds: BTreeMap<RegionHandle, Ranges>,
}

/// Which regions an instance's attributes are updated with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Associations {
    pub(crate) now: BTreeMap<(FederateHandle, AttributeHandle), BTreeSet<RegionHandle>>,
    /// All of it since everything was quiet last; nothing stands for the default region.
    pub(crate) recently: BTreeMap<AttributeHandle, BTreeSet<Option<RegionHandle>>>,
}

/// Whether two realizations overlap.
pub(crate) fn overlap(a: &Ranges, b: &Ranges) -> bool {
    let common: Vec<_> = a
        .iter()
        .filter_map(|(dimension, mine)| Some((mine, b.get(dimension)?)))
        .collect();
    !common.is_empty()
        && common
            .iter()
            .all(|((from, to), (other_from, other_to))| from < other_to && other_from < to)
}

impl Schema {
    /// What is compared for a region where these dimensions are available.
    pub(crate) fn realize(&self, region: &Ranges, available: &[DimensionHandle]) -> Ranges {
        if region.is_empty() {
            return Ranges::new();
        }
        let of = |handle: &DimensionHandle| {
            let default = self
                .dimensions
                .iter()
                .find(|d| d.handle == *handle)?
                .default;
            Some((*handle, region.get(handle).copied().or(default)?))
        };
        available.iter().filter_map(of).collect()
    }

    pub(crate) fn object_dimensions(&self, class: ObjectClassHandle) -> &[DimensionHandle] {
        self.object(class).map_or(&[], |row| &row.dimensions)
    }

    pub(crate) fn interaction_dimensions(&self, of: InteractionClassHandle) -> &[DimensionHandle] {
        self.interaction(of).map_or(&[], |row| &row.dimensions)
    }
}

impl Regional {
    pub(crate) fn uses(&self, region: RegionHandle) -> bool {
        self.bounds.contains_key(&region)
    }

    /// Takes the ranges of regions out that nothing is subscribed with any more.
    pub(crate) fn tidy(&mut self) {
        self.attributes.retain(|_, at_class| {
            at_class.retain(|_, by| !by.is_empty());
            !at_class.is_empty()
        });
        self.interactions.retain(|_, by| !by.is_empty());
        let used: BTreeSet<_> = self
            .attributes
            .values()
            .flat_map(BTreeMap::values)
            .flat_map(|by| by.keys().copied())
            .chain(self.interactions.values().flat_map(|by| by.keys().copied()))
            .collect();
        self.bounds.retain(|region, _| used.contains(region));
    }
}

impl Declared {
    /// Subscriptions of an attribute at exactly this class that let something through that was sent
    /// with these regions: the region of each, or nothing for the plain one, with its epoch.
    pub(crate) fn passes(
        &self,
        schema: &Schema,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
        sent: &Sent,
    ) -> BTreeMap<Option<RegionHandle>, u64> {
        let mut found = BTreeMap::new();
        if let Some(plain) = self.subscription(class, attribute) {
            found.insert(None, plain.epoch);
        }
        let by_region = self.regional.attributes.get(&class);
        for (region, subscription) in by_region
            .and_then(|a| a.get(&attribute))
            .into_iter()
            .flatten()
        {
            if self.meets(schema, *region, schema.object_dimensions(class), sent) {
                found.insert(Some(*region), subscription.epoch);
            }
        }
        found
    }

    /// Likewise for an interaction received as this class.
    pub(crate) fn hears(
        &self,
        schema: &Schema,
        class: InteractionClassHandle,
        sent: &Sent,
    ) -> BTreeMap<Option<RegionHandle>, u64> {
        let mut found = BTreeMap::new();
        // Sent with no region at all, it reaches nobody.
        if sent.as_ref().is_some_and(Vec::is_empty) {
            return found;
        }
        if let Some((_, epoch)) = self.receives.get(&class) {
            found.insert(None, *epoch);
        }
        for (region, (_, epoch)) in self.regional.interactions.get(&class).into_iter().flatten() {
            if self.meets(schema, *region, schema.interaction_dimensions(class), sent) {
                found.insert(Some(*region), *epoch);
            }
        }
        found
    }

    fn meets(
        &self,
        schema: &Schema,
        region: RegionHandle,
        available: &[DimensionHandle],
        sent: &Sent,
    ) -> bool {
        let (Some(bounds), Some(sent)) = (self.regional.bounds.get(&region), sent) else {
            return sent.is_none();
        };
        let own = schema.realize(bounds, available);
        sent.iter().any(|theirs| overlap(&own, theirs))
    }

    /// Whether any subscription of the attribute at exactly this class has a reduced rate.
    pub(crate) fn is_reduced(&self, class: ObjectClassHandle, attribute: AttributeHandle) -> bool {
        let plain = self.subscription(class, attribute);
        let regional = self.regional.attributes.get(&class);
        let regional = regional
            .and_then(|at| at.get(&attribute))
            .into_iter()
            .flatten();
        let mut all = regional.map(|(_, s)| *s).chain(plain);
        all.any(|s| s.reduced.is_some())
    }

    /// Attributes subscribed at exactly this class, and whether actively.
    pub(crate) fn attributes_at(
        &self,
        class: ObjectClassHandle,
    ) -> impl Iterator<Item = (AttributeHandle, bool)> + '_ {
        let plain = self.subscribed.get(&class).into_iter().flatten();
        let regional = self.regional.attributes.get(&class).into_iter().flatten();
        plain
            .map(|(attribute, s)| (*attribute, s.active))
            .chain(regional.map(|(a, by)| (*a, by.values().any(|s| s.active))))
    }

    /// Whether an interaction class is subscribed, and if so, whether actively.
    pub(crate) fn receives_actively(&self, class: InteractionClassHandle) -> bool {
        let regional = self.regional.interactions.get(&class);
        self.receives.get(&class).is_some_and(|(active, _)| *active)
            || regional.is_some_and(|by| by.values().any(|(active, _)| *active))
    }
}

impl Object {
    /// The federate no longer owns an attribute: its regions for it are released.
    pub(crate) fn lose(
        &mut self,
        federate: FederateHandle,
        is_lost: impl Fn(AttributeHandle) -> bool,
    ) {
        let Self {
            owner,
            associations,
            losses,
            ..
        } = self;
        owner.retain(|attribute, owner| {
            let lost = *owner == federate && is_lost(*attribute);
            if lost {
                *losses += 1;
                associations.now.remove(&(federate, *attribute));
                let recently = associations.recently.entry(*attribute).or_default();
                recently.insert(None);
            }
            !lost
        });
    }
}

impl Judge {
    /// Committed ranges of a federate's region.
    fn committed(&self, seat: Seat, region: RegionHandle) -> Option<&Own> {
        self.members.get(&seat)?.regions.get(&region)
    }

    /// With what an attribute is updated by that federate now.
    pub(crate) fn update_regions(
        &self,
        schema: &Schema,
        seat: Seat,
        it: &Object,
        attribute: AttributeHandle,
    ) -> Sent {
        let used = it.associations.now.get(&(seat.federate, attribute))?;
        let available = schema.object_dimensions(it.class);
        let ranges = used
            .iter()
            .filter_map(|region| self.committed(seat, *region));
        Some(
            ranges
                .map(|own| schema.realize(&own.committed, available))
                .collect(),
        )
    }

    /// Whether an instance can have been in scope lately, as far as regions go.
    pub(crate) fn may_be_in_scope(
        &self,
        schema: &Schema,
        seat: Seat,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> bool {
        let registrant = Seat {
            federate: object.registrant(),
            ..seat
        };
        let execution = self.executions.get(&seat.execution);
        let (Some(it), Some(receiver)) = (
            execution.and_then(|e| e.objects.get(&object)),
            self.members.get(&seat),
        ) else {
            return true;
        };
        let Some(sent) = self.lately(schema, registrant, it, attribute) else {
            return true;
        };
        let passes = receiver.mine.passes(schema, class, attribute, &Some(sent));
        it.traded || !passes.is_empty()
    }

    /// All that an attribute was updated with since everything was quiet last; nothing if the default region is among
    /// it, or what a region was is not known any more.
    pub(crate) fn lately(
        &self,
        schema: &Schema,
        owner: Seat,
        it: &Object,
        attribute: AttributeHandle,
    ) -> Option<Vec<Ranges>> {
        let owner = self.members.get(&owner)?;
        let available = schema.object_dimensions(it.class);
        let mut all = Vec::new();
        for region in it.associations.recently.get(&attribute)? {
            let own = owner.regions.get(&(*region)?)?;
            let ranges = own.earlier.iter().chain([&own.committed]);
            all.extend(ranges.map(|ranges| schema.realize(ranges, available)));
        }
        Some(all)
    }

    /// Everything is quiet: what was before is of no account any more.
    pub(crate) fn forget_earlier_regions(&mut self) {
        self.tighten_scope();
        for member in self.members.values_mut() {
            for own in member.regions.values_mut() {
                own.earlier.clear();
            }
        }
        for execution in self.executions.values_mut() {
            for it in execution.objects.values_mut() {
                let Object {
                    owner,
                    associations,
                    ..
                } = it;
                associations.recently = associations
                    .now
                    .iter()
                    .filter(|((federate, attribute), _)| owner.get(attribute) == Some(federate))
                    .map(|((_, attribute), regions)| {
                        (*attribute, regions.iter().map(|r| Some(*r)).collect())
                    })
                    .collect();
            }
        }
    }

    /// Regions of a federate are at other places from now on.
    pub(crate) fn moved(&mut self, seat: Seat, regions: &BTreeMap<RegionHandle, Ranges>) {
        let Some(execution) = self.executions.get_mut(&seat.execution) else {
            return;
        };
        for it in execution.objects.values_mut() {
            let mut used = it.associations.now.values().flatten();
            it.moves += u32::from(used.any(|region| regions.contains_key(region)));
        }
    }

    /// A federate's regions for an attribute of an instance are others from now on.
    pub(crate) fn associated(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        change: impl FnOnce(&mut BTreeSet<RegionHandle>),
    ) {
        let Some(it) = self.object_mut(seat, object) else {
            return;
        };
        let at = (seat.federate, attribute);
        let now = it.associations.now.entry(at).or_default();
        let before = now.clone();
        change(now);
        it.moves += u32::from(before != *now);
        let recently = it.associations.recently.entry(attribute).or_default();
        for set in [&before, &*now] {
            recently.extend(set.iter().map(|region| Some(*region)));
            if set.is_empty() {
                recently.insert(None);
            }
        }
        if now.is_empty() {
            it.associations.now.remove(&at);
        }
    }
}
