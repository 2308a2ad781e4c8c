//! Services by the functions that carry them out: how a row becomes a method, and the rows of those that signatures
//! alone do not determine.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::time::Duration;

use hyla_types::*;

use super::arguments::{Given, Held};
use super::results::{Taken, place};
use super::{Result, Rti, function};

/// Declares methods: `->` for a result, `=>` for one that may be absent.
macro_rules! services {
    ($(
        $service:ident, $function:ident:
        fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $(=> $perhaps:ty)?;
    )*) => {
        impl Rti {
            $(pub(crate) fn $name(&self, $($argument: $type),*) -> Result<result!($(-> $result)? $(=> $perhaps)?)> {
                $(let $argument = Given::hold($argument);)*
                let outcome = called!(
                    self, $function, [$($argument)*] $(-> $result)? $(=> $perhaps)?
                );
                self.counted(Service::$service, outcome)
            })*
        }
    };
}

macro_rules! result {
    () => { () };
    (-> $result:ty) => { $result };
    (=> $perhaps:ty) => { Option<$perhaps> };
}

macro_rules! called {
    ($rti:ident, $function:ident, [$($argument:ident)*]) => {{
        let function = function!($rti.0.library, $function(rti $(, $argument)*));
        $rti.0.library.outcome(function($rti.0.id $(, $argument.lend())*))
    }};
    ($rti:ident, $function:ident, [$($argument:ident)*] -> $result:ty) => {{
        let mut out = place::<$result>();
        let function = function!($rti.0.library, $function(rti $(, $argument)*, out));
        let outcome = function($rti.0.id $(, $argument.lend())*, Some(&mut out));
        // SAFETY: written if the call succeeded.
        let take = |()| <$result>::taken(unsafe { out.assume_init() }, $rti.0.library);
        $rti.0.library.outcome(outcome).map(take)
    }};
    ($rti:ident, $function:ident, [$($argument:ident)*] => $perhaps:ty) => {{
        let mut out = place::<$perhaps>();
        let mut present = std::mem::MaybeUninit::new(false);
        let function = function!($rti.0.library, $function(rti $(, $argument)*, out, present));
        let outcome = function($rti.0.id $(, $argument.lend())*, Some(&mut out), Some(&mut present));
        // SAFETY: both are initialized from the start, and `out` has a value if there is one.
        let take = |()| unsafe {
            present.assume_init().then(|| <$perhaps>::taken(out.assume_init(), $rti.0.library))
        };
        $rti.0.library.outcome(outcome).map(take)
    }};
}

pub(super) use {called, result, services};

services! {
    Disconnect, hyla_disconnect: fn disconnect();
    CreateFederationExecution, hyla_create_federation_execution:
        fn create_federation_execution(federation: &str, fom_modules: &[&str], time: &str);
    CreateFederationExecutionWithMim, hyla_create_federation_execution_with_mim:
        fn create_federation_execution_with_mim(
            federation: &str, fom_modules: &[&str], mim: &str, time: &str
        );
    JoinFederationExecution, hyla_join_federation_execution:
        fn join_federation_execution(
            name: Option<&str>, federate_type: &str, federation: &str,
            additional_fom_modules: &[&str]
        ) -> FederateHandle;
    ResignFederationExecution, hyla_resign_federation_execution:
        fn resign_federation_execution(action: ResignAction);
    EvokeCallback, hyla_evoke_callback: fn evoke_callback(minimum: Duration) -> bool;
    EvokeMultipleCallbacks, hyla_evoke_multiple_callbacks:
        fn evoke_multiple_callbacks(minimum: Duration, maximum: Duration) -> bool;
}
