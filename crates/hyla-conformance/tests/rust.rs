//! The conformance scenarios through the Rust ambassador, with every process model and transport, in both editions; and
//! what is measured in them.

use std::process::ExitCode;
use std::sync::Arc;

use hyla_conformance::{Face, Rti, Run, Server, Wiring, hyla, implement_ambassador, test_all};
use hyla_types::Edition;

struct Rust;

struct Ambassador(hyla_lrc::RtiAmbassador);

implement_ambassador!(Ambassador, self => self.0);

impl Face for Rust {
    fn runs(&self) -> Vec<Run> {
        hyla::runs()
    }

    fn measured(&self) -> Option<Wiring> {
        Some(hyla::ASYNCHRONOUS)
    }

    fn ambassador(&self, edition: Edition) -> Rti {
        Arc::new(Ambassador(hyla_lrc::RtiAmbassador::of_edition(edition)))
    }

    fn start(&self, wiring: Wiring, settings: &str) -> (Box<dyn Server>, String) {
        hyla::start(wiring, settings)
    }

    fn with_a_server(&self, wiring: Wiring) -> Wiring {
        hyla::with_a_server(wiring)
    }
}

fn main() -> ExitCode {
    test_all(&Rust)
}
