//! The C interface of Hyla: `libhyla.so`, described by `include/hyla.h`.
//!
//! One function for each service of the standard, one function pointer for each callback. The functions
//! bear the standard's names in C's spelling: `publishObjectClassAttributes` is
//! [`hyla_publish_object_class_attributes`].
//!
//! | module | what is there |
//! |---|---|
//! | [`ambassador`] | making and freeing ambassadors |
//! | [`callbacks`], [`delivery`] | the table of callbacks |
//! | [`borrowed`] | text, bytes and lists that one side lends to the other for a call |
//! | [`owned`] | what a function gives away, and how to free it |
//! | [`exception`], [`enums`], [`handle`], [`value`] | numbers and small structs |
//! | [`services`] | services that their signatures determine, a module for each group; `make faces` writes them |
//! | [`federation`], [`callback_control`] | services that do more, or come in several forms |
//! | [`bindings`], [`channels`], [`latency`], [`tools`] | what is beside the standard |
//!
//! # Trust
//!
//! What C passes by pointer is believed to be what the header says: that is the contract of every
//! function here, and the reason why the types of [`borrowed`] can be read safely once they exist. Everything
//! else is checked: null pointers, lengths, UTF-8, numbers of enumerations, handles, ambassadors. Every
//! function goes through [`call`](mod@call), where panics end.
#![allow(
    non_camel_case_types,
    reason = "types bear the names that they have in C"
)]

pub mod ambassador;
mod ambassadors;
pub mod bindings;
pub mod borrowed;
pub mod call;
pub mod callback_control;
pub mod callbacks;
pub mod channels;
pub mod delivery;
pub mod enums;
pub mod exception;
mod fault;
pub mod federation;
pub mod handle;
pub mod latency;
pub mod lists;
mod log;
pub mod owned;
pub mod rti;
pub mod services;
mod telling;
mod to_c;
pub mod tools;
pub mod value;

#[cfg(test)]
mod header;

pub use ambassador::*;
pub use bindings::*;
pub use borrowed::*;
pub use call::{hyla_exception_name, hyla_last_message};
pub use callback_control::*;
pub use callbacks::*;
pub use channels::*;
pub use delivery::*;
pub use enums::*;
pub use exception::hyla_exception;
pub use federation::*;
pub use handle::*;
pub use latency::*;
pub use lists::*;
pub use owned::*;
pub use rti::*;
pub use services::*;
pub use tools::*;
pub use value::*;
