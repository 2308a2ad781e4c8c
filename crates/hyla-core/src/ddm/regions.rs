//! Regions that the federate created, and those that were conveyed to it with messages.

use std::collections::BTreeMap;

use hyla_types::{
    DimensionHandle, DimensionHandleSet, Exception, ExceptionKind, RangeBounds, Region,
    RegionHandle, RegionHandleSet,
};

use super::own_regions::{Own, invalid};
use crate::Result;
use crate::member::{Joined, Member};

impl Member {
    /// `createRegion` (9.2). Its bounds are the whole of each dimension until others are set and
    /// committed.
    ///
    /// # Errors
    /// `InvalidDimensionHandle`.
    pub fn create_region(&mut self, dimensions: &DimensionHandleSet) -> Result<RegionHandle> {
        let joined = self.joined()?;
        let mut ranges = Vec::with_capacity(dimensions.len());
        for dimension in dimensions {
            let upper = joined.fdd.dimension(dimension).map(|d| d.upper_bound);
            let bounds = upper.and_then(|upper| RangeBounds::new(0, upper).ok());
            let Some(bounds) = bounds else {
                return Err(Exception::new(
                    ExceptionKind::InvalidDimensionHandle,
                    format!("{dimension:?} is not a dimension of the object model"),
                ));
            };
            ranges.push((dimension, bounds));
        }
        let region = Region::new(ranges);
        let regions = &mut joined.ddm.regions;
        regions.last += 1;
        let handle = RegionHandle::of(joined.identity.handle(), regions.last);
        let own = Own {
            committed: region.clone(),
            pending: region,
        };
        regions.own.insert(handle, own);
        Ok(handle)
    }

    /// `deleteRegion` (9.4).
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate`, `RegionInUseForUpdateOrSubscription`.
    pub fn delete_region(&mut self, region: RegionHandle) -> Result<()> {
        let joined = self.joined()?;
        joined.check_regions(&[region].into())?;
        if joined.ddm.is_wanted(region) || joined.declarations.own().region(region).is_some() {
            return Err(Exception::new(
                ExceptionKind::RegionInUseForUpdateOrSubscription,
                format!("{region:?} is associated with an attribute or subscribed"),
            ));
        }
        joined.ddm.regions.own.remove(&region);
        joined.ddm.outgoing.set_bounds(region, None, &joined.fdd);
        joined.ddm.withdraw_region(region);
        Ok(())
    }

    /// `getDimensionHandleSet` (10.28 in 2010, 10.26 in 2025), of a region of this federate or one
    /// conveyed to it.
    ///
    /// # Errors
    /// `InvalidRegion`.
    pub fn dimension_handle_set(&self, region: RegionHandle) -> Result<DimensionHandleSet> {
        let regions = &self.joined_ref()?.ddm.regions;
        Ok(regions.readable(region)?.dimensions())
    }

    /// The bounds of a region, as [`Self::range_bounds`] returns them one by one.
    ///
    /// # Errors
    /// `InvalidRegion`.
    pub fn region(&self, region: RegionHandle) -> Result<&Region> {
        self.joined_ref()?.ddm.regions.readable(region)
    }

    /// `getRangeBounds` (10.29 in 2010, 10.27 in 2025): as last set, or, of a conveyed region, as
    /// sent. Of conveyed regions the last 4096 are remembered.
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionDoesNotContainSpecifiedDimension`.
    pub fn range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
    ) -> Result<RangeBounds> {
        let regions = &self.joined_ref()?.ddm.regions;
        let bounds = regions.readable(region)?.bounds(dimension);
        bounds.ok_or_else(|| hyla_types::RegionDoesNotContainSpecifiedDimension(dimension).into())
    }

    /// `setRangeBounds` (10.30 in 2010, 10.28 in 2025): counts when it is committed.
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate`, `RegionDoesNotContainSpecifiedDimension`,
    /// `InvalidRangeBound`.
    pub fn set_range_bounds(
        &mut self,
        region: RegionHandle,
        dimension: DimensionHandle,
        bounds: RangeBounds,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_regions(&[region].into())?;
        let Some(own) = joined.ddm.regions.own.get_mut(&region) else {
            return Err(invalid(region));
        };
        if own.pending.bounds(dimension).is_none() {
            return Err(hyla_types::RegionDoesNotContainSpecifiedDimension(dimension).into());
        }
        let upper = joined.fdd.dimension(dimension).map_or(0, |d| d.upper_bound);
        let bounds = bounds.within(upper).map_err(Exception::from)?;
        own.pending.set_bounds(dimension, bounds)?;
        Ok(())
    }
}

impl Joined {
    /// `InvalidRegion` or `RegionNotCreatedByThisFederate` unless all are regions of this federate.
    pub(crate) fn check_regions(&self, regions: &RegionHandleSet) -> Result<()> {
        for region in regions {
            if self.ddm.regions.own.contains_key(&region) {
                continue;
            }
            let creator = region.creator();
            if creator != self.identity.handle()
                && (self.roster.peer(creator).is_some()
                    || self.ddm.regions.conveyed.contains_key(&region))
            {
                return Err(Exception::new(
                    ExceptionKind::RegionNotCreatedByThisFederate,
                    format!("{region:?} belongs to {creator:?}"),
                ));
            }
            return Err(invalid(region));
        }
        Ok(())
    }

    /// Commits the bounds set for these regions; returns the regions that changed, with their bounds.
    pub(super) fn commit(
        &mut self,
        regions: &RegionHandleSet,
    ) -> BTreeMap<RegionHandle, (Region, Region)> {
        let mut changed = BTreeMap::new();
        for region in regions {
            if let Some(own) = self.ddm.regions.own.get_mut(&region)
                && own.pending != own.committed
            {
                let before = std::mem::replace(&mut own.committed, own.pending.clone());
                changed.insert(region, (before, own.committed.clone()));
            }
        }
        changed
    }

    /// `InvalidRegionContext` if a region has a dimension that is not available there.
    pub(super) fn check_context(
        &self,
        regions: &RegionHandleSet,
        available: &DimensionHandleSet,
    ) -> Result<()> {
        for region in regions {
            let bounds = self.ddm.regions.committed(region);
            let stranger = bounds
                .into_iter()
                .flat_map(Region::iter)
                .find(|(dimension, _)| !available.contains(*dimension));
            if let Some((dimension, _)) = stranger {
                return Err(Exception::new(
                    ExceptionKind::InvalidRegionContext,
                    format!("{region:?} has {dimension:?}, which is not available there"),
                ));
            }
        }
        Ok(())
    }
}
