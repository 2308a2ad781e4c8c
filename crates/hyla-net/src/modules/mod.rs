//! Protocol modules: what happens to a message between the federate and the wire.
//!
//! A module is pure: packets and the time go in, packets come out. [`Chain`] puts modules together.

use std::fmt;
use std::time::Instant;

/// A module and its parameters, as the settings name it.
#[derive(Clone, Debug, PartialEq)]
pub enum ModuleSpec {
    // One variant for each module with its parameters; see the file of the module.
}

/// One protocol module, for one direction of one lane: the sender's half or the receiver's.
pub trait Module: fmt::Debug + Send {
    /// A packet on its way through; what comes out is appended to `out`.
    fn pass(&mut self, packet: Vec<u8>, now: Instant, out: &mut Vec<Vec<u8>>);

    /// When [`Self::turn`] has something to do, if nothing comes before.
    fn due(&self) -> Option<Instant> {
        None
    }

    /// Gives what was held back and is due by now.
    fn turn(&mut self, _now: Instant, _out: &mut Vec<Vec<u8>>) {}

    /// What it has counted so far, by name.
    fn counters(&self, _each: &mut dyn FnMut(&'static str, u64)) {}
}
