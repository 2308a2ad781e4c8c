//! Control of callbacks, at the end of clause 10.

use crate::service::ServiceInfo;

pub(super) const CALLBACK_CONTROL: [ServiceInfo; 4] = table! { CallbackControl
    EvokeCallback ToRti (approximateMinimumTimeInSeconds: Seconds) -> Bool {
        both "10.41" "10.57" evokeCallback [CallNotAllowedFromWithinCallback | internal]
    }
    EvokeMultipleCallbacks ToRti (approximateMinimumTimeInSeconds: Seconds,
        approximateMaximumTimeInSeconds: Seconds) -> Bool {
        both "10.42" "10.58" evokeMultipleCallbacks [CallNotAllowedFromWithinCallback | internal]
    }
    EnableCallbacks ToRti () {
        both "10.43" "10.59" enableCallbacks [SaveInProgress, RestoreInProgress | internal]
    }
    DisableCallbacks ToRti () {
        both "10.44" "10.60" disableCallbacks [SaveInProgress, RestoreInProgress | internal]
    }
};
