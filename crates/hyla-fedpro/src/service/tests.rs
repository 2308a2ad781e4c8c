#![allow(clippy::unwrap_used, reason = "test code")]

mod exchange;
mod federation;
mod table;
