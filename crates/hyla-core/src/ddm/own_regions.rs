//! The regions of this federate.

use std::collections::{BTreeMap, VecDeque};

use hyla_types::{Exception, ExceptionKind, Region, RegionHandle};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::Result;

/// How many conveyed regions are remembered: the bounds of older ones cannot be asked any more.
const CONVEYED: usize = 4096;

/// A region of this federate.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Own {
    /// Committed bounds: in force for every use.
    pub(super) committed: Region,
    /// Bounds that the federate has set since the last commit.
    pub(super) pending: Region,
}

/// All regions that have a handle here.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Regions {
    pub(super) own: BTreeMap<RegionHandle, Own>,
    pub(super) last: u32,
    pub(super) conveyed: FxHashMap<RegionHandle, Region>,
    /// Conveyed regions, the oldest first.
    by_age: VecDeque<RegionHandle>,
}

impl Regions {
    /// Committed bounds of a region of this federate.
    pub(crate) fn committed(&self, region: RegionHandle) -> Option<&Region> {
        self.own.get(&region).map(|own| &own.committed)
    }

    /// Remembers the bounds with which a message was sent.
    pub(crate) fn convey(&mut self, region: RegionHandle, bounds: Region) {
        if self.conveyed.insert(region, bounds).is_some() {
            return;
        }
        self.by_age.push_back(region);
        if self.by_age.len() > CONVEYED
            && let Some(oldest) = self.by_age.pop_front()
        {
            self.conveyed.remove(&oldest);
        }
    }

    pub(super) fn readable(&self, region: RegionHandle) -> Result<&Region> {
        let own = self.own.get(&region).map(|own| &own.pending);
        own.or_else(|| self.conveyed.get(&region))
            .ok_or_else(|| invalid(region))
    }
}

pub(super) fn invalid(region: RegionHandle) -> Exception {
    Exception::new(
        ExceptionKind::InvalidRegion,
        format!("{region:?} is not a region that is known here"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conveyed_regions_are_forgotten_from_the_oldest_on() {
        let mut regions = Regions::default();
        let handle = |index| RegionHandle::of(hyla_types::FederateHandle::new(9), index);

        for index in 0..=CONVEYED as u32 {
            regions.convey(handle(index), Region::default());
            regions.convey(handle(index), Region::default());
        }

        assert!(regions.readable(handle(0)).is_err());
        assert!(regions.readable(handle(1)).is_ok());
        assert_eq!(regions.conveyed.len(), CONVEYED);
    }
}
