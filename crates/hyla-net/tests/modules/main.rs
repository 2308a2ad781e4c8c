//! Protocol modules and their chain, without sockets or clocks.
#![allow(clippy::unwrap_used, reason = "test code")]

mod bundling;
mod chains;
mod compression;
mod fragments;
mod hostile;
mod impairment;
mod limits;
mod pair;
mod reliable;
