//! The federate of README: subscribes to the positions of aircraft and prints what comes.
//!
//! Run `hyla rti` in one terminal and `cargo run -p hyla-lrc --example picture` in another, from the root of the
//! project. It ends after two seconds at most; nothing is printed while nobody flies.

include!("federate.rs");
