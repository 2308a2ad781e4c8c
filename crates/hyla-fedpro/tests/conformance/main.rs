//! The conformance scenarios of the Rust API, run by clients of the Federate Protocol over TCP and
//! WebSocket, with evoked and immediate callbacks, in both editions.
#![allow(clippy::unwrap_used, reason = "test code")]
#![allow(
    dead_code,
    reason = "the lists of scenarios are for what measures them elsewhere"
)]

mod face;

#[path = "../../../hyla-lrc/tests/conformance/authorization.rs"]
mod authorization;
#[path = "../../../hyla-lrc/tests/conformance/calls.rs"]
mod calls;
#[path = "../../../hyla-lrc/tests/conformance/ddm/mod.rs"]
mod ddm;
#[path = "../../../hyla-lrc/tests/conformance/declaration.rs"]
mod declaration;
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
#[path = "../../../hyla-lrc/tests/conformance/saving/mod.rs"]
mod saving;
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
#[path = "../../../hyla-lrc/tests/conformance/world.rs"]
mod world;
