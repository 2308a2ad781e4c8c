//! Callbacks: messages to a federate ambassador.

mod delivery;
mod hear;

use hyla_core::callback::FederateAmbassador;
use hyla_fedpro_messages as pb;
use hyla_types::{Exception, LogicalTime, RegionHandleSet, TimeImplementation};

use crate::convert::broken;

type Told<T> = Result<T, Exception>;

/// A client's tools to decode callbacks.
pub(crate) struct Ears<'a> {
    pub(crate) federate: &'a mut dyn FederateAmbassador,
    pub(crate) time: TimeImplementation,
    /// Makes local handles of conveyed regions.
    pub(crate) regions: &'a mut dyn FnMut(pb::ConveyedRegionSet) -> Told<RegionHandleSet>,
}

impl Ears<'_> {
    fn time(&self, time: Option<pb::LogicalTime>) -> Told<LogicalTime> {
        let time = time.ok_or_else(|| broken("a callback without its time"))?;
        self.time
            .decode_time(&time.data)
            .map_err(|error| broken(error.to_string()))
    }
}
