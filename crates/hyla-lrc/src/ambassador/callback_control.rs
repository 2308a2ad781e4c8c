//! Callback control (clauses 10.41 to 10.44 in 2010, 10.57 to 10.60 in 2025).

use std::time::Duration;

use hyla_core::Result;

use super::RtiAmbassador;

impl RtiAmbassador {
    /// `evokeCallback` (10.41 in 2010, 10.57 in 2025): delivers one callback, waiting up to
    /// `minimum` for it. `true` if more are pending. With `HLA_IMMEDIATE` it does nothing.
    ///
    /// Any thread, not in callbacks; the callback runs on this thread. Reads the channels while it waits. Cost without a callback:
    /// one poll.
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
    /// Any thread, not in callbacks; the callbacks run on this thread. Reads the channels while it waits. Cost without a callback:
    /// one poll.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hyla_lrc::{FederateAmbassador, RtiAmbassador};
    /// use hyla_types::CallbackModel;
    ///
    /// struct Points;
    ///
    /// impl FederateAmbassador for Points {
    ///     fn announce_synchronization_point(&mut self, label: &str, _tag: &[u8]) {
    ///         assert_eq!(label, "ready");
    ///     }
    /// }
    ///
    /// let rti = RtiAmbassador::new();
    /// rti.connect(Box::new(Points), CallbackModel::Evoked, "rti.address = embedded")?;
    /// rti.create_federation_execution("Example", &[], "")?;
    /// rti.join_federation_execution(Some("me"), "example", "Example", &[])?;
    /// rti.register_federation_synchronization_point("ready", b"", None)?;
    /// rti.evoke_multiple_callbacks(Duration::ZERO, Duration::from_millis(100))?;
    /// # Ok::<(), hyla_types::Exception>(())
    /// ```
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback`.
    pub fn evoke_multiple_callbacks(&self, minimum: Duration, maximum: Duration) -> Result<bool> {
        self.engine().evoke_multiple_callbacks(minimum, maximum)
    }
}
