//! Results that belong to the caller. Each type has a function that frees it; without it the memory is lost.
#![expect(unsafe_code, reason = "memory that C gives back by pointer")]

use std::ffi::c_char;

use hyla_types::{ConfigurationResult, HandleSet, Region};

use crate::call::guarded;
use crate::enums::hyla_additional_settings_result_code;
use crate::handle::{Handle, hyla_dimension_handle};
use crate::to_c::ToC;

/// Text in UTF-8 that belongs to the caller. A zero byte follows it, which `length` does not count.
#[repr(C)]
#[derive(Debug)]
pub struct hyla_owned_text {
    data: *mut c_char,
    length: usize,
}

/// Handles in ascending order that belong to the caller.
#[repr(C)]
#[derive(Debug)]
pub struct hyla_owned_handles {
    data: *mut u64,
    length: usize,
}

/// The range of a region along one of its dimensions: from `lower` up to, but without, `upper`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hyla_range {
    /// The dimension.
    pub dimension: hyla_dimension_handle,
    /// The first number of the range.
    pub lower: u32,
    /// The first number after the range.
    pub upper: u32,
}

/// The ranges of a region, in order of dimension, that belong to the caller.
#[repr(C)]
#[derive(Debug)]
pub struct hyla_owned_ranges {
    data: *mut hyla_range,
    length: usize,
}

/// Outcome of connecting for the configuration (2025); belongs to the caller.
#[repr(C)]
#[derive(Debug)]
pub struct hyla_owned_configuration_result {
    /// Whether the named configuration is in force.
    pub configuration_used: bool,
    /// Whether the address given is the one connected to.
    pub address_used: bool,
    /// Outcome of the additional settings.
    pub additional_settings_result: hyla_additional_settings_result_code,
    /// More about it, for a person to read.
    pub message: hyla_owned_text,
}

fn given_away<T>(elements: Vec<T>) -> (*mut T, usize) {
    let elements = elements.into_boxed_slice();
    let length = elements.len();
    (Box::into_raw(elements).cast(), length)
}

/// Frees `length` elements.
///
/// # Safety
/// `data` is null, or comes with `length` from [`given_away`] and was not freed before.
unsafe fn take_back<T>(data: *mut T, length: usize) {
    if !data.is_null() {
        let elements = std::ptr::slice_from_raw_parts_mut(data, length);
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(elements) });
    }
}

/// Declares a list's way from Rust and what Rust code sees of it.
macro_rules! owned {
    ($name:ident, $element:ty) => {
        impl $name {
            fn give_away(elements: Vec<$element>) -> Self {
                let (data, length) = given_away(elements);
                Self { data, length }
            }

            /// The elements.
            #[must_use]
            pub fn as_slice(&self) -> &[$element] {
                if self.data.is_null() {
                    return &[];
                }
                // SAFETY: made by `give_away`, or zeroed; C does not write into it.
                unsafe { std::slice::from_raw_parts(self.data, self.length) }
            }
        }
    };
}

owned!(hyla_owned_handles, u64);
owned!(hyla_owned_ranges, hyla_range);

impl hyla_owned_text {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        if self.data.is_null() {
            return "";
        }
        // SAFETY: made from a String, or zeroed; C does not write into it.
        unsafe {
            let bytes = std::slice::from_raw_parts(self.data.cast(), self.length);
            std::str::from_utf8_unchecked(bytes)
        }
    }
}

impl ToC for String {
    type C = hyla_owned_text;

    fn to_c(self) -> hyla_owned_text {
        let mut bytes = self.into_bytes();
        let length = bytes.len();
        bytes.push(0);
        let (data, _) = given_away(bytes);
        hyla_owned_text {
            data: data.cast(),
            length,
        }
    }
}

impl<H: Handle> ToC for HandleSet<H> {
    type C = hyla_owned_handles;

    fn to_c(self) -> hyla_owned_handles {
        hyla_owned_handles::give_away(self.iter().map(Handle::number).collect())
    }
}

impl ToC for Region {
    type C = hyla_owned_ranges;

    fn to_c(self) -> hyla_owned_ranges {
        let ranges = self.iter().map(|(dimension, bounds)| hyla_range {
            dimension: dimension.number(),
            lower: bounds.lower(),
            upper: bounds.upper(),
        });
        hyla_owned_ranges::give_away(ranges.collect())
    }
}

impl ToC for ConfigurationResult {
    type C = hyla_owned_configuration_result;

    fn to_c(self) -> hyla_owned_configuration_result {
        hyla_owned_configuration_result {
            configuration_used: self.configuration_used,
            address_used: self.address_used,
            additional_settings_result: self.additional_settings_result.into(),
            message: self.message.to_c(),
        }
    }
}

/// Frees a text that a function gave away. One that is null is left alone.
///
/// # Safety
/// `text` comes from a function of Hyla and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyla_owned_text_free(text: hyla_owned_text) {
    let _ = guarded(|| {
        // SAFETY: the caller's promise; the zero byte at the end is not counted.
        unsafe { take_back(text.data, text.length.wrapping_add(1)) };
        Ok(())
    });
}

/// Frees handles that a function gave away. A list that is null is left alone.
///
/// # Safety
/// `handles` comes from a function of Hyla and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyla_owned_handles_free(handles: hyla_owned_handles) {
    let _ = guarded(|| {
        // SAFETY: the caller's promise.
        unsafe { take_back(handles.data, handles.length) };
        Ok(())
    });
}

/// Frees ranges that a function gave away. A list that is null is left alone.
///
/// # Safety
/// `ranges` comes from a function of Hyla and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyla_owned_ranges_free(ranges: hyla_owned_ranges) {
    let _ = guarded(|| {
        // SAFETY: the caller's promise.
        unsafe { take_back(ranges.data, ranges.length) };
        Ok(())
    });
}

/// Frees what belongs to a result that a function gave away. A zeroed one is left alone.
///
/// # Safety
/// `result` comes from a function of Hyla and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyla_owned_configuration_result_free(
    result: hyla_owned_configuration_result,
) {
    // SAFETY: the caller's promise.
    unsafe { hyla_owned_text_free(result.message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owned_text_ends_with_a_zero_byte_that_is_not_counted() {
        let text = "HLA".to_owned().to_c();

        assert_eq!((text.as_str(), text.length), ("HLA", 3));
        // SAFETY: just made.
        assert_eq!(unsafe { *text.data.add(3) }, 0);
        // SAFETY: just made.
        unsafe { hyla_owned_text_free(text) };
    }

    #[test]
    fn nothing_can_be_freed() {
        let empty = HandleSet::<hyla_types::RegionHandle>::new().to_c();
        assert!(empty.as_slice().is_empty());
        // SAFETY: just made.
        unsafe { hyla_owned_handles_free(empty) };
        let null = hyla_owned_text {
            data: std::ptr::null_mut(),
            length: 0,
        };
        // SAFETY: null.
        unsafe { hyla_owned_text_free(null) };
    }
}
