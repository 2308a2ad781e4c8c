//! Functions of Hyla beyond the standard, for tools and tests. Reports are JSON.
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_types::Service;
use serde_json::{Map, Value, json};

use crate::borrowed::hyla_text;
use crate::call::{call, get};
use crate::exception::hyla_exception;
use crate::fault::{Result, fault};
use crate::owned::hyla_owned_text;
use crate::rti::hyla_rti;

/// Lists the federation executions of the RTI: a JSON array with an object for each, to be freed.
///
/// Errors: `HYLA_NOT_CONNECTED`; `HYLA_RTI_INTERNAL_ERROR` if there is no answer.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_status(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| report(&rti.status()?))
}

/// Times and waits of an execution's federates: a JSON array with an object for
/// each, to be freed. A round trip to the RTI.
///
/// Errors: `HYLA_NOT_CONNECTED`; `HYLA_RTI_INTERNAL_ERROR` if there is no such execution.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_time_status(
    rti: hyla_rti,
    federation: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        report(&rti.time_status(federation.read("federation")?)?)
    })
}

/// Removes a federate from its execution: it is resigned by its automatic directive, gets the reason
/// (`federateResigned`, 2025), and stays connected.
///
/// Errors: `HYLA_NOT_CONNECTED`; `HYLA_RTI_INTERNAL_ERROR` if there is no such execution or federate.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_remove_federate(
    rti: hyla_rti,
    federation: hyla_text<'_>,
    federate: hyla_text<'_>,
    reason: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.remove_federate(
            federation.read("federation")?,
            federate.read("federate")?,
            reason.read("reason")?,
        )
    })
}

/// Messages that were not sent since the connection was made, because the federate they were meant for, or
/// the RTI, was gone before it was known here, and updates that were received long before their instance could
/// be discovered.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_dropped_messages(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<u64>>,
) -> hyla_exception {
    get(rti, out, |rti| Ok(rti.dropped_messages()))
}

/// How often each service and callback succeeded so far, and which exceptions were raised, as JSON, to be freed:
/// `{"successes": {"connect": 1}, "raised": [["connect", "AlreadyConnected"]]}`. Services that never succeeded
/// are left out.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_usage(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        let usage = rti.usage();
        let counts = Service::ALL.iter().map(|&s| (s, usage.successes(s)));
        let successes: Map<String, Value> = counts
            .filter(|&(_, count)| count > 0)
            .map(|(service, count)| (service.to_string(), count.into()))
            .collect();
        let raised = usage.raised().into_iter();
        let raised: Vec<_> = raised
            .map(|(service, kind)| [service.to_string(), kind.to_string()])
            .collect();
        Ok(json!({ "successes": successes, "raised": raised }).to_string())
    })
}

fn report(what: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(what).map_err(|error| fault(format!("no report: {error}")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_row_of_a_report_of_usage_has_a_name_of_its_own() {
        let names: BTreeSet<_> = Service::ALL.iter().map(ToString::to_string).collect();

        assert_eq!(names.len(), Service::ALL.len());
    }
}
