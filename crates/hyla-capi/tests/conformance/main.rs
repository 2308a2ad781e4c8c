//! The conformance scenarios through the functions of `hyla.h`, with every process model and transport, in both editions.
#![allow(clippy::unwrap_used, reason = "test code")]
#![allow(
    dead_code,
    reason = "the ambassador has every service, also those that no scenario asks for"
)]

#[path = "../over_c/mod.rs"]
mod over_c;

use std::process::ExitCode;
use std::sync::Arc;

use hyla_conformance::{Face, Rti, Run, Server, Wiring, hyla, implement_ambassador, test_all};
use hyla_types::Edition;

use over_c::Library;

struct C;

struct Ambassador(over_c::Rti);

implement_ambassador!(Ambassador, self => self.0);

/// The functions for federates of an edition.
pub(crate) fn library(_: Edition) -> Library {
    Library::LINKED
}

impl Face for C {
    fn runs(&self) -> Vec<Run> {
        hyla::runs()
    }

    fn measured(&self) -> Option<Wiring> {
        Some(hyla::ASYNCHRONOUS)
    }

    fn ambassador(&self, edition: Edition) -> Rti {
        Arc::new(Ambassador(over_c::Rti::of_edition(edition)))
    }

    fn start(&self, wiring: Wiring, settings: &str) -> (Box<dyn Server>, String) {
        hyla::start(wiring, settings)
    }

    fn with_a_server(&self, wiring: Wiring) -> Wiring {
        hyla::with_a_server(wiring)
    }
}

fn main() -> ExitCode {
    test_all(&C)
}
