//! GALT: the least promise of the others.

use hyla_types::FederateHandle;

use crate::time::Bound;

/// The least promise of the others and whose it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Galt {
    pub(crate) bound: Bound,
    pub(crate) holder: FederateHandle,
}

/// The two least promises: enough to know for each federate the least of the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Least {
    pub(super) first: Option<Galt>,
    pub(super) second: Option<Galt>,
}

impl Least {
    pub(super) fn of(promises: &[(FederateHandle, Bound)]) -> Self {
        let mut least = Self::default();
        for &(holder, bound) in promises {
            least.add(holder, bound);
        }
        least
    }

    pub(super) fn add(&mut self, holder: FederateHandle, bound: Bound) {
        let this = Some(Galt { bound, holder });
        if self.first.is_none_or(|first| bound < first.bound) {
            self.second = self.first;
            self.first = this;
        } else if self.second.is_none_or(|second| bound < second.bound) {
            self.second = this;
        }
    }

    pub(super) fn galt(&self, federate: FederateHandle) -> Option<Galt> {
        self.first
            .filter(|first| first.holder != federate)
            .or(self.second)
    }

    pub(super) fn without(&self, federate: FederateHandle) -> Option<Bound> {
        self.galt(federate).map(|galt| galt.bound)
    }
}
