//! The ranges of conveyed regions. Clients get no handle of such a region but its ranges.

use std::sync::{Arc, Mutex, PoisonError};

use hyla_fedpro_messages as fp;
use hyla_lrc::RtiAmbassador;
use hyla_types::RegionHandleSet;

use crate::convert::ToField;

/// The ambassador that knows the regions, shared by the services of a session and its callbacks. The
/// services take it away when they end, so that no callback keeps the connection.
#[derive(Clone, Debug, Default)]
pub struct Regions(Arc<Mutex<Option<RtiAmbassador>>>);

impl Regions {
    /// Those that this ambassador knows.
    #[must_use]
    pub fn of(rti: &RtiAmbassador) -> Self {
        Self(Arc::new(Mutex::new(Some(rti.clone()))))
    }

    /// From now on those of another ambassador, or none.
    pub fn replace(&self, rti: Option<RtiAmbassador>) {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *place, rti);
        drop(place);
        // Perhaps the last of its kind, which waits for a callback in progress.
        drop(before);
    }

    /// The ranges of these regions; of one that is not known any more none.
    #[must_use]
    pub fn conveyed(&self, regions: &RegionHandleSet) -> fp::ConveyedRegionSet {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rti = place.clone();
        drop(place);
        let known = |region| rti.as_ref().and_then(|rti| rti.region(region).ok());
        let known = regions.iter().filter_map(known);
        fp::ConveyedRegionSet {
            conveyed_regions: known.map(|region| (&region).field()).collect(),
        }
    }
}
