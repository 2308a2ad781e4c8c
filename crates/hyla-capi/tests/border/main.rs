//! The functions as C calls them: federates that meet, and everything that a caller can get wrong.

#![allow(clippy::unwrap_used, reason = "test code")]

mod callbacks;
mod channels;
mod federates;
mod world;
mod wrong;
