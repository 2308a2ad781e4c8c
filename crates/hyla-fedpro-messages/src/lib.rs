//! The protobuf messages of the Federate Protocol (IEEE 1516.1-2025), made of the files in `proto/`.
//!
//! Names follow the protocol's: a request of the service Send Interaction is a
//! [`SendInteractionRequest`]; [`CallRequest`] and [`CallbackRequest`] hold any of them. Clients and
//! servers share this crate; how messages travel is no matter of it.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    clippy::all,
    reason = "the code is made of the .proto files"
)]

mod calls;
mod fields;
mod whole;

pub use hyla_fedpro_session::Written;
pub use prost::DecodeError;
pub use whole::Whole;

include!(concat!(env!("OUT_DIR"), "/rti1516_2025.fedpro.rs"));
