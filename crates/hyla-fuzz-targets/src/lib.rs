//! What fuzzing checks: decoders and parsers of foreign bytes, a module each with `check`, which panics if an input shows a
//! fault; see `fuzz/README.md`.
//!
//! The programs of `fuzz/` pass inputs of libFuzzer to them. The tests of this crate pass them the same seeds, damaged in many
//! ways, without a sanitizer and with any compiler.
#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "test code"
)]

pub mod datagrams;
pub mod fedpro_frames;
pub mod fedpro_messages;
pub mod flow_profiles;
pub mod group_datagrams;
pub mod interface_definitions;
pub mod member_frames;
pub mod object_models;
pub mod object_references;
pub mod orb_messages;
pub mod save_files;
pub mod settings;
pub mod strangers;
pub mod streams;
