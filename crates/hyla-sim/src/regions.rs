//! Regions seen from outside: every pair is compared, nothing is cached.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, RegionHandle,
};

use crate::fom::Schema;
use crate::invariants::Judge;
use crate::model::{Declared, Membership, Object, Subscription};

/// Ranges along dimensions: lower bound inclusive, upper bound exclusive.
pub(crate) type Ranges = BTreeMap<DimensionHandle, (u32, u32)>;

/// Regions of one attribute or interaction as compared; `None`: default region.
pub(crate) type SentRegions = Option<Vec<Ranges>>;

/// A dimension of the object model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) handle: DimensionHandle,
    pub(crate) upper: u32,
    /// Default range of regions without this dimension.
    pub(crate) default: Option<(u32, u32)>,
}

/// A region of the federate that created it.
#[derive(Clone, Debug)]
pub(crate) struct OwnRegion {
    pub(crate) pending: Ranges,
    pub(crate) committed: Ranges,
    /// Ranges committed since the last quiet point.
    pub(crate) earlier: Vec<Ranges>,
}

/// Subscriptions of one federate with regions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RegionalDeclarations {
    pub(crate) attributes: BTreeMap<
        ObjectClassHandle,
        BTreeMap<AttributeHandle, BTreeMap<RegionHandle, Subscription>>,
    >,
    /// Whether active, and the epoch.
    pub(crate) interactions: BTreeMap<InteractionClassHandle, BTreeMap<RegionHandle, (bool, u64)>>,
    /// Committed ranges of the subscribed regions.
    pub(crate) bounds: BTreeMap<RegionHandle, Ranges>,
}

/// Update regions of an instance's attributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Associations {
    pub(crate) now: BTreeMap<(FederateHandle, AttributeHandle), BTreeSet<RegionHandle>>,
    /// All regions since the last quiet point; `None`: default region.
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
    /// Ranges compared for a region where these dimensions are available.
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

impl RegionalDeclarations {
    pub(crate) fn uses(&self, region: RegionHandle) -> bool {
        self.bounds.contains_key(&region)
    }

    /// Discards the ranges of regions without subscriptions.
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
    /// Subscriptions of an attribute at exactly this class that admit a message with these regions:
    /// region (`None` for a plain subscription) and epoch.
    pub(crate) fn passes(
        &self,
        schema: &Schema,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
        sent: &SentRegions,
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

    /// The same for an interaction received as this class.
    pub(crate) fn hears(
        &self,
        schema: &Schema,
        class: InteractionClassHandle,
        sent: &SentRegions,
    ) -> BTreeMap<Option<RegionHandle>, u64> {
        let mut found = BTreeMap::new();
        // Sent with an empty set of regions, it reaches nobody.
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
        sent: &SentRegions,
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
    /// The federate has deleted the instance locally: its regions for it are released.
    pub(crate) fn release_regions(&mut self, federate: FederateHandle) {
        let Associations { now, recently } = &mut self.associations;
        now.retain(|(by, attribute), _| {
            let kept = *by != federate;
            if !kept {
                recently.entry(*attribute).or_default().insert(None);
            }
            kept
        });
    }

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
    fn committed(&self, membership: Membership, region: RegionHandle) -> Option<&OwnRegion> {
        self.members.get(&membership)?.regions.get(&region)
    }

    /// Regions with which that federate updates an attribute now.
    pub(crate) fn update_regions(
        &self,
        schema: &Schema,
        membership: Membership,
        it: &Object,
        attribute: AttributeHandle,
    ) -> SentRegions {
        let used = it.associations.now.get(&(membership.federate, attribute))?;
        let available = schema.object_dimensions(it.class);
        let ranges = used
            .iter()
            .filter_map(|region| self.committed(membership, *region));
        Some(
            ranges
                .map(|own| schema.realize(&own.committed, available))
                .collect(),
        )
    }

    /// Whether an instance may have been in scope since the last quiet point, as far as regions
    /// decide.
    pub(crate) fn may_be_in_scope(
        &self,
        schema: &Schema,
        membership: Membership,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> bool {
        let registrant = Membership {
            federate: object.registrant(),
            ..membership
        };
        let execution = self.executions.get(&membership.execution);
        let (Some(it), Some(receiver)) = (
            execution.and_then(|e| e.objects.get(&object)),
            self.members.get(&membership),
        ) else {
            return true;
        };
        let Some(sent) = self.lately(schema, registrant, it, attribute) else {
            return true;
        };
        let passes = receiver.mine.passes(schema, class, attribute, &Some(sent));
        it.traded || !passes.is_empty()
    }

    /// All update regions since the last quiet point; `None` if the default region is among them or
    /// a region's ranges are not known any more.
    pub(crate) fn lately(
        &self,
        schema: &Schema,
        owner: Membership,
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

    /// Quiet point: discards earlier regions.
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

    /// Regions of a federate have new ranges from now on.
    pub(crate) fn moved(
        &mut self,
        membership: Membership,
        regions: &BTreeMap<RegionHandle, Ranges>,
    ) {
        let Some(execution) = self.executions.get_mut(&membership.execution) else {
            return;
        };
        for it in execution.objects.values_mut() {
            let mut used = it.associations.now.values().flatten();
            it.moves += u32::from(used.any(|region| regions.contains_key(region)));
        }
    }

    /// An attribute of an instance has new update regions from now on.
    pub(crate) fn associated(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        change: impl FnOnce(&mut BTreeSet<RegionHandle>),
    ) {
        let Some(it) = self.object_mut(membership, object) else {
            return;
        };
        let at = (membership.federate, attribute);
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
