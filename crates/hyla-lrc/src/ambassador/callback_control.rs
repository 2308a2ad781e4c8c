//! Callback control (clauses 10.41 to 10.44 in 2010, 10.57 to 10.60 in 2025).

use std::time::Duration;

use hyla_core::Result;

use super::RtiAmbassador;

impl RtiAmbassador {
    /// `evokeCallback` (10.41 in 2010, 10.57 in 2025): delivers one callback, waiting up to
    /// `minimum` for it. `true` if more are pending. With `HLA_IMMEDIATE` it does nothing.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback`.
    pub fn evoke_callback(&self, minimum: Duration) -> Result<bool> {
        self.engine().evoke_callback(minimum)
    }

    /// `evokeMultipleCallbacks` (10.42 in 2010, 10.58 in 2025): delivers callbacks for at least
    /// `minimum`, longer while more are pending, but starts none after `maximum`. `true` if more are
    /// pending. With `HLA_IMMEDIATE` it does nothing.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback`.
    pub fn evoke_multiple_callbacks(&self, minimum: Duration, maximum: Duration) -> Result<bool> {
        self.engine().evoke_multiple_callbacks(minimum, maximum)
    }
}
