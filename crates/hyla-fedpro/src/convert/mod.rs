//! Between protobuf and `hyla-types`: handles, times, sets, exceptions.
//!
//! | module | what is there |
//! |---|---|
//! | [`handle`] | handles and sets of them |
//! | [`values`] | values of attributes and parameters, attributes with regions, ranges |
//! | [`enums`] | order types, statuses, reasons, credentials, lists of executions |
//! | [`time`] | logical times and intervals |
//! | [`module`] | object model modules as clients send them |
//! | [`exception`] | exceptions by name |
//!
//! Two traits do the work: [`Field::value`] reads a field of a request, [`ToField::field`] writes one
//! of an answer. Reading never fails: what a client leaves out, or what are not the bytes of a
//! handle, reads as handle zero, which nothing bears, so that the service refuses it with the
//! exception that the standard has for it.

pub mod enums;
pub mod exception;
pub mod handle;
pub mod module;
pub mod time;
pub mod values;

/// A field of a request, as services take it.
pub trait Field {
    /// Its value.
    type Value<'a>
    where
        Self: 'a;

    /// Reads it. What is missing or means nothing reads as handle zero or as the empty set.
    fn value(&self) -> Self::Value<'_>;
}

/// A value, as a field of an answer or of a callback.
pub trait ToField<F> {
    /// Writes it.
    fn field(self) -> F;
}

macro_rules! same_on_both_sides {
    ($($kind:ty),*) => {$(
        impl ToField<$kind> for $kind {
            fn field(self) -> $kind {
                self
            }
        }
    )*};
}
same_on_both_sides!(String, bool, u32, f64);
