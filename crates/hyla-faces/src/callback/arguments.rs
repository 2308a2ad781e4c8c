//! Arguments of callbacks for reports of service invocations: `hyla_core::callback::Callback::with_arguments`.

use hyla_types::{Argument, Kind};

use super::variants::{field, pattern};
use super::{entry, is_beside_delivery, is_delivery};
use crate::method::Method;
use crate::source::Source;

/// The file.
#[must_use]
pub fn file() -> Source {
    let arms: String = Method::callbacks().map(|callback| arm(&callback)).collect();
    let text = format!(
        "use super::Callback;\nuse crate::mom::Argument;\n\n\
         impl Callback<'_> {{\n\
         /// Passes the arguments of the callback to `report`, in the order of the service description.\n\
         pub fn with_arguments<R>(&self, report: impl FnOnce(&[&dyn Argument]) -> R) -> R {{\n\
         match self {{\n{arms}}}\n}}\n}}\n"
    );
    Source::rust(
        "crates/hyla-core/src/callback/arguments.rs",
        "Arguments of callbacks, for reports of service invocations.",
        &text,
    )
}

fn arm(callback: &Method) -> String {
    let service = callback.service;
    let is_delivery = is_delivery(service);
    let reported = callback.arguments().iter().map(|argument| {
        if is_delivery && !is_beside_delivery(argument) {
            delivered(argument)
        } else {
            stored(argument)
        }
    });
    let reported: Vec<String> = reported.collect();
    let reported = reported.join(", ");
    format!(
        "Self::{service:?}{} => report(&[{reported}]),\n",
        pattern(callback)
    )
}

/// An argument that is a field of the variant.
fn stored(argument: &Argument) -> String {
    let field = field(argument);
    match argument.value.kind {
        Kind::AttributeHandleValueMap | Kind::ParameterHandleValueMap => format!("&&**{field}"),
        kind if entry(kind).is_some() => format!("&{field}.as_slice()"),
        _ => field,
    }
}

/// An argument that is a field of the `Delivery`. Those about order exist only with a time.
fn delivered(argument: &Argument) -> String {
    match argument.name {
        "userSuppliedTag" => "&delivery.tag",
        "transportationType" => "&delivery.transportation",
        "producingFederate" => "&delivery.producer",
        "optionalSentRegions" => "&delivery.sent_regions",
        "time" => "&delivery.time",
        "sentOrderType" => "&delivery.time.as_ref().map(|_| delivery.sent_order)",
        "receivedOrderType" => "&delivery.time.as_ref().map(|_| delivery.received_order)",
        "optionalRetraction" => "&delivery.retraction",
        other => unreachable!("no field of `Delivery` for {other}"),
    }
    .to_owned()
}
