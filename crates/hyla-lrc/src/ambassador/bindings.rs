//! Functions that language bindings need beside the services. None of them is a service of the standard, so none is
//! reported, and a binding may call them in callbacks.

use hyla_core::Result;
use hyla_types::{Region, RegionHandle, TimeName, TransportationTypeHandle};

use super::RtiAmbassador;

impl RtiAmbassador {
    /// The bounds of a region, own or conveyed: for bindings that pass conveyed regions on by value.
    ///
    /// Any thread, also in callbacks. Local: sends nothing.
    ///
    /// # Errors
    /// `InvalidRegion`; `FederateNotExecutionMember`.
    pub fn region(&self, region: RegionHandle) -> Result<Region> {
        self.engine().core().member.region(region).cloned()
    }

    /// Whether messages of this transportation type always arrive: for bindings whose callers know the two types of
    /// the standard alone.
    ///
    /// Any thread, also in callbacks. Local: sends nothing.
    ///
    /// # Errors
    /// `InvalidTransportationTypeHandle`; `FederateNotExecutionMember`.
    pub fn transportation_is_reliable(
        &self,
        transportation: TransportationTypeHandle,
    ) -> Result<bool> {
        let core = self.engine().core();
        core.member.transportation_is_reliable(transportation)
    }

    /// The name of the federation's logical time implementation: for bindings whose federates bring an
    /// implementation of their own.
    ///
    /// Any thread, also in callbacks. Local: sends nothing.
    ///
    /// # Errors
    /// `NotConnected`, `FederateNotExecutionMember`.
    pub fn time_name(&self) -> Result<TimeName> {
        self.engine().core().member.time_name()
    }
}
