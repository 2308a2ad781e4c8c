//! Control of callbacks (clause 10).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::Service;

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `enableCallbacks` (10.43 in 2010, 10.59 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn enable_callbacks(&self) -> Result<()> {
        self.engine()
            .call(Service::EnableCallbacks, &[], |member, _| {
                member.enable_callbacks();
                Ok(())
            })
    }

    /// `disableCallbacks` (10.44 in 2010, 10.60 in 2025). Callbacks wait until they are enabled
    /// again. In the immediate model a callback in progress on another thread is finished first:
    /// hold no lock that callbacks take.
    ///
    /// Any thread, also in callbacks, where it waits for nothing. Local: sends nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn disable_callbacks(&self) -> Result<()> {
        self.engine()
            .call(Service::DisableCallbacks, &[], |member, _| {
                member.disable_callbacks();
                Ok(())
            })?;
        self.engine().finish_callbacks(None);
        Ok(())
    }
}
