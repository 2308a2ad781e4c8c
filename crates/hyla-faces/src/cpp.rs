//! The services of the C++ ambassadors, and what all C++ has in common.
//!
//! Both editions have one class. What they have in the same form is written once; what one of them has, or has under
//! another name, is in a folder of that edition. Each service converts its arguments and calls the C API.

use hyla_types::{Argument, Edition, Kind, Service, Value};

use crate::capi;
use crate::method::{Method, Part};
use crate::source::{Source, snake_case};

const FOLDER: &str = "bindings/cpp/src/ambassador/services";

/// A line has no more columns.
const WIDTH: usize = 118;

/// Editions that have a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Availability {
    /// Both, in the same form.
    Shared,
    /// One of them, or it has a form of its own.
    Of(Edition),
}

impl Availability {
    const ALL: [Self; 3] = [
        Self::Shared,
        Self::Of(Edition::Hla2010),
        Self::Of(Edition::Hla2025),
    ];

    /// The folder below that of shared files.
    const fn folder(self) -> &'static str {
        match self {
            Self::Shared => "",
            Self::Of(Edition::Hla2010) => "2010/",
            Self::Of(Edition::Hla2025) => "2025/",
        }
    }
}

/// Header of the class, and a file for each part and availability.
#[must_use]
pub fn files() -> Vec<Source> {
    let mut files = vec![header()];
    for editions in Availability::ALL {
        for part in Part::ALL {
            let bodies: Vec<String> = overloads(part, editions).map(|o| o.definition()).collect();
            if bodies.is_empty() {
                continue;
            }
            let bodies = bodies.join("\n");
            let take = if bodies.contains("Owned") {
                "#include \"ambassador/take.h\"\n"
            } else {
                ""
            };
            let text = format!(
                "#include \"ambassador/services/services.h\"\n\n\
                 #include \"ambassador/check.h\"\n#include \"ambassador/lend.h\"\n{take}\n\
                 namespace HYLA_RTI\n{{\n{bodies}}}\n"
            );
            let path = format!("{FOLDER}/{}{}.cpp", editions.folder(), part.file());
            files.push(Source::c(path, part.title(), &text));
        }
    }
    files
}

fn header() -> Source {
    let mut text = "#pragma once\n\n#include <set>\n#include <string>\n\n#include \"ambassador/state.h\"\n#include \"edition.h\"\n\n\
        namespace HYLA_RTI\n{\nclass Services : public State\n{\npublic:\n"
        .to_owned();
    let mut first = true;
    for part in Part::ALL {
        let [shared, old, new] = Availability::ALL.map(|editions| {
            let all = overloads(part, editions);
            all.map(|o| o.declaration()).collect::<String>()
        });
        if shared.is_empty() && old.is_empty() && new.is_empty() {
            continue;
        }
        if !first {
            text.push('\n');
        }
        first = false;
        text += &format!("   // {}\n{shared}", part.title());
        text += &match (old.is_empty(), new.is_empty()) {
            (true, true) => String::new(),
            (true, false) => format!("#if HYLA_EDITION == 2025\n{new}#endif\n"),
            (false, true) => format!("#if HYLA_EDITION == 2010\n{old}#endif\n"),
            (false, false) => format!("#if HYLA_EDITION == 2010\n{old}#else\n{new}#endif\n"),
        };
    }
    text += "};\n}\n";
    Source::c(
        format!("{FOLDER}/services.h"),
        "The services that their signatures determine: each converts its arguments and calls the one of libhyla.",
        &text,
    )
}

/// A form of a service: an argument that may be absent makes two, and so do two names.
struct Overload {
    method: Method,
    name: &'static str,
    arguments: Vec<&'static Argument>,
    /// The argument that the form leaves out.
    absent: Option<&'static Argument>,
}

fn overloads(part: Part, editions: Availability) -> impl Iterator<Item = Overload> {
    let methods = Method::services();
    let methods = methods.filter(move |m| Part::of(m.service) == part && !is_by_hand(m.service));
    let named = methods.filter_map(move |m| Some((m, name(&m, editions, is_by_hand_in_2010)?)));
    named.flat_map(|(method, name)| {
        let all = method.arguments().iter();
        let optional = all.clone().find(|a| may_be_absent(a));
        let without = optional.map(|absent| Overload {
            method,
            name,
            arguments: all.clone().filter(|a| *a != absent).collect(),
            absent: Some(absent),
        });
        let with = Overload {
            method,
            name,
            arguments: all.collect(),
            absent: None,
        };
        without.into_iter().chain([with])
    })
}

/// Name of a method with this availability; `None` if the method is not available.
pub(crate) fn name(
    method: &Method,
    editions: Availability,
    by_hand_in_2010: impl Fn(Service) -> bool,
) -> Option<&'static str> {
    let info = method.service.info();
    let old = info.name_2010.filter(|_| !by_hand_in_2010(method.service));
    let (old, new) = match (method.service, method.is_other_form) {
        // The form of 2010 has a signature of its own.
        (Service::GetAvailableDimensionsForObjectClass, true) => (old, None),
        (Service::GetAvailableDimensionsForObjectClass, false) => (None, info.name_2025),
        _ => (old, info.name_2025),
    };
    match editions {
        Availability::Shared => new.filter(|_| old == new),
        Availability::Of(Edition::Hla2010) => old.filter(|_| old != new),
        Availability::Of(Edition::Hla2025) => new.filter(|_| old != new),
    }
}

/// Services that do more than to call the C API, or whose arguments it does not have in this form.
fn is_by_hand(service: Service) -> bool {
    capi::is_by_hand(service)
        || matches!(service, Service::GetTimeFactory | Service::SetRangeBounds)
}

/// Services that have another form in 2010: without a tag, with an enumeration of transportation types, or about one
/// attribute.
fn is_by_hand_in_2010(service: Service) -> bool {
    matches!(
        service,
        Service::UnconditionalAttributeOwnershipDivestiture
            | Service::AttributeOwnershipAcquisitionIfAvailable
            | Service::AttributeOwnershipReleaseDenied
            | Service::AttributeOwnershipDivestitureIfWanted
            | Service::QueryAttributeOwnership
            | Service::RequestAttributeTransportationTypeChange
            | Service::RequestInteractionTransportationTypeChange
            | Service::GetTransportationTypeHandle
            | Service::GetTransportationTypeName
    )
}

/// Whether C++ has an overload without the argument.
fn may_be_absent(argument: &Argument) -> bool {
    argument.value.is_optional() && !capi::has_default(argument)
}

/// How a result comes back.
enum Answer {
    Nothing,
    /// The function returns it.
    Returned {
        cpp: &'static str,
        /// The variable that the C function fills.
        out: String,
        /// Arguments that are passed to it.
        pointers: &'static str,
        /// Expression that is returned then.
        expression: String,
    },
    /// The federate says where it is wanted.
    Stored {
        cpp: &'static str,
        out: &'static str,
        pointers: &'static str,
        statement: &'static str,
    },
    /// The function reports whether the result is present.
    StoredIfPresent {
        cpp: &'static str,
        out: &'static str,
    },
}

impl Overload {
    fn answer(&self) -> Answer {
        let Some(Value { kind, .. }) = self.method.result() else {
            return Answer::Nothing;
        };
        let is_optional = self.method.result().is_some_and(Value::is_optional);
        let returned = |cpp, out: &str, pointers, expression: &str| Answer::Returned {
            cpp,
            out: out.to_owned(),
            pointers,
            expression: expression.to_owned(),
        };
        match kind {
            Kind::MessageRetractionHandle if is_optional && self.absent.is_some() => {
                Answer::Nothing
            }
            Kind::LogicalTime if is_optional => Answer::StoredIfPresent {
                cpp: "LogicalTime",
                out: "hyla_time",
            },
            Kind::LogicalTime => Answer::Stored {
                cpp: "LogicalTime",
                out: "hyla_time",
                pointers: "&out",
                statement: "times().store(out, result);",
            },
            Kind::LogicalTimeInterval => Answer::Stored {
                cpp: "LogicalTimeInterval",
                out: "hyla_interval",
                pointers: "&out",
                statement: "times().store(out, result);",
            },
            Kind::AttributeHandleSet => Answer::Stored {
                cpp: "AttributeHandleSet",
                out: "OwnedHandles",
                pointers: "out.out()",
                statement: "result = out.set<AttributeHandle>();",
            },
            Kind::DimensionHandleSet => returned(
                "DimensionHandleSet",
                "OwnedHandles",
                "out.out()",
                "out.set<DimensionHandle>()",
            ),
            Kind::Text => returned("std::wstring", "OwnedText", "out.out()", "out.text()"),
            Kind::Bool => returned("bool", "bool", "&out", "out"),
            Kind::Rate => returned("double", "double", "&out", "out"),
            Kind::Number => returned("unsigned long", "std::uint32_t", "&out", "out"),
            Kind::RangeBounds => returned(
                "RangeBounds",
                "hyla_range_bounds",
                "&out",
                "RangeBounds(out.lower, out.upper)",
            ),
            Kind::OrderType => returned(
                "OrderType",
                "hyla_order_type",
                "&out",
                "static_cast<OrderType>(out)",
            ),
            Kind::ResignAction => returned(
                "ResignAction",
                "hyla_resign_action",
                "&out",
                "static_cast<ResignAction>(out)",
            ),
            handle => Answer::Returned {
                cpp: handle_name(handle),
                out: c_name(handle),
                // A retraction handle that libhyla does not give is 0, the invalid one.
                pointers: if is_optional { "&out, nullptr" } else { "&out" },
                expression: format!("make_handle<{}>(out)", handle_name(handle)),
            },
        }
    }

    fn returns(&self) -> &'static str {
        match self.answer() {
            Answer::Nothing | Answer::Stored { .. } => "void",
            Answer::StoredIfPresent { .. } => "bool",
            Answer::Returned { cpp, .. } => cpp,
        }
    }

    fn parameters(&self) -> Vec<String> {
        let arguments = self.arguments.iter();
        let mut all: Vec<String> = arguments
            .map(|a| parameter(self.method.service, a))
            .collect();
        if let Answer::Stored { cpp, .. } | Answer::StoredIfPresent { cpp, .. } = self.answer() {
            all.push(format!("{cpp} &result"));
        }
        all
    }

    fn is_const(&self) -> bool {
        let name = format!("{:?}", self.method.service);
        name.starts_with("Decode") || (name.starts_with("Get") && name.ends_with("Switch"))
    }

    fn declaration(&self) -> String {
        let open = format!("{} {}(", self.returns(), self.name);
        let close = if self.is_const() {
            ") const override;"
        } else {
            ") override;"
        };
        listed(3, &open, &self.parameters(), close)
    }

    fn definition(&self) -> String {
        let open = format!("{} Services::{}(", self.returns(), self.name);
        let close = if self.is_const() { ") const" } else { ")" };
        let mut text = listed(0, &open, &self.parameters(), close) + "{\n";
        let mut passed = vec!["_rti".to_owned()];
        for argument in self.method.arguments() {
            if self.absent == Some(argument) {
                passed.push("nullptr".to_owned());
                continue;
            }
            if argument.value.kind == Kind::LogicalTime && may_be_absent(argument) {
                text += &format!("   const hyla_time at = times().lend({});\n", argument.name);
            }
            passed.push(converted(argument));
        }
        let (out, pointers, last) = match self.answer() {
            Answer::Nothing if self.method.result().is_some() => {
                (None, "nullptr, nullptr", String::new())
            }
            Answer::Nothing => (None, "", String::new()),
            Answer::Returned {
                out,
                pointers,
                expression,
                ..
            } => (Some(out), pointers, format!("   return {expression};\n")),
            Answer::Stored {
                out,
                pointers,
                statement,
                ..
            } => (Some(out.to_owned()), pointers, format!("   {statement}\n")),
            Answer::StoredIfPresent { out, .. } => {
                text += "   bool present;\n";
                let last = "   if (present)\n   {\n      times().store(out, result);\n   }\n   return present;\n";
                (Some(out.to_owned()), "&out, &present", last.to_owned())
            }
        };
        if let Some(out) = out {
            text += &format!("   {out} out;\n");
        }
        let pointers = pointers.split(", ").filter(|pointer| !pointer.is_empty());
        passed.extend(pointers.map(str::to_owned));
        let call = format!("check(hyla_{}(", self.method.name());
        text + &listed(3, &call, &passed, "));") + &last + "}\n"
    }
}

/// A declared parameter.
fn parameter(service: Service, argument: &Argument) -> String {
    let name = argument.name;
    match argument.value.kind {
        Kind::Text => format!("const std::wstring &{name}"),
        Kind::TextSet => format!("const std::set<std::wstring> &{name}"),
        Kind::Tag | Kind::Bytes => format!("const VariableLengthData &{name}"),
        Kind::AttributeRegionAssociations => {
            format!("const AttributeHandleSetRegionHandleSetPairVector &{name}")
        }
        Kind::Bool | Kind::Activity | Kind::DirectedScope => format!("bool {name}"),
        kind @ (Kind::OrderType | Kind::ResignAction | Kind::ServiceGroup) => {
            format!("{kind:?} {name}")
        }
        kind @ (Kind::FederateHandleSet
        | Kind::InteractionClassHandleSet
        | Kind::AttributeHandleSet
        | Kind::DimensionHandleSet
        | Kind::RegionHandleSet
        | Kind::AttributeHandleValueMap
        | Kind::ParameterHandleValueMap
        | Kind::LogicalTime
        | Kind::LogicalTimeInterval) => format!("const {kind:?} &{name}"),
        // In both editions by reference.
        handle if service == Service::DeleteRegion => format!("const {handle:?} &{name}"),
        handle => format!("In<{handle:?}> {name}"),
    }
}

/// An argument as the C API takes it.
fn converted(argument: &Argument) -> String {
    let name = argument.name;
    match argument.value.kind {
        Kind::Text => format!("LentText({name})"),
        Kind::TextSet => format!("LentTexts({name})"),
        Kind::Tag | Kind::Bytes => format!("lend({name})"),
        Kind::AttributeRegionAssociations => format!("LentAttributesAndRegions({name})"),
        Kind::Bool => name.to_owned(),
        Kind::Activity => format!("activity({name})"),
        Kind::DirectedScope => format!("directed_scope({name})"),
        kind @ (Kind::OrderType | Kind::ResignAction | Kind::ServiceGroup) => {
            format!("static_cast<{}>({name})", c_name(kind))
        }
        Kind::FederateHandleSet
        | Kind::InteractionClassHandleSet
        | Kind::AttributeHandleSet
        | Kind::DimensionHandleSet
        | Kind::RegionHandleSet => format!("LentHandles({name})"),
        Kind::AttributeHandleValueMap | Kind::ParameterHandleValueMap => {
            format!("LentValues({name})")
        }
        Kind::LogicalTime if may_be_absent(argument) => "&at".to_owned(),
        Kind::LogicalTime | Kind::LogicalTimeInterval => format!("times().lend({name})"),
        _ => format!("handle_number({name})"),
    }
}

fn handle_name(kind: Kind) -> &'static str {
    match kind {
        Kind::FederateHandle => "FederateHandle",
        Kind::ObjectClassHandle => "ObjectClassHandle",
        Kind::InteractionClassHandle => "InteractionClassHandle",
        Kind::ObjectInstanceHandle => "ObjectInstanceHandle",
        Kind::AttributeHandle => "AttributeHandle",
        Kind::ParameterHandle => "ParameterHandle",
        Kind::DimensionHandle => "DimensionHandle",
        Kind::RegionHandle => "RegionHandle",
        Kind::TransportationTypeHandle => "TransportationTypeHandle",
        Kind::MessageRetractionHandle => "MessageRetractionHandle",
        other => unreachable!("{other:?} is no handle"),
    }
}

/// The type of a handle or an enumeration in C.
pub(crate) fn c_name(kind: Kind) -> String {
    format!("hyla_{}", snake_case(&format!("{kind:?}")))
}

/// Items in one line; if it would be too long, in a line of their own; if that would be, too, in a line each.
pub(crate) fn listed(indent: usize, open: &str, items: &[String], close: &str) -> String {
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 3));
    let all = items.join(", ");
    let one = format!("{outer}{open}{all}{close}");
    if one.len() <= WIDTH {
        return one + "\n";
    }
    let own = format!("{inner}{all}{close}");
    if own.len() <= WIDTH {
        return format!("{outer}{open}\n{own}\n");
    }
    let each = items.join(&format!(",\n{inner}"));
    format!("{outer}{open}\n{inner}{each}{close}\n")
}

/// Whether a line of this text fits.
pub(crate) fn fits(line: &str) -> bool {
    line.len() <= WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_broken_as_little_as_possible() {
        let short = ["a".to_owned(), "b".to_owned()];
        assert_eq!(listed(3, "f(", &short, ");"), "   f(a, b);\n");

        let own = ["a".repeat(60), "b".repeat(40)];
        let expected = format!("ffffffffffffffffffffffff(\n   {}, {})\n", own[0], own[1]);
        assert_eq!(listed(0, "ffffffffffffffffffffffff(", &own, ")"), expected);

        let each = ["a".repeat(80), "b".repeat(80)];
        let expected = format!("f(\n   {},\n   {})\n", each[0], each[1]);
        assert_eq!(listed(0, "f(", &each, ")"), expected);
    }

    #[test]
    fn a_service_is_shared_or_of_each_edition_that_has_it() {
        for method in Method::services().filter(|m| !is_by_hand(m.service)) {
            let is_at = |editions| name(&method, editions, is_by_hand_in_2010).is_some();
            let [shared, old, new] = Availability::ALL.map(is_at);

            assert!(shared != (old || new), "{}", method.service);
        }
    }
}
