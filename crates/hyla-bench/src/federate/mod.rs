//! The measuring federate in Rust.
