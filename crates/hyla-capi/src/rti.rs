//! The number that stands for an ambassador.

/// An RTI ambassador: a number that is passed by value. Zero is none. A number that was freed, or that nobody
/// gave out, is refused with `HYLA_RTI_INTERNAL_ERROR`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hyla_rti {
    /// The number.
    pub id: u64,
}
