//! Dimensions and bounds of regions (clause 10). A client knows those of conveyed regions by itself.

use hyla_fedpro_messages as pb;
use hyla_types::{
    DimensionHandle, DimensionHandleSet, Exception, ExceptionKind, RangeBounds, RegionHandle,
    Service,
};

use super::{FedProAmbassador, Result, locked};
use crate::convert::{FromWire, Wire};

#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "as those of RtiAmbassador"
)]
impl FedProAmbassador {
    pub fn dimension_handle_set(&self, region: RegionHandle) -> Result<DimensionHandleSet> {
        let service = Service::GetDimensionHandleSet;
        if let Some(conveyed) = locked(&self.0.conveyed).get(&region) {
            return self.finish(service, Ok(conveyed.dimensions()));
        }
        let region = region.wire();
        self.ask_for(
            service,
            pb::GetDimensionHandleSetRequest { region },
            |response| FromWire::from_wire(response.result),
        )
    }

    pub fn range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
    ) -> Result<RangeBounds> {
        let service = Service::GetRangeBounds;
        if let Some(conveyed) = locked(&self.0.conveyed).get(&region) {
            let bounds = conveyed.bounds(dimension).ok_or_else(|| {
                let kind = ExceptionKind::RegionDoesNotContainSpecifiedDimension;
                Exception::new(kind, "not a dimension of the region")
            });
            return self.finish(service, bounds);
        }
        self.ask_for(
            service,
            pb::GetRangeBoundsRequest {
                region: region.wire(),
                dimension: dimension.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    pub fn set_range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
        bounds: RangeBounds,
    ) -> Result<()> {
        let service = Service::SetRangeBounds;
        if locked(&self.0.conveyed).contains_key(&region) {
            let kind = ExceptionKind::RegionNotCreatedByThisFederate;
            return self.finish(service, Err(Exception::new(kind, "a conveyed region")));
        }
        self.tell(
            service,
            pb::SetRangeBoundsRequest {
                region: region.wire(),
                dimension: dimension.wire(),
                range_bounds: bounds.wire(),
            },
        )
    }
}
