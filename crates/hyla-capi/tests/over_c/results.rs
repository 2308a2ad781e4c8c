//! Results of `hyla.h` as the Rust API has them.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::mem::MaybeUninit;

use hyla_capi::*;
use hyla_types::{
    AdditionalSettingsResultCode, AttributeHandle, ConfigurationResult, DimensionHandle,
    FederateHandle, Float64Interval, Float64Time, HandleSet, Integer64Interval, Integer64Time,
    InteractionClassHandle, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, RangeBounds, RegionHandle,
    ResignAction, TimeImplementation, TransportationTypeHandle,
};

use super::arguments::Handle;
use super::{Library, function};

/// Result type of a function.
pub(super) trait Taken {
    /// Its type in the header.
    type C;

    /// Takes it over; what the library gave away is freed.
    fn taken(given: Self::C, library: Library) -> Self;
}

macro_rules! taken {
    ($($type:ty, $c:ty, |$given:ident, $library:ident| $made:expr;)*) => {
        $(impl Taken for $type {
            type C = $c;

            fn taken($given: $c, $library: Library) -> Self {
                let _ = $library;
                $made
            }
        })*
    };
}

taken! {
    bool, bool, |given, library| given;
    u32, u32, |given, library| given;
    f64, f64, |given, library| given;
    FederateHandle, u64, |given, library| Handle::of(given);
    ObjectClassHandle, u64, |given, library| Handle::of(given);
    InteractionClassHandle, u64, |given, library| Handle::of(given);
    AttributeHandle, u64, |given, library| Handle::of(given);
    ParameterHandle, u64, |given, library| Handle::of(given);
    DimensionHandle, u64, |given, library| Handle::of(given);
    TransportationTypeHandle, u64, |given, library| Handle::of(given);
    ObjectInstanceHandle, u64, |given, library| Handle::of(given);
    RegionHandle, u64, |given, library| Handle::of(given);
    MessageRetractionHandle, u64, |given, library| Handle::of(given);
    OrderType, hyla_order_type, |given, library| (given as i32).try_into().unwrap();
    ResignAction, hyla_resign_action, |given, library| (given as i32).try_into().unwrap();
    TimeImplementation, hyla_time_representation, |given, library| implementation(given);
    LogicalTime, hyla_time, |given, library| time(given);
    RangeBounds, hyla_range_bounds, |given, library| RangeBounds::new(given.lower, given.upper).unwrap();
    LogicalTimeInterval, hyla_interval, |given, library| {
        // SAFETY: what a function gave is a value of the type.
        match implementation(unsafe { given.representation.assume_init() }) {
            TimeImplementation::Integer64 => Integer64Interval::new(given.bits as i64).unwrap().into(),
            TimeImplementation::Float64 => Float64Interval::new(f64::from_bits(given.bits)).unwrap().into(),
        }
    };
    String, hyla_owned_text, |given, library| {
        let text = given.as_str().to_owned();
        // SAFETY: from the library, and not used again.
        unsafe { function!(library, unsafe hyla_owned_text_free(text))(given) };
        text
    };
    ConfigurationResult, hyla_owned_configuration_result, |given, library| {
        let result = ConfigurationResult {
            configuration_used: given.configuration_used,
            address_used: given.address_used,
            additional_settings_result: match given.additional_settings_result {
                hyla_additional_settings_result_code::HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_IGNORED =>
                    AdditionalSettingsResultCode::SettingsIgnored,
                hyla_additional_settings_result_code::HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_FAILED_TO_PARSE =>
                    AdditionalSettingsResultCode::SettingsFailedToParse,
                hyla_additional_settings_result_code::HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_APPLIED =>
                    AdditionalSettingsResultCode::SettingsApplied,
            },
            message: given.message.as_str().to_owned(),
        };
        // SAFETY: from the library, and not used again.
        unsafe { function!(library, unsafe hyla_owned_configuration_result_free(result))(given) };
        result
    };
}

impl<H: Handle> Taken for HandleSet<H> {
    type C = hyla_owned_handles;

    fn taken(given: hyla_owned_handles, library: Library) -> Self {
        let set = given
            .as_slice()
            .iter()
            .map(|&number| H::of(number))
            .collect();
        // SAFETY: from the library, and not used again.
        unsafe { function!(library, unsafe hyla_owned_handles_free(set))(given) };
        set
    }
}

fn implementation(of: hyla_time_representation) -> TimeImplementation {
    match of {
        hyla_time_representation::HYLA_INTEGER64 => TimeImplementation::Integer64,
        hyla_time_representation::HYLA_FLOAT64 => TimeImplementation::Float64,
    }
}

/// A time as a library gives it.
pub(super) fn time(given: hyla_time) -> LogicalTime {
    // SAFETY: what a library gave is a value of the type.
    match implementation(unsafe { given.representation.assume_init() }) {
        TimeImplementation::Integer64 => Integer64Time::new(given.bits as i64).unwrap().into(),
        TimeImplementation::Float64 => Float64Time::new(f64::from_bits(given.bits)).unwrap().into(),
    }
}

/// A place for a result.
pub(super) fn place<T: Taken>() -> MaybeUninit<T::C> {
    MaybeUninit::zeroed()
}
