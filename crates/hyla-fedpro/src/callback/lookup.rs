//! Values that callbacks look up at their ambassador: the ranges of conveyed regions, since clients get no
//! handle of such a region, and the transportation types.

use std::sync::{Arc, Mutex, PoisonError};

use hyla_fedpro_messages as fp;
use hyla_lrc::RtiAmbassador;
use hyla_types::{RegionHandleSet, TransportationTypeHandle};

use crate::convert::ToField;

/// Best effort, the second transportation type of the standard.
pub(super) const BEST_EFFORT: TransportationTypeHandle = TransportationTypeHandle::new(2);

/// Reliable, the first.
pub(super) const RELIABLE: TransportationTypeHandle = TransportationTypeHandle::new(1);

/// The ambassador of a session, shared by its services and its callbacks. The services take it away
/// when they end, so that no callback keeps the connection.
#[derive(Clone, Debug, Default)]
pub struct Lookup(Arc<Mutex<Option<RtiAmbassador>>>);

impl Lookup {
    /// At this ambassador.
    #[must_use]
    pub fn at(rti: &RtiAmbassador) -> Self {
        Self(Arc::new(Mutex::new(Some(rti.clone()))))
    }

    /// From now on at another ambassador, or at none.
    pub fn replace(&self, rti: Option<RtiAmbassador>) {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *place, rti);
        drop(place);
        // Perhaps the last of its kind, which waits for a callback in progress.
        drop(before);
    }

    fn rti(&self) -> Option<RtiAmbassador> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        place.clone()
    }

    /// The ranges of these regions; of one that is not known any more none.
    #[must_use]
    pub fn conveyed(&self, regions: &RegionHandleSet) -> fp::ConveyedRegionSet {
        let rti = self.rti();
        let known = |region| rti.as_ref().and_then(|rti| rti.region(region).ok());
        let known = regions.iter().filter_map(known);
        fp::ConveyedRegionSet {
            conveyed_regions: known.map(|region| (&region).field()).collect(),
        }
    }

    /// The standard's type that does the same: reliable or best effort.
    #[must_use]
    pub fn standard(&self, transportation: TransportationTypeHandle) -> TransportationTypeHandle {
        if transportation == RELIABLE || transportation == BEST_EFFORT {
            return transportation;
        }
        let rti = self.rti();
        match rti.map(|rti| rti.transportation_is_reliable(transportation)) {
            Some(Ok(false)) => BEST_EFFORT,
            _ => RELIABLE,
        }
    }
}
