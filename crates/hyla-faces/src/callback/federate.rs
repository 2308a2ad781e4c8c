//! The trait `hyla_core::callback::FederateAmbassador`.

use super::{declared, types};
use crate::documentation::summary;
use crate::method::Method;
use crate::source::{Source, wrapped};

/// Text before the callbacks of the standard.
const BEGIN: &str = "\
/// Callbacks of a federate: one method for each callback of the standard, each with an empty default body.
///
/// Callbacks of one ambassador never run at the same time. With `HLA_EVOKED` they run on the thread
/// that evokes, with `HLA_IMMEDIATE` on a thread of Hyla. Services may be called from inside, through
/// a clone of the RTI ambassador, but for connect, disconnect, join, resign and evoke. A
/// panic is logged and counts as an ordinary return.
///
/// Values and tags are borrowed from the receive buffer: copy them to keep them after the call.
#[allow(unused_variables)]
pub trait FederateAmbassador: Send {
    /// Not of the standard: a message of `federate` has come later than the deadline of its transportation
    /// type's profile (`[qos.NAME]`, `deadline_us`) allows, by that much. The message itself follows.
    fn late_message(&mut self, federate: FederateHandle, profile: &str, late_by: Duration) {}
";

/// The file.
#[must_use]
pub fn file() -> Source {
    let methods: String = Method::callbacks()
        .map(|callback| method(&callback))
        .collect();
    let types = types(&methods);
    let text = format!(
        "use std::sync::Arc;\n\
         use std::time::Duration;\n\n\
         use hyla_types::{{{types}}};\n\n\
         use super::{{AttributeValues, Delivery, ParameterValues}};\n\n\
         {BEGIN}{methods}}}\n"
    );
    let path = "crates/hyla-core/src/callback/federate.rs";
    let comment = "The federate's side of the callbacks: a method for each.";
    Source::rust(path, comment, &text)
}

fn method(callback: &Method) -> String {
    let summary = summary(callback.service, false);
    let summary = wrapped(&summary, "    /// ", 100);
    let (name, parameters) = (callback.name(), declared(callback));
    format!("{summary}    fn {name}(&mut self{parameters}) {{}}\n")
}
