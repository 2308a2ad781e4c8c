//! The conformance scenarios of the Rust API, run through the functions of `hyla.h`, with every process
//! model and transport, in both editions.
#![allow(clippy::unwrap_used, reason = "test code")]
#![allow(
    dead_code,
    reason = "the face has every service, also those that no scenario asks for"
)]

mod face;

#[path = "../over_c/mod.rs"]
mod over_c;

#[path = "../../../hyla-lrc/tests/conformance/authorization.rs"]
mod authorization;
#[path = "../../../hyla-lrc/tests/conformance/calls.rs"]
mod calls;
#[path = "../../../hyla-lrc/tests/conformance/ddm/mod.rs"]
mod ddm;
#[path = "../../../hyla-lrc/tests/conformance/declaration.rs"]
mod declaration;
#[path = "../../../hyla-lrc/tests/conformance/exceptions.rs"]
mod exceptions;
#[path = "../../../hyla-lrc/tests/conformance/federate.rs"]
mod federate;
#[path = "../../../hyla-lrc/tests/conformance/federation.rs"]
mod federation;
#[path = "../../../hyla-lrc/tests/conformance/forms.rs"]
mod forms;
#[path = "../../../hyla-lrc/tests/conformance/mom.rs"]
mod mom;
#[path = "../../../hyla-lrc/tests/conformance/mom_channels.rs"]
mod mom_channels;
#[path = "../../../hyla-lrc/tests/conformance/object.rs"]
mod object;
#[path = "../../../hyla-lrc/tests/conformance/ownership.rs"]
mod ownership;
#[path = "../../../hyla-lrc/tests/conformance/reporting.rs"]
mod reporting;
#[path = "../../../hyla-lrc/tests/conformance/run.rs"]
mod run;
#[path = "../../../hyla-lrc/tests/conformance/saving/mod.rs"]
mod saving;
#[path = "../../../hyla-lrc/tests/conformance/saving_state.rs"]
mod saving_state;
#[path = "../../../hyla-lrc/tests/conformance/services.rs"]
mod services;
#[path = "../../../hyla-lrc/tests/conformance/states.rs"]
mod states;
#[path = "../../../hyla-lrc/tests/conformance/support.rs"]
mod support;
#[path = "../../../hyla-lrc/tests/conformance/synchronization.rs"]
mod synchronization;
#[path = "../../../hyla-lrc/tests/conformance/time.rs"]
mod time;
#[path = "../../../hyla-lrc/tests/conformance/transportation.rs"]
mod transportation;
#[path = "../../../hyla-lrc/tests/conformance/wiring.rs"]
mod wiring;
#[path = "../../../hyla-lrc/tests/conformance/world.rs"]
mod world;
