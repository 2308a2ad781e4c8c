//! Naming service: objects by name, as in CosNaming. Names survive the process if a file is given.
//!
//! A name through a context of another service ends there with `CannotProceed`, which contains the
//! rest: the service itself connects to nobody.

mod file;
mod name;
mod service;
mod tree;

/// Stubs, servants' traits and types of CosNaming.
mod generated {
    include!("generated.rs");
}

pub use generated::CosNaming;
pub use name::{InvalidName, parse_name, show_name};
pub use service::{NamingService, NamingSettings};
