//! Latency of messages to other federates: an extension of Hyla.
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::{LatencyAnswer, LatencyQuantity, LatencyQuestion, LatencyValidity};
use hyla_types::ExceptionKind;

use crate::borrowed::hyla_text;
use crate::call::get;
use crate::enums::{Numbered, given};
use crate::exception::hyla_exception;
use crate::fault::{Result, fault};
use crate::handle::{Handle, hyla_federate_handle};
use crate::owned::{hyla_owned_text, hyla_owned_text_free};
use crate::rti::hyla_rti;
use crate::to_c::ToC;

/// Whether an answer is reliable.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_latency_validity {
    /// There is no estimate, for the reason given.
    HYLA_LATENCY_VALIDITY_UNKNOWN = 0,
    /// The estimate rests on an older state, for the reason given.
    HYLA_LATENCY_VALIDITY_STALE = 1,
    /// The estimate rests on the present state.
    HYLA_LATENCY_VALIDITY_FRESH = 2,
}

/// One way or round trip.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_latency_quantity {
    /// What the quality of service answers first: one way, but round trip for 3 and 4.
    HYLA_LATENCY_QUANTITY_ANY = 0,
    /// One way.
    HYLA_LATENCY_QUANTITY_ONE_WAY = 1,
    /// Round trip.
    HYLA_LATENCY_QUANTITY_ROUND_TRIP = 2,
}

/// A question about the latency of messages to another federate.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_latency_question<'a> {
    /// The receiver; 0 for the RTI.
    pub peer: hyla_federate_handle,
    /// Transportation type of the messages; `stream` for the channel that each pair of federates has.
    pub profile: hyla_text<'a>,
    /// Bytes of the values of a message.
    pub bytes: u32,
    /// Quality of service from 1 to 5: mean and bound from a profile, mean and bound measured, live bound.
    pub qos: u32,
    /// Share of the messages in per cent, from 50 to 99.99, that a bound (2, 4 and 5) shall hold for; 0 for a mean.
    pub hardness: f64,
    /// One way or round trip.
    pub quantity: MaybeUninit<hyla_latency_quantity>,
}

/// What is known of a latency; belongs to the caller. Numbers that are unknown, and an upper end that does not exist,
/// are not a number (NaN).
#[repr(C)]
#[derive(Debug)]
pub struct hyla_owned_latency {
    /// Whether it is reliable.
    pub validity: hyla_latency_validity,
    /// One way or round trip.
    pub quantity: hyla_latency_quantity,
    /// Mean or bound, in microseconds.
    pub estimate_us: f64,
    /// Lower end of the 95 % interval.
    pub low_us: f64,
    /// Upper end.
    pub high_us: f64,
    /// Whether a measurement for a better answer runs or waits for its budget.
    pub updating: bool,
    /// Age of the measurement or of the last sample, in seconds.
    pub age_s: f64,
    /// Messages that the estimate rests on.
    pub samples: u64,
    /// Samples so far of a live bound that accompanied messages of this federate; the others were probes.
    pub from_messages: u64,
    /// Bytes that measurements for such questions have sent, in both directions.
    pub spent_bytes: u64,
    /// Busy share of the busier port between the two hosts, from 0 to 1.
    pub port_load: f64,
    /// Share of all messages for which a live bound held.
    pub covered: f64,
    /// The same of the last messages.
    pub covered_lately: f64,
    /// Half of the range of the offset between the clocks of both hosts, in microseconds; it is part of the interval.
    pub clock_error_us: f64,
    /// Why it is not fresh; empty if it is.
    pub reason: hyla_owned_text,
}

impl Numbered for hyla_latency_quantity {
    type Value = LatencyQuantity;
    const REFUSED: ExceptionKind = ExceptionKind::RTIinternalError;

    fn of(number: i32) -> Option<LatencyQuantity> {
        Some(match number {
            0 => LatencyQuantity::Any,
            1 => LatencyQuantity::OneWay,
            2 => LatencyQuantity::RoundTrip,
            _ => return None,
        })
    }
}

impl ToC for LatencyAnswer {
    type C = hyla_owned_latency;

    fn to_c(self) -> hyla_owned_latency {
        let number = |of: Option<f64>| of.unwrap_or(f64::NAN);
        hyla_owned_latency {
            validity: match self.validity {
                LatencyValidity::Unknown => hyla_latency_validity::HYLA_LATENCY_VALIDITY_UNKNOWN,
                LatencyValidity::Stale => hyla_latency_validity::HYLA_LATENCY_VALIDITY_STALE,
                LatencyValidity::Fresh => hyla_latency_validity::HYLA_LATENCY_VALIDITY_FRESH,
            },
            quantity: match self.quantity {
                LatencyQuantity::Any => hyla_latency_quantity::HYLA_LATENCY_QUANTITY_ANY,
                LatencyQuantity::OneWay => hyla_latency_quantity::HYLA_LATENCY_QUANTITY_ONE_WAY,
                LatencyQuantity::RoundTrip => {
                    hyla_latency_quantity::HYLA_LATENCY_QUANTITY_ROUND_TRIP
                }
            },
            estimate_us: number(self.estimate_us),
            low_us: number(self.low_us),
            high_us: number(self.high_us),
            updating: self.updating,
            age_s: number(self.age_s),
            samples: self.samples,
            from_messages: self.from_messages,
            spent_bytes: self.spent_bytes,
            port_load: number(self.port_load),
            covered: number(self.covered),
            covered_lately: number(self.covered_lately),
            clock_error_us: number(self.clock_error_us),
            reason: self.reason.to_c(),
        }
    }
}

fn question(asked: &hyla_latency_question<'_>) -> Result<LatencyQuestion> {
    Ok(LatencyQuestion {
        peer: Handle::of(asked.peer),
        profile: asked.profile.read("profile")?.to_owned(),
        bytes: asked.bytes,
        qos: u8::try_from(asked.qos)
            .map_err(|_| fault(format!("a QoS of {} is not from 1 to 5", asked.qos)))?,
        hardness: (asked.hardness != 0.0).then_some(asked.hardness),
        quantity: given(asked.quantity)?,
    })
}

/// Not of the standard: what is known of the latency of messages to another federate, to be freed. Does not wait. A first
/// question starts to measure, and is kept for 70 s after it was last asked.
///
/// Errors: `HYLA_NOT_CONNECTED`, `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`; `HYLA_RTI_INTERNAL_ERROR` with what is wrong with
/// the question.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_latency(
    rti: hyla_rti,
    asked: hyla_latency_question<'_>,
    out: Option<&mut MaybeUninit<hyla_owned_latency>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.latency(&question(&asked)?))
}

/// Frees what belongs to an answer that a function gave away. A zeroed one is left alone.
///
/// # Safety
/// `latency` comes from a function of Hyla and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyla_owned_latency_free(latency: hyla_owned_latency) {
    // SAFETY: the caller's promise.
    unsafe { hyla_owned_text_free(latency.reason) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_in_c_has_what_the_answer_has() {
        let answer = LatencyAnswer {
            validity: LatencyValidity::Fresh,
            estimate_us: Some(42.0),
            samples: 99,
            from_messages: 98,
            port_load: Some(0.5),
            ..LatencyAnswer::default()
        };

        let c = answer.to_c();

        assert_eq!((c.samples, c.from_messages), (99, 98));
        assert_eq!((c.estimate_us, c.port_load), (42.0, 0.5));
        assert!(c.high_us.is_nan());
        // SAFETY: it was made here.
        unsafe { hyla_owned_latency_free(c) };
    }
}
